import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRequest, type RequestOptions } from '../request'
import { postTo } from './postFile'
import { UploadError } from './uploadItem'
import { xhrTransport } from './xhrTransport'

/** As much of a browser's XMLHttpRequest as an upload meets; the test answers. */
class FakeXhr {
  static sent: FakeXhr[] = []
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  headers = new Headers()
  method = ''
  url = ''
  withCredentials = false
  responseType = ''
  body: FormData | undefined
  status = 0
  statusText = ''
  response: ArrayBuffer | null = null
  answerHeaders = ''

  open(method: string, url: string): void {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }
  getAllResponseHeaders(): string {
    return this.answerHeaders
  }
  send(body: FormData): void {
    this.body = body
    FakeXhr.sent.push(this)
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
  answer(status: number, body = '', { type = 'application/json', statusText = '' } = {}): void {
    Object.assign(this, { status, statusText, answerHeaders: `content-type: ${type}\r\nx-id: 7\r\n` })
    this.response = new TextEncoder().encode(body).buffer
    this.onload?.()
    this.onloadend?.()
  }
  fail(): void {
    this.onerror?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  FakeXhr.sent = []
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
})
afterEach(() => vi.unstubAllGlobals())

function post(target: Partial<Parameters<typeof postTo>[1]> = {}, options: Partial<RequestOptions> = {}) {
  const controller = new AbortController()
  const onProgress = vi.fn<(part: number) => void>()
  const request = createRequest({
    token: () => 'secret',
    appHeader: { name: 'app', value: 'scf' },
    show: () => undefined,
    upload: xhrTransport,
    ...options,
  })
  const send = postTo<{ id: string }>(request, { action: '/file/upload', ...target })
  const result = send(new File(['abc'], '合同.pdf'), { signal: controller.signal, onProgress })
  const xhr = FakeXhr.sent[0] as FakeXhr
  return { result, xhr, onProgress, controller }
}

describe('C8 I4 an upload', () => {
  it('is a form with the file under its field name, behind the extra fields, and carries the headers of every call', async () => {
    const { result, xhr } = post({ field: 'sheet', data: { kind: 'a', list: [1], none: undefined }, headers: { 'x-extra': 'yes' } })
    expect([...(xhr.body?.keys() ?? [])]).toEqual(['kind', 'list', 'sheet'])
    expect(xhr.body?.get('list')).toBe('[1]')
    const sheet = xhr.body?.get('sheet')
    expect(sheet instanceof File && sheet.name).toBe('合同.pdf')
    expect(['authorization', 'app', 'x-requested-with', 'x-extra'].map((name) => xhr.headers.get(name))).toEqual([
      'Bearer secret',
      'scf',
      'XMLHttpRequest',
      'yes',
    ])
    expect(xhr.headers.has('content-type')).toBe(false)
    xhr.answer(200, '{"id":"1"}')
    expect(await result).toMatchObject({ success: true, body: { id: '1' } })
  })

  it('calls the field `file` unless another name is said', () => {
    expect([...(post().xhr.body?.keys() ?? [])]).toEqual(['file'])
  })

  it('takes no token to another host, and cookies there only if configured', () => {
    const { xhr } = post({ action: 'https://elsewhere.example/put' })
    expect(xhr.headers.has('authorization')).toBe(false)
    expect(xhr.headers.has('x-requested-with')).toBe(false)
    expect(xhr.withCredentials).toBe(false)
    FakeXhr.sent = []
    expect(post({ action: 'https://elsewhere.example/put', withCredentials: true }).xhr.withCredentials).toBe(true)
  })

  it('tells how far it has come', () => {
    const { xhr, onProgress } = post()
    xhr.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    xhr.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
    expect(onProgress.mock.calls).toEqual([[0.25]])
  })

  it('is given up by its signal', async () => {
    const { result, controller } = post()
    controller.abort()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends the session on 401 as every call does', async () => {
    const onUnauthorized = vi.fn<() => void>()
    const { result, xhr } = post({}, { onUnauthorized })
    xhr.answer(401, '{"error":"认证失败"}')
    expect(await result).toMatchObject({ success: false, shown: true })
    expect(onUnauthorized).toHaveBeenCalledOnce()
  })

  it('without an answer is a network failure', async () => {
    const { result, xhr } = post()
    xhr.fail()
    expect(await result).toMatchObject({ success: false, status: 600, message: '网络错误' })
  })
})

describe('I5 a file that is not taken', () => {
  it.each([
    ['the words of the answer', 415, '{"error":"文件类型不支持"}', {}, '文件类型不支持'],
    ['a message where there is no error', 422, '{"message":"文件为空"}', {}, '文件为空'],
    ['plain text', 400, 'no space left', { type: 'text/plain' }, 'no space left'],
    [
      'the status text, and no page of a proxy',
      502,
      '<h1>nginx</h1>',
      { type: 'text/html', statusText: 'Bad Gateway' },
      '服务暂时不可用，请稍后重试',
    ],
    [
      'no plain text of a broken server',
      503,
      'at Object.<anonymous>',
      { type: 'text/plain', statusText: 'Unavailable' },
      '服务暂时不可用，请稍后重试',
    ],
    ['上传错误 where nothing is said', 418, '', { type: 'text/plain' }, '上传错误'],
    ['服务器错误 for 500', 500, 'stack', { type: 'text/plain', statusText: 'Internal Server Error' }, '服务器错误'],
  ])('is told by %s', async (_how, status, body, response, text) => {
    const { result, xhr } = post()
    xhr.answer(status, body, response)
    const failure = await result
    if (failure.success) throw new Error('taken')
    const error = new UploadError('/file/upload', failure)
    expect(error.message).toBe(`cannot post /file/upload ${status}`)
    expect(error.text).toBe(text)
  })

  it('because the connection broke says that', async () => {
    const { result, xhr } = post()
    xhr.fail()
    const failure = await result
    if (!failure.success) expect(new UploadError('/file/upload', failure).text).toBe('上传错误：网络错误')
    expect(failure.success).toBe(false)
  })
})
