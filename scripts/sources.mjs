/** What a program is built from, as one hash: the same sources make the same program. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The content of files and folders, tests apart, with their names.
 *
 * @param {readonly string[]} paths from the root of the repository; one that does not exist holds no files
 * @returns {Promise<string>} hexadecimal
 */
export async function hashOfSources(paths) {
  const files = (await Promise.all(paths.map((path) => filesIn(resolve(root, path))))).flat()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256')
  for (const [index, file] of files.entries())
    hash
      .update(relative(root, file))
      .update('\0')
      .update(contents[index] ?? '')
  return hash.digest('hex')
}

/**
 * @param {string} path a file or a folder
 * @returns {Promise<string[]>}
 */
async function filesIn(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
