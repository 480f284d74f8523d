import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListResponse } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { readXlsx } from '../xlsx'
import type { SessionUser } from '../session'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import { member, serveLibrary, type LibraryServer } from '../testing/libraryServer'

type Rows = ListResponse<Record<string, unknown> & { id: string }>

describe.each(usualTestDatabaseKinds)('read models on %s', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  const ids: Record<string, string> = {}
  const all = member('1')
  let south: SessionUser

  beforeAll(async () => {
    library = await openLibrary(kind)
    ids['north'] = await library.insert('branch', { branchName: '北区', branchCode: 'N' })
    ids['south'] = await library.insert('branch', { branchName: '南区', branchCode: 'S' })
    ids['lu'] = await library.insert('author', { authorName: '鲁迅', genre: 'NOVEL' })
    const common = { authorId: ids['lu'], genre: 'NOVEL', branchId: ids['north'], status: 'SHELVED' }
    ids['wild'] = await library.insert(
      'book',
      { ...common, bookNo: 'BK000001', bookTitle: '野草', price: '10.00', publishedOn: '1927-07-01', supplierSecret: 'x' },
      {
        copies: [
          { copyNo: 'a', shelfBranchId: ids['south'], cost: '10.00' },
          { copyNo: 'b', cost: '5.50' },
        ],
      },
    )
    ids['south book'] = await library.insert(
      'book',
      { ...common, bookNo: 'BK000002', bookTitle: '彷徨', branchId: ids['south'], price: '20.00', publishedOn: '2026-11-21' },
      { copies: [{ copyNo: 'c', cost: '7.00' }] },
    )
    await library.insert(
      'book',
      { ...common, bookNo: 'BK000003', bookTitle: '呐喊', status: 'DRAFT' },
      { copies: [{ copyNo: 'd', cost: '9.00' }] },
    )
    server = await serveLibrary(library)
    south = member('3', { branch: [ids['south']] })
  })
  afterAll(async () => server.app.close())

  const rowsOf = async (path: string, user = all): Promise<Rows> => {
    const { status, body } = await server.ask<Rows>(user, 'GET', path)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body
  }

  describe('over lines', () => {
    it('has the lines with fields of their document, in wire form, and nothing else of it', async () => {
      const { records, total, summary } = await rowsOf('/api/stock/copy/list')
      expect(records).toEqual([
        {
          id: expect.any(String),
          copyNo: 'c',
          bookNo: 'BK000002',
          bookTitle: '彷徨',
          authorId: ids['lu'],
          authorName: '鲁迅',
          shelfBranchId: null,
          shelfBranchName: null,
          cost: '7.00',
          status: 'SHELVED',
        },
        expect.objectContaining({ copyNo: 'a', bookNo: 'BK000001', shelfBranchName: '南区', cost: '10.00' }),
        expect.objectContaining({ copyNo: 'b', bookNo: 'BK000001', cost: '5.50' }),
      ])
      expect([total, summary]).toEqual([3, { cost: '22.50' }])
    })
    it.each([
      ['the line', '?copyNo=b', ['b']],
      ['a range of the line', '?costStart=6&costEnd=8', ['c']],
      ['the document', '?bookTitle=野', ['a', 'b']],
      ['a state of the document', '?status=LOST', []],
    ])('is filtered by %s', async (_what, query, copies) => {
      expect((await rowsOf(`/api/stock/copy/list${query}`)).records.map((row) => row['copyNo'])).toEqual(copies)
    })
    it('is sorted by either', async () => {
      const sorted = (field: string) => rowsOf(`/api/stock/copy/list?sortField=${field}&sortOrder=descend`)
      expect((await sorted('cost')).records.map((row) => row['copyNo'])).toEqual(['a', 'c', 'b'])
      expect((await sorted('bookNo')).records.map((row) => row['copyNo'])).toEqual(['c', 'b', 'a'])
    })
    it('is seen as its documents are', async () => {
      expect((await rowsOf('/api/stock/copy/list', south)).records.map((row) => row['copyNo'])).toEqual(['c'])
      expect(await rowsOf('/api/stock/copy/figures/list', south)).toEqual({ figures: { dear: 1 } })
      expect(await rowsOf('/api/stock/copy/figures/list')).toEqual({ figures: { dear: 2 } })
    })
    it('refuses a filter by a field that no page shows', async () => {
      expect((await server.ask(all, 'GET', '/api/stock/copy/list?supplierSecret=x')).status).toBe(422)
    })
    it('is exported', async () => {
      expect(await exported('/api/stock/copy/export', { copyNo: 'a' })).toEqual([
        ['a', 'On the shelf', 'BK000001', '野草', '鲁迅', '南区', 10],
      ])
    })
  })

  describe('with arguments', () => {
    it('has their defaults when nobody says them', async () => {
      const { records, summary } = await rowsOf('/api/report/genres/list')
      expect(records.map((row) => [row['branchName'], row['books'], row['value']])).toEqual([['北区', 2, '10.00']])
      expect(summary).toEqual({ books: '2', value: '10.00' })
    })
    it('is reckoned for what is said, totals and figures too', async () => {
      const { records, summary } = await rowsOf('/api/report/genres/list?publishedBy=2026-12-31&factor=1.50&sortField=books')
      expect(records.map((row) => [row['branchName'], row['value']])).toEqual([
        ['南区', '30.00'],
        ['北区', '15.00'],
      ])
      expect(summary).toEqual({ books: '3', value: '45.00' })
      expect(await rowsOf('/api/report/genres/figures/list?publishedBy=2026-12-31&factor=2')).toEqual({ figures: { value: '60.00' } })
      expect((await rowsOf('/api/report/genres/list?publishedBy=')).total).toBe(1)
    })
    it('is seen by its scope whatever is said', async () => {
      expect((await rowsOf('/api/report/genres/list?publishedBy=2026-12-31', south)).records.map((row) => row['branchName'])).toEqual([
        '南区',
      ])
    })
    it('hands them on to what belongs to a row', async () => {
      const { records } = await rowsOf('/api/report/genres/list')
      const related = (query: string) => rowsOf(`/api/report/genres/related/genreSummary/${records[0]?.id}${query}`)
      expect((await related('')).records.map((row) => row['value'])).toEqual(['10.00'])
      expect((await related('?publishedBy=2026-12-31&factor=2')).records.map((row) => row['value'])).toEqual(['40.00', '20.00'])
    })
    it.each([['publishedBy=2026-13-01'], ['factor=-1'], ['factor=1.505'], ["publishedBy=2026-01-01'--"], ['asOf=2026-01-01']])(
      'refuses %s by its name',
      async (query) => {
        const { status, body } = await server.ask<{ errors: { path: string }[] }>(all, 'GET', `/api/report/genres/list?${query}`)
        expect([status, body.errors.map(({ path }) => path)]).toEqual([422, [query.split('=')[0]]])
      },
    )
    it('exports what was asked for', async () => {
      expect(await exported('/api/report/genres/export', { publishedBy: '2026-12-31', factor: '2' })).toEqual([
        ['Novel', '南区', 1, 40],
        ['Novel', '北区', 2, 20],
      ])
    })
  })

  async function exported(path: string, query: object): Promise<unknown[][]> {
    const { user, token } = { user: all, token: 'token-1' }
    await server.ask(user, 'GET', '/api/stock/copy/list')
    const response = await server.app.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${token}` }, payload: query })
    const rows: unknown[][] = []
    for await (const { cells } of readXlsx(new Uint8Array(response.rawPayload), 100)) rows.push(cells)
    return rows.slice(1)
  }
})
