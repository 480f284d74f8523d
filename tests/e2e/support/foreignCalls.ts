import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { RequestResult } from '../../../engine/client/request'
import type { Visitor } from './visitor'

/** The engine's calls to servers of others, made from a page of the product under its own content policy. No screen makes one yet. */
export interface ForeignCalls {
  /** By the request wrapper, with a token that must not leave. */
  get: (url: string) => Promise<RequestResult>
  script: (url: string, timeoutMs?: number) => Promise<{ value?: unknown; error?: string; ms: number }>
}

interface WithCalls {
  calls: typeof import('./foreignCallsInPage')
}

let source: Promise<string> | undefined

export async function foreignCalls({ page }: Visitor, scriptOrigins: string[]): Promise<ForeignCalls> {
  source ??= bundled()
  await page.evaluate(await source)
  return {
    get: (url) =>
      page.evaluate(([target, origins]) => (window as unknown as WithCalls).calls.get(target, origins), [url, scriptOrigins] as const),
    script: (url, timeoutMs) =>
      page.evaluate(([target, limit]) => (window as unknown as WithCalls).calls.script(target, limit), [url, timeoutMs] as const),
  }
}

async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL('foreignCallsInPage.ts', import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'calls', fileName: 'calls' } },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('Vite has built nothing')
  return `${chunk.code}\nglobalThis.calls = calls`
}
