import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QueuedExport } from '../../core/wire'
import type { Notify } from '../notify'
import { createRequest } from '../request'
import { downloadFiles, exportRows } from './exportRows'

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  // A browser of the tests saves nothing.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function ask(response: () => Response) {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  const [note, navigate, onQueued] = [vi.fn<Notify['note']>(), vi.fn<(to: string) => void>(), vi.fn<(queued: QueuedExport) => void>()]
  const success = vi.fn<Notify['success']>()
  const fetch = (url: unknown, init?: RequestInit): Promise<Response> => {
    sent.push({ url: new URL(String(url)).pathname, init })
    return Promise.resolve(response())
  }
  const shown: string[] = []
  const request = createRequest({ token: () => 't', show: (text) => shown.push(text), fetch })
  const notify = { note, success } as unknown as Notify
  return { request, notify, navigate, onQueued, note, success, sent, shown }
}
const file = (name: string): Response =>
  new Response('x', { headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` } })

it('I6 posts the whole query and saves the file under its decoded name', async () => {
  const asked = ask(() => file('库存 100%.xlsx'))
  await exportRows(asked, '/api/stock/export', { name: '甲', empty: '' })
  expect(saved).toEqual(['库存 100%.xlsx'])
  expect(asked.success).toHaveBeenCalledExactlyOnceWith('已导出为“库存 100%.xlsx”，请在浏览器的下载中查看')
  expect(asked.sent).toMatchObject([{ url: '/api/stock/export', init: { method: 'POST', body: '{"name":"甲"}' } }])
  expect(new Headers(asked.sent[0]?.init?.headers).get('idempotency-key')).not.toBeNull()
})

it('I6 says 暂无数据 for an answer without a file', async () => {
  const asked = ask(() => new Response(''))
  await exportRows(asked, '/api/stock/export', {})
  expect(asked.note).toHaveBeenCalledWith('暂无数据')
  expect(saved).toEqual([])
})

it('I6 tells where the file of a large export will be, leads there, and has it watched', async () => {
  const queued = { id: '1', page: '/tasks', title: '导出任务' }
  const asked = ask(() => Response.json({ queued }))
  await exportRows(asked, '/api/stock/export', {})
  const [text, link] = asked.success.mock.calls[0] ?? []
  expect([text, link?.text]).toEqual(['导出数据较多，已提交后台生成，完成后到“导出任务”下载', '前往查看'])
  expect(asked.navigate).not.toHaveBeenCalled()
  link?.onFollow()
  expect(asked.navigate).toHaveBeenCalledExactlyOnceWith('/tasks')
  expect(asked.onQueued).toHaveBeenCalledExactlyOnceWith(queued)
  expect(asked.note).not.toHaveBeenCalled()
})

it('I6 leads nobody to a menu that is not theirs', async () => {
  const asked = ask(() => Response.json({ queued: { id: '1', title: '导出任务' } }))
  await exportRows(asked, '/api/stock/export', {})
  expect(asked.success.mock.calls).toEqual([['导出数据较多，已提交后台生成，完成后到“导出任务”下载']])
  expect(asked.onQueued).not.toHaveBeenCalled()
})

it('I6 shows the text of a refusal, although a file was expected', async () => {
  const refusal = { error: '超过单次导出上限', errorMessage: '超过单次导出上限' }
  const asked = ask(() => Response.json(refusal, { status: 422, headers: { 'content-type': 'application/problem+json' } }))
  await expect(exportRows(asked, '/api/stock/export', {})).rejects.toThrow('超过单次导出上限')
  expect(asked.shown).toEqual(['超过单次导出上限'])
})

it('C8 saves the files of one record, or of the selected ones', async () => {
  const asked = ask(() => file('附件.zip'))
  await downloadFiles(asked.request, { base: '/api/stock' }, { record: { id: '7' } })
  await downloadFiles(asked.request, { base: '/file' }, { records: [{ id: 'a' }, { id: 'b' }] })
  expect(asked.sent.map(({ url, init }) => [init?.method, url, init?.body])).toEqual([
    ['GET', '/api/stock/download/7', undefined],
    ['POST', '/file/batchDownload', '{"ids":["a","b"]}'],
  ])
  expect(saved).toEqual(['附件.zip', '附件.zip'])
})
