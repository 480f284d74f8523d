import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../core/dateTime'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { HttpProblem } from '../problem'
import { endDays } from '../schedule/endOfDay'
import { adoptLedgers } from './adopt'
import { writeCheckpoints } from './checkpoint'
import { openShelves, type Shelves } from '../ledger/testing/shelves'
import { differenceText, verifyLedgers, type LedgerDifference, type VerifyOptions } from './verifyLedgers'

type Step =
  | { kind: 'buy'; book: number; qty: number }
  | { kind: 'wish'; items: { book: number; qty: number }[] }
  | { kind: 'act'; wish: number; action: 'reserve' | 'giveOne' | 'giveAll' | 'unreserve' | 'cancel' }
  | { kind: 'checkpoint' }

const book = fc.nat({ max: 2 })
const qty = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), book, qty }),
  fc.record({ kind: fc.constant('wish' as const), items: fc.array(fc.record({ book, qty }), { minLength: 1, maxLength: 3 }) }),
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      wish: fc.nat({ max: 5 }),
      action: fc.constantFrom(
        'reserve' as const,
        'reserve' as const,
        'giveOne' as const,
        'giveAll' as const,
        'unreserve' as const,
        'cancel' as const,
      ),
    }),
  },
  fc.record({ kind: fc.constant('checkpoint' as const) }),
)

describe.each(usualTestDatabaseKinds)('verification of ledgers on %s', (kind) => {
  let library: Shelves
  beforeAll(async () => {
    library = await openShelves(kind)
  })
  afterAll(() => library?.close())
  beforeEach(async () => {
    await library.clear()
    library.time.now = '2026-11-20T04:00:00.000Z'
  })

  const query = () => ({ plan: library.services.plan, kysely: library.database.kysely })
  async function differences(options: VerifyOptions = {}): Promise<LedgerDifference[]> {
    const found = []
    for await (const difference of verifyLedgers(query(), options)) found.push(difference)
    return found
  }
  const columns = async (options?: VerifyOptions) =>
    (await differences(options)).map((difference) => differenceText(library.services.plan, difference))
  const checkpoint = (day: string) => writeCheckpoints(query(), day, library.time.now)

  /** Emma with 7 free and 3 reserved of 10 copies; Ann was given one of hers, Bob is waiting. */
  async function fill(): Promise<void> {
    await library.work(async (tools) => {
      const branch = await tools.create('branch', { branchName: 'North' })
      const emma = await tools.create('book', { bookTitle: 'Emma', branchId: branch.id })
      await tools.create('book', { bookTitle: 'Ulysses' })
      await tools.perform('book', emma.id, 'buy', { qty: 11 })
    })
    await library.act(await library.addWish([{ bookId: '1', qty: 3 }]), 'reserve')
    await library.act('1', 'giveOne')
    await library.act(await library.addWish([{ bookId: '1', qty: 1 }]), 'reserve')
  }

  it('finds nothing after any postings, with or without checkpoints between them', async () => {
    let reserved = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        await library.clear()
        await library.work(async (tools) => {
          const branch = await tools.create('branch', { branchName: 'North' })
          for (const [bookTitle, branchId] of [['Emma', branch.id], ['Persuasion', branch.id], ['Ulysses']] as const) {
            const { id } = await tools.create('book', { bookTitle, branchId: branchId ?? null })
            await tools.perform('book', id, 'buy', { qty: 5 })
          }
        })
        let day = '2026-10-01'
        let wishes = Number(
          await library.addWish([
            { bookId: '1', qty: 2 },
            { bookId: '3', qty: 1 },
          ]),
        )
        for (const each of steps) {
          if (each.kind === 'checkpoint') await checkpoint((day = addDays(day, 1)))
          if (each.kind === 'buy') await library.work((tools) => tools.perform('book', String(each.book + 1), 'buy', { qty: each.qty }))
          if (each.kind === 'wish')
            wishes = Number(await library.addWish(each.items.map((item) => ({ bookId: String(item.book + 1), qty: item.qty }))))
          if (each.kind === 'act')
            await library.act(String((each.wish % wishes) + 1), each.action).catch((error: unknown) => {
              if (!(error instanceof HttpProblem)) throw error
            })
        }
        expect(await columns()).toEqual([])
        expect(await columns({ day })).toEqual([])
        reserved += (await library.ask(`select from ledger_hold`)).length
      }),
      { numRuns: 8 },
    )
    // Flows in which nothing is ever held would prove nothing.
    expect(reserved).toBeGreaterThan(0)
  })

  it.each([
    ['a bucket', `update book set free = free + 1 where id = 1`, ['Book Emma 的Free为 8，流水合计 7']],
    [
      'a held bucket',
      `update book set reserved = reserved + 1 where id = 1`,
      ['Book Emma 的Reserved为 4，流水合计 3', 'Book Emma 的Reserved为 4，占用合计 3'],
    ],
    [
      'a balance of another ledger',
      `update branch set taken = 9`,
      ['Branch North 的Places taken为 9，流水合计 3', 'Branch North 的Places taken为 9，占用合计 3'],
    ],
    ['a balance that never moved', `update book set free = 2 where id = 2`, ['Book Ulysses 的Free为 2，流水合计 0']],
    [
      'a movement',
      `update ledger_movement set deltas = deltas || '{"free": "12"}' where id = 1`,
      ['Book Emma 的Free为 7，流水合计 8', 'Book Emma 的Free：流水变动合计 8，Movement中合计 7'],
    ],
    [
      'a hold',
      `update ledger_hold set open = 1 where owner_id = 1 and bucket = 'reserved'`,
      ['Book Emma 的Reserved为 3，占用合计 2', 'Book Emma 的Reserved：占用 1 尚余 1，其变动合计 2'],
    ],
    ['an entry of a hold', `update ledger_hold_entry set delta = 5 where id = 1`, ['Book Emma 的Reserved：占用 1 尚余 2，其变动合计 4']],
    [
      'an owner whose life is over',
      `update wish set status = 'CANCELLED' where id = 2`,
      ['Book Emma 的Reserved：Wish Reader 已终结或不存在，仍占用 1', 'Branch North 的Places taken：Wish Reader 已终结或不存在，仍占用 1'],
    ],
    [
      'an owner who is gone',
      `delete from wish_items where parent_id = 2; delete from wish where id = 2`,
      ['Book Emma 的Reserved：Wish 2 已终结或不存在，仍占用 1', 'Branch North 的Places taken：Wish 2 已终结或不存在，仍占用 1'],
    ],
    ['a journal that lacks a row', `delete from copy_movement where kind = 'LEND'`, ['Book Emma：流水 4 笔，Movement中 3 笔']],
    [
      'a journal with other figures',
      `update copy_movement set to_shelf = 10 where kind = 'IN'`,
      ['Book Emma 的Free：流水变动合计 7，Movement中合计 6'],
    ],
  ])('finds %s that was changed, and says where', async (_what, change, expected) => {
    await fill()
    expect(await columns()).toEqual([])
    await library.tamper(...change.split('; '))
    expect(await columns()).toEqual(expected)
    // Without a checkpoint every night sees everything that moved or is open.
    expect(await columns({ day: '2026-11-20' })).toEqual(expected)
  })

  it('looks each night at what came since the checkpoint, and in thirty nights at everything once', async () => {
    await fill()
    await checkpoint('2026-11-01')
    library.time.now = '2026-11-21T04:00:00.000Z'
    await library.act('2', 'cancel')
    expect(await columns({ day: '2026-11-02' })).toEqual([])
    // Older than the checkpoint, which says what it came to.
    await library.tamper(`update ledger_movement set deltas = deltas || '{"free": "12"}' where id = 1`)
    const nights = Array.from({ length: 30 }, (_night, at) => addDays('2026-11-02', at))
    const finding = []
    for (const day of nights) finding.push(...(await columns({ day })).map((text) => ({ day, text })))
    expect(finding.map(({ text }) => text)).toEqual([
      'Book Emma 的Free为 8，流水合计 9',
      'Book Emma 的Free：流水变动合计 9，Movement中合计 8',
    ])
    expect(new Set(finding.map(({ day }) => day)).size).toBe(1)
    // A number that changes by itself is found at once.
    await library.tamper(`update book set free = 0 where id = 1`)
    for (const day of nights.slice(0, 3)) expect(await columns({ day })).toContainEqual(expect.stringContaining('Book Emma 的Free为 0'))
  })

  it('tells a checkpoint that was changed', async () => {
    await fill()
    await checkpoint('2026-11-01')
    await library.tamper(`update ledger_checkpoint set buckets = buckets || '{"free": "1"}' where balance_entity = 'book'`)
    expect(await columns()).toEqual(['Book Emma 的Free：结存加其后流水为 1，全部流水合计 7'])
  })

  it('writes checkpoints of what has moved, once per day, from movements and never from the balance', async () => {
    await fill()
    await library.tamper(`update book set free = 99 where id = 1`)
    await checkpoint('2026-11-01')
    await checkpoint('2026-11-01')
    await checkpoint('2026-11-02')
    const rows = () =>
      library.ask(`select balance_entity || balance_id as balance, day, movement_id, buckets from ledger_checkpoint order by day, 1 desc`)
    const [north, emma] = [
      { balance: 'branch1', day: '2026-11-01', movement_id: '7', buckets: { taken: '3' } },
      { balance: 'book1', day: '2026-11-01', movement_id: '6', buckets: { free: '7', reserved: '3' } },
    ]
    expect(await rows()).toEqual([north, emma])
    await library.work((tools) => tools.perform('book', '1', 'buy', { qty: 1 }))
    await checkpoint('2026-11-03')
    expect(await rows()).toEqual([
      north,
      emma,
      { balance: 'book1', day: '2026-11-03', movement_id: '8', buckets: { free: '8', reserved: '3' } },
    ])
  })

  it('is a step of the day: differences are listed by balance, and gone when the day is gone through again', async () => {
    await fill()
    await adoptLedgers(library.services)
    await library.tamper(`update book set reserved = 4 where id = 1`)
    const reports: string[] = []
    const onStep = ({ step: { name }, done, failed }: { step: { name: string }; done: number; failed: number }): void =>
      void reports.push(`${name} ${done} ${failed}`)
    expect(await endDays(library.services, '2026-11-19', { onStep })).toBe('done')
    expect(reports).toEqual(['verification 0 1', 'checkpoint 0 0'])
    expect(await library.ask(`select entity, document_id, action, failure from schedule_item`)).toEqual([
      {
        entity: 'book',
        document_id: '1',
        action: 'verifyLedgers',
        failure: 'Book Emma 的Reserved为 4，流水合计 3、Book Emma 的Reserved为 4，占用合计 3',
      },
    ])
    expect(await library.ask(`select from ledger_checkpoint`)).toHaveLength(2)

    await library.tamper(
      `update book set reserved = 3 where id = 1`,
      `update schedule_day set ended_at = null, lease_until = now()`,
      `delete from schedule_step`,
    )
    expect(await endDays(library.services, '2026-11-19')).toBe('done')
    expect(await library.ask(`select from schedule_item`)).toEqual([])
  })
})
