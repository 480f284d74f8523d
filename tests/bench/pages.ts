/** Builds the pages of both contestants as the product is built, and serves them, counting what goes over the wire. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { browserPlan } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { benchScreen, largeScreen } from './plan'

export const contestants = ['handwritten', 'generated'] as const
export type Contestant = (typeof contestants)[number]

/** Writes `<outDir>/<contestant>`: ours with the product's own settings, the hand-written pages with Vite's, which split by route. */
export async function buildPages(root: string, outDir: string, plan: ProductPlan): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  for (const contestant of contestants) {
    await build({
      configFile: contestant === 'generated' && join(root, 'vite.config.ts'),
      root: join(root, 'tests/bench', contestant),
      logLevel: 'warn',
      plugins: contestant === 'generated' ? [compiledBench(plan)] : [react()],
      build: { outDir: join(outDir, contestant), emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 1500 },
    })
  }
}

/** The program that answers and measures inside the pages, or the one that waits for a first page, as one script. */
export async function buildProbe(root: string, name: 'probe' | 'arrival' = 'probe'): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(root, `tests/bench/browser/${name}.ts`), formats: ['iife'], name: 'benchProbe' },
    },
  })
  const [{ output: chunks }] = output as [Rolldown.RolldownOutput]
  return chunks[0].code
}

/** The plans of the measured screens, as the product's build makes plans into modules. */
function compiledBench(plan: ProductPlan): Plugin {
  const modules: Record<string, string> = {
    'virtual:bench-dictionaries': `export const dictionaries = ${asLiteral(plan.dictionaries)}`,
  }
  for (const id of [benchScreen, largeScreen]) {
    const screen = plan.screens[id]
    if (!screen) throw new Error(`There is no screen ${id}`)
    modules[`virtual:bench-screen/${id}`] = `export const screen = ${asLiteral(browserPlan(screen))}`
  }
  return {
    name: 'compiled-bench',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0virtual:bench') ? modules[id.slice(1)] : undefined),
  }
}

function asLiteral(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
}

export interface PageServer {
  url: string
  /** Bytes of JavaScript sent since the last call, as compressed. */
  takeScriptBytes: () => number
  close: () => void
}

const compressed = new Map<string, Promise<Buffer | undefined>>()

/** Everything is compressed here, in the same way, whatever a build has written beside its files. */
function compressedFile(path: string): Promise<Buffer | undefined> {
  let content = compressed.get(path)
  if (!content) {
    content = readFile(path).then(
      (bytes) => brotliCompressSync(bytes),
      () => undefined,
    )
    compressed.set(path, content)
  }
  return content
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Serves a built folder; an address without a file is the page, which routes by itself.
 * @param answers to requests for data, where the pages do not answer them themselves
 */
export async function servePages(folder: string, answers?: (url: URL) => string | undefined): Promise<PageServer> {
  let scriptBytes = 0
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bench')
    const data = answers?.(url)
    if (data !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(data)
    const path = normalize(url.pathname)
    const file = extname(path) === '' ? '/index.html' : path
    const content = await compressedFile(join(folder, file))
    if (!content) return void response.writeHead(404).end()
    if (file.endsWith('.js')) scriptBytes += content.length
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      'content-encoding': 'br',
    })
    response.end(content)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    takeScriptBytes() {
      const bytes = scriptBytes
      scriptBytes = 0
      return bytes
    },
    close: () => void server.close(),
  }
}
