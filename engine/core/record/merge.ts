import { isBlank, isMultiple, sameValue, targetsOf } from '../fields'
import type { FieldPlan, LinesPlan } from '../plan'
import { sameRows, type Writable } from './changes'
import { carry } from './references'
import { rowsOf, type Values } from './values'

/** A field that both sides changed, to different values. */
export interface Conflict {
  name: string
  title: string
  /** Absent for a line table, which is taken as a whole. */
  field?: FieldPlan
  mine: unknown
  theirs: unknown
  /** Names of fields that are not typed but filled when this reference is chosen. */
  brings: readonly string[]
}

export interface Merge {
  /** The record as it is now, with my changes where they do not meet theirs; at a conflict it holds theirs. */
  values: Values
  /** Names that only I changed. */
  kept: string[]
  conflicts: Conflict[]
}

/**
 * Merges my changes to a record with those that another user has saved meanwhile (409, design.md section 5). `base` is the record
 * as I opened it.
 */
export function mergeChanges({ fields, lines }: Writable, base: Values, mine: Values, theirs: Values): Merge {
  const merge: Merge = { values: { ...theirs }, kept: [], conflicts: [] }
  // Which row it is and of which kind are one thing.
  const kinds = new Set(fields.flatMap(({ mixed }) => mixed?.kind ?? []))
  const typed = new Set(fields.map(({ name }) => name))
  for (const field of fields.filter(({ name }) => !kinds.has(name))) {
    const whose = decide((one, other) => isSameIn(field, one, other), base, mine, theirs)
    const brings = isMultiple(field)
      ? []
      : targetsOf(field).flatMap(({ fill = {} }) => Object.keys(fill).filter((name) => !typed.has(name)))
    if (whose === 'mine') carryWhole(field, brings, mine, merge.values)
    note(merge, whose, field, mine, theirs, { field, brings })
  }
  for (const table of lines) {
    const whose = decide((one, other) => sameRows(table, one, other), base, mine, theirs)
    if (whose === 'mine') merge.values[table.name] = mine[table.name]
    note(merge, whose, table, mine, theirs)
  }
  return merge
}

/** The merged values with those conflicts decided for me whose names are given. */
export function resolveConflicts({ values, conflicts }: Merge, mine: Values, takeMine: ReadonlySet<string>): Values {
  const resolved = { ...values }
  for (const { name, field, brings } of conflicts) {
    if (!takeMine.has(name)) continue
    if (field) carryWhole(field, brings, mine, resolved)
    else resolved[name] = withoutGone(rowsOf(mine, name), rowsOf(values, name))
  }
  return resolved
}

function isSameIn(field: FieldPlan, one: Values, other: Values): boolean {
  const { name, mixed } = field
  if (!sameValue(field, one[name], other[name])) return false
  return mixed === undefined || isBlank(one[name]) || one[mixed.kind] === other[mixed.kind]
}

/** My rows, without the ids of rows that the others have deleted: such a row would be saved as a new one. */
function withoutGone(mine: readonly Values[], theirs: readonly Values[]): Values[] {
  const there = new Set(theirs.map((row) => row['id']))
  return mine.map(({ id, ...row }) => (isBlank(id) || !there.has(id) ? row : { id, ...row }))
}

/** Carries a value over, together with the kind of a reference to several entities and the fields that its choice has filled. */
function carryWhole(field: FieldPlan, brings: readonly string[], from: Values, into: Values): void {
  carry(field, from, into)
  for (const name of brings) into[name] = from[name]
  if (field.mixed) into[field.mixed.kind] = from[field.mixed.kind]
}

type Whose = 'theirs' | 'mine' | 'both'

function decide(same: (one: Values, other: Values) => boolean, base: Values, mine: Values, theirs: Values): Whose {
  if (same(base, mine) || same(mine, theirs)) return 'theirs'
  return same(base, theirs) ? 'mine' : 'both'
}

function note(
  merge: Merge,
  whose: Whose,
  { name, title }: FieldPlan | LinesPlan,
  mine: Values,
  theirs: Values,
  of: Pick<Conflict, 'field' | 'brings'> = { brings: [] },
): void {
  if (whose === 'mine') merge.kept.push(name)
  if (whose === 'both') merge.conflicts.push({ name, title, mine: mine[name], theirs: theirs[name], ...of })
}
