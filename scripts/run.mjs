/**
 * Runs a script written in TypeScript, with everything it imports from engine/ and src/, worker threads included.
 *   node scripts/run.mjs scripts/generate.ts --check
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import './install.mjs'
import { removeOld } from './removeOld.mjs'
import { hashOfSources } from './sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/scripts')
/** Everything that a script may import. */
const sources = ['package-lock.json', 'vite.config.ts', 'scripts', 'engine', 'src', 'tests']
const [node = process.execPath, , script, ...args] = process.argv

if (script === undefined) {
  console.error('Which script? For example: node scripts/run.mjs scripts/generate.ts --check')
  process.exit(1)
}
// Most scripts are short: the embedded database is compiled the quick way, and its busiest parts anew only when they have run ten times
// as long as usual. That was a sixth of what `db:verify` takes.
setFlagsFromString('--wasm-tiering-budget=18000000')
await runScript(resolve(script), args)

/**
 * @param {string} file
 * @param {string[]} scriptArgs
 */
async function runScript(file, scriptArgs) {
  const program = await built(file)
  process.chdir(root)
  process.argv = [node, file, ...scriptArgs]
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(program).href)
}

/**
 * The program of a script, built unless the last one was of the same sources. The commands of the database, which share nearly all that they
 * import, are built together in the time of one.
 *
 * @param {string} file
 * @returns {Promise<string>}
 */
async function built(file) {
  const name = basename(file, '.ts')
  const isOfDatabase = (/** @type {string} */ path) => /[\\/]scripts[\\/]db-\w+\.ts$/.test(path)
  const files = isOfDatabase(file) ? (await readdir(dirname(file))).map((each) => join(dirname(file), each)).filter(isOfDatabase) : [file]
  const folder = join(cache, `${isOfDatabase(file) ? 'db' : name}-${hashOfSources(sources).slice(0, 16)}`)
  const program = join(folder, `${name}.js`)
  if (existsSync(program)) {
    await utimes(folder, new Date(), new Date())
    return program
  }
  const fresh = join(cache, `${name}-${process.pid}`)
  // Vite calls it production when nothing is said; to a script that starts the server it would say that this is no demo.
  const mode = process.env.NODE_ENV
  const { build } = await import('vite')
  const rolldownOptions = { input: Object.fromEntries(files.map((each) => [basename(each, '.ts'), each])) }
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { ssr: true, outDir: fresh, rolldownOptions } })
  if (mode === undefined) delete process.env.NODE_ENV
  // Another run may have made the same meanwhile.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  // Not one that runs, which reads its workers from its folder.
  await removeOld(cache, 1)
  return program
}
