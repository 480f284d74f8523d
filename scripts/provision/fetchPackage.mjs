import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { execute } from '../execute.mjs'
import { withLock } from '../lock.mjs'

/** Root's home is closed to others, and the database that root starts runs as another user. */
const cacheHome = process.env.XDG_CACHE_HOME ?? (process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache'))
const cache = join(cacheHome, 'integrated-service-platform')

/**
 * Fetches one npm package into the user's cache, where other clones find it too. It does not belong to the dependencies: few
 * machines need it, and it is large. Nothing of the package is run, and what it depends on is not fetched.
 *
 * @param {string} name
 * @param {string} version
 * @param {string} integrity the `dist.integrity` that the registry gave for this version when it was chosen
 * @param {(folder: string) => Promise<void>} prepare unpacks what the package holds packed
 * @returns {Promise<string>} the folder with the package's files
 */
export async function fetchPackage(name, version, integrity, prepare) {
  const folder = join(cache, `${name.replaceAll('/', '-')}@${version}`)
  if (existsSync(folder)) return folder
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    await mkdir(cache, { recursive: true })
    console.error(`Fetching ${name} ${version} into ${cache} (once)…`)
    const work = await mkdtemp(`${folder}.`)
    try {
      await execute('npm', ['pack', `${name}@${version}`, '--pack-destination', work, '--silent'])
      const [archive = ''] = await readdir(work)
      const found = `sha512-${createHash('sha512')
        .update(await readFile(join(work, archive)))
        .digest('base64')}`
      if (found !== integrity) throw new Error(`${name}@${version} is not the package that was chosen: its hash is ${found}`)
      await execute('tar', ['-xz', '--no-same-owner', '-f', join(work, archive), '-C', work])
      await prepare(join(work, 'package'))
      // Last, so that the folder exists only when all of it is there.
      await rename(join(work, 'package'), folder)
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  })
  return folder
}
