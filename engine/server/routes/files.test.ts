import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { purgeFiles, sweepContents } from '../uploads/uploads'
import { openDesk, type Desk, type Who } from '../write/testing/deskServer'

const pdf = Buffer.from('%PDF-1.7 receipt')
const members = '/api/desk/member'
const lendings = '/api/desk/lending'

describe.each(usualTestDatabaseKinds)('files on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk?.close())

  /** A multipart body as a browser makes it. */
  async function post(who: Who, url: string, content: Buffer | undefined, name = 'receipt.pdf', fields: Record<string, string> = {}) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    if (content) form.append('file', new Blob([new Uint8Array(content)], { type: 'text/html' }), name)
    const request = new Request('http://desk', { method: 'POST', body: form })
    const response = await desk.app.inject({
      method: 'POST',
      url,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: `Bearer ${who}`, 'content-type': request.headers.get('content-type') ?? '' },
    })
    return { status: response.statusCode, body: response.json<Record<string, unknown> & { id: string }>() }
  }
  const download = (who: Who, id: string, url = `/file/download?id=${id}`) =>
    desk.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${who}` } })
  const stored = () => desk.count('stored_file')

  describe('an upload', () => {
    it('is answered with its opaque id, cleaned name, size and type by content', async () => {
      const { status, body } = await post('clerk', '/file/upload', pdf, '../回单\u202E.PDF')
      expect({ status, body }).toEqual({
        status: 200,
        body: { id: expect.stringMatching(/^[0-9a-f]{32}$/), name: '回单.pdf', size: 16, type: 'application/pdf' },
      })
    })

    it.each<[string, Buffer, string]>([
      ['content that is not what the name says', Buffer.from('MZ\x90\x00'), 'receipt.pdf'],
      ['a page', Buffer.from('<html>'), 'page.html'],
      ['a name without ending', pdf, 'receipt'],
    ])('is refused with 415 and not kept: %s', async (_what, content, name) => {
      const before = await stored()
      expect(await post('clerk', '/file/upload', content, name)).toMatchObject({ status: 415, body: { code: 415000 } })
      expect(await stored()).toBe(before)
    })

    it('of more than 20 MB is refused with 413 and not kept', async () => {
      const before = await stored()
      expect(await post('clerk', '/file/upload', Buffer.alloc(20_971_521, 0x20), 'large.txt')).toMatchObject({
        status: 413,
        body: { code: 413000 },
      })
      expect(await post('clerk', '/file/upload', Buffer.alloc(20_971_520, 0x20), 'largest.txt')).toMatchObject({ status: 200 })
      expect(await stored()).toBe(before + 1)
    })

    it('is refused while 200 MB of the same user wait for their documents, and what came too late is not kept', async () => {
      const waits = (id: string, size: number) =>
        desk.database.kysely
          .insertInto('stored_file')
          .values({
            id,
            name: 'w.pdf',
            size,
            type: 'application/pdf',
            sha256: '',
            kept: false,
            uploaded_by_id: desk.users.reader.id,
            uploaded_at: desk.time.now,
          })
          .execute()
      const full = {
        status: 413,
        body: { code: 413000, error: '您已上传而尚未保存到单据的文件合计超过 200 MB，请先保存单据，或一天后再上传' },
      }
      await waits('a'.repeat(32), 209_715_200 - pdf.length - 1)
      expect(await post('reader', '/file/upload', pdf)).toMatchObject({ status: 200 })
      const before = await stored()
      expect(await post('reader', '/file/upload', pdf)).toMatchObject(full)
      expect(await stored()).toBe(before)
      await waits('b'.repeat(32), 1)
      expect(await post('reader', '/file/upload', pdf)).toMatchObject(full)
      expect(await post('clerk', '/file/upload', pdf)).toMatchObject({ status: 200 })
      await desk.database.kysely
        .deleteFrom('stored_file')
        .where('id', 'in', ['a'.repeat(32), 'b'.repeat(32)])
        .execute()
      expect(await post('reader', '/file/upload', pdf)).toMatchObject({ status: 200 })
    })

    it('needs a file, a form and a signed-in account', async () => {
      expect(await post('clerk', '/file/upload', undefined, '', { note: 'x' })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'file' }] },
      })
      expect(await desk.refusal('clerk', 'POST', '/file/upload', { file: 'x' })).toMatchObject({ status: 415 })
      expect(await post('nobody', '/file/upload', pdf)).toMatchObject({ status: 401 })
    })
  })

  describe('a download', () => {
    it('comes as a file to be saved, never as a page', async () => {
      const { body } = await post('clerk', '/file/upload', pdf, '回单.pdf')
      for (const url of [`/file/download?id=${body.id}`, `/file/download/${body.id}`]) {
        const response = await download('clerk', body.id, url)
        expect(response.statusCode).toBe(200)
        expect(response.rawPayload.equals(pdf)).toBe(true)
        expect(response.headers).toMatchObject({
          'content-disposition': 'attachment; filename="__.pdf"; filename*=UTF-8\'\'%E5%9B%9E%E5%8D%95.pdf',
          'content-type': 'application/pdf',
          'content-length': '16',
          'x-content-type-options': 'nosniff',
        })
      }
    })

    it('is for the uploader and for who sees the document, for others it does not exist', async () => {
      const { body } = await post('clerk', '/file/upload', pdf)
      expect((await download('boss', body.id)).statusCode).toBe(404)

      const member = await desk.addMember('Has files')
      const { body: attached } = await post('clerk', `${members}/attach/${member}`, pdf)
      expect((await download('boss', attached.id)).statusCode).toBe(200)
      expect((await download('stranger', attached.id)).statusCode).toBe(404)
      expect((await download('reader', attached.id)).statusCode).toBe(200)
      desk.users.reader.subMenus = []
      expect((await download('reader', attached.id)).statusCode).toBe(404)
    })

    it.each(['', '1', 'f'.repeat(32), '../../etc/passwd', '..%2f..%2fetc%2fpasswd'])('of %j is not found', async (id) => {
      expect((await download('boss', id)).statusCode).toBe(404)
      expect((await download('nobody', id)).statusCode).toBe(401)
    })
  })

  describe('attachments of a record', () => {
    it('are listed, added, removed and remembered in its history', async () => {
      const member = await desk.addMember('Attached')
      const url = `${members}/attach/${member}`
      const { body: added } = await post('clerk', url, pdf, 'one.pdf')
      await post('boss', url, pdf, 'two.pdf')
      expect((await desk.call('reader', 'GET', url)).status).toBe(403)
      expect((await desk.call('boss', 'GET', url)).body).toEqual([
        { id: added.id, name: 'one.pdf', size: 16, type: 'application/pdf', uploadedBy: 'Clerk', uploadedAt: '2026-11-20T02:00:00.000Z' },
        expect.objectContaining({ name: 'two.pdf', uploadedBy: 'Boss' }),
      ])

      expect(await desk.call('boss', 'POST', '/api/file/attach/remove', { id: added.id })).toMatchObject({ status: 200 })
      expect((await desk.call('boss', 'GET', url)).body).toMatchObject([{ name: 'two.pdf' }])
      const { body } = await desk.call('clerk', 'GET', `${members}/history/${member}`)
      expect((body as unknown as { action: string }[]).map(({ action }) => action)).toEqual([
        'create',
        'edit',
        'attach',
        'attach',
        'detach',
      ])
    })

    it('are removed below the record too', async () => {
      const member = await desk.addMember('Attached below')
      const url = `${members}/attach/${member}`
      const { body } = await post('clerk', url, pdf)
      expect(await desk.call('clerk', 'DELETE', `${url}?file=${body.id}`)).toMatchObject({ status: 200 })
      expect(await desk.refusal('clerk', 'DELETE', `${url}?file=${body.id}`)).toMatchObject({ status: 404 })
      expect((await desk.call('clerk', 'GET', url)).body).toEqual([])
    })

    it('are closed to who does not see the record, before anything is stored', async () => {
      const member = await desk.addMember('Attached, unseen')
      const before = await stored()
      expect(await post('stranger', `${members}/attach/${member}`, pdf)).toMatchObject({ status: 404 })
      expect(await desk.refusal('stranger', 'GET', `${members}/attach/${member}`)).toMatchObject({ status: 404 })
      expect(await stored()).toBe(before)
      const { body } = await post('clerk', `${members}/attach/${member}`, pdf)
      expect(await desk.refusal('stranger', 'POST', '/api/file/attach/remove', { id: body.id })).toMatchObject({ status: 404 })
    })

    it('are removed only by who may attach', async () => {
      const member = await desk.addMember('Attached, read')
      const { body } = await post('clerk', `${members}/attach/${member}`, pdf)
      const { subMenus } = desk.users.boss
      desk.users.boss.subMenus = subMenus.map((menu) => ({ ...menu, children: [] }))
      expect(await desk.refusal('boss', 'POST', '/api/file/attach/remove', { id: body.id })).toMatchObject({ status: 403 })
      desk.users.boss.subMenus = subMenus
    })

    it('that take the right to edit come and go while the record may be edited, and stay afterwards', async () => {
      const { id } = await desk.addLending(await desk.addMember('Closed'), [{ bookId: await desk.addBook('Closed', 1), qty: 1 }])
      const url = `${lendings}/attach/${id}`
      const { body: kept } = await post('clerk', url, pdf, 'kept.pdf')
      const { body: gone } = await post('clerk', url, pdf, 'gone.pdf')
      expect(await desk.call('clerk', 'POST', '/api/file/attach/remove', { id: gone.id })).toMatchObject({ status: 200 })
      await desk.call('clerk', 'POST', `${lendings}/submit/${id}`, {})

      const before = await stored()
      const closed = { status: 417, body: { code: 100410, error: '当前状态为“Submitted”，不能编辑' } }
      expect(await post('clerk', url, pdf, 'late.pdf')).toMatchObject(closed)
      expect(await stored()).toBe(before)
      expect(await desk.refusal('clerk', 'DELETE', `${url}?file=${kept.id}`)).toMatchObject({ status: 417 })
      expect(await desk.refusal('clerk', 'POST', '/api/file/attach/remove', { id: kept.id })).toMatchObject({ status: 417 })
      expect(await desk.refusal('clerk', 'DELETE', `/file/${kept.id}`)).toMatchObject({ status: 417 })
      expect((await desk.call('boss', 'GET', url)).body).toMatchObject([{ name: 'kept.pdf' }])
      expect((await download('boss', kept.id)).statusCode).toBe(200)
    })

    it('of a files field are not added by hand when the system writes it', async () => {
      const { id } = await desk.addLending(await desk.addMember('Field'), [])
      expect(await post('clerk', `${lendings}/attach/${id}`, pdf, 'a.pdf', { field: 'receipts' })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'field' }] },
      })
      expect(await post('clerk', `${lendings}/attach/${id}`, pdf, 'a.pdf', { field: 'purpose' })).toMatchObject({ status: 422 })
    })
  })

  describe('files that an action asks for', () => {
    async function lent(name: string): Promise<{ id: string; item: string }> {
      const bookId = await desk.addBook(name, 1)
      const { id } = await desk.addLending(await desk.addMember(name), [{ bookId, qty: 1 }])
      await desk.call('clerk', 'POST', `${lendings}/submit/${id}`, {})
      await desk.call('boss', 'POST', `${lendings}/approve/${id}`, {}, { 'idempotency-key': crypto.randomUUID() })
      const { body } = await desk.call('boss', 'GET', `${lendings}/${id}`)
      return { id, item: (body['items'] as { id: string }[])[0]!.id }
    }
    const rulesOf = (problem: { errors?: { path: string; rule: string }[] }) =>
      Object.fromEntries((problem.errors ?? []).map(({ path, rule }) => [path, rule]))

    it('belong to the record afterwards', async () => {
      const { id, item } = await lent('Receipt')
      const { body: file } = await post('clerk', '/file/upload', pdf)
      const { body } = await desk.call('clerk', 'POST', `${lendings}/giveBack/${id}`, {
        receipts: [file],
        items: [{ id: item, backNow: 1 }],
      })
      expect(body).toMatchObject({ status: 'RETURNED', receipts: [{ id: file.id, name: 'receipt.pdf', uploadedBy: 'Clerk' }] })
      expect((await download('boss', file.id)).statusCode).toBe(200)
    })

    it('stay with the record that they were given for', async () => {
      const { id, item } = await lent('Kept receipt')
      const { body: file } = await post('clerk', '/file/upload', pdf)
      await desk.call('clerk', 'POST', `${lendings}/giveBack/${id}`, { receipts: [file], items: [{ id: item, backNow: 1 }] })
      const kept = { status: 417, detail: '“Receipts”中的文件由系统保存，不能更改' }
      expect(await desk.refusal('clerk', 'POST', '/api/file/attach/remove', { id: file.id })).toMatchObject(kept)
      expect(await desk.refusal('clerk', 'DELETE', `${lendings}/attach/${id}?file=${file.id}`)).toMatchObject(kept)
      const { body } = await desk.call('boss', 'GET', `${lendings}/${id}`)
      expect(body).toMatchObject({ receipts: [{ id: file.id }] })
    })

    it('can be what the record must have before the action', async () => {
      const { id, item } = await lent('Archived')
      await desk.call('clerk', 'POST', `${lendings}/giveBack/${id}`, { items: [{ id: item, backNow: 1 }] })
      expect(rulesOf(await desk.refusal('clerk', 'POST', `${lendings}/archive/${id}`, {}))).toEqual({ receipts: 'required' })
      const { body: file } = await post('clerk', '/file/upload', pdf)
      expect(await desk.call('clerk', 'POST', `${lendings}/archive/${id}`, { receipts: [file.id] })).toMatchObject({ status: 200 })
      expect(await desk.call('clerk', 'POST', `${lendings}/archive/${id}`, {})).toMatchObject({
        status: 200,
        body: { receipts: [{ id: file.id }] },
      })
    })

    it('are the uploader’s own, of the right kind, not too many, and of no other record', async () => {
      const { id, item } = await lent('Receipts')
      const give = (receipts: unknown) =>
        desk.refusal('clerk', 'POST', `${lendings}/giveBack/${id}`, { receipts, items: [{ id: item, backNow: 0 }] })
      const { body: others } = await post('boss', '/file/upload', pdf)
      const { body: text } = await post('clerk', '/file/upload', Buffer.from('text'), 'text.txt')
      const own = [
        await post('clerk', '/file/upload', pdf),
        await post('clerk', '/file/upload', pdf),
        await post('clerk', '/file/upload', pdf),
      ]
      const { body: used } = await post('clerk', `${members}/attach/${await desk.addMember('Other owner')}`, pdf)
      expect(rulesOf(await give([others.id]))).toEqual({ receipts: 'file' })
      expect(rulesOf(await give(['f'.repeat(32)]))).toEqual({ receipts: 'file' })
      expect(rulesOf(await give([used.id]))).toEqual({ receipts: 'file' })
      expect(rulesOf(await give([text.id]))).toEqual({ receipts: 'accept' })
      expect(rulesOf(await give(own.map(({ body }) => body.id)))).toEqual({ receipts: 'maxCount' })
    })
  })

  it('that belong to no document are removed after a day, with their content', async () => {
    const member = await desk.addMember('Keeps')
    const { body: kept } = await post('clerk', `${members}/attach/${member}`, pdf)
    const { body: given } = await post('clerk', '/file/upload', pdf)
    expect(await purgeFiles(desk.services)).toBe(0)
    const { now } = desk.time
    desk.time.now = '2026-11-21T02:00:01.000Z'
    expect(await purgeFiles(desk.services)).toBeGreaterThan(0)
    desk.time.now = now
    expect((await download('clerk', given.id)).statusCode).toBe(404)
    expect((await download('clerk', kept.id)).statusCode).toBe(200)
    const contents = (await readdir(desk.folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(contents).toContain(kept.id)
    expect(contents).not.toContain(given.id)
  })

  it('that no row names are swept away a day later, but not those from before the database', async () => {
    const { fileStore } = desk.services
    const { body: named } = await post('clerk', '/file/upload', pdf)
    const stray = async (): Promise<string> => (await fileStore.write(Readable.from([pdf]), 100))?.id ?? ''
    const [fresh, yesterdays, before] = [await stray(), await stray(), await stray()]
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)
    const age = (id: string, hours: number) => utimes(join(desk.folder, id.slice(0, 2), id), hoursAgo(hours), hoursAgo(hours))
    for (const [id, hours] of [
      [named.id, 25],
      [yesterdays, 25],
      [fresh, 23],
      [before, 49],
    ] as const)
      await age(id, hours)

    expect(await sweepContents(desk.services, hoursAgo(48))).toBe(1)
    const left = await Promise.all([named.id, fresh, before, yesterdays].map(async (id) => (await fileStore.read(id)) !== undefined))
    expect(left).toEqual([true, true, true, false])
  })

  it('are refused with 429 after sixty in a minute by one user, whatever became of them', async () => {
    const statuses: number[] = []
    for (let tries = 1; tries <= 60; tries++) statuses.push((await desk.call('stranger', 'POST', '/file/upload', {})).status)
    // A try above, in the same minute, counts too.
    expect(new Set(statuses.slice(0, 55))).toEqual(new Set([415]))
    expect(await post('stranger', '/file/upload', pdf)).toMatchObject({
      status: 429,
      body: { code: 429000, error: '操作过于频繁，请稍后再试' },
    })
    expect(await post('clerk', '/file/upload', pdf)).toMatchObject({ status: 200 })
  })
})
