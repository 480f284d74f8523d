import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dataHeaders } from './responseHeaders'
import { messageText } from './messages'
import type { FieldProblem } from '../core/wire'
import { classifyDatabaseError } from './database/errors'
import { isUnreadable } from './files/parts'
import {
  badRequest,
  fieldProblem,
  HttpProblem,
  invalid,
  methodNotAllowed,
  notFound,
  problemBody,
  refused,
  serverError,
  tooLarge,
  tooMany,
  unavailable,
  unsupportedType,
} from './problem'

/** Responds to every failure with a problem document. An unexpected error is logged with its stack, and the caller gets the trace id alone. */
export function registerErrorHandler(app: FastifyInstance): void {
  const routes = new RouteTable()
  app.addHook('onRoute', (route) => routes.add([route.method].flat(), route.url))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    const allowed = routes.methodsOf(pathOf(request))
    const problem = allowed.length === 0 ? notFound() : methodNotAllowed(request.method, allowed)
    return sendProblem(problem, problem, request, reply)
  })
}

/** Also for requests that are refused before they come to a route, such as broken addresses. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(problemOf(error, request), error, request, reply)
}

/** The path of a request without its query, which may hold secrets. */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  return request.url.split('?', 1)[0] ?? ''
}

function sendProblem(problem: HttpProblem, cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.status >= 500 && !(cause instanceof HttpProblem)) request.log.error({ err: cause }, 'request failed')
  else if (problem.extras.reason) request.log.info({ reason: problem.extras.reason, user: request.user?.id }, 'request refused')
  const { headers, retryAfter } = problem.extras
  // A rate limit has said it already, and more exactly.
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  return reply
    .code(problem.status)
    .headers({ ...dataHeaders, 'x-request-id': request.id, ...headers })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, pathOf(request), request.id)))
}

/** What any error means to the caller. */
export function problemOf(error: unknown, request: Pick<FastifyRequest, 'method'>): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (isUnreadable(error)) return badRequest()
  return fastifyProblem(error as FastifyError, request) ?? databaseProblem(error, request.method) ?? serverError()
}

function fastifyProblem(error: FastifyError, { method }: Pick<FastifyRequest, 'method'>): HttpProblem | undefined {
  if (error.validation) return error.validationContext === 'params' ? notFound() : invalid(error.validation.map(schemaProblem))
  switch (error.statusCode) {
    case 400:
      return badRequest()
    // An address that leads out of the folder of files: there is nothing, as at any other.
    case 403:
    case 404:
    // An id longer than any.
    case 414:
      return notFound()
    case 405:
      return methodNotAllowed(method, [])
    case 413:
      return tooLarge()
    case 415:
      return unsupportedType()
    case 429:
      return tooMany(60)
    case 503:
      return unavailable()
    default:
      return undefined
  }
}

/** One violation of a route's schema. */
function schemaProblem({ instancePath, keyword, params }: NonNullable<FastifyError['validation']>[number]): FieldProblem {
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  const path = [...instancePath.split('/').slice(1), ...(typeof name === 'string' ? [name.slice(0, 40)] : [])].join('.')
  if (keyword === 'required') return fieldProblem(path, 'required', messageText('query.missing', { name: path }))
  if (typeof name === 'string') return fieldProblem(path, 'unknown', messageText('query.unknown-parameter', { name: path }))
  return fieldProblem(path, keyword, messageText('query.wrong-value', { name: path }))
}

/** SQLSTATE map of security.md section 3.1. The write pipeline names the fields of a broken key before it comes here. */
function databaseProblem(error: unknown, method: string): HttpProblem | undefined {
  const { kind } = classifyDatabaseError(error)
  switch (kind) {
    case 'unique':
      return invalid([fieldProblem('', 'unique', messageText('problem.duplicate-key'))])
    case 'reference':
      return refused(messageText(method === 'DELETE' ? 'problem.in-use' : 'problem.key-in-use'))
    case 'missingReference':
      return invalid([fieldProblem('', 'reference', messageText('problem.missing-reference'))])
    case 'check':
      return refused(messageText('problem.broken-check'))
    case 'outOfRange':
      return refused(messageText('problem.out-of-range'))
    case 'notNull':
    case 'invalid':
      return invalid([fieldProblem('', 'type', messageText('problem.invalid'))])
    case 'permission':
      return notFound()
    case 'serialization':
    case 'timeout':
    case 'unavailable':
      return unavailable()
    case 'other':
      return undefined
  }
}

/** Which methods a path has, asked only for paths that no route took. */
class RouteTable {
  readonly #routes: { parts: (string | RegExp)[]; methods: string[] }[] = []

  add(methods: string[], url: string): void {
    this.#routes.push({ parts: url.split('/').map(partOf), methods })
  }

  methodsOf(path: string): string[] {
    const actual = path.split('/')
    const matching = this.#routes.filter(
      ({ parts }) => parts.length === actual.length && parts.every((part, at) => matches(part, actual[at] ?? '')),
    )
    return [...new Set(matching.flatMap((route) => route.methods))].sort()
  }
}

/** `:key` takes anything, `:id(^\\d+$)` what its pattern says. */
function partOf(part: string): string | RegExp {
  return part.startsWith(':') ? new RegExp(/\((.+)\)$/.exec(part)?.[1] ?? '.') : part
}

function matches(part: string | RegExp, actual: string): boolean {
  return typeof part === 'string' ? part === actual : part.test(actual)
}
