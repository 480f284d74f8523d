import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldProblem } from '../../engine/core/wire'
import { accountsWith, everyRight } from './support/accounts'
import type { Session } from './support/client'
import { contractOf, isId, propertiesOf, requiredOf, type Operation, type Schema } from './support/contract'
import { describePlatform } from './support/platform'

/** Of a record that there is not. */
const noId = '999999999'
const unknown = 'thereIsNoSuchKey'

/** A query that is about one parameter. */
interface Query {
  name: string
  query: string
}

/** What the server writes of itself is what it does, and nothing else. */
describePlatform('the contract', (platform) => {
  let served: Operation[] = []
  /** Those that say what is wrong. */
  let operations: Operation[] = []
  let all: Session
  beforeAll(async () => {
    served = await contractOf(platform())
    operations = served.filter(({ signedBy }) => signedBy === undefined)
    all = await newAccount()
  })
  const newAccount = async (): Promise<Session> => ((await accountsWith(platform(), [everyRight(platform().plan)])) as [Session])[0]
  const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
  const pathOf = (path: string): string => path.replace(/\{(\w+)\}/g, (_hole, name: string) => (isId(name) ? noId : 'x'))
  /** By path, the rules that were broken. */
  const problemsOf = async (
    { method, path, permission }: Operation,
    query: string,
    body?: unknown,
  ): Promise<{ status: number; errors: FieldProblem[]; found: number }> => {
    // Each in its own name: who asks at an open endpoint is counted by address.
    const stranger = platform().guest.from(`10.1.0.${asked++ % 250}`)
    const asker = permission === 'open' ? stranger : path.endsWith('/logout') ? await newAccount() : all
    const sent = method === 'GET' ? undefined : body
    const response = await asker.ask(method, `${pathOf(path)}${query}`, sent, { 'idempotency-key': `contract-${asked++}` })
    // Lists count what they have found; figures over nothing have none.
    const { errors = [], total = 0 } = response.body as { errors?: FieldProblem[]; total?: number }
    return { status: response.status, errors, found: total }
  }
  let asked = 0
  /**
   * Those of these queries, each of one parameter, that an operation does not refuse. So many are asked together, and what the refusal does not
   * name is asked by itself.
   */
  async function notRefused(operation: Operation, queries: readonly Query[], together = 50): Promise<string[]> {
    const body = operation.method === 'GET' ? undefined : {}
    const passed: string[] = []
    for (let at = 0; at < queries.length; at += together) {
      const part = queries.slice(at, at + together)
      const all = await problemsOf(operation, `?${part.map(({ query }) => query).join('&')}`, body)
      const refusals = all.status === 422 ? all.errors : []
      const named = new Set(refusals.filter(({ rule }) => rule !== 'required').map(({ path }) => path.replace(/\[.*/, '')))
      for (const { query } of part.filter(({ name }) => !named.has(name.slice(0, 40)))) {
        const { status } = await problemsOf(operation, `?${query}`, body)
        if (status !== 422) passed.push(`${nameOf(operation)} answers ${status} to ${query.slice(0, 100)}`)
      }
    }
    return passed
  }

  it('has every route, and no other', () => {
    const routes = platform()
      .routes()
      .filter(({ path }) => !isPage(path))
    expect(routes.length).toBeGreaterThan(300)
    const registered = routes.map(({ method, path }) => `${method} ${path}`).toSorted()
    expect(served.map(nameOf).toSorted()).toEqual(registered)
  })

  it('D28 describes what a system outside calls, and answers everybody else the same', async () => {
    const signed = served.filter((operation) => !operations.includes(operation))
    expect(signed).toMatchObject([{ method: 'POST', path: '/api/airwallex/transfer/callback', permission: 'open', signedBy: 'AIRWALLEX' }])
    for (const operation of signed) {
      expect(requiredOf(operation.body)).toEqual(['requestId', 'status'])
      for (const [query, body] of [
        ['', {}],
        [`?${unknown}=1`, { [unknown]: 1 }],
      ] as const)
        expect(await problemsOf(operation, query, body)).toEqual({ status: 401, errors: [], found: 0 })
    }
  })

  it('describes the body of each route that takes one: what is not described is refused', async () => {
    const wrong: string[] = []
    for (const operation of operations) {
      if (operation.method === 'GET' || operation.form) continue
      const version = requiredOf(operation.body).includes('version') ? { version: 1 } : {}
      const { status, errors } = await problemsOf(operation, '', { ...version, [unknown]: 1 })
      // A record that is not there comes first.
      const refused = status === 422 && errors.some(({ path, rule }) => path === unknown && rule === 'unknown')
      if (!refused && !(status === 404 && operation.path.includes('{')))
        wrong.push(`${nameOf(operation)}: ${status} ${JSON.stringify(errors)}`)
    }
    expect(wrong).toEqual([])
  })

  it('takes each key that it describes of a body', async () => {
    const described = operations.filter(({ body }) => Object.keys(propertiesOf(body)).length > 0)
    expect(described.length).toBeGreaterThan(150)
    const wrong: string[] = []
    for (const operation of described) {
      const keys = Object.keys(propertiesOf(operation.body))
      const { errors } = await problemsOf(operation, '', Object.fromEntries(keys.map((key) => [key, null])))
      const refused = errors.filter(({ path, rule }) => rule === 'unknown' && keys.includes(path)).map(({ path }) => path)
      if (refused.length > 0) wrong.push(`${nameOf(operation)} refuses ${refused.join()}`)
    }
    expect(wrong).toEqual([])
  })

  it('refuses each value of a parameter that is of another type than described, and finds nothing by a code that there is not', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const operation of operations) {
      for (const { name } of operation.query.filter((parameter) => parameter.schema['enum'] !== undefined)) {
        tried += 1
        const query = `${name}=NO_SUCH_CODE`
        const { status, found } = await problemsOf(operation, `?${query}`, {})
        if (status !== 422 && !(status === 200 && found === 0)) wrong.push(`${nameOf(operation)} answers ${status} to ${query}`)
      }
      const values = operation.query.map(({ name, schema }) => ofOtherTypes(schema).map((value) => ({ name, query: `${name}=${value}` })))
      // A parameter can stand in a request once, so the first values of all go together, then the second ones.
      for (let turn = 0; values.some((each) => each.length > turn); turn++) {
        const queries = values.flatMap((each) => each.slice(turn, turn + 1))
        tried += queries.length
        wrong.push(...(await notRefused(operation, queries)))
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(300)
  })

  it('says the version in each change of a record, and none is made without it', async () => {
    const versioned = operations.filter(({ body }) => requiredOf(body).includes('version'))
    expect(versioned.length).toBeGreaterThan(100)
    const wrong: string[] = []
    for (const operation of versioned) {
      const { status, errors } = await problemsOf(operation, '', {})
      if (status !== 422 || !errors.some(({ path, rule }) => path === 'version' && rule === 'required'))
        wrong.push(`${nameOf(operation)}: ${status} ${JSON.stringify(errors)}`)
    }
    expect(wrong).toEqual([])
    // Whatever changes or deletes a record by its id is among them, but for what changes nothing of that record.
    const unchanged = [
      // A file beside the record, which is held while it is attached.
      /\/attach\/\{id\}$/,
      // A file has no version: it is never changed, only removed.
      /^DELETE \/file\/\{id\}$/,
      // A new record is made of it.
      /\/copy\/\{id\}$/,
      // Who asks sees the product as a role does; the role stays as it is.
      /^POST .*\/role\/preview\/\{id\}$/,
      // A day of a calendar is said by its date, and who says it last has said it.
      /^PATCH .*\/calendar\/day\/\{id\}$/,
      // Plays the payment institution, which knows no versions of ours.
      /\/airwallex\/transfer\/simulate\/\{id\}$/,
      // A new try of a call, whose log stays as it is.
      /\/interfacelog\/retry\/\{id\}$/,
      // Read, or tried out and taken back.
      /\/(print|try|options)\//,
    ]
    const others = operations.filter(
      (operation) =>
        ['PATCH', 'POST', 'DELETE'].includes(operation.method) &&
        operation.path.includes('{id}') &&
        !versioned.includes(operation) &&
        !unchanged.some((pattern) => pattern.test(nameOf(operation))),
    )
    expect(others.map(nameOf)).toEqual([])
  })

  it('names every parameter that is taken, and every parameter that it names is taken', async () => {
    const placeOf = ({ path }: Operation): string => path.split('/').slice(0, 4).join('/')
    const places = new Map<string, Set<string>>()
    for (const operation of operations)
      for (const { name } of operation.query) places.set(name, (places.get(name) ?? new Set()).add(placeOf(operation)))
    const wrong: string[] = []
    for (const operation of operations) {
      // So many uploads a minute are not what this is about.
      await platform().database.kysely.deleteFrom('request_count').execute()
      const described = operation.query.map(({ name }) => name)
      const body = operation.method === 'GET' ? undefined : {}
      const known = new URLSearchParams(described.map((name) => [name, ''])).toString()
      const taken = await problemsOf(operation, `?${known}`, body)
      const refused = taken.errors.filter(({ path, rule }) => rule === 'unknown' && described.includes(path)).map(({ path }) => path)
      if (refused.length > 0) wrong.push(`${nameOf(operation)} refuses ${refused.join()}`)
      // What its neighbours take, and what many take, might be taken by mistake. A refusal names at most fifty.
      const tempting = [...places].filter(([, among]) => among.size > 2 || among.has(placeOf(operation))).map(([name]) => name)
      const others = [unknown, ...tempting.filter((name) => !described.includes(name))]
      for (let at = 0; at < others.length; at += 50) {
        const part = others.slice(at, at + 50)
        const { status, errors } = await problemsOf(operation, `?${new URLSearchParams(part.map((name) => [name, 'x'])).toString()}`, body)
        const told = errors.filter(({ rule }) => rule === 'unknown').map(({ path }) => path)
        const passed = part.filter((name) => !told.includes(name.slice(0, 40)))
        if (status !== 422 || passed.length > 0) wrong.push(`${nameOf(operation)} answers ${status} to ${passed.join()}`)
      }
    }
    expect(wrong).toEqual([])
  })

  // The number is how many fit into one request: a refusal names 50, and an address has a largest length.
  it.each([
    ['repeated', (name: string) => `${name}=1&${name}=2`, 50],
    ['written as a list', (name: string) => `${name}[]=1`, 50],
    ['written as an object', (name: string) => `${name}[toString]=1`, 50],
    ['longer than any value', (name: string) => `${name}=${'9'.repeat(4_001)}`, 3],
  ] as const)('refuses each parameter that is %s', async (_how, write, together) => {
    const wrong: string[] = []
    for (const operation of operations) {
      const queries = operation.query
        .map(({ name, schema }) => ({ name, query: write(name), isArray: schema['type'] === 'array' }))
        .filter(({ query, isArray }) => !(isArray && query.includes('&')))
      wrong.push(...(await notRefused(operation, queries, together)))
    }
    expect(wrong).toEqual([])
  })

  describe('of uploads', () => {
    it('says what a form holds', () => {
      const forms = operations.filter(({ form }) => form)
      expect(forms.length).toBeGreaterThan(5)
      expect(forms.filter(({ form }) => propertiesOf(form)['file'] === undefined)).toEqual([])
    })
  })
})

/** Values that the description of a parameter does not admit. */
function ofOtherTypes({ type, format, enum: codes, pattern }: Schema): string[] {
  // Unknown codes have a request of their own, because a list may answer them with no rows.
  if (codes !== undefined) return []
  if (type === 'integer' || type === 'number') return ['many', '1e', '0x10']
  if (type === 'boolean') return ['perhaps']
  if (format === 'date' || format === 'date-time') return ['someday', '2026-02-30']
  return typeof pattern === 'string' && !new RegExp(pattern).test('~') ? ['~'] : []
}

/** What a browser opens: the program and its files. */
function isPage(path: string): boolean {
  return path === '/{key}' || path === '{key}' || path === '/script-frame' || path.startsWith('/assets/') || /^\/[^/]+\.\w+$/.test(path)
}
