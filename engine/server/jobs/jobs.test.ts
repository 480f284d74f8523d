import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../database/database'
import { openDatabase } from '../database/openDatabase'
import { openTestDatabase, testDatabaseKinds } from '../database/testDatabase'
import { createJobs, type JobDefinition, type Jobs, type JobsOptions } from './jobs'

const serverUrl = process.env['TEST_DATABASE_URL']
const quiet = { warn: () => undefined }

describe.each(testDatabaseKinds)('jobs on %s', (kind) => {
  let database: Database
  let schema: string
  const started: Jobs[] = []
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  beforeEach(() => {
    schema = `jobs_${randomBytes(6).toString('hex')}`
    return async () => {
      for (const jobs of started.splice(0)) await jobs.stop()
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(database.kysely)
    }
  })
  afterAll(() => database?.close())

  /** A server of its own over the same database. */
  async function serve(definition: Partial<JobDefinition> & Pick<JobDefinition, 'run'>, options: Partial<JobsOptions> = {}): Promise<Jobs> {
    const jobs = createJobs(database, { logger: quiet, schema, ...options })
    jobs.define('work', { atOnce: 2, tries: 3, ...definition })
    await jobs.start()
    started.push(jobs)
    return jobs
  }
  const send = (jobs: Jobs, key: string) => database.transaction((trx) => jobs.send(trx, 'work', key, { key }))
  const until = async (isSo: () => boolean): Promise<void> => {
    await expect.poll(isSo).toBe(true)
  }

  it('begins a job well before the next look, because this server has sent it', async () => {
    const done: string[] = []
    const jobs = await serve({ run: async ({ data }) => void done.push(data['key'] ?? '') }, { pollSeconds: 3_600 })
    await send(jobs, 'a')
    await until(() => done.length > 0)
    expect(done).toEqual(['a'])
  })

  it('does not know a job whose transaction was rolled back', async () => {
    const done: string[] = []
    const jobs = await serve({ run: async ({ data }) => void done.push(data['key'] ?? '') })
    const given = database.transaction(async (trx) => {
      await jobs.send(trx, 'work', 'a', { key: 'a' })
      throw new Error('changed my mind')
    })
    await expect(given).rejects.toThrow('changed my mind')
    await send(jobs, 'b')
    await until(() => done.includes('b'))
    expect(done).toEqual(['b'])
  })

  it('runs a job once however often its key is sent', async () => {
    const done: string[] = []
    const jobs = await serve({ run: async ({ data }) => void done.push(data['key'] ?? '') })
    await send(jobs, 'a')
    await send(jobs, 'a')
    await until(() => done.length > 0)
    await send(jobs, 'a')
    await send(jobs, 'b')
    await until(() => done.includes('b'))
    expect(done).toEqual(['a', 'b'])
  })

  it('runs no more at once than it may, over two servers', async () => {
    let now = 0
    let most = 0
    const run = async (): Promise<void> => {
      most = Math.max(most, ++now)
      await sleep(150)
      now--
      ended++
    }
    let ended = 0
    const one = await serve({ run, atOnce: 2 })
    await serve({ run, atOnce: 2 }, { pollSeconds: 0.05 })
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await send(one, key)
    await until(() => ended === 6)
    expect(most).toBe(2)
  })

  it('tries a job again that has failed, and says when it is for the last time', async () => {
    const tries: boolean[] = []
    const jobs = await serve(
      {
        tries: 2,
        run: async ({ last }) => {
          tries.push(last)
          throw new Error('not yet')
        },
      },
      { pollSeconds: 0.2 },
    )
    await send(jobs, 'a')
    await until(() => tries.length === 1)
    await until(() => tries.length === 2)
    expect(tries).toEqual([false, true])
  })

  it('lets a job end before it stops', async () => {
    let ended = false
    let begun = false
    const jobs = await serve({
      run: async () => {
        begun = true
        await sleep(400)
        ended = true
      },
    })
    await send(jobs, 'a')
    await until(() => begun)
    await jobs.stop()
    expect(ended).toBe(true)
  })

  it('gives a job back that does not end, and the next server takes it up', async () => {
    let told = false
    let begun = false
    const stuck = await serve({
      run: ({ signal }) =>
        new Promise((_resolve, reject) => {
          begun = true
          signal.addEventListener('abort', () => {
            told = true
            reject(signal.reason as Error)
          })
        }),
    })
    await send(stuck, 'a')
    await until(() => begun)
    await stuck.stop()
    expect(told).toBe(true)
    const done: string[] = []
    await serve({ run: async ({ data }) => void done.push(data['key'] ?? '') }, { pollSeconds: 0.2 })
    await until(() => done.includes('a'))
  })

  it('takes up the job of a server that died while it ran', async () => {
    let begun = 0
    // Dies: says nothing any more, and never ends.
    const dead = createJobs(dying(database), { logger: quiet, schema, leaseSeconds: 2 })
    dead.define('work', { atOnce: 2, tries: 3, run: () => new Promise(() => begun++) })
    await dead.start()
    await send(dead, 'a')
    await until(() => begun === 1)
    isDead = true
    const done: string[] = []
    await serve({ run: async ({ data }) => void done.push(data['key'] ?? '') }, { leaseSeconds: 2, pollSeconds: 0.2 })
    await until(() => done.length > 0)
    expect(done).toEqual(['a'])
  })

  it('keeps the job of a server that is only slow', async () => {
    let begun = 0
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const run = async (): Promise<void> => {
      begun++
      await released
    }
    // A busy machine may renew a lease by two seconds too late.
    const leaseSeconds = 3
    const slow = await serve({ run }, { leaseSeconds, pollSeconds: 0.2 })
    if (kind === 'postgres') await serve({ run }, { leaseSeconds, pollSeconds: 0.2 })
    await send(slow, 'a')
    const job = async (): Promise<{ state: string; leaseSeconds: number } | undefined> => {
      const { rows } = await sql<{ state: string; leaseSeconds: number }>`
        select state::text, extract(epoch from expire_in)::float8 as "leaseSeconds"
        from ${sql.table(`${schema}.job`)} where name = 'work'`.execute(database.kysely)
      return rows[0]
    }
    // It is counted from the beginning of the job: this one was renewed when the first had ended.
    await expect.poll(async () => (await job())?.leaseSeconds).toBeGreaterThanOrEqual(2 * leaseSeconds)
    release()
    await expect.poll(async () => (await job())?.state).toBe('completed')
    expect(begun).toBe(1)
  })
})

let isDead = false

/** A database that a killed process no longer asks. */
function dying(database: Database): Database {
  isDead = false
  const guard =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      isDead ? new Promise(() => undefined) : call(...args)
  const kysely = new Proxy(database.kysely, {
    get: (target, name) => {
      if (name === 'getExecutor' && isDead) throw new Error('dead')
      const value = Reflect.get(target, name) as unknown
      if (name === 'connection') return () => ({ execute: guard((work: never) => database.kysely.connection().execute(work)) })
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
  return { ...database, kysely, transaction: guard((work) => database.transaction(work)) }
}

describe.runIf(serverUrl !== undefined)('servers that start together, as after a power cut', () => {
  it('make the tables and queues once', async () => {
    const databases = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url: serverUrl! })))
    // Each round the next server comes a little later, so that all steps of one meet all steps of the others.
    for (const apartMs of [0, 4, 8, 12]) {
      const schema = `jobs_${randomBytes(6).toString('hex')}`
      const servers = databases.map((database) => createJobs(database, { logger: quiet, schema }))
      const starts = servers.map(async (jobs, index) => {
        for (const queue of ['one', 'two']) jobs.define(queue, { atOnce: 1, tries: 1, run: async () => undefined })
        await sleep(index * apartMs)
        await jobs.start()
      })
      expect((await Promise.allSettled(starts)).filter(({ status }) => status === 'rejected')).toEqual([])
      await Promise.all(servers.map((jobs) => jobs.stop()))
      await sql`drop schema ${sql.id(schema)} cascade`.execute(databases[0]!.kysely)
    }
    await Promise.all(databases.map((database) => database.close()))
  })
})
