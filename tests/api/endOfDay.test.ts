import { spawn, type ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { Database } from '../../engine/server/database/database'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { mainTestDatabaseKind, testDatabaseKinds } from '../../engine/server/database/testDatabase'
import { systemClock } from '../../src/server/clock'
import { databasePlace } from '../../src/server/databasePlace'
import { testRoot } from './support/config'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { describePlatform } from './support/platform'

interface Ended {
  code: number | null
  output: string
}

/** Domain 50, E-40: the end of a day by the command, on a real database, with processes that die. */
describe.each(testDatabaseKinds)('npm run end-of-day (%s)', (kind) => {
  let data: DemoDatabase
  beforeAll(async () => {
    data = await copyDemoData(kind)
  })
  afterAll(() => (data as DemoDatabase | undefined)?.drop())

  const yesterday = addDays(systemClock.today(), -1)

  function start(args: string[]): ChildProcess {
    return spawn(process.execPath, ['scripts/run.mjs', 'scripts/end-of-day.ts', ...args], {
      cwd: testRoot,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: data.dataDirectory,
        DATABASE_URL: data.databaseUrl,
        LEASE_SECONDS: '4',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async function ended(child: ChildProcess): Promise<Ended> {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    return { code, output }
  }

  const run = (...args: string[]): Promise<Ended> => ended(start(args))

  async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(databasePlace(data, testRoot))
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  /** Prices agreed with a customer that are over: rows enough to be killed among them. */
  const addPrices = (count: number): Promise<void> =>
    onDatabase(async ({ patient: kysely }) => {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns where table_name = 'customer_price' and column_name not in
          ('id', 'customer_price_no', 'effective_date', 'expire_date', 'status')`.execute(kysely)
      const kept = sql.join(rows.map(({ name }) => sql.ref(name)))
      await sql`
        insert into customer_price (customer_price_no, effective_date, expire_date, status, ${kept})
        select 'HJ-' || n, date '2000-01-01' + n, date '2010-01-01', 'EFFECTIVE', ${kept}
        from (select * from customer_price order by id limit 1) as one, generate_series(1, ${count}::integer) as n`.execute(kysely)
      // Whoever verifies the day finds how each came about (I-13).
      await sql`
        insert into document_history (entity, document_id, document_label, action, action_title, to_state, operator_name, at)
        select 'customerPrice', id, customer_price_no, 'create', '新增', 'EFFECTIVE', '测试', now() from customer_price
        where customer_price_no like 'HJ-%' and not exists (
          select from document_history h where h.entity = 'customerPrice' and h.document_id = customer_price.id)`.execute(kysely)
    })

  /** How many of them have lapsed, and how often each did. */
  const lapsed = async ({ kysely }: Database): Promise<{ left: number; done: number; times: number }> => {
    const { rows } = await sql<{ left: number; done: number; times: number }>`
      select count(*) filter (where p.status = 'EFFECTIVE')::integer as left, count(*) filter (where p.status = 'EXPIRED')::integer as done,
        coalesce(max(h.times), 0)::integer as times
      from customer_price p left join lateral (
        select count(*) as times from document_history h where h.entity = 'customerPrice' and h.document_id = p.id and h.action = 'lapse') h on true
      where p.customer_price_no like 'HJ-%'`.execute(kysely)
    return rows[0] ?? { left: 0, done: 0, times: 0 }
  }

  it('ends what has passed its last day, says so, and does it once', async () => {
    await onDatabase(({ kysely }) =>
      sql`update customer_line set start_date = '2020-01-01', end_date = '2020-12-31' where id = (select min(id) from customer_line where status = 'ACTIVE')`.execute(
        kysely,
      ),
    )
    const first = await run()
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toMatch(new RegExp(`^${yesterday}  过期：完成 [1-9]`, 'm'))
    expect(first.output).toContain(`${yesterday} 日终完成`)
    const states = await onDatabase(({ kysely }) =>
      kysely.selectFrom('customer_line').select(['status', 'updated_by_id']).where('end_date', '=', '2020-12-31').execute(),
    )
    expect(states).toEqual([{ status: 'EXPIRED', updated_by_id: null }])

    expect(await run('--date', yesterday)).toEqual({ code: 0, output: `${yesterday} 已完成日终\n` })
  })

  // How the embedded database bears a kill is shown by crash.test.ts; it has one process at a time.
  if (kind !== mainTestDatabaseKind) return

  it('refuses other days', async () => {
    const tomorrow = addDays(yesterday, 2)
    expect(await run('--date', tomorrow)).toMatchObject({ code: 1, output: expect.stringContaining('尚未到来') as string })
    expect(await run('--date', addDays(yesterday, -1))).toMatchObject({ code: 1, output: expect.stringContaining('已完成日终') as string })
    expect(await run('--date', '2026-02-30')).toMatchObject({ code: 1, output: expect.stringContaining('不是有效的日期') as string })
  })

  it('goes on after a kill where it was, and does nothing twice', async () => {
    await addPrices(400)
    const today = systemClock.today()
    const killed = start(['--date', today])
    const end = ended(killed)
    // Over one connection: each of its own would take longer than the question.
    await onDatabase((database) => expect.poll(async () => (await lapsed(database)).done, { interval: 20 }).toBeGreaterThanOrEqual(20))
    killed.kill('SIGKILL')
    await end
    const half = await onDatabase(lapsed)
    expect(half.left).toBeGreaterThan(0)
    // Once the lease of the killed one has run out.
    expect(await run('--date', today)).toMatchObject({ code: 0 })
    expect(await onDatabase(lapsed)).toEqual({ left: 0, done: 400, times: 1 })
  })

  it('lets two begin the same day, of whom one does it', async () => {
    await onDatabase(({ kysely }) => sql`delete from schedule_day where day = ${systemClock.today()}`.execute(kysely))
    await onDatabase(({ kysely }) => sql`delete from schedule_step where day = ${systemClock.today()}`.execute(kysely))
    await onDatabase(({ kysely }) => sql`delete from customer_price where customer_price_no like 'HJ-%'`.execute(kysely))
    await addPrices(200)
    const both = await Promise.all([run('--date', systemClock.today()), run('--date', systemClock.today())])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.filter(({ output }) => output.includes('已完成日终'))).toHaveLength(1)
    expect(await onDatabase(lapsed)).toEqual({ left: 0, done: 200, times: 1 })
  })
})

describePlatform('GET /api/schedule', (platform) => {
  it('tells administrators what was done and what was not, and nobody else', async () => {
    const { database } = platform()
    await sql`insert into schedule_day (day, runner, lease_until, started_at, ended_at) values ('2026-11-19', 'r', now(), now(), now())`.execute(
      database.kysely,
    )
    await sql`insert into schedule_step (day, step, ended_at, done, failed) values ('2026-11-19', 'expiry', now(), 3, 1)`.execute(
      database.kysely,
    )
    await sql`insert into schedule_item (day, entity, document_id, action, step, at, failure)
        values ('2026-11-19', 'quota', 1, 'expire', 'expiry', now(), '额度尚未到期')`.execute(database.kysely)
    const admin = await platform().as('admin')
    const { status, body } = await admin.ask('GET', '/api/schedule')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      at: '00:30',
      steps: [
        { name: 'interest', title: '计息', hourly: false },
        { name: 'monthlyInterest', title: '按月结息', hourly: false },
        { name: 'debtStates', title: '借据状态', hourly: false },
        { name: 'penalties', title: '罚息', hourly: false },
        { name: 'settlements', title: '结清', hourly: false },
        { name: 'expiry', title: '过期', hourly: true },
        { name: 'waterlines', title: '水位快照', hourly: false },
        { name: 'warnings', title: '预警', hourly: false },
        { name: 'monthEnd', title: '月末', hourly: false },
        { name: 'verification', title: '台账核对', hourly: false },
        { name: 'invariants', title: '不变量校验', hourly: false },
        { name: 'checkpoint', title: '台账结存', hourly: false },
      ],
      days: [{ day: '2026-11-19', running: false, steps: [{ name: 'expiry', done: 3, failed: 1 }] }],
      failures: [{ day: '2026-11-19', entity: 'quota', id: '1', action: 'expire', failure: '额度尚未到期' }],
    })
    expect((await (await platform().as('op01')).ask('GET', '/api/schedule')).status).toBe(403)
    expect((await platform().guest.ask('GET', '/api/schedule')).status).toBe(401)
  })
})
