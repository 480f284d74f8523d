import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { adoptLedgers, AdoptionRefused } from './adopt'
import { openShelves, type Shelves } from '../ledger/testing/shelves'

/** A library as a version without ledgers has left it: numbers in the tables, and nobody who explains them. */
async function openOld(library: Shelves, { reserved = 5, taken = 5 }: { reserved?: number; taken?: number } = {}): Promise<void> {
  const stamp = `1, '2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z'`
  await library.tamper(
    `insert into branch (branch_name, taken, version, created_at, updated_at) values ('North', ${taken}, ${stamp}), ('South', null, ${stamp})`,
    `insert into book (book_title, branch_id, free, reserved, version, created_at, updated_at) values
      ('Emma', 1, 7, ${reserved}, ${stamp}), ('Persuasion', 2, 0, 0, ${stamp}), ('Ulysses', null, 4, null, ${stamp})`,
    `insert into wish (reader, status, version, created_at, updated_at) values
      ('Ann', 'RESERVED', ${stamp}), ('Bob', 'RESERVED', ${stamp}), ('Tom', 'WANTED', ${stamp}), ('Eve', 'GIVEN', ${stamp})`,
    `insert into wish_items (parent_id, line_no, book_id, qty) values (1, 1, 1, 2), (1, 2, 1, 1), (2, 1, 1, 2), (3, 1, 1, 9), (4, 1, 1, 9)`,
    `insert into copy_movement (book_id, kind, qty, to_shelf, free_after, version, created_at, updated_at) values (1, 'IN', 12, 12, 12, ${stamp})`,
  )
}

describe.each(usualTestDatabaseKinds)('balances that are older than their ledger on %s', (kind) => {
  let library: Shelves
  beforeAll(async () => {
    library = await openShelves(kind)
  })
  afterAll(() => library?.close())
  beforeEach(() => library.clear())

  const movements = () =>
    library.ask(`select ledger, type, balance_entity || balance_id as balance, deltas, after from ledger_movement order by id`)
  const holds = () =>
    library.ask(`
      select bucket, balance_entity || balance_id as balance, owner_entity || owner_id as owner, via_entity || via_id as via, open::integer as open,
        (select sum(delta)::integer from ledger_hold_entry e where e.hold_id = h.id) as entered from ledger_hold h order by balance_entity desc, id`)

  it('are explained once: an opening each, and the holds of those who hold them, here and where they are carried', async () => {
    await openOld(library)
    expect(await adoptLedgers(library.services)).toEqual([
      { ledger: 'shelf', title: 'Shelves', balances: 2, holds: 2 },
      { ledger: 'desk', title: 'Desks', balances: 1, holds: 2 },
    ])
    expect(await movements()).toEqual([
      { ledger: 'shelf', type: 'OPENING', balance: 'book1', deltas: { free: '7', reserved: '5' }, after: { free: '7', reserved: '5' } },
      { ledger: 'shelf', type: 'OPENING', balance: 'book3', deltas: { free: '4' }, after: { free: '4', reserved: '0' } },
      { ledger: 'desk', type: 'OPENING', balance: 'branch1', deltas: { taken: '5' }, after: { taken: '5' } },
    ])
    const twins = { bucket: 'taken', balance: 'branch1', via: 'book1' }
    expect(await holds()).toEqual([
      { ...twins, owner: 'wish1', open: 3, entered: 3 },
      { ...twins, owner: 'wish2', open: 2, entered: 2 },
      { bucket: 'reserved', balance: 'book1', via: null, owner: 'wish1', open: 3, entered: 3 },
      { bucket: 'reserved', balance: 'book1', via: null, owner: 'wish2', open: 2, entered: 2 },
    ])
    // Each has its run; the journal that people read says nothing new.
    expect(await library.ask(`select entity, document_id, action_title, operator_id from document_history order by id`)).toEqual(
      [
        ['book', '1'],
        ['book', '3'],
        ['branch', '1'],
      ].map(([entity, id]) => ({
        entity,
        document_id: id,
        action_title: '期初',
        operator_id: null,
      })),
    )
    expect(await library.ask(`select count(*)::integer as rows from copy_movement`)).toEqual([{ rows: 1 }])
    expect(await adoptLedgers(library.services)).toEqual([])
    expect(await movements()).toHaveLength(3)
  })

  it('go on as if the ledger had always been there', async () => {
    await openOld(library)
    await expect(library.act('1', 'cancel')).resolves.toBeUndefined()
    // Without adoption nothing is held, so nothing was freed.
    expect(await library.ask(`select free, reserved from book where id = 1`)).toEqual([{ free: 7, reserved: 5 }])
    await library.tamper(`update wish set status = 'RESERVED' where id = 1`)

    await adoptLedgers(library.services)
    await library.act('1', 'cancel')
    await library.act('2', 'giveOne')
    await library.act('2', 'giveAll')
    expect(await library.ask(`select free, reserved from book where id = 1`)).toEqual([{ free: 10, reserved: 0 }])
    expect(await library.ask(`select taken from branch where id = 1`)).toEqual([{ taken: 0 }])
    expect((await holds()).map(({ open }) => open)).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['more than its holders hold', { reserved: 6 }, ['Shelves：Book Emma 的Reserved为 6，占用单据合计 5']],
    ['less than they hold', { reserved: 4 }, ['Shelves：Book Emma 的Reserved为 4，占用单据合计 5']],
    ['another sum where holds are carried', { taken: 6 }, ['Desks：Branch North 的Places taken为 6，占用单据合计 5']],
    [
      'several sums, told at once',
      { reserved: 1, taken: 2 },
      ['Shelves：Book Emma 的Reserved为 1，占用单据合计 5', 'Desks：Branch North 的Places taken为 2，占用单据合计 5'],
    ],
  ])('are refused for %s', async (_what, numbers, told) => {
    await openOld(library, numbers)
    const refusal = await adoptLedgers(library.services).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AdoptionRefused)
    for (const line of told) expect((refusal as AdoptionRefused).message).toContain(line)
    expect((refusal as AdoptionRefused).gaps).toHaveLength(told.length)
    // A refused ledger is as it was, whatever the others are.
    const refused = new Set((refusal as AdoptionRefused).gaps.map(({ ledger }) => ledger))
    expect((await movements()).filter(({ ledger }) => refused.has(String(ledger)))).toEqual([])
    await library.tamper(`update book set reserved = 5 where id = 1`, `update branch set taken = 5 where id = 1`)
    expect((await adoptLedgers(library.services)).map(({ ledger }) => ledger)).toEqual(expect.arrayContaining([...refused]))
  })

  it('keep what the ledger knows already, and only the rest is opened', async () => {
    await openOld(library)
    // Bob's holds came with the ledger, Ann's are older.
    await library.tamper(
      `insert into document_history (entity, document_id, action, action_title, at) values ('wish', 2, 'reserve', 'Reserve', now())`,
      `insert into ledger_movement (run_id, seq, ledger, type, balance_entity, balance_id, document_entity, document_id, amounts, deltas, after, at)
        values (1, 1, 'shelf', 'RESERVE', 'book', 1, 'wish', 2, '{"amount":"2"}', '{"free":"-2","reserved":"2"}', '{"free":"7","reserved":"5"}', now())`,
      `insert into ledger_hold (ledger, bucket, balance_entity, balance_id, owner_entity, owner_id, open) values ('shelf', 'reserved', 'book', 1, 'wish', 2, 2)`,
      `insert into ledger_hold_entry (hold_id, run_id, delta) values (1, 1, 2)`,
    )
    await adoptLedgers(library.services, { ledger: 'shelf' })
    expect((await movements()).find(({ type, balance }) => type === 'OPENING' && balance === 'book1')).toMatchObject({
      deltas: { free: '9', reserved: '3' },
    })
    expect((await holds()).filter(({ bucket }) => bucket === 'reserved').map(({ owner, open }) => [owner, open])).toEqual([
      ['wish2', 2],
      ['wish1', 3],
    ])
  })

  it('are only counted by a dry run, ledger by ledger', async () => {
    await openOld(library)
    expect(await adoptLedgers(library.services, { dry: true, ledger: 'desk' })).toEqual([
      { ledger: 'desk', title: 'Desks', balances: 1, holds: 2 },
    ])
    expect(await movements()).toEqual([])
    await expect(adoptLedgers(library.services, { ledger: 'cellar' })).rejects.toThrow('没有名为“cellar”的台账，现有 shelf、desk')
  })

  it('are not explained a second time when a number goes wrong afterwards', async () => {
    await openOld(library)
    await adoptLedgers(library.services)
    await library.tamper(`update book set free = 99 where id = 1`)
    expect(await adoptLedgers(library.services)).toEqual([])
    expect(await movements()).toHaveLength(3)
  })

  it('are adopted by one of two servers that start at the same moment', async () => {
    await openOld(library)
    const both = await Promise.all([adoptLedgers(library.services), adoptLedgers(library.services)])
    // Shelves by one of them, desks by one of them.
    expect(both.flat()).toHaveLength(2)
    expect(await movements()).toHaveLength(3)
    expect(await holds()).toHaveLength(4)
  })
})
