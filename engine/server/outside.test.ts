import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from './database/testDatabase'
import type { RecordValues } from '../core/wire'
import { unpack } from './exchange/archive'
import type { SessionUser } from './session'
import { openPartners, type Partners } from './testing/partners'

/** Stands in every internal field and opinion. */
const secret = 'MARKER7'
const names = ['Cassandra Clerk', 'Charles Chief']

describe.each(usualTestDatabaseKinds)('what is internal on %s', (kind) => {
  let desk: Partners
  beforeAll(async () => {
    desk = await openPartners(kind)
  })
  afterAll(() => desk?.close())

  const draft = (more: object = {}) => ({
    libraryId: desk.libraryId,
    wish: 'Atlas',
    advice: `${secret} advice`,
    books: [{ bookTitle: 'Atlas', qty: 1, shelf: `${secret} shelf` }],
    ...more,
  })
  const asked = async (by: SessionUser = desk.clerk) => {
    const values =
      by.outside === undefined ? draft() : { libraryId: desk.libraryId, wish: 'Atlas', books: [{ bookTitle: 'Atlas', qty: 1 }] }
    const { id } = await desk.done(by, 'POST', 'request', values)
    await desk.done(by, 'POST', `request/submit/${id}`, { opinion: `${by.name} asks` })
    return id
  }
  const act = (by: SessionUser, action: string, id: string, body: object = {}) => desk.done(by, 'POST', `request/${action}/${id}`, body)
  const history = async (by: SessionUser, id: string) =>
    (await desk.ask(by, 'GET', `request/history/${id}`)).body as unknown as {
      action: string
      opinion?: string
      operator: string
      changes?: object[]
    }[]

  it('is in no answer to accounts from outside, wherever it is asked for', async () => {
    const id = await asked()
    await act(desk.clerk, 'remark', id, { advice: `${secret} more`, opinion: `${secret} remarks` })
    await act(desk.chief, 'grant', id, { opinion: `${secret} granted` })
    const [parcel] = (await desk.ask(desk.clerk, 'GET', 'parcel/list')).body['records'] as { id: string }[]
    const page = desk.screens['desk/request']?.pages['edit']
    const tabs = page?.kind === 'record' ? page.tabs : []
    const [parcels] = tabs.flatMap((tab) => (tab.kind === 'related' ? tab.key : []))
    const queries = [
      ['GET', 'request/list'],
      ['POST', 'request/list'],
      ['GET', 'request/figures/list'],
      ['GET', `request/${id}`],
      ['GET', `request/history/${id}`],
      ['GET', `request/related/${parcels}/${id}`],
      ['GET', `request/print/slip?ids=${id}`],
      ['GET', `request/attach/${id}`],
      ['GET', 'request/list/all'],
      ['GET', 'request/options/search:libraryId'],
      ['POST', 'request/export'],
      ['GET', 'parcel/list'],
      ['GET', `parcel/${parcel?.id}`],
      ['GET', `parcel/history/${parcel?.id}`],
      ['GET', 'parcel/options/requestId'],
      ['POST', 'parcel/export'],
      ['GET', 'book/list'],
      ['POST', 'book/export'],
    ] as const
    const told = async (by: SessionUser): Promise<[string, number, string][]> => {
      const responses: [string, number, string][] = []
      for (const [method, url] of queries) {
        const isWorkbook = url.endsWith('export')
        const { status, text } = isWorkbook
          ? { status: 200, text: await sheetText(by, url) }
          : await desk.ask(by, method, url, method === 'POST' ? {} : undefined)
        responses.push([url, status, text])
      }
      return responses
    }
    const ours = await told(desk.clerk)
    expect(ours.filter(([, status]) => status !== 200)).toEqual([])
    const showing = ours.filter(([, , text]) => text.includes(secret)).map(([url]) => url)
    expect(showing.length).toBeGreaterThan(9)
    for (const by of [desk.guest, desk.colleague]) {
      const theirs = await told(by)
      expect(theirs.filter(([, status]) => status !== 200)).toEqual([])
      expect(theirs.filter(([, , text]) => text.includes(secret) || names.some((name) => text.includes(name)))).toEqual([])
      // What is not internal is there, and our people have one name.
      expect(theirs.find(([url]) => url === 'request/list')?.[2]).toContain('"askedByName":"The library"')
    }
    const row = (await desk.ask(desk.guest, 'GET', `request/${id}`)).body
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['advice']))
    expect(row).toMatchObject({ wish: 'Atlas', copies: 1 })
    expect((row['books'] as object[])[0]).toEqual({ id: expect.any(String) as string, bookTitle: 'Atlas', qty: 1 })
  })

  async function sheetText(by: SessionUser, url: string): Promise<string> {
    // The server of the test knows an account by what it has asked.
    await desk.ask(by, 'GET', 'request/list')
    const response = await desk.server.app.inject({
      method: 'POST',
      url: `/api/desk/${url}`,
      headers: { authorization: `Bearer token-${by.id}` },
      payload: {},
    })
    expect([url, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([url, 200, ''])
    const parts = await unpack(response.rawPayload, { entries: 99, bytes: 1e7, ratio: 999, ratioFrom: 1e6 }, () => true)
    return parts.map(({ content }) => String(content)).join('')
  }

  it('has no column in their workbooks', async () => {
    await asked()
    const [ours, theirs] = [await sheetText(desk.clerk, 'request/export'), await sheetText(desk.guest, 'request/export')]
    for (const title of ['Our advice', 'Decided by', 'Verdict', 'Shelf']) {
      expect(ours).toContain(title)
      expect(theirs).not.toContain(title)
    }
    expect(theirs).toContain('Asked by')
  })

  it('has no place on their prints', async () => {
    const id = await asked()
    const slip = async (by: SessionUser) => (await desk.ask(by, 'GET', `request/print/slip?ids=${id}`)).text
    for (const title of ['Our advice', 'Verdict', 'Shelf']) {
      expect(await slip(desk.clerk)).toContain(title)
      expect(await slip(desk.guest)).not.toContain(title)
    }
  })

  it('is a draft of somebody else, until it has been handed in', async () => {
    const { id } = await desk.done(desk.clerk, 'POST', 'request', draft({ wish: 'Hidden', books: [{ bookTitle: 'Draft only', qty: 1 }] }))
    const seenBy = async (by: SessionUser) => [
      (await desk.ask(by, 'GET', `request/${id}`)).status,
      (await desk.ask(by, 'GET', 'request/list?wish=Hidden')).body['total'],
      (await desk.ask(by, 'GET', 'book/list')).text.includes('Draft only'),
    ]
    expect(await seenBy(desk.clerk)).toEqual([200, 1, true])
    expect(await seenBy(desk.guest)).toEqual([404, 0, false])
    for (const [method, url, body] of [
      ['PATCH', `request/${id}`, { version: 1, wish: 'Mine' }],
      ['DELETE', `request/${id}?version=1`, undefined],
      ['POST', `request/submit/${id}`, { version: 1 }],
      ['GET', `request/history/${id}`, undefined],
      ['GET', `request/attach/${id}`, undefined],
    ] as const)
      expect((await desk.ask(desk.guest, method, url, body)).status).toBe(404)
    await act(desk.clerk, 'submit', id)
    expect(await seenBy(desk.guest)).toEqual([200, 1, true])
    expect(await seenBy(desk.stranger)).toEqual([404, 0, false])
  })

  it('is no draft of their own, nor of a colleague', async () => {
    const { id } = await desk.done(desk.guest, 'POST', 'request', { libraryId: desk.libraryId, wish: 'Own', books: [] })
    for (const by of [desk.guest, desk.colleague, desk.clerk]) expect((await desk.ask(by, 'GET', `request/${id}`)).status).toBe(200)
    await desk.done(desk.colleague, 'PATCH', `request/${id}`, { version: 1, wish: 'Ours' })
    expect((await desk.ask(desk.stranger, 'GET', `request/${id}`)).status).toBe(404)
  })

  it('can be neither written nor emptied by them', async () => {
    const id = await asked()
    await act(desk.clerk, 'refuse', id, { opinion: `${secret} refused` })
    const paths = (response: { body: Record<string, unknown> }) =>
      (response.body['errors'] as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)
    const { version, books } = await desk.done(desk.guest, 'PATCH', `request/${id}`, { version: 3, wish: 'Globe' })
    const [row] = books as Record<string, unknown>[]
    const change = (body: object) => desk.ask(desk.guest, 'PATCH', `request/${id}`, { version, ...body })
    expect(paths(await change({ advice: 'x' }))).toEqual(['advice unknown'])
    expect(paths(await change({ clear: ['advice'] }))).toEqual(['clear unknown'])
    expect(paths(await change({ books: [{ ...row, shelf: 'x' }] }))).toEqual(['books.0.shelf unknown'])
    await desk.done(desk.guest, 'PATCH', `request/${id}`, { version, books: [{ ...row, qty: 5 }] })
    expect(await desk.done(desk.clerk, 'POST', `request/submit/${id}`)).toMatchObject({
      advice: `${secret} advice`,
      books: [{ qty: 5, shelf: `${secret} shelf` }],
    })
    expect(paths(await desk.ask(desk.guest, 'POST', `request/remark/${id}`, { advice: 'x' }))).toEqual(['advice unknown'])
    await act(desk.guest, 'remark', id, { wish: 'Map' })
  })

  it('is an opinion, but for an answer to what they have handed in themselves, and their own', async () => {
    const mine = await asked(desk.guest)
    await act(desk.clerk, 'remark', mine, { opinion: `${secret} remark` })
    await act(desk.chief, 'refuse', mine, { opinion: 'Too heavy' })
    const opinions = async (by: SessionUser, id: string) =>
      (await history(by, id)).flatMap(({ action, opinion, operator }) => (action === 'create' ? [] : [[action, opinion, operator]]))
    const shown = [
      ['submit', 'Gwen Guest asks', 'Gwen Guest'],
      ['remark', undefined, 'The library'],
      ['refuse', 'Too heavy', 'The library'],
    ]
    expect(await opinions(desk.guest, mine)).toEqual(shown)
    expect(await opinions(desk.colleague, mine)).toEqual(shown)
    expect((await opinions(desk.clerk, mine))[2]).toEqual(['refuse', 'Too heavy', 'Charles Chief'])

    // Handed in again by one of ours: what is answered to us is ours. What was answered before stays.
    await act(desk.clerk, 'submit', mine, { opinion: 'again' })
    await act(desk.chief, 'refuse', mine, { opinion: `${secret} no` })
    expect((await opinions(desk.guest, mine)).slice(2)).toEqual([
      shown[2],
      ['submit', undefined, 'The library'],
      ['refuse', undefined, 'The library'],
    ])
    // The field that keeps it stays internal.
    expect((await desk.ask(desk.guest, 'GET', `request/${mine}`)).text).not.toContain(secret)
  })

  it('is left out of a change that waits, with who asks for it and why', async () => {
    const id = await asked()
    await act(desk.chief, 'grant', id, { opinion: secret })
    await act(desk.clerk, 'change', id, { wish: 'Globe', advice: `${secret} new`, opinion: `${secret} why` })
    const pending = async (by: SessionUser) => (await desk.ask(by, 'GET', `request/${id}`)).body['pendingChange'] as Record<string, unknown>
    expect(await pending(desk.clerk)).toMatchObject({ values: { wish: 'Globe', advice: `${secret} new` }, opinion: `${secret} why` })
    expect(await pending(desk.guest)).toMatchObject({ values: { wish: 'Globe' }, requestedByName: 'The library', opinion: null })
    expect(JSON.stringify(await pending(desk.guest))).not.toContain(secret)
    expect((await desk.ask(desk.guest, 'GET', `request/history/${id}`)).text).not.toContain(secret)

    await act(desk.clerk, 'drop', id)
    await act(desk.guest, 'change', id, { wish: 'Map', opinion: 'Because' })
    expect(await pending(desk.colleague)).toMatchObject({ requestedByName: 'Gwen Guest', opinion: 'Because' })
  })

  it('is in no refusal, no trial and no preview', async () => {
    const id = await asked()
    await act(desk.clerk, 'remark', id, { advice: `${secret} more` })
    const stale = await desk.ask(desk.guest, 'POST', `request/remark/${id}`, { version: 1, wish: 'x' })
    expect(stale).toMatchObject({ status: 409, body: { current: { updatedBy: 'The library' } } })
    expect((await desk.ask(desk.chief, 'POST', `request/remark/${id}`, { version: 1 })).body).toMatchObject({
      current: { updatedBy: names[0] },
    })
    const preview = await desk.ask(desk.guest, 'POST', `request/try/grant/${id}`, { opinion: 'x' })
    const trial = await desk.ask(desk.guest, 'POST', 'request/try', { libraryId: desk.libraryId, wish: 'x', books: [] })
    expect([preview.status, trial.status]).toEqual([200, 200])
    for (const { text } of [stale, preview, trial]) for (const word of [secret, ...names]) expect(text).not.toContain(word)
    expect(trial.text).not.toContain('verdict')
  })

  it('is whom else we work with: a search form offers what stands in rows that they see', async () => {
    await asked()
    const { id } = await desk.done(desk.clerk, 'POST', 'request', { ...draft(), libraryId: desk.stranger.outside, wish: 'Foreign' })
    const offered = async (by: SessionUser, query = '') => {
      const { body } = await desk.ask(by, 'GET', `request/options/search:libraryId${query}`)
      return (body as unknown as { label: string }[]).map(({ label }) => label)
    }
    expect(await offered(desk.clerk)).toEqual(['East', 'West'])
    expect(await offered(desk.guest)).toEqual(['East'])
    for (const query of ['?keyword=West', `?values=${desk.stranger.outside}`])
      expect([query, await offered(desk.guest, query)]).toEqual([query, []])
    const named = async (by: SessionUser) => (await desk.ask(by, 'POST', 'request/options/search:libraryId', { names: ['West'] })).body
    expect(await named(desk.clerk)).toMatchObject([{ label: 'West' }])
    expect(await named(desk.guest)).toEqual([])
    // Theirs, but our draft until it is handed in.
    expect(await offered(desk.stranger)).toEqual([])
    await act(desk.clerk, 'submit', id)
    expect(await offered(desk.stranger)).toEqual(['West'])
  })

  it('is not found, nor told by an order', async () => {
    await asked()
    const choices = async (by: SessionUser, keyword: string) => {
      const { body } = await desk.ask(by, 'GET', `request/options/search:askedById?keyword=${encodeURIComponent(keyword)}`)
      return (body as unknown as { label: string }[]).map(({ label }) => label)
    }
    expect(await choices(desk.clerk, 'Cassandra')).toEqual(['Cassandra Clerk'])
    expect(await choices(desk.guest, 'Cassandra')).toEqual([])
    // Of our two one has asked for something.
    expect(await choices(desk.guest, 'The library')).toEqual(['The library'])
    for (const query of ['advice=x', 'sortField=advice', 'sortField=decidedByName', 'decidedById=1', 'verdict=x'])
      for (const by of [desk.clerk, desk.guest]) expect((await desk.ask(by, 'GET', `request/list?${query}`)).status).toBe(422)
    expect((await desk.ask(desk.guest, 'GET', 'request/list?sortField=askedByName')).status).toBe(200)
  })
})

describe.each(usualTestDatabaseKinds)('what is left to its author on %s', (kind) => {
  let desk: Partners
  beforeAll(async () => {
    desk = await openPartners(kind)
  })
  afterAll(() => desk?.close())

  const written = async (by: SessionUser) => (await desk.done(by, 'POST', 'proposal', { libraryId: desk.libraryId, idea: 'A bus' })).id
  const refusal = (action: string) => [417, `不是贵司填报的记录，不能${action}`]
  const answered = async (...request: Parameters<Partners['ask']>) => {
    const { status, body } = await desk.ask(...request)
    return [status, body['message']]
  }

  it('is said of each row and record to who may not work on it, by the field that the server refuses by', async () => {
    const [ours, theirs] = [await written(desk.clerk), await written(desk.guest)]
    const said = async (by: SessionUser) => {
      const { records } = (await desk.ask(by, 'GET', 'proposal/list')).body as { records: RecordValues[] }
      const rows = new Map(records.map((row) => [row.id, row['ofOthers']]))
      const read = async (id: string) => (await desk.ask(by, 'GET', `proposal/${id}`)).body['ofOthers']
      return [rows.get(ours), await read(ours), rows.get(theirs), await read(theirs)]
    }
    for (const by of [desk.guest, desk.colleague]) expect(await said(by)).toEqual([true, true, false, false])
    expect(await said(desk.clerk)).toEqual([false, false, false, false])
  })

  it('is neither edited, deleted nor handed in by another partner’s people, and by ours and a colleague it is', async () => {
    const [ours, theirs] = [await written(desk.clerk), await written(desk.guest)]
    expect(await answered(desk.guest, 'PATCH', `proposal/${ours}`, { version: 1, idea: 'A van' })).toEqual(refusal('编辑'))
    expect(await answered(desk.guest, 'DELETE', `proposal/${ours}?version=1`)).toEqual(refusal('删除'))
    expect(await answered(desk.guest, 'POST', `proposal/hand/${ours}`, { version: 1 })).toEqual(refusal('Hand in'))
    await desk.done(desk.colleague, 'PATCH', `proposal/${theirs}`, { version: 1, idea: 'A van' })
    await desk.done(desk.clerk, 'POST', `proposal/hand/${theirs}`, { version: 2 })
  })

  it('does not wait for who may not hand it in', async () => {
    const waiting = async (by: SessionUser) => {
      const { body } = await desk.server.ask<{ waiting: { title: string; count: number }[] }>(by, 'GET', '/api/work/waiting')
      return body.waiting.find(({ title }) => title === 'Proposals')?.count ?? 0
    }
    const [before, own] = [await waiting(desk.guest), await waiting(desk.clerk)]
    await written(desk.clerk)
    expect([await waiting(desk.guest), await waiting(desk.clerk)]).toEqual([before, own + 1])
    await written(desk.colleague)
    expect(await waiting(desk.guest)).toBe(before + 1)
  })
})
