import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/**
 * An empty cluster of the embedded database, kept below `cache` for the installed version of PGlite: to make one takes 5 to 9 s of a core, to
 * copy it half a second.
 */
export class ClusterTemplate {
  readonly #cache: string

  constructor(cache: string) {
    this.#cache = cache
  }

  /** Makes the folder `cluster`, which must not exist, a copy of what is kept. False, with nothing left, where none is kept or may be read. */
  async copyTo(cluster: string): Promise<boolean> {
    const kept = await this.#place()
    if (!existsSync(kept)) return false
    try {
      await cp(kept, cluster, { recursive: true })
      return true
    } catch {
      // Another account may have made it, and only its owner may read it. A cluster can always be made.
      await rm(cluster, { recursive: true, force: true })
      return false
    }
  }

  /** Keeps a copy of `cluster`, which is empty and closed. Nothing is lost where it cannot be written, but time. */
  async keep(cluster: string): Promise<void> {
    const place = await this.#place()
    // Several processes may come here at once; the folder appears whole.
    const copy = `${place}.${randomUUID()}`
    try {
      await mkdir(this.#cache, { recursive: true })
      await cp(cluster, copy, { recursive: true })
      await rename(copy, place)
      await this.#removeOlder(basename(place))
    } catch {
      await rm(copy, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  /** Removes a kept cluster that is damaged. Where it may not be removed, each further folder makes its own. */
  async discard(): Promise<void> {
    await rm(await this.#place(), { recursive: true, force: true }).catch(() => undefined)
  }

  /** Those of versions that are not installed any more. */
  async #removeOlder(kept: string): Promise<void> {
    for (const name of await readdir(this.#cache))
      if (/^pglite-[\d.]+-cluster$/.test(name) && name !== kept) await rm(join(this.#cache, name), { recursive: true, force: true })
  }

  async #place(): Promise<string> {
    const program = createRequire(import.meta.url).resolve('@electric-sql/pglite')
    const { version } = JSON.parse(await readFile(join(dirname(program), '../package.json'), 'utf8')) as { version: string }
    return join(this.#cache, `pglite-${version}-cluster`)
  }
}
