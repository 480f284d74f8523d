/** Requests of the contract, made wrong. Everything follows from the seed, so that a request that was answered wrongly can be sent again. */
import { propertiesOf, type Operation, type Schema } from './contract'

export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  signedIn: boolean
}

export interface Random {
  /** 0 or more, below the number. */
  below(number: number): number
  one<T>(of: readonly T[]): T
}

/** A generator of its own for each number (mulberry32). */
export function seedsOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (number: number): number => Math.floor(next() * number)
  return { below, one: (of) => of[below(of.length)] as (typeof of)[number] }
}

export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a'.repeat(5_000),
  "' or 1=1 --",
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '2026-02-30',
  '99999-01-01',
  '0000-00-00T25:61:61Z',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '9'.repeat(60),
  '0.00000000000000000001',
  '-1',
  '٣',
  '\u202e对称\uffff',
  '__proto__',
  'constructor',
  'toString',
  '=cmd|calc!A1',
  '[object Object]',
  ',,,,',
  '1,1,1',
  '\r\nSet-Cookie: a=b',
]

const hostileValues: unknown[] = [
  null,
  true,
  -1,
  1.5,
  9_007_199_254_740_992,
  [],
  {},
  [[]],
  [null],
  [{}],
  { toString: 1 },
  { valueOf: null, toString: null },
  { length: -1 },
  { hasOwnProperty: 1 },
  { constructor: { prototype: { polluted: 1 } } },
  Array.from({ length: 1_000 }, () => ({})),
]

/** Bodies that no value of a program can be written as. */
const hostileBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '17',
  '\ufeff{}',
  '{"a":1e999}',
  '{"version":1,"version":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"version":1,"\\u0000":1}',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `${'['.repeat(100_000)}`,
  JSON.stringify({ a: 'x'.repeat(1_100_000) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index]))),
]

const hostileIds = [
  '0',
  '-1',
  '1e3',
  '9223372036854775808',
  '999999999999999999',
  '1'.repeat(300),
  '%00',
  '%ZZ',
  '..%2f..%2f',
  '%E4%B8%AD',
  "1'--",
  '%F0%28%8C%28',
  'undefined',
  '1%20',
  '%2e%2e',
  '~',
  ';a=b',
]

const hostileHeaders: Record<string, string>[] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'idempotency-key': 'a b' },
  { authorization: 'Bearer' },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { authorization: `Bearer ${'x'.repeat(600)}` },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': ';;;' },
  { 'accept-encoding': 'nonsense;q=9' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=999999-1' },
  { 'if-none-match': '*' },
  { 'confirmed-warnings': ','.repeat(500) },
  { ticket: "' or 1=1" },
  { 'x-forwarded-for': 'not an address' },
  { 'x-forwarded-for': '::1, 10.0.0.1, ,' },
  { 'x-forwarded-proto': 'javascript' },
  { host: 'evil.example' },
  { origin: 'null' },
  { expect: 'miracles' },
  { expect: '100-continue' },
  { cookie: 'accessToken='.repeat(50) },
  { 'transfer-encoding': 'chunked' },
]

/** A request that could be right, with one to three things about it that are not. @param ids of records that there are */
export function mutated(operation: Operation, ids: readonly string[], random: Random): Sent {
  const right = rightly(operation, ids, random)
  let sent = right
  for (let times = 1 + random.below(3); times > 0; times--) sent = random.one(changes)(sent, operation, random)
  return sent
}

type Change = (sent: Sent, operation: Operation, random: Random) => Sent

const changes: Change[] = [inBody, inBody, inBody, anotherBody, inQuery, inQuery, inPath, inHeaders, anotherMethod, asNobody]

function rightly({ method, path, query, body }: Operation, ids: readonly string[], random: Random): Sent {
  const filled = pathOf(path, ids, random)
  const asked = query
    .filter(({ required }) => required || random.below(3) === 0)
    .map(({ name, schema }): [string, string] => {
      const value = valueOf(schema, random)
      return [name, typeof value === 'string' ? value : JSON.stringify(value)]
    })
  const search = asked.length > 0 ? `?${new URLSearchParams(asked).toString()}` : ''
  const headers: Record<string, string> = { 'x-forwarded-for': `10.2.${random.below(250)}.${random.below(250)}` }
  if (method === 'GET') return { method, path: filled + search, headers, signedIn: true }
  headers['idempotency-key'] = `fuzz-${random.below(4_294_967_296)}`
  if (!body) return { method, path: filled + search, headers, signedIn: true }
  headers['content-type'] = 'application/json'
  return { method, path: filled + search, headers, body: JSON.stringify(valueOf(body, random)), signedIn: true }
}

/** With the id of a record that there is, mostly. */
export function pathOf(path: string, ids: readonly string[], random: Random): string {
  return path.replace(/\{\w+\}/g, () => (ids.length > 0 && random.below(4) > 0 ? random.one(ids) : '999999999'))
}

/** A value as its schema wants it, or nearly. */
function valueOf(schema: Schema, random: Random): unknown {
  const choices = schema['enum'] as unknown[] | undefined
  if (choices && choices.length > 0) return random.one(choices)
  if ('const' in schema) return schema['const']
  switch ([schema['type']].flat()[0]) {
    case 'object': {
      const required = new Set((schema['required'] as string[] | undefined) ?? [])
      const chosen = Object.entries(propertiesOf(schema)).filter(([name]) => required.has(name) || random.below(2) === 0)
      return Object.fromEntries(chosen.map(([name, property]) => [name, valueOf(property, random)]))
    }
    case 'array':
      return Array.from({ length: random.below(3) }, () => valueOf((schema['items'] as Schema | undefined) ?? {}, random))
    case 'integer':
      return random.one([1, 1, 2, 3, 30])
    case 'number':
      return random.one([0, 1, 0.5])
    case 'boolean':
      return random.below(2) === 0
    default:
      return schema['format'] === 'date' ? '2026-12-01' : random.one(['1', '2', '7', '100.00', '0.05', '测试', 'CNY', '2026-12-01'])
  }
}

function inBody(sent: Sent, operation: Operation, random: Random): Sent {
  if (typeof sent.body !== 'string') return inQuery(sent, operation, random)
  // It is wrong enough.
  if (sent.body.length > 20_000) return sent
  let body: unknown
  try {
    body = JSON.parse(sent.body)
  } catch {
    return sent
  }
  if (typeof body !== 'object' || body === null) return sent
  spoil(body as Record<string, unknown>, random)
  return { ...sent, body: JSON.stringify(body) }
}

/** Changes, adds or takes away one value, as deep as it goes. */
function spoil(holder: Record<string, unknown>, random: Random): void {
  const names = Object.keys(holder)
  const name = names.length > 0 ? random.one(names) : 'added'
  const value = holder[name]
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.below(3) > 0)
    return spoil(value as Record<string, unknown>, random)
  switch (random.below(6)) {
    case 0:
      delete holder[name]
      break
    case 1:
      holder[random.one(hostileTexts) || 'empty'] = random.one(hostileValues)
      break
    case 2:
      holder['clear'] = random.one([[name], [{ toString: 1 }], 'all', [null], [name, name]])
      break
    case 3:
      holder[name] = random.one(hostileTexts)
      break
    default:
      holder[name] = random.one(hostileValues)
  }
}

function anotherBody(sent: Sent, { method }: Operation, random: Random): Sent {
  if (method === 'GET') return sent
  return { ...sent, headers: { ...sent.headers, 'content-type': 'application/json' }, body: random.one(hostileBodies) }
}

export function inQuery(sent: Sent, { query }: Operation, random: Random): Sent {
  const names = [...query.map(({ name }) => name), 'sortField', 'page', '__proto__', 'toString', 'callback', random.one(hostileTexts)]
  const name = encode(random.one(names))
  const value = encode(random.one(hostileTexts))
  const written = random.one([
    `${name}=${value}`,
    `${name}=${value}&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}[toString]=1`,
    `${name}=%ED%A0%80`,
    `${name}=%`,
    `${name}`,
    `=${value}`,
    '&&&',
  ])
  return { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${written}` }
}

/** As a query is written; what no text can be is left as it is. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

function inPath(sent: Sent, { path }: Operation, random: Random): Sent {
  const search = sent.path.includes('?') ? sent.path.slice(sent.path.indexOf('?')) : ''
  const spoiled = path.includes('{') ? path.replace(/\{\w+\}/g, () => random.one(hostileIds)) : `${path}/${random.one(hostileIds)}`
  return { ...sent, path: spoiled + search }
}

export function inHeaders(sent: Sent, _operation: Operation, random: Random): Sent {
  const header = random.one(hostileHeaders)
  return { ...sent, headers: { ...sent.headers, ...header }, signedIn: sent.signedIn && !('authorization' in header) }
}

function anotherMethod(sent: Sent, _operation: Operation, random: Random): Sent {
  return { ...sent, method: random.one(['PUT', 'TRACE', 'OPTIONS', 'HEAD', 'SEARCH', 'PATCH', 'DELETE', 'POST', 'GET']) }
}

export function asNobody(sent: Sent, _operation: Operation, random: Random): Sent {
  return random.below(3) === 0 ? { ...sent, signedIn: false } : sent
}
