import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { Database } from '../database/database'
import { openTestDatabase, testDatabaseKinds } from '../database/testDatabase'
import type { ProductExtensions, RuleTools } from '../extensions'
import type { Services } from '../services'
import { systemUser } from '../session'
import type { WriteContext } from '../record/context'
import { remove } from '../write/remove'
import { inTransaction, inWrite } from '../write/transaction'
import { createTables, noScreens } from '../testing/smallProduct'

/** An orders office: every way of numbering once. */
const sources: ProductSources = {
  product: { language: 1, title: 'Office', userEntity: 'staff', scopes: {} },
  groups: {},
  dictionaries: {
    kind: { language: 1, title: 'Kind', items: { BUY: 'Buy', SELL: 'Sell' } },
    word: { language: 1, title: 'Word', items: { R: 'Receipt', P: 'Payment' } },
  },
  entities: {
    staff: {
      language: 1,
      title: 'Staff',
      label: 'name',
      scope: 'global',
      fields: { name: { type: 'text', title: 'Name', maxLength: 20 } },
    },
    order: {
      language: 1,
      title: 'Order',
      label: 'orderNo',
      scope: 'global',
      serial: { prefix: { by: 'kind', of: { BUY: 'BUY', SELL: 'SALE' } }, restart: 'month' },
      fields: {
        orderNo: { type: 'serial', title: 'Number' },
        kind: { type: 'select', title: 'Kind', dictionary: 'kind', required: true },
      },
    },
    delivery: {
      language: 1,
      title: 'Delivery',
      label: 'deliveryNo',
      scope: 'global',
      serial: { of: 'orderId' },
      fields: {
        deliveryNo: { type: 'serial', title: 'Number' },
        orderId: { type: 'ref', title: 'Order', to: 'order', required: true },
      },
    },
    yearly: {
      language: 1,
      title: 'Yearly',
      label: 'no',
      scope: 'global',
      serial: { prefix: 'YR', restart: 'year', digits: 3 },
      fields: { no: { type: 'serial', title: 'Number' } },
    },
    daily: {
      language: 1,
      title: 'Daily',
      label: 'no',
      scope: 'global',
      serial: { prefix: 'DAY' },
      fields: { no: { type: 'serial', title: 'Number' } },
    },
    journal: {
      language: 1,
      title: 'Journal',
      label: 'no',
      scope: 'global',
      appendOnly: true,
      serial: { prefix: 'JL', by: 'id', digits: 6 },
      fields: {
        no: { type: 'serial', title: 'Number' },
        note: { type: 'json', title: 'Note', shape: 'note' },
        tags: { type: 'select', title: 'Tags', dictionary: 'word', multiple: true },
      },
    },
    entry: {
      language: 1,
      title: 'Entry',
      label: 'text',
      scope: 'global',
      sequences: { seq: { per: ['month', 'word'], on: ['book'] }, page: {} },
      fields: {
        text: { type: 'text', title: 'Text', maxLength: 20 },
        month: { type: 'text', title: 'Month', maxLength: 7 },
        word: { type: 'select', title: 'Word', dictionary: 'word' },
        seq: { type: 'digit', title: 'Seq', system: true },
        page: { type: 'digit', title: 'Page', system: true },
        called: { type: 'text', title: 'Called', maxLength: 30, value: "concat(word, '-', seq)", stored: true },
        status: { type: 'status', title: 'State' },
      },
      states: { OPEN: { title: 'Open', initial: true, edit: true, delete: true }, BOOKED: { title: 'Booked', edit: true, delete: true } },
      actions: {
        book: { title: 'Book', from: ['OPEN'], to: 'BOOKED' },
        unbook: { title: 'Take back', from: ['BOOKED'], to: 'OPEN' },
      },
    },
  },
  ...noScreens,
}

describe.each(testDatabaseKinds)('numbers on %s', (kind) => {
  const plan = compileProduct(sources)
  const time = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z' }
  let database: Database
  let services: Services
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    await createTables(database, plan)
    const extensions = { save: {}, saved: {}, remove: {}, action: {}, views: {}, queries: {}, formats: {}, shapes: { note: {} } }
    services = {
      plan,
      database,
      extensions: extensions as unknown as ProductExtensions,
      clock: { today: () => time.today, now: () => time.now },
    } as Services
  })
  afterAll(() => database?.close())

  const within = <T>(work: (tools: RuleTools) => Promise<T>): Promise<T> => inTransaction(services, systemUser, work)
  const withContext = <T>(work: (context: WriteContext) => Promise<T>): Promise<T> => inWrite(services, systemUser, work)
  const create = (entity: string, values: Record<string, unknown> = {}) => within((tools) => tools.create(entity, values))
  const childOf = (order: Record<string, unknown>, number: number) => `${String(order['orderNo'])}-0${number}`
  const numberOf = async (entity: string, values: Record<string, unknown> = {}, field = 'no') =>
    String((await create(entity, values))[field])

  it('begin with the letters of a code and restart with the month', async () => {
    expect(await numberOf('order', { kind: 'BUY' }, 'orderNo')).toBe('BUY202611-0001')
    expect(await numberOf('order', { kind: 'SELL' }, 'orderNo')).toBe('SALE202611-0001')
    expect(await numberOf('order', { kind: 'BUY' }, 'orderNo')).toBe('BUY202611-0002')
    time.today = '2026-12-01'
    expect(await numberOf('order', { kind: 'BUY' }, 'orderNo')).toBe('BUY202612-0001')
    time.today = '2026-11-20'
  })

  it('restart with the year', async () => {
    expect([await numberOf('yearly'), await numberOf('yearly')]).toEqual(['YR2026-001', 'YR2026-002'])
    time.today = '2027-01-01'
    expect(await numberOf('yearly')).toBe('YR2027-001')
    time.today = '2026-11-20'
  })

  it('refuse a code that has no letters, with the field marked', async () => {
    const other: Services = structuredPlan(services, (entities) => {
      const serial = entities['order']?.serial
      if (typeof serial?.prefix === 'object') delete serial.prefix.of['SELL']
    })
    const refused = inTransaction(other, systemUser, (tools) => tools.create('order', { kind: 'SELL' }))
    await expect(refused).rejects.toMatchObject({ status: 422, extras: { errors: [{ path: 'kind', rule: 'dictionary' }] } })
  })

  it('of a child begin with the number of its parent', async () => {
    const order = await create('order', { kind: 'SELL' })
    const other = await create('order', { kind: 'SELL' })
    const numbers = []
    for (const orderId of [order.id, order.id, other.id]) numbers.push(await numberOf('delivery', { orderId }, 'deliveryNo'))
    expect(numbers).toEqual([childOf(order, 1), childOf(order, 2), childOf(other, 1)])
  })

  it('of a child are there in the transaction that creates its parent', async () => {
    const [order, delivery] = await within(async (tools) => {
      const parent = await tools.create('order', { kind: 'BUY' })
      return [parent, await tools.create('delivery', { orderId: parent.id })]
    })
    expect(delivery['deliveryNo']).toBe(childOf(order, 1))
  })

  it('of a journal are its ids, without a counter, and every kind of value is kept beside them', async () => {
    const values = { note: { a: [1, null] }, tags: ['R', 'P'] }
    const rows = await within(async (tools) => [await tools.append('journal', values), await tools.append('journal', {})])
    for (const { id, no } of rows) expect(no).toBe(`JL${id.padStart(6, '0')}`)
    expect(rows[0]).toMatchObject(values)
    expect(BigInt(rows[1]!.id) - BigInt(rows[0]!.id)).toBe(1n)
    const { rows: counters } = await sql`select from document_sequence where counter = 'JL'`.execute(database.kysely)
    expect(counters).toEqual([])
  })

  it('of many creations at once are unique, dated right and without waiting for each other', async () => {
    time.today = '2026-11-21'
    const made = await Promise.all(Array.from({ length: 200 }, () => numberOf('daily')))
    expect(new Set(made).size).toBe(200)
    expect(made.toSorted(byCode)).toEqual(
      Array.from({ length: 200 }, (_none, index) => `DAY20261121-${String(index + 1).padStart(4, '0')}`),
    )
    time.today = '2026-11-20'
  })

  it.runIf(kind === 'postgres')('of a day do not queue behind a transaction that has drawn one and goes on', async () => {
    time.today = '2026-11-22'
    let goOn = () => undefined as void
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let drawn = () => undefined as void
    const hasDrawn = new Promise<void>((resolve) => (drawn = resolve))
    const slow = within(async (tools) => {
      const { no } = await tools.create('daily', {})
      drawn()
      await held
      return no
    })
    await hasDrawn
    // While it holds its transaction open, all the others of the day are stored.
    const others = await Promise.all(Array.from({ length: 200 }, () => numberOf('daily')))
    goOn()
    expect(await slow).toBe('DAY20261122-0001')
    expect(new Set(others).size).toBe(200)
    expect(others.toSorted(byCode)[0]).toBe('DAY20261122-0002')
    time.today = '2026-11-20'
  })

  it('leave a gap where a transaction failed, and are never given twice', async () => {
    time.today = '2026-11-23'
    const failing = within(async (tools) => {
      await tools.create('daily', {})
      throw new Error('the rest went wrong')
    })
    await expect(failing).rejects.toThrow('the rest went wrong')
    // On the one connection of the embedded database the draw is taken back, too.
    expect(await numberOf('daily')).toBe(kind === 'postgres' ? 'DAY20261123-0002' : 'DAY20261123-0001')
    time.today = '2026-11-20'
  })

  it('are the same when a transaction is run again', async () => {
    time.today = '2026-11-24'
    const runs: unknown[] = []
    const numbers = await within(async (tools) => {
      const pair = [(await tools.create('daily', {}))['no'], (await tools.create('daily', {}))['no']]
      runs.push(pair)
      if (runs.length === 1) await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tools.trx)
      return pair
    })
    expect(runs).toEqual([numbers, numbers])
    expect(numbers).toEqual(['DAY20261124-0001', 'DAY20261124-0002'])
    expect(await numberOf('daily')).toBe('DAY20261124-0003')
    time.today = '2026-11-20'
  })

  describe('without gaps', () => {
    const entry = (month: string, word: string) => create('entry', { month, word })
    const book = (id: string) => within((tools) => tools.perform('entry', id, 'book'))
    const load = (id: string) => within((tools) => tools.load('entry', id))

    it('count by period and word when the action is done, and at the creation where no action is named', async () => {
      const one = await entry('2026-11', 'R')
      const two = await entry('2026-11', 'R')
      const other = await entry('2026-12', 'P')
      expect(await load(one.id)).toMatchObject({ seq: null, called: 'R-' })
      for (const { id } of [two, one, other]) await book(id)
      expect(await load(two.id)).toMatchObject({ seq: 1, called: 'R-1', version: 2 })
      expect(await load(one.id)).toMatchObject({ seq: 2, called: 'R-2' })
      expect(await load(other.id)).toMatchObject({ seq: 1, called: 'P-1' })
      const pages = await Promise.all([one, two, other].map(async ({ id }) => (await load(id))['page']))
      expect(pages).toEqual([1, 2, 3])
    })

    it('stay with a record for good', async () => {
      const one = await entry('2027-01', 'R')
      await book(one.id)
      await within((tools) => tools.perform('entry', one.id, 'unbook'))
      await book(one.id)
      expect(await load(one.id)).toMatchObject({ seq: 1 })
      const next = await entry('2027-01', 'R')
      await book(next.id)
      expect(await load(next.id)).toMatchObject({ seq: 2 })
      await expect(withContext((context) => remove(context, 'entry', one.id))).rejects.toMatchObject({
        status: 417,
        message: '该数据已取得连续编号，不能删除',
      })
      const moved = within((tools) => tools.set('entry', one.id, { month: '2027-02' }))
      await expect(moved).rejects.toMatchObject({ status: 422, extras: { errors: [{ path: 'month', rule: 'numbered' }] } })
      await expect(within((tools) => tools.set('entry', one.id, { seq: 7 }))).rejects.toMatchObject({ status: 422 })
    })

    it('are refused while what they count by is not said', async () => {
      const one = await create('entry', { word: 'R' })
      await expect(book(one.id)).rejects.toMatchObject({ status: 422, extras: { errors: [{ path: 'month', rule: 'required' }] } })
      expect(await load(one.id)).toMatchObject({ status: 'OPEN', seq: null })
    })

    it('stay without gaps when some of many transactions fail, and those that draw from several counts at once never wait for ever', async () => {
      const ids = await Promise.all(
        Array.from({ length: 60 }, async (_none, index) => (await entry('2028-01', index % 2 === 0 ? 'R' : 'P')).id),
      )
      // Each books two records of both words, in orders that cross; every third fails.
      const pairs = Array.from({ length: 30 }, (_none, index) =>
        index % 2 === 0 ? [ids[2 * index], ids[2 * index + 1]] : [ids[2 * index + 1], ids[2 * index]],
      )
      const done = await Promise.allSettled(
        pairs.map((pair, index) =>
          withContext(async ({ tools }) => {
            for (const id of pair) await tools.perform('entry', String(id), 'book')
            if (index % 3 === 2) throw new Error('refused')
          }),
        ),
      )
      expect(done.filter(({ status }) => status === 'rejected').length).toBe(10)
      const { rows } = await sql<{ word: string; seqs: number[] }>`
        select word, array_agg(seq order by seq) as seqs from entry where month = '2028-01' and seq is not null group by word`.execute(
        database.kysely,
      )
      const counted = Array.from({ length: 20 }, (_none, index) => index + 1)
      expect(Object.fromEntries(rows.map(({ word, seqs }) => [word, seqs]))).toEqual({ R: counted, P: counted })
      const pages = await sql<{ pages: number[] }>`select array_agg(page order by page) as pages from entry`.execute(database.kysely)
      expect(pages.rows[0]?.pages).toEqual(pages.rows[0]?.pages.map((_page, index) => index + 1))
    })
  })
})

function byCode(a: string, b: string): number {
  return a < b ? -1 : 1
}

/** The services with a changed copy of the plan. */
function structuredPlan(services: Services, change: (entities: Services['plan']['entities']) => void): Services {
  const plan = structuredClone(services.plan)
  change(plan.entities)
  return { ...services, plan }
}
