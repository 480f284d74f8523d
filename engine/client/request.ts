/**
 * The one request wrapper (acceptance C1, C2, C3, E1, E2). Everything that leaves the page goes through it, and every answer comes back
 * in one shape. It knows no screen and no product: names of headers, the token and where messages are shown are given to it.
 */
import { buildRequest } from '../core/endpoint'
import { EngineError } from '../core/error'
import { confirmedHeader, errorCodes, type FieldProblem, type Problem } from '../core/wire'
import { messages } from './messages'
import { callScript } from './scriptCall'
import { statusWords } from './statusWords'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestCall {
  method: Method
  /** Template; `{name}` is filled from `values`. */
  url: string
  /** Path parameters, then query (GET) or JSON body. Empty ones are dropped, also inside. */
  values?: Record<string, unknown>
  /** Sent as it is, in place of `values`' rest: a form with files. */
  form?: FormData
  /** `response`: success keeps the raw response in `body`, for downloads. */
  as?: 'json' | 'response'
  /** Beside the wrapper's own. */
  headers?: Readonly<Record<string, string>>
  /** Cookies go along to another host too. */
  withCredentials?: boolean
  idempotencyKey?: string
  signal?: AbortSignal
  /** Told the part of `form` that is sent, 0 to 1, where the transport knows. */
  onProgress?: (part: number) => void
  /** Goes on when the page is gone. At most 64 KiB. */
  keepalive?: boolean
  /** Of a save: what is known beforehand to need the user's confirmation. */
  warnings?: readonly FieldProblem[]
  /** The caller shows failures itself; nothing is shown here. */
  quiet?: boolean
  /** Without token, and 401 is an answer like any other: sign-in itself. */
  anonymous?: boolean
  /** In place of the session's: a token that is only being checked. 401 is an answer like any other. */
  token?: string
}

export interface Success<Body> {
  success: true
  message: string
  status: number
  body: Body
}
export interface Failure {
  success: false
  /** The server's own text, or ours for statuses whose text is not for users. */
  message: string
  /** HTTP status; 600 without any answer. */
  status: number
  /** The user has waited long for an answer: it is not asked for again before he wishes it. */
  waited?: true
  /** The problem, or the text of an answer in plain text below 500; absent for 500 and when there was no answer. */
  body?: unknown
  /** The message has been shown. */
  shown: boolean
  /** Application code. */
  code?: number
  /** When the server, which is busy, is to be asked again. */
  retryAfterMs?: number
}
export type RequestResult<Body = unknown> = Success<Body> | Failure

/** Rejects only for a cancelled call (AbortError) and for a path parameter that is missing (EngineError, after its message was shown). */
export type Request = <Body = unknown>(call: RequestCall) => Promise<RequestResult<Body>>

/** As `fetch`, and may tell how far the body has come. */
export type Transport = (url: string, init: RequestInit, onProgress?: (part: number) => void) => Promise<Response>

export interface RequestOptions {
  /** Goes before every relative URL. */
  baseUrl?: string
  /** Names the program to the server. */
  appHeader?: { name: string; value: string }
  token: () => string | undefined
  /** Of the page's query, when it has one. */
  ticket?: () => string | undefined
  /** The session of this token is over; perhaps there is another one by now. It tells the user itself. */
  onUnauthorized?: (token: string | undefined) => void
  show: (message: string) => void
  /** Headers of each response of our own server. */
  onResponse?: (headers: Headers) => void
  /** Asks the user whether what is warned of is to be done all the same. `isSave`: a form goes on being filled where it is not. */
  confirm?: (warnings: readonly FieldProblem[], isSave: boolean) => Promise<boolean>
  fetch?: typeof fetch
  /** What carries calls that ask for `onProgress`; fetch unless given. */
  upload?: Transport
  /** Other servers that may answer a GET by script where they do not allow CORS (acceptance C3); none when absent. */
  scriptOrigins?: readonly string[]
  callScript?: typeof callScript
}

const NETWORK_FAILURE = 600
const FOREIGN_TIMEOUT_MS = 4000
/** A read of our own server that has not begun to answer by then will not: no work of its takes so long. What it sends may take longer. */
const ANSWER_WITHIN_MS = 30_000
/** Words about a failure are short; what is longer is something else. */
const MAX_PLAIN_LENGTH = 200
/** Waits before each further try of a GET that got no answer or a passing failure. */
const RETRY_AFTER_MS = [300, 900]
/** A server that is busy says itself when it is to be asked again; that is done this often, and after at most so long each time. */
const BUSY_TRIES = 6
const MAX_BUSY_WAIT_MS = 10_000
const PASSING = new Set([502, 503, 504, NETWORK_FAILURE])
/** How long the answer of the same request, which the server is still working on, is waited for; no work takes longer. */
const IN_FLIGHT_WAITS = 30
const IN_FLIGHT_WAIT_MS = 1000

export function createRequest(options: RequestOptions): Request {
  const {
    baseUrl = '',
    appHeader,
    token,
    ticket,
    onUnauthorized,
    show,
    confirm,
    scriptOrigins = [],
    callScript: callByScript = callScript,
  } = options
  const send: Transport = (url, init) => (options.fetch ?? fetch)(url, init)
  const upload = options.upload ?? send

  return async function request<Body>(call: RequestCall): Promise<RequestResult<Body>> {
    const { warnings = [] } = call
    if (confirm && warnings.length > 0)
      return (await confirm(warnings, true)) ? request<Body>(confirming(call, warnings)) : notConfirmed(warnings)
    const built = buildOrTell(call)
    let result = await attempt<Body>(call, built)
    // Another's server has one chance of 4 seconds.
    for (let tries = 0; call.method === 'GET' && !built.foreign; tries++) {
      const wait = waitBeforeNextTry(result, tries)
      if (wait === undefined) break
      await pause(wait, call.signal)
      result = await attempt<Body>(call, built)
    }
    // The first request with this key goes on, and its answer is the answer of this one.
    for (let waits = 0; !result.success && isInFlight(result) && waits < IN_FLIGHT_WAITS; waits++) {
      await pause(IN_FLIGHT_WAIT_MS, call.signal)
      result = await attempt<Body>(call, built)
    }
    if (!result.success && result.status === NETWORK_FAILURE && mayUseScript(call, built)) result = await attemptByScript<Body>(call, built)
    if (result.success) return result
    if (confirm && isUnconfirmed(result)) {
      const open = fieldProblemsOf(result)
      if (await confirm(open, call.warnings !== undefined)) return request<Body>(confirming(call, open))
      return { ...result, shown: true }
    }
    return report(call, result, built.bearer)
  }

  /** C2: also for a quiet call, whose caller is told of answers and not of this. */
  function buildOrTell(call: RequestCall): ReturnType<typeof build> {
    try {
      return build(call)
    } catch (error) {
      if (error instanceof EngineError) show(error.message)
      throw error
    }
  }

  function build(call: RequestCall): { url: string; init: RequestInit; foreign: boolean; bearer: string | undefined } {
    const { path, values } = buildRequest(call, call.values ?? {})
    const absolute = new URL(baseUrl + path, window.location.href)
    const foreign = absolute.origin !== new URL(baseUrl, window.location.href).origin
    const headers = new Headers({ Accept: 'application/json, application/problem+json, */*' })
    const bearer = call.anonymous ? undefined : (call.token ?? token())
    // A token never leaves for another host, whatever a schema says.
    if (!foreign) addOwnHeaders(headers, call, bearer)

    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value)

    const credentials = !foreign ? 'same-origin' : call.withCredentials ? 'include' : 'omit'
    const init: RequestInit = { method: call.method, headers, credentials, keepalive: call.keepalive }
    if (call.method === 'GET') {
      absolute.search = queryOf(absolute.searchParams, values)
    } else if (call.form) {
      init.body = call.form
    } else if (call.method !== 'DELETE' || Object.keys(values).length > 0) {
      headers.set('Content-Type', 'application/json')
      init.body = JSON.stringify(values)
    }
    return { url: absolute.href, init, foreign, bearer }
  }

  function addOwnHeaders(headers: Headers, call: RequestCall, bearer: string | undefined): void {
    headers.set('X-Requested-With', 'XMLHttpRequest')
    if (appHeader) headers.set(appHeader.name, appHeader.value)
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
    const pageTicket = ticket?.()
    if (pageTicket) headers.set('ticket', pageTicket)
    if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey)
  }

  async function attempt<Body>(call: RequestCall, { url, init, foreign }: ReturnType<typeof build>): Promise<RequestResult<Body>> {
    // A file takes as long as it takes.
    const timeout = foreign && !call.form ? AbortSignal.timeout(FOREIGN_TIMEOUT_MS) : undefined
    const unanswered = call.method === 'GET' && !foreign ? new AbortController() : undefined
    const timer = unanswered && setTimeout(() => unanswered.abort(), ANSWER_WITHIN_MS)
    const signals = [call.signal, timeout, unanswered?.signal].filter((each) => each !== undefined)
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0]
    try {
      const response = await (call.onProgress ? upload : send)(url, { ...init, signal }, call.onProgress)
      clearTimeout(timer)
      if (!foreign) options.onResponse?.(response.headers)
      if (!response.ok) return failureOf(response, await readBody(response))
      const body = call.as === 'response' ? response : await readBody(response)
      return { success: true, message: textIn(body, 'message') ?? '', status: response.status, body: body as Body }
    } catch {
      clearTimeout(timer)
      call.signal?.throwIfAborted()
      const failure = { success: false, status: NETWORK_FAILURE, shown: false } as const
      return unanswered?.signal.aborted
        ? { ...failure, message: messages['request.unanswered'], waited: true }
        : { ...failure, message: messages['request.network'] }
    }
  }

  /** A browser does not tell a refused origin from a dead server, so either leads here. */
  function mayUseScript({ method, as }: RequestCall, { url, foreign }: ReturnType<typeof build>): boolean {
    return foreign && method === 'GET' && as !== 'response' && scriptOrigins.includes(new URL(url).origin)
  }

  async function attemptByScript<Body>(call: RequestCall, { url }: ReturnType<typeof build>): Promise<RequestResult<Body>> {
    try {
      const body = await callByScript(url, { timeoutMs: FOREIGN_TIMEOUT_MS, signal: call.signal })
      return { success: true, message: textIn(body, 'message') ?? '', status: 200, body: body as Body }
    } catch {
      call.signal?.throwIfAborted()
      return { success: false, status: NETWORK_FAILURE, message: messages['request.network'], shown: false }
    }
  }

  function report(call: RequestCall, failure: Failure, bearer: string | undefined): Failure {
    if (failure.status === 401 && !call.anonymous && call.token === undefined) {
      onUnauthorized?.(bearer)
      return { ...failure, shown: onUnauthorized !== undefined }
    }
    if (call.quiet || isSilent(failure)) return failure
    show(failure.message)
    return { ...failure, shown: true }
  }
}

/** E1, E2. Texts of 5xx answers are not for users. */
function failureOf(response: Response, body: unknown): Failure {
  const { status } = response
  const failure = { success: false as const, status, shown: false, code: numberIn(body, 'code'), ...busyFor(response) }
  if (status === 500) return { ...failure, message: messages['request.server'] }
  if (status === 404) return { ...failure, message: messages['request.notFound'], body }
  if (status === 417) return { ...failure, message: textIn(body, 'message') ?? messages['request.server'], body }
  return { ...failure, message: textIn(body, 'error') ?? statusWords(status) ?? messages['request.server'], body }
}

/** How long a busy server asks to wait, where it says so in seconds; HTTP allows a date as well, which is ignored. */
function busyFor({ status, headers }: Response): Pick<Failure, 'retryAfterMs'> {
  const seconds = Number(headers.get('retry-after'))
  return status === 503 && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}
}

/** In ms; undefined where asking again makes no sense. */
function waitBeforeNextTry(result: RequestResult, tries: number): number | undefined {
  if (result.success || result.waited || !PASSING.has(result.status)) return undefined
  const { retryAfterMs } = result
  if (retryAfterMs === undefined) return RETRY_AFTER_MS[tries]
  return tries < BUSY_TRIES ? Math.min(retryAfterMs, MAX_BUSY_WAIT_MS) : undefined
}

/** JSON of any `+json` kind, or plain words about a failure; undefined for an empty or foreign body, such as a proxy's error page. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok && response.status < 500 && type.startsWith('text/plain')) return text.slice(0, MAX_PLAIN_LENGTH) || undefined
  if (!/[/+]json\b/.test(type)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lists are repeated: `status=A&status=B`. */
function queryOf(params: URLSearchParams, values: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value])
      params.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
  }
  return params.toString()
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

/** E2: a refusal that is nobody's to be told. */
export function isSilent({ status, code }: Failure): boolean {
  return status === 417 && code === errorCodes.silent
}

/** Nothing was done yet: the user has first to confirm what the fields of the failure say. */
export function isUnconfirmed({ code }: Pick<Failure, 'code'>): boolean {
  return code === errorCodes.unconfirmed
}

/** Nobody has changed anything: the same request, by its key, has not been answered yet. */
export function isInFlight({ code }: Pick<Failure, 'code'>): boolean {
  return code === errorCodes.inFlight
}

/** The call, whose user has confirmed just these. */
function confirming(call: RequestCall, warnings: readonly FieldProblem[]): RequestCall {
  const keys = warnings.map(({ params }) => String(params?.['key'])).join()
  return { ...call, ...(call.warnings ? { warnings: [] } : {}), headers: { ...call.headers, [confirmedHeader]: keys } }
}

/** As if the server had been asked. */
function notConfirmed(warnings: readonly FieldProblem[]): Failure {
  const message = warnings[0]?.detail ?? ''
  const body = { detail: message, errors: warnings }
  return { success: false, status: 417, code: errorCodes.unconfirmed, message, shown: true, body }
}

/** A failure on its way through code that throws, such as a query. */
export class RequestError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'RequestError'
    this.failure = failure
  }
}

/** @throws RequestError */
export function bodyOrThrow<Body>(result: RequestResult<Body>): Body {
  if (!result.success) throw new RequestError(result)
  return result.body
}

/** The server's problem document, when the failure carries one. */
export function problemOf(result: RequestResult): Problem | undefined {
  if (result.success || typeof result.body !== 'object' || result.body === null) return undefined
  return 'detail' in result.body ? (result.body as Problem) : undefined
}

/** Which fields the server has refused, by Formily address; empty when the failure is about something else. */
export function fieldProblemsOf(result: RequestResult): FieldProblem[] {
  return problemOf(result)?.errors ?? []
}

function textIn(body: unknown, name: string): string | undefined {
  const value = memberOf(body, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberIn(body: unknown, name: string): number | undefined {
  const value = memberOf(body, name)
  return typeof value === 'number' ? value : undefined
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && name in body ? (body as Record<string, unknown>)[name] : undefined
}
