import { expect, it } from 'vitest'
import { unpack } from '../../engine/server/exchange/archive'
import { purgeFiles } from '../../engine/server/uploads/uploads'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

const pdf = '%PDF-1.7 file'
const limits = { entries: 200, bytes: 1_000_000, ratio: 100, ratioFrom: 1_000_000 }

describePlatform('files (C8)', (platform) => {
  async function upload(
    session: Session,
    name: string,
    fields: Record<string, string> = {},
    content: BlobPart = pdf,
    url = '/file/upload',
  ) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append('file', new Blob([content]), name)
    const headers = { authorization: `Bearer ${session.token}` }
    const response = await fetch(`${session.address}${url}`, { method: 'POST', headers, body: form })
    return { status: response.status, body: (await response.json()) as { id: string; name: string; error?: string } }
  }
  function batch(session: Session, ids: unknown): Promise<Response> {
    return fetch(`${session.address}/file/batchDownload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    })
  }
  const names = async (session: Session, query: Record<string, string> = {}) =>
    (await session.list('/file', query)).records.map(({ fileName }) => fileName)
  const loanOf = async (session: Session) => (await session.list(at.loan, { pageSize: '1' })).records[0]?.id ?? ''

  it('C8 downloads several files as one archive: each once, same names told apart, no folder', async () => {
    const op = await platform().as('op01')
    const ids: string[] = []
    for (const [name, content] of [
      ['回单.pdf', '%PDF-1'],
      ['回单.PDF', '%PDF-2'],
      ['../../回单.pdf', '%PDF-3'],
      ['清单.txt', '一二三'],
    ] as const)
      ids.push((await upload(op, name, {}, content)).body.id)
    const response = await batch(op, ids)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('附件-20261120.zip')}`)
    const parts = await unpack(Buffer.from(await response.arrayBuffer()), limits, () => true)
    expect(parts.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['回单.pdf', '%PDF-1'],
      ['回单 (2).pdf', '%PDF-2'],
      ['回单 (3).pdf', '%PDF-3'],
      ['清单.txt', '一二三'],
    ])
  })

  it('C8 P5 gives nobody an archive with a file in it that he does not see, and says no more than that', async () => {
    const op = await platform().as('op01')
    const other = await platform().as('op02')
    const mine = (await upload(op, '我的.pdf')).body.id
    const theirs = (await upload(other, '别人的.pdf')).body.id
    expect((await batch(op, [mine])).status).toBe(200)
    const responses = [await batch(op, [mine, theirs]), await batch(op, [mine, 'f'.repeat(32)])]
    expect(responses.map(({ status }) => status)).toEqual([404, 404])
    const [hidden, none] = await Promise.all(responses.map(async (response) => ({ ...((await response.json()) as object), traceId: '' })))
    expect(hidden).toEqual(none)
    expect((await batch(platform().guest as Session, [mine])).status).toBe(401)
  })

  it.each([
    ['nothing', []],
    ['one twice', ['a', 'a'].map((id) => id.repeat(32))],
    ['no ids', ['../../etc/passwd']],
    ['no list', 'x'],
    ['too many', Array.from({ length: 101 }, (_each, index) => String(index).padStart(32, '0'))],
  ])('C8 refuses an archive of %s', async (_what, ids) => {
    const response = await batch(await platform().as('op01'), ids)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: '请选择 1 至 100 个文件，不能重复' })
  })

  it('C8 keeps and lists what is uploaded on /uploadfile, to its uploader alone, and searches it', async () => {
    const op = await platform().as('op01')
    const other = await platform().as('bm01')
    await upload(op, '待保存的表单附件.pdf')
    const { body: kept } = await upload(op, '季度合同.pdf', { keep: 'true', attachType: 'CONTRACT' })
    expect(await names(op)).toContain('季度合同.pdf')
    expect(await names(op)).not.toContain('待保存的表单附件.pdf')
    expect(await names(other)).not.toContain('季度合同.pdf')
    expect(
      (await op.list('/file', { fileName: '季度', attachType: 'CONTRACT', uploadedAtStart: '2026-11-20', uploadedAtEnd: '2026-11-20' }))
        .records,
    ).toMatchObject([
      { id: kept.id, fileName: '季度合同.pdf', fileSize: 13, mimeType: 'application/pdf', attachType: 'CONTRACT', uploadedByName: '林晓' },
    ])
    expect(await names(op, { attachType: 'INVOICE', fileName: '季度' })).toEqual([])
    // Not purged like a given up form's.
    platform().clock.advance(30 * 86_400_000)
    await purgeFiles(platform().services)
    platform().clock.moveTo('2026-11-20', '12:00:00')
    expect(await names(op)).toContain('季度合同.pdf')
    expect((await other.ask('DELETE', `/file/${kept.id}`)).status).toBe(404)
    expect((await op.ask('DELETE', `/file/${kept.id}`)).status).toBe(200)
    expect(await names(op)).not.toContain('季度合同.pdf')
    expect((await batch(op, [kept.id])).status).toBe(404)
  })

  it('C8 P5 attaches to a document that the address names, seen by whoever sees the document', async () => {
    const op = await platform().as('op01')
    const loanId = await loanOf(op)
    const { body, status } = await upload(op, '补传提单.pdf', {
      keep: 'true',
      docType: 'loan',
      docId: loanId,
      attachType: 'BILL_OF_LADING',
    })
    expect(status).toBe(200)
    const [row] = (await op.list('/file', { docType: 'loan', docId: loanId, fileName: '补传' })).records
    const { loanNo } = await op.read(at.loan, loanId)
    expect(row).toMatchObject({ docTitle: '融资申请', docNo: loanNo, attachType: 'BILL_OF_LADING' })
    expect((await op.ask('GET', `${at.loan}/attach/${loanId}`)).body).toMatchObject([{ id: body.id }])
    expect(await names(await platform().as('bm01'))).toContain('补传提单.pdf')
    expect(await names(await platform().as('op02'))).not.toContain('补传提单.pdf')
    expect(await names(await platform().as('lg01'))).not.toContain('补传提单.pdf')
    // Another department's document is none.
    expect((await upload(await platform().as('op02'), '混入.pdf', { docType: 'loan', docId: loanId })).status).toBe(404)
    expect((await upload(op, '混入.pdf', { docType: 'appUser', docId: '1' })).status).toBe(404)
    expect((await upload(op, '混入.pdf', { docType: 'loan', docId: '1 or 1=1' })).status).toBe(404)
    expect((await op.ask('POST', '/api/file/attach/remove', { id: body.id })).status).toBe(200)
    expect((await op.ask('GET', `${at.loan}/attach/${loanId}`)).body).toEqual([])
  })

  it('C8 P5 attaches to a document by its own button; only partners need none', async () => {
    const op = await platform().as('op01')
    const manager = await platform().as('bm01')
    const loanId = await loanOf(op)
    const fields = { docType: 'loan', docId: loanId }
    // Sees the loan and uploads files, yet has no button to attach to loans.
    expect((await manager.read(at.loan, loanId)).id).toBe(loanId)
    expect((await upload(manager, '经理材料.pdf', fields)).status).toBe(403)
    expect(await names(manager)).not.toContain('经理材料.pdf')
    const partner = await platform().as('br01')
    const ownId = await loanOf(partner)
    const own = await upload(partner, '伙伴补传.pdf', { docType: 'loan', docId: ownId })
    expect(own.status).toBe(200)
    expect(await names(op)).toContain('伙伴补传.pdf')
    expect((await manager.ask('POST', '/api/file/attach/remove', { id: own.body.id })).status).toBe(403)
    expect((await partner.ask('POST', '/api/file/attach/remove', { id: own.body.id })).status).toBe(200)
  })

  it('C8 P5 attaches by a partner’s button to what he sees alone', async () => {
    const [keeper, other] = [await platform().as('wh01'), await platform().as('wh02')]
    const ownId = (await keeper.list(at.unusual)).records[0]?.id ?? ''
    const url = `${at.unusual}/attach/${ownId}`
    const { status, body } = await upload(keeper, '封条照片.pdf', {}, pdf, url)
    expect(status).toBe(200)
    expect((await upload(other, '混入.pdf', {}, pdf, url)).status).toBe(404)
    expect((await other.ask('DELETE', `${url}?file=${body.id}`)).status).toBe(404)
    expect((await keeper.ask('GET', url)).body).toMatchObject([{ id: body.id }])
    expect((await keeper.ask('DELETE', `${url}?file=${body.id}`)).status).toBe(200)
    expect((await keeper.ask('GET', url)).body).toEqual([])
  })

  it('C8 P3 takes pictures of goods from who may edit them', async () => {
    const op = await platform().as('op01')
    const id = (await op.list(at.goods, { pageSize: '1' })).records[0]?.id ?? ''
    const picture = Uint8Array.from(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const attach = (session: Session, content: BlobPart) =>
      upload(session, '外观.png', { field: 'imageFiles' }, content, `${at.goods}/attach/${id}`)
    const { body, status } = await attach(op, picture)
    expect([status, body.error]).toEqual([200, undefined])
    expect((await op.read(at.goods, id))['imageFiles']).toMatchObject([{ id: body.id, name: '外观.png' }])
    expect((await attach(op, pdf)).status).toBe(415)
    expect((await attach(await platform().as('au01'), picture)).status).toBe(403)
    expect((await op.ask('POST', '/api/file/attach/remove', { id: body.id })).status).toBe(200)
    expect((await op.read(at.goods, id))['imageFiles']).toEqual([])
  })

  it('C8 P3 lets an auditor look and download, not upload or delete', async () => {
    const auditor = await platform().as('au01')
    expect((await upload(auditor, '审计.pdf', { keep: 'true' })).status).toBe(403)
    const op = await platform().as('op01')
    const { body } = await upload(op, '供审计.pdf', { docType: 'loan', docId: await loanOf(op) })
    expect(await names(auditor)).toContain('供审计.pdf')
    expect((await batch(auditor, [body.id])).status).toBe(200)
    expect((await auditor.ask('DELETE', `/file/${body.id}`)).status).toBe(403)
  })

  it('C8 refuses a kind of file that there is not', async () => {
    expect((await upload(await platform().as('op01'), 'x.pdf', { keep: 'true', attachType: 'NONSENSE' })).status).toBe(422)
  })
})
