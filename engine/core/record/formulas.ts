import { expressionDependencies, type Expression } from '../expression'
import type { FieldPlan, LinesPlan } from '../plan'
import { evaluate, isOwnName, readOf, readOfRow, type Environment, type Read } from './scope'
import { asStored } from './stored'
import { rowsOf, type Fields, type RecordPlan, type Values } from './values'

export type ComputedField = FieldPlan & { value: Expression }

/** A formula in its turn: a field of the record, or a column of a line table that is computed for all rows before the next turn. */
export interface Formula {
  field: ComputedField
  lines?: LinesPlan
}

const formulasByPlan = new WeakMap<RecordPlan, readonly Formula[]>()
const columnsByFields = new WeakMap<Fields, readonly ComputedField[]>()

export function isComputed(field: FieldPlan): field is ComputedField {
  return field.value !== undefined
}

/**
 * Every formula of a record, each after those it reads: a column may read the record, and the record sum up columns that read it in turn.
 * Of a circle, which the schema check refuses, in any order.
 */
export function formulasOf(plan: RecordPlan): readonly Formula[] {
  let formulas = formulasByPlan.get(plan)
  if (formulas === undefined) {
    formulas = inOrder(plan)
    formulasByPlan.set(plan, formulas)
  }
  return formulas
}

/** Those of the formulas that a change of these names reaches, also through others; a column is called `<lines>.<name>`. */
export function formulasOver(plan: RecordPlan, changed: Iterable<string>): Formula[] {
  const touched = new Set(changed)
  return formulasOf(plan).filter((formula) => {
    const isTouched = sourcesOf(plan, formula.field.value, formula.lines).some((name) => touched.has(name))
    if (isTouched) touched.add(nameOf(formula))
    return isTouched
  })
}

/** The columns of a line table that are computed, each after those of the same row that it reads. */
export function computedColumns(fields: Fields): readonly ComputedField[] {
  let columns = columnsByFields.get(fields)
  if (columns === undefined) {
    columns = inOrder({ fields, lines: {} }).map(({ field }) => field)
    columnsByFields.set(fields, columns)
  }
  return columns
}

/** Computes formulas of a record and its line tables in place, stored or not; all of them, or only the given ones. */
export function computeFormulas(
  plan: RecordPlan,
  values: Values,
  environment: Environment,
  formulas: readonly Formula[] = formulasOf(plan),
): void {
  const record = readOf(values)
  for (const { field, lines } of formulas) {
    if (!lines) values[field.name] = computed(field, record, environment)
    else for (const row of rowsOf(values, lines.name)) row[field.name] = computed(field, readOfRow(lines.fields, row, record), environment)
  }
}

/** What a formula comes to, as its field keeps it. */
export function computed(field: ComputedField, read: Read, environment: Environment): unknown {
  return asStored(field, evaluate(field.value, read, environment))
}

/**
 * Reads fields with a formula as it comes out now, whatever was computed before: defaults and fields with `follows` are computed while a record is
 * still being filled.
 */
export function throughFormulas(fields: Fields, read: Read, environment: Environment): Read {
  const underWay = new Set<string>()
  const through: Read = (name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !isComputed(field) || underWay.has(name)) return read(name)
    underWay.add(name)
    const value = computed(field, through, environment)
    underWay.delete(name)
    return value
  }
  return through
}

/**
 * The fields as a form knows them that holds a part of the record only: a formula over what is not known is none of its own, so that the
 * value that it was given stays.
 */
export function withKnownFormulas(
  fields: Fields,
  reads: (formula: Expression) => readonly string[],
  isKnown: (name: string) => boolean,
): Fields {
  const unknown = Object.values(fields).filter((field) => isComputed(field) && !reads(field.value).every(isKnown))
  if (unknown.length === 0) return fields
  return { ...fields, ...Object.fromEntries(unknown.map(({ value: _formula, ...given }) => [given.name, given])) }
}

/** A field by its name, a column as `<lines>.<name>`. */
export function nameOf({ field, lines }: Formula): string {
  return lines ? `${lines.name}.${field.name}` : field.name
}

/** What an expression reads, by the names of `nameOf`; where it reads a column its line table too. `lines`: it is about a row of these. */
export function sourcesOf(plan: RecordPlan, expression: Expression, lines?: LinesPlan): string[] {
  return expressionDependencies(expression).flatMap((path) => {
    const [root = '', column] = path.split('.')
    if (lines && isOwnName(lines.fields, root)) return [`${lines.name}.${root}`]
    return column !== undefined && Object.hasOwn(plan.lines, root) ? [root, `${root}.${column}`] : [root]
  })
}

function inOrder(plan: RecordPlan): readonly Formula[] {
  const byName = new Map<string, Formula>()
  const add = (formula: Formula): unknown => byName.set(nameOf(formula), formula)
  // What is not tied by reading comes lines first, as it is written.
  for (const lines of Object.values(plan.lines))
    for (const field of Object.values(lines.fields)) if (isComputed(field)) add({ field, lines })
  for (const field of Object.values(plan.fields)) if (isComputed(field)) add({ field })

  const ordered = new Set<Formula>()
  const visiting = new Set<Formula>()
  const visit = (formula: Formula): void => {
    if (visiting.has(formula)) return
    visiting.add(formula)
    for (const name of sourcesOf(plan, formula.field.value, formula.lines)) {
      const source = byName.get(name)
      if (source) visit(source)
    }
    ordered.add(formula)
  }
  for (const formula of byName.values()) visit(formula)
  return [...ordered]
}
