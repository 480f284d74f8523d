import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChartData, ChartsResponse } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import type { SessionUser } from '../session'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import { member, serveLibrary, type LibraryServer } from '../testing/libraryServer'

describe.each(usualTestDatabaseKinds)('charts on %s', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  const ids: Record<string, string> = {}
  const all = member('1')
  let south: SessionUser
  let number = 1

  const book = (values: Record<string, unknown>): Promise<string> =>
    library.insert('book', { bookNo: `BK${number++}`, branchId: ids['north'], authorId: ids['lu'], bookTitle: 'A', ...values })

  beforeAll(async () => {
    library = await openLibrary(kind)
    ids['north'] = await library.insert('branch', { branchName: '北区', branchCode: 'N' })
    ids['south'] = await library.insert('branch', { branchName: '南区', branchCode: 'S' })
    ids['lu'] = await library.insert('author', { authorName: '鲁迅' })
    ids['ba'] = await library.insert('author', { authorName: '巴金' })
    ids['anna'] = await library.insert('reader', { readerName: 'Anna' })
    // Midnight in Shanghai is 16:00 in UTC.
    ids['wild'] = await book({
      price: '19.90',
      taxRate: '0.1',
      genre: 'POETRY',
      publishedOn: '1927-07-01',
      boughtAt: '2026-11-19T16:00:00Z',
    })
    await book({ price: '0.10', genre: 'NOVEL', publishedOn: '1918-05-01', boughtAt: '2026-11-20T16:00:00Z' })
    await book({ price: '0.20', genre: 'NOVEL', publishedOn: '1927-08-01', boughtAt: '2026-11-20T15:59:59Z' })
    await book({ authorId: ids['ba'], branchId: ids['south'], price: '30.00', genre: 'NOVEL', publishedOn: '1927-01-01' })
    await book({ authorId: ids['ba'], price: '5.00', publishedOn: '1918-12-01' })
    await library.insert('lending', { bookId: ids['wild'], readerId: ids['anna'], lentOn: '2026-11-01', fee: '1.50' })
    await library.insert('lending', { bookId: ids['wild'], readerId: ids['anna'], lentOn: '2026-11-01', fee: '0.60' })
    await library.insert('lending', { bookId: ids['wild'], readerId: ids['anna'], lentOn: '2026-10-01', fee: '2.00' })
    server = await serveLibrary(library)
    south = member('3', { branch: [ids['south']] })
  })
  // The server closes its database.
  afterAll(async () => server.app.close())

  const ask = async (path: string, user = all): Promise<Record<string, ChartData>> => {
    const { status, body } = await server.ask<ChartsResponse>(user, 'GET', path)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body.charts
  }
  const charts = (query = '', user = all): Promise<Record<string, ChartData>> => ask(`/api/stock/book/charts/list${query}`, user)

  it('answer the numbers of groups in wire form, the largest first, with what references are called', async () => {
    const { prices } = await charts()
    expect(prices).toEqual({
      points: [
        { x: ids['ba'], title: '巴金', values: { sum: '35.00', taxed: null, books: 2 } },
        { x: ids['lu'], title: '鲁迅', values: { sum: '20.20', taxed: '21.89', books: 3 } },
      ],
      groups: 2,
      lines: 1,
    })
  })

  it('put moments together by the days of Shanghai, in their order, a line per value', async () => {
    const { bought } = await charts()
    expect(bought).toEqual({
      points: [
        { x: '2026-11-20', by: 'NOVEL', values: { books: 1 } },
        { x: '2026-11-20', by: 'POETRY', values: { books: 1 } },
        { x: '2026-11-21', by: 'NOVEL', values: { books: 1 } },
      ],
      groups: 2,
      lines: 2,
    })
  })

  it('put dates together by years: the last row of each and the greatest, of the rows of their condition', async () => {
    const { latest } = await charts()
    expect(latest?.points).toEqual([
      { x: '1918', values: { last: '5.00', most: '5.00' } },
      { x: '1927', values: { last: '19.90', most: '30.00' } },
    ])
  })

  it('show parts of a whole, rows without a value among them', async () => {
    const { genres } = await charts()
    expect(genres).toEqual({
      points: [
        { x: 'NOVEL', values: { price: '30.30' } },
        { x: 'POETRY', values: { price: '19.90' } },
        { x: null, values: { price: '5.00' } },
      ],
      groups: 3,
      lines: 1,
      rest: null,
    })
  })

  it('are of what the list asks for, whatever its page', async () => {
    const { prices, bought } = await charts(`?authorId=${ids['lu']}&genre=NOVEL&page=7&pageSize=1`)
    expect(prices?.points).toEqual([{ x: ids['lu'], title: '鲁迅', values: { sum: '0.30', taxed: null, books: 2 } }])
    expect(bought?.points.map(({ by }) => by)).toEqual(['NOVEL', 'NOVEL'])
    expect(await charts('?bookTitle=none')).toMatchObject({
      prices: { points: [], groups: 0, lines: 0 },
      genres: { points: [], groups: 0, rest: null },
    })
  })

  it('are of the rows that the account sees', async () => {
    const { prices, genres } = await charts('', south)
    expect(prices?.points.map(({ values }) => values['sum'])).toEqual(['30.00'])
    expect(genres?.points.map(({ x }) => x)).toEqual(['NOVEL'])
  })

  it.each([['?internalRemark=x'], ['?price=1'], ['?publishedOnStart=x']])('refuse %s as the list does', async (query) => {
    expect((await server.ask(all, 'GET', `/api/stock/book/charts/list${query}`)).status).toBe(422)
  })

  it('are for who may open the menu, where the page has some', async () => {
    const stranger = { ...all, subMenus: [] }
    const asked = ['charts/list', `charts/lending/${ids['wild']}`].map(async (part) =>
      server.ask(stranger, 'GET', `/api/stock/book/${part}`),
    )
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403])
    expect((await server.ask(all, 'GET', '/api/stock/lending/charts/list')).status).toBe(404)
  })

  it('of a related table are of the rows of its record', async () => {
    const { fees } = await ask(`/api/stock/book/charts/lending/${ids['wild']}`)
    expect(fees?.points).toEqual([
      { x: '2026-10-01', values: { fee: '2.00' } },
      { x: '2026-11-01', values: { fee: '2.10' } },
    ])
    expect((await server.ask(south, 'GET', `/api/stock/book/charts/lending/${ids['wild']}`)).status).toBe(404)
  })

  it('take the arguments of a read model', async () => {
    const { value } = await ask('/api/report/genres/charts/list?factor=2&genre=NOVEL')
    expect(value?.points).toEqual([
      { x: ids['south'], title: '南区', values: { value: '60.00' } },
      { x: ids['north'], title: '北区', values: { value: '0.60' } },
    ])
  })

  describe('of very many groups', () => {
    beforeAll(async () => {
      await sql`insert into author (author_name, version, created_at, updated_at) select 'author ' || i, 1, now(), now() from generate_series(1, 60) i`.execute(
        library.kysely,
      )
      // Each author one book, of one of 15 genres, a day each: day 1 is the cheapest.
      await sql`insert into book (version, created_at, updated_at, status, book_no, book_title, branch_id, author_id, genre, price, published_on, bought_at)
        select 1, now(), now(), 'DRAFT', 'M' || i, 'many', ${ids['north']}, a.id, 'G' || (i % 15), i, date '2000-01-01' + i::int, timestamptz '2000-01-01T12:00:00Z' + i * interval '1 day'
        from (select id, row_number() over (order by id) as i from author where author_name like 'author %') a`.execute(library.kysely)
      await sql`insert into book (version, created_at, updated_at, status, book_no, book_title, branch_id, author_id, price, bought_at)
        select 1, now(), now(), 'DRAFT', 'D' || i, 'days', ${ids['north']}, ${ids['lu']}, 1, timestamptz '2001-01-01T12:00:00Z' + i * interval '1 day' from generate_series(0, 449) i`.execute(
        library.kysely,
      )
    })

    it('draw the 50 with the largest number, and say how many there are', async () => {
      const { prices } = await charts('?bookTitle=many')
      expect([prices?.groups, prices?.points.length, prices?.points[0]?.values['sum'], prices?.points.at(-1)?.values['sum']]).toEqual([
        60,
        50,
        '60.00',
        '11.00',
      ])
    })
    it('draw the latest 400 days', async () => {
      const { bought } = await charts('?bookTitle=days')
      expect([bought?.groups, bought?.points.length, bought?.points[0]?.x, bought?.points.at(-1)?.x]).toEqual([
        450,
        400,
        '2001-02-20',
        '2002-03-26',
      ])
    })
    it('draw 12 lines', async () => {
      const { bought } = await charts('?bookTitle=many')
      expect([bought?.lines, new Set(bought?.points.map(({ by }) => by)).size]).toEqual([15, 12])
    })
    it('add up what a pie leaves out', async () => {
      const { genres } = await charts('?bookTitle=many')
      const drawn = genres?.points.reduce((sum, { values }) => sum + Number(values['price']), 0) ?? 0
      expect([genres?.groups, genres?.points.length, drawn + Number(genres?.rest)]).toEqual([15, 12, (60 * 61) / 2])
    })
  })
})
