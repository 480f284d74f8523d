import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../core/wire'
import { object } from './jsonSchema'
import { openLibrary } from './testing/libraryDatabase'
import { serveLibrary, type LibraryServer } from './testing/libraryServer'

interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

describe('whatever comes over the line', () => {
  let server: LibraryServer
  let port = 0
  beforeAll(async () => {
    server = await serveLibrary(await openLibrary('pglite'), {
      registerProductRoutes(app) {
        app.post('/echo', { config: { permission: 'open', takes: { body: object({ a: {} }) } } }, (request) => ({ got: request.body }))
        app.post('/own', { config: { permission: 'session' } }, (request) => ({ got: request.body }))
      },
    })
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => server.app.close())

  /** What comes back until the server ends the connection, or nothing more comes. */
  async function send(...parts: string[]): Promise<{ responses: RawResponse[]; text: string; ended: boolean }> {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let ended = false
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    socket.on('end', () => (ended = true))
    socket.on('error', () => undefined)
    for (const part of parts) {
      socket.write(part)
      await sleep(150)
    }
    for (let tries = 0; tries < 20 && !ended; tries++) await sleep(50)
    socket.destroy()
    return { responses: responsesIn(text), text, ended }
  }

  const json = '{"a":1}'
  const post = (path: string, header = '', body = json): string =>
    `POST ${path} HTTP/1.1\r\nHost: library\r\n${header}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

  it.each<[string, string, number, number]>([
    ['is no request', 'nonsense\r\n\r\n', 400, 400_000],
    ['is a request of another version', 'GET / HTTP/9.9\r\nHost: library\r\n\r\n', 400, 400_000],
    ['has a method that nobody knows', 'FOO / HTTP/1.1\r\nHost: library\r\n\r\n', 400, 400_000],
    ['asks for a tunnel', 'CONNECT library:443 HTTP/1.1\r\nHost: library:443\r\n\r\n', 400, 400_000],
    ['names no host', 'GET /health HTTP/1.1\r\n\r\n', 400, 400_000],
    ['has headers without end', `GET /health HTTP/1.1\r\nHost: library\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 431_000],
    ['expects what nobody does', post('/echo', 'Expect: miracles\r\n') + json, 400, 400_000],
    ['has an address that cannot be read', 'GET /%ZZ HTTP/1.1\r\nHost: library\r\n\r\n', 400, 400_000],
    [
      'has a broken chunk in its body',
      'POST /echo HTTP/1.1\r\nHost: library\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      400_000,
    ],
    ['is too short for what it announces, and goes on as another request', `${post('/echo', '', json.slice(1))}${json}`, 400, 400_000],
  ])('is answered as a problem with all headers when it %s', async (_what, request, status, code) => {
    const { responses } = await send(request)
    const [response] = responses
    expect(response).toMatchObject({
      status,
      headers: {
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'permissions-policy': expect.stringContaining('camera=()') as string,
      },
    })
    const problem = JSON.parse(response?.body ?? '') as Problem
    expect(problem).toMatchObject({ status, code, traceId: response?.headers['x-request-id'] })
    // Nothing in it is a phrase of the protocol.
    expect([problem.title, problem.detail].join('')).not.toMatch(/[A-Za-z]/)
  })

  it('leaves the server as it was', async () => {
    const { responses } = await send('GET /health HTTP/1.1\r\nHost: library\r\n\r\n')
    expect(responses).toMatchObject([{ status: 200, body: '{"status":"ok"}' }])
  })

  describe('Expect: 100-continue', () => {
    const expecting = 'Expect: 100-continue\r\n'

    it('is told to go on, and the connection serves the next request', async () => {
      const { text, responses } = await send(post('/echo', expecting), json + post('/echo') + json)
      expect(text).toMatch(/^HTTP\/1\.1 100 /)
      expect(responses.map(({ status, body }) => [status, body])).toEqual([
        [200, '{"got":{"a":1}}'],
        [200, '{"got":{"a":1}}'],
      ])
    })

    it('is not told to go on where nobody may, and what comes after is not taken for a request', async () => {
      const { text, responses, ended } = await send(post('/own', expecting), 'GET /health HTTP/1.1\r\nHost: library\r\n\r\n')
      expect(text).not.toContain('HTTP/1.1 100 ')
      expect(responses).toMatchObject([{ status: 401, headers: { connection: 'close' } }])
      expect(ended).toBe(true)
    })
  })

  describe('JSON', () => {
    const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}[]${'}'.repeat(depth - 1)}`
    it.each<[string, number, number]>([
      ['as deep as a form can be', 32, 200],
      ['deeper than any form', 33, 400],
      ['deep enough to exhaust a stack', 10_000, 400],
    ])('%s', async (_what, depth, status) => {
      const body = nested(depth)
      const { responses } = await send(post('/echo', 'Idempotency-Key: deep\r\n', body) + body)
      expect(responses.map((response) => response.status)).toEqual([status])
    })

    it('is not deep by what stands in its texts', async () => {
      const body = JSON.stringify({ a: `${'['.repeat(100)}"\\${'{'.repeat(100)}` })
      const { responses } = await send(post('/echo', '', body) + body)
      expect(responses[0]?.body).toBe(`{"got":${body}}`)
    })
  })
})

/** The final responses on the line, without the provisional ones. */
function responsesIn(text: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text.replace(/HTTP\/1\.1 100 [^\r]*\r\n\r\n/g, '')
  while (rest.startsWith('HTTP/1.1 ')) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, headEnd).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 2)]))
    const body = Buffer.from(rest.slice(headEnd + 4))
      .subarray(0, Number(headers['content-length'] ?? 0))
      .toString('utf8')
    responses.push({ status: Number(first.split(' ')[1]), headers, body })
    rest = rest.slice(headEnd + 4 + body.length)
  }
  return responses
}

it('a server that comes to nothing any more refuses at once, and says when to come again; a page gets its files all the same', async () => {
  const server = await serveLibrary(await openLibrary('pglite'), {
    maxEventLoopDelayMs: 20,
    registerProductRoutes: (app) => void app.get('/logo', { config: { permission: 'open', page: true } }, () => 'logo'),
  })
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const keepBusy = setInterval(() => {
    const until = performance.now() + 100
    while (performance.now() < until);
  }, 1)
  try {
    await expect.poll(async () => (await fetch(`${address}/health`)).status).toBe(503)
    const refused = await fetch(`${address}/health`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${address}/logo`)).status).toBe(200)
    expect((await fetch(`${address}/health`)).status).toBe(503)
  } finally {
    clearInterval(keepBusy)
  }
  await expect.poll(async () => (await fetch(`${address}/health`)).status).toBe(200)
  await server.app.close()
})
