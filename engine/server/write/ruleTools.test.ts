import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import type { RuleTools } from '../extensions'
import { moveCopies } from './testing/desk'
import { openDesk, type Desk } from './testing/deskServer'
import { inSnapshot, inTransaction } from './transaction'

describe.each(usualTestDatabaseKinds)('rule tools on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk?.close())

  const within = <T>(work: (tools: RuleTools) => Promise<T>) => inTransaction(desk.services, desk.users.boss, work)
  const historyOf = async (entity: string, id: string) =>
    (await desk.rows('document_history')).filter((row) => row['entity'] === entity && row['document_id'] === id)

  it('load a record with its display values, formulas and rows, whoever may see it', async () => {
    const lending = await desk.addLending(await desk.addMember('Loaded'), [
      { bookId: await desk.addBook('Loaded', 1, { price: '2.00' }), qty: 2 },
    ])
    const record = await inTransaction(desk.services, desk.users.stranger, (tools) => tools.load('lending', lending.id, { lock: true }))
    expect(record).toMatchObject({
      id: lending.id,
      memberName: 'Loaded',
      kind: 'DESK',
      totalFee: '4.00',
      items: [{ bookTitle: 'Loaded', qty: 2, fee: '4.00' }],
    })
    await expect(within((tools) => tools.load('lending', '999999'))).rejects.toMatchObject({ status: 404 })
    await expect(within((tools) => tools.load('nothing', '1'))).rejects.toThrow('no entity named nothing')
  })

  it('load and find what an action has behind it, and refuse what its draft still lacks', async () => {
    const book = await desk.addBook('Past', 1)
    const { id } = await desk.addLending(await desk.addMember('Past'), [{ bookId: book, qty: 1 }])
    const past = { past: 'submit' } as const
    const lacking = { status: 417, message: expect.stringContaining('Purpose') }
    await desk.database.kysely.updateTable('lending').set({ purpose: null }).where('id', '=', id).execute()
    await expect(within((tools) => tools.load('lending', id, past))).rejects.toMatchObject(lacking)
    await expect(within((tools) => tools.find('lending', { id }, past))).rejects.toMatchObject(lacking)
    await desk.database.kysely.updateTable('lending').set({ purpose: 'Reading' }).where('id', '=', id).execute()
    expect(await within((tools) => tools.load('lending', id, past))).toMatchObject({ purpose: 'Reading' })
    expect(await within((tools) => tools.find('lending', { id }, past))).toMatchObject([{ purpose: 'Reading' }])
    // What is found has no rows to be asked about.
    await desk.database.kysely.updateTable('lending_items').set({ qty: 9 }).where('parent_id', '=', id).execute()
    await expect(within((tools) => tools.load('lending', id, past))).rejects.toMatchObject({ message: expect.stringContaining('Remark') })
    expect(await within((tools) => tools.find('lending', { id }, past))).toHaveLength(1)
  })

  it('find records by values, lists and emptiness, ordered by id', async () => {
    const ids = [
      await desk.addMember('Found 1', { age: 61 }),
      await desk.addMember('Found 2', { age: 62, topics: ['POETRY'] }),
      await desk.addMember('Found 3', { age: 61, cardNo: 'F3' }),
    ]
    const found = async (where: Record<string, unknown>, limit?: number) =>
      (await within((tools) => tools.find('member', where, limit === undefined ? {} : { limit }))).map(({ id }) => id)
    expect(await found({ age: [62, 61] })).toEqual(ids)
    expect(await found({ age: 61 }, 1)).toEqual([ids[0]])
    expect(await found({ age: 61, cardNo: null })).toEqual([ids[0]])
    expect(await found({ topics: ['POETRY', 'SCIENCE'], age: [61, 62] })).toEqual([ids[1]])
    await expect(found({ nothing: 1 })).rejects.toThrow('member.nothing cannot be asked for')
  })

  it('create as the system: defaults, number, formulas, rules and history, without row scope', async () => {
    const book = await desk.addBook('Created', 3, { price: '1.50' })
    const member = await desk.addMember('Created for')
    const created = await inTransaction(desk.services, { ...desk.users.stranger }, (tools) =>
      tools.create('lending', {
        branchId: desk.branches.north,
        memberId: member,
        kind: 'SHELF',
        extensions: 1,
        items: [{ bookId: book, qty: 2, returned: 1 }],
      }),
    )
    expect(created).toMatchObject({
      lendingNo: expect.stringMatching(/^JY20261120-/),
      status: 'DRAFT',
      kind: 'SHELF',
      extensions: 1,
      dueDate: '2026-12-20',
      totalFee: '3.00',
      createdByName: 'Stranger',
      items: [{ returned: 1, bookTitle: 'Created' }],
    })
    expect(await historyOf('lending', created.id)).toMatchObject([{ action: 'create', operator_name: 'Stranger' }])
  })

  it('create several at once, each as if it were created alone, and in about as few statements as one', async () => {
    const book = await desk.addBook('Created together', 9, { price: '1.50' })
    const member = await desk.addMember('Created together')
    const of = (qty: number) => ({ branchId: desk.branches.north, memberId: member, kind: 'SHELF', items: [{ bookId: book, qty }] })
    const count = async (amounts: number[]): Promise<[string[], number]> => {
      let statements = 0
      const kysely = desk.database.kysely.withPlugin({
        transformQuery: ({ node }) => (statements++, node),
        transformResult: async ({ result }) => result,
      })
      const counted = { ...desk.services, database: { ...desk.database, kysely } }
      return [await inTransaction(counted, desk.users.boss, (tools) => tools.createAll('lending', amounts.map(of))), statements]
    }
    const [[alone = ''], forOne] = await count([7])
    const [ids, forAll] = await count([1, 2, 3, 4, 5])
    expect(forAll - forOne).toBeLessThan(5)
    const records = await within((tools) => Promise.all(ids.map((id) => tools.load('lending', id))))
    const one = await within((tools) => tools.load('lending', alone))
    expect(records.map(({ totalFee }) => totalFee)).toEqual(['1.50', '3.00', '4.50', '6.00', '7.50'])
    expect(Object.keys(records[0]!)).toEqual(Object.keys(one))
    const numbers = [one, ...records].map(({ lendingNo }) => Number(String(lendingNo).slice(-4)))
    expect(numbers).toEqual(numbers.map((_number, index) => numbers[0]! + index))
    for (const id of ids) expect(await historyOf('lending', id)).toMatchObject([{ action: 'create', document_id: id }])
    expect(await within((tools) => tools.createAll('lending', []))).toEqual([])
    const before = await desk.count('lending')
    await expect(within((tools) => tools.createAll('lending', [of(1), { ...of(1), dueDate: 'x' }]))).rejects.toThrow(TypeError)
    expect(await desk.count('lending')).toBe(before)
  })

  it('start a record in the state that the rule names, with defaults for what it does not say', async () => {
    const member = await desk.addMember('Started')
    const values = { branchId: desk.branches.north, memberId: member, kind: undefined, dueDate: '2026-12-01' }
    const whole = { ...values, purpose: 'Reading', items: [{ bookId: await desk.addBook('Started', 1), qty: 1 }] }
    expect(await within((tools) => tools.create('lending', { ...whole, status: 'WAITING' }))).toMatchObject({
      status: 'WAITING',
      kind: 'DESK',
    })
    // No draft any more, which may lack what its submit needs.
    await expect(within((tools) => tools.create('lending', { ...values, status: 'WAITING' }))).rejects.toThrow('purpose (required)')
    await expect(within((tools) => tools.create('lending', { ...values, status: 'FLYING' }))).rejects.toThrow(
      'lending has no state FLYING to start in',
    )
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a value that does not fit', { memberName: 'x', deposit: '1.234' }, 'deposit (decimals)'],
    ['a missing value', { memberName: 'x' }, 'branchId (required)'],
    ['an unknown field', { memberName: 'x', colour: 'red' }, 'colour (unknown)'],
    ['a reference to nothing', { memberName: 'x', branchId: '999999' }, 'branchId (reference)'],
  ])('say what is wrong with a record that a rule makes: %s', async (_what, values, submitted) => {
    await expect(within((tools) => tools.create('member', values))).rejects.toThrow(submitted)
  })

  it('set fields of the system, raise the version and record the change', async () => {
    const lending = await desk.addLending(await desk.addMember('Set'), [])
    await within((tools) => tools.set('lending', lending.id, { extensions: 2, checkedById: desk.users.boss.id, opinion: 'noted' }))
    expect(await within((tools) => tools.load('lending', lending.id))).toMatchObject({
      version: 2,
      extensions: 2,
      checkedByName: 'Boss',
      opinion: 'noted',
      updatedByName: 'Boss',
    })
    expect((await historyOf('lending', lending.id)).at(-1)).toMatchObject({
      changes: [
        { field: 'extensions', before: '0', after: '2' },
        { field: 'checkedById', before: null, after: 'Boss' },
        { field: 'opinion', before: null, after: 'noted' },
      ],
    })
    await within((tools) => tools.set('lending', lending.id, { opinion: 'noted' }))
    expect(await within((tools) => tools.load('lending', lending.id))).toMatchObject({ version: 2 })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['the state', { status: 'LENT' }, 'changed by actions only'],
    ['a computed field', { totalFee: '1.00' }, 'cannot be written'],
    ['the version', { version: 9 }, 'cannot be written'],
    ['a field that is not there', { colour: 'red' }, 'cannot be written'],
    ['a value of another form', { extensions: 'two' }, 'cannot become "two"'],
  ])('do not set %s', async (_what, values, submitted) => {
    const lending = await desk.addLending(await desk.addMember(`Not set ${crypto.randomUUID().slice(0, 8)}`), [])
    await expect(within((tools) => tools.set('lending', lending.id, values))).rejects.toThrow(submitted)
  })

  it('give ten copies to a hundred takers at once exactly ten times, each under the lock of the book', async () => {
    const book = await desk.addBook('Wanted', 10)
    const taken = await Promise.all(Array.from({ length: 100 }, () => within((tools) => moveCopies(tools, book, -1, 1, 'lent'))))
    expect(taken.filter(Boolean)).toHaveLength(10)
    expect((await desk.rows('book')).find(({ id }) => id === book)).toMatchObject({ on_shelf: 0, lent_out: 10, copies: 10 })
    const lent = (await desk.rows('copy_movement')).filter((row) => row['book_id'] === book && row['reason'] === 'lent')
    expect(lent).toHaveLength(10)
  })

  describe('a ledger', () => {
    it('is only appended to', async () => {
      const book = await desk.addBook('Ledger', 1)
      const row = await within((tools) => tools.append('copyMovement', { bookId: book, reason: 'found', toShelf: 0 }))
      expect(row).toMatchObject({ bookTitle: 'Ledger', reason: 'found' })
      expect(await historyOf('copyMovement', row.id)).toEqual([])
      await expect(within((tools) => tools.set('copyMovement', row.id, { reason: 'x' }))).rejects.toThrow('its rows do not change')
      await expect(within((tools) => tools.create('copyMovement', { bookId: book, reason: 'x' }))).rejects.toThrow('append to it')
      await expect(within((tools) => tools.append('book', { bookTitle: 'x' }))).rejects.toThrow('is no ledger')
    })

    it.each(['update copy_movement set reason = reason', 'delete from copy_movement', 'truncate copy_movement'])(
      'is kept by the database: %s',
      async (statement) => {
        const counted = await desk.count('copy_movement')
        await expect(within(async (tools) => sql.raw(statement).execute(tools.trx))).rejects.toThrow()
        expect(await desk.count('copy_movement')).toBe(counted)
      },
    )
  })

  it('perform an action as the same user, guards included', async () => {
    const lending = await desk.addLending(await desk.addMember('Performed'), [{ bookId: await desk.addBook('Performed', 1), qty: 1 }])
    await within((tools) => tools.perform('lending', lending.id, 'submit'))
    await expect(within((tools) => tools.perform('lending', lending.id, 'approve'))).rejects.toMatchObject({ status: 417 })
    await inTransaction(desk.services, desk.users.clerk, (tools) => tools.perform('lending', lending.id, 'approve', { opinion: 'by rule' }))
    expect(await within((tools) => tools.load('lending', lending.id))).toMatchObject({ status: 'LENT', opinion: 'by rule' })
    await expect(within((tools) => tools.perform('lending', lending.id, 'fly'))).rejects.toThrow('lending has no action fly')
  })

  it('note what is no change', async () => {
    const member = await desk.addMember('Noted')
    await within((tools) => tools.note('member', member, 'NOTIFY', 'Notified', { receivers: ['a'] }))
    expect((await historyOf('member', member)).at(-1)).toMatchObject({
      action: 'NOTIFY',
      action_title: 'Notified',
      extra: { receivers: ['a'] },
      document_label: 'Noted',
      from_state: null,
    })
  })

  it('refuse with the words of the catalogue, and only with those', async () => {
    await within(async (tools) => tools.refuseIf(undefined))
    await expect(
      within(async (tools) => tools.refuseIf({ code: 'book.none-left', params: { title: 'X', left: 0 } })),
    ).rejects.toMatchObject({
      status: 417,
      code: 100501,
      message: '“X” has 0 copies left',
      extras: { params: { title: 'X', left: 0 } },
    })
    await expect(
      within(async (tools) => tools.refuseIf({ code: 'book.none-left', params: { title: '1234567', left: '1234567.50' } })),
    ).rejects.toMatchObject({ message: '“1234567” has 1,234,567.50 copies left', extras: { params: { left: '1234567.50' } } })
    await expect(within(async (tools) => tools.refuseIf({ code: 'no.such' }))).rejects.toThrow('no refusal named no.such')
    await expect(within(async (tools) => tools.invalid('goods.0.qty', 'Too many'))).rejects.toMatchObject({
      status: 422,
      extras: { errors: [{ pointer: '/goods/0/qty', path: 'goods.0.qty', rule: 'rule', detail: 'Too many' }] },
    })
  })

  it('undo everything when the work fails at its end', async () => {
    const [books, movements, history] = [await desk.count('book'), await desk.count('copy_movement'), await desk.count('document_history')]
    const work = within(async (tools) => {
      const book = await tools.create('book', { bookTitle: 'Undone' })
      await moveCopies(tools, book.id, 5, 0, 'bought')
      throw new Error('at the end')
    })
    await expect(work).rejects.toThrow('at the end')
    expect([await desk.count('book'), await desk.count('copy_movement'), await desk.count('document_history')]).toEqual([
      books,
      movements,
      history,
    ])
  })

  it('only read on a snapshot', async () => {
    const book = await desk.addBook('Snapshot', 1)
    await expect(inSnapshot(desk.services, desk.users.boss, (tools) => tools.set('book', book, { onShelf: 2 }))).rejects.toThrow(
      /read-only/,
    )
    expect(await inSnapshot(desk.services, desk.users.boss, (tools) => tools.load('book', book))).toMatchObject({ onShelf: 1 })
  })

  describe('numbers', () => {
    const numberOf = (value: unknown): number => Number(/(\d+)$/.exec(String(value))?.[1])

    it('run through the business day and start again on the next', async () => {
      const member = await desk.addMember('Numbered')
      const first = await desk.addLending(member, [])
      const second = await desk.addLending(member, [])
      const numbers = await within(async (tools) => [
        (await tools.load('lending', first.id))['lendingNo'],
        (await tools.load('lending', second.id))['lendingNo'],
      ])
      expect(numberOf(numbers[1])).toBe(numberOf(numbers[0]) + 1)

      const { today } = desk.time
      desk.time.today = '2026-12-31'
      const third = await desk.addLending(member, [], { dueDate: '2027-01-01' })
      expect(await within((tools) => tools.load('lending', third.id))).toMatchObject({ lendingNo: 'JY20261231-0001' })
      desk.time.today = today
    })

    it('are given once each to those who ask at once, and none to a refused one', async () => {
      const member = await desk.addMember('Numbers')
      const sequence = (await desk.rows('document_sequence')).find(({ counter, period }) => counter === 'JY' && period === '20261120')
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          desk.call('clerk', 'POST', '/api/desk/lending', { branchId: desk.branches.north, memberId: index % 3 === 2 ? '999999' : member }),
        ),
      )
      const numbers = responses.filter(({ status }) => status === 200).map(({ body }) => numberOf(body['lendingNo']))
      const next = Number(sequence?.['last_value']) + 1
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => next + index))
    })

    it('grow beyond their digits rather than repeat', async () => {
      await sql`update document_sequence set last_value = 999999 where counter = 'MB'`.execute(desk.database.kysely)
      const member = await desk.addMember('Millionth')
      expect((await desk.rows('member')).find(({ id }) => id === member)).toMatchObject({ member_no: 'MB1000000' })
    })
  })
})
