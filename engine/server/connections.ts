/**
 * What Node's own HTTP server would answer by itself, with an empty body or in words of its own: a request that is none, one without a host,
 * one whose headers are too large or too slow, one with an expectation. Here these are answered as every other refusal is.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { dataHeaders } from './responseHeaders'
import { badRequest, headersTooLarge, problemBody, tooSlow, type HttpProblem } from './problem'

/** So long the rest of a broken request is taken in, so that its sender reads the answer before the connection ends. */
const lingerMs = 1_000
const answered = new WeakSet<object>()
/** Requests whose senders wait to be told to go on. */
const waiting = new WeakSet<IncomingMessage>()

/** `clientErrorHandler` of Fastify: the request could not even be read. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (answered.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  answered.add(socket)
  socket.end(responseText(problemOf(error.code)))
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function problemOf(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : badRequest()
}

/** The reason phrase stays empty: nobody is to read it. */
function responseText(problem: HttpProblem): string {
  const traceId = randomUUID()
  const body = JSON.stringify(problemBody(problem, '', traceId))
  const headers = {
    ...dataHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': traceId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} `, ...lines, '', body].join('\r\n')
}

/** Nobody is led elsewhere: Node would end the connection of a `CONNECT` without a word. */
export function refuseTunnels({ server }: Pick<FastifyInstance, 'server'>): void {
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    respondToBrokenRequest(new Error('a tunnel was asked for'), socket)
  })
}

/** Whether the sender holds the body back until he is told to go on, which did not happen. */
export function isHeldBack(request: IncomingMessage): boolean {
  return waiting.has(request)
}

/**
 * `Expect: 100-continue` is answered when the body is about to be read: who is refused before sends none, and the connection ends, because
 * its next bytes might be that body all the same. Another expectation is refused, and so is a request that does not say for which host it is.
 * Node has to be told to leave both to us: `requireHostHeader: false`.
 */
export function takeExpectations(app: FastifyInstance): void {
  const { server } = app
  const unknown = new WeakSet<IncomingMessage>()
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unknown.add(request)
    server.emit('request', request, response)
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (unknown.has(raw) || (raw.httpVersion === '1.1' && raw.headers.host === undefined)) throw badRequest()
  })
  app.addHook('preParsing', async (request, reply) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue()
  })
  app.addHook('onSend', async (request, reply) => {
    if (waiting.has(request.raw)) reply.header('connection', 'close')
  })
}
