import { serverError } from '../messages'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, readdir, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineError } from '../../core/error'
import { prepareFolder } from '../machine'
import { isRunning } from './isRunning'

/** Two processes on one folder ruin it beyond repair, and PGlite does not look; so each opener holds this lock first. */
export interface DataDirectoryLock {
  release(): Promise<void>
}

interface Owner {
  pid: number
  /** Changes when the system gives the pid to another process; absent where the system does not tell. */
  start?: string
  /** Where the pid has its meaning: machine and pid namespace, so each container is a place of its own. */
  place: string
}

const heartbeatMs = 1_000
/** An owner whose pid cannot be looked up from here is alive when its heartbeat is seen within this time. */
const watchMs = 3_000

/**
 * Takes the folder, creating it when absent. A lock whose process is dead is taken over at once, one from another container after 3 s
 * without a sign of life; else throws `database.in-use` with `directory`, `pid` and `place`.
 *
 * The lock is the file `lock.<n>` with the highest number. Who takes over a dead one creates the next number: creating is atomic, so of
 * two that come at the same moment one wins, which deleting and writing one fixed name could not promise.
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock> {
  await prepareFolder(directory)
  const last = (await lockNumbers(directory)).at(-1)
  const dead = last === undefined ? undefined : await refuseLiving(directory, last)

  const mine = (last ?? 0) + 1
  if (!(await createLock(directory, mine))) throw inUse(directory, await readOwner(lockFile(directory, mine)))
  try {
    await refuseOthers(directory, mine, dead)
  } catch (error) {
    await rm(lockFile(directory, mine), { force: true })
    throw error
  }

  const heartbeat = setInterval(() => void beat(lockFile(directory, mine)), heartbeatMs)
  heartbeat.unref()
  return {
    async release() {
      clearInterval(heartbeat)
      await rm(lockFile(directory, mine), { force: true })
    },
  }
}

const lockFile = (directory: string, number: number): string => join(directory, `lock.${number}`)

async function lockNumbers(directory: string): Promise<number[]> {
  const numbers = (await readdir(directory)).flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  return numbers.sort((a, b) => a - b)
}

/**
 * Between looking and creating a number others may have come, gone and come again. Any of them that lives was first; of two that find
 * each other here, both give way. What is left over of the dead is removed.
 */
async function refuseOthers(directory: string, mine: number, dead: Owner | undefined): Promise<void> {
  const others = (await lockNumbers(directory)).filter((number) => number !== mine)
  for (const number of others) {
    const owner = await readOwner(lockFile(directory, number))
    if (JSON.stringify(owner) !== JSON.stringify(dead)) await refuseLiving(directory, number)
  }
  await Promise.all(others.map((number) => rm(lockFile(directory, number), { force: true })))
}

/** Appears with its whole content or not at all; false when the number is taken. */
async function createLock(directory: string, number: number): Promise<boolean> {
  const temporary = join(directory, `lock-of-${randomUUID()}`)
  await writeFile(temporary, JSON.stringify(await describeProcess(process.pid)))
  try {
    await link(temporary, lockFile(directory, number))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Answers the owner when it is dead; undefined when the lock was given back while we were looking. */
async function refuseLiving(directory: string, number: number): Promise<Owner | undefined> {
  const file = lockFile(directory, number)
  const owner = await readOwner(file)
  if (owner === undefined) return undefined
  if (owner.place === (await thisPlace()) ? await isAlive(owner) : await isBeating(file)) throw inUse(directory, owner)
  return owner
}

async function readOwner(file: string): Promise<Owner | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Owner)
}

function inUse(directory: string, owner: Owner | undefined): EngineError {
  return serverError('database.in-use', { directory, pid: owner?.pid ?? '?', place: owner?.place ?? '?' })
}

async function isAlive(owner: Owner): Promise<boolean> {
  if (!isRunning(owner.pid)) return false
  const { start } = await describeProcess(owner.pid)
  return start === owner.start
}

async function isBeating(file: string): Promise<boolean> {
  const seen = await lastBeat(file)
  await sleep(watchMs)
  return (await lastBeat(file)) !== seen
}

/** Undefined once the file is gone, which is no heartbeat. */
async function lastBeat(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs
}

async function beat(file: string): Promise<void> {
  const now = new Date()
  // Missing it once, e.g. on a full disk, is no reason to stop the server; the next one follows.
  await utimes(file, now, now).catch(() => undefined)
}

async function describeProcess(pid: number): Promise<Owner> {
  const place = await thisPlace()
  if (!existsSync('/proc/self/stat')) return { pid, place }
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // proc(5): the second field is the name, in brackets and with any characters; the third the state, the 22nd the clock ticks from boot to start.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended; in a container without an init nobody may ever collect it.
  const startTicks = fields[0] === 'Z' ? '' : (fields[19] ?? '')
  return { pid, start: `${boot.trim()} ${startTicks}`, place }
}

async function thisPlace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${namespace}`.trim()
}
