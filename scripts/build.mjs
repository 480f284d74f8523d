/**
 * Builds the browser program into dist/web and the server program into dist/server. A build that fails leaves both as they were.
 *   npm run build
 *   npm run build -- --if-changed     do nothing when the sources are those of the last build
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { hashOfSources } from './sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')
const programs = ['web', 'server']
/** Everything that a build reads. */
const sources = ['package-lock.json', 'vite.config.ts', 'scripts/vite', 'engine', 'src', process.env.SCHEMAS_DIR || 'schemas']

await withLock(join(root, 'node_modules/.cache/build.lock'), async () => {
  const stamp = hashOfSources(sources)
  if (process.argv.includes('--if-changed') && (await isBuilt(stamp))) return
  const names = programs.map((program) => `dist/${program}`).join(' and ')
  console.log(`Building ${names} …`)
  const started = performance.now()
  await buildAll()
  await writeFile(stampFile, stamp)
  console.log(`Built ${names} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}).catch((error) => {
  console.error(error.message)
  process.exit(1)
})

/** @param {string} stamp */
async function isBuilt(stamp) {
  if (!programs.every((program) => existsSync(join(dist, program)))) return false
  return (await readFile(stampFile, 'utf8').catch(() => undefined)) === stamp
}

async function buildAll() {
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const fresh = join(dist, '.new')
  const configFile = join(root, 'vite.config.ts')
  await rm(fresh, { recursive: true, force: true })
  await build({ configFile, logLevel: 'warn', build: { outDir: join(fresh, 'web') } })
  await build({ configFile, logLevel: 'warn', build: { outDir: join(fresh, 'server'), ssr: 'src/server/main.ts' } })
  await mkdir(dist, { recursive: true })
  for (const program of programs) {
    await rm(join(dist, program), { recursive: true, force: true })
    await rename(join(fresh, program), join(dist, program))
  }
  await rm(fresh, { recursive: true, force: true })
}
