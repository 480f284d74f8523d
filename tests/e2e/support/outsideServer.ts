import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

/** A server of somebody else, for as long as the tests of a file run. */
export function serveOutside(origin: string, response: RequestListener): void {
  const server = createServer(response)
  beforeAll(
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(Number(new URL(origin).port), '127.0.0.1', resolve)
      }),
  )
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
}

export function pageAnswer(html: (query: URLSearchParams) => string): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://outside')
    if (pathname !== '/') return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html(searchParams))
  }
}
