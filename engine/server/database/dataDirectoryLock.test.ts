import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { lockDataDirectory } from './dataDirectoryLock'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engine-lock-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** The lock that this process would write, changed as told. */
async function leaveLock(change: object, number = 1): Promise<string> {
  const lock = await lockDataDirectory(join(directory, 'other'))
  const owner = JSON.parse(await readFile(join(directory, 'other', 'lock.1'), 'utf8')) as object
  await lock.release()
  const file = join(directory, `lock.${number}`)
  await writeFile(file, JSON.stringify({ ...owner, ...change }))
  return file
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid!
}

const locks = async () => (await readdir(directory)).filter((name) => name.startsWith('lock'))

it('refuses a folder whose owner lives, naming it', async () => {
  const lock = await lockDataDirectory(directory)
  await expect(lockDataDirectory(directory)).rejects.toMatchObject({ code: 'database.in-use', params: { directory, pid: process.pid } })
  await lock.release()
})

it('leaves nothing behind once released, and can be taken again', async () => {
  for (const _time of [1, 2]) {
    const lock = await lockDataDirectory(directory)
    expect(await locks()).toEqual(['lock.1'])
    await lock.release()
    expect(await locks()).toEqual([])
  }
})

it('takes over from a process that is dead', async () => {
  await leaveLock({ pid: await deadPid() }, 7)
  const lock = await lockDataDirectory(directory)
  expect(await locks()).toEqual(['lock.8'])
  await lock.release()
})

it.runIf(process.platform === 'linux')('takes over when the pid belongs to a later process now', async () => {
  await leaveLock({ start: 'an earlier boot 4711' })
  const lock = await lockDataDirectory(directory)
  expect(await locks()).toEqual(['lock.2'])
  await lock.release()
})

it.runIf(process.platform === 'linux')('takes over from a process that has ended and was not collected by its parent', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill())
  const [told] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(String(told))
  const status = () => readFile(`/proc/${pid}/stat`, 'utf8')
  await expect.poll(status).toContain(') Z ')
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
  await leaveLock({ pid, start: `${boot.trim()} ${(await status()).split(' ')[21]}` })
  const lock = await lockDataDirectory(directory)
  expect(await locks()).toEqual(['lock.2'])
  await lock.release()
})

it('gives way to one that came in between, whatever its number', async () => {
  const living = await leaveLock({}, 1)
  await leaveLock({ pid: await deadPid() }, 2)
  await expect(lockDataDirectory(directory)).rejects.toMatchObject({ code: 'database.in-use', params: { pid: process.pid } })
  expect(await locks()).toContain(basename(living))
  expect(await locks()).not.toContain('lock.3')
})

it('takes over from another container that gives no sign of life', async () => {
  await leaveLock({ place: 'another container' })
  const lock = await lockDataDirectory(directory)
  expect(await locks()).toEqual(['lock.2'])
  await lock.release()
})

it('refuses while another container gives signs of life', async () => {
  const file = await leaveLock({ place: 'another container', pid: 42 })
  const beating = setInterval(() => void utimes(file, new Date(), new Date()), 500)
  await expect(lockDataDirectory(directory)).rejects.toMatchObject({
    code: 'database.in-use',
    params: { pid: 42, place: 'another container' },
  })
  clearInterval(beating)
})

it('gives signs of life itself', async () => {
  const lock = await lockDataDirectory(directory)
  const file = join(directory, 'lock.1')
  await utimes(file, 0, 0)
  await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(0)
  await lock.release()
})

it.each([
  ['free', async () => undefined],
  ['left by a dead process', async () => leaveLock({ pid: await deadPid() })],
])('lets one of many in that come at the same moment to a folder that is %s', async (_name, prepare) => {
  await prepare()
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDirectory(directory)))
  const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? attempt.value : []))
  expect(winners).toHaveLength(1)
  for (const attempt of attempts) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'database.in-use' })
  expect(await locks()).toHaveLength(1)
  await winners[0]?.release()
})
