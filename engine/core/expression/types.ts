/**
 * The tree of an expression: plain JSON, so that a plan carries it and the browser needs no parser. Every node knows the offset in the
 * source text at which a message about it should point: its first character, and for an operator the operator's own.
 *
 *   text ──parse──► tree ──check──► type and problems      when schemas are compiled
 *                   tree ──evaluate──► value               in browser and server
 */
import type { Decimal } from '../decimal'
import { EngineError } from '../error'
import { messageText, type MessageCode } from '../messages'

export type UnaryOperator = '-' | 'not'
export type ArithmeticOperator = '+' | '-' | '*' | '/'
export type EqualityOperator = '==' | '!='
export type OrderOperator = '<' | '<=' | '>' | '>='
export type BinaryOperator = ArithmeticOperator | EqualityOperator | OrderOperator | 'and' | 'or' | 'in'

export type Expression =
  | { kind: 'number'; value: Decimal; position: number }
  | { kind: 'text'; value: string; position: number }
  | { kind: 'boolean'; value: boolean; position: number }
  | { kind: 'null'; position: number }
  | { kind: 'list'; items: Expression[]; position: number }
  /** `goods.amount` is `['goods', 'amount']`; never empty. */
  | { kind: 'path'; names: string[]; position: number }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expression; position: number }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; position: number }
  | { kind: 'conditional'; condition: Expression; whenTrue: Expression; whenFalse: Expression; position: number }
  | { kind: 'call'; name: string; arguments: Expression[]; position: number }

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

/** `lines` are the rows of a line table, `record` is what a reference or the user gives; both name their fields. */
export type ExpressionType =
  | 'number'
  | 'text'
  // A value of which people see a part: nothing may be concluded from it.
  | 'masked'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'null'
  | 'any'
  | { list: ExpressionType }
  | { record: ExpressionScopeTypes }
  | { lines: ExpressionScopeTypes }

export type ExpressionScopeTypes = { readonly [name: string]: ExpressionType }

/** How a type is named in messages. */
export function typeText(type: ExpressionType): string {
  if (typeof type === 'string') return type
  if ('list' in type) return `list of ${typeText(type.list)}`
  return 'lines' in type ? 'lines' : 'record'
}

/** A mistake in an expression: what was found at which offset, what is allowed there and what may have been meant. */
export interface ExpressionProblem {
  code: MessageCode
  /** Offset in the source text, from 0. */
  position: number
  /** The offending text, or the type that was found. */
  found: string
  allowed?: string[]
  suggestion?: string
}

/** What is wrong, in words; the place, what is allowed and what may have been meant are for the caller to add. */
export function problemText({ code, found }: ExpressionProblem): string {
  return messageText(code, { found })
}

/** Thrown by the parser; the fields are those of `ExpressionProblem`. */
export class ExpressionError extends EngineError implements ExpressionProblem {
  declare readonly code: MessageCode
  readonly position: number
  readonly found: string
  readonly allowed?: string[]
  readonly suggestion?: string

  constructor(problem: ExpressionProblem) {
    super(problem.code, { found: problem.found })
    this.name = 'ExpressionError'
    this.position = problem.position
    this.found = problem.found
    this.allowed = problem.allowed
    this.suggestion = problem.suggestion
  }
}

/** What one value of a row is, as far as a database computes with it. */
export type RowType = 'number' | 'text' | 'boolean' | 'date' | 'dateTime'
