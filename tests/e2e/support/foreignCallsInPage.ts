/** Runs in the page (foreignCalls.ts). */
import { createRequest, type RequestResult } from '../../../engine/client/request'
import { callScript } from '../../../engine/client/scriptCall'

export function get(url: string, scriptOrigins: readonly string[]): Promise<RequestResult> {
  return createRequest({ token: () => 'secret', ticket: () => 'secret', show: () => undefined, scriptOrigins })({ method: 'GET', url })
}

export async function script(url: string, timeoutMs: number | undefined): Promise<{ value?: unknown; error?: string; ms: number }> {
  const started = performance.now()
  const passed = (): number => performance.now() - started
  return callScript(url, { timeoutMs }).then(
    (value) => ({ value, ms: passed() }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error), ms: passed() }),
  )
}
