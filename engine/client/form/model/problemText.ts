import { fieldProblem, labelOf, type LinePlace } from '../../../core/record/problems'
import type { FieldProblem } from '../../../core/wire'

/**
 * The text of a problem where it stands beside its cell: table and row need not be named there. Problems of the server begin in the same
 * way as ours.
 */
export function withoutRow(detail: string, title: string, place: LinePlace): string {
  const inLine = labelOf(title, place)
  return detail.startsWith(inLine) ? labelOf(title, undefined) + detail.slice(inLine.length) : detail
}

/** A problem of a cell whose row is now at another index: rows above it have come or gone. */
export function movedTo(found: FieldProblem, title: string, { lines, index }: LinePlace): FieldProblem {
  const [, before, name = ''] = found.path.split('.')
  const was = labelOf(title, { lines, index: Number(before) })
  const detail = found.detail.startsWith(was) ? labelOf(title, { lines, index }) + found.detail.slice(was.length) : found.detail
  return fieldProblem(`${lines.name}.${index}.${name}`, found.rule, detail, found.params)
}
