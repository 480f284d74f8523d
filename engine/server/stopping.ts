import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long requests that are under way may take when the server stops. */
const usualGraceMs = 3_000

/**
 * Lets a server stop soon, whatever its clients do: connections on which nothing is being answered are closed at once, also those that
 * have sent a part of a request's head and those that have sent nothing yet; the others as soon as they are answered, and all of them
 * when the time is over, as that of an upload that never ends. Node itself would wait for each of them for minutes.
 */
export function endConnections(app: FastifyInstance, graceMs = usualGraceMs): void {
  const { server } = app
  /** Requests that are being answered, by connection. */
  const answering = new Map<Socket, number>()
  let stops = false

  server.on('connection', (socket: Socket) => {
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const count = (more: number): number => {
      const requests = (answering.get(socket) ?? 0) + more
      if (!socket.destroyed) answering.set(socket, requests)
      return requests
    }
    count(1)
    response.once('close', () => {
      if (count(-1) === 0 && stops) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    if (!server.listening) return
    stops = true
    for (const [socket, requests] of answering) if (requests === 0) socket.destroy()
    const limit = setTimeout(() => server.closeAllConnections(), graceMs)
    server.once('close', () => clearTimeout(limit))
  })
}
