/**
 * Builds what has changed and starts the product. With NODE_ENV=production it starts empty and asks for its configuration, otherwise
 * in demo mode with demo data and accounts; DEMO=0 or DEMO=1 says it outright. The README lists the other settings.
 *   npm start
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

// In a process of its own: the build tools take memory that the server would keep for ever.
const build = spawnSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

if (process.env.NODE_ENV !== 'production') {
  process.env.DEMO ??= '1'
  // Whoever tries it out reads one line; an installation keeps a log.
  process.env.LOG_LEVEL ??= 'warn'
}
process.setSourceMapsEnabled(true)
const server = new URL('../dist/server/main.js', import.meta.url)
await import(server.href)
