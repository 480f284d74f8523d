/**
 * Tree → type and problems. An expression without problems never compares or computes values of different kinds; what remains at run
 * time is null, which the evaluator knows how to take. What has a problem counts as `any`, so that one mistake gives one message.
 */
import { isDate, isDateTime } from '../dateTime'
import { functions, isFunctionName, type FunctionDefinition } from './functions'
import { nearest } from '../../spec/nearest'
import {
  typeText,
  type Expression,
  type ExpressionOf,
  type ExpressionProblem,
  type ExpressionScopeTypes,
  type ExpressionType,
} from './types'

export interface ExpressionCheck {
  type: ExpressionType
  problems: ExpressionProblem[]
}

interface Typed {
  node: Expression
  type: ExpressionType
}

const ORDERED: readonly ExpressionType[] = ['number', 'date', 'dateTime']

/** What the author of arithmetic with something else than numbers most likely wants. */
const INSTEAD_OF_ARITHMETIC: ReadonlyMap<string, string> = new Map([
  ['text +', 'concat(a, b)'],
  ['date +', 'addDays(date, days)'],
  ['date -', 'daysBetween(from, to)'],
])

export function checkExpression(expression: Expression, scope: ExpressionScopeTypes): ExpressionCheck {
  const checker = new Checker(scope)
  const type = checker.typeOf(expression)
  return { type, problems: checker.problems }
}

class Checker {
  readonly problems: ExpressionProblem[] = []
  readonly #scope: ExpressionScopeTypes

  constructor(scope: ExpressionScopeTypes) {
    this.#scope = scope
  }

  typeOf(node: Expression): ExpressionType {
    switch (node.kind) {
      case 'number':
      case 'boolean':
      case 'null':
        return node.kind
      case 'text':
        // The empty text is null at run time.
        return node.value === '' ? 'null' : 'text'
      case 'list':
        return { list: this.#common(node.items.map((item) => this.#typed(item))) }
      case 'path':
        return this.#path(node)
      case 'unary':
        return this.#allOf([node.operand], node.operator === 'not' ? 'boolean' : 'number')
      case 'binary':
        return this.#binary(node)
      case 'conditional':
        this.#allOf([node.condition], 'boolean')
        return this.#common([this.#typed(node.whenTrue), this.#typed(node.whenFalse)])
      case 'call':
        return this.#call(node)
    }
  }

  #path(node: ExpressionOf<'path'>): ExpressionType {
    let type: ExpressionType = { record: this.#scope }
    for (const [index, name] of node.names.entries()) {
      if (type === 'any') return type
      const parent = node.names.slice(0, index).join('.')
      if (typeof type === 'string' || 'list' in type) return this.#problem('expression.no-fields', node, parent)

      const isLines: boolean = 'lines' in type
      const fields: ExpressionScopeTypes = 'lines' in type ? type.lines : type.record
      const field: ExpressionType | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field === undefined) {
        const prefix = parent === '' ? '' : `${parent}.`
        const meant = nearest(name, Object.keys(fields))
        return this.#problem('expression.unknown-name', node, prefix + name, Object.keys(fields), meant && prefix + meant)
      }
      if (field === 'masked') return this.#problem('expression.masked', node, node.names.join('.'))
      type = isLines ? columnOf(field) : field
    }
    return type
  }

  #binary(node: ExpressionOf<'binary'>): ExpressionType {
    const { operator, left, right } = node
    switch (operator) {
      case 'and':
      case 'or':
        return this.#allOf([left, right], 'boolean')
      case '+':
      case '-':
      case '*':
      case '/':
        return this.#allOf([left, right], 'number', (found) => INSTEAD_OF_ARITHMETIC.get(`${found} ${operator}`))
      case 'in':
        return this.#in(node)
      case '==':
      case '!=':
        this.#comparable(node, this.#typed(left), this.#typed(right))
        return 'boolean'
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#order(node)
    }
  }

  #order(node: ExpressionOf<'binary'>): ExpressionType {
    const [left, right] = besideEachOther(this.#typed(node.left), this.#typed(node.right))
    const unordered = [left, right].find((side) => !ORDERED.some((type) => fits(side, type)))
    if (unordered) this.#problem('expression.wrong-type', unordered.node, typeText(unordered.type), ORDERED.map(typeText))
    else this.#comparable(node, left, right)
    return 'boolean'
  }

  #in({ left, right }: ExpressionOf<'binary'>): ExpressionType {
    const value = this.#typed(left)
    if (right.kind === 'list') {
      for (const item of right.items) this.#comparable(item, this.#typed(item), value)
      return 'boolean'
    }
    const list = this.#fitting(this.#typed(right), [{ list: 'any' }])
    this.#comparable(left, value, { node: right, type: itemOf(list) })
    return 'boolean'
  }

  #call(node: ExpressionOf<'call'>): ExpressionType {
    const values = node.arguments.map((argument) => this.#typed(argument))
    if (!isFunctionName(node.name)) return this.#problem('expression.unknown-function', node, node.name)

    const definition = functions[node.name]
    const { parameters, result } = definition
    const { least, most } = argumentCount(definition)
    if (values.length < least || values.length > most) {
      return this.#problem('expression.argument-count', node, String(values.length), [
        most === least ? `${least}` : `${least}–${most === Infinity ? '' : most}`,
      ])
    }
    const types = values.map((value, index) => this.#fitting(value, parameters[index] ?? parameters.at(-1) ?? []))
    if (result === 'common') return this.#common(values)
    return result === 'item' ? itemOf(types[0] ?? 'any') : result
  }

  /** Every node must be of the type, which is then also the type of the whole. Two texts that are added are one mistake, not two. */
  #allOf(nodes: readonly Expression[], type: 'boolean' | 'number', suggestion?: (found: string) => string | undefined): ExpressionType {
    const misfit = nodes.map((node) => this.#typed(node)).find((value) => !fits(value, type))
    if (misfit) this.#fitting(misfit, [type], suggestion)
    return type
  }

  #fitting(value: Typed, allowed: readonly ExpressionType[], suggestion?: (found: string) => string | undefined): ExpressionType {
    if (allowed.some((type) => fits(value, type))) return value.type
    const found = typeText(value.type)
    return this.#problem('expression.wrong-type', value.node, found, allowed.map(typeText), suggestion?.(found))
  }

  #comparable(place: Expression, a: Typed, b: Typed): void {
    const [left, right] = besideEachOther(a, b)
    if (typeof commonType(left.type, right.type) === 'string') return
    this.#problem('expression.incomparable', place, typeText(left.type), [typeText(right.type)])
  }

  #common(values: readonly Typed[]): ExpressionType {
    let common: ExpressionType = values.length === 0 ? 'any' : 'null'
    for (const value of values) {
      const wider = commonType(common, value.type)
      if (wider === undefined) return this.#problem('expression.mixed-types', value.node, typeText(value.type), [typeText(common)])
      common = wider
    }
    return common
  }

  #typed(node: Expression): Typed {
    return { node, type: this.typeOf(node) }
  }

  #problem(
    code: ExpressionProblem['code'],
    { position }: Expression,
    found: string,
    allowed?: readonly string[],
    suggestion?: string,
  ): 'any' {
    this.problems.push({ code, position, found, allowed: allowed && [...allowed], suggestion })
    return 'any'
  }
}

/** A field of a line table, seen from outside, is the list of its values; a record in it, rows again. */
function columnOf(field: ExpressionType): ExpressionType {
  return typeof field === 'object' && 'record' in field ? { lines: field.record } : { list: field }
}

function itemOf(type: ExpressionType): ExpressionType {
  if (typeof type === 'string') return 'any'
  if ('list' in type) return type.list
  return 'lines' in type ? { record: type.lines } : 'any'
}

function fits({ node, type }: Typed, expected: ExpressionType): boolean {
  if (type === 'any' || type === 'null' || expected === 'any') return true
  if (typeof expected === 'string') return type === expected || literalIs(node, expected)
  if (!('list' in expected) || typeof type !== 'object') return false
  if ('lines' in type) return expected.list === 'any'
  return 'list' in type && fits({ node, type: type.list }, expected.list)
}

/** There is no literal for days and moments: a text that reads like one stands for it where one is expected. */
function literalIs(node: Expression, type: ExpressionType): boolean {
  if (node.kind !== 'text') return false
  return (type === 'date' && isDate(node.value)) || (type === 'dateTime' && isDateTime(node.value))
}

function besideEachOther(a: Typed, b: Typed): [Typed, Typed] {
  return [literalIs(a.node, b.type) ? { ...a, type: b.type } : a, literalIs(b.node, a.type) ? { ...b, type: a.type } : b]
}

function commonType(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a === 'any' || b === 'any') return 'any'
  if (a === 'null' || a === b) return b
  if (b === 'null') return a
  if (typeof a !== 'object' || typeof b !== 'object' || !('list' in a) || !('list' in b)) return undefined
  const list = commonType(a.list, b.list)
  return list === undefined ? undefined : { list }
}

function argumentCount({ parameters, optional = 0, repeats }: FunctionDefinition): { least: number; most: number } {
  return { least: parameters.length - optional, most: repeats ? Infinity : parameters.length }
}
