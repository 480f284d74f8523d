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

/** Reads strict JSON (no comments, no trailing commas, no repeated keys) and keeps the places. */
export function parseLocated(text: string): LocatedJson | { problems: SyntaxProblem[] } {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const place = placesOf(text)
  if (errors.length > 0 || !root) {
    const first = errors[0]
    return { problems: [{ ...place(first?.offset ?? 0), found: first ? printParseErrorCode(first.error) : 'EmptyFile' }] }
  }
  const repeated = repeatedKeys(root)
  if (repeated.length > 0) {
    return { problems: repeated.map((node) => ({ ...place(node.offset), found: `DuplicateKey ${JSON.stringify(node.value)}` })) }
  }
  return {
    value: JSON.parse(text),
    locate(pointer, options) {
      const node = nodeAt(root, segments(pointer))
      const key = options?.key && node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
      return place((key ?? node).offset)
    },
    locateInside(pointer, offset) {
      const node = nodeAt(root, segments(pointer))
      return place(node.type === 'string' ? node.offset + 1 + rawLength(text, node, offset) : node.offset)
    },
  }
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

function repeatedKeys(node: Node): Node[] {
  const found: Node[] = []
  const seen = new Set<unknown>()
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined
    if (key && seen.has(key.value)) found.push(key)
    if (key) seen.add(key.value)
    found.push(...repeatedKeys(child))
  }
  return found
}
