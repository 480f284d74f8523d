import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListPagePlan } from '../../core/plan'
import type { HistoryEntry, ListResponse, Option, Problem, StateCountsResponse } from '../../core/wire'
import { testDatabaseKinds } from '../database/testDatabase'
import type { SessionUser } from '../session'
import { libraryPlan } from '../testing/library'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import { allRights, member, serveLibrary, type ApiResponse, type LibraryServer } from '../testing/libraryServer'

type Row = Record<string, unknown> & { id: string }
type Rows = ListResponse<Row>

describe.each(testDatabaseKinds)('reading on %s', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  const ids: Record<string, string> = {}
  const all = member('1')
  let north: SessionUser
  let south: SessionUser

  beforeAll(async () => {
    library = await openLibrary(kind)
    ids['north'] = await library.insert('branch', { branchName: '北区', branchCode: 'N' })
    ids['south'] = await library.insert('branch', { branchName: '南区', branchCode: 'S', parentId: ids['north'] })
    ids['staff'] = await library.insert('staff', { staffName: 'Wang', branchId: ids['north'], passwordHash: 'x' })
    ids['lu'] = await library.insert('author', { authorName: '鲁迅', genre: 'NOVEL', branchId: ids['north'] })
    ids['ba'] = await library.insert('author', { authorName: '巴金', genre: 'POETRY', branchId: ids['south'] })
    ids['hu'] = await library.insert('author', { authorName: '胡适', genre: 'SCIENCE', branchId: ids['north'] })
    await library.insert('currency', { currencyCode: 'CNY', currencyName: 'Yuan', symbol: '¥' })
    await library.insert('currency', { currencyCode: 'USD', currencyName: 'Dollar', symbol: '$' })
    ids['anna'] = await library.insert('reader', { readerName: 'Anna' })
    ids['ben'] = await library.insert('reader', { readerName: 'Ben' })
    const common = { branchId: ids['north'], createdById: ids['staff'], currency: 'CNY' }
    ids['wild'] = await library.insert(
      'book',
      {
        ...common,
        bookNo: 'BK000001',
        bookTitle: '野草',
        isbn: '100%_x',
        authorId: ids['lu'],
        coAuthorIds: [ids['hu'], ids['ba']],
        genre: 'POETRY',
        tags: ['NOVEL', 'POETRY'],
        price: '19.90',
        taxRate: '0.1000',
        pages: 120,
        weight: '0.350',
        publishedOn: '1927-07-01',
        boughtAt: '2026-11-19T16:00:00.000Z',
        lendable: true,
        notes: { shelf: [1, 2] },
        supplierSecret: 'secret supplier',
        internalRemark: 'nobody sees this',
        status: 'SHELVED',
      },
      {
        copies: [
          { copyNo: 'a', shelfBranchId: ids['south'], cost: '10.00' },
          { copyNo: 'b', cost: '5.50' },
        ],
      },
    )
    ids['family'] = await library.insert('book', {
      ...common,
      bookNo: 'BK000002',
      bookTitle: '家',
      isbn: '200',
      authorId: ids['ba'],
      branchId: ids['south'],
      genre: 'NOVEL',
      price: '30.00',
      pages: 400,
      boughtAt: '2026-11-20T15:59:59.999Z',
      lendable: false,
    })
    ids['diary'] = await library.insert('book', {
      ...common,
      bookNo: 'BK000003',
      bookTitle: '狂人日记 100%',
      authorId: ids['lu'],
      genre: 'NOVEL',
      price: '0.10',
      boughtAt: '2026-11-20T16:00:00.000Z',
    })
    await library.insert('lending', { bookId: ids['wild'], readerId: ids['anna'], lentOn: '2026-11-01', fee: '1.50' })
    await library.insert('lending', { bookId: ids['wild'], readerId: ids['ben'], lentOn: '2026-10-01', fee: '2.00' })
    await library.insert('copyMovement', { bookId: ids['wild'], reason: 'bought', qty: 2 })
    await library.insert('copyMovement', { bookId: ids['family'], reason: 'bought', qty: 1 })
    await sql`insert into document_history (entity, document_id, action, action_title, from_state, to_state, opinion, changes, operator_name, at) values
      ('book', ${ids['wild']}, 'shelve', 'Shelve', 'DRAFT', 'SHELVED', null, null, 'Wang', '2026-11-20T01:00:00Z'),
      ('book', ${ids['wild']}, 'edit', 'Edit', null, null, 'typo', ${JSON.stringify([
        { field: 'bookTitle', title: 'Title', before: 'a', after: 'b' },
        { field: 'copies.0.cost', title: 'Cost', before: '1', after: '2' },
        { field: 'internalRemark', title: 'On no page', before: 'a', after: 'b' },
      ])}, 'Wang', '2026-11-20T02:00:00Z')`.execute(library.kysely)
    server = await serveLibrary(library)
    north = member('2', { branch: [ids['north']] })
    south = member('3', { branch: [ids['south']] })
  })
  // The server closes its database.
  afterAll(async () => server.app.close())

  const list = (query = '', user = all): Promise<ApiResponse<Rows>> => server.ask<Rows>(user, 'GET', `/api/stock/book/list${query}`)
  const inCurrency = (currency: string | null) =>
    library.kysely.updateTable('book').set({ currency }).where('id', '=', ids['family']).execute()
  const titles = async (query: string, user = all): Promise<string[]> => {
    const { status, body } = await list(query, user)
    expect(body).toMatchObject({ records: expect.anything() })
    expect(status).toBe(200)
    return body.records.map((row) => String(row['bookTitle']))
  }

  describe('a list', () => {
    it('answers what the columns show, in wire form', async () => {
      const { body } = await list(`?bookNo=BK000001`)
      expect(body.records).toEqual([
        {
          id: ids['wild'],
          version: 1,
          bookTitle: '野草',
          status: 'SHELVED',
          bookNo: 'BK000001',
          authorId: ids['lu'],
          authorName: '鲁迅',
          coAuthorIds: [ids['hu'], ids['ba']],
          coAuthorNames: ['胡适', '巴金'],
          branchId: ids['north'],
          branchName: '北区',
          genre: 'POETRY',
          price: '19.90',
          priceWithTax: '21.89',
          pages: 120,
          weight: '0.350',
          publishedOn: '1927-07-01',
          boughtAt: '2026-11-19T16:00:00.000Z',
          lendable: true,
          lendings: 2,
          createdById: ids['staff'],
          createdByName: 'Wang',
          // What the dialogs of its actions say it is counted in.
          currency: 'CNY',
        },
      ])
    })

    it('is newest first and tells total and sums over all matching rows', async () => {
      const { body } = await list('?pageSize=1')
      expect(body).toMatchObject({ total: 3, page: 1, pageSize: 1, summary: { price: { CNY: '50.00' }, lendings: '2' } })
      expect(body.records.map((row) => row.id)).toEqual([ids['diary']])
    })

    it('pages through every row once', async () => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => titles(`?page=${page}&pageSize=1&sortField=genre&sortOrder=ascend`)))
      expect(pages.flat().toSorted()).toEqual(['家', '狂人日记 100%', '野草'].toSorted())
      expect(pages[3]).toEqual([])
    })

    it('is ordered by several fields one after the other', async () => {
      const ordered = async (query: string): Promise<unknown[]> =>
        (await list(`?${query}`)).body.records.map(({ genre, price }) => `${String(genre)} ${String(price)}`)
      const rows = (await list('')).body.records.map(({ genre, price }) => ({ genre: String(genre), price: Number(price) }))
      expect(new Set(rows.map(({ genre }) => genre)).size).toBeLessThan(rows.length)
      const order = (sign: number): string => (sign > 0 ? 'ascend' : 'descend')
      for (const first of [1, -1])
        for (const second of [1, -1]) {
          const sorted = rows.toSorted(
            (a, b) => first * (Number(a.genre > b.genre) - Number(a.genre < b.genre)) || second * (a.price - b.price),
          )
          expect(await ordered(`sortField=genre,price&sortOrder=${order(first)},${order(second)}`)).toEqual(
            sorted.map(({ genre, price }) => `${genre} ${price.toFixed(2)}`),
          )
        }
    })

    it.each([
      ['a part of a text', '?bookTitle=人日', ['狂人日记 100%']],
      ['a percent sign as itself', '?bookTitle=100%25', ['狂人日记 100%']],
      ['an underscore as itself', '?bookTitle=_', []],
      ['a quote as itself', "?bookTitle='%20or%20'1'='1", []],
      ['one of several codes', '?genre=NOVEL&genre=SCIENCE', ['狂人日记 100%', '家']],
      ['several codes with commas', '?genre=NOVEL,POETRY', ['狂人日记 100%', '家', '野草']],
      ['a list that has a code', '?tags=NOVEL', ['野草']],
      ['a range with its ends', '?priceStart=0.1&priceEnd=19.90', ['狂人日记 100%', '野草']],
      ['a range open above', '?priceStart=19.91', ['家']],
      ['a day', '?publishedOnStart=1927-07-01&publishedOnEnd=1927-07-01', ['野草']],
      ['a day of moments, as Shanghai counts it', '?boughtAtStart=2026-11-20&boughtAtEnd=2026-11-20', ['家', '野草']],
      ['a yes', '?lendable=true', ['野草']],
      ['a no', '?lendable=false', ['家']],
      ['a key of a reference', '?currency=USD', []],
      ['a named value', '?lendings=2', ['野草']],
      ['a state', '?status=SHELVED', ['野草']],
      ['an empty filter as none', '?bookTitle=&genre=', ['狂人日记 100%', '家', '野草']],
    ])('is narrowed by %s', async (_what, query, expected) => {
      expect(await titles(query)).toEqual(expected)
    })

    it('is narrowed by a reference, and by one of several', async () => {
      expect(await titles(`?authorId=${ids['lu']}`)).toEqual(['狂人日记 100%', '野草'])
      expect(await titles(`?coAuthorIds=${ids['ba']}`)).toEqual(['野草'])
    })

    it('takes the same query as a JSON body', async () => {
      const { body } = await server.ask<Rows>(all, 'POST', '/api/stock/book/list', {
        genre: ['NOVEL'],
        priceStart: 1,
        lendable: false,
        pageSize: 5,
      })
      expect(body).toMatchObject({ total: 1, pageSize: 5, records: [{ bookTitle: '家' }] })
    })

    it('answers its usual rows until it is asked by what ends that, a row by its id ever', async () => {
      const found = async (query: string): Promise<unknown[]> =>
        (await server.ask<Rows>(all, 'GET', `/api/stock/catalogue/list${query}`)).body.records.map(({ bookTitle }) => bookTitle)
      expect(await found('')).toEqual(['狂人日记 100%', '家'])
      expect(await found('?publishedOnStart=&publishedOnEnd=')).toEqual(['狂人日记 100%', '家'])
      expect(await found('?publishedOnStart=1900-01-01')).toEqual(['野草'])
      expect(await found('?publishedOnEnd=1927-06-30')).toEqual([])
      expect((await server.ask(all, 'GET', `/api/stock/catalogue/${ids['wild']}`)).status).toBe(200)
    })

    it.each([
      ['a filter that is none', '?colour=red', 'colour'],
      ['a filter on what no page shows', '?internalRemark=nobody', 'internalRemark'],
      ['a filter on a secret', '?supplierSecret=secret', 'supplierSecret'],
      ['a bare name where a range is asked', '?price=1', 'price'],
      ['a sort that is none', '?sortField=internalRemark', 'sortField'],
      ['a sort by a secret', '?sortField=supplierSecret', 'sortField'],
      ['SQL for a sort', '?sortField=id;drop%20table%20book', 'sortField'],
      ['one sort of several that is none', '?sortField=price,internalRemark', 'sortField'],
      ['one sort twice', '?sortField=price,price', 'sortField'],
      ['more sorts than three', '?sortField=price,genre,lendable,bookTitle', 'sortField'],
      ['one order of several that is none', '?sortField=price,genre&sortOrder=ascend,up', 'sortOrder'],
      ['another order', '?sortField=price&sortOrder=random()', 'sortOrder'],
      ['page 0', '?page=0', 'page'],
      ['a page that is too large', '?pageSize=201', 'pageSize'],
      ['no number for a page', '?page=1e3', 'page'],
      ['letters for an id', '?authorId=abc', 'authorId'],
      ['letters for a number', '?priceStart=abc', 'priceStart'],
      ['a day that is none', '?publishedOnStart=2026-02-30', 'publishedOnStart'],
      ['a day before all days', '?boughtAtEnd=0000-01-01', 'boughtAtEnd'],
      ['a day after all days', '?boughtAtEnd=9999-12-31', 'boughtAtEnd'],
      ['two values for one', '?lendable=true&lendable=false', 'lendable'],
      ['a NUL', '?bookTitle=a%00b', 'bookTitle'],
      ['an inherited name', '?__proto__=1', '__proto__'],
      ['a field of an object', '?constructor=1', 'constructor'],
    ])('refuses %s by its name', async (_what, query, name) => {
      const { status, body } = await server.ask<Problem>(all, 'GET', `/api/stock/book/list${query}`)
      expect({ status, code: body.code }).toEqual({ status: 422, code: 422000 })
      expect(body.errors).toEqual([expect.objectContaining({ path: name, pointer: `/${name}` })])
    })

    it('names everything that is wrong at once', async () => {
      const { body } = await server.ask<Problem>(all, 'GET', '/api/stock/book/list?a=1&b=2&page=x')
      expect(body.errors?.map((error) => error.path)).toEqual(['a', 'b', 'page'])
    })

    it('sorts labels by pinyin, decimals by value, and what is empty last', async () => {
      expect(await titles('?sortField=bookTitle&sortOrder=ascend')).toEqual(['家', '狂人日记 100%', '野草'])
      expect(await titles('?sortField=bookTitle&sortOrder=descend')).toEqual(['野草', '狂人日记 100%', '家'])
      expect(await titles('?sortField=price')).toEqual(['狂人日记 100%', '野草', '家'])
      expect(await titles('?sortField=publishedOn&sortOrder=descend')).toEqual(['野草', '狂人日记 100%', '家'])
    })

    it('sorts a reference by the pinyin of its label', async () => {
      expect(await titles('?sortField=authorName&sortOrder=ascend')).toEqual(['家', '野草', '狂人日记 100%'])
    })

    it('holds the fixed values of its screen against every filter', async () => {
      const { body } = await server.ask<Rows>(all, 'GET', '/api/stock/novel/list')
      expect(body.records.map((row) => row['bookTitle'])).toEqual(['家', '狂人日记 100%'])
      expect(Object.keys(body.records[0] ?? {}).toSorted()).toEqual(['bookTitle', 'id', 'status', 'version'])
    })

    it('has the values of a field beside it, with the numbers of the rows that are seen', async () => {
      const beside = async (user: SessionUser) => (await server.ask(user, 'GET', '/api/stock/novel/side')).body
      const ofState = async (user: SessionUser, state: string): Promise<number> =>
        (await server.ask<Rows>(user, 'GET', `/api/stock/novel/list?status=${state}`)).body.total
      for (const user of [all, north, south]) {
        const counts = await Promise.all(
          ['DRAFT', 'LOST', 'SHELVED'].map(async (value) => ({ value, title: value, count: await ofState(user, value) })),
        )
        expect(await beside(user)).toEqual({ values: counts.filter(({ count }) => count > 0) })
      }
      expect((await server.ask(all, 'GET', '/api/stock/novel/side?genre=POETRY')).status).toBe(422)
      expect((await server.ask(all, 'GET', '/api/stock/book/side')).status).toBe(404)
      expect((await server.ask(member('9', {}, []), 'GET', '/api/stock/novel/side')).status).toBe(403)
    })

    it('shows beside its rows only what the other screen shows to who may open that', async () => {
      const { split } = libraryPlan.screens['manage/branch']!.pages['list'] as ListPagePlan
      expect(split).toEqual({ kind: 'list', screen: 'stock/copy', page: 'list', by: { shelfBranchId: 'id' } })
      const copies = (user: SessionUser) => server.ask<Rows>(user, 'GET', `/api/stock/copy/list?shelfBranchId=${ids['south']}`)
      expect((await copies(all)).body.records.map((row) => row['copyNo'])).toEqual(['a'])
      // The book of this copy is of the other branch.
      expect((await copies(south)).body.records).toEqual([])
      const onlyBranches = member('9', {}, [{ menuName: 'manage_branch', menuId: 'manage/branch', permissionType: 1, children: [] }])
      expect((await server.ask(onlyBranches, 'GET', '/api/manage/branch/list')).status).toBe(200)
      expect((await copies(onlyBranches)).status).toBe(403)
    })

    it('never adds up what is counted in different units', async () => {
      try {
        await inCurrency('USD')
        expect((await list()).body).toMatchObject({ total: 3, summary: { price: { CNY: '20.00', USD: '30.00' }, lendings: '2' } })
        await inCurrency(null)
        expect((await list()).body.summary).toEqual({ price: { '': '30.00', CNY: '20.00' }, lendings: '2' })
      } finally {
        await inCurrency('CNY')
      }
      expect((await list('?bookTitle=none')).body).toMatchObject({ total: 0, summary: { price: {}, lendings: '0' } })
    })

    it('is whole where it is a tree', async () => {
      const { body } = await server.ask<Rows>(all, 'GET', '/api/manage/branch/list?pageSize=1')
      expect(body.records.map((row) => [row['branchName'], row['parentId']])).toEqual([
        ['南区', ids['north']],
        ['北区', null],
      ])
    })

    it('answers a read model like any table, sums too', async () => {
      const { body } = await server.ask<Rows>(all, 'GET', '/api/report/genres/list?genre=NOVEL&sortField=books')
      expect(body.total).toBe(2)
      expect(body.summary).toEqual({ books: '2', value: '30.10' })
      expect(body.records.map((row) => [row['branchName'], row['books'], row['value']])).toEqual(
        expect.arrayContaining([
          ['北区', 1, '0.10'],
          ['南区', 1, '30.00'],
        ]),
      )
    })
  })

  describe('figures above a list', () => {
    const figures = async (query = '', user = all): Promise<Record<string, unknown>> => {
      const { status, body } = await server.ask<{ figures: Record<string, unknown> }>(user, 'GET', `/api/stock/book/figures/list${query}`)
      expect({ status, body }).toMatchObject({ status: 200 })
      return body.figures
    }

    it('are of all rows, in wire form: counts, sums of what is stored and of formulas, a mean', async () => {
      expect(await figures()).toEqual({
        all: 3,
        novels: { CNY: '30.10' },
        recent: 3,
        dear: { CNY: '21.89' },
        mean: '16.67',
        every: 3,
      })
    })
    it('are of each unit where the rows are counted in different ones', async () => {
      try {
        await inCurrency('USD')
        expect(await figures()).toMatchObject({ all: 3, novels: { CNY: '0.10', USD: '30.00' }, dear: { CNY: '21.89' } })
        await inCurrency(null)
        expect(await figures()).toMatchObject({ all: 3, novels: { '': '30.00', CNY: '0.10' } })
      } finally {
        await inCurrency('CNY')
      }
    })
    it('are of what the list asks for', async () => {
      expect(await figures(`?authorId=${ids['lu']}&page=2&pageSize=1`)).toEqual({
        all: 2,
        novels: { CNY: '0.10' },
        recent: 2,
        dear: { CNY: '21.89' },
        mean: '10.00',
        every: 2,
      })
      expect(await figures('?bookTitle=none')).toEqual({ all: 0, novels: {}, recent: 0, dear: {}, mean: null, every: 0 })
    })
    it('say what pressing them finds: their filter in place of what the list asks by it', async () => {
      const asked = await figures('?genre=POETRY&boughtAtStart=2026-11-21')
      // The one of every genre stays as narrow as the list in all else.
      expect(asked).toMatchObject({ all: 0, novels: { CNY: '0.10' }, recent: 1, every: 1 })
      const { body } = await list('?genre=NOVEL&boughtAtStart=2026-11-21')
      expect(body.summary?.['price']).toEqual(asked['novels'])
    })
    it('are of the rows that the account sees', async () => {
      expect(await figures('', south)).toEqual({
        all: 1,
        novels: { CNY: '30.00' },
        recent: 1,
        dear: {},
        mean: '30.00',
        every: 1,
      })
    })
    it.each([['?internalRemark=x'], ['?status=NOTHING_SUCH&page=x'], ['?price=1'], ['?sortField=secret']])(
      'refuse %s as the list does',
      async (query) => {
        expect((await server.ask(all, 'GET', `/api/stock/book/figures/list${query}`)).status).toBe(422)
      },
    )
    it('are for who may open the menu', async () => {
      const stranger = { ...all, subMenus: [] }
      const statuses = await Promise.all(
        ['figures/list', 'list'].map(async (part) => (await server.ask(stranger, 'GET', `/api/stock/book/${part}`)).status),
      )
      expect(statuses).toEqual([403, 403])
      expect((await server.ask(all, 'GET', '/api/stock/lending/figures/list')).status).toBe(404)
    })
  })

  describe('the numbers of rows in each state', () => {
    const states = (query = '', user = all): Promise<ApiResponse<StateCountsResponse>> =>
      server.ask<StateCountsResponse>(user, 'GET', `/api/stock/book/states${query}`)

    it('are of what the list asks for', async () => {
      expect((await states()).body).toEqual({ counts: { DRAFT: 2, SHELVED: 1 }, total: 3 })
      expect((await states('?page=2&pageSize=1&sortField=price')).body).toEqual({
        counts: { DRAFT: 2, SHELVED: 1 },
        total: 3,
      })
      expect((await states('?genre=NOVEL')).body).toEqual({ counts: { DRAFT: 2 }, total: 2 })
      expect((await states('?bookTitle=none')).body).toEqual({ counts: {}, total: 0 })
    })
    it('are of the rows that the account sees', async () => {
      expect((await states('', south)).body).toEqual({ counts: { DRAFT: 1 }, total: 1 })
    })
    it.each([['?internalRemark=x'], ['?price=1'], ['?sortField=secret'], ['?status=DRAFT']])('refuse %s', async (query) => {
      expect((await states(query)).status).toBe(422)
    })
    it('are for who may open the menu, of screens whose lists show them', async () => {
      expect((await states('', { ...all, subMenus: [] })).status).toBe(403)
      expect((await server.ask(all, 'GET', '/api/stock/lending/states')).status).toBe(404)
    })
  })

  describe('row scope', () => {
    it('hides rows of others from lists, totals and sums', async () => {
      expect((await list('', south)).body).toMatchObject({ total: 1, summary: { price: { CNY: '30.00' } }, records: [{ bookTitle: '家' }] })
      expect((await list('', member('4', { branch: [] }))).body.total).toBe(0)
    })
    it('reaches through a reference', async () => {
      const lendings = async (user: SessionUser): Promise<number> =>
        (await server.ask<Rows>(user, 'GET', '/api/stock/lending/list')).body.total
      expect(await lendings(north)).toBe(2)
      expect(await lendings(south)).toBe(0)
    })
    it('asks all dimensions of an account at once', async () => {
      const anna = member('5', { reader: [ids['anna']!] })
      const annaInSouth = member('6', { reader: [ids['anna']!], branch: [ids['south']!] })
      expect((await server.ask<Rows>(anna, 'GET', '/api/stock/lending/list')).body.records.map((row) => row['readerName'])).toEqual([
        'Anna',
      ])
      expect((await server.ask<Rows>(annaInSouth, 'GET', '/api/stock/lending/list')).body.total).toBe(0)
    })
    it('narrows a read model', async () => {
      const { body } = await server.ask<Rows>(south, 'GET', '/api/report/genres/list')
      expect(body.records.map((row) => row['branchName'])).toEqual(['南区'])
    })
    it('restricts nothing for the system', async () => {
      expect((await list('', { ...south, system: true })).body.total).toBe(3)
    })
    it.each(['', '/related/lending', '/history'])('answers 404%s for a record of others as for none', async (part) => {
      const place = part === '' ? '/api/stock/book' : `/api/stock/book${part}`
      const invisible = await server.ask<Problem>(south, 'GET', `${place}/${ids['wild']}`)
      const absent = await server.ask<Problem>(south, 'GET', `${place}/999999999999999999`)
      expect(invisible.status).toBe(404)
      const { instance: _a, traceId: _b, ...refusal } = invisible.body
      expect(absent.body).toMatchObject(refusal)
    })
  })

  describe('a record', () => {
    it('answers what forms and details show, with its lines, and nothing else', async () => {
      const { status, body } = await server.ask<Row>(all, 'GET', `/api/stock/book/${ids['wild']}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: ids['wild'],
        bookTitle: '野草',
        authorName: '鲁迅',
        signedById: null,
        signedByName: null,
        currency: 'CNY',
        taxRate: '0.1000',
        tags: ['NOVEL', 'POETRY'],
        notes: { shelf: [1, 2] },
        cover: [],
        priceWithTax: '21.89',
        copyValue: '15.50',
        createdByName: 'Wang',
        createdAt: '2026-11-20T04:00:00.000Z',
      })
      expect(body['copies']).toEqual([
        { id: expect.any(String), copyNo: 'a', shelfBranchId: ids['south'], shelfBranchName: '南区', cost: '10.00', costWithTax: '11.00' },
        { id: expect.any(String), copyNo: 'b', shelfBranchId: null, shelfBranchName: null, cost: '5.50', costWithTax: '6.05' },
      ])
      expect(body).not.toHaveProperty('supplierSecret')
      expect(body).not.toHaveProperty('internalRemark')
    })
    it('lists the files of a field', async () => {
      await sql`insert into stored_file (id, name, size, type, sha256, uploaded_by_id, uploaded_at) values ('f1', '封面.png', 12, 'image/png', 'x', ${ids['staff']}, '2026-11-20T00:00:00Z')`.execute(
        library.kysely,
      )
      await sql`insert into attachment (entity, document_id, field, file_id, created_at) values ('book', ${ids['family']}, 'cover', 'f1', '2026-11-20T00:00:00Z'), ('book', ${ids['family']}, null, 'f1', '2026-11-20T00:00:00Z')`.execute(
        library.kysely,
      )
      const { body } = await server.ask<Row>(all, 'GET', `/api/stock/book/${ids['family']}`)
      expect(body['cover']).toEqual([
        { id: 'f1', name: '封面.png', size: 12, type: 'image/png', uploadedBy: 'Wang', uploadedAt: '2026-11-20T00:00:00.000Z' },
      ])
    })
    it('is absent on a screen that shows others', async () => {
      expect((await server.ask(all, 'GET', `/api/stock/novel/${ids['wild']}`)).status).toBe(404)
      expect((await server.ask(all, 'GET', `/api/stock/novel/${ids['family']}`)).status).toBe(200)
    })
    it.each(['abc', '1.5', '-1', '9999999999999999999', "1'"])('is absent under %s', async (id) => {
      expect((await server.ask(all, 'GET', `/api/stock/book/${encodeURIComponent(id)}`)).status).toBe(404)
    })
  })

  describe('related rows', () => {
    it('are those that belong to the record, in their order, with sums', async () => {
      const { body } = await server.ask<Rows>(all, 'GET', `/api/stock/book/related/lending/${ids['wild']}`)
      expect(body).toMatchObject({ total: 2, summary: { fee: '3.50' } })
      expect(body.records.map((row) => [row['readerName'], row['lentOn']])).toEqual([
        ['Ben', '2026-10-01'],
        ['Anna', '2026-11-01'],
      ])
    })
    it('are seen as their record is, where they have no scope of their own', async () => {
      const { body } = await server.ask<Rows>(north, 'GET', `/api/stock/book/related/copyMovement/${ids['wild']}`)
      expect(body.records).toEqual([{ id: expect.any(String), reason: 'bought', qty: 2 }])
    })
    it('are narrowed by their own scope besides', async () => {
      const anna = member('7', { reader: [ids['anna']!] })
      const { body } = await server.ask<Rows>(anna, 'GET', `/api/stock/book/related/lending/${ids['wild']}`)
      expect(body.records.map((row) => row['readerName'])).toEqual(['Anna'])
    })
    it('are paged', async () => {
      const { body } = await server.ask<Rows>(all, 'GET', `/api/stock/book/related/lending/${ids['wild']}?page=2&pageSize=1`)
      expect(body).toMatchObject({ total: 2, page: 2, records: [{ readerName: 'Anna' }] })
    })
    it('answer what their buttons need to who may open their own screen, and to nobody else', async () => {
      const url = `/api/stock/book/related/lending/${ids['wild']}?pageSize=1`
      const columns = { id: expect.any(String) as unknown, readerId: ids['ben'], readerName: 'Ben', lentOn: '2026-10-01', fee: '2.00' }
      const readsBooks = member(
        '8',
        {},
        allRights.filter(({ menuName }) => menuName === 'stock_book'),
      )
      expect((await server.ask<Rows>(readsBooks, 'GET', url)).body.records).toEqual([columns])
      const [row] = (await server.ask<Rows>(all, 'GET', url)).body.records
      expect(row).toEqual({ ...columns, version: 1, updatedById: null })
    })
    it('answer 404 for a key that no page has', async () => {
      expect((await server.ask(all, 'GET', `/api/stock/book/related/staff/${ids['wild']}`)).status).toBe(404)
    })
  })

  describe('options', () => {
    const options = async (key: string, query = '', user = all): Promise<Option[]> =>
      (await server.ask<Option[]>(user, 'GET', `/api/stock/book/options/${encodeURIComponent(key)}${query}`)).body

    it('are rows by pinyin, with what choosing one fills', async () => {
      expect(await options('authorId')).toEqual([
        { value: ids['ba'], label: '巴金', fill: { genre: 'POETRY' } },
        { value: ids['hu'], label: '胡适', fill: { genre: 'SCIENCE' } },
        { value: ids['lu'], label: '鲁迅', fill: { genre: 'NOVEL' } },
      ])
    })
    it('store a key where the reference does, and tell labels apart', async () => {
      expect(await options('currency')).toEqual([
        { value: 'USD', label: 'Dollar', hint: 'USD' },
        { value: 'CNY', label: 'Yuan', hint: 'CNY' },
      ])
      expect((await options('branchId')).map((option) => option.hint)).toEqual(['N', 'S'])
    })
    it('are only those that leave the record within the scope of its user', async () => {
      const labels = async (key: string): Promise<string[]> => (await options(key, '', south)).map(({ label }) => label)
      expect(await labels('branchId')).toEqual(['南区'])
      expect((await labels('authorId')).length).toBeGreaterThan(1)
    })
    it('are found by a part of label or hint', async () => {
      expect((await options('authorId', '?keyword=金')).map((option) => option.label)).toEqual(['巴金'])
      expect((await options('currency', '?keyword=us')).map((option) => option.value)).toEqual(['USD'])
      expect(await options('authorId', '?keyword=%25')).toEqual([])
    })
    it('resolve stored values', async () => {
      expect((await options('authorId', `?values=${ids['lu']}&values=${ids['hu']}`)).map((option) => option.label)).toEqual([
        '胡适',
        '鲁迅',
      ])
      expect((await options('currency', '?values=USD')).map((option) => option.label)).toEqual(['Dollar'])
    })
    describe('of pasted names', () => {
      const resolve = (key: string, body: object, user = all) =>
        server.ask<Option[]>(user, 'POST', `/api/stock/book/options/${encodeURIComponent(key)}`, body)
      const found = async (key: string, names: string[], user = all) =>
        (await resolve(key, { names }, user)).body.map(({ label, keys }) => (keys ? [label, ...keys] : label))

      it('are found by their whole names or codes in any case, with the codes they were found by', async () => {
        expect(await found('authorId', ['鲁迅', '巴金', '金'])).toEqual(['巴金', '鲁迅'])
        expect(await found('currency', ['usd', 'Yuan'])).toEqual([['Dollar', 'usd'], 'Yuan'])
        expect(await found('branchId', ['n', '南区'])).toEqual([['北区', 'n'], '南区'])
        expect(await found('authorId', ['%'])).toEqual([])
      })
      it('are up to a thousand at once', async () => {
        const many = (count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? '鲁迅' : `${index}`))
        expect(await found('authorId', many(1000))).toEqual(['鲁迅'])
        expect((await resolve('authorId', { names: many(1001) })).status).toBe(422)
        expect((await resolve('authorId', { names: ['x'.repeat(101)] })).status).toBe(422)
        expect((await resolve('authorId', { names: [{}] })).status).toBe(422)
        expect((await resolve('authorId', { names: ['鲁迅'], keyword: '鲁' })).status).toBe(422)
        expect((await server.ask(all, 'GET', '/api/stock/book/options/authorId?names=鲁迅')).status).toBe(422)
      })
      it('keep to the condition and to the row scope, and are for who may fill the form', async () => {
        const signed = (branchId: string | undefined) => resolve('signedById', { names: ['鲁迅', '巴金'], branchId })
        expect((await signed(ids['north'])).body.map(({ label }) => label)).toEqual(['鲁迅'])
        expect(await found('branchId', ['N', 'S'], south)).toEqual([['南区', 's']])
        const reader = member('9', {}, [{ menuName: 'stock_book', menuId: 'book', permissionType: 1, children: [] }])
        expect((await resolve('authorId', { names: ['鲁迅'] }, reader)).status).toBe(403)
        expect((await resolve('staffId', { names: ['鲁迅'] })).status).toBe(404)
      })
    })
    it('keep to the reference’s condition, its form’s values included', async () => {
      expect((await options('signedById', `?branchId=${ids['north']}`)).map((option) => option.label)).toEqual(['鲁迅'])
      expect((await options('signedById', `?branchId=${ids['south']}`)).map((option) => option.label)).toEqual(['巴金'])
    })
    it('are for who may send the form or confirm the dialog, and those of a search for who opens the list, without what they fill', async () => {
      const may = (...codes: string[]) =>
        member('9', {}, [{ menuName: 'stock_book', menuId: 'book', permissionType: 1, children: codes.map((menuName) => ({ menuName })) }])
      const status = async (key: string, ...codes: string[]): Promise<number> =>
        (await server.ask(may(...codes), 'GET', `/api/stock/book/options/${encodeURIComponent(key)}`)).status
      expect([await status('authorId'), await status('authorId', 'book_add'), await status('authorId', 'book_edit')]).toEqual([
        403, 200, 200,
      ])
      expect(await status('authorId', 'bookX_edit', 'book_delete')).toBe(403)
      const searched = (await server.ask<Option[]>(may(), 'GET', '/api/stock/book/options/search%3AauthorId')).body
      expect(searched[0]).toEqual({ value: ids['ba'], label: '巴金' })
    })
    it('are none while the form’s value is missing', async () => {
      expect(await options('signedById')).toEqual([])
    })
    it('keep to the row scope of what is chosen', async () => {
      const byBook = `/api/stock/lending/options/${encodeURIComponent('search:bookId')}`
      expect((await server.ask<Option[]>(south, 'GET', byBook)).body.map((option) => option.label)).toEqual(['家'])
    })
    describe('say what a row is about', () => {
      const lines = async (menus: string[]): Promise<unknown[]> => {
        const subMenus = allRights.filter(({ menuName }) => ['stock_lending', ...menus].includes(menuName ?? ''))
        const reader = member('4', {}, subMenus)
        const key = encodeURIComponent('search:bookId')
        return (await server.ask<Option[]>(reader, 'GET', `/api/stock/lending/options/${key}`)).body.map(({ about }) => about)
      }

      it('whom, two figures with their unit, and the date; what is empty is left out', async () => {
        expect(await lines(['stock_book'])).toEqual([
          '巴金 · Price 30.00 CNY',
          '鲁迅 · Price 0.10 CNY',
          '鲁迅 · Price 19.90 CNY · With tax 21.89 CNY · Published 1927-07-01',
        ])
      })
      it('as far as the account reads it on a screen of these rows', async () => {
        expect(await lines(['stock_catalogue'])).toEqual(['巴金', '鲁迅', '鲁迅'])
      })
      it('and nothing to who reads it nowhere, or of other rows alone', async () => {
        expect(await lines([])).toEqual([undefined, undefined, undefined])
        expect(await lines(['stock_novel'])).toEqual([undefined, undefined, undefined])
      })
    })
    it('refuse what nobody asked for, by name', async () => {
      const { status, body } = await server.ask<Problem>(all, 'GET', '/api/stock/book/options/authorId?genre=NOVEL')
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'genre'])
      expect((await server.ask(all, 'GET', '/api/stock/book/options/authorId?values=x')).status).toBe(422)
    })
    it.each(['staffId', 'id', '__proto__', 'constructor'])('answer 404 for %s, which is no reference here', async (key) => {
      expect((await server.ask(all, 'GET', `/api/stock/book/options/${key}`)).status).toBe(404)
    })
  })

  describe('history', () => {
    it('is told from the beginning, without changes of fields that the screen does not show', async () => {
      const { body } = await server.ask<HistoryEntry[]>(all, 'GET', `/api/stock/book/history/${ids['wild']}`)
      expect(body).toEqual([
        {
          id: expect.any(String),
          action: 'shelve',
          actionTitle: 'Shelve',
          from: 'DRAFT',
          to: 'SHELVED',
          operator: 'Wang',
          at: '2026-11-20T01:00:00.000Z',
        },
        {
          id: expect.any(String),
          action: 'edit',
          actionTitle: 'Edit',
          opinion: 'typo',
          operator: 'Wang',
          at: '2026-11-20T02:00:00.000Z',
          changes: [expect.objectContaining({ field: 'bookTitle' }), expect.objectContaining({ field: 'copies.0.cost' })],
        },
      ])
    })
    it('tells what changed the state however often something else was done since', async () => {
      const of = { entity: 'book', document_id: ids['diary'], operator_name: 'Wang', at: '2026-11-20T03:00:00.000Z' }
      const shelve = { ...of, action: 'shelve', action_title: 'Shelve', to_state: 'SHELVED' }
      const print = { ...of, action: 'print', action_title: 'Print', to_state: null }
      await library.kysely
        .insertInto('document_history')
        .values([shelve, ...Array.from({ length: 501 }, () => print)])
        .execute()
      const { body } = await server.ask<HistoryEntry[]>(all, 'GET', `/api/stock/book/history/${ids['diary']}`)
      expect(body).toHaveLength(501)
      expect(body.slice(0, 2).map(({ action }) => action)).toEqual(['shelve', 'print'])
    })
  })

  describe('extra endpoints', () => {
    it('list rows of the screen with values of their own', async () => {
      const { body } = await server.ask<Rows>(all, 'GET', '/api/stock/book/list/all')
      expect(body).toEqual({ records: [{ id: ids['wild'], bookNo: 'BK000001', bookTitle: '野草' }], total: 1, page: 1, pageSize: 20 })
    })
    it('may answer rows of another entity, of a record that is seen', async () => {
      const of = (id: string | undefined, query = '', user = all) =>
        server.ask<Rows>(user, 'GET', `/api/stock/book/movements/${id}${query}`)
      const { body } = await of(ids['wild'])
      expect(body).toMatchObject({ total: 1, records: [{ reason: 'bought', qty: 2 }] })
      expect(Object.keys(body.records[0] ?? {})).toEqual(['id', 'reason', 'qty'])
      expect((await of(ids['wild'], '?reason=sold')).body.records).toEqual([])
      expect((await of(ids['family'], '', north)).status).toBe(404)
      expect((await of('999999')).status).toBe(404)
      expect((await of(ids['wild'], '?qty=2')).status).toBe(422)
    })

    it('come whole and in their own order where they say so, and by the page when it is asked for', async () => {
      const url = `/api/stock/book/author/${ids['lu']}`
      const whole = await server.ask<Rows>(all, 'GET', url)
      expect(whole.body).toMatchObject({ total: 2, page: 1, pageSize: 5000 })
      expect(whole.body.records.map((row) => row['bookTitle'])).toEqual(['野草', '狂人日记 100%'])
      const second = await server.ask<Rows>(all, 'GET', `${url}?page=2&pageSize=1`)
      expect(second.body).toMatchObject({ records: [{ bookTitle: '狂人日记 100%' }], total: 2, pageSize: 1 })
    })
    it('take values from path and query', async () => {
      const of = async (query: string): Promise<string[]> =>
        (await server.ask<Rows>(all, 'GET', `/api/stock/book/author/${ids['lu']}${query}`)).body.records.map((row) =>
          String(row['bookTitle']),
        )
      expect((await of('')).sort()).toEqual(['狂人日记 100%', '野草'])
      expect(await of('?genre=NOVEL')).toEqual(['狂人日记 100%'])
    })
    it('keep to the row scope', async () => {
      expect((await server.ask<Rows>(south, 'GET', '/api/stock/book/list/all')).body.total).toBe(0)
      expect((await server.ask(south, 'GET', '/api/stock/book/count?minPages=1')).body).toEqual({ count: 1 })
    })
    it('run a function of the product with checked values', async () => {
      expect((await server.ask(all, 'GET', '/api/stock/book/count?minPages=200')).body).toEqual({ count: 1 })
      const wrong = await server.ask<Problem>(all, 'GET', '/api/stock/book/count?minPages=many&colour=red')
      expect([wrong.status, wrong.body.errors?.map((error) => error.path)]).toEqual([422, ['minPages', 'colour']])
      const missing = await server.ask<Problem>(all, 'GET', '/api/stock/book/count')
      expect(missing.body.errors).toEqual([expect.objectContaining({ path: 'minPages', rule: 'required' })])
    })
    it('take rows of a line table, as strictly as a record, and answer where each is wrong', async () => {
      const ask = (body: object, user = all) => server.ask<Problem>(user, 'POST', '/api/stock/book/quote', body)
      const rows = [
        { cost: '5.00', shelfBranchId: ids['north'] },
        { cost: '0.50', shelfBranchId: null },
      ]
      expect(await ask({ taxRate: '0.1', rows })).toMatchObject({
        status: 200,
        body: { asked: { taxRate: '0.1000', rows: [{ cost: '5.00', shelfBranchId: ids['north'] }, { cost: '0.50' }] } },
      })
      expect(await ask({ taxRate: '0.1' })).toMatchObject({ status: 200, body: { asked: { rows: [] } } })
      const refused = async (body: object): Promise<unknown> => (await ask(body)).body.errors?.map(({ path, rule }) => [path, rule])
      expect(await refused({ rows: [{ cost: '-1' }, { shelfBranchId: '1', id: '7' }, 3] })).toEqual([
        ['taxRate', 'required'],
        ['rows.0.cost', 'min'],
        ['rows.1.id', 'unknown'],
        ['rows.1.cost', 'required'],
        ['rows.2', 'type'],
      ])
      expect(await refused({ taxRate: '0.1', rows: 'all' })).toEqual([['rows', 'type']])
      expect(await refused({ taxRate: '0.1', rows: Array.from({ length: 501 }, () => ({ cost: '1' })) })).toEqual([['rows', 'maxRows']])
      expect(await refused({ taxRate: '0.1', rows: [{ cost: '1', shelfBranchId: '999' }] })).toEqual([
        ['rows.0.shelfBranchId', 'reference'],
      ])
    })
    it('are open without a token where they say so', async () => {
      expect(await server.ask(undefined, 'GET', '/api/stock/book/hours')).toMatchObject({ status: 200, body: { signedIn: false } })
    })
    it('write in one transaction', async () => {
      const url = `/api/stock/book/stocktake/${ids['family']}`
      expect(await server.ask(all, 'POST', url, { counted: 7 })).toMatchObject({ status: 200, body: { counted: 7 } })
      const { body } = await server.ask<Rows>(all, 'GET', `/api/stock/book/related/copyMovement/${ids['family']}`)
      expect(body.records.map((row) => row['qty'])).toContain(7)
      expect((await server.ask(all, 'POST', url, { counted: 7, more: 1 })).status).toBe(422)
    })
    it('are about a record that is seen on their screen, whatever their function looks at', async () => {
      const count = async (screen: string, id: string | undefined, user = all) =>
        (await server.ask(user, 'POST', `/api/stock/${screen}/stocktake/${id}`, { counted: 3 })).status
      const genres = await library.kysely.selectFrom('book').select(['id', 'genre']).where('branch_id', '=', ids['north']!).execute()
      const idOf = (isNovel: boolean) => String(genres.find(({ genre }) => (genre === 'NOVEL') === isNovel)?.['id'])
      expect([await count('novel', idOf(true)), await count('book', idOf(false))]).toEqual([200, 200])
      expect([await count('novel', idOf(false)), await count('novel', idOf(true), south), await count('book', '999999')]).toEqual([
        404, 404, 404,
      ])
    })
  })
})
