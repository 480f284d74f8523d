import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'

export interface Position {
  line: number
  column: number
}

/** A JSON text with the place of each of its values. */
export interface LocatedJson {
  value: unknown
  /** Place of the value at a JSON pointer; of its key when `key` is set; of the nearest existing ancestor when it is absent. */
  locate(pointer: string, options?: { key?: boolean }): Position
  /** Place of a character inside the text value at a pointer, e.g. of a word in an expression. */
  locateInside(pointer: string, offset: number): Position
}

export interface SyntaxProblem extends Position {
  found: string
}

/** No schema comes near it, and readers that call themselves for each level end in a stack overflow at some thousands. */
const DEEPEST = 100

/** Reads strict JSON (no comments, no trailing commas, no repeated keys) and keeps the places. */
export function parseLocated(text: string): LocatedJson | { problems: SyntaxProblem[] } {
  const place = placesOf(text)
  if (text.startsWith('\uFEFF')) return { problems: [{ line: 1, column: 1, found: 'ByteOrderMark' }] }
  const value = parsed(text)
  const { deep, repeated, hidden }: Scanned = value === undefined ? { deep: tooDeep(text), repeated: [] } : scanned(text)
  if (deep !== undefined) return { problems: [{ ...place(deep), found: `NestedDeeperThan ${DEEPEST}` }] }
  if (value === undefined) return { problems: [syntaxProblem(text, place)] }
  if (hidden !== undefined) return { problems: [{ ...place(hidden.offset), found: `InvisibleCharacter ${hidden.character}` }] }
  if (repeated.length > 0) return { problems: repeated.map(({ offset, key }) => ({ ...place(offset), found: `DuplicateKey ${key}` })) }

  let tree: Node | undefined
  // Only who tells a place needs the tree, and most files have nothing to be told.
  const root = (): Node => {
    tree ??= parseTree(text)
    if (!tree) throw new Error('JSON that was read has a tree')
    return tree
  }
  return {
    value,
    locate(pointer, options) {
      const node = nodeAt(root(), segments(pointer))
      const key = options?.key && node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
      return place((key ?? node).offset)
    },
    locateInside(pointer, offset) {
      const node = nodeAt(root(), segments(pointer))
      return place(node.type === 'string' ? node.offset + 1 + rawLength(text, node, offset) : node.offset)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function syntaxProblem(text: string, place: (offset: number) => Position): SyntaxProblem {
  if (text.trim() === '') return { line: 1, column: 1, found: 'EmptyFile' }
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  return { ...place(first?.offset ?? 0), found: first ? printParseErrorCode(first.error) : 'InvalidSymbol' }
}

/** The first bracket that stands too deep, in what is no JSON: there are no texts to go by. */
function tooDeep(text: string): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/[[\]{}]/g)) {
    if (token === ']' || token === '}') depth = Math.max(0, depth - 1)
    else if (++depth > DEEPEST) return index
  }
  return undefined
}

/** Nobody sees them, and no database keeps all of them: control characters but for ends of lines and tabs, and halves of characters. */
const invisible = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u

interface Scanned {
  /** The first bracket that stands too deep. */
  deep?: number | undefined
  /** The first text with a character that is not to be seen. */
  hidden?: { offset: number; character: string }
  /** Keys that an object has already. */
  repeated: { offset: number; key: string }[]
}

/** Goes through a text that is JSON once, by its characters: thousands of files are read at each check. */
function scanned(text: string): Scanned {
  const repeated: Scanned['repeated'] = []
  let hidden: Scanned['hidden']
  const isSuspicious = text.includes('\\u') || invisible.test(text)
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') {
      if (open.push(new Set()) > DEEPEST) return { deep: at, repeated }
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === '"') {
      const start = at
      at = endOfText(text, start)
      if (isSuspicious && hidden === undefined) {
        const [sign] = invisible.exec(JSON.parse(text.slice(start, at + 1)) as string) ?? []
        if (sign !== undefined) hidden = { offset: start, character: codePoint(sign) }
      }
      if (!isKey(text, at)) continue
      const content = text.slice(start + 1, at)
      const key = content.includes('\\') ? (JSON.parse(`"${content}"`) as string) : content
      const keys = open.at(-1)
      if (keys?.has(key)) repeated.push({ offset: start, key: JSON.stringify(key) })
      keys?.add(key)
    }
  }
  return { repeated, ...(hidden === undefined ? {} : { hidden }) }
}

function codePoint(sign: string): string {
  return `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Where the text ends that begins at `start`: its closing quote, which no odd number of backslashes stands before. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
}

/** Whether a colon follows the text that ends at `end`. */
function isKey(text: string, end: number): boolean {
  let next = end + 1
  while (text[next] === ' ' || text[next] === '\n' || text[next] === '\r' || text[next] === '\t') next++
  return text[next] === ':'
}

function segments(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
}

function nodeAt(root: Node, path: (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    let node: Node | undefined = root
    for (const part of path.slice(0, length)) node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(part) : String(part)])
    if (node) return node
  }
  return root
}

/** Length in the file of the first `offset` characters of a text value: an escape such as \" is longer there than in the value. */
function rawLength(text: string, node: Node, offset: number): number {
  const raw = text.slice(node.offset + 1, node.offset + node.length - 1)
  let length = 0
  for (let seen = 0; seen < offset && length < raw.length; seen++) length += raw[length] !== '\\' ? 1 : raw[length + 1] === 'u' ? 6 : 2
  return length
}

function placesOf(text: string): (offset: number) => Position {
  const starts = [0]
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return (offset) => {
    let line = starts.length
    while (line > 1 && (starts[line - 1] ?? 0) > offset) line--
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}
