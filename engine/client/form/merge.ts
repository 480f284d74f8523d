import { displayOf, isBlank, sameValue } from '../../core/fields'
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
      for (const beside of field ? besides(field) : []) values[beside] = mine[beside]
    } else conflicts.push({ name, title, mine: mine[name], theirs: theirs[name], field })
  }
  // Which row it is and of which kind are one thing.
  const kinds = new Set(fields.flatMap(({ mixed }) => mixed?.kind ?? []))
  for (const field of fields.filter(({ name }) => !kinds.has(name)))
    mergeOne(field, (one, other) => sameValue(field, one[field.name], other[field.name]) && isOfOneKind(field, one, other), field)
  for (const table of lines) mergeOne(table, (one, other) => sameRows(table, one, other))
  return { values, kept, conflicts }
}

/** What goes with a reference: the name of its row, and of which kind that is. */
function besides(field: FieldPlan): string[] {
  return [displayOf(field) ?? field.ref?.display, field.mixed?.kind].filter((name) => name !== undefined)
}

function isOfOneKind({ name, mixed }: FieldPlan, one: Values, other: Values): boolean {
  return mixed === undefined || isBlank(one[name]) || one[mixed.kind] === other[mixed.kind]
}

/** The merged values with those conflicts decided for me whose names are given. */
export function resolveConflicts({ values, conflicts }: Merge, mine: Values, takeMine: ReadonlySet<string>): Values {
  const resolved = { ...values }
  for (const { name, field } of conflicts) {
    if (!takeMine.has(name)) continue
    resolved[name] = mine[name]
    for (const beside of field ? besides(field) : []) resolved[beside] = mine[beside]
  }
  return resolved
}
