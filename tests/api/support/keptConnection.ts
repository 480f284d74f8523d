import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { patience } from '../../patience'

/** What comes of one request on a connection; `lost`: the connection was closed, or nothing came in time. */
export interface Heard {
  status: number | 'lost'
  text: string
}

export interface Spoken {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer
}

/** One connection that is kept, spoken to byte by byte. */
export interface KeptConnection {
  /** Sends all of it before anything of the answer is looked at, as senders do that know no better. */
  say(spoken: Spoken): Promise<Heard>
  close(): void
}

export async function keepConnection(address: string): Promise<KeptConnection> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return {
    async say({ method, path, headers = {}, body = Buffer.alloc(0) }) {
      const allHeaders = { host: `${hostname}:${port}`, 'content-length': String(body.length), ...headers }
      const head = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.pause()
      const isSent = await inTime(sent(socket, `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`, body))
      const heard = isSent ? await inTime(answer(socket)) : undefined
      return heard ?? { status: 'lost', text: isSent ? 'no answer' : 'not all of it was taken' }
    },
    close: () => void socket.destroy(),
  }
}

function sent(socket: Socket, head: string, body: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve(false)
    socket.once('close', () => resolve(false))
    // Not put together first: a large body would be copied for each request.
    socket.write(head)
    socket.write(body, (error) => resolve(!error))
  })
}

/** The next answer of a connection; all of them say their length. */
async function answer(socket: Socket): Promise<Heard | undefined> {
  let bytes = Buffer.alloc(0)
  return new Promise((resolve) => {
    const finish = (heard: Heard | undefined): void => {
      socket.off('data', more).off('close', gone)
      resolve(heard)
    }
    const gone = (): void => finish(undefined)
    const more = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = bytes.toString('latin1', 0, end)
      const text = textOf(head, bytes.subarray(end + 4))
      if (text !== undefined) finish({ status: Number(head.split(' ', 2)[1]), text })
    }
    socket.on('data', more).once('close', gone).resume()
    if (socket.destroyed) gone()
  })
}

/** Undefined while there is more to come. */
function textOf(head: string, body: Buffer): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return body.length < Number(length) ? undefined : body.toString()
  // In chunks, as a proxy may send it on.
  return body.subarray(-5).toString() === '0\r\n\r\n' ? body.toString().replace(/(^|\r\n)[0-9a-f]+\r\n/g, '') : undefined
}

function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined).unref())])
}

/** A proxy in front of the product that has one connection to it and keeps it. */
export interface Proxy {
  address: string
  close(): void
}

export async function startProxy(to: string): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const onward = ask(`${to}${url}`, { agent, headers, ...(method === undefined ? {} : { method }) }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}
