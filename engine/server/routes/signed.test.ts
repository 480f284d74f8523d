import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ExtraEndpointPlan, ProductPlan } from '../../core/plan'
import type { Inbound, ReceivedCall } from '../extensions'
import { openLibrary, type LibraryDatabase } from '../testing/libraryDatabase'
import { libraryExtensions, libraryPlan } from '../testing/library'
import { fixedClock, serveLibrary, type LibraryServer } from '../testing/libraryServer'

const secret = 'a secret of the library and the network'
const address = '/api/stock/book/returned'
const takeReturn = {
  name: 'returned',
  method: 'POST',
  url: address,
  permission: 'open',
  description: 'A book came back',
  signed: 'NETWORK',
  handler: 'takeReturn',
  query: [],
  body: [{ ...libraryPlan.entities['author']!.fields['authorName']!, required: true }],
} satisfies ExtraEndpointPlan
const ofDemo = {
  ...takeReturn,
  name: 'simulate',
  url: '/api/stock/book/simulate',
  signed: undefined,
  demo: true,
} as unknown as ExtraEndpointPlan
const book = libraryPlan.screens['stock/book']!
const plan: ProductPlan = {
  ...libraryPlan,
  screens: { ...libraryPlan.screens, 'stock/book': { ...book, extra: { ...book.extra, returned: takeReturn, simulate: ofDemo } } },
}

let library: LibraryDatabase
let server: LibraryServer
const told: ReceivedCall[] = []
const inbound: Inbound = {
  secrets: { NETWORK: secret },
  received: async (tools, call) => {
    told.push(call)
    await tools.create('author', { authorName: `told ${call.status} ${String(call.values['authorName'])}` })
  },
}
const extensions = {
  ...libraryExtensions,
  handlers: {
    ...libraryExtensions.handlers,
    takeReturn: async ({ tools, body, user }: Parameters<(typeof libraryExtensions.handlers)[string]>[0]) => {
      const name = String(body['authorName'])
      await tools.create('author', { authorName: name })
      if (name === 'unknown') tools.invalid('authorName', 'there is no such book')
      return { user: user ?? null, name }
    },
  },
}

beforeAll(async () => {
  library = await openLibrary('pglite')
  server = await serveLibrary(library, { plan, extensions: { ...extensions, inbound } })
})
beforeEach(async () => {
  told.length = 0
  await library.kysely.deleteFrom('author').where('author_name', 'like', 'told%').execute()
})
afterAll(() => server.app.close())

interface Sending {
  /** What is signed, where that is not what is sent. */
  signed?: string
  headers?: Record<string, string | undefined>
  by?: string
  to?: string
}
async function send(body: string | Buffer, { signed, headers = {}, by = secret, to = address }: Sending = {}) {
  const timestamp = String(Date.parse(fixedClock.now()))
  const signature = createHmac('sha256', by)
    .update(timestamp)
    .update(signed ?? body)
    .digest('hex')
  const all = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature, ...headers }
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>
  const response = await server.app.inject({ method: 'POST', url: to, headers: given, payload: body })
  return { status: response.statusCode, text: response.body }
}
const named = (authorName: string) => JSON.stringify({ authorName })
const authors = async (name: string): Promise<number> =>
  (await library.kysely.selectFrom('author').where('author_name', '=', name).select('id').execute()).length

it('lets in who signs, without an account, and tells of it in the same transaction', async () => {
  expect(await send(named('first'))).toEqual({ status: 200, text: '{"user":null,"name":"first"}' })
  expect([await authors('first'), await authors('told 200 first')]).toEqual([1, 1])
  expect(told).toMatchObject([
    {
      system: 'NETWORK',
      description: 'A book came back',
      method: 'POST',
      url: address,
      body: named('first'),
      values: { authorName: 'first' },
    },
  ])
})

const outsiders: [string, string | Buffer, Sending][] = [
  ['no signature', named('x'), { headers: { 'x-signature': undefined } }],
  ['no moment', named('x'), { headers: { 'x-timestamp': undefined } }],
  ['a moment long ago', named('x'), { headers: { 'x-timestamp': '1000000000000' } }],
  ['a signature of another body', named('x'), { signed: named('y') }],
  ['a signature by another secret', named('x'), { by: 'another secret' }],
  ['another type', named('x'), { headers: { 'content-type': 'text/plain' } }],
  ['a form', 'authorName=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a part of a form', named('x'), { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['no type', named('x'), { headers: { 'content-type': '' } }],
  ['more than 64 KB', named('x'.repeat(65_536)), {}],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}],
]
it.each(outsiders)('answers %s the same as any other, and tells nobody', async (_what, body, sending) => {
  const { status, text } = await send(body, sending)
  const { traceId: _trace, ...problem } = JSON.parse(text) as Record<string, unknown>
  const { text: usual } = await send(named('x'), { headers: { 'x-signature': 'f'.repeat(64) } })
  const { traceId: _other, ...expected } = JSON.parse(usual) as Record<string, unknown>
  expect([status, problem]).toEqual([401, expected])
  expect([told, await authors('x')]).toEqual([[], 0])
})

it.each([
  ['what the handler refuses', named('unknown'), 'there is no such book'],
  ['a field that is missing', '{}', ''],
  ['a field that it does not know', '{"authorName":"x","more":1}', ''],
  ['what is no JSON', '{"authorName":', ''],
  ['a list', '[]', ''],
  ['nothing', '', ''],
  ['the name of a prototype', '{"authorName":"x","__proto__":{"a":1}}', ''],
  ['what is nested too deeply', '['.repeat(40) + ']'.repeat(40), ''],
])('answers %s as it answers strangers, with nothing done; who runs the product is told why', async (_what, body, reason) => {
  const { status, text } = await send(body)
  expect(status).toBe(401)
  expect(text).not.toContain('there is no')
  expect(told).toMatchObject([{ status: 401, answer: '', body, refused: expect.stringContaining(reason) as string }])
  expect([await authors('unknown'), await authors('x')]).toEqual([0, 0])
})

it('takes of two keys of one name the last, as everybody who reads JSON', async () => {
  expect((await send('{"authorName":"one","authorName":"two"}')).text).toContain('two')
  expect([await authors('one'), await authors('two')]).toEqual([0, 1])
})

it('refuses parameters in its address, and takes a signature in capitals', async () => {
  expect((await send(named('x'), { to: `${address}?a=1` })).status).toBe(401)
  const timestamp = String(Date.parse(fixedClock.now()))
  const signature = createHmac('sha256', secret).update(timestamp).update(named('capital')).digest('hex').toUpperCase()
  expect((await send(named('capital'), { headers: { 'x-signature': signature } })).status).toBe(200)
})

it('lets nobody in by no secret, and is not counted with strangers', async () => {
  const closed = await serveLibrary(await openLibrary('pglite'), { plan, extensions })
  const response = await closed.app.inject({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'application/json' },
    payload: named('x'),
  })
  expect(response.statusCode).toBe(401)
  await closed.app.close()

  for (let index = 0; index < 30; index++) await send(named('x'), { by: 'another secret' })
  expect((await send(named('after strangers'))).status).toBe(200)
  const { rows } = await library.kysely
    .selectFrom('request_count')
    .select(['name', 'requests'])
    .execute()
    .then((rows) => ({ rows }))
  expect(rows).toMatchObject([{ name: 'signed NETWORK' }])
})

it('is limited in how often the system itself calls, which it may then do later', async () => {
  await library.kysely.updateTable('request_count').set({ requests: 600 }).where('name', '=', 'signed NETWORK').execute()
  expect((await send(named('one too many'))).status).toBe(429)
  expect(await authors('one too many')).toBe(0)
})

it('an endpoint of demo mode is there in demo mode alone', async () => {
  const ask = (to: LibraryServer) => to.app.inject({ method: 'POST', url: '/api/stock/book/simulate', payload: {} })
  expect((await ask(server)).statusCode).toBe(404)
  const demo = await serveLibrary(await openLibrary('pglite'), { plan, extensions: { ...extensions, inbound }, demo: true })
  expect((await ask(demo)).statusCode).toBe(422)
  await demo.app.close()
})
