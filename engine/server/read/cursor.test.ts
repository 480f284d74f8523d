import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListResponse, Problem } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { readXlsx } from '../xlsx'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import { member, serveLibrary, type LibraryServer } from '../testing/libraryServer'
import { maxCounted, writeCursor } from './cursor'

type Row = { id: string; stampNo: string; stampedOn: string; pages: number; desk: string | null }
type Page = ListResponse<Row>
interface Stamp {
  stampNo?: string
  stampedOn?: string
  pages?: number
  desk?: string | null
}

const base = '/api/stock/stamp'

describe.each(usualTestDatabaseKinds)('lists that are paged by cursor on %s', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  let [north, south] = ['', '']
  const all = member('1')
  beforeAll(async () => {
    library = await openLibrary(kind)
    north = await library.insert('branch', { branchName: '北区', branchCode: 'N' })
    south = await library.insert('branch', { branchName: '南区', branchCode: 'S' })
    server = await serveLibrary(library)
  })
  afterAll(async () => server.app.close())
  beforeEach(() => sql`truncate stamp`.execute(library.kysely))

  const ask = (query: Record<string, string | number>, user = all) => {
    const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    return server.ask<Page & Problem>(user, 'GET', `${base}/list?${new URLSearchParams(texts).toString()}`)
  }
  const page = async (query: Record<string, string | number>, user = all): Promise<Page> => {
    const { status, body } = await ask(query, user)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  /** In one statement. */
  const stamp = (stamps: readonly Stamp[], branchId = north) => {
    const rows = stamps.map(({ stampNo = 'ST1', stampedOn = '2026-11-20', pages = 1, desk = null }) => ({
      stampNo,
      stampedOn,
      pages,
      desk,
    }))
    return sql`insert into stamp (version, created_at, updated_at, stamp_no, stamped_on, pages, desk, branch_id)
      select 1, now(), now(), r."stampNo", r."stampedOn"::date, r.pages, r.desk, ${branchId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("stampNo" text, "stampedOn" text, pages int, desk text)`.execute(
      library.kysely,
    )
  }
  const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)
  /** Every page from one on, in the direction of these cursors. */
  async function walk(query: Record<string, string | number>, to: 'next' | 'previous', between?: () => Promise<unknown>): Promise<Row[][]> {
    const pages: Row[][] = []
    for (let cursor: string | undefined = query['cursor'] === undefined ? '' : String(query['cursor']); cursor !== undefined;) {
      const read: Page = await page({ ...query, cursor })
      pages.push(read.records)
      cursor = read[to]
      if (pages.length > 100) throw new Error('it never ends')
      await between?.()
    }
    return pages
  }

  it('have each row once and in order, forwards and backwards, also where many are equal', async () => {
    const stamps = fc.array(
      fc.record({ stampedOn: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'), pages: fc.integer({ min: 0, max: 2 }) }),
      {
        minLength: 0,
        maxLength: 40,
      },
    )
    const orders = fc.record({ sortField: fc.constantFrom('stampedOn', 'pages'), sortOrder: fc.constantFrom('ascend', 'descend') })
    await fc.assert(
      fc.asyncProperty(stamps, orders, fc.integer({ min: 1, max: 9 }), async (rows, order, pageSize) => {
        await sql`truncate stamp`.execute(library.kysely)
        await stamp(rows)
        const { records: whole, total } = await page({ ...order, pageSize: 200 })
        expect([whole.length, total]).toEqual([rows.length, rows.length])
        const sign = order.sortOrder === 'ascend' ? 1 : -1
        const key = order.sortField
        const sorted = whole.toSorted((a, b) => sign * ((a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0) || Number(a.id) - Number(b.id)))
        expect(idsOf(whole)).toEqual(idsOf(sorted))
        const query = { ...order, pageSize }
        const forwards = await walk(query, 'next')
        expect(idsOf(forwards.flat())).toEqual(idsOf(whole))
        const { last } = await page(query)
        const backwards = last === undefined ? forwards : (await walk({ ...query, cursor: last }, 'previous')).toReversed()
        expect(idsOf(backwards.flat())).toEqual(idsOf(whole))
        expect(backwards.every(({ length }) => length <= pageSize)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it('show no row twice and miss none that was there, however many come meanwhile', async () => {
    const days = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(days, days, async (before, meanwhile) => {
        await sql`truncate stamp`.execute(library.kysely)
        const on = (day: number): Stamp => ({ stampedOn: `2026-03-0${day}` })
        await stamp(before.map(on))
        const there = idsOf((await page({ pageSize: 200 })).records)
        const left = [...meanwhile]
        const seen = (await walk({ pageSize: 4 }, 'next', async () => stamp(left.splice(0, 2).map(on)))).flat()
        expect(new Set(idsOf(seen)).size).toBe(seen.length)
        const known = new Set(there)
        expect(idsOf(seen).filter((id) => known.has(id))).toEqual(there)
        expect(seen.every((row, index) => index === 0 || seen[index - 1]!.stampedOn >= row.stampedOn)).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  it('go back from where they are to what has come before it', async () => {
    await stamp(Array.from({ length: 6 }, (_, index) => ({ stampedOn: `2026-05-0${index + 1}` })))
    const first = await page({ pageSize: 2 })
    expect([first.previous, first.total, first.beyond]).toEqual([undefined, 6, undefined])
    const second = await page({ pageSize: 2, cursor: first.next! })
    await stamp([{ stampedOn: '2026-05-07' }])
    const back = await page({ pageSize: 2, cursor: second.previous! })
    expect(back.records).toEqual(first.records)
    const newest = await page({ pageSize: 2, cursor: back.previous! })
    expect(newest.records.map(({ stampedOn }) => stampedOn)).toEqual(['2026-05-07'])
    expect(newest.previous).toBeUndefined()
    // Where the rows behind a page are gone, its end is the way back.
    await sql`delete from stamp where stamped_on < '2026-05-05'`.execute(library.kysely)
    const gone = await page({ pageSize: 2, cursor: first.next! })
    expect([gone.records, gone.next, gone.total]).toEqual([[], undefined, 3])
    expect((await page({ pageSize: 2, cursor: gone.previous! })).records.map(({ stampedOn }) => stampedOn)).toEqual([
      '2026-05-06',
      '2026-05-05',
    ])
  })

  it('show the account the rows that it sees, on every page', async () => {
    await stamp(
      Array.from({ length: 7 }, (_, index) => ({ pages: index })),
      north,
    )
    await stamp(
      Array.from({ length: 5 }, (_, index) => ({ pages: index })),
      south,
    )
    const seen: Row[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const read: Page = await page({ pageSize: 2, sortField: 'pages', cursor }, member('3', { branch: [south] }))
      expect(read.total).toBe(5)
      seen.push(...read.records)
      cursor = read.next
    }
    expect(seen.map(({ pages }) => pages)).toEqual([0, 1, 2, 3, 4])
  })

  it(`count up to ${maxCounted}, and say that there are more`, async () => {
    await sql`insert into stamp (version, created_at, updated_at, stamp_no, stamped_on, pages, branch_id)
      select 1, now(), now(), 'ST' || n, date '2026-01-01' + n % 9, n, ${north} from generate_series(1, ${maxCounted + 1}) as n`.execute(
      library.kysely,
    )
    const { total, beyond, last } = await page({ pageSize: 20 })
    expect([total, beyond]).toEqual([maxCounted, true])
    expect((await page({ pageSize: 20, cursor: last! })).records).toHaveLength(20)
    const narrowed = await page({ pageSize: 20, stampedOnEnd: '2026-01-08' })
    expect([narrowed.total < maxCounted, narrowed.beyond]).toEqual([true, undefined])
  })

  it('are sorted by what an index orders, and by nothing else', async () => {
    for (const sortField of ['stampNo', 'desk', 'branchName', 'updatedAt'])
      expect((await ask({ sortField })).body.errors).toMatchObject([{ path: 'sortField' }])
    // By one index, and so by one field.
    expect((await ask({ sortField: 'stampedOn,pages' })).body.errors).toMatchObject([{ path: 'sortField' }])
  })

  it('have no page by its number', async () => {
    expect((await ask({ page: 1 })).status).toBe(200)
    expect((await ask({ page: 2 })).body.errors).toMatchObject([{ path: 'page' }])
  })

  it.each([
    ['no cursor', 'abc'],
    ['JSON of another kind', Buffer.from('{"from":"after"}').toString('base64url')],
    ['a cursor of another order', writeCursor({ from: 'last' }, { field: 'stampedOn', order: 'ascend' })],
    ['a cursor of another field', writeCursor({ from: 'after', value: 1, id: '1' }, { field: 'pages', order: 'descend' })],
    [
      'a value that the field cannot have',
      writeCursor({ from: 'after', value: "1'); drop", id: '1' }, { field: 'stampedOn', order: 'descend' }),
    ],
    ['an id that is none', writeCursor({ from: 'before', value: '2026-01-01', id: '1 or 1=1' }, { field: 'stampedOn', order: 'descend' })],
    ['a place with more to it', Buffer.from('["stampedOn","descend","last",1]').toString('base64url')],
    ['a text without end', 'A'.repeat(5_000)],
  ])('refuse %s', async (_what, cursor) => {
    const { status, body } = await ask({ cursor })
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['cursor']])
  })

  it('take the same by POST, and are exported whole in their order', async () => {
    await stamp(
      Array.from({ length: 45 }, (_, index) => ({
        stampNo: `ST${index}`,
        stampedOn: `2026-06-${String((index % 28) + 1).padStart(2, '0')}`,
      })),
    )
    const { body: first } = await server.ask<Page>(all, 'POST', `${base}/list`, { pageSize: 20 })
    const { body: second } = await server.ask<Page>(all, 'POST', `${base}/list`, { pageSize: 20, cursor: first.next })
    expect(idsOf((await page({ pageSize: 40 })).records)).toEqual([...idsOf(first.records), ...idsOf(second.records)])
    const file = await server.app.inject({
      method: 'POST',
      url: `${base}/export`,
      payload: {},
      headers: { authorization: `Bearer token-${all.id}` },
    })
    const rows: unknown[] = []
    for await (const { cells } of readXlsx(file.rawPayload, 100)) rows.push(cells[0])
    expect(rows.slice(1)).toEqual((await page({ pageSize: 200 })).records.map(({ stampNo }) => stampNo))
  })

  describe('are searched', () => {
    beforeEach(() =>
      stamp([
        { stampNo: 'ST2026-01', desk: 'Front desk' },
        { stampNo: 'ST2026-02', desk: 'Back desk' },
        { stampNo: 'ST%026-03', desk: 'Front desk' },
        { stampNo: 'XST2026-1', desk: null },
      ]),
    )
    const found = async (query: Record<string, string>) =>
      (await page({ sortField: 'pages', sortOrder: 'ascend', ...query })).records.map(({ stampNo }) => stampNo)

    it('by how a text begins, also in small letters, with its signs as they are', async () => {
      expect(await found({ stampNo: 'ST2026' })).toEqual(['ST2026-01', 'ST2026-02'])
      expect(await found({ stampNo: 'st2026-02' })).toEqual(['ST2026-02'])
      expect(await found({ stampNo: 'ST%' })).toEqual(['ST%026-03'])
      expect(await found({ stampNo: 'T2026' })).toEqual([])
    })

    it('by what one of few values contains', async () => {
      expect(await found({ desk: 'FRONT' })).toEqual(['ST2026-01', 'ST%026-03'])
      expect(await found({ desk: 'desk' })).toEqual(['ST2026-01', 'ST2026-02', 'ST%026-03'])
      expect(await found({ desk: 'middle' })).toEqual([])
      expect(await found({ desk: '%' })).toEqual([])
    })

    it('by what one of few values contains, where many rows have it', async () => {
      await stamp(Array.from({ length: 5_100 }, (_, index) => ({ stampNo: `N${index}`, desk: 'Side desk' })))
      expect((await page({ desk: 'side' })).total).toBe(5_100)
      expect((await page({ desk: 'front' })).total).toBe(2)
    })

    it('by what one of many values contains, too', async () => {
      await stamp(Array.from({ length: 1_005 }, (_, index) => ({ stampNo: `N${index}`, desk: `Table ${index}` })))
      expect((await page({ desk: 'table' })).total).toBe(1_005)
    })
  })
})
