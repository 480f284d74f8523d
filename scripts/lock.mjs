import { mkdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 1_000
const abandonedMs = 10_000

/**
 * Runs `work` while no other process runs its own under the same folder name; the others wait. The holder touches the folder
 * every second, so a lock whose holder was killed is taken over after ten seconds.
 *
 * @template T
 * @param {string} folder is made for the time of the work and removed after it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  await mkdir(dirname(folder), { recursive: true })
  while (!(await take(folder))) await sleep(200)
  const heartbeat = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => {}), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function take(folder) {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  const touched = await stat(folder).then(
    (stats) => stats.mtimeMs,
    () => undefined,
  )
  if (touched !== undefined && Date.now() - touched > abandonedMs) await rm(folder, { recursive: true, force: true })
  return false
}
