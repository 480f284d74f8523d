import { sameValue } from '../../core/fields'
import type { FieldPlan, LinesPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import { sameRows, type Writable } from './changes'

/** A field that both sides changed, to different values. */
export interface Conflict {
  name: string
  title: string
  /** Absent for a line table, which is taken as a whole. */
  field?: FieldPlan
  mine: unknown
  theirs: unknown
}

export interface Merge {
  /** The record as it is now, with my changes where they do not meet theirs; at a conflict it holds theirs. */
  values: Values
  /** Names that only I changed. */
  kept: string[]
  conflicts: Conflict[]
}

/**
 * Brings my changes to a record together with those that somebody else saved meanwhile (409, design.md section 5). `base` is the record
 * as I opened it.
 */
export function mergeChanges({ fields, lines }: Writable, base: Values, mine: Values, theirs: Values): Merge {
  const values = { ...theirs }
  const kept: string[] = []
  const conflicts: Conflict[] = []

  const mergeOne = (item: FieldPlan | LinesPlan, same: (one: Values, other: Values) => boolean, field?: FieldPlan): void => {
    const { name, title } = item
    if (same(base, mine) || same(mine, theirs)) return
    if (same(base, theirs)) {
      values[name] = mine[name]
      kept.push(name)
      const display = field?.ref?.display
      if (display !== undefined) values[display] = mine[display]
    } else conflicts.push({ name, title, mine: mine[name], theirs: theirs[name], field })
  }
  for (const field of fields) mergeOne(field, (one, other) => sameValue(field, one[field.name], other[field.name]), field)
  for (const table of lines) mergeOne(table, (one, other) => sameRows(table, one, other))
  return { values, kept, conflicts }
}

/** The merged values with those conflicts decided for me whose names are given. */
export function resolveConflicts({ values, conflicts }: Merge, mine: Values, takeMine: ReadonlySet<string>): Values {
  const resolved = { ...values }
  for (const { name, field } of conflicts) {
    if (!takeMine.has(name)) continue
    resolved[name] = mine[name]
    if (field?.ref) resolved[field.ref.display] = mine[field.ref.display]
  }
  return resolved
}
