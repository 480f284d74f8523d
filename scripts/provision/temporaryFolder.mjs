/** Where a run of all tests keeps what is gone after it: databases, data directories, the browser's profiles. */
import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps files in memory here. */
const inMemory = '/dev/shm'
/** A whole run was seen to hold 1.1 GB of it at a time; the rest is for its processes. */
const neededBytes = 6 * 2 ** 30

/**
 * A new folder, in memory where there is enough of it: a test's own database is a thousand small files, and to make and remove them on a disk
 * takes four times as much of a core.
 *
 * @returns {Promise<string>} to be removed by the caller
 */
export async function temporaryFolder() {
  const folder = await mkdtemp(join((await isRoomy(inMemory)) ? inMemory : tmpdir(), 'test-'))
  // PostgreSQL may run as somebody else.
  await chmod(folder, 0o711)
  return folder
}

/** @param {string} folder */
async function isRoomy(folder) {
  const place = await statfs(folder).catch(() => undefined)
  const free = place ? place.bavail * place.bsize : 0
  return Math.min(free, process.availableMemory()) >= neededBytes
}
