import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database'
import { openDatabase } from './openDatabase'
import { openTestDatabase, returnTestEngine, takeTestEngine, testDatabaseKinds } from './testDatabase'

describe.each(testDatabaseKinds)('a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    await sql`create table account (id integer primary key, balance numeric(18, 2) not null)`.execute(database.kysely)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.kysely.deleteFrom('account').execute()
  })

  const insert = (id: number, through = database.kysely) => through.insertInto('account').values({ id, balance: '1.00' }).execute()
  const count = async () =>
    (
      await database.kysely
        .selectFrom('account')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n

  it('says its kind and answers a ping', async () => {
    expect(database.kind).toBe(kind)
    await expect(database.ping()).resolves.toBeUndefined()
  })

  it('keeps what a transaction wrote and answers its result', async () => {
    const result = await database.transaction(async (trx) => {
      await insert(1, trx)
      return 'done'
    })
    expect(result).toBe('done')
    expect(await count()).toBe('1')
  })

  it('keeps nothing of a transaction whose work throws', async () => {
    const work = database.transaction(async (trx) => {
      await insert(1, trx)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await count()).toBe('0')
  })

  it('does not take a transaction for committed that caught the error of a statement and went on', async () => {
    const work = database.transaction(async (trx) => {
      await insert(1, trx)
      await insert(1, trx).catch(() => undefined)
    })
    await expect(work).rejects.toMatchObject({ code: 'database.transaction-aborted' })
    expect(await count()).toBe('0')
  })

  it('answers readers while many writers wait for one row', async () => {
    await insert(1)
    const add = () =>
      database.transaction(async (trx) => {
        await sql`select from account where id = 1 for update`.execute(trx)
        await sql`select pg_sleep(0.02)`.execute(trx)
        await sql`update account set balance = balance + 1 where id = 1`.execute(trx)
      })
    let done = 0
    const writers = Array.from({ length: 40 }, () => add().then(() => done++))
    // With a connection for each writer, and with one connection for all, a reader would come last.
    for (let reading = 0; reading < 3; reading++) await count()
    expect(done).toBeLessThan(20)
    await Promise.all(writers)
    expect(await database.kysely.selectFrom('account').select('balance').execute()).toEqual([{ balance: '41.00' }])
  })

  it.each([
    ['another transaction', () => database.transaction(async () => undefined)],
    ['a snapshot', () => database.snapshot(async () => undefined)],
    ['a query beside it', () => count()],
  ])('refuses %s inside a transaction, however deep', async (_name, act) => {
    const work = database.transaction(async () => {
      await Promise.resolve()
      await act()
    })
    await expect(work).rejects.toMatchObject({ code: 'database.nested-transaction' })
    expect(await count()).toBe('0')
  })

  it('lets what a transaction started without waiting use the database after its end', async () => {
    let end = () => undefined as void
    const ended = new Promise<void>((resolve) => (end = resolve))
    let later: Promise<unknown> | undefined
    await database.transaction(async () => {
      later = ended.then(() => count())
    })
    end()
    expect(await later).toBe('0')
  })

  it.each(['40001', '40P01'])('runs a transaction again that PostgreSQL gave up with %s', async (code) => {
    let runs = 0
    await database.transaction(async (trx) => {
      runs += 1
      await insert(runs, trx)
      if (runs < 4) await failWith(trx, code)
    })
    expect(runs).toBe(4)
    expect(await database.kysely.selectFrom('account').select('id').execute()).toEqual([{ id: 4 }])
  })

  it('gives up after the third repetition and throws what PostgreSQL said', async () => {
    let runs = 0
    const work = database.transaction(async (trx) => {
      runs += 1
      await failWith(trx, '40001')
    })
    await expect(work).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(4)
  })

  it('does not repeat a transaction that failed for another reason', async () => {
    let runs = 0
    const work = database.transaction(async (trx) => {
      runs += 1
      await insert(1, trx)
      await insert(1, trx)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })

  it('sees one moment in a snapshot and writes nothing in it', async () => {
    const work = database.snapshot(async (trx) => {
      expect((await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx)).rows).toEqual([
        { level: 'repeatable read' },
      ])
      await insert(1, trx)
    })
    await expect(work).rejects.toMatchObject({ code: '25006' })
  })

  it('loses no update of transactions that run at the same time', async () => {
    await insert(1)
    const addOne = () =>
      database.transaction((trx) =>
        trx
          .updateTable('account')
          .set({ balance: sql`balance + 1` })
          .where('id', '=', 1)
          .execute(),
      )
    await Promise.all(Array.from({ length: 50 }, addOne))
    expect(await database.kysely.selectFrom('account').select('balance').execute()).toEqual([{ balance: '51.00' }])
  })

  it('lets plain queries have their turn between transactions', async () => {
    const finished: string[] = []
    const transaction = (id: number) => database.transaction((trx) => insert(id, trx)).then(() => finished.push('transaction'))
    await Promise.all([transaction(1), count().then(() => finished.push('query')), transaction(2)])
    expect(finished).toHaveLength(3)
    if (kind === 'pglite') expect(finished.at(-1)).toBe('transaction')
  })

  it('reports a slow query without its parameters, of a long one the beginning', async () => {
    const reports: unknown[] = []
    const logging = await openTestDatabase(kind, { logger: { warn: (details, message) => reports.push([message, details]) } })
    await sql`select pg_sleep(${1.1})`.execute(logging.kysely)
    await sql.raw(`select pg_sleep(1.1) -- ${'x'.repeat(5_000)}`).execute(logging.kysely)
    await logging.close()
    expect(reports).toEqual([
      ['slow query', { sql: 'select pg_sleep($1)', duration: expect.any(Number) }],
      ['slow query', { sql: `select pg_sleep(1.1) -- ${'x'.repeat(2_000 - 24)}`, duration: expect.any(Number) }],
    ])
  })

  it.each(['with short statements', ...(kind === 'postgres' ? ['with a long statement'] : [])])(
    'is closed although a transaction goes on %s, which is taken back',
    async (how) => {
      const engine = kind === 'pglite' ? await takeTestEngine() : undefined
      const closing = await openDatabase(engine ? { engine } : { url: process.env['TEST_DATABASE_URL']! })
      let begun = (): void => undefined
      const beginning = new Promise<void>((resolve) => (begun = resolve))
      const endless = closing.transaction(async (trx) => {
        for (;;) {
          const statement = how.includes('long') ? sql`select pg_sleep(4)` : sql`select 1`
          const response = statement.execute(trx)
          begun()
          await response
          await sleep(20)
        }
      })
      const end = endless.then(
        () => 'committed',
        () => 'taken back',
      )
      await beginning
      await closing.close()
      if (engine) returnTestEngine(engine)
      expect(await end).toBe('taken back')
    },
  )

  it('refuses queries after it was closed', async () => {
    const closed = await openTestDatabase(kind)
    await closed.close()
    await expect(closed.ping()).rejects.toThrow()
  })
})

async function failWith(trx: Parameters<Parameters<Database['transaction']>[0]>[0], code: string): Promise<void> {
  await sql`do ${sql.raw(`$$ begin raise exception 'given up' using errcode = '${code}'; end $$`)}`.execute(trx)
}
