/** Reads schema files from disk: whatever stands there under their names ends in a text or in one message. */
import { readFileSync, readdirSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { specText } from './messages'
import type { FileContent, Unreadable } from './schemaFiles'

/** The largest file of the product has 60 kB; a menu table of 15,000 screens has two or three million characters. */
const MAX_BYTES = 4_000_000

/** What stands below a folder, sorted; a folder whose name is that of a file stands there as one. */
export function filesBelow(folder: string, isFileName: (path: string) => boolean): string[] {
  const visit = (below: string): string[] =>
    entriesOf(join(folder, below)).flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      return entry.isDirectory() && !isFileName(path) ? visit(path) : [path]
    })
  return visit('').sort()
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** The text of a file, or why there is none. */
export function readText(path: string): FileContent {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return refused('file.no-file')
    if (stats.size > MAX_BYTES) return refused('file.too-large', { bytes: stats.size, most: MAX_BYTES })
    const bytes = readFileSync(path)
    const text = bytes.toString('utf8')
    return isUtf8(bytes, text) ? { text } : refused('file.encoding', {}, placeOfWrongByte(bytes, text))
  } catch (error) {
    const code = codeOf(error)
    return refused(code === 'ENOENT' || code === 'ELOOP' ? 'file.dangling' : 'file.unreadable', { code })
  }
}

function refused(
  code: Parameters<typeof specText>[0],
  params: Record<string, unknown> = {},
  place = { line: 1, column: 1 },
): { unreadable: Unreadable } {
  return { unreadable: { ...place, code: 'unreadable', found: specText(code, params) } }
}

/** Bytes that are no UTF-8 become U+FFFD, which takes three bytes; most texts have none. */
function isUtf8(bytes: Buffer, text: string): boolean {
  return !text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(bytes)
}

function placeOfWrongByte(bytes: Buffer, text: string): { line: number; column: number } {
  const written = Buffer.from(text, 'utf8')
  const at = written.findIndex((byte, index) => byte !== bytes[index])
  const before = bytes.subarray(0, at).toString('utf8').split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
