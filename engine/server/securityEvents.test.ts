import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError } from 'pg'
import { userOf } from './authorise'
import { testDatabaseKinds } from './database/testDatabase'
import { notFound, refused } from './problem'
import { createSecurityEvents, purgeSecurityEvents, type SecurityEvents } from './securityEvents'
import { openLibrary, type LibraryDatabase } from './testing/libraryDatabase'
import { fixedClock, member, serveLibrary, type LibraryServer } from './testing/libraryServer'
import { inTransaction } from './write/transaction'

const operator = { ...member('1'), userName: 'op' }
const stranger = { ...member('2', {}, []), userName: 'stranger' }

describe.each(testDatabaseKinds)('security events (%s)', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  let events: SecurityEvents | undefined
  let moment = fixedClock.now()
  const lines: string[] = []
  const stored = async () => {
    await events?.flush()
    return library.kysely.selectFrom('security_event').selectAll().orderBy('id').execute()
  }

  beforeAll(async () => {
    library = await openLibrary(kind)
    const branch = await library.insert('branch', { branchName: 'North' })
    const author = await library.insert('author', { authorName: 'Lu' })
    await sql`insert into book (version, created_at, updated_at, status, book_no, book_title, branch_id, author_id)
      select 1, now(), now(), 'DRAFT', 'B' || i, 'Title', ${branch}, ${author} from generate_series(1, 1001) i`.execute(library.kysely)
    server = await serveLibrary(library, {
      clock: { ...fixedClock, now: () => moment },
      // Nothing below an error is logged, but for these.
      logger: { level: 'error', stream: { write: (line) => lines.push(line) } },
      registerProductRoutes: (app, services) => {
        events = services.securityEvents
        app.post<{ Querystring: { refuse?: string } }>(
          '/rights',
          { config: { permission: 'session', takes: { query: { refuse: { type: 'string' } } } } },
          (request) =>
            inTransaction(services, userOf(request), async (tools) => {
              tools.securityEvent('rights', 'a right was given')
              if (request.query.refuse !== undefined) throw refused('not now')
              return {}
            }),
        )
        app.post('/hidden', { config: { permission: 'session' } }, (request) =>
          inTransaction(services, userOf(request), () => {
            services.securityEvents?.record({ kind: 'looked', user: request.user })
            throw notFound()
          }),
        )
      },
    })
  })
  beforeEach(async () => {
    await stored()
    await library.kysely.deleteFrom('security_event').execute()
    lines.splice(0)
    // An hour and a day later nothing is counted any more.
    moment = new Date(Date.parse(moment) + 90_000_000).toISOString()
  })
  afterAll(() => server?.app.close())

  it('stand in the log at every level and in the table, with account, address and trace id', async () => {
    const { headers } = await server.ask(operator, 'POST', '/rights')
    const traceId = headers['x-request-id']
    expect(await stored()).toMatchObject([
      { kind: 'rights', user_id: '1', account: 'op', address: '127.0.0.1', trace_id: traceId, detail: 'a right was given', at: moment },
    ])
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { securityEvent: 'rights', account: 'op', userId: '1', address: '127.0.0.1', traceId, detail: 'a right was given', level: 30 },
    ])
  })

  it('tell nothing of what was taken back', async () => {
    expect((await server.ask(operator, 'POST', '/rights?refuse=1')).status).toBe(417)
    expect(await stored()).toEqual([])
    expect(lines).toEqual([])
  })

  it('stay when the call that they tell of is taken back', async () => {
    expect((await server.ask(operator, 'POST', '/hidden')).status).toBe(404)
    expect((await stored()).map((row) => row['kind'])).toEqual(['looked'])
  })

  it('count calls that were refused by the dozen, of one account and of one address', async () => {
    for (let call = 1; call <= 10; call++) expect((await server.ask(stranger, 'GET', '/api/stock/book/list')).status).toBe(403)
    expect((await server.ask(stranger, 'GET', '/api/nothing/here')).status).toBe(404)
    expect((await server.ask(stranger, 'POST', '/hidden')).status).toBe(404)
    expect((await stored()).map((row) => row['kind'])).toEqual(['looked'])
    expect((await server.ask(stranger, 'GET', '/api/stock/book/7?secret=1')).status).toBe(403)
    expect(await stored()).toMatchObject([
      { kind: 'looked' },
      {
        kind: 'refused',
        user_id: '2',
        account: 'stranger',
        address: '127.0.0.1',
        detail: '一小时内 12 次请求被拒（403 × 11，404 × 1），最近一次 GET /api/stock/book/7',
      },
    ])
    for (let call = 1; call <= 25; call++) expect((await server.ask(undefined, 'GET', '/api/stock/book/list')).status).toBe(401)
    const byAddress = (await stored()).slice(2)
    expect(byAddress).toMatchObject([
      { kind: 'refused', user_id: null, account: null, address: '127.0.0.1' },
      { kind: 'refused', user_id: null, account: null },
    ])
  })

  it('do not add up slips of several hours, nor those of several accounts', async () => {
    for (let call = 1; call <= 11; call++) await server.ask(stranger, 'GET', '/api/stock/book/list')
    moment = new Date(Date.parse(moment) + 3_600_001).toISOString()
    await server.ask(stranger, 'GET', '/api/stock/book/list')
    for (let call = 1; call <= 11; call++) await server.ask({ ...stranger, id: '3' }, 'GET', '/api/stock/book/list')
    expect(await stored()).toEqual([])
  })

  it('tell of exports of more than a thousand rows', async () => {
    expect((await server.ask(operator, 'POST', '/api/stock/book/export', { bookNo: 'B1' })).status).toBe(200)
    expect(await stored()).toEqual([])
    expect((await server.ask(operator, 'POST', '/api/stock/book/export', {})).status).toBe(200)
    expect(await stored()).toMatchObject([{ kind: 'export', account: 'op', address: '127.0.0.1', detail: 'Books 1001 行' }])
  })

  it('are kept as long as is asked', async () => {
    await server.ask(operator, 'POST', '/rights')
    await stored()
    await purgeSecurityEvents(library, moment)
    expect((await stored()).length).toBe(1)
    await purgeSecurityEvents(library, new Date(Date.parse(moment) + 1).toISOString())
    expect(await stored()).toEqual([])
  })
})

describe('the security log', () => {
  const lines: { msg: string; securityEvent?: string }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }
  afterEach(() => void lines.splice(0))

  /** A database of which each statement does what is said next. */
  function database(...responses: (Error | undefined)[]) {
    const rows: unknown[] = []
    const insertInto = () => ({
      values: (batch: unknown[]) => ({
        execute: async () => {
          await sleep(1)
          const failure = responses.shift()
          if (failure) throw failure
          rows.push(...batch)
        },
      }),
    })
    return { rows, kysely: { insertInto } as unknown as Parameters<typeof createSecurityEvents>[0]['kysely'] }
  }
  const failure = (code: string): Error => Object.assign(new DatabaseError('refused', 0, 'error'), { code })
  const kinds = (rows: unknown[]): unknown[] => rows.map((row) => (row as { kind: string }).kind)
  const logger = (level: string) => pino({ level }, stream) as unknown as Parameters<typeof createSecurityEvents>[2]

  it('waits for a database that is away, and loses nothing', async () => {
    const { rows, kysely } = database(failure('57P01'))
    const log = createSecurityEvents({ kysely }, fixedClock, logger('fatal'))
    for (const kind of ['one', 'two', 'three']) log.record({ kind })
    await log.flush()
    expect(kinds(rows)).toEqual(['one', 'two', 'three'])
    expect(lines.map(({ securityEvent }) => securityEvent)).toEqual(['one', 'two', 'three'])
  })

  it('passes over the one event that no database takes', async () => {
    const { rows, kysely } = database(failure('22021'), undefined, failure('22021'))
    const log = createSecurityEvents({ kysely }, fixedClock, logger('error'))
    for (const kind of ['one', 'two', 'three']) log.record({ kind })
    await log.flush()
    expect(kinds(rows)).toEqual(['one', 'three'])
    expect(lines.filter(({ msg }) => msg === 'a security event is in the log alone').length).toBe(1)
  })

  it('takes what is recorded while others are written', async () => {
    const { rows, kysely } = database()
    const log = createSecurityEvents({ kysely }, fixedClock, logger('error'))
    log.record({ kind: 'one' })
    await Promise.all(Array.from({ length: 20 }, (_each, index) => sleep(index % 5).then(() => log.record({ kind: 'more' }))))
    await log.flush()
    expect(rows.length).toBe(21)
  })

  it('says nothing where nothing is to be said, and keeps it all the same', async () => {
    const { rows, kysely } = database()
    const log = createSecurityEvents({ kysely }, fixedClock, logger('silent'))
    log.record({ kind: 'one', user: { id: '', userName: 'a\0b\u{202e}' }, detail: 'x'.repeat(600) })
    await log.flush()
    expect(rows).toMatchObject([{ kind: 'one', user_id: null, account: 'ab', detail: 'x'.repeat(500) }])
    expect(lines).toEqual([])
  })

  it('lets a server stop whose database does not answer', async () => {
    const kysely = { insertInto: () => ({ values: () => ({ execute: () => new Promise(() => undefined) }) }) } as never
    const log = createSecurityEvents({ kysely }, fixedClock, logger('silent'))
    log.record({ kind: 'one' })
    await expect(log.stop()).resolves.toBeUndefined()
  })
})
