/**
 * Starts the product for development. A changed page or schema shows in the browser at once, forms keep what is typed; a changed schema or
 * server restarts the server behind the pages. While schemas are broken, or ask for tables that no migration makes, the last server goes on
 * and it is said what to do. Editors propose the names of the schemas as they are after each edit. PORT is the port of the pages, the server takes
 * a free one; SCHEMAS_DIR names other schemas.
 *   npm run dev
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer, runnerImport } from 'vite'
import { freePort } from './freePort.mjs'
import { serverPaths } from './serverPaths.mjs'
import { waitForServer } from './waitForServer.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const configFile = join(root, 'vite.config.ts')
/** As deep as dist/server, so that a path relative to the program means the same. */
const serverFolder = join(root, 'dist/dev-server')
/** What the server reads: the schemas as they could last be served, whatever is being written while it starts. */
const servedSchemas = join(root, 'dist/dev-schemas')

process.chdir(root)
process.env.NODE_ENV ??= 'development'
// A line for each request would hide what is said of schemas.
process.env.LOG_LEVEL ??= 'warn'
const serverPort = await freePort()

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
let stopping = false
/** Restarts one after the other: the next server can open the database only when the last one has closed it. */
let restarts = Promise.resolve()
/** Restarts that have not begun: of several only the last one is made. */
let queued = 0
/** No server is being stopped or started. */
let isServing = false
/** Requests of pages that the server has and has not answered. */
let underWay = 0
/** @type {NodeJS.Timeout | undefined} */
let pendingRestart
/** @type {NodeJS.Timeout | undefined} */
let pendingEditor
/** There is a server program to start. */
let isBuilt = false
/** @type {import('./vite/schemas.ts').CompiledSchemas['files'] | undefined} Of the last state that can be served. */
let servable
/** Counts the states of the schemas: an answer about an older one is of no interest. */
let states = 0
/** @type {import('./vite/schemas.ts').CompiledSchemas | undefined} */
let lastCompiled

/** @type {{ module: typeof import('./behindSchemas.ts') }} */
const { module: checks } = await runnerImport(join(root, 'scripts/behindSchemas.ts'), { configFile: false, logLevel: 'error' })
/** @type {{ module: typeof import('./editor/writeEditorSchemas.ts') }} */
const { module: editor } = await runnerImport(join(root, 'scripts/editor/writeEditorSchemas.ts'), { configFile: false, logLevel: 'error' })
/** @type {{ module: typeof import('./vite/saveSchema.ts') }} */
const { module: saves } = await runnerImport(join(root, 'scripts/vite/saveSchema.ts'), { configFile: false, logLevel: 'error' })
const savedFolder = { root, directory: process.env.SCHEMAS_DIR || 'schemas' }
const pages = await createServer({
  configFile,
  plugins: [
    { name: 'save-schemas', configureServer: ({ middlewares }) => void middlewares.use('/__schemas/save', saves.saving(savedFolder)) },
    { name: 'wait-for-server', configureServer: ({ middlewares }) => void middlewares.use(passToServer) },
    {
      name: 'follow-schemas',
      configureServer({ config }) {
        schemasOf(config).onCompiled((compiled) => void follow(compiled))
        schemasOf(config).onRead(refreshEditor)
      },
    },
  ],
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
  if (event.code === 'BUNDLE_END') {
    isBuilt = true
    restartSoon()
  }
})
// A migration that was written is what the server may have waited for.
const migrations = watch(join(root, 'src/server/migrations'), () => void (lastCompiled && follow(lastCompiled)))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
// Vite also listens to SIGTERM and may end this process first.
process.once('exit', () => server?.kill('SIGTERM'))

/**
 * After the pages: nobody waits for what is proposed next.
 *
 * @param {readonly import('../engine/spec/schemaFiles.ts').SchemaFile[]} files
 */
function refreshEditor(files) {
  // Editors read the files of the repository, whose names are not those of other schemas.
  if (process.env.SCHEMAS_DIR) return
  clearTimeout(pendingEditor)
  pendingEditor = setTimeout(() => editor.writeEditorSchemas(root, files), 500)
}

/** @param {import('vite').ResolvedConfig} config @returns {import('./vite/schemas.ts').SchemasApi} */
function schemasOf({ plugins }) {
  return plugins.find(({ name }) => name === 'schemas')?.api
}

/**
 * The schemas were compiled, or have mistakes, which are said by the plugin.
 *
 * @param {import('./vite/schemas.ts').CompiledSchemas | undefined} compiled
 */
async function follow(compiled) {
  states += 1
  const state = states
  lastCompiled = compiled
  const why = compiled && (await checks.behindSchemas(compiled.plan))
  if (state !== states) return
  if (why !== undefined) {
    console.error(server ? `${why}。在此之前服务端保持原状，页面已按新模式显示` : why)
    pages.ws.send('server:behind', { why })
  }
  if (compiled && why === undefined) {
    servable = compiled.files
    restartSoon()
  }
}

/** One save of an editor is several events, and a schema may be part of the bundle too. */
function restartSoon() {
  clearTimeout(pendingRestart)
  pendingRestart = setTimeout(() => {
    queued += 1
    restarts = restarts.then(() => {
      queued -= 1
      return queued === 0 ? restart() : undefined
    })
  }, 200)
}

async function restart() {
  if (!isBuilt || !servable) return
  writeSchemas(servable)
  const isFirst = server === undefined
  isServing = false
  // A request that is on its way would meet a closed port; one that takes more than ten seconds is for the server to end.
  for (let attempt = 0; attempt < 500 && underWay > 0; attempt += 1) await sleep(20)
  await endServer()
  if (stopping) return
  const environment = {
    ...process.env,
    PORT: String(serverPort),
    HOST: '127.0.0.1',
    DEMO: process.env.DEMO ?? '1',
    PLAYGROUND: process.env.PLAYGROUND ?? '1',
    SERVE_PAGES: '0',
    SCHEMAS_DIR: servedSchemas,
  }
  const started = spawn(process.execPath, ['--enable-source-maps', join(serverFolder, 'main.js')], { stdio: 'inherit', env: environment })
  server = started
  const isWanted = () => !stopping && queued === 0 && isAlive(started)
  while (isWanted() && !(await isListening())) await sleep(100)
  if (!isWanted()) return
  isServing = true
  // Pages ask again for what they show.
  if (!isFirst) pages.ws.send('server:ready', {})
}

/** @param {import('./vite/schemas.ts').CompiledSchemas['files']} files */
function writeSchemas(files) {
  rmSync(servedSchemas, { recursive: true, force: true })
  for (const { path, text } of files) {
    const file = join(servedSchemas, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** @returns {Promise<void>} */
function endServer() {
  const running = server
  server = undefined
  if (!running || !isAlive(running)) return Promise.resolve()
  return new Promise((resolve) => {
    running.once('exit', () => resolve())
    running.kill('SIGTERM')
  })
}

async function stop() {
  stopping = true
  clearTimeout(pendingRestart)
  clearTimeout(pendingEditor)
  migrations.close()
  await restarts
  await Promise.all([endServer(), pages.close(), /** @type {{ close(): Promise<void> }} */ (watcher).close()])
  process.exit(0)
}

/** @type {import('vite').Connect.NextHandleFunction} */
async function passToServer(request, response, next) {
  if (serverPaths.some((path) => request.url?.startsWith(path)) && !isPage(request)) {
    if (!(await waitForServer(response, stateOfServer))) return
    underWay += 1
    response.once('close', () => (underWay -= 1))
  }
  next()
}

/** Whether there is a server to ask, or one on its way. */
function stateOfServer() {
  if (!isAlive(server)) return queued > 0 ? 'starting' : 'absent'
  return isServing ? 'serving' : 'starting'
}

/** @param {import('node:child_process').ChildProcess | undefined} child */
function isAlive(child) {
  return child !== undefined && child.exitCode === null && child.signalCode === null
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
