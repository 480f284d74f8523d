import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HEAD_BYTES } from './fileType'

export interface StoredContent {
  /** Opaque, 128 random bits; the only way to the content. */
  id: string
  size: number
  /** Hexadecimal. */
  sha256: string
  /** The first bytes, to tell the type by. */
  head: Buffer
}

/** Where contents of files are kept. A store for several servers, such as an S3-compatible one, is another object of this shape. */
export interface FileStore {
  /** Keeps a stream's content; undefined, and nothing kept, when it has more than `maxBytes`. */
  write(content: Readable, maxBytes: number): Promise<StoredContent | undefined>
  /** The content, or undefined when there is none of this id. */
  read(id: string): Promise<Readable | undefined>
  remove(id: string): Promise<void>
  /** Ids of all contents, complete or not, that were written from one moment until another, by the store's own clock. */
  writtenBetween(from: Date, until: Date): AsyncIterable<string>
}

/**
 * Keeps contents below a folder, which must not be served by the web server. A file appears under its id only when it is complete and on
 * the disk, so a crash leaves no half file behind an id.
 */
export function folderStore(folder: string): FileStore {
  const pathOf = (id: string): string => join(folder, id.slice(0, 2), id)
  const incomingOf = (id: string): string => join(folder, 'incoming', id)

  return {
    async write(content, maxBytes) {
      const id = randomBytes(16).toString('hex')
      const incoming = incomingOf(id)
      await mkdir(dirname(incoming), { recursive: true })
      try {
        const measured = await writeMeasured(content, incoming, maxBytes)
        if (measured === undefined) return undefined
        await mkdir(dirname(pathOf(id)), { recursive: true })
        await rename(incoming, pathOf(id))
        return { id, ...measured }
      } finally {
        await rm(incoming, { force: true })
      }
    },

    async read(id) {
      if (!isFileId(id)) return undefined
      try {
        const file = await open(pathOf(id))
        return file.createReadStream()
      } catch (error) {
        return absent(error as NodeJS.ErrnoException)
      }
    },

    async remove(id) {
      if (!isFileId(id)) return
      await rm(pathOf(id), { force: true })
      // What a crash has left of an upload.
      await rm(incomingOf(id), { force: true })
    },

    async *writtenBetween(from, until) {
      for (const part of await namesIn(folder)) {
        for (const id of (await namesIn(join(folder, part))).filter(isFileId)) {
          const written = (await stat(join(folder, part, id)).catch(absent))?.mtime
          if (written && written >= from && written < until) yield id
        }
      }
    },
  }
}

/** Whether a text can be the id of a stored file; anything else must never become part of a path. */
export function isFileId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{32}$/.test(text)
}

/** Of a folder's entries; a folder that is not there has none. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? []
}

/** Somebody else may remove a file, and a part of the store comes with its first file. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

class TooLarge extends Error {}

async function writeMeasured(content: Readable, path: string, maxBytes: number): Promise<Omit<StoredContent, 'id'> | undefined> {
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new TooLarge())
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(content, meter, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
  return { size, sha256: hash.digest('hex'), head }
}
