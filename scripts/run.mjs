/**
 * Runs a script written in TypeScript, with everything it imports from engine/ and src/, worker threads included.
 *   node scripts/run.mjs scripts/generate.ts --check
 */
import { rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [node = process.execPath, , script, ...args] = process.argv

if (script === undefined) {
  console.error('Which script? For example: node scripts/run.mjs scripts/generate.ts --check')
  process.exit(1)
}
await runScript(resolve(script), args)

/**
 * @param {string} file
 * @param {string[]} scriptArgs
 */
async function runScript(file, scriptArgs) {
  const { build } = await import('vite')
  const name = basename(file, '.ts')
  // One folder per run: two runs of a script may overlap, and a worker is read from it when it starts.
  const outDir = join(root, 'node_modules/.cache/scripts', `${name}-${process.pid}`)
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))

  // Vite calls it production when nothing is said; to a script that starts the server it would say that this is no demo.
  const mode = process.env.NODE_ENV
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { ssr: file, outDir } })
  if (mode === undefined) delete process.env.NODE_ENV

  process.chdir(root)
  process.argv = [node, file, ...scriptArgs]
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(outDir, `${name}.js`)).href)
}
