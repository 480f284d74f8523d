import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { extensionOf } from './fileName'
import type { FileStore } from './fileStore'

/**
 * Stored files as one archive. Contents are read one after the other while the archive is, so its size is no matter for memory. They are
 * not compressed: most of them are already. A content that is gone breaks the archive off, so that nobody takes it for complete.
 */
export function zipOf(store: FileStore, files: readonly { id: string; name: string }[], madeAt: Date): Readable {
  const archive = new ZipFile()
  let reading: Readable | undefined
  for (const [index, name] of uniqueNames(files.map((file) => file.name)).entries()) {
    const { id } = files[index]!
    archive.addReadStreamLazy(name, { compress: false, mtime: madeAt }, (give) => {
      store.read(id).then(
        (content) => {
          reading = content
          if (content) give(null, content)
          else give(new Error(`stored file ${id} has no content`), Readable.from([]))
        },
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  archive.end()
  // A PassThrough, whatever its declared type says.
  const zip = archive.outputStream as Readable
  archive.on('error', (error: Error) => zip.destroy(error))
  zip.on('close', () => reading?.destroy())
  return zip
}

/** The same names again get ` (2)`, ` (3)` …; letter case makes no difference, as on some people's disks. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const extension = extensionOf(name)
    const stem = name.slice(0, name.length - extension.length)
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${name.slice(stem.length)}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
