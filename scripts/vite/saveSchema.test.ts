import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saving } from './saveSchema.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const path = 'schemas/screens/base/currency.screen.json'
let root = ''
let server: Server
let host = ''

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'save-'))
  cpSync(join(repository, 'schemas'), join(root, 'schemas'), { recursive: true })
  server = createServer(saving({ root, directory: 'schemas' }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true, force: true })
})

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

function send(body: object, headers: Record<string, string> = {}): ReturnType<typeof sendText> {
  return sendText(JSON.stringify(body), headers)
}

function sendText(body: string, headers: Record<string, string> = {}): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const all = { origin: `http://${host}`, 'content-type': 'application/json', ...headers }
    const sent = request(`http://${host}/`, { method: 'POST', headers: all }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

it('writes a sound text into its file', async () => {
  const text = textOf(path).replace('"title": "币种', '"title": "外币')
  expect(await send({ path, text })).toMatchObject({ status: 200 })
  expect(textOf(path)).toBe(text)
})

it('writes a new file that is sound by itself', async () => {
  const added = 'schemas/dictionaries/colour.dictionary.json'
  const text = '{ "language": 1, "title": "颜色", "items": { "RED": "红" } }'
  expect(await send({ path: added, text })).toMatchObject({ status: 200 })
  expect(textOf(added)).toBe(text)
  rmSync(join(root, added))
})

it('writes nothing that has a mistake, and says where it is', async () => {
  const before = textOf(path)
  const answer = await send({ path, text: before.replace('"entity": "currency"', '"entity": "currenzy"') })
  expect(answer).toMatchObject({ status: 422, text: expect.stringContaining(`${path}:5:13`) as string })
  expect(await send({ path, text: '{' })).toMatchObject({ status: 422 })
  const reaching = await send({
    path,
    text: before.replace(
      '["currencyCode", "currencyName", "symbol"',
      '[{ "field": "currencyCode", "visible": "constructor.name" }, "symbol"',
    ),
  })
  expect(reaching).toMatchObject({ status: 422, text: expect.stringContaining('constructor') as string })
  expect(textOf(path)).toBe(before)
})

it.each([
  'schemas/../outside.json',
  'schemas/../package.json',
  'schemas/screens/../../outside.screen.json',
  '/etc/passwd',
  'schemas/README.md',
  'src/app/x.screen.json',
  'schemas/other.json',
  '',
])('writes nowhere else, as to %s', async (elsewhere) => {
  expect(await send({ path: elsewhere, text: '{}' })).toMatchObject({ status: 422 })
  expect(existsSync(join(root, 'outside.json'))).toBe(false)
})

it.each<[string, Record<string, string>]>([
  ['another site', { origin: 'https://example.com' }],
  ['a page without an origin of its own', { origin: 'null' }],
  ['a name that was made to mean this machine', { host: 'example.com', origin: 'http://example.com' }],
])('listens to no page of %s', async (_name, headers) => {
  expect(await send({ path, text: textOf(path) }, headers)).toMatchObject({ status: 403 })
})

it.each(['{', '"schemas/roles.json"', 'null', ''])('understands nothing but a path with a text, as not %j', async (body) => {
  expect(await sendText(body)).toMatchObject({ status: 400 })
})

it.each([{ path }, { text: '{}' }, { path: 7, text: '{}' }, { path, text: ['{}'] }, {}])('writes nothing of %j', async (body) => {
  expect(await send(body)).toMatchObject({ status: 422 })
})

it('follows no link out of the folder, of a file or of a folder', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'))
  const text = '{ "language": 1, "title": "颜色", "items": { "RED": "红" } }'
  writeFileSync(join(elsewhere, 'colour.dictionary.json'), 'kept')
  symlinkSync(join(elsewhere, 'colour.dictionary.json'), join(root, 'schemas/dictionaries/colour.dictionary.json'))
  symlinkSync(elsewhere, join(root, 'schemas/screens/linked'))
  expect((await send({ path: 'schemas/dictionaries/colour.dictionary.json', text })).status).toBe(422)
  const screen = textOf(path)
  expect((await send({ path: 'schemas/screens/linked/currency.screen.json', text: screen })).status).toBe(422)
  expect([readdirSync(elsewhere), readFileSync(join(elsewhere, 'colour.dictionary.json'), 'utf8')]).toEqual([
    ['colour.dictionary.json'],
    'kept',
  ])
  rmSync(join(root, 'schemas/dictionaries/colour.dictionary.json'))
  rmSync(join(root, 'schemas/screens/linked'))
  rmSync(elsewhere, { recursive: true })
})

it('reads no more than a schema file can be', async () => {
  const before = textOf(path)
  expect(await send({ path, text: ' '.repeat(2_000_000) })).toMatchObject({ status: 413 })
  expect(textOf(path)).toBe(before)
})

it('takes no form of another site for a text', async () => {
  expect(await send({ path, text: textOf(path) }, { 'content-type': 'text/plain' })).toMatchObject({ status: 400 })
})
