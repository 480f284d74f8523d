import { parseTree, type Node } from 'jsonc-parser'
import type { SchemaKind } from '../../engine/spec/metaSchemas'
import { admits, isWritten, rootShapes, shapesOf, typeOfValue, type Shape } from './metaSchema'

/** A schema file as it is shipped. */
export interface SourceFile {
  /** Relative to the repository. */
  path: string
  kind: SchemaKind
  /** `loan`, `loans/loansmgr`, `menus`. */
  key: string
  text: string
  root: Node
  value: unknown
}

/** A value in a file, with the key that leads to it and what the language allows there. */
export interface Place {
  file: SourceFile
  node: Node
  value: unknown
  path: readonly string[]
  /** Of a property. */
  key: Node | undefined
  /** The key is a word of the language; else it is a name of the author's. */
  isKeyword: boolean
  parent: Place | undefined
  children: readonly Place[]
  /** All alternatives, and those in which the value is written. */
  shapes: readonly Shape[]
  written: readonly Shape[]
  isExpression: boolean
}

export function sourceFile(path: string, kind: SchemaKind, key: string, text: string): SourceFile {
  const root = parseTree(text)
  if (!root) throw new Error(`${path} is empty`)
  return { path, kind, key, text, root, value: JSON.parse(text) }
}

/** All values of a file, the file itself first. */
export function placesOf(file: SourceFile): Place[] {
  const places: Place[] = []
  const visit = (place: Place & { children: Place[] }): void => {
    places.push(place)
    const { node, value } = place
    const visitChild = (...[child, ...rest]: ChildOf): void => {
      const below = childOf(place, child, ...rest)
      place.children.push(below)
      visit(below)
    }
    if (node.type === 'array') {
      const shapes = place.written.flatMap(({ items }) => (items ? shapesOf(items) : []))
      for (const [index, child] of (node.children ?? []).entries())
        visitChild(child, (value as unknown[])[index], String(index), undefined, false, shapes)
    }
    if (node.type !== 'object') return
    for (const property of node.children ?? []) {
      const [key, child] = property.children ?? []
      if (!key || !child) continue
      const name = String(key.value)
      const fixed = place.written.flatMap(({ properties }) => (Object.hasOwn(properties, name) ? [properties[name]] : []))
      const free = place.written.flatMap(({ properties, further }) =>
        Object.hasOwn(properties, name) || typeof further !== 'object' ? [] : [further],
      )
      const shapes = [...fixed, ...free].flatMap((part) => (part ? shapesOf(part) : []))
      visitChild(child, (value as Record<string, unknown>)[name], name, key, fixed.length > 0, shapes)
    }
  }
  const shapes = rootShapes(file.kind)
  visit({
    file,
    node: file.root,
    value: file.value,
    path: [],
    key: undefined,
    isKeyword: false,
    parent: undefined,
    children: [],
    shapes,
    written: writtenOf(shapes, file.value),
    isExpression: false,
  })
  return places
}

type ChildOf = [node: Node, value: unknown, name: string, key: Node | undefined, isKeyword: boolean, shapes: readonly Shape[]]

function childOf(parent: Place, ...[node, value, name, key, isKeyword, shapes]: ChildOf): Place & { children: Place[] } {
  const path = [...parent.path, name]
  const written = writtenOf(shapes, value)
  const isExpression = typeof value === 'string' && written.some((shape) => shape.isExpression)
  return { file: parent.file, node, value, path, key, isKeyword, parent, children: [], shapes, written, isExpression }
}

/** Where no alternative fits by itself (what its keys lead to decides), those of its type. */
function writtenOf(shapes: readonly Shape[], value: unknown): readonly Shape[] {
  const written = shapes.filter((shape) => isWritten(shape, value))
  return written.length > 0 ? written : shapes.filter((shape) => admits(shape, typeOfValue(value)))
}

/** Whether the path is like the pattern: `*` stands for one step, `#` for an index, `**` for any number of steps. It is asked of each value for each role. */
export function isAt(path: readonly string[], pattern: readonly string[], from = 0, step = 0): boolean {
  if (step === pattern.length) return from === path.length
  if (pattern[step] === '**') return isAt(path, pattern, from, step + 1) || (from < path.length && isAt(path, pattern, from + 1, step))
  const [wanted, present] = [pattern[step], path[from]]
  if (present === undefined) return false
  return (wanted === '*' || (wanted === '#' ? /^\d+$/.test(present) : wanted === present)) && isAt(path, pattern, from + 1, step + 1)
}
