import type { OutsideRequest, OutsideResponse, Provider } from './provider'

/** Who has not answered by then is tried again later. */
const timeoutMs = 15_000
/** More of a response is of no use to anybody. */
const maxBytes = 200_000

/** A system at an address; what it is asked carries the key as a bearer token. */
export function httpProvider(address: string, key?: string): Provider {
  return {
    address,
    async call({ method, path, body, requestNo }: OutsideRequest): Promise<OutsideResponse> {
      const begun = performance.now()
      const costMs = (): number => Math.round(performance.now() - begun)
      try {
        const response = await fetch(address + path, {
          method,
          headers: {
            accept: 'application/json',
            'idempotency-key': requestNo,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          },
          ...(body === undefined ? {} : { body }),
          // The key is for this address alone.
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { httpStatus: response.status, body: await textOf(response), costMs: costMs() }
      } catch (error) {
        return { body: '', error: reasonOf(error), costMs: costMs() }
      }
    },
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    const piece = chunk as Uint8Array
    chunks.push(piece)
    size += piece.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `${timeoutMs / 1000} 秒内没有响应`
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return cause === '' ? error.message : cause
}
