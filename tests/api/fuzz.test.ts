import { Agent, request as ask, type IncomingHttpHeaders } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { patience } from '../patience'
import { accountsWith, everyRight } from './support/accounts'
import { whenServed, type Session } from './support/client'
import { contractOf, screenOf, type Operation } from './support/contract'
import { mutatedForm } from './support/forms'
import { mutated, seedsOf, type Random, type Sent } from './support/mutations'
import { describePlatform, type Platform } from './support/platform'

/** So many in a test run; more by FUZZ_MUTATIONS. */
const mutations = Number(process.env['FUZZ_MUTATIONS'] ?? 2_000)
/** Forms with files, at the endpoints that take them. */
const forms = Math.ceil(mutations / 5)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
/** What every answer that is no success carries (security.md section 3.2). */
const headersOfProblem = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

interface ApiResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Hostile bodies, queries, headers, ids and methods at every endpoint of the contract: refused in good order, and the server lives. */
describePlatform('whatever is sent', (platform) => {
  let operations: Operation[] = []
  let ids = new Map<string, string[]>()
  let session: Session
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const newAccount = async (): Promise<Session> => ((await accountsWith(platform(), [everyRight(platform().plan)])) as [Session])[0]
  beforeAll(async () => {
    operations = await contractOf(platform())
    session = await newAccount()
    ids = await idsOf(platform(), session)
  })

  it(
    `is answered without a 5xx, as a problem with all headers (seed ${seed}, ${mutations} requests)`,
    async () => {
      const statuses = await attack(mutations, operations, mutated)
      // It has come to where something is done, and to most ways of being refused.
      expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 417, 422]))
    },
    Math.max(180_000, mutations * 200),
  )

  it(
    `is answered so where a form with a file is taken (seed ${seed}, ${forms} forms)`,
    async () => {
      const taking = operations.filter(({ form }) => form)
      expect(taking.length).toBeGreaterThan(5)
      const templates = await templatesOf(taking)
      expect(templates.length).toBeGreaterThan(1)
      const statuses = await attack(forms, taking, (operation, known, random) => mutatedForm(operation, known, templates, random))
      expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404, 415, 422]))
    },
    Math.max(180_000, forms * 300),
  )

  it('leaves the server at work, and its books in order', async () => {
    expect((await platform().guest.ask('GET', '/ready')).status).toBe(200)
    expect((await (await newAccount()).list('/api/credit')).records.length).toBeGreaterThan(0)
    expect(await platform().violations()).toEqual([])
    agent.destroy()
  })

  /** Sends so many, the operations in turn. @returns the statuses that were answered */
  async function attack(
    times: number,
    to: readonly Operation[],
    make: (operation: Operation, ids: readonly string[], random: Random) => Sent,
  ): Promise<number[]> {
    const wrong: string[] = []
    const statuses = new Set<number>()
    for (let at = 0; at < times && wrong.length < 20; at++) {
      const random = seedsOf(seed + at)
      const operation = to[at % to.length] as Operation
      const base = screenOf(platform(), operation.path)?.base ?? ''
      const sent = make(operation, ids.get(base) ?? [], random)
      const response = await answerTo(sent).catch((error: unknown) => String(error))
      const told = JSON.stringify({ ...sent, body: typeof sent.body === 'string' ? sent.body : sent.body?.toString('latin1') }).slice(
        0,
        600,
      )
      if (typeof response === 'string') {
        wrong.push(`mutation ${at} of seed ${seed}: ${response}\n  ${told}`)
        continue
      }
      statuses.add(response.status)
      const problem = problemIn(sent.method, response)
      if (problem !== undefined) wrong.push(`mutation ${at} of seed ${seed}: ${problem}\n  ${told}`)
      // Some endpoints end the session, the account or the rights that they are called with, and uploads of one account are counted.
      if ([401, 403, 429].includes(response.status) && sent.signedIn) session = await newAccount()
    }
    expect(wrong.join('\n')).toBe('')
    return [...statuses]
  }

  /** The workbooks that the imports hand out. */
  async function templatesOf(taking: readonly Operation[]): Promise<Buffer[]> {
    const found: Buffer[] = []
    for (const { path } of taking) {
      const template = operations.find((one) => one.method === 'GET' && one.path === `${path}/template`)
      if (!template) continue
      const response = await fetch(`${session.address}${template.path}`, { headers: { authorization: `Bearer ${session.token}` } })
      found.push(Buffer.from(await response.arrayBuffer()))
    }
    return found
  }

  const answerTo = (sent: Sent): Promise<ApiResponse> => whenServed(() => once(sent))

  function once({ method, path, headers, body, signedIn }: Sent): Promise<ApiResponse> {
    const { hostname, port } = new URL(platform().guest.address)
    const token = signedIn ? { authorization: `Bearer ${session.token}` } : {}
    // Node sends a body with HEAD, but not how long it is.
    const length = body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const request = ask(
        { hostname, port, agent, method, path, headers: { ...token, ...length, ...headers }, timeout: patience },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }),
          )
          response.on('error', reject)
        },
      )
      request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)))
      request.on('error', reject)
      request.end(body)
    })
  }
})

/** In words, what is wrong with an answer. */
function problemIn(method: string, { status, headers, text }: ApiResponse): string | undefined {
  if (status >= 500) return `answered ${status} ${text.slice(0, 300)}`
  if (status < 400) return undefined
  for (const [name, value] of Object.entries(headersOfProblem))
    if (headers[name] !== value) return `${status} with ${name}: ${String(headers[name])}`
  if (!headers['permissions-policy']) return `${status} without permissions-policy`
  // An answer to HEAD has none.
  if (text === '' && method === 'HEAD') return undefined
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    return `${status} is no JSON: ${text.slice(0, 200)}`
  }
  const members = ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'error', 'errorMessage', 'traceId']
  const missing = members.filter((name) => body[name] === undefined)
  if (missing.length > 0) return `${status} without ${missing.join()}`
  if (body['status'] !== status || body['traceId'] !== headers['x-request-id']) return `${status} that says ${text.slice(0, 200)}`
  return undefined
}

/** Some ids of each kind of records, so that what is sent reaches records too. */
async function idsOf({ plan }: Platform, session: Session): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { base } of Object.values(plan.screens)) {
    const { status, body } = await session.ask<{ records: { id: string }[] }>('GET', `${base}/list?pageSize=20`)
    if (status === 200)
      found.set(
        base,
        body.records.map(({ id }) => String(id)),
      )
  }
  return found
}
