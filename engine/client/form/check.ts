import { isDate, isDateTime } from '../../core/dateTime'
import { compareDecimals, decimalsOf, formatDecimal, formatPercent, toDecimal, type Decimal } from '../../core/decimal'
import type { Expression, ExpressionEnvironment } from '../../core/expression'
import type { CheckPlan, FieldPlan, LinesPlan } from '../../core/plan'
import type { FieldProblem } from '../../core/wire'
import { say } from '../messages'
import { rowsOf } from './changes'
import { evaluate, holds, namesRead, type Read } from './linkage'
import { isBlank, trimmed, type Values } from './values'

/** Text checks of the product by name, the same functions as on the server. */
export type Formats = Readonly<Record<string, { test: (text: string) => boolean; message: string }>>

export interface CheckContext {
  environment: ExpressionEnvironment
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
  const problems = fields.flatMap(({ field, required }) => checkField(field, values[field.name], required, [field.name], context) ?? [])
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
function checkHolds({ that }: CheckPlan, values: Values, { environment }: CheckContext): boolean {
  const read = (name: string): unknown => values[name]
  return namesRead(that).some((name) => isBlank(read(name))) || holds(that, read, environment)
}

export function checkLines(lines: LinesPlan, values: Values, context: CheckContext): FieldProblem[] {
  const rows = rowsOf(values[lines.name])
  const { name, title, minRows, maxRows, requiredFor } = lines
  const problems: FieldProblem[] = []
  const needed = requiredFor.length === 0 || neededFor(requiredFor, context)
  if (needed && rows.length < minRows) problems.push(problem([name], 'minRows', say('check.minRows', { title, min: minRows })))
  if (rows.length > maxRows) problems.push(problem([name], 'maxRows', say('check.maxRows', { title, max: maxRows })))
  const fields = Object.values(lines.fields).filter((field) => !field.readOnly)
  rows.forEach((row, index) => {
    for (const field of fields) {
      const required = isRequired(field, readRow(lines, row, values), context)
      const found = checkField(field, row[field.name], required, [name, index, field.name], context)
      if (found) problems.push(found)
    }
  })
  return [...problems, ...duplicatesIn(lines, rows)]
}

/** In a line table an expression reads the row, and beyond it the record that holds it. */
export function readRow(lines: LinesPlan, row: Values, values: Values): Read {
  return (name) => (Object.hasOwn(lines.fields, name) ? row[name] : values[name])
}

/** `condition` is the form's own, in place of the field's. */
export function isRequired(field: FieldPlan, read: Read, context: CheckContext, condition: Expression | boolean = field.required): boolean {
  if (neededFor(field.requiredFor, context)) return true
  return typeof condition === 'boolean' ? condition : evaluate(condition, read, context.environment) === true
}

function neededFor(actions: readonly string[], { action }: CheckContext): boolean {
  return action !== undefined && actions.includes(action)
}

function duplicatesIn({ name, fields, unique }: LinesPlan, rows: readonly Values[]): FieldProblem[] {
  return unique.flatMap((key) => {
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
      const titles = key.map((part) => fields[part]?.title ?? part).join(say('enumerate'))
      return [problem([name, index, marked], 'unique', say('check.unique', { title: titles, row: first + 1 }))]
    })
  })
}

/** What is wrong with one value, or undefined. `path` is where it stands in the record. */
export function checkField(
  field: FieldPlan,
  value: unknown,
  required: boolean,
  path: readonly (string | number)[],
  context: CheckContext,
): FieldProblem | undefined {
  if (isBlank(value)) {
    if (!required) return undefined
    const chosen = field.type === 'select' || field.type === 'ref' || field.type === 'date' || field.type === 'dateTime'
    return problem(path, 'required', say(chosen ? 'check.choose' : 'check.required', { title: field.title }))
  }
  const wrong = wrongIn(field, value, context)
  return wrong && problem(path, wrong.rule, wrong.text)
}

interface Wrong {
  rule: string
  text: string
}

function wrongIn(field: FieldPlan, value: unknown, context: CheckContext): Wrong | undefined {
  const { type, title } = field
  if (field.decimals !== undefined) return wrongNumber(field, value)
  if (type === 'date' && !isDate(value)) return { rule: 'type', text: say('check.date', { title }) }
  if (type === 'dateTime' && !isDateTime(value)) return { rule: 'type', text: say('check.date', { title }) }
  if (type === 'files' && Array.isArray(value) && value.length > (field.maxCount ?? Infinity)) {
    return { rule: 'maxCount', text: say('files.tooMany', { max: field.maxCount ?? 0 }) }
  }
  return typeof value === 'string' ? wrongText(field, value.trim(), context) : undefined
}

function wrongText({ title, maxLength, pattern, patternMessage, format }: FieldPlan, text: string, { formats }: CheckContext): Wrong | undefined {
  // Characters as people count them, and as the database does.
  if (maxLength !== undefined && [...text].length > maxLength) {
    return { rule: 'maxLength', text: say('check.maxLength', { title, max: maxLength }) }
  }
  if (pattern !== undefined && !patternOf(pattern).test(text)) {
    return { rule: 'pattern', text: patternMessage ?? say('check.pattern', { title }) }
  }
  const named = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined
  return named && !named.test(text) ? { rule: 'format', text: named.message } : undefined
}

function wrongNumber(field: FieldPlan, value: unknown): Wrong | undefined {
  const { title, type, min, max, decimals = 0 } = field
  const decimal = toDecimal(value)
  if (decimal === undefined) return { rule: 'type', text: say('check.number', { title }) }
  if (decimalsOf(decimal) > decimals) {
    const shown = type === 'percent' ? decimals - 2 : decimals
    return { rule: 'decimals', text: shown === 0 ? say('check.integer', { title }) : say('check.decimals', { title, max: shown }) }
  }
  if (min !== undefined && compareDecimals(decimal, min) < 0) return { rule: 'min', text: say('check.min', { title, min: readable(field, min) }) }
  if (max !== undefined && compareDecimals(decimal, max) > 0) return { rule: 'max', text: say('check.max', { title, max: readable(field, max) }) }
  return undefined
}

/** A bound as the field itself is read: a percentage of a rate, thousands commas. */
function readable({ type, decimals = 0 }: FieldPlan, bound: Decimal): string {
  if (type === 'percent') return formatPercent(bound, Math.max(decimalsOf(bound) - 2, 0))
  return formatDecimal(bound, Math.min(decimalsOf(bound), decimals))
}

const patterns = new Map<string, RegExp>()

/** Patterns are of the schemas, whose check has refused those that could take long. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) {
    pattern = new RegExp(`^(?:${source})$`, 'u')
    patterns.set(source, pattern)
  }
  return pattern
}

export function problem(path: readonly (string | number)[], rule: string, detail: string): FieldProblem {
  return { pointer: `/${path.join('/')}`, path: path.join('.'), rule, detail }
}
