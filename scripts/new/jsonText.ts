import { applyEdits, modify, type JSONPath } from 'jsonc-parser'

/** A place in a JSON file and what is put there; of a list, in front of what stands there now. */
export interface Insertion {
  path: JSONPath
  value: unknown
  /** The key behind which a new one of an object is put; at the end without it. */
  after?: string
}

/**
 * The text with these insertions and everything else as it stands. What is put in is written in one line: the formatter breaks what is too long,
 * and leaves all else as it is.
 */
export function insertInto(text: string, insertions: readonly Insertion[]): string {
  return insertions.reduce((current, { path, value, after }) => {
    const isListItem = typeof path.at(-1) === 'number'
    const getInsertionIndex = (keys: string[]): number => {
      const index = after === undefined ? -1 : keys.indexOf(after)
      return index === -1 ? keys.length : index + 1
    }
    return applyEdits(current, modify(current, path, value, isListItem ? { isArrayInsertion: true } : { getInsertionIndex }))
  }, text)
}

/**
 * A new file as text for the formatter, which keeps a map open when its first key stands on a line of its own.
 * @param open maps that are written so whatever their length: `pages`, `pages/*`
 */
export function textOfNew(value: unknown, open: readonly string[], at = ''): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, part]) => {
    const below = at === '' ? key : `${at}/${key}`
    return `${JSON.stringify(key)}: ${textOfNew(part, open, below)}`
  })
  const isOpen =
    at === '' ||
    open.some(
      (pattern) =>
        pattern === at || (pattern.endsWith('/*') && at.startsWith(pattern.slice(0, -1)) && !at.slice(pattern.length - 1).includes('/')),
    )
  return isOpen ? `{\n${entries.join(',\n')}\n}` : `{ ${entries.join(', ')} }`
}
