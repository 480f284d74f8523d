import { expect, it, vi } from 'vitest'
import { createFileStore, fileNameOf } from './files'
import { createRequest } from './request'
import { postTo } from './upload/postFile'

const named = (disposition: string): Response => new Response('', { headers: { 'content-disposition': disposition } })

it.each([
  ['the encoded name before the plain one', `attachment; filename="stock.xlsx"; filename*=UTF-8''%E5%BA%93%E5%AD%98.xlsx`, '库存.xlsx'],
  ['a plain name in quotes', 'attachment; filename="stock list.xlsx"', 'stock list.xlsx'],
  ['a plain name without quotes', 'attachment; filename=stock.xlsx', 'stock.xlsx'],
  ['a plain name that is URL-encoded', 'attachment; filename=%E5%BA%93%E5%AD%98.xlsx', '库存.xlsx'],
  ['a name with a per cent sign that encodes nothing', 'attachment; filename="100%.xlsx"', '100%.xlsx'],
])('I6 reads %s', (_name, disposition, expected) => {
  expect(fileNameOf(named(disposition))).toBe(expected)
})

it('I6 knows no name without the header', () => {
  expect(fileNameOf(new Response(''))).toBeUndefined()
})

it('C8 uploads a form with the field file, and says nothing about failures itself', async () => {
  const show = vi.fn<() => void>()
  const send = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response('{"error":"类型不支持"}', { status: 415, headers: { 'content-type': 'application/json' } })),
  )
  const request = createRequest({ token: () => undefined, show, fetch: send })
  const sending = { signal: new AbortController().signal, onProgress: () => undefined }
  const result = await postTo(request, createFileStore(request).target)(new File(['a'], '合同.pdf'), sending)
  expect(result).toMatchObject({ success: false, message: '类型不支持' })
  const [url, init] = send.mock.calls[0] ?? []
  expect(new URL(String(url)).pathname).toBe('/file/upload')
  expect(((init as { body: FormData }).body.get('file') as File).name).toBe('合同.pdf')
  expect(new Headers(init?.headers).has('content-type')).toBe(false)
  expect(show).not.toHaveBeenCalled()
})
