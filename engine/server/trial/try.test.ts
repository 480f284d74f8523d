import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { inDryRun } from '../write/transaction'
import { RuleGate, ruleSaw } from './testing/counter'
import { openCounter, type Counter } from './testing/counterServer'

describe.each(usualTestDatabaseKinds)('a dry run on %s', (kind) => {
  let counter: Counter
  beforeAll(async () => {
    counter = await openCounter(kind)
  })
  afterAll(() => counter?.close())

  const draft = (items: { titleId?: string; qty?: number }[], more: Record<string, unknown> = {}) => ({
    branchId: counter.branches.north,
    cardId: counter.card,
    purpose: 'reading',
    items,
    ...more,
  })
  async function addOrder(qty = 2): Promise<{ id: string; version: number }> {
    const { status, body } = await counter.post('clerk', 'order', draft([{ titleId: counter.titles[0], qty }]))
    expect(status).toBe(200)
    return { id: String(body['id']), version: Number(body['version']) }
  }

  it('of a new record computes what the save computes, and stores nothing', async () => {
    const before = await counter.everything()
    const body = draft([
      { titleId: counter.titles[0], qty: 2 },
      { titleId: counter.titles[1], qty: 1 },
    ])
    const tried = await counter.tried('clerk', 'order/try', body)
    expect(tried).toEqual({
      asOf: '2026-11-20T02:00:00.000Z',
      problems: [],
      values: { total: '5.50' },
      lines: { items: [{ cost: '3.00' }, { cost: '2.50' }] },
    })
    expect(await counter.everything()).toEqual(before)
    const { body: saved } = await counter.post('clerk', 'order', body)
    expect(saved).toMatchObject({ total: '5.50', items: [{ cost: '3.00' }, { cost: '2.50' }] })
    // Numbers are not used up by trying.
    expect(saved['orderNo']).toBe('OR20261120-0001')
  })

  it('of half a form tells all that is missing and computes the rest', async () => {
    const { problems, values, lines } = await counter.tried('clerk', 'order/try', {
      branchId: counter.branches.north,
      items: [{ titleId: counter.titles[0], qty: 2 }, { titleId: counter.titles[1] }, { titleId: counter.titles[1], qty: 3 }],
    })
    expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['cardId required', 'purpose required', 'items.1.qty required'])
    expect(lines).toEqual({ items: [{ cost: '3.00' }, { cost: null }, { cost: '7.50' }] })
    expect(values).toEqual({ total: '10.50' })
  })

  it('tells what a rule refuses beside what it has computed', async () => {
    const { problems, lines } = await counter.tried(
      'clerk',
      'order/try',
      draft([{ titleId: counter.titles[0], qty: 2 }], { purpose: 'burning' }),
    )
    expect(problems).toEqual([{ pointer: '', path: '', rule: 'refused', detail: 'Books are not burnt' }])
    expect(lines).toEqual({ items: [{ cost: '3.00' }] })
  })

  it('of a change works on the stored record and refuses an old version', async () => {
    const { id, version } = await addOrder()
    const { items } = (await counter.get('clerk', `order/${id}`)).body as { items: { id: string }[] }
    const rows = [{ id: items[0]!.id, titleId: counter.titles[1], qty: 4 }]
    const before = await counter.everything()
    expect(await counter.tried('clerk', `order/try/${id}`, { version, items: rows })).toMatchObject({
      problems: [],
      values: { total: '10.00' },
      lines: { items: [{ cost: '10.00' }] },
    })
    expect(await counter.post('clerk', `order/try/${id}`, { version: version + 1, items: rows })).toMatchObject({
      status: 409,
      body: { code: 100409 },
    })
    expect(await counter.everything()).toEqual(before)
  })

  it('counts what others sum up, in memory alone', async () => {
    const title = await counter.insert('title', {
      title_name: 'Comets',
      branch_id: counter.branches.north,
      price: '1.00',
      purchase: '1.00',
      available: 0,
      aside: 0,
      at_most: 5,
      ordered: 3,
    })
    const before = await counter.everything()
    const items = (...quantities: number[]) => draft(quantities.map((qty) => ({ titleId: title, qty })))
    expect((await counter.tried('clerk', 'order/try', items(1, 1))).problems).toEqual([])
    expect((await counter.tried('clerk', 'order/try', items(1, 2))).problems).toMatchObject([{ path: '', rule: 'refused' }])
    expect(await counter.everything()).toEqual(before)
  })

  it('writes on no balance and no sum, and reads what it has come to', async () => {
    const { id } = await addOrder(2)
    const [titleId] = counter.titles
    const was = (await rowsOf('title')).find((row) => row['id'] === titleId)
    await inDryRun(counter.services, counter.clerk, { isOver: false }, async ({ tools, trx }) => {
      for (const qty of [3, 4])
        await tools.create('order', { branchId: counter.branches.north, cardId: counter.card, purpose: 'x', items: [{ titleId, qty }] })
      await tools.perform('order', id, 'approve', { amount: '5.00' })
      const ordered = Number(was?.['ordered']) + 7
      expect(await tools.load('title', titleId)).toMatchObject({ ordered, available: 8, aside: 2 })
      expect(await tools.load('card', counter.card)).toMatchObject({ reserved: '5.00', left: '95.00' })
      // Others see and may change these rows meanwhile: they are as they were, also for this transaction.
      expect(await trx.selectFrom('title').selectAll().where('id', '=', titleId).executeTakeFirst()).toEqual(was)
      expect(await trx.selectFrom('ledger_movement').selectAll().execute()).toEqual([])
    })
  })

  it.each([
    ['no object', [1], 400],
    ['a field that there is not', { nothing: 1 }, 422],
    ['a field that nobody types', { total: '1.00' }, 422],
    ['a cell that nobody types', { items: [{ cost: '1.00' }] }, 422],
    ['a secret field', { purchaseTotal: '1.00' }, 422],
    ['rows that are none', { items: 'many' }, 422],
    ['a value of another kind', { purpose: { $gt: '' } }, 422],
    ['__proto__', JSON.parse('{"__proto__": {"purpose": "x"}, "constructor": 1}'), 400],
  ])('refuses %s as a save does', async (_what, body, status) => {
    const [tried, saved] = [await counter.post('clerk', 'order/try', body), await counter.post('clerk', 'order', body)]
    expect([tried.status, saved.status]).toEqual([status, status])
  })

  it.each([
    ['no object', [1], 400],
    ['what is no JSON', 'approve', 415],
    ['a field that is not asked', { total: '1.00' }, 422],
    ['a field that there is not', { nothing: 1 }, 422],
    ['rows that are not asked', { items: [{ qty: 1 }] }, 422],
    ['a value of another kind', { amount: { $gt: '' } }, 422],
    ['a number beyond all numbers', { amount: '9'.repeat(400) }, 422],
    ['a version that is none', { version: '1 or true' }, 422],
    ['__proto__', JSON.parse('{"__proto__": {"amount": "1.00"}, "constructor": 1}'), 400],
  ])('of an action refuses %s as the action does', async (_what, body, status) => {
    const { id } = await addOrder()
    const [tried, done] = [
      await counter.post('clerk', `order/try/approve/${id}`, body),
      await counter.post('clerk', `order/approve/${id}`, body),
    ]
    expect([tried.status, done.status]).toEqual([status, status])
  })

  it.each(['0', '999999999999999999', 'x', '-1', '1;drop table'])(
    'of an action on a record that there is not is refused: %s',
    async (id) => {
      expect((await counter.post('clerk', `order/try/approve/${encodeURIComponent(id)}`, { amount: '1.00' })).status).toBe(404)
    },
  )

  it('is for those alone who may do it, on rows that they see', async () => {
    const { id, version } = await addOrder()
    const approve = { version, amount: '1.00' }
    expect((await counter.post('reader', 'order/try', draft([]))).status).toBe(403)
    expect((await counter.post('reader', `order/try/${id}`, { version })).status).toBe(403)
    expect((await counter.post('reader', `order/try/approve/${id}`, approve)).status).toBe(403)
    expect((await counter.post('stranger', `order/try/${id}`, { version })).status).toBe(404)
    expect((await counter.post('stranger', `order/try/approve/${id}`, approve)).status).toBe(404)
    const own = { branchId: counter.branches.south }
    const { problems } = await counter.tried('stranger', 'order/try', draft([{ titleId: counter.titles[0], qty: 1 }], own))
    expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['cardId reference', 'items.0.titleId reference'])
  })

  /** Rules load what they are told to, whoever asks. */
  it('tells nothing of what may not be chosen, however much else is wrong', async () => {
    const ask = async (cardId: string, titleId: string) => {
      const rows = [...Array.from({ length: 55 }, () => ({ qty: 0 })), { titleId, qty: 3 }]
      const { problems, ...response } = await counter.tried('stranger', 'order/try', { cardId, items: rows, branchId: 'x', purpose: 'x' })
      return { ...response, problems: problems.filter(({ path }) => path !== '') }
    }
    const unknown = await ask('99999', '99999')
    expect(unknown.lines?.['items']?.at(-1)).toEqual({ cost: null })
    expect(await ask(counter.card, counter.titles[0])).toEqual(unknown)
    expect(ruleSaw.at(-1)).toEqual({ cardId: null, cardNo: null, items: [] })
  })

  describe('of a record that would be outside of the row scope', () => {
    const scopeProblem = { pointer: '/branchId', path: 'branchId', rule: 'scope', detail: '“Branch”超出您的数据范围' }
    const asOf = '2026-11-20T02:00:00.000Z'
    const elsewhere = (more: Record<string, unknown> = {}) =>
      draft([{ titleId: counter.titles[0], qty: 2 }], { branchId: counter.branches.south, ...more })

    it('tells that alone, and nothing that was computed', async () => {
      const rulesRun = ruleSaw.length
      expect(await counter.tried('clerk', 'order/try', elsewhere())).toEqual({ asOf, problems: [scopeProblem] })
      const { id, version } = await addOrder()
      const moved = await counter.tried('clerk', `order/try/${id}`, { version, branchId: counter.branches.south })
      expect(moved).toEqual({ asOf, problems: [scopeProblem] })
      // That of the stored order alone.
      expect(ruleSaw.length).toBe(rulesRun + 1)
    })

    it('computes nothing for a form that is wrong in other ways too', async () => {
      const { problems, ...rest } = await counter.tried('clerk', 'order/try', elsewhere({ purpose: undefined }))
      expect(rest).toEqual({ asOf })
      expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['branchId scope', 'purpose required'])
      const many = Array.from({ length: 55 }, () => ({ qty: 0 }))
      const { problems: first, ...none } = await counter.tried('clerk', 'order/try', elsewhere({ items: many }))
      expect(none).toEqual({ asOf })
      expect(first[0]).toEqual(scopeProblem)
    })

    it('tells nothing either where a rule has settled whose it is', async () => {
      const moving = draft([{ titleId: counter.titles[0], qty: 2 }], { purpose: 'moving' })
      const alone = { asOf, problems: [scopeProblem] }
      expect(await counter.tried('clerk', 'order/try', moving)).toEqual(alone)
      // A form with other mistakes ends before a row is stored.
      expect(await counter.tried('clerk', 'order/try', { ...moving, cardId: undefined })).toEqual(alone)
    })

    it('a save is refused before its rule says anything of it', async () => {
      const rulesRun = ruleSaw.length
      const { status, body } = await counter.post('clerk', 'order', elsewhere({ purpose: 'burning' }))
      expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [scopeProblem] })
      expect(ruleSaw.length).toBe(rulesRun)
    })
  })

  it('of an action tells balances, holds, documents and states, and books nothing', async () => {
    const { id, version } = await addOrder(3)
    await counter.insert('wish', { wish_text: 'For Ann', branch_id: counter.branches.north, order_id: id, status: 'OPEN' })
    await counter.insert('wish', { wish_text: 'Elsewhere', branch_id: counter.branches.south, order_id: id, status: 'OPEN' })
    const before = await counter.everything()
    const { problems, effects } = await counter.tried('clerk', `order/try/approve/${id}`, { version, amount: '4.50' })
    expect(problems).toEqual([])
    expect(effects).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      figures: [],
      balances: [
        { ledger: 'Allowance', title: 'Card', label: 'C-1', buckets: [{ title: 'Reserved', unit: 'EUR', before: '0.00', after: '4.50' }] },
        {
          ledger: 'Copies',
          title: 'Title',
          label: 'Atlas',
          buckets: [
            { title: 'Available', before: '10', after: '7' },
            { title: 'Set aside', before: '0', after: '3' },
          ],
        },
      ],
      holds: [
        { ledger: 'Allowance', label: 'C-1', bucket: { title: 'Reserved', unit: 'EUR', before: '0.00', after: '4.50' } },
        { ledger: 'Copies', label: 'Atlas', bucket: { title: 'Set aside', before: '0', after: '3' } },
      ],
      created: [{ title: 'Parcel' }],
      changed: [{ title: 'Wish', label: 'For Ann', from: 'Open', to: 'Awake' }],
      hidden: true,
    })
    expect(await counter.everything()).toEqual(before)
  })

  it('of an action computes while words are still missing', async () => {
    const { id, version } = await addOrder(1)
    const { body: approved } = await counter.post('clerk', `order/approve/${id}`, { version, amount: '1.50' })
    const { problems, effects } = await counter.tried('clerk', `order/try/reopen/${id}`, { version: approved['version'] })
    expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['reason required'])
    expect(effects?.balances.flatMap(({ buckets }) => buckets.map(({ before, after }) => `${before} ${after}`))).toEqual([
      '1.50 0.00',
      '9 10',
      '1 0',
    ])
    expect((await counter.post('clerk', `order/reopen/${id}`, {})).status).toBe(422)
    const done = await counter.post('clerk', `order/reopen/${id}?preview=${effects!.hash}`, { reason: 'mistaken' })
    expect(done.status).toBe(200)
  })

  it('of an action tells why it would be refused', async () => {
    const { id, version } = await addOrder(1)
    const { problems } = await counter.tried('clerk', `order/try/approve/${id}`, { version })
    expect(problems.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['amount required'])
    const beyond = await counter.tried('clerk', `order/try/approve/${id}`, { version, amount: '100.01' })
    expect(beyond).toMatchObject({ problems: [{ rule: 'refused', params: { amount: '100.01' } }] })
    expect(beyond.effects).toBeUndefined()
    expect((await counter.tried('clerk', `order/try/close/${id}`, { version })).problems).toHaveLength(1)
  })

  it('is refused when it is confirmed with other figures than it showed, and shows the new ones', async () => {
    const [one, other] = [await addOrder(1), await addOrder(1)]
    const shown = (await counter.tried('clerk', `order/try/approve/${one.id}`, { version: one.version, amount: '2.00' })).effects
    expect((await counter.post('clerk', `order/approve/${other.id}`, { version: other.version, amount: '3.00' })).status).toBe(200)
    // A number that a refused booking has drawn stays drawn: numbers may have gaps.
    const stored = async () => ({ ...(await counter.everything()), document_sequence: null })
    const between = await stored()
    const body = { version: one.version, amount: '2.00' }
    const refused = await counter.post('clerk', `order/approve/${one.id}?preview=${shown!.hash}`, body, 'key-1')
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: '/problems/preview-changed',
        code: 100413,
        effects: { balances: [{ buckets: [{ before: '3.00', after: '5.00' }] }, {}] },
      },
    })
    expect(await stored()).toEqual(between)
    const { hash } = refused.body.effects!
    expect((await counter.post('clerk', `order/approve/${one.id}?preview=${hash}`, body, 'key-1')).status).toBe(200)
    for (const { id } of [one, other]) expect((await counter.post('clerk', `order/reopen/${id}`, { reason: 'x' })).status).toBe(200)
  })

  it('takes no hash that is none, and no parameter that is almost its name', async () => {
    const { id, version } = await addOrder(1)
    const body = { version, amount: '1.00' }
    expect((await counter.post('clerk', `order/approve/${id}?preview=x`, body)).status).toBe(422)
    expect((await counter.post('clerk', `order/approve/${id}?previw=${'0'.repeat(64)}`, body)).status).toBe(422)
    expect((await counter.post('clerk', `order/approve/${id}?preview=${'0'.repeat(64)}`, body)).status).toBe(409)
  })

  it('gives way to a newer one of the same user', async () => {
    const body = draft([{ titleId: counter.titles[0], qty: 1 }])
    const gate = RuleGate.close()
    const asked: ReturnType<Counter['post']>[] = []
    for (const nth of [1, 2, 3]) {
      asked.push(counter.post('clerk', 'order/try', body))
      // One connection serves one after the other, in the order in which they were asked; else each has begun before the next is asked.
      if (kind === 'postgres') await expect.poll(() => gate.reached).toBe(nth)
    }
    gate.open()
    const responses = await Promise.all(asked)
    expect(responses.map(({ status }) => status)).toEqual([409, 409, 200])
    expect(responses[0]?.body).toMatchObject({ type: '/problems/superseded', code: 100414 })
    // Another user's goes on.
    const both = await Promise.all([counter.post('clerk', 'order/try', body), counter.post('stranger', 'order/try', body)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })

  it('shows what the action then books, whatever was asked', async () => {
    const item = fc.record({ title: fc.nat({ max: 1 }), qty: fc.integer({ min: 1, max: 6 }) })
    const step = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      amount: fc.integer({ min: 1, max: 6_000 }).map((cents) => (cents / 100).toFixed(2)),
      after: fc.constantFrom('reopen', 'close', 'stay'),
    })
    let booked = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { items, amount, after } of steps) {
          const rows = items.map(({ title, qty }) => ({ titleId: counter.titles[title as 0 | 1], qty }))
          const { body } = await counter.post('clerk', 'order', draft(rows))
          await agree(String(body['id']), 'approve', { amount })
          if (after !== 'stay') await agree(String(body['id']), after, after === 'reopen' ? { reason: 'x' } : {})
        }
        for (const { id } of await rowsOf('order')) await counter.post('clerk', `order/reopen/${String(id)}`, { reason: 'x' })
      }),
      { numRuns: 12 },
    )
    expect(booked).toBeGreaterThan(10)

    /** What was tried and what is then done are both refused, or come to the same figures. */
    async function agree(id: string, action: string, form: object): Promise<void> {
      const untouched = await counter.everything()
      const { problems, effects } = await counter.tried('clerk', `order/try/${action}/${id}`, form)
      expect(await counter.everything()).toEqual(untouched)
      const before = await balances()
      const { status } = await counter.post('clerk', `order/${action}/${id}?preview=${effects?.hash ?? '0'.repeat(64)}`, form)
      expect(status).toBe(problems.length === 0 ? 200 : 417)
      if (!effects) return
      booked += 1
      const after = await balances()
      const labels = new Set([...Object.keys(before), ...Object.keys(after)].filter((label) => before[label] !== after[label]))
      const told = effects.balances.flatMap(({ label, buckets }) => buckets.map((bucket) => [`${label} ${bucket.title}`, bucket] as const))
      expect(new Set(told.map(([label]) => label))).toEqual(labels)
      for (const [label, bucket] of told) expect([before[label], after[label]]).toEqual([bucket.before, bucket.after])
    }
  })

  async function rowsOf(entity: string): Promise<Record<string, unknown>[]> {
    return (await sql<Record<string, unknown>>`select * from ${sql.id(entity)}`.execute(counter.database.kysely)).rows
  }

  async function balances(): Promise<Record<string, string>> {
    const cards = (await rowsOf('card')).map((row) => [`${String(row['card_no'])} Reserved`, String(row['reserved'])])
    const titles = (await rowsOf('title')).flatMap((row) => [
      [`${String(row['title_name'])} Available`, String(row['available'])],
      [`${String(row['title_name'])} Set aside`, String(row['aside'])],
    ])
    return Object.fromEntries([...cards, ...titles]) as Record<string, string>
  }
})
