import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ListView, Problem, ViewNamesResponse, ViewsResponse } from '../../core/wire'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import type { SessionUser } from '../session'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import { member, serveLibrary, type ApiResponse, type LibraryServer } from '../testing/libraryServer'

const place = { screen: 'stock/book', page: 'list' }
const content = {
  filters: { status: 'DRAFT', genre: ['NOVEL', 'POETRY'], lendable: true, boughtAtStart: '2026-11-20' },
  sort: [{ field: 'price', order: 'descend' as const }],
  columns: { order: ['bookNo', 'price'], off: ['genre'], widths: { price: 120 } },
  density: 'large' as const,
  pageSize: 50,
  titles: { status: 'State' },
}

describe.each(usualTestDatabaseKinds)('saved views on %s', (kind) => {
  let library: LibraryDatabase
  let server: LibraryServer
  let [anna, ben, carl]: SessionUser[] = []
  const keepers = { code: 'KEEPER', name: 'Keepers' }
  const readers = { code: 'READER', name: 'Readers' }

  beforeAll(async () => {
    library = await openLibrary(kind)
    const branchId = await library.insert('branch', { branchName: 'N', branchCode: 'N' })
    const accounts: SessionUser[] = []
    for (const staffName of ['Anna', 'Ben', 'Carl'])
      accounts.push({ ...member(await library.insert('staff', { staffName, branchId, passwordHash: 'x' })), name: staffName })
    server = await serveLibrary(library)
    ;[anna, ben, carl] = accounts.map((account, index) => ({ ...account, roles: [[keepers, readers], [keepers], [readers]][index]! }))
  })
  afterAll(async () => server.app.close())
  beforeEach(async () => void (await sql`delete from list_view`.execute(library.kysely)))

  const views = (user: SessionUser, query = 'screen=stock/book&page=list'): Promise<ApiResponse<ViewsResponse>> =>
    server.ask<ViewsResponse>(user, 'GET', `/api/views?${query}`)
  const allNames = (user: SessionUser): Promise<ApiResponse> => server.ask(user, 'GET', '/api/views/names')
  const names = async (user: SessionUser): Promise<string[]> => (await views(user)).body.views.map(({ name }) => name)
  const save = (user: SessionUser, name: string, more: object = {}): Promise<ApiResponse<{ id: string } & Problem>> =>
    server.ask(user, 'POST', '/api/views', { ...place, name, content, ...more })
  const change = (
    user: SessionUser,
    { id, version, name }: ListView,
    more: object = {},
  ): Promise<ApiResponse<{ version: number } & Problem>> =>
    server.ask(user, 'PATCH', `/api/views/${id}`, { version, name, content, ...more })
  const first = async (user: SessionUser): Promise<ListView> => (await views(user)).body.views[0]!

  it('are kept as they were saved, for who saved them', async () => {
    const { body } = await save(anna!, ' Drafts ')
    expect(await views(anna!)).toMatchObject({
      status: 200,
      body: { views: [{ id: body.id, name: 'Drafts', version: 1, mine: true, ownerName: 'Anna', content }], roles: [keepers, readers] },
    })
    expect(await names(ben!)).toEqual([])
    expect((await views(anna!, 'screen=stock/lending&page=list')).body.views).toEqual([])
  })

  it('are seen by the role that they are shared with, who change nothing, and not by who has it no longer', async () => {
    await save(anna!, 'Ours', { role: 'KEEPER' })
    expect(await first(ben!)).toMatchObject({ name: 'Ours', mine: false, ownerName: 'Anna', role: 'KEEPER' })
    expect(await names(carl!)).toEqual([])
    expect(await names({ ...ben!, roles: [] })).toEqual([])
    const shared = await first(ben!)
    expect((await change(ben!, shared, { name: 'Mine' })).status).toBe(404)
    expect((await server.ask(ben, 'DELETE', `/api/views/${shared.id}`, { version: 1 })).status).toBe(404)
    expect((await change(anna!, shared)).status).toBe(200)
    expect(await names(ben!)).toEqual([])
  })

  it('are shared with no role that the user has not', async () => {
    expect(await save(ben!, 'Theirs', { role: 'READER' })).toMatchObject({ status: 422, body: { errors: [{ path: 'role' }] } })
    await save(ben!, 'Mine')
    expect((await change(ben!, await first(ben!), { role: 'READER' })).status).toBe(422)
  })

  it('of partners are shared within their own enterprise alone', async () => {
    await save({ ...anna!, outside: '7' }, 'Theirs', { role: 'KEEPER' })
    await save(anna!, 'Ours', { role: 'KEEPER' })
    expect(await names(ben!)).toEqual(['Ours'])
    expect(await names({ ...ben!, outside: '7' })).toEqual(['Theirs'])
    expect(await names({ ...ben!, outside: '8' })).toEqual([])
  })

  it('are changed by who has seen their last version, and deleted', async () => {
    await save(anna!, 'Drafts')
    const seen = await first(anna!)
    expect((await change(anna!, seen, { name: 'All', content: {} })).body).toEqual({ version: 2 })
    expect(await first(anna!)).toMatchObject({ name: 'All', content: {}, version: 2 })
    expect(await change(anna!, seen)).toMatchObject({ status: 409, body: { current: { version: 2, updatedBy: 'Anna' } } })
    const erase = async (body: object) => (await server.ask(anna, 'DELETE', `/api/views/${seen.id}`, body)).status
    expect([await erase({}), await erase({ version: 1 }), await erase({ version: 2 }), await erase({ version: 2 })]).toEqual([
      422, 409, 200, 404,
    ])
    expect(await names(anna!)).toEqual([])
  })

  it('are of lists that the user may read', async () => {
    await save(anna!, 'Ours', { role: 'KEEPER' })
    const seen = await first(anna!)
    const stranger = { ...anna!, subMenus: [] }
    expect((await allNames(stranger)).body).toEqual({ views: [] })
    expect((await views(stranger)).status).toBe(403)
    expect((await save(stranger, 'More')).status).toBe(403)
    expect((await change(stranger, seen)).status).toBe(404)
    expect((await views({ ...ben!, subMenus: [] })).status).toBe(403)
    for (const query of ['screen=stock/nothing&page=list', 'screen=stock/book&page=detail', 'screen=constructor&page=list'])
      expect((await views(anna!, query)).status).toBe(404)
  })

  it("say what they are called on all lists at once, one's own before those of others", async () => {
    await save(ben!, 'Shared', { role: 'KEEPER' })
    await save(ben!, 'Private')
    await save(anna!, 'Drafts')
    await save(anna!, 'Late', { screen: 'stock/lending' })
    const { views: found } = (await allNames(anna!)).body as ViewNamesResponse
    expect(found.map(({ id: _id, ...view }) => view)).toEqual([
      { name: 'Drafts', ...place, mine: true },
      { name: 'Late', screen: 'stock/lending', page: 'list', mine: true },
      { name: 'Shared', ...place, mine: false },
    ])
    expect((await allNames({ ...anna!, roles: [] })).body).toMatchObject({ views: [{ name: 'Drafts' }, { name: 'Late' }] })
    expect((await server.ask(anna, 'GET', '/api/views/names?screen=stock/book')).status).toBe(422)
  })

  it('are at most 50 of one user and list', async () => {
    for (let index = 0; index < 50; index += 1) expect((await save(anna!, `View ${index}`)).status).toBe(200)
    expect((await save(anna!, 'One more')).status).toBe(417)
    expect((await save(anna!, 'Elsewhere', { screen: 'stock/lending' })).status).toBe(200)
    expect((await save(ben!, 'His own')).status).toBe(200)
  })

  it.each<[string, object]>([
    ['an unknown key', { thereIsNoSuchKey: 1 }],
    ['an unknown key of the content', { content: { where: '1=1' } }],
    ['an unknown key of a column', { content: { columns: { order: [], off: [], hidden: [] } } }],
    ['a filter that is an object', { content: { filters: { status: { not: 'DRAFT' } } } }],
    ['a name that every object has', { content: { filters: JSON.parse('{"__proto__":"x"}') as object } }],
    ['an order that there is not', { content: { sort: [{ field: 'price', order: 'desc' }] } }],
    ['four orders', { content: { sort: Array(4).fill({ field: 'price', order: 'ascend' }) } }],
    ['a page size that no list has', { content: { pageSize: 100_000 } }],
    ['a name that is too long', { name: 'n'.repeat(31) }],
    ['a name of nothing', { name: '  ' }],
    ['no content', { content: undefined }],
  ])('are not kept with %s', async (_what, more) => {
    const { status } = await save(anna!, 'Drafts', more)
    expect([400, 422]).toContain(status)
    expect(await names(anna!)).toEqual([])
  })

  it('are not kept when they are larger than any list needs', async () => {
    const titles = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, 't'.repeat(100)]))
    expect((await save(anna!, 'Large', { content: { titles } })).status).toBe(413)
  })
})
