/**
 * Refusals of the server as RFC 9457 problems. Code that refuses throws an `HttpProblem`; the error handler turns it, and every other
 * failure, into the one body that clients read (design.md section 6, security.md section 3.1).
 */
import { messageText, type ServerCode } from './messages'
import { errorCodes, type EffectsResponse, type FieldProblem, type Problem } from '../core/wire'

export { fieldProblem } from '../core/record/problems'

const MAX_FIELD_PROBLEMS = 50
/** Each has to be read, and its key sent back. */
const MAX_WARNINGS = 200

interface Extras {
  errors?: FieldProblem[]
  current?: Problem['current']
  effects?: EffectsResponse
  params?: Record<string, unknown>
  /** Seconds. */
  retryAfter?: number
  headers?: Record<string, string>
  /** For the log only, e.g. which permission was missing. */
  reason?: string
}

export class HttpProblem extends Error {
  readonly status: number
  readonly code: number
  /** Last part of the problem's type. */
  readonly kind: string
  readonly extras: Extras

  constructor(status: number, code: number, kind: string, detail: string, extras: Extras = {}) {
    super(detail)
    this.name = 'HttpProblem'
    this.status = status
    this.code = code
    this.kind = kind
    this.extras = extras
  }
}

export function badRequest(detail: string = messageText('problem.bad-request')): HttpProblem {
  return new HttpProblem(400, errorCodes.badRequest, 'bad-request', detail)
}

export function keyRequired(): HttpProblem {
  return new HttpProblem(400, errorCodes.keyRequired, 'key-required', messageText('problem.key-required'))
}

/** `reason` is for the log; the caller does not learn it. */
export function unauthorized(reason?: string): HttpProblem {
  const headers = { 'www-authenticate': 'Bearer' }
  const extras = { headers, ...(reason === undefined ? {} : { reason }) }
  return new HttpProblem(401, errorCodes.unauthorized, 'unauthorized', messageText('problem.unauthorized'), extras)
}

/** `missing` names the right for the log; the caller does not learn it. */
export function forbidden(missing: string): HttpProblem {
  return new HttpProblem(403, errorCodes.forbidden, 'forbidden', messageText('problem.forbidden'), { reason: `missing ${missing}` })
}

/** The account looks at the product as somebody else sees it. */
export function onlyLooking(): HttpProblem {
  return new HttpProblem(403, errorCodes.forbidden, 'only-looking', messageText('problem.only-looking'))
}

/** The password is one that somebody else has set. */
export function passwordFirst(): HttpProblem {
  return new HttpProblem(403, errorCodes.forbidden, 'password-first', messageText('problem.password-first'))
}

/** The same for an unknown route, an absent record and one that the caller may not see. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, errorCodes.notFound, 'not-found', messageText('problem.not-found'))
}

export function methodNotAllowed(method: string, allowed: string[]): HttpProblem {
  const detail = messageText('problem.method-not-allowed', { method })
  return new HttpProblem(405, errorCodes.methodNotAllowed, 'method-not-allowed', detail, { headers: { allow: allowed.join(', ') } })
}

/** The request did not arrive in time. */
export function tooSlow(): HttpProblem {
  return new HttpProblem(408, errorCodes.tooSlow, 'too-slow', messageText('problem.too-slow'))
}

export function headersTooLarge(): HttpProblem {
  return new HttpProblem(431, errorCodes.headersTooLarge, 'headers-too-large', messageText('problem.headers-too-large'))
}

/** The record was changed since it was read. */
export function stale(current: NonNullable<Problem['current']>): HttpProblem {
  const { updatedBy } = current
  const text = updatedBy === '' ? messageText('problem.stale-unnamed') : messageText('problem.stale', { updatedBy })
  return new HttpProblem(409, errorCodes.stale, 'stale', text, { current })
}

/** The same idempotency key is still being worked on. */
export function inFlight(): HttpProblem {
  return new HttpProblem(409, errorCodes.inFlight, 'in-flight', messageText('problem.in-flight'), { retryAfter: 1 })
}

/** A newer dry run of the same user has taken its place. */
export function superseded(): HttpProblem {
  return new HttpProblem(409, errorCodes.superseded, 'superseded', messageText('problem.superseded'))
}

/** What would be booked is no longer what was shown before it was confirmed. */
export function previewChanged(effects: EffectsResponse): HttpProblem {
  return new HttpProblem(409, errorCodes.previewChanged, 'preview-changed', messageText('problem.preview-changed'), { effects })
}

/** What was tried is not possible in the record's state. */
export function wrongState(detail: string): HttpProblem {
  return new HttpProblem(417, errorCodes.wrongState, 'wrong-state', detail)
}

/** A business rule says no; `code` is the product's number (1005xx), `params` the figures that `detail` shows. */
export function refused(
  detail: string = messageText('problem.refused'),
  code: number = errorCodes.refused,
  params?: Record<string, unknown>,
): HttpProblem {
  return new HttpProblem(417, code, 'refused', detail, { params })
}

/** All of it may be done, but first the user has to confirm what `warnings` say. */
export function unconfirmed(warnings: FieldProblem[], params?: Extras['params']): HttpProblem {
  return new HttpProblem(417, errorCodes.unconfirmed, 'unconfirmed', warnings[0]?.detail ?? messageText('problem.refused'), {
    errors: warnings.slice(0, MAX_WARNINGS),
    ...(params ? { params } : {}),
  })
}

export function tooLarge(detail: string = messageText('problem.too-large')): HttpProblem {
  return new HttpProblem(413, errorCodes.tooLarge, 'too-large', detail)
}

export function unsupportedType(text = messageText('problem.unsupported-type')): HttpProblem {
  return new HttpProblem(415, errorCodes.unsupportedType, 'unsupported-type', text)
}

/** Fields that are wrong; the first one's text is what a reader without field marks sees. A `unique` among them makes it a duplicate. */
export function invalid(errors: FieldProblem[]): HttpProblem {
  const duplicate = errors.some((error) => error.rule === 'unique')
  const detail = errors[0]?.detail ?? messageText('problem.invalid')
  const shown = errors.slice(0, MAX_FIELD_PROBLEMS)
  return duplicate
    ? new HttpProblem(422, errorCodes.duplicate, 'duplicate', detail, { errors: shown })
    : new HttpProblem(422, errorCodes.invalid, 'invalid', detail, { errors: shown })
}

/** The key was used with another body. */
export function keyReused(): HttpProblem {
  return new HttpProblem(422, errorCodes.invalid, 'key-reused', messageText('problem.key-reused'))
}

/** @param retryAfter seconds */
export function tooMany(retryAfter: number, detail: string = messageText('problem.too-many')): HttpProblem {
  return new HttpProblem(429, errorCodes.tooMany, 'too-many', detail, { retryAfter })
}

/** @param retryAfter seconds */
export function unavailable(retryAfter = 1, detail: string = messageText('problem.unavailable')): HttpProblem {
  return new HttpProblem(503, errorCodes.unavailable, 'unavailable', detail, { retryAfter })
}

export function serverError(): HttpProblem {
  return new HttpProblem(500, errorCodes.server, 'server', messageText('problem.server'))
}

/** In the language of its reader, as every text of an answer. */
const titles: Record<number, ServerCode> = {
  400: 'title.bad-request',
  401: 'title.unauthorized',
  403: 'title.forbidden',
  404: 'title.not-found',
  405: 'title.method-not-allowed',
  408: 'title.too-slow',
  409: 'title.conflict',
  413: 'title.too-large',
  415: 'title.unsupported-type',
  417: 'title.refused',
  422: 'title.invalid',
  429: 'title.too-many',
  431: 'title.headers-too-large',
  503: 'title.unavailable',
}

/** The body of the answer. `instance` is the request's path without its query, which may hold secrets. */
export function problemBody(problem: HttpProblem, instance: string, traceId: string): Problem {
  const { errors, current, effects, params, retryAfter } = problem.extras
  const detail = problem.message
  return {
    type: `/problems/${problem.kind}`,
    title: messageText(titles[problem.status] ?? 'title.server'),
    status: problem.status,
    detail,
    instance,
    code: problem.code,
    message: detail,
    error: detail,
    errorMessage: detail,
    traceId,
    errors,
    current,
    effects,
    params,
    retryAfter,
  }
}
