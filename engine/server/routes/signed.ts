/**
 * Endpoints that systems outside call:
 *
 *   request ──► moment and form of the signature ──► body, at most 64 KB ──► signature ──► JSON ──► limit ──► handler, in one transaction with what
 *                                                                                                            `inbound.received` notes of it
 *
 * Whatever is wrong on the way is a 401 that says nothing of what; the log says it. Until the signature is known to be right the database is not
 * asked, so that strangers cost next to nothing and are not counted: none of them can use up what the system may do.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { problemOf, pathOf, sendError } from '../errorHandler'
import type { ReceivedCall } from '../extensions'
import { isTooDeep } from '../json'
import { type HttpProblem, unauthorized } from '../problem'
import type { WriteContext } from '../record/context'
import { limitRequests } from '../requestLimit'
import { callOf } from '../securityEvents'
import type { Services } from '../services'
import { systemUser } from '../session'
import { isSignedBy, signatureIn } from '../signature'
import { inTransaction, inWrite } from '../write/transaction'
import { jsonType } from './route'

const maxBytes = 65_536
/** Rightly signed calls of one system, from wherever they come: more than any sends, but a secret in wrong hands does not keep the server busy. */
const systemLimit = { max: 600, minutes: 1 }
/** These say that the same may be right later, and nothing of what is there. */
const passing = new Set([408, 409, 429])

interface Caller {
  system: string
  description: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, once its signature was verified. */
    signedBody: string | undefined
  }
}

export function registerSignedRoute(
  app: FastifyInstance,
  services: Services,
  { system, description }: Caller,
  route: Omit<RouteOptions, 'handler'>,
  { respond }: { respond: (request: FastifyRequest, context: WriteContext) => Promise<string> },
): void {
  const { clock, extensions, database } = services
  const secretOf = (): string | undefined => extensions.inbound?.secrets[system]
  // Of several endpoints of a system together.
  const limit = limitRequests(database, { name: `signed ${system}`, ...systemLimit, keyOf: () => system })
  const parseJson = app.getDefaultJsonParser('error', 'error')

  // A context of its own: in it bodies are read by nobody before they are verified.
  void app.register(async (own) => {
    if (!own.hasRequestDecorator('signedBody')) own.decorateRequest('signedBody', undefined)
    own.removeAllContentTypeParsers()
    own.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      const [secret, signature] = [secretOf(), signatureIn(request.headers, clock.now())]
      if (secret === undefined || !signature || !isSignedBy(secret, signature, body))
        return done(unauthorized('the signature is another one'))
      const text = textOf(body)
      if (text === undefined) return done(unauthorized('the body is no UTF-8'))
      request.signedBody = text
      // What is no JSON is refused where it is read, and told as any other call.
      if (isTooDeep(text)) done(null, text)
      else void parseJson(request, text, (error: Error | null, body: unknown) => done(null, error ? text : body))
    })
    own.route({
      ...route,
      config: { ...route.config, signed: system },
      bodyLimit: maxBytes,
      onRequest: async (request) => {
        if (secretOf() === undefined) throw unauthorized(`there is no secret of ${system}`)
        if (!signatureIn(request.headers, clock.now())) throw unauthorized('no signature, or none of now')
      },
      // A request without a body passes by what reads bodies.
      preValidation: async ({ signedBody }) => {
        if (signedBody === undefined) throw unauthorized('there is no body')
      },
      preHandler: limit,
      errorHandler: (error, request, reply) => void sendError(withoutReason(error, request), request, reply),
      handler: (request, reply) => answer(request, reply),
    })
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const begun = performance.now()
    const acting = { ...systemUser, call: callOf(request) }
    const told = (status: number, answered: string, refused?: string): ReceivedCall => ({
      system,
      description,
      method: request.method,
      url: pathOf(request),
      body: request.signedBody ?? '',
      values: isObject(request.body) ? request.body : {},
      status,
      answer: answered,
      ...(refused === undefined ? {} : { refused }),
      costMs: Math.round(performance.now() - begun),
    })
    const done = inWrite(services, acting, async (context) => {
      const answered = await respond(request, context)
      await extensions.inbound?.received(context.tools, told(200, answered))
      return answered
    })
    const response = await done.catch(async (error: unknown) => {
      const problem = problemOf(error, request)
      if (isRefusal(problem))
        await inTransaction(services, acting, async (tools) => extensions.inbound?.received(tools, told(401, '', problem.message)))
      throw error
    })
    return reply.type(jsonType).send(response)
  }
}

/** What is wrong with the call, and stays so. */
function isRefusal({ status }: HttpProblem): boolean {
  return status >= 400 && status < 500 && !passing.has(status)
}

function withoutReason(error: unknown, request: FastifyRequest): unknown {
  const problem = problemOf(error, request)
  if (!isRefusal(problem)) return error
  return unauthorized(problem.extras.reason ?? `${problem.status} ${problem.message}`)
}

function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return undefined
  }
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}
