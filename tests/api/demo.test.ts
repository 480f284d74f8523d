import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { ScreenPlan } from '../../engine/core/plan'
import { applyMigrations } from '../../engine/server/database/migrations'
import type { DatabaseKind } from '../../engine/server/database/database'
import { mainTestDatabaseKind, openTestDatabase } from '../../engine/server/database/testDatabase'
import type { FileStore } from '../../engine/server/files/fileStore'
import type { Services } from '../../engine/server/services'
import { FixedClock } from '../../src/server/clock'
import { makeDemo, seedDemo } from '../../src/server/demo'
import { statesWithoutRow } from '../../src/server/demo/coverage'
import { extensionsOf } from '../../src/server/extensions'
import { seedStandard } from '../../src/server/seed'
import { hashPassword } from '../../src/server/session/password'
import { demoPassword, testRoot } from './support/config'
import { at } from './support/fixtures'
import { describeOnEach } from './support/platform'
import { testProduct } from './support/product'

/** The last day of what is made a second time: the rest of the year would be the same in the same way. */
const lastDayMadeAgain = '2026-03-03'

/** Once for both databases that it is held against. */
let madeAgain: Promise<unknown[]> | undefined

/** On the server where there is one; the first time they were made on an embedded database. Returns the history. */
async function makeAgain(): Promise<unknown[]> {
  const services = await prepareEmpty(mainTestDatabaseKind)
  await makeDemo(services, demoPassword, lastDayMadeAgain)
  const history = await historyOf(services.database)
  await services.database.close()
  return history
}

describeOnEach('the demo data', (platform) => {
  const count = async (table: string, where = 'true'): Promise<number> => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(
      platform().database.kysely,
    )
    return Number(rows[0]?.count)
  }

  it('are as many as domain 70, G.2 and G.3 ask, as far as there are screens', async () => {
    const counts = {
      departments: await count('department'),
      users: await count('app_user'),
      enterprises: await count('enterprise'),
      active: await count('enterprise', `status = 'ACTIVE'`),
      warehouses: await count('warehouse'),
      dynamic: await count('warehouse', `supervision_mode = 'DYNAMIC'`),
      categories: await count('category'),
      goods: await count('goods'),
      currencies: await count('currency'),
      productTypes: await count('product_type'),
      products: await count('product', `status = 'ACTIVE'`),
      monthly: await count('product', `status = 'ACTIVE' and interest_mode = 'MONTHLY'`),
      clients: await count('client', `status = 'ACTIVE'`),
      quotas: await count('quota', `status = 'ACTIVE'`),
      lines: await count('customer_line', `status = 'ACTIVE'`),
      baseRates: await count('base_pledge_rate'),
      rules: await count('pledge_rule'),
      loans: await count('loan'),
      stockIns: await count('stock_in'),
      subjects: await count('sub_account'),
      voucherTypes: await count('voucher_type', `biz_event is not null`),
      bankAccounts: await count('bank_account'),
      closedMonths: await count('account_period', `closed`),
    }
    expect(counts).toEqual({
      departments: 6,
      users: 19,
      enterprises: 43,
      active: 38,
      warehouses: 8,
      dynamic: 5,
      categories: 24,
      goods: 80,
      currencies: 6,
      productTypes: 3,
      products: 6,
      monthly: 2,
      clients: 10,
      quotas: 5,
      lines: 14,
      baseRates: 22,
      rules: 10,
      // Three beyond G.3, for fills in each state.
      loans: 32,
      stockIns: 56,
      subjects: 43,
      voucherTypes: 21,
      bankAccounts: 8,
      closedMonths: 10,
    })
    // The 13 of H.1, and one that shuts a menu (S32).
    expect(await count('role')).toBe(14)
    expect(await count('collateral_price', `price_source = 'MARKET'`)).toBeGreaterThanOrEqual(890)
    expect(await count('exchange_rate')).toBeGreaterThan(1_600)
  })

  it('show every state that an action leads to, and stand every invariant', async () => {
    expect(await statesWithoutRow(platform().plan, platform().database)).toEqual([])
    expect(await platform().violations()).toEqual([])
  })

  it('hold the reference case F1 to the cent (E-09 to E-11, E-17)', async () => {
    const op = await platform().as('op01')
    const [row] = (await op.list(at.loan, { loanNo: 'RZ20260302-0001' })).records
    const loan = await op.read(at.loan, row?.id ?? '')
    expect(loan).toMatchObject({
      status: 'APPROVED',
      goodsAmount: '1200000.00',
      approvedAmount: '635250.00',
      initialRate: '0.5500',
      bondAmount: '31762.50',
      goods: [{ qty: '10000.0000', unitPrice: '120.0000', pledgeRate: '0.5500', financeAmount: '635250.00' }],
    })
    const batchId = (loan['goods'] as { stockBatchId: string }[])[0]?.stockBatchId
    const batch = await platform().database.kysely.selectFrom('stock_batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
    // The approval has frozen all of it (D1), and the pledge holds it.
    const pledged = { available_qty: '0.0000', frozen_avail_qty: '0.0000', pledged_qty: '10000.0000' }
    expect(batch).toMatchObject({ in_date: '2026-02-20', cost_price: '120.0000', ...pledged })
    const [item] = (await op.list(at.pledgeItem, { loanId: loan.id })).records
    expect(item).toMatchObject({
      status: 'EFFECTIVE',
      pledgePrice: '115.5000',
      pledgeRate: '0.5500',
      financedAmount: '635250.00',
      unitPrincipal: '63.525000',
    })
  })

  it('hold the two steep falls of price, and the one that asks for fills', async () => {
    const { rows } = await sql<{ goods: string; date: string; change: string }>`
      select goods_name as goods, price_date as date, round((price_cny - previous_price) / previous_price, 4) as change
      from collateral_price where previous_price is not null and price_cny <= previous_price * 0.88 order by price_date`.execute(
      platform().database.kysely,
    )
    expect(rows).toEqual([
      { goods: '金装婴配奶粉1段', date: '2026-04-13', change: '-0.1200' },
      { goods: '1#电解铜', date: '2026-07-06', change: '-0.1400' },
      { goods: '铝合金锭', date: '2026-11-18', change: '-0.3126' },
    ])
  })

  it('let each account of domain 80, H.3 in, but the locked one', async () => {
    const names = [
      'admin',
      'op01',
      'op02',
      'bm01',
      'rk01',
      'fn01',
      'fm01',
      'cu01',
      'au01',
      'multi01',
      'fp01',
      'wh01',
      'wh02',
      'br01',
      'lg01',
      'ta01',
      'nomenu01',
      'blocked01',
    ]
    for (const userName of names)
      expect((await platform().guest.ask('POST', '/login/login', { userName, password: demoPassword })).status).toBe(200)
    expect((await platform().guest.ask('POST', '/login/login', { userName: 'locked01', password: demoPassword })).body.detail).toContain(
      '锁定',
    )
    expect(await count('app_user')).toBe(names.length + 1)
  })

  it('have rows on the first page of every list, each of which opens with all that belongs to it', async () => {
    const [session, admin] = [await platform().as('multi01'), await platform().as('admin')]
    const wrong: string[] = []
    for (const screen of Object.values(platform().plan.screens)) {
      if (!Object.values(screen.pages).some((page) => page.kind === 'list')) continue
      const desk = screen.menuName.startsWith('manage_') ? admin : session
      const { records } = await desk.list(screen.base, { pageSize: '20' })
      if (records.length === 0) wrong.push(`${screen.id} has no rows`)
      for (const path of readsOfRecord(screen, records[0]?.id ?? '')) {
        const { status } = await desk.ask('GET', path)
        if (status !== 200) wrong.push(`${path}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('are the same each time, to the letter of their history', async () => {
    const history = await (madeAgain ??= makeAgain())
    expect(history.length).toBeGreaterThan(3_000)
    expect(history).toEqual(await historyOf(platform().database))
  })
})

describe('making demo data', () => {
  it('leaves a database alone that somebody works with', async () => {
    const services = await prepareEmpty('pglite')
    await services.database.kysely.insertInto('installation').values({ name: 'demo', value: 'none' }).execute()
    await services.database.kysely
      .insertInto('app_user')
      .values({ user_name: 'real', status: 'ENABLED', version: 1, created_at: services.clock.now(), updated_at: services.clock.now() })
      .execute()
    const said: string[] = []
    await seedDemo(services, { demoPassword }, { say: (sentence) => said.push(sentence) })
    expect(said).toEqual([])
    expect((await services.database.kysely.selectFrom('enterprise').select('id').execute()).length).toBe(0)
    await services.database.close()
  })

  it('begins anew where a start was interrupted, with passwords that are compared at the usual cost', async () => {
    // A server would not begin anew: another process may be at it.
    const services = await prepareEmpty('pglite')
    const { kysely } = services.database
    await kysely.insertInto('installation').values({ name: 'demo', value: 'filling' }).execute()
    await makeDemo(services, demoPassword, '2026-01-05')
    const said: string[] = []
    await seedDemo(
      services,
      { demoPassword },
      { fill: (empty, password) => makeDemo(empty, password, '2026-01-06'), say: (sentence) => said.push(sentence) },
    )
    // It takes a minute, during which the terminal would be silent.
    expect(said).toEqual([expect.stringContaining('正在生成一年的演示数据')])
    const { rows: costs } = await sql<{ cost: string }>`
      select distinct substring(password_hash from '^scrypt[$][^$]+[$][^$]+') as cost from app_user where password_hash is not null`.execute(
      kysely,
    )
    // The enterprises of the first day are there once, and the warehouses of the second.
    expect((await kysely.selectFrom('enterprise').select('id').execute()).length).toBe(38)
    expect((await kysely.selectFrom('warehouse').select('id').execute()).length).toBe(8)
    expect(await kysely.selectFrom('installation').select('value').execute()).toEqual([{ value: 'filled' }])
    // So that no answer comes sooner for a name that there is.
    expect(costs).toEqual([{ cost: (await hashPassword('any')).split('$').slice(0, 3).join('$') }])
    await services.database.close()
  })
})

/** A database with the tables and the standard data, as a first start finds it. */
async function prepareEmpty(kind: DatabaseKind): Promise<Services> {
  const plan = testProduct()
  // Creating the tables is slow, which is no news here.
  const database = await openTestDatabase(kind, { logger: { warn: () => undefined } })
  await applyMigrations(database, `${testRoot}/src/server/migrations`)
  const log = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
  const fileStore = forgetfulStore()
  const services = {
    plan,
    database,
    extensions: extensionsOf(plan, fileStore, { send: async () => undefined }),
    clock: new FixedClock('2025-12-31T12:00:00+08:00'),
    log,
    fileStore,
  }
  await seedStandard(services, { demo: true })
  return services
}

/** The entries of all histories until `lastDayMadeAgain`, in the order in which they were written. Later days add to a history and never change it. */
async function historyOf({ kysely }: Pick<Services['database'], 'kysely'>): Promise<unknown[]> {
  const { rows } = await sql<{ line: unknown }>`
    select to_jsonb(h) - 'id' - 'extra' as line from document_history h
    where at >= '2026-01-05T00:00:00+08:00' and at < ${`${addDays(lastDayMadeAgain, 1)}T00:00:00+08:00`} order by id`.execute(kysely)
  return rows.map(({ line }) => line)
}

/** Every endpoint that reads something of one record. */
function readsOfRecord({ base, pages }: ScreenPlan, id: string): string[] {
  const records = Object.values(pages).filter((page) => page.kind === 'record')
  const tabs = records.flatMap((page) => page.tabs)
  const expanded = Object.values(pages).flatMap((page) => (page.kind === 'list' && page.expand ? [page.expand.key] : []))
  const related = [...expanded, ...tabs.flatMap((tab) => (tab.kind === 'related' ? [tab.key] : []))]
  return [
    ...(records.length > 0 ? [`${base}/${id}`] : []),
    ...(tabs.some((tab) => tab.kind === 'history') ? [`${base}/history/${id}`] : []),
    ...(tabs.some((tab) => tab.kind === 'attachments') ? [`${base}/attach/${id}`] : []),
    ...new Set(related.map((key) => `${base}/related/${key}/${id}`)),
  ]
}

/** Keeps no content. */
function forgetfulStore(): FileStore {
  return {
    async write(content) {
      const chunks: Buffer[] = []
      for await (const chunk of content) chunks.push(chunk as Buffer)
      const head = Buffer.concat(chunks)
      return { id: randomBytes(16).toString('hex'), size: head.length, sha256: '0'.repeat(64), head }
    },
    read: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    writtenBetween: async function* () {},
  }
}
