import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { bundlerChecks } from './bundlerChecks.ts'

const workerReference = /new URL\(\s*'\.\/(\w+Worker)\.js',\s*import\.meta\.url\s*\)/g

/**
 * A worker thread is started from a file, and Node 20 runs no TypeScript. Server code names its worker as the built file will be
 * called, `new URL('./pgliteWorker.js', import.meta.url)` with `pgliteWorker.ts` beside it, and this plugin makes that name true:
 * in a build the worker becomes an output file of its own beside the others; under vitest, which runs the sources where they lie,
 * it is bundled into `cacheDir` and the expression names that file.
 */
export function workerFiles(cacheDir: string): Plugin {
  let building = false
  return {
    name: 'worker-files',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build'
    },
    transform: {
      filter: { code: workerReference },
      async handler(code, importer) {
        const fileUrls = new Map<string, string>()
        for (const [expression, name] of code.matchAll(workerReference)) {
          const source = join(dirname(importer), `${name}.ts`)
          if (!existsSync(source)) continue
          if (building) {
            this.emitFile({ type: 'chunk', id: source, fileName: `${name}.js` })
          } else {
            this.addWatchFile(source)
            fileUrls.set(expression, `new URL('${pathToFileURL(await bundleWorker(source, cacheDir)).href}')`)
          }
        }
        if (fileUrls.size === 0) return undefined
        return { code: code.replace(workerReference, (expression) => fileUrls.get(expression) ?? expression), map: null }
      },
    },
  }
}

/** The name carries the content's hash and the file appears whole, so test processes that bundle at the same time do not disturb each other. */
async function bundleWorker(source: string, cacheDir: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    build: { ssr: source, write: false, target: 'node20', rolldownOptions: { checks: bundlerChecks, output: { codeSplitting: false } } },
  })
  const [chunk] = (output as Rolldown.RolldownOutput).output
  const file = join(cacheDir, `${chunk.name}-${createHash('sha256').update(chunk.code).digest('hex').slice(0, 12)}.mjs`)
  if (existsSync(file)) return file
  await mkdir(cacheDir, { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, chunk.code)
  await rename(temporary, file)
  return file
}
