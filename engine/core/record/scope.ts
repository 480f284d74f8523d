/**
 * What a name in an expression stands for. In an expression about a record: its field, the display value of a reference, a line table. In
 * one about a line row: the same of the row, and only for names that the row does not have those of the record. A name that the row has
 * never reaches the record, also while the row says nothing about it yet: a header may have a `discount` as well.
 *
 * Beside these, `user` is who is at work, as conditions, defaults and `set` may read it.
 */
import { evaluateExpression, expressionDependencies, type Expression, type ExpressionEnvironment } from '../expression'
import { displayOf } from '../fields'
import type { Fields, Values } from './values'

/** Where an expression finds its names. */
export type Read = (name: string) => unknown

/** Day, moment and user that expressions read; they stand still during one request or one form. */
export interface Environment extends ExpressionEnvironment {
  /** Id of the user; absent where no user is involved. */
  user?: string
  /** Codes of the systems outside that the installation works with; absent: nobody knows here. */
  systems?: ReadonlySet<string>
}

/** Root of a path → what is read of it; without columns the value itself. */
type Roots = Map<string, string[]>
const rootsByExpression = new WeakMap<Expression, Roots>()
const ownNamesByFields = new WeakMap<Fields, ReadonlySet<string>>()

/**
 * Evaluates over values that may be observable. Exactly what the expression names is read, so that a change elsewhere does not run it
 * again, and what the evaluator sees are plain objects.
 */
export function evaluate(expression: Expression, read: Read, environment: Environment): unknown {
  const scope: Values = {}
  for (const [root, columns] of rootsOf(expression))
    scope[root] = root === 'user' && environment.user !== undefined ? environment.user : plainPart(read(root), columns)
  return evaluateExpression(expression, scope, environment)
}

/** Only `true` is true, as in the language itself. A condition that is absent holds. */
export function isTrue(condition: Expression | undefined, read: Read, environment: Environment): boolean {
  return condition === undefined || evaluate(condition, read, environment) === true
}

/** First names of the paths that an expression reads. */
export function namesRead(expression: Expression): string[] {
  return [...rootsOf(expression).keys()]
}

/** Reads what an expression would read, so that a reactive caller is notified of changes. */
export function touch(expression: Expression, read: Read): void {
  for (const [root, columns] of rootsOf(expression)) plainPart(read(root), columns)
}

/** Names of a record, or of a dialog's answers. */
export function readOf(values: Values): Read {
  return (name) => (Object.hasOwn(values, name) ? values[name] : undefined)
}

/**
 * Names of a line row, and beyond it of its record. `fields` are the columns as far as they are known here; what else the row holds, as a
 * row of a dialog does that shows a few columns only, is the row's too.
 */
export function readOfRow(fields: Fields, row: Values, record: Read): Read {
  const own = ownNames(fields)
  return (name) => (own.has(name) || Object.hasOwn(row, name) ? row[name] : record(name))
}

/**
 * Names in a dialog: the submitted value, else the stored one of the record or row; for a row then also the dialog's other values and the record.
 */
export function readOfSubmitted(fields: Fields, submitted: Values, stored: Values, beyond?: Read): Read {
  const own = ownNames(fields)
  return (name) => {
    if (Object.hasOwn(submitted, name)) return submitted[name]
    return beyond === undefined || own.has(name) || Object.hasOwn(stored, name) ? readOf(stored)(name) : beyond(name)
  }
}

/** Whether a name in an expression about a row is the row's. */
export function isOwnName(fields: Fields, name: string): boolean {
  return ownNames(fields).has(name)
}

/** Names that an expression about a row reads of the record around it. */
export function namesBeyond(fields: Fields, expression: Expression): string[] {
  return namesRead(expression).filter((name) => !isOwnName(fields, name))
}

function ownNames(fields: Fields): ReadonlySet<string> {
  let names = ownNamesByFields.get(fields)
  if (names === undefined) {
    names = new Set(['id', ...Object.values(fields).flatMap((field) => [field.name, displayOf(field) ?? field.ref?.display ?? []].flat())])
    ownNamesByFields.set(fields, names)
  }
  return names
}

function rootsOf(expression: Expression): Roots {
  const known = rootsByExpression.get(expression)
  if (known) return known
  const roots: Roots = new Map()
  for (const path of expressionDependencies(expression)) {
    const [root = '', ...rest] = path.split('.')
    const columns = roots.get(root) ?? []
    if (rest.length > 0) columns.push(rest.join('.'))
    roots.set(root, columns)
  }
  rootsByExpression.set(expression, roots)
  return roots
}

/** The members that an expression names, as a plain object; a list keeps its length, so that its rows can be counted. */
function plainPart(value: unknown, columns: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => plainPart(item, columns))
  if (typeof value !== 'object' || value === null) return value
  const part: Values = {}
  for (const name of new Set(columns.map((column) => column.split('.', 1)[0] ?? ''))) {
    const deeper = columns.filter((column) => column.startsWith(`${name}.`)).map((column) => column.slice(name.length + 1))
    // Read even where there is no value yet, so that the property is observed. Inherited properties are no values.
    const found = (value as Values)[name]
    const member = Object.hasOwn(value, name) ? found : undefined
    part[name] = deeper.length === 0 ? member : plainPart(member, deeper)
  }
  return part
}
