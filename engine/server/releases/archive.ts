import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ShippedText } from './shippedSchemas'

/** Texts as one archive, at the paths that they have in the repository. */
export function archiveOf(texts: readonly ShippedText[], madeAt: Date): Readable {
  const archive = new ZipFile()
  for (const { path, text } of texts) archive.addBuffer(Buffer.from(text), path, { mtime: madeAt })
  archive.end()
  // A PassThrough, whatever its declared type says.
  return archive.outputStream as Readable
}
