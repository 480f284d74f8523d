import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPgliteEngine, type PgliteEngine } from './pgliteEngine'
import { keepHouseOnce } from './pgliteHousekeeping'
import { pgliteStreams } from './pgliteStream'
import { pgliteMajor } from './pglite'
import { createPool } from './pool'
import { newTestEngine } from './testDatabase'

const quiet = { warn: () => undefined }
const connect = (engine: PgliteEngine): pg.Pool =>
  createPool({ stream: pgliteStreams(engine), user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 }, undefined, quiet)

describe('a PGlite thread over a folder', () => {
  let folder: string
  let engine: PgliteEngine
  let pool: pg.Pool
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engine-thread-'))
    engine = createPgliteEngine({ folder: join(folder, 'cluster') })
    await engine.start()
    pool = connect(engine)
    await pool.query('create table kept (id integer)')
  })
  afterAll(async () => {
    await pool?.end()
    await engine?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('is of the major version that folders are checked for', async () => {
    const { rows } = await pool.query("select current_setting('server_version_num')::int / 10000 as major")
    expect(rows).toEqual([{ major: Number(pgliteMajor) }])
  })

  it('comes back after it was lost, without what was not committed', async () => {
    await pool.query('insert into kept values (1)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into kept values (2)')
    const waiting = client.query('select pg_sleep(60)')
    void engine.kill()
    await expect(waiting).rejects.toMatchObject({ code: 'database.unavailable' })
    client.release()

    expect((await pool.query('select id from kept')).rows).toEqual([{ id: 1 }])
  })

  it('starts a new session when a client goes away in the middle of a transaction', async () => {
    const client = await pool.connect()
    await client.query('begin; insert into kept values (3); set local work_mem to 1234; prepare old as select 1')
    client.release(true)
    expect((await pool.query('select count(*) as n from kept where id = 3')).rows).toEqual([{ n: '0' }])
    expect((await pool.query('select * from pg_prepared_statements')).rows).toEqual([])
  })

  it('ends a session that breaks off without a goodbye', async () => {
    const client = await pool.connect()
    await client.query('begin; insert into kept values (4)')
    const running = client.query('select pg_sleep(0.2)').catch((error: unknown) => error)
    ;(client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
    expect(await running).toBeInstanceOf(Error)
    client.release()
    expect((await pool.query('select count(*) as n from kept where id = 4')).rows).toEqual([{ n: '0' }])
  })

  it('is kept in order: statistics for a filled table, a checkpoint for much log, a vacuum for dead rows, then nothing', async () => {
    await rest()
    await pool.query("create table filled as select g as id, repeat('x', 1000) as text from generate_series(1, 80000) g")
    expect(await keepHouseOnce(pool)).toEqual(['checkpoint', 'analyze "public"."filled"'])
    await rest()
    await pool.query('update filled set id = id where id % 4 = 0')
    // PostgreSQL counts dead rows with a delay of up to a second.
    await expect.poll(() => keepHouseOnce(pool)).toContain('vacuum (analyze) "public"."filled"')
    await rest()
  })

  /** Housekeeping writes to the log itself, which may be reason for one checkpoint more. */
  const rest = () => expect.poll(() => keepHouseOnce(pool)).toEqual([])

  it('says why it does not start', async () => {
    const broken = createPgliteEngine({ folder: join(folder, 'no', 'such', 'folder') })
    await expect(broken.start()).rejects.toMatchObject({
      code: 'database.unavailable',
      cause: { message: expect.stringContaining('ENOENT') },
    })
  })
})

describe('a PGlite thread with a limit', () => {
  it('is given up when a statement takes too long', async () => {
    const limited = await newTestEngine(1_000)
    await limited.start()
    const impatient = connect(limited)
    await expect(impatient.query('select pg_sleep(60)')).rejects.toMatchObject({ code: 'database.unavailable' })
    await impatient.end()
  })
})
