import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { Database } from '../../engine/server/database/database'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { testDatabaseKinds } from '../../engine/server/database/testDatabase'
import { maxDirectRows } from '../../engine/server/exchange/export'
import { systemClock } from '../../src/server/clock'
import { Client, Session } from './support/client'
import { demoPassword, testRoot } from './support/config'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { at } from './support/fixtures'
import { startRoundRobin, type RoundRobin } from './support/roundRobin'
import { startServer, type ServerProcess } from './support/serverProcess'

const tasks = '/api/report/exporttask'
const lapsing = 60
/** What one server changes, the others hear of from the database; on a quiet machine within a second. */
const heard = { interval: 50 }

/** Issue 8, number 15: several servers behind one address are as one. */
describe.runIf(testDatabaseKinds.includes('postgres'))('three servers on one PostgreSQL, behind a round robin', () => {
  let data: DemoDatabase
  let database: Database
  let servers: ServerProcess[] = []
  let front: RoundRobin | undefined
  /** It is over, also when the last one waits for its hour. */
  const day = addDays(systemClock.today(), -2)

  beforeAll(async () => {
    data = await copyDemoData('postgres')
    database = await openDatabase({ url: data.databaseUrl ?? '' })
    await prepare(database, day)
    const settings = { TRUSTED_PROXIES: '127.0.0.1', SCHEDULE: '1' }
    // At the same time, as after a power cut.
    servers = await Promise.all([1, 2, 3].map(() => startServer(data.dataDirectory, data.databaseUrl, settings)))
    front = await startRoundRobin(servers.map(({ guest }) => guest.address))
  })
  afterAll(async () => {
    front?.close()
    await Promise.all(servers.map((server) => server.kill()))
    await (database as Database | undefined)?.close()
    await (data as DemoDatabase | undefined)?.drop()
  })

  const guest = (): Client => new Client(front?.address ?? '')
  const each = ({ userName, token }: Session): Session[] => servers.map((server) => new Session(server.guest.address, userName, token))
  const statusesOf = async (sessions: Session[], ask: (session: Session) => Promise<{ status: number }>): Promise<number[]> =>
    Promise.all(sessions.map(async (session) => (await ask(session)).status))

  it('take one session, and count its tries to sign in together', async () => {
    const op = await guest().signIn('op01')
    expect(await statusesOf(each(op), (session) => session.ask('GET', `${at.quota}/list`))).toEqual([200, 200, 200])
    const statuses: number[] = []
    for (let tries = 0; tries < 14; tries++) {
      const form = { userName: 'somebody', password: 'wrong' }
      statuses.push((await guest().from('10.3.0.1').ask('POST', '/login/login', form)).status)
      // As if the account were not slowed down: this is about the address alone.
      await database.kysely.deleteFrom('sign_in_delay').execute()
    }
    expect(statuses).toEqual([...Array<number>(10).fill(417), ...Array<number>(4).fill(429)])
  })

  it('slow guesses at an account together, wherever they come from', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      const form = { userName: 'fn01', password: tries === 0 ? 'wrong' : demoPassword }
      statuses.push((await guest().from(`10.3.1.${tries}`).ask('POST', '/login/login', form)).status)
      // By the clock, so that the delay does not end among the tries.
      if (tries === 0) await sql`update sign_in_delay set next_at = now() + interval '1 hour'`.execute(database.kysely)
    }
    expect(statuses).toEqual([417, 429, 429, 429, 429, 429])
  })

  it('count the calls of one address together', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 103; tries++)
      statuses.push(
        (
          await guest()
            .from('10.3.2.1')
            .ask('POST', '/login/login', { userName: `name${tries}`, password: '' })
        ).status,
      )
    expect(statuses).toEqual([...Array<number>(100).fill(422), 429, 429, 429])
  })

  it('do once what is asked of all of them at once by one key', async () => {
    const item = { dictCode: 'riskRating', dictName: '风险评级', itemCode: 'ONCE', itemName: '只此一次' }
    const key = { 'idempotency-key': randomUUID() }
    const admin = await guest().signIn('admin')
    const responses = await Promise.all(each(admin).map((session) => session.ask('POST', at.dictionary, item, key)))
    // Who comes while it is in flight is told so.
    expect(responses.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
    const { rows } = await sql<{ times: number }>`
      select count(*)::int as times from dict_item where item_code = 'ONCE'`.execute(database.kysely)
    expect(rows).toEqual([{ times: 1 }])
  })

  it('act by a changed right at once, and soon by a changed dictionary', async () => {
    const admin = await guest().signIn('admin')
    const op = await guest().signIn('op01')
    const { rows } = await sql<{ id: string }>`select id from role where role_code = 'OP'`.execute(database.kysely)
    const address = `${at.role}/permission/${rows[0]?.id}`
    const { body } = await admin.ask('GET', address)
    const menus = body.menuPermissions as { menuName: string }[]
    const give = async (menuPermissions: object): Promise<void> => {
      const { status, body: response } = await admin.set(at.role, 'permission', rows[0]?.id ?? '', { menuPermissions })
      expect({ status, errors: response.errors as unknown }).toEqual({ status: 200 })
    }
    await give(menus.filter(({ menuName }) => menuName !== 'base_goodsinf'))
    expect(await statusesOf(each(op), (session) => session.ask('GET', `${at.goods}/list`))).toEqual([403, 403, 403])
    await give(menus)
    expect(await statusesOf(each(op), (session) => session.ask('GET', `${at.goods}/list`))).toEqual([200, 200, 200])

    const [warehouse] = (await admin.list(at.warehouse)).records
    const rate = async (session: Session): Promise<number> => {
      const version = await session.versionOf(at.warehouse, warehouse?.id ?? '')
      return (await session.ask('PATCH', `${at.warehouse}/${warehouse?.id}`, { version, warehouseGrade: 'SERVERS' })).status
    }
    const keepers = each(await guest().signIn('op01'))
    for (const session of keepers) expect(await rate(session)).toBe(422)
    const grade = { dictCode: 'warehouseGrade', dictName: '仓库等级', itemCode: 'SERVERS', itemName: '三台' }
    expect((await admin.ask('POST', at.dictionary, grade)).status).toBe(200)
    for (const session of keepers) await expect.poll(() => rate(session), heard).toBe(200)
  })

  it('show a screen that was published on one of them, and the shipped one again', async () => {
    const path = 'schemas/screens/base/currency.screen.json'
    const text = readFileSync(join(testRoot, path), 'utf8')
    const admin = each(await guest().signIn('admin'))
    const titles = (): Promise<unknown[]> =>
      Promise.all(admin.map(async (session) => (await session.ask('GET', '/api/plans/base/currency/any')).body['title']))
    const [shipped] = await titles()
    const draft = { path, text: text.replace(/"title": "[^"]+"/, '"title": "外币"'), basedOn: 0, note: '换名' }
    expect((await admin[0]?.ask('POST', '/api/playground/publish', draft))?.status).toBe(200)
    await expect.poll(titles, heard).toEqual(['外币', '外币', '外币'])
    expect((await admin[1]?.ask('POST', '/api/playground/rollback', { screen: 'base/currency', release: 1 }))?.status).toBe(200)
    await expect.poll(titles, heard).toEqual([shipped, shipped, shipped])
  })

  it('act by a disabled role and a disabled account', async () => {
    const admin = await guest().signIn('admin')
    const sessions = each(await guest().signIn('op02'))
    const status = async (session: Session): Promise<number> => (await session.ask('GET', `${at.quota}/list`)).status
    const expectEverywhere = async (expected: number): Promise<void> => {
      for (const session of sessions) await expect.poll(() => status(session), heard).toBe(expected)
    }
    await expectEverywhere(200)
    const { rows: roles } = await sql<{ id: string }>`select id from role where role_code = 'OP'`.execute(database.kysely)
    const role = `${at.role}/${roles[0]?.id}`
    for (const [to, expected] of [
      ['DISABLED', 403],
      ['ENABLED', 200],
    ] as const) {
      const { version } = (await admin.ask('GET', role)).body
      expect((await admin.ask('PATCH', role, { status: to, version })).status).toBe(200)
      await expectEverywhere(expected)
    }
    const { rows: users } = await sql<{ id: string }>`select id from app_user where user_name = 'op02'`.execute(database.kysely)
    await admin.act(at.user, 'disable', users[0]?.id ?? '')
    await expectEverywhere(401)
  })

  it('finish the export of one that is killed, and serve on without it', async () => {
    const [first] = servers
    const op = new Session(first?.guest.address ?? '', 'op01', (await guest().signIn('op01')).token)
    const { body } = await op.ask('POST', `${at.quota}/export`, {})
    const { id } = body.queued as { id: string }
    const taskOf = async (session: Session) => (await session.list(tasks)).records.find((task) => task.id === id)
    await expect.poll(async () => (await taskOf(op))?.['status'], { interval: 10 }).toBe('RUNNING')
    await first?.kill()

    const everywhere = new Session(front?.address ?? '', 'op01', op.token)
    expect(await statusesOf(Array<Session>(6).fill(everywhere), (session) => session.ask('GET', `${at.quota}/list`))).toEqual(
      Array(6).fill(200),
    )
    await expect.poll(async () => (await taskOf(everywhere))?.['status'], { interval: 500 }).toBe('DONE')
    expect(Number((await taskOf(everywhere))?.['rowCount'])).toBeGreaterThan(maxDirectRows)
    expect(await statusesOf(each(op).slice(1), (session) => session.ask('GET', `${tasks}/download/${id}`))).toEqual([200, 200])
  })

  it('end the business day once', async () => {
    const ofDay = async () =>
      (await sql<{ ended: boolean }>`select ended_at is not null as ended from schedule_day where day = ${day}`.execute(database.kysely))
        .rows
    await expect.poll(ofDay, { interval: 500 }).toEqual([{ ended: true }])
    const { rows } = await sql<{ status: string; times: number }>`
      select p.status, count(h.id)::int as times from customer_price p
        left join document_history h on h.entity = 'customerPrice' and h.document_id = p.id and h.action = 'lapse'
      where p.customer_price_no like 'SV-%' group by p.id, p.status`.execute(database.kysely)
    expect(rows).toHaveLength(lapsing)
    expect(new Set(rows.map(({ status, times }) => `${status} ${times}`))).toEqual(new Set(['EXPIRED 1']))
  })
})

/**
 * Rows enough for an export in the background, and prices that are over, on the eve of a day that is to be ended. So many rows may take a busy
 * machine longer than a statement of a request may.
 */
async function prepare({ patient: kysely }: Database, day: string): Promise<void> {
  const columnsOf = async (table: string, but: string[]) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attname <> all(${but}::text[])`.execute(kysely)
    return sql.join(rows.map(({ name }) => sql.ref(name)))
  }
  const ofPrice = await columnsOf('customer_price', ['id', 'customer_price_no', 'effective_date', 'expire_date', 'status'])
  await sql`
    insert into customer_price (customer_price_no, effective_date, expire_date, status, ${ofPrice})
    select 'SV-' || n, date '2000-01-01' + n, date '2010-01-01', 'EFFECTIVE', ${ofPrice}
    from (select * from customer_price order by id limit 1) as one, generate_series(1, ${lapsing}::integer) as n`.execute(kysely)
  const ofQuota = await columnsOf('quota', ['id', 'quota_no', 'quota_name'])
  await sql`
    insert into quota (quota_no, quota_name, ${ofQuota})
    select 'SV-' || n, '多台服务器' || n, ${ofQuota}
    from (select q.* from quota q join department d on d.id = q.department_id where d.department_name = '华东业务部' order by q.id limit 1) as one,
      generate_series(1, ${maxDirectRows * 6}::integer) as n`.execute(kysely)
  await sql`delete from schedule_step`.execute(kysely)
  await sql`delete from schedule_day`.execute(kysely)
  await sql`
    insert into schedule_day (day, runner, lease_until, started_at, ended_at)
    values (${addDays(day, -1)}, 'test', now(), now(), now())`.execute(kysely)
}
