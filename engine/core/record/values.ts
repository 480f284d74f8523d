import type { FieldPlan, LinesPlan } from '../plan'

/** Values of a record, a line row or a dialog by field name, in the shapes of the wire; a line table is a list of such. */
export type Values = Record<string, unknown>

export type Fields = Readonly<Record<string, FieldPlan>>

/** What a record consists of: an entity, or as much of it as a form shows. */
export interface RecordPlan {
  fields: Fields
  lines: Readonly<Record<string, LinesPlan>>
}

export function byName<Named extends { name: string }>(named: readonly Named[]): Readonly<Record<string, Named>> {
  return Object.fromEntries(named.map((each) => [each.name, each]))
}

/** The rows of a line table in a record. */
export function rowsOf(values: Values, lines: string): Values[] {
  const rows = values[lines]
  return Array.isArray(rows) ? (rows as Values[]) : []
}
