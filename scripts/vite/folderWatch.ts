import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/**
 * Tells that something below a folder has changed, not what. It asks the system about each folder itself: Vite's watcher (chokidar) forgets a
 * file that is made or removed while it reads its folder again, if that takes more than a second, as it does beside a compilation on a busy
 * machine, and hears nothing of that file any more.
 */
export class FolderWatch {
  readonly #folder: string
  readonly #tell: () => void
  /** By folder; one that was removed and made anew is another one, by its inode. */
  readonly #watched = new Map<string, { inode: number; watcher: FSWatcher }>()

  constructor(folder: string, tell: () => void) {
    this.#folder = folder
    this.#tell = tell
    this.follow()
  }

  /** Watches folders that have come; to be called after each change, and before what is there now is read, so that nothing falls between. */
  follow(): void {
    const found = new Set(foldersFrom(this.#folder))
    for (const folder of this.#watched.keys()) if (!found.has(folder)) this.#leave(folder)
    for (const folder of found) this.#enter(folder)
  }

  close(): void {
    for (const folder of this.#watched.keys()) this.#leave(folder)
  }

  #enter(folder: string): void {
    const inode = statSync(folder, { throwIfNoEntry: false })?.ino
    if (inode === undefined || inode === this.#watched.get(folder)?.inode) return
    this.#leave(folder)
    try {
      const watcher = watch(folder, () => this.#tell())
      this.#watched.set(folder, { inode, watcher })
      // Windows says so of a folder that is removed.
      watcher.on('error', () => {
        this.#leave(folder)
        this.#tell()
      })
    } catch {
      // Removed meanwhile, which its own folder tells; or the system watches no more, and Vite's watcher says so.
    }
  }

  #leave(folder: string): void {
    this.#watched.get(folder)?.watcher.close()
    this.#watched.delete(folder)
  }
}

/** A folder and all below it; none where it was removed meanwhile. */
function foldersFrom(folder: string): string[] {
  try {
    const below = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())
    return [folder, ...below.flatMap(({ name }) => foldersFrom(join(folder, name)))]
  } catch {
    return []
  }
}
