/** What a program is built from, as one hash: the same sources make the same program. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The content of files and folders, tests apart, with their names. Each command reads them before it begins, and one after the other
 * they are read in a quarter of the time that they take at once.
 *
 * @param {readonly string[]} paths from the root of the repository; one that does not exist holds no files
 * @returns {string} hexadecimal
 */
export function hashOfSources(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesIn(resolve(root, path))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]}
 */
function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
