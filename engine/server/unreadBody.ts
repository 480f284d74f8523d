import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isHeldBack } from './connections'

/** More than the largest upload with all that goes with it: what is longer than that is not listened to. */
const MAX_UNREAD_BYTES = 67_108_864
/** Who sends slower than this is not waited for. */
const MAX_UNREAD_MS = 30_000

/**
 * A request may be refused before its body has arrived: a file for its name, a stranger's, one too many. Most senders look at the answer
 * only when they have sent everything, and would never see it if nobody took the rest; a proxy that keeps the connection would find it
 * dead with the next request. So the rest is read and thrown away before the answer is sent, within bounds; beyond them the connection
 * is closed with the answer.
 */
export function readUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!hasBody(raw) || isHeldBack(raw) || raw.complete || raw.readableEnded || raw.destroyed) return
    // Whoever refused it may have asked for that; it would reset the connection under a sender, who then sees no answer at all.
    reply.removeHeader('connection')
    if (!(await throwAway(raw))) reply.header('connection', 'close')
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether the end has come. */
function throwAway(request: IncomingMessage): Promise<boolean> {
  let bytes = 0
  // Whoever read it before does so no longer, and holds it up.
  request.unpipe()
  return new Promise((resolve) => {
    const finish = (ended: boolean): void => {
      clearTimeout(limit)
      request.off('data', count).off('end', end).off('close', lost)
      resolve(ended)
    }
    const end = (): void => finish(true)
    const lost = (): void => finish(false)
    const count = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > MAX_UNREAD_BYTES) finish(false)
    }
    const limit = setTimeout(lost, MAX_UNREAD_MS)
    request.on('data', count).once('end', end).once('close', lost).resume()
  })
}
