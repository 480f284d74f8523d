/** What goes from a form to the one that takes its place because its plan was edited. */
import { readValue, InvalidValue, type ValueChecks } from '../../../core/fields'
import type { LinesPlan } from '../../../core/plan'
import { rowsOf, type Fields, type Values } from '../../../core/record/values'
import type { FormArrivals } from './formArrivals'

/** An error that did not come from validating the value, such as one from the server, with the value that it belongs to. */
export interface ReportedProblem {
  text: unknown
  value: unknown
  beside: Values
}

export interface FormState {
  record: Values
  values: Values
  isNew: boolean
  /** It began with the defaults of its fields. */
  isFresh: boolean
  fields: Fields
  shown: ReadonlySet<string>
  wereFilled: ReadonlySet<string>
  /** Field → text. */
  marks: ReadonlyMap<string, unknown>
  reported: ReadonlyMap<string, ReportedProblem>
  arrivals: FormArrivals
}

export interface LinesState {
  fields: Fields
  /** Of the rows, in their order. */
  keys: readonly number[]
  wereFilled: ReadonlySet<string>
  /** Cell → text. */
  marks: ReadonlyMap<string, string>
  reported: ReadonlyMap<string, { text: string; value: unknown }>
}

/** Fields that are new in a plan begin as in a new record; the others stay as they are, empty ones too. */
export function namesOf(state: { fields: Fields } | undefined): Set<string> {
  return new Set(Object.keys(state?.fields ?? {}))
}

/**
 * Empties in place what cannot be shown by the type that its field has now, such as a text in what has become a list of files. Values of fields that
 * are no longer there stay, for the field may come back; they are not sent.
 */
export function emptyUnreadable(
  values: Values,
  before: { fields: Fields; lines: ReadonlyMap<string, { fields: Fields }> },
  after: { fields: Fields; lines: readonly LinesPlan[] },
  checks: ValueChecks,
): void {
  emptyOf(values, before.fields, after.fields, checks)
  for (const { name, fields } of after.lines)
    for (const row of rowsOf(values, name)) emptyOf(row, before.lines.get(name)?.fields ?? {}, fields, checks)
}

function emptyOf(values: Values, before: Fields, after: Fields, checks: ValueChecks): void {
  for (const [name, field] of Object.entries(after)) {
    const was = before[name]
    if (!was || (was.type === field.type && was.multiple === field.multiple)) continue
    const read = readValue(field, values[name], checks)
    if (read instanceof InvalidValue && read.rule === 'type') values[name] = null
  }
}
