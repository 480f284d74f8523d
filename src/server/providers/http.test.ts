import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { httpProvider } from './http'

let server: Server
let address = ''
let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (request.url === '/away') response.writeHead(302, { location: '/taken' }).end()
      else if (request.url === '/long') response.writeHead(200).end('x'.repeat(300_000))
      else response.writeHead(request.url === '/busy' ? 503 : 201, { 'content-type': 'application/json' }).end('{"taken":true}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

const request = { method: 'POST', path: '/taken', body: '{"a":1}', requestNo: 'RT-1', attempt: 0, day: '2026-11-20' } as const

it('sends what it is asked with the key, and a number by which a second try is known', async () => {
  seen = []
  expect(await httpProvider(address, 'secret').call(request)).toMatchObject({ httpStatus: 201, body: '{"taken":true}' })
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/taken',
      body: '{"a":1}',
      headers: { authorization: 'Bearer secret', 'idempotency-key': 'RT-1', 'content-type': 'application/json' },
    },
  ])
})

it('answers what a busy system says, and reads no more of an answer than is of use', async () => {
  expect(await httpProvider(address).call({ ...request, path: '/busy' })).toMatchObject({ httpStatus: 503 })
  expect((await httpProvider(address).call({ ...request, path: '/long' })).body).toHaveLength(200_000)
})

it('takes the key to no other address, and says why nobody answered', async () => {
  seen = []
  const away = await httpProvider(address, 'secret').call({ ...request, path: '/away' })
  expect(away).toMatchObject({ body: '', error: expect.stringContaining('redirect') as string })
  expect(seen.map(({ url }) => url)).toEqual(['/away'])
  const nobody = await httpProvider('http://127.0.0.1:9').call(request)
  expect(nobody.httpStatus).toBeUndefined()
  expect(nobody.error).not.toBe('')
})
