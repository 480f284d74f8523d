/**
 * Starts the product for development: a change of a page or a schema shows in the browser at once, a change of the server restarts it.
 * PORT is the port of the pages; the server behind them takes a free one.
 *   npm run dev
 */
import { spawn } from 'node:child_process'
import { statSync, watch } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer } from 'vite'
import { freePort } from './freePort.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const configFile = join(root, 'vite.config.ts')
/** As deep as dist/server, so that a path relative to the program means the same. */
const serverFolder = join(root, 'dist/dev-server')
const serverPaths = ['/api', '/login', '/uccas', '/ucmanage', '/userLogin', '/file']

process.chdir(root)
process.env.NODE_ENV ??= 'development'
const serverPort = await freePort()

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
let stopping = false
/** Restarts one after the other: the next server can open the database only when the last one has closed it. */
let restarts = Promise.resolve()
/** @type {NodeJS.Timeout | undefined} */
let pendingRestart

const pages = await createServer({
  configFile,
  plugins: [{ name: 'wait-for-server', configureServer: ({ middlewares }) => void middlewares.use(waitForServer) }],
  server: { port: Number(process.env.PORT ?? 5173), proxy: Object.fromEntries(serverPaths.map((path) => [path, toServer()])) },
})
await pages.listen().catch((error) => {
  // A mistake in a schema, said with its place.
  console.error(error.message)
  process.exit(1)
})
pages.printUrls()

const watcher = await build({
  configFile,
  logLevel: 'warn',
  mode: 'development',
  build: { ssr: 'src/server/main.ts', outDir: serverFolder, watch: {} },
})
if (!('on' in watcher)) throw new Error('Vite did not watch the sources of the server')
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') restartSoon()
})
const schemas = watch(join(root, 'schemas'), { recursive: true }, restartSoon)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
// Vite also listens to SIGTERM and may end this process first.
process.once('exit', () => server?.kill('SIGTERM'))

/** One save of an editor is several events, and a schema may be part of the bundle too. */
function restartSoon() {
  clearTimeout(pendingRestart)
  pendingRestart = setTimeout(() => {
    restarts = restarts.then(restart)
  }, 200)
}

async function restart() {
  await endServer()
  if (stopping) return
  const environment = { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1', DEMO: process.env.DEMO ?? '1' }
  server = spawn(process.execPath, ['--enable-source-maps', join(serverFolder, 'main.js')], { stdio: 'inherit', env: environment })
}

/** @returns {Promise<void>} */
function endServer() {
  const running = server
  server = undefined
  if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    running.once('exit', () => resolve())
    running.kill('SIGTERM')
  })
}

async function stop() {
  stopping = true
  clearTimeout(pendingRestart)
  schemas.close()
  await restarts
  await Promise.all([endServer(), pages.close(), /** @type {{ close(): Promise<void> }} */ (watcher).close()])
  process.exit(0)
}

/**
 * Lets a request of a page wait while the server restarts; it would fail otherwise.
 *
 * @type {import('vite').Connect.NextHandleFunction}
 */
async function waitForServer(request, _response, next) {
  const patience = 150
  if (serverPaths.some((path) => request.url?.startsWith(path)) && !isPage(request)) {
    for (let attempt = 0; attempt < patience && !(await isListening()); attempt += 1) await sleep(200)
  }
  next()
}

/** @returns {Promise<boolean>} */
function isListening() {
  return new Promise((resolve) => {
    const probe = connect(serverPort, '127.0.0.1')
    probe.once('error', () => resolve(false))
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
  })
}

/** @returns {import('vite').ProxyOptions} */
function toServer() {
  return {
    target: `http://127.0.0.1:${serverPort}`,
    // /login is a page when a browser opens it, and src/app/login/ holds modules that the browser loads.
    bypass: (request) => (isPage(request) ? request.url : undefined),
  }
}

/** @param {import('node:http').IncomingMessage} request */
function isPage({ method, headers, url = '/' }) {
  if (method !== 'GET') return false
  const { pathname } = new URL(url, 'http://localhost')
  if (statSync(join(root, 'src/app', decodeURI(pathname)), { throwIfNoEntry: false })?.isFile()) return true
  return pathname === '/login' && (headers.accept?.includes('text/html') ?? false)
}
