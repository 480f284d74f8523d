import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRequest, fieldProblemsOf, type RequestCall, type RequestOptions } from './request'
import type { callScript } from './scriptCall'

const get: RequestCall = { method: 'GET', url: '/api/stock/list' }

function json(body: unknown, status = 200, contentType = 'application/json'): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': contentType } })
}

/** A wrapper whose server gives these answers one after the other; the last one stays. */
function setUp(responses: (Response | Error)[], options: Partial<RequestOptions> = {}) {
  const sent: { url: URL; init: RequestInit; headers: Headers }[] = []
  const show = vi.fn<(message: string) => void>()
  const request = createRequest({
    token: () => 'secret',
    show,
    ...options,
    fetch: (url, init = {}) => {
      sent.push({ url: new URL(String(url)), init, headers: new Headers(init.headers) })
      const response = responses.length > 1 ? responses.shift() : responses[0]
      return response instanceof Response ? Promise.resolve(response.clone()) : Promise.reject(response ?? new TypeError('no answer'))
    },
  })
  return { request, sent, show }
}

afterEach(() => vi.useRealTimers())

describe('what is sent', () => {
  it('C1 sends the bearer token, the application name and the ticket of the page', async () => {
    const { request, sent } = setUp([json({})], { appHeader: { name: 'App', value: 'demo' }, ticket: () => 'once' })
    await request(get)
    const names = ['authorization', 'app', 'ticket']
    expect(names.map((name) => sent[0]?.headers.get(name))).toEqual(['Bearer secret', 'demo', 'once'])
  })

  it('C1 sends what get is given as query and what post is given as JSON', async () => {
    const { request, sent } = setUp([json({})])
    await request({ ...get, values: { status: ['A', 'B'], page: 1 } })
    await request({ method: 'POST', url: '/api/stock', values: { name: '铜' } })
    expect(sent[0]?.url.search).toBe('?status=A&status=B&page=1')
    expect(sent[1]?.init.body).toBe('{"name":"铜"}')
    expect(sent[1]?.headers.get('content-type')).toBe('application/json')
  })

  it.each(['PUT', 'PATCH'] as const)('C1 sends what %s is given as JSON', async (method) => {
    const { request, sent } = setUp([json({})])
    await request({ method, url: '/api/stock/{id}', values: { id: '7', name: '铜', note: '' } })
    expect(sent.map(({ url, init, headers }) => [init.method, url.pathname, init.body, headers.get('content-type')])).toEqual([
      [method, '/api/stock/7', '{"name":"铜"}', 'application/json'],
    ])
  })

  it('C1 sends what delete is given as body, and no body when it is given nothing', async () => {
    const { request, sent } = setUp([json({})])
    await request({ method: 'DELETE', url: '/api/stock/{id}', values: { id: '7', version: 3 } })
    await request({ method: 'DELETE', url: '/api/stock/{id}', values: { id: '7' } })
    expect(sent.map(({ url, init }) => [url.pathname, init.body])).toEqual([
      ['/api/stock/7', '{"version":3}'],
      ['/api/stock/7', undefined],
    ])
  })

  it('C2 drops empty values and keeps zero and false', async () => {
    const { request, sent } = setUp([json({})])
    await request({ ...get, values: { a: '', b: null, c: undefined, zero: 0, no: false } })
    expect(sent[0]?.url.search).toBe('?zero=0&no=false')
  })

  it.each([false, true])('C2 says and throws what is missing in a path, and sends nothing (quiet: %s)', async (quiet) => {
    const { request, sent, show } = setUp([json({})])
    const missing = '请求地址 /api/stock/{id} 缺少参数 id'
    await expect(request({ method: 'GET', url: '/api/stock/{id}', values: { id: '' }, quiet })).rejects.toThrow(missing)
    expect(show).toHaveBeenCalledExactlyOnceWith(missing)
    expect(sent).toHaveLength(0)
  })

  it('never sends the token, the ticket or a cookie to another host', async () => {
    const { request, sent } = setUp([json({})], { ticket: () => 'once' })
    await request({ method: 'GET', url: 'https://elsewhere.example/rates' })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
    expect(sent[0]?.headers.has('ticket')).toBe(false)
    expect(sent[0]?.init.credentials).toBe('omit')
  })

  it('sends the idempotency key that it is given', async () => {
    const { request, sent } = setUp([json({})])
    await request({ method: 'POST', url: '/api/stock/approve/1', idempotencyKey: 'k1' })
    expect(sent[0]?.headers.get('idempotency-key')).toBe('k1')
  })

  it('signs in without a token', async () => {
    const { request, sent } = setUp([json({})])
    await request({ method: 'POST', url: '/login/login', anonymous: true })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })
})

describe('what comes back', () => {
  it('E1 answers success with message, status and body', async () => {
    const { request } = setUp([json({ message: '好', result: [1] })])
    expect(await request(get)).toEqual({ success: true, message: '好', status: 200, body: { message: '好', result: [1] } })
  })

  it.each([
    ['500 as 服务器错误, without a result', json({ error: 'stack trace' }, 500), { status: 500, message: '服务器错误' }],
    ['404 as 页面不存在', json({ error: 'no such row' }, 404), { status: 404, message: '页面不存在' }],
    ['another status with its error', json({ error: '未获授权' }, 403), { status: 403, message: '未获授权' }],
    [
      'another status without one with its status text, in words of the user',
      new Response('', { status: 413, statusText: 'Payload Too Large' }),
      { status: 413, message: '发送的内容超过大小限制' },
    ],
    [
      'a proxy without a server behind it',
      new Response('<h1>nginx</h1>', { status: 502, statusText: 'Bad Gateway' }),
      { status: 502, message: '服务暂时不可用，请稍后重试' },
    ],
    ['a status that has no words', new Response('', { status: 418, statusText: "I'm a teapot" }), { status: 418, message: '服务器错误' }],
    ['another status without any text as 服务器错误', new Response('', { status: 418 }), { status: 418, message: '服务器错误' }],
    ['a page of a proxy as 服务器错误', new Response('<h1>Bad gateway</h1>', { status: 511 }), { status: 511, message: '服务器错误' }],
  ])('E1 answers %s', async (_name, response, expected) => {
    const { request, show } = setUp([response])
    const result = await request({ ...get, method: 'POST' })
    expect(result).toMatchObject({ success: false, shown: true, ...expected })
    expect(show).toHaveBeenCalledExactlyOnceWith(expected.message)
    if (expected.status === 500) expect(result.body).toBeUndefined()
  })

  it('E1 answers 600 网络错误 when there is no answer', async () => {
    const { request } = setUp([new TypeError('failed to fetch')])
    expect(await request({ ...get, method: 'POST' })).toEqual({ success: false, status: 600, message: '网络错误', shown: true })
  })

  it('E2 shows the message of a refusal and hands on its code', async () => {
    const { request, show } = setUp([json({ message: '额度不足', code: 100501 }, 417, 'application/problem+json; charset=utf-8')])
    expect(await request({ ...get, method: 'POST' })).toMatchObject({
      success: false,
      status: 417,
      message: '额度不足',
      code: 100501,
      shown: true,
    })
    expect(show).toHaveBeenCalledExactlyOnceWith('额度不足')
  })

  describe('that may be confirmed', () => {
    const warning = { pointer: '/fee', path: 'fee', rule: 'warning', detail: '费用偏高', params: { key: 'aa' } }
    const another = { ...warning, detail: '日期偏晚', params: { key: 'bb' } }
    const query = (...errors: object[]): Response => json({ code: 100415, message: '费用偏高', detail: '费用偏高', errors }, 417)
    const save: RequestCall = { method: 'POST', url: '/api/stock', values: { fee: '9' }, idempotencyKey: 'one', quiet: true }

    it('is asked about, and sent again with what was confirmed, under the same key', async () => {
      const confirm = vi.fn<NonNullable<RequestOptions['confirm']>>(async () => true)
      const { request, sent } = setUp([query(warning), query(warning, another), json({ id: '7' })], { confirm })
      expect(await request(save)).toMatchObject({ success: true, body: { id: '7' } })
      expect(confirm.mock.calls).toEqual([
        [[warning], false],
        [[warning, another], false],
      ])
      expect(sent.map(({ headers }) => headers.get('confirmed-warnings'))).toEqual([null, 'aa', 'aa,bb'])
      expect(new Set(sent.map(({ init, headers }) => `${headers.get('idempotency-key')} ${String(init.body)}`))).toEqual(
        new Set(['one {"fee":"9"}']),
      )
    })

    it('is not sent again when it is not: the fields are handed on, and nothing is shown', async () => {
      const { request, sent, show } = setUp([query(warning)], { confirm: async () => false })
      const result = await request({ ...save, quiet: false })
      expect(result).toMatchObject({ success: false, shown: true, code: 100415 })
      expect(fieldProblemsOf(result)).toEqual([warning])
      expect([sent.length, show.mock.calls]).toEqual([1, []])
    })

    it('is asked about before it is sent where that is known, and only once', async () => {
      const confirm = vi.fn<NonNullable<RequestOptions['confirm']>>(async () => true)
      const { request, sent } = setUp([json({})], { confirm })
      await request({ ...save, warnings: [warning] })
      expect(confirm.mock.calls).toEqual([[[warning], true]])
      expect(sent.map(({ headers }) => headers.get('confirmed-warnings'))).toEqual(['aa'])
    })

    it('is not sent at all when the user does not confirm what is known', async () => {
      const { request, sent } = setUp([json({})], { confirm: async () => false })
      const result = await request({ ...save, warnings: [warning] })
      expect(result).toMatchObject({ success: false, shown: true, code: 100415 })
      expect(fieldProblemsOf(result)).toEqual([warning])
      expect(sent).toEqual([])
    })

    it('is a refusal like any other where nobody is there to be asked', async () => {
      const { request, show } = setUp([query(warning)])
      expect(await request({ ...save, quiet: false })).toMatchObject({ success: false, shown: true })
      expect(show.mock.calls).toEqual([['费用偏高']])
    })
  })

  describe('while the first request with the same key is under way', () => {
    const save: RequestCall = { method: 'POST', url: '/api/stock/approve/1', idempotencyKey: 'one' }
    const inFlight = (): Response => json({ error: '相同的操作正在处理中', code: 100412 }, 409, 'application/problem+json')

    it('is waited for and asked for again with that key, and nobody is told of a change', async () => {
      vi.useFakeTimers()
      const { request, sent, show } = setUp([inFlight(), inFlight(), json({ id: '1' })])
      const result = request(save)
      await vi.advanceTimersByTimeAsync(2_000)
      expect(await result).toMatchObject({ success: true, body: { id: '1' } })
      expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['one', 'one', 'one'])
      expect(show).not.toHaveBeenCalled()
    })

    it('is told after half a minute', async () => {
      vi.useFakeTimers()
      const { request, sent, show } = setUp([inFlight()])
      const result = request(save)
      await vi.advanceTimersByTimeAsync(31_000)
      expect(await result).toMatchObject({ success: false, code: 100412 })
      expect([sent.length, show.mock.calls]).toEqual([31, [['相同的操作正在处理中']]])
    })

    it('is given up when the page is gone', async () => {
      vi.useFakeTimers()
      const { request, sent } = setUp([inFlight()])
      const page = new AbortController()
      const ended = request({ ...save, signal: page.signal }).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(500)
      page.abort()
      expect(await ended).toMatchObject({ name: 'AbortError' })
      expect(sent).toHaveLength(1)
    })

    it('is not taken for a change by somebody else', async () => {
      const { request, sent } = setUp([json({ error: '数据已被修改', code: 100409 }, 409)])
      expect(await request(save)).toMatchObject({ success: false, code: 100409 })
      expect(sent).toHaveLength(1)
    })
  })

  it('E2 keeps silent about code 100520', async () => {
    const { request, show } = setUp([json({ message: '由页面处理', code: 100520 }, 417)])
    expect(await request({ ...get, method: 'POST' })).toMatchObject({ success: false, message: '由页面处理', code: 100520, shown: false })
    expect(show).not.toHaveBeenCalled()
  })

  it('shows nothing for a quiet call', async () => {
    const { request, show } = setUp([json({ error: '未获授权' }, 403)])
    expect(await request({ ...get, quiet: true })).toMatchObject({ message: '未获授权', shown: false })
    expect(show).not.toHaveBeenCalled()
  })

  it('leaves 401 to whoever ends the session, and shows it when it is the answer to signing in', async () => {
    const onUnauthorized = vi.fn<(token: string | undefined) => void>()
    const { request, show } = setUp([json({ error: '用户名或密码错误' }, 401)], { onUnauthorized })
    expect(await request(get)).toMatchObject({ status: 401, shown: true })
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith('secret')
    expect(show).not.toHaveBeenCalled()

    await request({ method: 'POST', url: '/login/login', anonymous: true })
    expect(onUnauthorized).toHaveBeenCalledOnce()
    expect(show).toHaveBeenCalledExactlyOnceWith('用户名或密码错误')
  })

  it('leaves the session alone when another token is checked', async () => {
    const onUnauthorized = vi.fn<(token: string | undefined) => void>()
    const { request, sent } = setUp([json({ error: '认证失败' }, 401)], { onUnauthorized })
    expect(await request({ ...get, token: 'other', quiet: true })).toMatchObject({ status: 401, shown: false })
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer other')
    expect(onUnauthorized).not.toHaveBeenCalled()
  })

  it('hands on the fields that were refused', async () => {
    const errors = [{ pointer: '/qty', path: 'qty', rule: 'min', detail: '必须大于 0' }]
    const { request } = setUp([json({ error: '有误', detail: '有误', errors }, 422, 'application/problem+json')])
    expect(fieldProblemsOf(await request({ ...get, quiet: true }))).toEqual(errors)
  })

  it('C1 gives a download its raw response, and a refused one its text', async () => {
    const file = new Response('abc', { headers: { 'content-disposition': 'attachment; filename=a.xlsx' } })
    const { request, show } = setUp([file, json({ error: '导出过于频繁' }, 429)])
    const download = await request<Response>({ ...get, as: 'response' })
    expect(download.success && (await download.body.text())).toBe('abc')
    await request({ ...get, as: 'response' })
    expect(show).toHaveBeenCalledExactlyOnceWith('导出过于频繁')
  })
})

describe('trying again', () => {
  it('asks again for what is only read, and answers what comes then', async () => {
    vi.useFakeTimers()
    const { request, sent } = setUp([new TypeError('offline'), json({}, 503), json({ records: [] })])
    const result = request(get)
    await vi.runAllTimersAsync()
    expect((await result).success).toBe(true)
    expect(sent).toHaveLength(3)
  })

  it('gives up after the third time and says so once', async () => {
    vi.useFakeTimers()
    const { request, sent, show } = setUp([new TypeError('offline')])
    const result = request(get)
    await vi.runAllTimersAsync()
    expect(await result).toMatchObject({ status: 600 })
    expect(sent).toHaveLength(3)
    expect(show).toHaveBeenCalledOnce()
  })

  it('asks a busy server again when it said that it may be asked, for half a minute', async () => {
    vi.useFakeTimers()
    const busy = (): Response => new Response('{}', { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '5' } })
    const { request, sent } = setUp([busy(), busy(), busy(), busy(), busy(), json({ records: [] })])
    const result = request(get)
    await vi.advanceTimersByTimeAsync(24_900)
    expect(sent).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(200)
    expect((await result).success).toBe(true)

    const never = setUp([busy()])
    const failure = never.request(get)
    await vi.runAllTimersAsync()
    expect(await failure).toMatchObject({ status: 503, message: '服务暂时不可用，请稍后重试' })
    expect(never.sent).toHaveLength(7)
  })

  it('gives up a read that is never answered, and does not ask again by itself', async () => {
    vi.useFakeTimers()
    const sent: string[] = []
    const request = createRequest({
      token: () => undefined,
      show: () => undefined,
      fetch: (input, init) => {
        sent.push(String(input))
        return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)))
      },
    })
    const result = request(get)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await result).toMatchObject({ success: false, message: '服务器迟迟没有应答，请检查网络后重试' })
    expect(sent).toHaveLength(1)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('never sends a %s twice', async (method) => {
    const { request, sent } = setUp([new TypeError('offline')])
    await request({ method, url: '/api/stock' })
    expect(sent).toHaveLength(1)
  })

  it('does not ask again for what was refused', async () => {
    const { request, sent } = setUp([json({ error: '条件有误' }, 422)])
    await request(get)
    expect(sent).toHaveLength(1)
  })
})

describe('C3 a server of others', () => {
  const foreign: RequestCall = { method: 'GET', url: 'https://rates.example/latest' }
  const byScript = () => vi.fn<typeof callScript>().mockResolvedValue({ rate: '7.1' })

  it('C3 is asked by CORS, without credentials, for 4 seconds and once', async () => {
    vi.useFakeTimers()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const callByScript = byScript()
    const { request, sent } = setUp([new TypeError('no answer')], { callScript: callByScript })
    expect(await request(foreign)).toMatchObject({ success: false, status: 600, message: '网络错误' })
    expect(timeout).toHaveBeenCalledExactlyOnceWith(4000)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.init.credentials).toBe('omit')
    expect(callByScript).not.toHaveBeenCalled()
  })

  it('C3 may answer by script where it is on the list and CORS fails', async () => {
    const callByScript = byScript()
    const { request, show } = setUp([new TypeError('no CORS')], { callScript: callByScript, scriptOrigins: ['https://rates.example'] })
    expect(await request({ ...foreign, values: { from: 'USD' } })).toMatchObject({ success: true, status: 200, body: { rate: '7.1' } })
    expect(callByScript).toHaveBeenCalledExactlyOnceWith('https://rates.example/latest?from=USD', { timeoutMs: 4000, signal: undefined })
    expect(show).not.toHaveBeenCalled()
  })

  it.each([
    ['an answer by CORS needs no script', foreign, json({ rate: '7' }), ['https://rates.example']],
    ['what is changed is never sent by script', { ...foreign, method: 'POST' as const }, new TypeError('no'), ['https://rates.example']],
    [
      'an origin that only looks alike is not on the list',
      foreign,
      new TypeError('no'),
      ['http://rates.example', 'https://rates.example.org'],
    ],
    ['our own server is not asked by script', get, new TypeError('no'), [window.location.origin]],
  ])('C3 %s', async (_name, call, response, scriptOrigins) => {
    vi.useFakeTimers()
    const callByScript = byScript()
    const { request } = setUp([response], { callScript: callByScript, scriptOrigins })
    const result = request(call)
    await vi.runAllTimersAsync()
    await result
    expect(callByScript).not.toHaveBeenCalled()
  })

  it('C3 that gives no answer by script either is a network failure', async () => {
    const callByScript = vi.fn<typeof callScript>().mockRejectedValue(new Error('Timeout'))
    const { request, show } = setUp([new TypeError('no CORS')], { callScript: callByScript, scriptOrigins: ['https://rates.example'] })
    expect(await request(foreign)).toMatchObject({ success: false, status: 600, shown: true })
    expect(show).toHaveBeenCalledExactlyOnceWith('网络错误')
  })
})

it('rejects a cancelled call and shows nothing', async () => {
  const controller = new AbortController()
  const { request, show } = setUp([new DOMException('aborted', 'AbortError')])
  controller.abort()
  await expect(request({ ...get, signal: controller.signal })).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(show).not.toHaveBeenCalled()
})
