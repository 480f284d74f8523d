import { displayOf, targetsOf } from '../../../core/fields'
import type { FieldPlan, LinesPlan } from '../../../core/plan'
import type { LineColumn } from './lineColumns'

/** Where the columns of a pasted block lead. */
export interface PastedColumns {
  /** By the block's columns; undefined: what cannot be typed, or is no column of the table. */
  targets: readonly (LineColumn | undefined)[]
  /** Texts of a heading that name nothing here. */
  unknown: readonly string[]
}

/**
 * The first line of a block read as a heading: the columns by title or field name, in any order; a reference also by what its rows are known by.
 * Undefined when it is none: fewer than half of its texts name something.
 */
export function readHeading(texts: readonly string[], columns: readonly LineColumn[], lines: LinesPlan): PastedColumns | undefined {
  const names = namesIn(columns, lines)
  const filled = texts.filter((text) => plain(text) !== '')
  const unknown = filled.filter((text) => !names.has(plain(text)))
  if (unknown.length * 2 > filled.length || unknown.length === filled.length) return undefined
  return { targets: texts.map((text) => names.get(plain(text))), unknown: unknown.map((text) => text.trim()) }
}

/** Texts that a heading may have → the column that they mean; undefined for columns that cannot be edited. */
function namesIn(columns: readonly LineColumn[], lines: LinesPlan): Map<string, LineColumn | undefined> {
  const names = new Map<string, LineColumn | undefined>()
  const add = (texts: readonly (string | undefined)[], column?: LineColumn): void => {
    for (const text of texts) if (text !== undefined && !names.has(plain(text))) names.set(plain(text), column)
  }
  const editable = columns.filter((column) => column.editable)
  for (const column of editable) add([column.plan.title, column.field.title, column.field.name], column)
  for (const column of editable) add(namesOfTarget(column.field, lines), column)
  for (const { title, name } of [...columns.map((column) => column.field), ...Object.values(lines.fields)]) add([title, name])
  return names
}

/** Titles and names of the fields by which the records of a reference can be pasted. */
function namesOfTarget(field: FieldPlan, lines: LinesPlan): (string | undefined)[] {
  return targetsOf(field).flatMap(({ label, keys = {}, fill = {} }) => {
    const filled = Object.keys(fill).filter((ours) => fill[ours] === label || Object.hasOwn(keys, fill[ours] ?? ''))
    return [...Object.entries(keys).flat(), displayOf(field), label, ...filled, ...filled.map((name) => lines.fields[name]?.title)]
  })
}

/** A mark for required that a template puts behind a title is not part of it. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/\s*\*$/, '')
    .toLowerCase()
}
