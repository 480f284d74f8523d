import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Database, Transaction } from '../database/database'

/**
 * Work that goes on after its request was answered, kept in the database: it survives a restart, and several servers share it. pg-boss
 * keeps the queue; when a job runs is decided here:
 *
 *   send (in the caller's transaction) ──► job ──► claimed by one server ──► handler ─┬─ returns: done
 *                                            ▲     (a lease, renewed while it runs)   └─ throws, or its server dies: again, a few times
 *                                            └──────────────────────────────────────────┘
 */
export interface Jobs {
  /** Says what a queue does. To be called before `start`. */
  define(queue: string, definition: JobDefinition): void
  /** Makes the queue's tables when they are missing, and begins to work. */
  start(): Promise<void>
  /**
   * Adds a job that is there when the transaction is committed, and starts then. The same queue and key add it once, however often it is
   * sent; what is no longer there, as after a backup was restored, can so be sent again.
   */
  send(trx: Pick<Transaction, 'executeQuery'>, queue: string, key: string, data: JobData): Promise<void>
  /** Takes no more, lets what runs end, gives it back to the queue when that takes too long. */
  stop(): Promise<void>
}

export type JobData = Record<string, string>

export interface JobRun {
  data: JobData
  /** No further try will follow: a handler that fails now must settle the matter. */
  last: boolean
  /** The job was given back, because the server stops or another one has taken it; whatever the handler still does is in vain. */
  signal: AbortSignal
}

export interface JobDefinition {
  /** Throwing puts the job back. A job may be run again after any of its steps. */
  run(run: JobRun): Promise<void>
  /** Jobs of this queue that run at the same time, over all servers. */
  atOnce: number
  /** How often a job is begun at most. */
  tries: number
}

export interface JobsLogger {
  warn(details: object, message: string): void
}

export interface JobsOptions {
  logger: JobsLogger
  /** Of the queue's own tables, which are no part of the product's schema or its backups. */
  schema?: string
  /** A job whose server has not said for this long that it is at work is taken up by another one. */
  leaseSeconds?: number
  /** Between two looks for jobs of other servers; those of this one start at once. */
  pollSeconds?: number
}

/** A transaction that sends a job is usually over after this. */
const afterSendMs = 50
/** Before a job is tried again. */
const retryDelaySeconds = 5
/** How long a job may go on when the server stops, and how long it may take to notice. */
const endMs = 1_500
const giveBackMs = 1_500

class LostLease extends Error {}

export function createJobs(database: Database, options: JobsOptions): Jobs {
  const { logger, schema = 'jobs', leaseSeconds = 30, pollSeconds = 2 } = options
  const boss = new PgBoss({
    db: sqlOf(database),
    schema,
    schedule: false,
    maintenanceIntervalSeconds: leaseSeconds,
  })
  boss.on('error', (error) => logger.warn({ err: error }, 'job queue'))
  const definitions = new Map<string, JobDefinition>()
  const running = new Map<Promise<void>, AbortController>()
  const loops: Promise<void>[] = []
  let stopping = false
  let wake = (): void => undefined
  let woken = new Promise<void>((resolve) => (wake = resolve))

  function wakeUp(): void {
    wake()
    woken = new Promise((resolve) => (wake = resolve))
  }

  /** Nearly every look finds nothing: it is one statement, and not a transaction of five. */
  async function isAnyDue(queue: string): Promise<boolean> {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.job`)} where name = ${queue} and state < 'active' and start_after < now() limit 1`.execute(
      database.kysely,
    )
    return rows.length > 0
  }

  /** One after the other, so that no two servers together take more than there may be. */
  async function claim(queue: string, { atOnce }: JobDefinition): Promise<PgBoss.JobWithMetadata<JobData> | undefined> {
    if (!(await isAnyDue(queue))) return undefined
    return database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`${schema}.${queue}`}))`.execute(trx)
      const { rows } = await sql<{ active: number }>`
        select count(*)::int as active from ${sql.table(`${schema}.job`)} where name = ${queue} and state = 'active'`.execute(trx)
      if ((rows[0]?.active ?? 0) >= atOnce) return undefined
      const [job] = await boss.fetch<JobData>(queue, { includeMetadata: true, db: { executeSql: executeOn(trx) } })
      return job
    })
  }

  async function work(queue: string, definition: JobDefinition): Promise<void> {
    while (!stopping) {
      const next = Promise.race([woken, sleep(pollSeconds * 1_000, undefined, { ref: false })])
      const job = await claim(queue, definition).catch((error: unknown) => {
        // The database is away; the next look will tell.
        logger.warn({ err: error, queue }, 'no look for jobs')
        return undefined
      })
      if (!job) {
        await next
        continue
      }
      const giveUp = new AbortController()
      const run = carryOut(queue, definition, job, giveUp).finally(() => {
        running.delete(run)
        // There is room for another one.
        wakeUp()
      })
      running.set(run, giveUp)
    }
  }

  async function carryOut(
    queue: string,
    definition: JobDefinition,
    job: PgBoss.JobWithMetadata<JobData>,
    giveUp: AbortController,
  ): Promise<void> {
    const beat = setInterval(() => void renew(queue, job.id, giveUp), (leaseSeconds * 1_000) / 3)
    beat.unref()
    try {
      await definition.run({ data: job.data, last: job.retryCount >= job.retryLimit, signal: giveUp.signal })
      await boss.complete(queue, job.id)
    } catch (error) {
      // Another server is at it.
      if (giveUp.signal.reason instanceof LostLease) return
      logger.warn({ err: error, queue, job: job.id, try: job.retryCount + 1 }, 'job failed')
      // Where the database is away the lease runs out, which comes to the same.
      await boss.fail(queue, job.id, { message: String(error) }).catch(() => undefined)
    } finally {
      clearInterval(beat)
    }
  }

  /** Says that it is still at work; when the job is not ours any more, the handler is told. */
  async function renew(queue: string, id: string, giveUp: AbortController): Promise<void> {
    try {
      const { rows } = await sql`
        update ${sql.table(`${schema}.job`)} set expire_in = now() - started_on + ${`${leaseSeconds} seconds`}::interval
        where name = ${queue} and id = ${id} and state = 'active' returning id`.execute(database.kysely)
      if (rows.length === 0) giveUp.abort(new LostLease('the job was taken by another server'))
    } catch (error) {
      logger.warn({ err: error, queue, job: id }, 'lease not renewed')
    }
  }

  /**
   * Servers that make the tables and queues together fall over each other: the package looks before it takes its own lock, and lets two
   * queues of a new table wait for each other. The embedded database has one server only, whose one connection nobody may hold here.
   */
  async function oneAfterTheOther(work: () => Promise<void>): Promise<void> {
    if (database.kind === 'pglite') return work()
    await database.kysely.connection().execute(async (connection) => {
      const key = sql`hashtext(${`${schema} start`})`
      // However many are before this one.
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`select pg_advisory_lock(${key})`.execute(connection)
      try {
        await work()
      } finally {
        await sql`reset statement_timeout`.execute(connection)
        await sql`select pg_advisory_unlock(${key})`.execute(connection)
      }
    })
  }

  /** Of the embedded database there is one user: what was active when it was opened is nobody's work any more. */
  async function releaseOrphans(): Promise<void> {
    if (database.kind === 'pglite')
      await sql`update ${sql.table(`${schema}.job`)} set expire_in = interval '0' where state = 'active'`.execute(database.kysely)
    // Declared by no type of the package, but part of what it offers.
    await (boss as unknown as { expire(): Promise<void> }).expire()
  }

  return {
    define(queue, definition) {
      definitions.set(queue, definition)
    },
    async start() {
      await oneAfterTheOther(async () => {
        await boss.start()
        for (const [queue, { tries }] of definitions) {
          const settings = { name: queue, retryLimit: tries - 1, retryDelay: retryDelaySeconds, expireInSeconds: leaseSeconds }
          await boss.createQueue(queue, settings)
          await boss.updateQueue(queue, settings)
        }
      })
      await releaseOrphans()
      for (const [queue, definition] of definitions) loops.push(work(queue, definition))
    },
    async send(trx, queue, key, data) {
      await boss.send(queue, data, { id: idOf(queue, key), db: { executeSql: executeOn(trx) } })
      setTimeout(wakeUp, afterSendMs).unref()
    },
    async stop() {
      stopping = true
      wakeUp()
      await Promise.all(loops)
      await waitForAll(running.keys(), endMs)
      for (const giveUp of running.values()) giveUp.abort(new Error('the server stops'))
      await waitForAll(running.keys(), giveBackMs)
      await boss.stop({ graceful: false })
    },
  }
}

async function waitForAll(works: Iterable<Promise<void>>, withinMs: number): Promise<void> {
  await Promise.race([Promise.allSettled(works), sleep(withinMs, undefined, { ref: false })])
}

/** The same job always has the same id. */
function idOf(queue: string, key: string): string {
  const hash = createHash('sha256').update(`${queue}\n${key}`).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

function sqlOf({ kysely }: Database): PgBoss.Db {
  return {
    executeSql: (text, values) =>
      kysely.connection().execute(async (connection) => {
        try {
          return await executeOn(connection)(text, values)
        } catch (error) {
          // Some of the statements are transactions in themselves: a failed one would stay open on the connection.
          await connection.executeQuery(CompiledQuery.raw('rollback'))
          throw error
        }
      }),
  }
}

function executeOn(connection: Pick<Transaction, 'executeQuery'>): PgBoss.Db['executeSql'] {
  // Declared as always there, but left out for statements without.
  return async (text: string, values: unknown[] | undefined) => {
    const parameters = (values ?? []).map((value) => value ?? null)
    const { rows } = await connection.executeQuery(CompiledQuery.raw(text, parameters))
    return { rows: [...rows] }
  }
}
