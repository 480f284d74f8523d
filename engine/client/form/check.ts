import type { Expression } from '../../core/expression'
import { isBlank, readValue, trimmed, Unfit, type ValueChecks } from '../../core/fields'
import { messageText } from '../../core/messages'
import type { CheckPlan, FieldPlan, LinesPlan } from '../../core/plan'
import { holds, namesRead, readOf, readOfRow, type Environment, type Read } from '../../core/record/scope'
import { rowsOf, type Values } from '../../core/record/values'
import type { FieldProblem } from '../../core/wire'
import { say } from '../messages'

/** Text checks of the product by name, the same functions as on the server. */
export type Formats = ValueChecks['formats']

export interface CheckContext {
  environment: Environment
  formats: Formats
  /** The action that follows the save: it can need more than the save itself (`requiredFor`). */
  action?: string
}

/** A field that can be typed into now. */
export interface CheckedField {
  field: FieldPlan
  required: boolean
}

export interface CheckedRecord {
  fields: readonly CheckedField[]
  lines: readonly LinesPlan[]
  checks: readonly CheckPlan[]
  values: Values
}

/**
 * Everything that is wrong with a record, in the order of the form. It looks at the data, not at what is drawn, so that rows on other
 * pages of a line table are checked too. The server checks the same again; its answer counts.
 */
export function checkRecord({ fields, lines, checks, values }: CheckedRecord, context: CheckContext): FieldProblem[] {
  const problems = fields.flatMap(({ field, required }) => checkField(field, values[field.name], required, context) ?? [])
  const marked = new Set(problems.map(({ path }) => path))
  for (const check of checks) {
    // A field that is wrong by itself needs no second reason.
    if (!marked.has(check.field) && !checkHolds(check, values, context)) {
      problems.push(problem([check.field], 'check', check.message))
      marked.add(check.field)
    }
  }
  return [...problems, ...lines.flatMap((table) => checkLines(table, values, context))]
}

/** A check over several fields says nothing as long as one of them is empty. */
export function checkHolds({ that }: CheckPlan, values: Values, { environment }: CheckContext): boolean {
  const read = readOf(values)
  return namesRead(that).some((name) => isBlank(read(name))) || holds(that, read, environment)
}

export function checkLines(lines: LinesPlan, values: Values, context: CheckContext): FieldProblem[] {
  const rows = rowsOf(values, lines.name)
  const { requiredFor } = lines
  const needed = requiredFor.length === 0 || neededFor(requiredFor, context)
  const problems = checkRowCount(needed ? lines : { ...lines, minRows: 0 }, rows.length)
  const fields = Object.values(lines.fields).filter((field) => !field.readOnly)
  rows.forEach((row, index) => {
    for (const field of fields) {
      const required = isRequired(field, readOfRow(lines.fields, row, readOf(values)), context)
      const found = checkField(field, row[field.name], required, context, { lines, index })
      if (found) problems.push(found)
    }
  })
  return [...problems, ...duplicatesIn(lines, rows)]
}

/** Too few rows, or too many. */
export function checkRowCount({ name, title, minRows, maxRows }: LinesPlan, count: number): FieldProblem[] {
  const label = messageText('invalid.label', { title })
  if (count < minRows) return [problem([name], 'minRows', messageText('invalid.minRows', { label, min: minRows }))]
  if (count > maxRows) return [problem([name], 'maxRows', messageText('invalid.maxRows', { label, max: maxRows }))]
  return []
}

/** `condition` is the form's own, in place of the field's. */
export function isRequired(field: FieldPlan, read: Read, context: CheckContext, condition: Expression | boolean = field.required): boolean {
  if (neededFor(field.requiredFor, context)) return true
  return typeof condition === 'boolean' ? condition : holds(condition, read, context.environment)
}

function neededFor(actions: readonly string[], { action }: CheckContext): boolean {
  return action !== undefined && actions.includes(action)
}

function duplicatesIn(lines: LinesPlan, rows: readonly Values[]): FieldProblem[] {
  return lines.unique.flatMap((key) => {
    const seen = new Map<string, number>()
    return rows.flatMap((row, index) => {
      if (key.some((part) => isBlank(row[part]))) return []
      const identity = JSON.stringify(key.map((part) => String(trimmed(row[part]))))
      const first = seen.get(identity)
      if (first === undefined) {
        seen.set(identity, index)
        return []
      }
      const [marked = ''] = key
      const title = key.map((part) => lines.fields[part]?.title ?? part).join(say('enumerate'))
      const label = labelOf(title, { lines, index })
      return [problem([lines.name, index, marked], 'unique', messageText('invalid.unique-row', { label, other: first + 1 }))]
    })
  })
}

/** A code that has left its dictionary may stay where it is, and shapes are the server's: it judges what is sent. */
const unknownHere: Pick<ValueChecks, 'hasCode' | 'hasShape'> = { hasCode: () => true, hasShape: () => true }

/** The row of a line table that a value stands in. */
export interface LinePlace {
  lines: Pick<LinesPlan, 'name' | 'title'>
  index: number
}

/** What is wrong with one value, in the server's words, or undefined. */
export function checkField(
  field: FieldPlan,
  value: unknown,
  required: boolean,
  context: CheckContext,
  place?: LinePlace,
): FieldProblem | undefined {
  const path = place ? [place.lines.name, place.index, field.name] : [field.name]
  const label = labelOf(field.title, place)
  if (isBlank(value)) return required ? problem(path, 'required', messageText('invalid.required', { label })) : undefined
  const read = readValue(field, value, { ...unknownHere, formats: context.formats })
  return read instanceof Unfit ? problem(path, read.rule, read.text ?? messageText(read.code, { ...read.params, label })) : undefined
}

/**
 * The text of a problem where it stands beside its cell: table and row need not be named there. Problems of the server begin in the same
 * way as ours.
 */
export function withoutRow(detail: string, title: string, { lines, index }: LinePlace): string {
  const inLine = labelOf(title, { lines, index })
  return detail.startsWith(inLine) ? messageText('invalid.label', { title }) + detail.slice(inLine.length) : detail
}

/** A problem of a cell whose row is now at another index: rows above it have come or gone. */
export function movedTo(found: FieldProblem, title: string, { lines, index }: LinePlace): FieldProblem {
  const [, before, name = ''] = found.path.split('.')
  const was = labelOf(title, { lines, index: Number(before) })
  const detail = found.detail.startsWith(was) ? labelOf(title, { lines, index }) + found.detail.slice(was.length) : found.detail
  return problem([lines.name, index, name], found.rule, detail)
}

function labelOf(title: string, place: LinePlace | undefined): string {
  if (!place) return messageText('invalid.label', { title })
  return messageText('invalid.label-in-line', { lines: place.lines.title, row: place.index + 1, title })
}

function problem(path: readonly (string | number)[], rule: string, detail: string): FieldProblem {
  return { pointer: `/${path.join('/')}`, path: path.join('.'), rule, detail }
}
