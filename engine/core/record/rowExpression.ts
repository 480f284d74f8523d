/**
 * An expression as a database can answer it, for each row of one entity by itself: typed, every formula of the entity that is not stored
 * written out, and nothing in it that would need another row. `expressionSql` of the server writes it as SQL.
 *
 * The values are the evaluator's (evaluate.ts), for every row, but for two things that the evaluator cannot tell from a record: two *text*
 * fields that hold what reads like moments are compared here by their characters, and a whole number computed beyond 15 digits, which
 * JSON does not hold exactly, stays a number here.
 */
import { isDate, isDateTime } from '../dateTime'
import { decimalsOf, isDecimal, toDecimal, type Decimal } from '../decimal'
import { isMultiple } from '../fields'
import { schemaTypeOf } from '../fields/schemas'
import type { EntityPlan, FieldPlan } from '../plan'
import {
  ExpressionError,
  type ArithmeticOperator,
  type Expression,
  type ExpressionOf,
  type ExpressionProblem,
  type RowType,
} from '../expression/types'
import type { FunctionName } from '../expression/functions'

/** Null is never an operand of arithmetic, an order or a function: what it makes of them is settled already. */
export type RowExpression =
  | { kind: 'null'; type: 'null' }
  | { kind: 'literal'; type: RowType; value: string | boolean }
  /** A single stored value of the row. */
  | { kind: 'field'; type: RowType; field: FieldPlan }
  | { kind: 'negative'; type: 'number'; operand: RowExpression }
  | { kind: 'arithmetic'; type: 'number'; operator: ArithmeticOperator; left: RowExpression; right: RowExpression }
  /** `places` is a whole number from 0 to 20. */
  | { kind: 'round'; type: 'number'; mode: 'round' | 'ceil' | 'floor'; operand: RowExpression; places: number }
  | { kind: 'abs'; type: 'number'; operand: RowExpression }
  | { kind: 'not'; type: 'boolean'; operand: RowExpression }
  | { kind: 'and' | 'or'; type: 'boolean'; left: RowExpression; right: RowExpression }
  | { kind: 'order'; type: 'boolean'; operator: '<' | '<=' | '>' | '>='; left: RowExpression; right: RowExpression }
  /** Null equals null; neither side is the literal null, which is `empty`. */
  | { kind: 'equal'; type: 'boolean'; negated: boolean; left: RowExpression; right: RowExpression }
  | { kind: 'empty'; type: 'boolean'; negated: boolean; operand: RowExpression }
  /** One of several literals, all of one type. */
  | { kind: 'oneOf'; type: 'boolean'; operand: RowExpression; among: (string | boolean)[] }
  /** Whether a field with several values has this one, or, without it, an empty one. */
  | { kind: 'has'; type: 'boolean'; field: FieldPlan; value?: RowExpression }
  /** How many values a field with several has; `present`: without empty ones. */
  | { kind: 'size'; type: 'number'; field: FieldPlan; present: boolean }
  | { kind: 'contains'; type: 'boolean'; text: RowExpression; part: RowExpression }
  | { kind: 'conditional'; type: RowType; condition: RowExpression; whenTrue: RowExpression; whenFalse: RowExpression }
  | { kind: 'coalesce'; type: RowType; operands: RowExpression[] }
  | { kind: 'aggregate'; type: RowType; name: 'sum' | 'avg' | 'min' | 'max' | 'count'; items: RowExpression[] }
  | { kind: 'moved'; type: 'date'; unit: 'days' | 'months'; date: RowExpression; by: RowExpression }
  | { kind: 'daysBetween'; type: 'number'; from: RowExpression; to: RowExpression }
  | { kind: 'year' | 'month'; type: 'number'; date: RowExpression }
  | { kind: 'today'; type: 'date' }
  | { kind: 'now'; type: 'dateTime' }

export type RowExpressionOf<Kind extends RowExpression['kind']> = Extract<RowExpression, { kind: Kind }>

/** An entity, as far as its rows are computed with. */
export type RowEntity = Pick<EntityPlan, 'fields' | 'view'>

/** Functions that are not written as SQL, because text is cut and cased differently there. */
const NOT_IN_SQL: ReadonlySet<string> = new Set<FunctionName>(['concat', 'upper', 'lower', 'substring'])
/** Formulas are written out wherever they are read, so that a short text may stand for a long one. */
const MAX_NODES = 2000
/** As for decimals: the evaluator takes longer ones for none. */
const MAX_DIGITS = 290
const MAX_PLACES = 20

/**
 * Why an expression over the entity's fields cannot be answered by the database; undefined when it can. The expression has no other
 * problem: it was type-checked before.
 */
export function expressionSqlProblem(expression: Expression, entity: RowEntity): ExpressionProblem | undefined {
  try {
    rowExpression(expression, entity)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** @throws ExpressionError for what the database cannot answer */
export function rowExpression(expression: Expression, entity: RowEntity): RowExpression {
  return new Translation(entity).of(expression)
}

/** The value whose text stands for all that equal it: of a number as numbers are written the shortest, else the text itself. */
export function textKey(text: string): string {
  const number = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && isDecimal(text)
  if (!number) return text
  const [whole = '', fraction = ''] = text.split('.')
  const rest = fraction.replace(/0+$/, '')
  const short = rest === '' ? whole : `${whole}.${rest}`
  return short === '-0' ? '0' : short
}

const NULL: RowExpression = { kind: 'null', type: 'null' }
const TRUE: RowExpression = { kind: 'literal', type: 'boolean', value: true }
const FALSE: RowExpression = { kind: 'literal', type: 'boolean', value: false }

/** The items of a list literal, or a field with several values. */
type RowList = { items: Expression[] } | { field: FieldPlan }

/** Most digits before and after the decimal point. */
interface Digits {
  whole: number
  fraction: number
}

class Translation {
  readonly #entity: RowEntity
  readonly #digits = new WeakMap<RowExpression, Digits>()
  /** Formulas that are being written out. */
  readonly #inside = new Set<string>()
  #nodes = 0

  constructor(entity: RowEntity) {
    this.#entity = entity
  }

  of(node: Expression): RowExpression {
    if (++this.#nodes > MAX_NODES) throw problem('expression.sql-size', node, '')
    switch (node.kind) {
      case 'number':
        return this.#number(literal('number', node.value), digitsOf(node.value), node)
      case 'text':
        return node.value === '' ? NULL : literal('text', node.value)
      case 'boolean':
        return literal('boolean', node.value)
      case 'null':
        return NULL
      case 'list':
        throw problem('expression.sql-value', node, '[ ]')
      case 'path':
        return this.#path(node)
      case 'unary':
        return this.#unary(node)
      case 'binary':
        return this.#binary(node)
      case 'conditional':
        return this.#conditional(node)
      case 'call':
        return this.#call(node)
    }
  }

  #path(node: ExpressionOf<'path'>): RowExpression {
    const field = this.#field(node)
    if (isMultiple(field)) throw problem('expression.sql-value', node, field.name)
    if (field.value !== undefined && !field.stored) return this.#formula(field, field.value, node)
    const type = schemaTypeOf(field).scalar
    if (type === undefined || !isRead(field)) throw problem('expression.sql-name', node, field.name)
    const read: RowExpression = { kind: 'field', type, field }
    return field.decimals === undefined ? read : this.#number(read, this.#digitsOfField(field), node)
  }

  #field(node: ExpressionOf<'path'>): FieldPlan {
    const name = node.names.join('.')
    const field = Object.hasOwn(this.#entity.fields, name) ? this.#entity.fields[name] : undefined
    if (!field) throw problem('expression.sql-name', node, name)
    return field
  }

  #digitsOfField({ decimals = 0 }: FieldPlan): Digits {
    // A read model may add up any number of rows; a column is numeric(18, decimals) or an integer.
    if (this.#entity.view !== undefined) return { whole: 38, fraction: decimals }
    return { whole: decimals === 0 ? 10 : 18 - decimals, fraction: decimals }
  }

  #formula(field: FieldPlan, formula: Expression, place: Expression): RowExpression {
    if (this.#inside.has(field.name)) throw problem('expression.sql-name', place, field.name)
    this.#inside.add(field.name)
    const operand = this.#formulaValue(field, formula, place)
    this.#inside.delete(field.name)
    if (field.decimals === undefined || operand.kind === 'null') return operand
    const { whole } = this.#digitsFor(operand)
    // What a field with decimals keeps of its formula.
    const made: RowExpression = { kind: 'round', type: 'number', mode: 'round', operand, places: field.decimals }
    return this.#number(made, { whole: whole + 1, fraction: field.decimals }, place)
  }

  #formulaValue(field: FieldPlan, formula: Expression, place: Expression): RowExpression {
    const type = schemaTypeOf(field).scalar
    if (type === undefined) throw problem('expression.sql-name', place, field.name)
    try {
      return needed(asType(this.of(formula), type), type, place)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      // Its own offset is in another text.
      throw problem(error.code === 'expression.sql-size' ? error.code : 'expression.sql-name', place, field.name)
    }
  }

  #unary({ operator, operand: inner }: ExpressionOf<'unary'>): RowExpression {
    const value = this.of(inner)
    if (operator === 'not') return { kind: 'not', type: 'boolean', operand: condition(value, inner) }
    if (value.kind === 'null') return NULL
    return this.#number({ kind: 'negative', type: 'number', operand: needed(value, 'number', inner) }, this.#digitsFor(value), inner)
  }

  #binary(node: ExpressionOf<'binary'>): RowExpression {
    const { operator, left, right } = node
    switch (operator) {
      case 'and':
      case 'or':
        return {
          kind: operator,
          type: 'boolean',
          left: condition(this.of(left), left),
          right: condition(this.of(right), right),
        }
      case 'in':
        return this.#in(left, right)
      case '==':
      case '!=':
        return equal(this.of(left), this.of(right), operator === '!=', node)
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const [a, b] = besideEachOther(this.of(left), this.of(right))
        if (a.kind === 'null' || b.kind === 'null') return FALSE
        return { kind: 'order', type: 'boolean', operator, left: ordered(a, left), right: needed(b, a.type, right) }
      }
      case '+':
      case '-':
      case '*':
      case '/':
        return this.#arithmetic(operator, node)
    }
  }

  #arithmetic(operator: ArithmeticOperator, node: ExpressionOf<'binary'>): RowExpression {
    const [left, right] = [this.of(node.left), this.of(node.right)]
    if (left.kind === 'null' || right.kind === 'null') return NULL
    const made: RowExpression = {
      kind: 'arithmetic',
      type: 'number',
      operator,
      left: needed(left, 'number', node.left),
      right: needed(right, 'number', node.right),
    }
    return this.#number(made, digitsAfter(operator, this.#digitsFor(left), this.#digitsFor(right)), node)
  }

  #conditional({ condition: asked, whenTrue, whenFalse }: ExpressionOf<'conditional'>): RowExpression {
    const truth = condition(this.of(asked), asked)
    const [yes, no] = sameType([this.of(whenTrue), this.of(whenFalse)], whenFalse)
    if (!yes || !no || (yes.kind === 'null' && no.kind === 'null')) return NULL
    const type = yes.type === 'null' ? no.type : yes.type
    if (type === 'null') return NULL
    return this.#widest({ kind: 'conditional', type, condition: truth, whenTrue: yes, whenFalse: no }, [yes, no], whenTrue)
  }

  #in(left: Expression, right: Expression): RowExpression {
    if (right.kind === 'null') return FALSE
    const list = this.#list(right)
    if (!list) throw problem('expression.sql-value', right, 'in')
    if ('field' in list) return this.#has(list.field, left)
    const items = list.items.map((item) => this.of(item))
    const operand = this.of(left)
    if (items.length === 0) return FALSE
    const [value = NULL, ...among] = sameType([operand, ...items], right)
    const literals = among.flatMap((item) => (item.kind === 'literal' ? [item.value] : []))
    if (value.kind !== 'null' && literals.length === items.length)
      return { kind: 'oneOf', type: 'boolean', operand: value, among: literals }
    const [first, ...others] = list.items.map((item) => equal(this.of(left), this.of(item), false, right))
    return others.reduce<RowExpression>((any, one) => ({ kind: 'or', type: 'boolean', left: any, right: one }), first ?? FALSE)
  }

  #has(field: FieldPlan, wanted: Expression): RowExpression {
    const value = this.of(wanted)
    if (value.kind === 'null') return { kind: 'has', type: 'boolean', field }
    return { kind: 'has', type: 'boolean', field, value: needed(value, 'text', wanted) }
  }

  #list(node: Expression): RowList | undefined {
    if (node.kind === 'list') return { items: node.items }
    if (node.kind !== 'path') return undefined
    const field = this.#field(node)
    if (!isMultiple(field)) return undefined
    if (!isRead(field)) throw problem('expression.sql-name', node, field.name)
    return { field }
  }

  #call(node: ExpressionOf<'call'>): RowExpression {
    const { name, arguments: given } = node
    const [first, second] = given
    if (NOT_IN_SQL.has(name)) throw problem('expression.sql-function', node, name)
    switch (name) {
      case 'today':
        return { kind: 'today', type: 'date' }
      case 'now':
        return { kind: 'now', type: 'dateTime' }
      case 'coalesce':
        return this.#coalesce(node)
    }
    if (!first) throw problem('expression.sql-function', node, name)
    switch (name) {
      case 'sum':
      case 'avg':
      case 'min':
      case 'max':
      case 'count':
        return this.#aggregate(name, first, node)
      case 'round':
      case 'ceil':
      case 'floor':
        return this.#round(name, first, second)
      case 'abs': {
        const operand = this.of(first)
        if (operand.kind === 'null') return NULL
        return this.#number({ kind: 'abs', type: 'number', operand: needed(operand, 'number', first) }, this.#digitsFor(operand), node)
      }
      case 'isEmpty':
        return this.#isEmpty(first)
      case 'contains':
        return this.#contains(first, second ?? first)
      case 'length': {
        const list = this.#list(first)
        if (!list) throw problem('expression.sql-function', node, name)
        return this.#length(list, first)
      }
      case 'addDays':
      case 'addMonths': {
        const [date, by] = [asType(this.of(first), 'date'), this.of(second ?? first)]
        if (date.kind === 'null' || by.kind === 'null') return NULL
        const unit = name === 'addDays' ? 'days' : 'months'
        return { kind: 'moved', type: 'date', unit, date: needed(date, 'date', first), by: needed(by, 'number', second ?? first) }
      }
      case 'daysBetween': {
        const [from, to] = [asType(this.of(first), 'date'), asType(this.of(second ?? first), 'date')]
        if (from.kind === 'null' || to.kind === 'null') return NULL
        const made: RowExpression = {
          kind: name,
          type: 'number',
          from: needed(from, 'date', first),
          to: needed(to, 'date', second ?? first),
        }
        return this.#number(made, { whole: 7, fraction: 0 }, node)
      }
      case 'year':
      case 'month': {
        const date = asType(this.of(first), 'date')
        if (date.kind === 'null') return NULL
        return this.#number({ kind: name, type: 'number', date: needed(date, 'date', first) }, { whole: 4, fraction: 0 }, node)
      }
      default:
        throw problem('expression.sql-function', node, name)
    }
  }

  #coalesce(node: ExpressionOf<'call'>): RowExpression {
    const operands = sameType(
      node.arguments.map((argument) => this.of(argument)),
      node,
    ).filter(({ kind }) => kind !== 'null')
    const [first] = operands
    if (!first || first.type === 'null') return NULL
    return this.#widest({ kind: 'coalesce', type: first.type, operands }, operands, node)
  }

  #aggregate(name: RowExpressionOf<'aggregate'>['name'], argument: Expression, node: Expression): RowExpression {
    const list = this.#list(argument)
    if (!list) throw problem('expression.sql-function', node, name)
    if ('field' in list) {
      if (name !== 'count') throw problem('expression.sql-function', node, name)
      return this.#number({ kind: 'size', type: 'number', field: list.field, present: true }, { whole: 9, fraction: 0 }, node)
    }
    const items = sameType(
      list.items.map((item) => this.of(item)),
      argument,
    ).filter(({ kind }) => kind !== 'null')
    if (items.length === 0) return name === 'sum' || name === 'count' ? this.#number(literal('number', '0'), digitsOf('0'), node) : NULL
    const digits = items.map((item) => this.#digitsFor(item))
    const wide = { whole: Math.max(...digits.map(({ whole }) => whole)), fraction: Math.max(...digits.map(({ fraction }) => fraction)) }
    if (name === 'count') return this.#number({ kind: 'aggregate', type: 'number', name, items }, { whole: 4, fraction: 0 }, node)
    if (name === 'sum' || name === 'avg') {
      const numbers = items.map((item) => needed(item, 'number', argument))
      const made: RowExpression = { kind: 'aggregate', type: 'number', name, items: numbers }
      return this.#number(made, { whole: wide.whole + 4, fraction: name === 'avg' ? 40 : wide.fraction }, node)
    }
    const type = ordered(items[0] ?? NULL, argument).type
    if (type === 'null') return NULL
    return this.#widest({ kind: 'aggregate', type, name, items }, items, node)
  }

  #round(mode: 'round' | 'ceil' | 'floor', first: Expression, second: Expression | undefined): RowExpression {
    const operand = this.of(first)
    if (second !== undefined && second.kind !== 'number') throw problem('expression.sql-places', second, mode)
    const places = second === undefined ? 0 : decimalsOf(second.value) === 0 ? Number(second.value) : -1
    if (operand.kind === 'null' || places < 0 || places > MAX_PLACES) return NULL
    const { whole } = this.#digitsFor(operand)
    const made: RowExpression = { kind: 'round', type: 'number', mode, operand: needed(operand, 'number', first), places }
    return this.#number(made, { whole: whole + 1, fraction: places }, first)
  }

  #isEmpty(node: Expression): RowExpression {
    const list = this.#list(node)
    if (list && 'items' in list) return list.items.length === 0 ? TRUE : FALSE
    if (list) {
      const size: RowExpression = { kind: 'size', type: 'number', field: list.field, present: false }
      return equal(size, literal('number', '0'), false, node)
    }
    const operand = this.of(node)
    return operand.kind === 'null' ? TRUE : { kind: 'empty', type: 'boolean', negated: false, operand }
  }

  #contains(container: Expression, part: Expression): RowExpression {
    if (this.#list(container)) return this.#in(part, container)
    const [text, within] = [this.of(container), this.of(part)]
    if (text.kind === 'null' || within.kind === 'null') return FALSE
    return { kind: 'contains', type: 'boolean', text: needed(text, 'text', container), part: needed(within, 'text', part) }
  }

  #length(list: RowList, node: Expression): RowExpression {
    if ('items' in list) return this.#number(literal('number', String(list.items.length)), { whole: 4, fraction: 0 }, node)
    return this.#number({ kind: 'size', type: 'number', field: list.field, present: false }, { whole: 9, fraction: 0 }, node)
  }

  #widest(made: RowExpression, of: readonly RowExpression[], place: Expression): RowExpression {
    if (made.type !== 'number') return made
    const digits = of.map((one) => this.#digitsFor(one))
    return this.#number(
      made,
      { whole: Math.max(...digits.map(({ whole }) => whole)), fraction: Math.max(...digits.map(({ fraction }) => fraction)) },
      place,
    )
  }

  #number(made: RowExpression, digits: Digits, place: Expression): RowExpression {
    if (digits.whole + digits.fraction > MAX_DIGITS) throw problem('expression.sql-size', place, '')
    this.#digits.set(made, digits)
    return made
  }

  #digitsFor(made: RowExpression): Digits {
    return this.#digits.get(made) ?? { whole: 0, fraction: 0 }
  }
}

function equal(left: RowExpression, right: RowExpression, negated: boolean, place: Expression): RowExpression {
  const [a, b] = besideEachOther(left, right)
  if (a.kind === 'null' && b.kind === 'null') return negated ? FALSE : TRUE
  if (a.kind === 'null') return { kind: 'empty', type: 'boolean', negated, operand: b }
  if (b.kind === 'null') return { kind: 'empty', type: 'boolean', negated, operand: a }
  return { kind: 'equal', type: 'boolean', negated, left: a, right: needed(b, a.type, place) }
}

function literal(type: RowType, value: string | boolean): RowExpression {
  return { kind: 'literal', type, value }
}

/** Only true is true: a value that is no truth value is a condition that never holds. */
function condition(value: RowExpression, place: Expression): RowExpression {
  return value.kind === 'null' ? FALSE : needed(value, 'boolean', place)
}

/** @throws ExpressionError for another type; the type check has reported it already */
function needed(value: RowExpression, type: RowExpression['type'], place: Expression): RowExpression {
  if (value.type === type || value.kind === 'null') return value
  throw problem('expression.wrong-type', place, value.type)
}

function ordered(value: RowExpression, place: Expression): RowExpression {
  if (value.type !== 'text' && value.type !== 'boolean') return value
  throw problem('expression.wrong-type', place, value.type)
}

/** There is no literal for days and moments: a text that reads like one stands for it where one is expected. */
function asType(value: RowExpression, type: RowExpression['type']): RowExpression {
  if (value.kind !== 'literal' || value.type !== 'text') return value
  const fits = (type === 'date' && isDate(value.value)) || (type === 'dateTime' && isDateTime(value.value))
  return fits ? literal(type, value.value) : value
}

function besideEachOther(a: RowExpression, b: RowExpression): [RowExpression, RowExpression] {
  return [asType(a, b.type), asType(b, a.type)]
}

function sameType(values: readonly RowExpression[], place: Expression): RowExpression[] {
  const types = values.map(({ type }) => type).filter((type) => type !== 'null')
  const type = types.find((one) => one !== 'text') ?? 'text'
  return values.map((value) => needed(asType(value, type), type, place))
}

function digitsAfter(operator: ArithmeticOperator, a: Digits, b: Digits): Digits {
  switch (operator) {
    case '+':
    case '-':
      return { whole: Math.max(a.whole, b.whole) + 1, fraction: Math.max(a.fraction, b.fraction) }
    case '*':
      return { whole: a.whole + b.whole, fraction: a.fraction + b.fraction }
    case '/':
      return { whole: a.whole + b.fraction + 1, fraction: 40 }
  }
}

function digitsOf(value: Decimal): Digits {
  const [whole = '', fraction = ''] = (toDecimal(value) ?? '0').split('.')
  return { whole: whole.length, fraction: fraction.length }
}

/** It is in the table (or the read model), and not a named value, whose SQL is the product's. */
function isRead(field: FieldPlan): boolean {
  return field.stored && field.query === undefined
}

function problem(code: ExpressionProblem['code'], { position }: Expression, found: string): ExpressionError {
  return new ExpressionError({ code, position, found })
}
