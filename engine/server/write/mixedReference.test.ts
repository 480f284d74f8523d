import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { readXlsx, writeForm, type Cell } from '../xlsx'
import { openDesk, type Desk, type Who } from './testing/deskServer'
import { inTransaction } from './transaction'

const notes = '/api/desk/note'

describe.each(usualTestDatabaseKinds)('a reference to rows of several entities on %s', (kind) => {
  let desk: Desk
  let member: string
  let far: string
  let book: string
  beforeAll(async () => {
    desk = await openDesk(kind)
    member = await desk.addMember('Wang Wei')
    far = (
      await inTransaction(desk.services, desk.users.boss, (tools) =>
        tools.create('member', { memberName: 'Far Away', branchId: desk.branches.south }),
      )
    ).id
    book = await desk.addBook('Journey', 0)
  })
  afterAll(() => desk?.close())

  const add = (values: Record<string, unknown>, who: Who = 'clerk') =>
    desk.call(who, 'POST', notes, { noteText: 'a note', sinceVersion: 1, ...values })
  const rulesOf = (body: Record<string, unknown>) =>
    Object.fromEntries(((body['errors'] ?? []) as { path: string; rule: string }[]).map(({ path, rule }) => [path, rule]))
  const noteOf = (body: Record<string, unknown>, part = '') => `${notes}${part}/${String(body['id'])}`
  /** Members have been changed once by the rule after their save. */
  const aboutMember = (id: string) => ({ aboutType: 'member', aboutId: id, sinceVersion: 2 })

  it('is kept as the row’s id and which entity it is of, and answered with the name of the row', async () => {
    const { status, body } = await add({ aboutType: 'book', aboutId: book })
    expect(status).toBe(200)
    expect(body).toMatchObject({ aboutType: 'book', aboutId: book, aboutName: 'Journey', seenVersion: 1 })
    const other = await add(aboutMember(member))
    expect(other.body).toMatchObject({ aboutType: 'member', aboutId: member, aboutName: 'Wang Wei', seenVersion: 2 })
    const { body: list } = await desk.call('clerk', 'GET', `${notes}/list?sortField=aboutName&sortOrder=ascend`)
    expect((list['records'] as Record<string, unknown>[]).map(({ aboutType, aboutName }) => [aboutType, aboutName])).toEqual([
      ['book', 'Journey'],
      ['member', 'Wang Wei'],
    ])
    const [row] = await desk.rows('note')
    expect(row).toMatchObject({ about_type: 'book', about_id: book })
  })

  it('tells rows of different entities with one id apart', async () => {
    // Both tables count from 1.
    expect(book).toBe(member)
    const { body } = await desk.call('clerk', 'GET', `${notes}/list?aboutType=member&aboutId=${member}`)
    expect((body['records'] as Record<string, unknown>[]).map(({ aboutName }) => aboutName)).toEqual(['Wang Wei'])
    const named = await desk.call('clerk', 'GET', `${notes}/list?aboutName=our`)
    expect((named.body['records'] as Record<string, unknown>[]).map(({ aboutName }) => aboutName)).toEqual(['Journey'])
    expect((await desk.call('clerk', 'GET', `${notes}/list?aboutId=our`)).status).toBe(422)
  })

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['without its kind', { aboutId: '1' }, { aboutId: 'reference' }],
    ['of a kind that it does not have', { aboutType: 'branch', aboutId: '1' }, { aboutType: 'dictionary', aboutId: 'reference' }],
    ['of a kind that is no name', { aboutType: '__proto__', aboutId: '1' }, { aboutType: 'dictionary', aboutId: 'reference' }],
    ['to a row that is not there', { aboutType: 'book', aboutId: '999' }, { aboutId: 'reference' }],
    ['that its condition does not admit', { aboutType: 'book', aboutId: '1', sinceVersion: 9 }, { aboutId: 'reference' }],
    ['left out', { aboutType: 'book' }, { aboutId: 'required' }],
    [
      'of a line',
      { aboutType: 'book', aboutId: '1', others: [{ otherType: 'book', otherId: '1' }, { otherId: '1' }] },
      { 'others.1.otherId': 'reference' },
    ],
  ])('is refused %s', async (_what, values, rules) => {
    const before = await desk.count('note')
    const { status, body } = await add(values)
    expect({ status, rules: rulesOf(body) }).toEqual({ status: 422, rules })
    expect(await desk.count('note')).toBe(before)
  })

  it('is refused to a row that the user may not see, and shows its rows to nobody else', async () => {
    expect(rulesOf((await add(aboutMember(far))).body)).toEqual({ aboutId: 'reference' })
    const { status, body } = await add(aboutMember(far), 'boss')
    expect(status).toBe(200)
    const seen = async (who: Who) => (await desk.call(who, 'GET', noteOf(body))).status
    expect([await seen('clerk'), await seen('stranger'), await seen('boss')]).toEqual([404, 200, 200])
    const names = (await desk.call('stranger', 'GET', `${notes}/list`)).body['records'] as Record<string, unknown>[]
    expect(
      names.map(({ aboutName }) => String(aboutName)).toSorted((a, b) => (a < b ? -1 : 1)),
      'a book is everybody’s',
    ).toEqual(['Far Away', 'Journey'])
  })

  it('changes as one: another kind makes it another row', async () => {
    const { body } = await add({ aboutType: 'book', aboutId: book })
    const change = (values: Record<string, unknown>) => desk.call('clerk', 'PATCH', noteOf(body), { version: body['version'], ...values })
    expect(rulesOf((await change({ aboutType: 'lending' })).body)).toEqual({ aboutId: 'reference' })
    const changed = await change({ aboutType: 'member', sinceVersion: 2 })
    expect(changed.body).toMatchObject({ aboutType: 'member', aboutId: book, aboutName: 'Wang Wei', seenVersion: 2 })
    const { body: history } = await desk.call<{ changes?: { field: string; before: string; after: string }[] }[]>(
      'clerk',
      'GET',
      noteOf(body, '/history'),
    )
    expect(history[1]?.changes).toMatchObject([
      { field: 'aboutType', before: 'Book', after: 'Member' },
      { field: 'sinceVersion' },
      { field: 'seenVersion' },
    ])
  })

  it('offers rows of the chosen kind alone, those that the user may see', async () => {
    const choices = async (query: string) => {
      const { status, body } = await desk.call('clerk', 'GET', `${notes}/options/aboutId?${query}`)
      return { status, labels: Array.isArray(body) ? (body as { label: string }[]).map(({ label }) => label) : rulesOf(body) }
    }
    expect(await choices('aboutType=member&sinceVersion=2')).toEqual({ status: 200, labels: ['Wang Wei'] })
    expect(await choices('aboutType=book&sinceVersion=1&keyword=our')).toEqual({ status: 200, labels: ['Journey'] })
    expect(await choices('sinceVersion=1')).toEqual({ status: 200, labels: [] })
    expect(await choices('aboutType=staff')).toEqual({ status: 422, labels: { aboutType: 'type' } })
    const lines = await desk.call('clerk', 'GET', `${notes}/options/others.otherId?otherType=book`)
    expect(lines.body).toMatchObject([{ label: 'Journey' }])
  })

  it('keeps its row from being deleted, in records and in lines', async () => {
    const kept = await desk.addBook('Kept', 0)
    const inLine = await desk.addBook('Kept in a line', 0)
    const free = await desk.addBook('Free', 0)
    const { body } = await add({ aboutType: 'book', aboutId: kept, others: [{ otherType: 'book', otherId: inLine }] })
    expect(body).toMatchObject({ others: [{ otherType: 'book', otherName: 'Kept in a line' }] })
    const removed = async (id: string) => (await desk.call('clerk', 'DELETE', `/api/desk/book/${id}?version=1`)).body['message']
    expect([await removed(kept), await removed(inLine), await removed(free)]).toEqual([
      '该数据已被其他记录引用，不能删除',
      '该数据已被其他记录引用，不能删除',
      undefined,
    ])
    const again = await desk.call('clerk', 'PATCH', noteOf(body), {
      version: body['version'],
      aboutType: 'member',
      aboutId: member,
      sinceVersion: 2,
    })
    expect(again.status).toBe(200)
    expect(await removed(kept)).toBeUndefined()
  })

  it.runIf(kind === 'postgres')('and a delete of its row at the same moment: one of them is refused', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await desk.addBook(`Contested ${round}`, 0)
      const [created, deleted] = await Promise.all([
        add({ aboutType: 'book', aboutId: id }),
        desk.call('clerk', 'DELETE', `/api/desk/book/${id}?version=1`),
      ])
      expect([created.status === 200, deleted.status < 300].filter(Boolean).length).toBe(1)
    }
  })

  describe('in a workbook', () => {
    const head = ['Text', 'Kind', 'About', 'Of version']
    const send = async (rows: Cell[][]) => {
      const columns = head.map((title) => ({ title, width: 20 }))
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await writeForm([{ name: 'Notes', columns, rows }], 1))]), 'notes.xlsx')
      const request = new Request('http://desk', { method: 'POST', body: form })
      const response = await desk.app.inject({
        method: 'POST',
        url: `${notes}/import`,
        payload: Buffer.from(await request.arrayBuffer()),
        headers: { authorization: 'Bearer clerk', 'content-type': request.headers.get('content-type') ?? '' },
      })
      return response.json<{ code: number; data: { rows?: { row: number; column: string }[] } }>()
    }

    it('is filled in by the title of the kind and the name of the row', async () => {
      const before = await desk.count('note')
      expect(
        await send([
          ['imported', 'Book', 'Journey', 1],
          ['imported', 'Member', 'Wang Wei', 2],
        ]),
      ).toMatchObject({ code: 200 })
      const rows = (await desk.rows('note')).slice(before)
      expect(rows.map(({ about_type, about_id }) => [about_type, about_id])).toEqual([
        ['book', book],
        ['member', member],
      ])
    })

    it('is refused by its column without a kind, with another one, or of a row of another kind', async () => {
      const { code, data } = await send([
        ['x', null, 'Journey', 1],
        ['x', 'Shelf', 'Journey', 1],
        ['x', 'Member', 'Journey', 2],
      ])
      expect(code).toBe(1002)
      expect(data.rows?.map(({ row, column }) => [row, column])).toEqual(
        expect.arrayContaining([
          [2, 'About'],
          [3, 'Kind'],
          [4, 'About'],
        ]),
      )
    })

    it('is written out as people read it', async () => {
      const response = await desk.app.inject({
        method: 'POST',
        url: `${notes}/export`,
        payload: { aboutType: 'book' },
        headers: { authorization: 'Bearer clerk' },
      })
      expect(response.statusCode).toBe(200)
      const rows: Cell[][] = []
      for await (const { cells } of readXlsx(response.rawPayload, 2)) rows.push(cells.slice(1, 3))
      expect(rows).toEqual([
        ['Kind', 'About'],
        ['Book', 'Journey'],
      ])
    })
  })
})
