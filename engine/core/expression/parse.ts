/**
 * Text → tree. The grammar, loosest first:
 *
 *   expression  either [ '?' expression ':' expression ]
 *   either      both { 'or' both }
 *   both        negated { 'and' negated }
 *   negated     'not' negated | comparison
 *   comparison  sum [ ( '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' ) sum ]
 *   sum         product { ( '+' | '-' ) product }
 *   product     signed { ( '*' | '/' ) signed }
 *   signed      '-' signed | operand
 *   operand     number | text | 'true' | 'false' | 'null' | '[' list ']' | '(' expression ')' | function '(' list ')' | name { '.' name }
 *
 * Written out rather than configured on top of a JavaScript expression parser (jsep): what is not in the grammar cannot be written, so
 * there is nothing to filter out afterwards; `not` binds looser than a comparison; and every node knows its place.
 */
import { functionNames, isFunctionName } from './functions'
import { nearest } from '../../spec/nearest'
import { tokensOf, type Token } from './tokens'
import { ExpressionError, type BinaryOperator, type Expression } from './types'

const LENGTH_LIMIT = 2000
/** Parentheses, lists, calls, branches and signs inside each other. */
const DEPTH_LIMIT = 50

const COMPARISONS: readonly BinaryOperator[] = ['==', '!=', '<', '<=', '>', '>=', 'in']
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'true', 'false', 'null'])
const STARTS_OPERAND = ['name', 'number', "'text'", 'true', 'false', 'null', '(', '[', '-', 'not']
const FOLLOWS_OPERAND = ['+', '-', '*', '/', ...COMPARISONS, 'and', 'or', '?']

/** Names that lead out of the data in JavaScript. The evaluator reads own properties only and would not follow them either. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  'this',
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
])

/** The check, the compiler and what they ask read each expression several times; trees are never changed. */
const parsed = new Map<string, Expression>()
const MAX_PARSED = 20_000

/** @throws ExpressionError with the place, what was found, what is allowed there and what may have been meant */
export function parseExpression(source: string): Expression {
  const known = parsed.get(source)
  if (known) return known
  const expression = parseAnew(source)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(source, expression)
  return expression
}

function parseAnew(source: string): Expression {
  if (source.length > LENGTH_LIMIT) {
    throw new ExpressionError({
      code: 'expression.too-long',
      position: LENGTH_LIMIT,
      found: String(source.length),
      allowed: [`≤ ${LENGTH_LIMIT}`],
    })
  }
  const tokens = tokensOf(source)
  if (tokens.length === 1) throw new ExpressionError({ code: 'expression.empty', position: 0, found: '', allowed: STARTS_OPERAND })
  return new Parser(tokens).parse()
}

class Parser {
  readonly #tokens: readonly Token[]
  #index = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Expression {
    const expression = this.#expression()
    if (this.#current.kind !== 'end') this.#refuse(FOLLOWS_OPERAND)
    return expression
  }

  #expression(): Expression {
    return this.#deeper(() => {
      const condition = this.#either()
      const { position } = this.#current
      if (!this.#skip('?')) return condition
      const whenTrue = this.#expression()
      this.#require(':')
      return { kind: 'conditional', condition, whenTrue, whenFalse: this.#expression(), position }
    })
  }

  #either(): Expression {
    return this.#chain(['or'], () => this.#both())
  }

  #both(): Expression {
    return this.#chain(['and'], () => this.#negated())
  }

  #negated(): Expression {
    const { position } = this.#current
    if (!this.#skip('not')) return this.#comparison()
    return { kind: 'unary', operator: 'not', operand: this.#deeper(() => this.#negated()), position }
  }

  #comparison(): Expression {
    const left = this.#sum()
    const { position } = this.#current
    const operator = this.#skipOne(COMPARISONS)
    if (operator === undefined) return left
    const comparison: Expression = { kind: 'binary', operator, left, right: this.#sum(), position }
    if (this.#isOne(COMPARISONS)) {
      throw new ExpressionError({
        code: 'expression.chained-comparison',
        position: this.#current.position,
        found: this.#current.text,
        suggestion: 'and',
      })
    }
    return comparison
  }

  #sum(): Expression {
    return this.#chain(['+', '-'], () => this.#product())
  }

  #product(): Expression {
    return this.#chain(['*', '/'], () => this.#signed())
  }

  #signed(): Expression {
    const { position } = this.#current
    if (!this.#skip('-')) return this.#operand()
    return { kind: 'unary', operator: '-', operand: this.#deeper(() => this.#signed()), position }
  }

  #operand(): Expression {
    const { kind, text, position } = this.#current
    if (kind === 'number' || kind === 'text') {
      this.#index++
      return { kind, value: text, position }
    }
    if (this.#skip('true')) return { kind: 'boolean', value: true, position }
    if (this.#skip('false')) return { kind: 'boolean', value: false, position }
    if (this.#skip('null')) return { kind: 'null', position }
    if (this.#skip('[')) return { kind: 'list', items: this.#listUntil(']'), position }
    if (this.#skip('(')) {
      const inside = this.#expression()
      this.#require(')')
      return inside
    }
    const name = this.#name()
    return this.#isOne(['(']) ? this.#call(name, position) : this.#path(name, position)
  }

  #call(name: string, position: number): Expression {
    if (!isFunctionName(name)) {
      const suggestion = nearest(name, functionNames)
      throw new ExpressionError({
        code: 'expression.unknown-function',
        position,
        found: name,
        allowed: [...functionNames],
        suggestion,
      })
    }
    this.#require('(')
    return { kind: 'call', name, arguments: this.#listUntil(')'), position }
  }

  #path(first: string, position: number): Expression {
    const names = [first]
    while (this.#skip('.')) names.push(this.#name())
    const found = names.join('.')
    if (this.#isOne(['('])) throw new ExpressionError({ code: 'expression.member-call', position, found, allowed: [...functionNames] })
    if (this.#isOne(['['])) {
      throw new ExpressionError({
        code: 'expression.computed-member',
        position: this.#current.position,
        found: '[',
        suggestion: `${found}.name`,
      })
    }
    return { kind: 'path', names, position }
  }

  #name(): string {
    const { kind, text, position } = this.#current
    if (kind !== 'name' || WORDS.has(text)) this.#refuse(STARTS_OPERAND)
    if (FORBIDDEN_NAMES.has(text)) throw new ExpressionError({ code: 'expression.forbidden-name', position, found: text })
    this.#index++
    return text
  }

  #listUntil(end: ')' | ']'): Expression[] {
    const items: Expression[] = []
    if (this.#skip(end)) return items
    do items.push(this.#expression())
    while (this.#skip(','))
    this.#require(end, ',')
    return items
  }

  #chain(operators: readonly BinaryOperator[], operand: () => Expression): Expression {
    let left = operand()
    for (;;) {
      const { position } = this.#current
      const operator = this.#skipOne(operators)
      if (operator === undefined) return left
      left = { kind: 'binary', operator, left, right: operand(), position }
    }
  }

  /** Bounds the recursion of parser, checker and evaluator alike. */
  #deeper(parse: () => Expression): Expression {
    if (this.#depth === DEPTH_LIMIT) {
      const { position, text } = this.#current
      throw new ExpressionError({ code: 'expression.too-deep', position, found: text, allowed: [`≤ ${DEPTH_LIMIT}`] })
    }
    this.#depth++
    const expression = parse()
    this.#depth--
    return expression
  }

  get #current(): Token {
    // The last token is the end, which nothing skips.
    return this.#tokens[this.#index] as Token
  }

  /** A text literal may read like an operator and is none. */
  #isOne(texts: readonly string[]): boolean {
    return (this.#current.kind === 'sign' || this.#current.kind === 'name') && texts.includes(this.#current.text)
  }

  #skip(text: string): boolean {
    return this.#skipOne([text]) !== undefined
  }

  #skipOne<Text extends string>(texts: readonly Text[]): Text | undefined {
    if (!this.#isOne(texts)) return undefined
    return this.#tokens[this.#index++]?.text as Text
  }

  #require(text: string, ...orElse: string[]): void {
    if (!this.#skip(text)) this.#refuse([text, ...orElse, ...FOLLOWS_OPERAND])
  }

  #refuse(allowed: readonly string[]): never {
    const { kind, text, position } = this.#current
    const code = kind === 'end' ? 'expression.unexpected-end' : 'expression.unexpected'
    throw new ExpressionError({ code, position, found: text, allowed: [...allowed] })
  }
}
