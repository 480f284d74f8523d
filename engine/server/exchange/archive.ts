/**
 * Zip archives that people send, such as workbooks. What the central directory says is checked before anything is unpacked, each part is
 * unpacked to no more than its said size, and readers get a new archive of these parts alone: there is nothing in it that was not looked
 * at, whatever the local headers of the original say.
 */
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

/** `damaged`: no archive that can be read. `tooLarge`: unpacked it would be more than anybody fills in. */
export class ArchiveError extends Error {
  readonly kind: 'damaged' | 'tooLarge'

  constructor(kind: ArchiveError['kind'], message: string) {
    super(message)
    this.name = 'ArchiveError'
    this.kind = kind
  }
}

export interface ArchiveLimits {
  entries: number
  /** Of the wanted parts together, unpacked. */
  bytes: number
  /** Unpacked to packed of one part; what is smaller than `ratioFrom` may have any. */
  ratio: number
  ratioFrom: number
}

export interface Part {
  name: string
  content: Buffer
}

const inflate = promisify(inflateRaw)

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT_BYTES = 65_535
/** What stands where the true figure is in a zip64 record; nothing of an allowed size needs one. */
const ZIP64 = 0xffffffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** The wanted parts of an archive, unpacked. @throws ArchiveError */
export async function unpack(archive: Buffer, limits: ArchiveLimits, wanted: (name: string) => boolean): Promise<Part[]> {
  const entries = directoryOf(archive, limits.entries).filter(({ name }) => wanted(name))
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw damaged('two parts of one name')
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > limits.bytes) throw tooLarge('too much content')
  for (const { size, packed } of entries) {
    if (size > limits.ratioFrom && size > packed * limits.ratio) throw tooLarge('packed too well to be written by people')
  }
  const parts: Part[] = []
  // One after another: no more than one is being unpacked at any time.
  for (const entry of entries) parts.push({ name: entry.name, content: await contentOf(archive, entry) })
  return parts
}

/** An archive of these parts, not compressed. */
export function pack(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const nameBytes = Buffer.from(name)
    const sum = crc32(content)
    const local = Buffer.alloc(LOCAL_BYTES)
    local.writeUInt32LE(LOCAL, 0)
    writeFigures(local, 4, sum, content.length, nameBytes.length)
    const central = Buffer.alloc(CENTRAL_BYTES)
    central.writeUInt32LE(CENTRAL, 0)
    writeFigures(central, 6, sum, content.length, nameBytes.length)
    central.writeUInt32LE(offset, 42)
    locals.push(local, nameBytes, content)
    centrals.push(central, nameBytes)
    offset += local.length + nameBytes.length + content.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** What both headers of a part say in the same order; names are UTF-8. */
function writeFigures(header: Buffer, at: number, sum: number, size: number, nameLength: number): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(0x800, at + 2)
  header.writeUInt16LE(STORED, at + 4)
  header.writeUInt32LE(sum, at + 10)
  header.writeUInt32LE(size, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(nameLength, at + 22)
}

interface Entry {
  name: string
  method: number
  packed: number
  size: number
  /** Of its local header. */
  offset: number
}

function directoryOf(archive: Buffer, maxEntries: number): Entry[] {
  const end = endOf(archive)
  const count = archive.readUInt16LE(end + 10)
  if (count > maxEntries) throw tooLarge(`${count} parts`)
  let at = archive.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    if (at + CENTRAL_BYTES > end || archive.readUInt32LE(at) !== CENTRAL) throw damaged('the directory is broken')
    const nameEnd = at + CENTRAL_BYTES + archive.readUInt16LE(at + 28)
    const entry = {
      name: archive.toString('utf8', at + CENTRAL_BYTES, nameEnd),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    }
    if ([entry.packed, entry.size, entry.offset].includes(ZIP64)) throw tooLarge('a zip64 archive')
    if ((archive.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw damaged('an encrypted part')
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    return entry
  })
}

/** Where the last record begins; a comment may follow it. */
function endOf(archive: Buffer): number {
  const last = archive.length - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) if (archive.readUInt32LE(at) === END) return at
  throw damaged('no archive')
}

async function contentOf(archive: Buffer, { name, method, packed, size, offset }: Entry): Promise<Buffer> {
  if (offset + LOCAL_BYTES > archive.length || archive.readUInt32LE(offset) !== LOCAL) throw damaged(`${name} is not where it should be`)
  const start = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  if (start + packed > archive.length) throw damaged(`${name} ends too early`)
  const content = archive.subarray(start, start + packed)
  if (method === STORED && packed === size) return content
  if (method !== DEFLATED) throw damaged(`${name} is packed in an unknown way`)
  const unpacked = await inflate(content, { maxOutputLength: Math.max(size, 1) }).catch((error: unknown) => {
    throw damaged(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (unpacked.length !== size) throw damaged(`${name} has another size than it says`)
  return unpacked
}

function damaged(message: string): ArchiveError {
  return new ArchiveError('damaged', message)
}

function tooLarge(message: string): ArchiveError {
  return new ArchiveError('tooLarge', message)
}
