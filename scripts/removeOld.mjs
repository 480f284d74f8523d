import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes what lies in a folder and was not touched for so many days. Other processes may add, rename and remove there meanwhile.
 *
 * @param {string} folder
 * @param {number} days
 * @returns {Promise<void>}
 */
export async function removeOld(folder, days) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - days * 86_400_000) await rm(path, { recursive: true, force: true })
  }
}
