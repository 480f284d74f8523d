import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database'
import { openDatabase } from './openDatabase'
import { classifyDatabaseError } from './errors'
import { openTestDatabase } from './testDatabase'

const serverUrl = process.env['TEST_DATABASE_URL']
const quiet = { warn: () => undefined }

it('says why a server cannot be reached', async () => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await expect(openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none`, logger: quiet })).rejects.toMatchObject({
    code: 'database.unreachable',
    params: { reason: expect.stringContaining('ECONNREFUSED') },
  })
})

it('does other work before it says a word to a server, and none where that fails', async () => {
  const mistake = new Error('the schemas are wrong')
  const meanwhile = (): Promise<void> => Promise.reject(mistake)
  await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', logger: quiet, meanwhile })).rejects.toBe(mistake)
})

describe.runIf(serverUrl !== undefined)('a PostgreSQL server', () => {
  let database: Database
  const warnings: string[] = []
  beforeAll(async () => {
    database = await openTestDatabase('postgres', { logger: { warn: (_details, message) => warnings.push(message) } })
    await sql`create table account (id integer primary key, balance integer not null); insert into account values (1, 0), (2, 0)`.execute(
      database.kysely,
    )
  })
  afterAll(() => database?.close())

  /** A database of its own settings, for as long as the work takes. */
  async function inDatabase<T>(settings: string, work: (url: string) => Promise<T>): Promise<T> {
    const name = `test_${randomBytes(6).toString('hex')}`
    await sql`create database ${sql.id(name)} template template0 ${sql.raw(settings)}`.execute(database.kysely)
    try {
      const url = new URL(serverUrl!)
      url.pathname = name
      return await work(url.href)
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(database.kysely)
    }
  }

  it('is warned about when its LC_CTYPE knows no Chinese letters', async () => {
    const told: [string, object][] = []
    // A busy machine may make a statement slow, which is told too.
    const logger = { warn: (details: object, message: string) => void (message === 'slow query' || told.push([message, details])) }
    await inDatabase("encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", async (url) => (await openDatabase({ url, logger })).close())
    expect(told).toEqual([[expect.stringContaining('pg_trgm'), { ctype: 'C' }]])
    expect(warnings.filter((message) => message !== 'slow query')).toEqual([])
  })

  it('is refused when it does not keep UTF-8', async () => {
    await inDatabase("encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'", async (url) => {
      await expect(openDatabase({ url, logger: quiet })).rejects.toMatchObject({
        code: 'database.wrong-encoding',
        params: { found: 'LATIN1' },
      })
    })
  })

  it('knows who is connected', async () => {
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(database.kysely)
    expect(rows).toEqual([{ name: 'engine' }])
  })

  it('compiles no statement, which takes longer than to run it', async () => {
    const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(database.kysely)
    expect(rows).toEqual([{ jit: 'off' }])
  })

  it('stops a statement that takes too long', async () => {
    const impatient = await openTestDatabase('postgres', { statementTimeoutMs: 100 })
    const error: unknown = await sql`select pg_sleep(5)`.execute(impatient.kysely).catch((thrown: unknown) => thrown)
    expect(classifyDatabaseError(error)).toEqual({ kind: 'timeout' })
    await impatient.close()
  })

  it('waits for a question about all there is for as long as it takes, but not to be closed', async () => {
    const impatient = await openTestDatabase('postgres', { statementTimeoutMs: 100 })
    const { rows } = await sql`select 'all' as found from pg_sleep(0.3)`.execute(impatient.patient)
    expect(rows).toEqual([{ found: 'all' }])
    const endless = sql`select pg_sleep(600)`.execute(impatient.patient).catch((thrown: unknown) => thrown)
    await sql`select 1`.execute(impatient.patient)
    await impatient.close()
    expect(classifyDatabaseError(await endless)).toMatchObject({ kind: expect.stringMatching(/timeout|unavailable/) })
  })

  it('loses a connection in the middle of a transaction, and the next one works on', async () => {
    const work = database.transaction(async (trx) => {
      await trx.updateTable('account').set({ balance: 100 }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const sleeping = sql`select pg_sleep(10)`.execute(trx)
      void sleep(100).then(() => terminate(rows[0]!.pid))
      await sleeping
    })
    const error: unknown = await work.catch((thrown: unknown) => thrown)
    expect(classifyDatabaseError(error).kind).toBe('unavailable')
    expect(await database.kysely.selectFrom('account').select('balance').where('balance', '>', 0).execute()).toEqual([])
    expect(warnings).toContain('database connection lost')
  })

  it('loses an idle connection without anybody being hurt', async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)
    await terminate(rows[0]!.pid)
    await sleep(100)
    await expect(database.ping()).resolves.toBeUndefined()
  })

  async function terminate(pid: number): Promise<void> {
    const other = await openDatabase({ url: serverUrl!, logger: quiet })
    await sql`select pg_terminate_backend(${pid})`.execute(other.kysely)
    await other.close()
  }

  it('lets both of two transactions through that took their locks crosswise', async () => {
    let runs = 0
    let holding = 0
    let bothHold = (): void => undefined
    const untilBothHold = new Promise<void>((resolve) => (bothHold = resolve))
    const move = (first: number, second: number) =>
      database.transaction(async (trx) => {
        runs += 1
        for (const id of [first, second]) {
          await trx
            .updateTable('account')
            .set({ balance: sql`balance + 1` })
            .where('id', '=', id)
            .execute()
          holding += 1
          if (holding === 2) bothHold()
          await untilBothHold
        }
      })
    await Promise.all([move(1, 2), move(2, 1)])
    expect(runs).toBeGreaterThan(2)
    expect(await database.kysely.selectFrom('account').select('balance').execute()).toEqual([{ balance: 2 }, { balance: 2 }])
  })
})
