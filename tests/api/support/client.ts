import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from './exchange'
import type { FieldProblem, ListResponse, Problem, RecordValues } from '../../../engine/core/wire'
import { demoPassword } from './config'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const maxTries = 20
const pauseMs = 500

// oxlint-disable-next-line typescript/no-explicit-any -- each test knows the bodies that it asks for
type KnownBody = any

/** What is not JSON is text. */
export interface ApiResponse<Body = KnownBody> {
  status: number
  headers: Headers
  body: Body
}

/** Asks again while the server says that it has too much to do, as on a machine that tests share. */
export async function whenServed<Served extends { status: number }>(ask: () => Promise<Served>): Promise<Served> {
  for (let tries = 1; ; tries++) {
    const response = await ask()
    if (response.status !== 503 || tries === maxTries) return response
    await sleep(pauseMs)
  }
}

/** The version of a record as its table has it; undefined where only the server can tell. */
export type StoredVersion = (base: string, id: string) => Promise<number | undefined>

/** Asks the product as a browser does. */
export class Client {
  readonly address: string
  readonly #headers: Record<string, string>
  protected readonly storedVersion: StoredVersion | undefined

  /** @param storedVersion for the sessions of who signs in */
  constructor(address: string, headers: Record<string, string> = {}, storedVersion?: StoredVersion) {
    this.address = address
    this.#headers = headers
    this.storedVersion = storedVersion
  }

  /** The same from another address, as a trusted proxy tells it; what is limited per address is counted for itself. */
  from(sender: string): Client {
    return new Client(this.address, { ...this.#headers, 'x-forwarded-for': sender }, this.storedVersion)
  }

  /** See `whenServed`. */
  ask<Body = KnownBody>(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse<Body>> {
    return whenServed(() => this.askOnce<Body>(method, path, body, headers))
  }

  /** Without asking again: for tests in which nobody is to be told to. */
  async askOnce<Body = KnownBody>(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const response = await exchange(`${this.address}${path}`, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status } = response
    const text = response.content.toString()
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    return { status, headers: response.headers, body: (isJson && text !== '' ? JSON.parse(text) : text) as Body }
  }

  async signIn(userName: string, password = demoPassword): Promise<Session> {
    const { status, body } = await this.ask('POST', '/login/login', { userName, password })
    if (status !== 200) throw new Error(`${userName} cannot sign in: ${status} ${body.message}`)
    return new Session(this.address, userName, body.accessToken as string, this.storedVersion)
  }
}

/** One account, signed in. */
export class Session extends Client {
  readonly userName: string
  readonly token: string

  constructor(address: string, userName: string, token: string, storedVersion?: StoredVersion) {
    super(address, { authorization: `Bearer ${token}` }, storedVersion)
    this.userName = userName
    this.token = token
  }

  async list(base: string, query: Record<string, string> = {}): Promise<ListResponse> {
    return this.#done(await this.ask('GET', `${base}/list?${new URLSearchParams({ pageSize: '200', ...query }).toString()}`))
  }

  async read(base: string, id: string): Promise<RecordValues> {
    return this.#done(await this.ask('GET', `${base}/${id}`))
  }

  async add(base: string, values: object): Promise<RecordValues> {
    return this.#done(await this.ask('POST', base, values))
  }

  /** Presses a button; a key of its own makes it happen once. */
  async act(base: string, action: string, id: string, form: object = {}): Promise<RecordValues> {
    return this.#done(await this.tryTo(base, action, id, form))
  }

  /** The same, when a refusal is what the test is about. Of the version that is stored, unless the form says another. */
  async tryTo(base: string, action: string, id: string, form: object = {}, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const body = 'version' in form ? form : { version: await this.versionOf(base, id), ...form }
    return this.ask('POST', `${base}/${action}/${id}`, body, { 'idempotency-key': randomUUID(), ...headers })
  }

  /** Presses a button that warns, and once more when that was read; answers what it had warned of. */
  async confirm(base: string, action: string, id: string, form: object = {}): Promise<string[]> {
    const { body } = await this.tryTo(base, action, id, form)
    const warnings = (body.errors ?? []) as FieldProblem[]
    const keys = warnings.map(({ params }) => String(params?.['key']))
    this.#done(await this.tryTo(base, action, id, form, { 'confirmed-warnings': keys.join() }))
    return warnings.map(({ detail }) => detail)
  }

  /** A change at an endpoint of its own, of the version that is stored. */
  async set(base: string, what: string, id: string, values: object): Promise<ApiResponse> {
    return this.ask('PATCH', `${base}/${what}/${id}`, { version: await this.versionOf(base, id), ...values })
  }

  /** Version of a record; 1 where there is no such record, or the account may not read it. */
  async versionOf(base: string, id: string): Promise<number> {
    const stored = await this.storedVersion?.(base, id)
    if (stored !== undefined) return stored
    const { status, body } = await this.ask<{ version: number }>('GET', `${base}/${id}`)
    return status === 200 ? body.version : 1
  }

  async remove(base: string, id: string): Promise<ApiResponse> {
    return this.ask('DELETE', `${base}/${id}`, { version: await this.versionOf(base, id) })
  }

  #done<Body>({ status, body }: ApiResponse<Body | Problem>): Body {
    if (status !== 200) throw new Error(`${this.userName}: ${status} ${JSON.stringify(body)}`)
    return body as Body
  }
}
