/**
 * Rows of every entity, made from the plan alone: some in each state, with references that lead to rows that exist, and formulas computed. Which
 * rows there are does not depend on which are asked for first.
 */
import { displayOf, isTyped, referenceIn, targetsOf } from '../../core/fields'
import { effectiveField, pendingField } from '../../core/pending'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan, RefPlan, SerialPlan } from '../../core/plan'
import { computeFormulas } from '../../core/record/formulas'
import type { Environment } from '../../core/record/scope'
import type { Fields, Values } from '../../core/record/values'
import { matches } from '../../core/where'
import type { RecordValues } from '../../core/wire'
import { nth, sampleValue } from './sampleValue'

export interface SampleRecords {
  /** Newest first. */
  rowsOf: (entity: string) => readonly RecordValues[]
  byId: (entity: string, id: string) => RecordValues | undefined
}

export interface RecordOptions {
  environment: Environment
  /** Fewest rows of an entity; there is one for each of its states in any case. */
  atLeast: number
}

const LINES = 3

/** @param plan its entities and dictionaries are read */
export function sampleRecords(
  plan: Pick<ProductPlan, 'entities' | 'dictionaries'>,
  { environment, atLeast }: RecordOptions,
): SampleRecords {
  /** Without references: what others see of a row, so that two entities may point to each other. */
  const bare = new Map<string, RecordValues[]>()
  const whole = new Map<string, RecordValues[]>()

  function bareRows(name: string): RecordValues[] {
    const known = bare.get(name)
    if (known) return known
    const entity = plan.entities[name]
    const states = Object.keys(entity?.states ?? {})
    const count = Math.max(states.length, atLeast)
    const rows = entity ? Array.from({ length: count }, (_each, at) => bareRow(entity, count - at, nth(states, at + 1))) : []
    bare.set(name, rows)
    return rows
  }

  function bareRow(entity: EntityPlan, number: number, state: string | undefined): RecordValues {
    const { statusField, serial } = entity
    const values = valuesOf(entity.fields, number)
    if (serial) values[serial.field] = serialOf(serial, number, values)
    return {
      ...values,
      ...(statusField === undefined || state === undefined ? {} : { [statusField]: state }),
      ...(entity.pending ? { [pendingField]: null, [effectiveField]: state } : {}),
      id: String(number),
      version: 1,
    }
  }

  function valuesOf(fields: Fields, number: number): Values {
    let place = 0
    return Object.fromEntries(
      Object.values(fields).map((field) => {
        if (field.type === 'date' || field.type === 'dateTime') place += 1
        return [field.name, sampleValue(field, { number, today: environment.today, dictionaries: plan.dictionaries, place })]
      }),
    )
  }

  function serialOf({ prefix, digits, restart, of }: SerialPlan, number: number, values: Values): string {
    const letters =
      typeof prefix === 'object' ? (prefix.of[String(values[prefix.by])] ?? Object.values(prefix.of)[0] ?? '') : (prefix ?? '')
    const period = { day: 8, month: 6, year: 4, never: 0 }[restart ?? 'never']
    const running = String(number).padStart(digits, '0')
    return of === undefined ? `${letters}${environment.today.replaceAll('-', '').slice(0, period)}${running}` : `${number}-${running}`
  }

  /** The rows that a reference may point to; where none of them is as it asks, any. */
  function choicesOf(ref: RefPlan, values: Values): RecordValues[] {
    const target = plan.entities[ref.entity]
    if (!target) return []
    const rows = bareRows(ref.entity)
    const fitting = rows.filter((row) => matches(ref.where, row, { fields: target.fields, today: environment.today, given: values }))
    return fitting.length > 0 ? fitting : rows
  }

  /** Fills references in place, each with its display value and with what choosing it brings. */
  function refer(fields: Fields, values: Values, number: number, of?: string): void {
    for (const field of Object.values(fields)) {
      if (targetsOf(field).length === 0 || field.secret) continue
      const ref = referenceIn(field, values)?.ref ?? targetsOf(field)[0]
      if (!ref) continue
      // A row that points to its own kind points up, so that trees have tops and no circles.
      const chosen =
        ref.entity === of ? bareRows(of).find(({ id }) => id === String(Math.floor(number / 3))) : nth(choicesOf(ref, values), number)
      const display = displayOf(field)
      if (!chosen) {
        if (display !== undefined) values[display] = null
        continue
      }
      const value = ref.by === undefined ? chosen.id : chosen[ref.by]
      const label = labelIn(ref, chosen)
      values[field.name] = ref.multiple ? [value] : value
      // A text that names a row is read as it is.
      if (display !== undefined) values[display] = ref.multiple ? [label] : label
      for (const [ours, theirs] of Object.entries(ref.fill ?? {}))
        if (isPlain(fields[ours]) && chosen[theirs] !== undefined && chosen[theirs] !== null) values[ours] = chosen[theirs]
    }
  }

  function linesOf(table: LinesPlan, number: number): Values[] {
    return Array.from({ length: Math.max(1, Math.min(LINES, table.maxRows)) }, (_each, index) => {
      const row = { ...valuesOf(table.fields, number + index), id: `${number}${index + 1}` }
      refer(table.fields, row, number + index)
      return row
    })
  }

  function wholeRow(entity: EntityPlan, row: RecordValues): RecordValues {
    const number = Number(row.id)
    const values: RecordValues = { ...row }
    refer(entity.fields, values, number, entity.name)
    for (const table of Object.values(entity.lines)) values[table.name] = linesOf(table, number)
    computeFormulas(entity, values, environment)
    return values
  }

  function rowsOf(name: string): readonly RecordValues[] {
    const known = whole.get(name)
    if (known) return known
    const entity = plan.entities[name]
    const rows = entity ? bareRows(name).map((row) => wholeRow(entity, row)) : []
    whole.set(name, rows)
    return rows
  }

  return { rowsOf, byId: (entity, id) => rowsOf(entity).find((row) => row.id === id) }
}

function labelIn(ref: RefPlan, row: RecordValues): string {
  const label = row[ref.label]
  return typeof label === 'string' && label !== '' ? label : `${ref.title}${row.id}`
}

/** Holds a value of its own, no reference, which would need its name too. */
function isPlain(field: FieldPlan | undefined): boolean {
  return field !== undefined && targetsOf(field).length === 0 && isTyped(field)
}
