import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListResponse } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { libraryExtensions, libraryPlan } from '../testing/library'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import type { Services } from '../services'
import { fixedClock, member, serveLibrary, type LibraryServer } from '../testing/libraryServer'
import { KeptCounts } from './keptCounts'
import { listOfScreen, listReader } from './list'
import { pageReader, pageResponse } from './page'
import { createReading } from './reading'
import { stateCountsReader } from './stateCounts'
import { shapeOf } from './shape'

describe.each(usualTestDatabaseKinds)('a list of very many rows on %s', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  const branches: string[] = []
  const all = member('1')
  beforeAll(async () => {
    library = await openLibrary(kind)
    for (const branchCode of ['N', 'S']) branches.push(await library.insert('branch', { branchName: branchCode, branchCode }))
    await library.insert('currency', { currencyCode: 'CNY', currencyName: '人民币', symbol: '¥' })
    server = await serveLibrary(library)
  })
  afterAll(async () => server.app.close())
  beforeEach(async () => {
    await sql`delete from book`.execute(library.kysely)
    await write()
  })

  const list = async (query = '', user = all): Promise<ListResponse> =>
    (await server.ask<ListResponse>(user, 'GET', `/api/stock/book/list${query}`)).body
  /** Beside all that this server itself writes. */
  const add = (count: number, title = 'A') =>
    sql`insert into book (version, created_at, updated_at, status, branch_id, book_no, book_title, currency, price)
      select 1, now(), now(), 'DRAFT', ${branches[0]}, ${title} || i, ${title}, 'CNY', 1 from generate_series(1, ${sql.lit(count)}) i`.execute(
      library.kysely,
    )
  const write = () => library.transaction(() => Promise.resolve())

  it('counts and sums so far, says that there is more, and goes on to its pages', async () => {
    const shapes = { plan: libraryPlan, extensions: libraryExtensions, kysely: library.kysely }
    const shape = shapeOf(shapes, 'book', ['id', 'bookTitle'])
    const read = pageReader({ shapes, counts: new KeptCounts(library) }, shape, { totals: ['price'] }, 30)
    const today = '2026-11-20'
    const page = async (number: number): Promise<ListResponse> => {
      const query = { conditions: [], orderBy: sql`t.id`, page: number, pageSize: 20 }
      const answer = await read(query, { kysely: library.kysely, today }, { today, now: `${today}T00:00:00.000Z` })
      return JSON.parse(pageResponse(answer, query)) as ListResponse
    }
    await add(30)
    expect(await page(2)).toEqual({ records: expect.anything(), total: 30, page: 2, pageSize: 20, summary: { price: '30.00' } })
    await add(15, 'B')
    const more = await page(3)
    expect(more).toEqual({ records: expect.anything(), total: 30, beyond: true, page: 3, pageSize: 20 })
    expect(more.records).toHaveLength(5)
  })

  it('keeps what took counting many rows until this server writes, for each query and account', async () => {
    await add(6_000)
    expect((await list()).total).toBe(6_000)
    await add(1, 'B')
    expect(await list()).toMatchObject({ total: 6_000, summary: { price: { CNY: '6000.00' } } })
    // Its rows are as they are.
    expect((await list('?page=301')).records).toHaveLength(1)
    expect((await list('?bookTitle=B')).total).toBe(1)
    expect((await list('', member('2', { branch: [branches[1] ?? ''] }))).total).toBe(0)
    await write()
    expect((await list()).total).toBe(6_001)
  })

  it('counts the rows of states so far, and keeps what took counting many', async () => {
    const states = async (): Promise<unknown> => (await server.ask(all, 'GET', '/api/stock/book/states')).body
    await add(6_000)
    expect(await states()).toEqual({ counts: { DRAFT: 6_000 }, total: 6_000 })
    await add(1, 'B')
    expect(await states()).toEqual({ counts: { DRAFT: 6_000 }, total: 6_000 })
    await write()
    expect(await states()).toEqual({ counts: { DRAFT: 6_001 }, total: 6_001 })
    // With a smaller bound than a list has.
    const services = { plan: libraryPlan, database: library, extensions: libraryExtensions, clock: fixedClock } as unknown as Services
    const [reading, screen] = [createReading(services), libraryPlan.screens['stock/book']!]
    const counted = stateCountsReader(reading, screen, listReader(reading, listOfScreen(screen)), 30)
    expect(await counted.read({}, all)).toEqual({ counts: { DRAFT: 30 }, total: 30, beyond: true })
  })

  it('counts few rows each time', async () => {
    await add(4_998)
    expect((await list()).total).toBe(4_998)
    await add(1, 'B')
    expect((await list()).total).toBe(4_999)
  })
})

describe('kept counts', () => {
  let committed = 0
  let now = 0
  const counts = new KeptCounts({ committed: () => committed }, () => now)
  const query = (parameter: number) => counts.of(() => ({ sql: 'select', parameters: [parameter] }))

  it('are gone after some seconds', () => {
    query(1).keep({ total: 1 })
    now += 4_999
    expect(query(1).read()).toEqual({ total: 1 })
    now += 1
    expect(query(1).read()).toBeUndefined()
  })

  it('are not those from before a write that was committed while they were counted', () => {
    const counting = query(2)
    committed++
    counting.keep({ total: 1 })
    expect(query(2).read()).toBeUndefined()
  })

  it('are few: the oldest go', () => {
    for (let at = 0; at <= 500; at++) query(at).keep({ at })
    expect(query(0).read()).toBeUndefined()
    expect(query(1).read()).toEqual({ at: 1 })
  })
})
