/**
 * Installs the dependencies when they are not those of package-lock.json; otherwise does nothing and says nothing. Runs before
 * `npm start`, `npm test`, `npm run dev` and `npm run build`, so nobody has to know about it. Uses nothing but Node.
 *   node scripts/install.mjs
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, noteInstalled } from './installed.mjs'
import { withLock } from './lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const oldest = { major: 20, minor: 19 }

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
  console.error(`Node.js ${oldest.major}.${oldest.minor} or newer is needed; this is ${process.versions.node}. See https://nodejs.org/`)
  process.exit(1)
}

if (!(await isInstalled(root))) {
  await withLock(join(root, '.install-lock'), async () => {
    // Another command may have installed while this one waited.
    if (await isInstalled(root)) return
    console.log('Installing dependencies…')
    await install()
    await noteInstalled(root)
  }).catch((error) => {
    console.error(`The dependencies could not be installed: ${error.message}`)
    process.exit(1)
  })
}

/** @returns {Promise<void>} */
function install() {
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const options = { cwd: root, env: withoutProductionMode(process.env), stdio: /** @type {const} */ ('inherit') }
  const child = npm?.endsWith('js')
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => (code === 0 ? resolve() : reject(new Error(`npm ci ended with ${signal ?? `code ${code}`}`))))
  })
}

/**
 * The build needs the development dependencies also where the product runs in production, and npm would leave them out.
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutProductionMode(environment) {
  const omitting = /^(node_env|npm_config_(omit|only|production|include|dev|also))$/i
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !omitting.test(name)))
}
