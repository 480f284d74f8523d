import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface RoundRobin {
  address: string
  close(): void
}

/** A proxy that hands each request to the next of several servers, and on to the one after it where nobody listens any more. */
export async function startRoundRobin(servers: readonly string[]): Promise<RoundRobin> {
  let next = 0
  const proxy = createServer((request, response) => void passOn(request, response, servers, next++))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

async function passOn(request: IncomingMessage, response: ServerResponse, servers: readonly string[], first: number): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  const sender = [request.headers['x-forwarded-for'], request.socket.remoteAddress].flat().filter(Boolean).join(', ')
  const headers = { ...request.headers, 'x-forwarded-for': sender }
  for (let tried = 0; tried < servers.length; tried++) {
    const onward = ask(`${servers[(first + tried) % servers.length]}${url}`, { method, headers })
    onward.end(body)
    try {
      const [answered] = (await once(onward, 'response')) as [IncomingMessage]
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
      return
    } catch (error) {
      // Only what nobody has heard may be said again.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break
    }
  }
  response.writeHead(502).end()
}
