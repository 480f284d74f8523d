/** By what it is known whether node_modules holds the packages of package-lock.json, for this platform and this Node. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param {string} root */
export async function isInstalled(root) {
  const stamp = await readFile(stampFile(root), 'utf8').catch(() => undefined)
  return stamp === (await wanted(root))
}

/** @param {string} root */
export async function noteInstalled(root) {
  await writeFile(stampFile(root), await wanted(root))
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.install-stamp')
}

/**
 * Packages differ by platform, and compiled ones by the version of Node's binary interface.
 * @param {string} root
 */
async function wanted(root) {
  const lockFile = await readFile(join(root, 'package-lock.json'))
  return createHash('sha256').update(lockFile).update(`${process.platform} ${process.arch} ${process.versions.modules}`).digest('hex')
}
