/** A condition for readers: in the words of the product, with the values that it saw. */
import type { BinaryOperator, Expression } from './expression/types'
import { displayOf, textOf, type Titles } from './fields'
import { sayCondition as say } from './conditionMessages'
import { namesRead } from './record/scope'
import type { Fields, Values } from './record/values'

/** What names in a condition stand for. */
export interface ConditionWords {
  fields: Fields
  titles: Titles
}

/** `“状态”=“草稿” 且 “金额”>0`: fields by their titles, codes by theirs where a field beside them says which. */
export function conditionText(expression: Expression, words: ConditionWords): string {
  return text(expression, words, undefined)
}

/** The values of the fields that a condition reads, one after another; empty where it reads none. */
export function valuesText(expression: Expression, values: Values, words: ConditionWords): string {
  return namesRead(expression)
    .map((name) => say('value', { title: titleOf([name], words), value: valueText(name, values, words) }))
    .join(say('and'))
}

function valueText(name: string, values: Values, { fields, titles }: ConditionWords): string {
  const field = fields[name]
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (!field) return plainText(value)
  const display = displayOf(field)
  return display === undefined ? textOf(field, titles)(value) : plainText(values[display])
}

function plainText(value: unknown): string {
  if (value === undefined || value === null || value === '') return say('nothing')
  if (typeof value === 'boolean') return say(value ? 'true' : 'false')
  if (Array.isArray(value)) return say('rows', { count: value.length })
  return typeof value === 'string' || typeof value === 'number' ? String(value) : say('something')
}

/** @param beside the field that a literal is compared with, whose words it is in */
function text(expression: Expression, words: ConditionWords, beside: string | undefined): string {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'text':
      return say('quoted', { text: codeText(expression.value, beside, words) })
    case 'boolean':
      return say(expression.value ? 'true' : 'false')
    case 'null':
      return say('nothing')
    case 'list':
      return expression.items.map((item) => text(item, words, beside)).join(say('comma'))
    case 'path':
      return titleOf(expression.names, words)
    case 'unary':
      return (expression.operator === 'not' ? say('not') : '-') + inner(expression.operand, words)
    case 'binary': {
      const { left, right, operator } = expression
      const [one, other] = [nameOf(left), nameOf(right)]
      return [inner(left, words, other), operatorText(operator), inner(right, words, one)].join(' ')
    }
    case 'conditional':
      return say('conditional', {
        when: text(expression.condition, words, undefined),
        yes: text(expression.whenTrue, words, beside),
        no: text(expression.whenFalse, words, beside),
      })
    case 'call':
      if (expression.name === 'today') return say('today')
      // Readers are told the value that is asked for, not what replaces it while it is empty.
      if (expression.name === 'coalesce' && expression.arguments[0]) return text(expression.arguments[0], words, beside)
      return `${expression.name}(${expression.arguments.map((each) => text(each, words, undefined)).join(', ')})`
  }
}

/** In brackets where it could be read with what stands beside it. */
function inner(expression: Expression, words: ConditionWords, beside?: string): string {
  const written = text(expression, words, beside)
  return expression.kind === 'binary' || expression.kind === 'conditional' ? `(${written})` : written
}

function nameOf(expression: Expression): string | undefined {
  return expression.kind === 'path' && expression.names.length === 1 ? expression.names[0] : undefined
}

function operatorText(operator: BinaryOperator): string {
  if (operator === 'and' || operator === 'or' || operator === 'in') return say(`operator.${operator}`)
  return { '==': '=', '!=': '≠', '<=': '≤', '>=': '≥' }[operator as string] ?? operator
}

function codeText(code: string, beside: string | undefined, { fields, titles }: ConditionWords): string {
  const field = beside === undefined ? undefined : fields[beside]
  if (!field || displayOf(field) !== undefined) return code
  const words = textOf(field, titles)(code)
  return words === '' ? code : words
}

function titleOf([root = '', ...rest]: readonly string[], { fields }: ConditionWords): string {
  const title = root === 'user' ? say('user') : (fields[root]?.title ?? root)
  return [title, ...rest].join('.')
}
