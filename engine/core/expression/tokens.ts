import { isDecimal } from '../decimal'
import { ExpressionError } from './types'

/** `text` is the token as written, except for a text literal, where it is the literal's value. */
export interface Token {
  kind: 'number' | 'text' | 'name' | 'sign' | 'end'
  text: string
  position: number
}

const TOKEN =
  /(?<number>\d[\w.]*)|(?<name>[A-Za-z_]\w*)|(?<text>'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*")|(?<sign>===|!==|[=!<>]=|<>|&&|\|\||\?[?.]|[-+*/%<>()[\],.?:=!&|`])/y
const BLANK = /\s*/y

/** What people write out of habit, and how it is written here. */
const OUR_SPELLING: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['=', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['&&', 'and'],
  ['&', 'and'],
  ['AND', 'and'],
  ['And', 'and'],
  ['||', 'or'],
  ['|', 'or'],
  ['OR', 'or'],
  ['Or', 'or'],
  ['!', 'not'],
  ['NOT', 'not'],
  ['Not', 'not'],
  ['IN', 'in'],
  ['In', 'in'],
  ['??', 'coalesce(a, b)'],
  ['?.', '.'],
  ['`', "concat('a', b)"],
  ['undefined', 'null'],
  ['NULL', 'null'],
  ['TRUE', 'true'],
  ['True', 'true'],
  ['FALSE', 'false'],
  ['False', 'false'],
])

/** Cuts a source text into tokens, the last of which is its end. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let position = afterBlank(source, 0)
  while (position < source.length) {
    const token = tokenAt(source, position)
    tokens.push(token.read)
    position = afterBlank(source, token.end)
  }
  return [...tokens, { kind: 'end', text: '', position: source.length }]
}

function afterBlank(source: string, position: number): number {
  BLANK.lastIndex = position
  BLANK.test(source)
  return BLANK.lastIndex
}

function tokenAt(source: string, position: number): { read: Token; end: number } {
  TOKEN.lastIndex = position
  const { number, name, text, sign } = TOKEN.exec(source)?.groups ?? {}
  const end = TOKEN.lastIndex

  if (number !== undefined) {
    if (!isDecimal(number)) throw new ExpressionError({ code: 'expression.invalid-number', position, found: number })
    return { read: { kind: 'number', text: number, position }, end }
  }
  if (text !== undefined) return { read: { kind: 'text', text: unescaped(text, position), position }, end }

  const found = name ?? sign
  if (found === undefined) {
    const character = String.fromCodePoint(source.codePointAt(position) ?? 0)
    const code = character === "'" || character === '"' ? 'expression.unclosed-text' : 'expression.unexpected'
    throw new ExpressionError({ code, position, found: character })
  }
  const suggestion = OUR_SPELLING.get(found)
  if (suggestion !== undefined) throw new ExpressionError({ code: 'expression.foreign-word', position, found, suggestion })
  return { read: { kind: name === undefined ? 'sign' : 'name', text: found, position }, end }
}

function unescaped(literal: string, position: number): string {
  return literal.slice(1, -1).replace(/\\([^])/g, (escape, character: string, offset: number) => {
    if (character === '\\' || character === "'" || character === '"') return character
    throw new ExpressionError({
      code: 'expression.unknown-escape',
      position: position + 1 + offset,
      found: escape,
      allowed: ["\\'", '\\"', '\\\\'],
    })
  })
}
