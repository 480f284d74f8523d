import type { Node } from 'jsonc-parser'
import type { Place, SourceFile } from './places'
import type { Random } from './random'
import type { Shipped } from './product'

interface TextEdit {
  offset: number
  length: number
  text: string
}

/** A slip that somebody could make in a schema file. */
export interface Slip {
  file: SourceFile
  edits: readonly TextEdit[]
  /** Where a message about it belongs, as offsets into the shipped text; only what stands before the edits, or on their lines. */
  at: readonly number[]
  /** What says the same, where the slip is that something is said twice: a message may stand at either. */
  twin?: Place
  /** What was changed, for the list of survivors. */
  change: string
}

/** A way of making slips that are certainly wrong. */
export interface SlipClass {
  name: string
  /** Why each of its mutants is wrong, whatever the checker says. */
  wrong: string
  /** One entry per place; undefined when the place turns out to be none. */
  candidates(shipped: Shipped): readonly ((random: Random) => Slip | undefined)[]
}

export interface Mutant extends Slip {
  class: string
}

export function mutatedText({ file, edits }: Slip): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((text, { offset, length, text: inserted }) => text.slice(0, offset) + inserted + text.slice(offset + length), file.text)
}

/** Whether a message about the slip belongs on this line, counted from 1, of this file. */
export function isOnLine({ file, at, twin }: Slip, path: string, line: number): boolean {
  const isOwn = file.path === path && at.some((offset) => lineAt(file, offset) === line)
  return isOwn || (twin?.file.path === path && lineAt(twin.file, twin.node.offset) === line)
}

export function lineAt({ text }: SourceFile, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

export function rawText({ file, node }: Pick<Place, 'file' | 'node'>): string {
  return file.text.slice(node.offset, node.offset + node.length)
}

export function replaced(place: Place, value: unknown): Slip {
  const { file, node, path } = place
  const text = JSON.stringify(value)
  return {
    file,
    edits: [{ offset: node.offset, length: node.length, text }],
    at: [node.offset],
    change: `/${path.join('/')}: ${short(rawText(place))} → ${short(text)}`,
  }
}

export function renamed({ file, key, path }: Place, name: string): Slip | undefined {
  if (!key) return undefined
  const text = JSON.stringify(name)
  const edits = [{ offset: key.offset, length: key.length, text }]
  return { file, edits, at: [key.offset], change: `/${path.join('/')}: key → ${text}` }
}

/** Replaces a part of a text; undefined where the text is written with escapes, so that its places are not those of the value. */
export function replacedInside(place: Place, offset: number, length: number, text: string): Slip | undefined {
  const { file, node, path, value } = place
  if (rawText(place) !== `"${String(value)}"`) return undefined
  const before = String(value)
  const after = before.slice(0, offset) + text + before.slice(offset + length)
  return {
    file,
    edits: [{ offset: node.offset + 1 + offset, length, text }],
    at: [node.offset],
    change: `/${path.join('/')}: ${short(before)} → ${short(after)}`,
  }
}

/** Without the property, and without the comma beside it. Its object is where it is missed. */
export function removed(place: Place): Slip | undefined {
  const { file, parent, path } = place
  const property = place.node.parent
  const siblings = parent?.node.children ?? []
  const index = property ? siblings.indexOf(property) : -1
  if (!property || !parent || index < 0) return undefined
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  const from = next || !previous ? property.offset : end(previous)
  const until = next ? next.offset : end(property)
  const edits = [{ offset: from, length: until - from, text: '' }]
  return { file, edits, at: [parent.node.offset], change: `/${path.join('/')}: removed` }
}

/** With a further property in front. */
export function withProperty(place: Place, key: string, value: unknown): Slip | undefined {
  const { file, node, path } = place
  const first = node.children?.[0]
  if (node.type !== 'object' || !first || Object.hasOwn(place.value as object, key)) return undefined
  const text = `${JSON.stringify(key)}: ${JSON.stringify(value)}, `
  return { file, edits: [{ offset: first.offset, length: 0, text }], at: [first.offset], change: `/${path.join('/')}: with ${short(text)}` }
}

/** With a further item behind the last. */
export function withItem(place: Place, value: unknown): Slip | undefined {
  const { file, node, path } = place
  const last = node.children?.at(-1)
  if (node.type !== 'array' || !last) return undefined
  const text = `, ${JSON.stringify(value)}`
  return { file, edits: [{ offset: end(last), length: 0, text }], at: [end(last)], change: `/${path.join('/')}: with ${short(text)}` }
}

export function end(node: Node): number {
  return node.offset + node.length
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 77)}…` : line
}

/** Another spelling of a word that is no word of the schemas: a letter dropped, doubled, changed or moved. */
export function misspelt(word: string, { words }: Pick<Shipped, 'words'>, random: Random): string | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    const at = 1 + random.below(Math.max(1, word.length - 1))
    const letters = [...word]
    const letter = letters[at]
    const kind = random.below(4)
    if (letter === undefined || kind === 0) letters.splice(at, 0, letters[at - 1] ?? 'x')
    else if (kind === 1 && word.length > 3) letters.splice(at, 1)
    else if (kind === 2) letters[at] = /[A-Z]/.test(letter) ? 'X' : /\d/.test(letter) ? '7' : 'x'
    else if (at + 1 < letters.length) [letters[at], letters[at + 1]] = [letters[at + 1] as string, letter]
    const result = letters.join('')
    if (result !== word && !words.has(result) && !/[A-Z]/.test(result.slice(0, 1)) === !/[A-Z]/.test(word.slice(0, 1))) return result
  }
  return undefined
}
