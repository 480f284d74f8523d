import { problem, type SampleAnswer, type SampleCall } from '../../../engine/playground/sample/sampleServer'

/** What a page has sent, as the sample server takes it. */
export async function callOf(input: RequestInfo | URL, init?: RequestInit): Promise<SampleCall> {
  const request = new Request(input, init)
  const { pathname, searchParams } = new URL(request.url)
  const query = Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
  const isJson = request.method !== 'GET' && request.headers.get('content-type')?.includes('json') === true
  const body: unknown = isJson ? await request.json() : undefined
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return { method: request.method, path: pathname, query, ...(isObject ? { body: body as Record<string, unknown> } : {}) }
}

/** An answer as a response; without one the address is unknown. */
export function responseOf(answer: SampleAnswer | undefined, path: string): Response {
  const { status, body } = answer ?? problem(404, path)
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  })
}
