import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExpression } from './parse'
import { ExpressionError, problemText, type Expression } from './types'

/** The tree as text with all its parentheses, to see what belongs to what. */
function grouped(source: string): string {
  const show = (node: Expression): string => {
    switch (node.kind) {
      case 'number':
      case 'boolean':
        return String(node.value)
      case 'text':
        return JSON.stringify(node.value)
      case 'null':
        return 'null'
      case 'list':
        return `[${node.items.map(show).join(' ')}]`
      case 'path':
        return node.names.join('.')
      case 'unary':
        return `(${node.operator} ${show(node.operand)})`
      case 'binary':
        return `(${show(node.left)} ${node.operator} ${show(node.right)})`
      case 'conditional':
        return `(${show(node.condition)} ? ${show(node.whenTrue)} : ${show(node.whenFalse)})`
      case 'call':
        return `${node.name}(${node.arguments.map(show).join(' ')})`
    }
  }
  return show(parseExpression(source))
}

function errorOf(source: string): ExpressionError {
  try {
    parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
  throw new Error(`parsed: ${source}`)
}

describe('what belongs to what', () => {
  it.each([
    ['a + b * c - d', '((a + (b * c)) - d)'],
    ['a - b - c / d / e', '((a - b) - ((c / d) / e))'],
    ['-a * -b', '((- a) * (- b))'],
    ['- - a', '(- (- a))'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a or b and c or d', '((a or (b and c)) or d)'],
    ['not a == b and c', '((not (a == b)) and c)'],
    ["not status in ['A', 'B']", '(not (status in ["A" "B"]))'],
    ['not not a', '(not (not a))'],
    ['a + 1 <= b - 2', '((a + 1) <= (b - 2))'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? b ? 1 : 2 : 3', '(a ? (b ? 1 : 2) : 3)'],
    ['a or b ? c : d', '((a or b) ? c : d)'],
    ['round(sum(goods.amount) * 0.05, 2)', 'round((sum(goods.amount) * 0.05) 2)'],
    ['today()', 'today()'],
    ['[]', '[]'],
    ["[1, 'a', null, true, [b]]", '[1 "a" null true [b]]'],
    ['form . opinion', 'form.opinion'],
    ['  a\n\t+ 1.50 ', '(a + 1.50)'],
    ['index', 'index'],
    ['sum', 'sum'],
  ])('%s', (source, expected) => {
    expect(grouped(source)).toBe(expected)
  })
})

describe('text literals', () => {
  it.each([
    ["'it''s'", undefined],
    ["'it\\'s'", "it's"],
    ['"it\'s"', "it's"],
    ["'a\\\\'", 'a\\'],
    ["''", ''],
    ["'质押'", '质押'],
    ["'and'", 'and'],
    ["'=== &&'", '=== &&'],
  ])('%s', (source, value) => {
    if (value === undefined) expect(errorOf(source).code).toBe('expression.unexpected')
    else expect(parseExpression(source)).toEqual({ kind: 'text', value, position: 0 })
  })
  it('is no operator, whatever it says', () => {
    expect(errorOf("a 'and' b").found).toBe('and')
    expect(errorOf("a '+' b").code).toBe('expression.unexpected')
  })
})

it('keeps at every node the place a message should point to', () => {
  expect(parseExpression('not a.b >= abs( 1 )')).toEqual({
    kind: 'unary',
    operator: 'not',
    position: 0,
    operand: {
      kind: 'binary',
      operator: '>=',
      position: 8,
      left: { kind: 'path', names: ['a', 'b'], position: 4 },
      right: { kind: 'call', name: 'abs', position: 11, arguments: [{ kind: 'number', value: '1', position: 16 }] },
    },
  })
})

it('gives a tree that survives JSON', () => {
  const tree = parseExpression("a ? [b.c, -1.50] : coalesce(null, 'x') in ['y'] or not true")
  expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
})

describe('what is not in the language', () => {
  it.each([
    ['', 'expression.empty', 0, '', undefined],
    ['  ', 'expression.empty', 0, '', undefined],
    ['a === b', 'expression.foreign-word', 2, '===', '=='],
    ['a !== b', 'expression.foreign-word', 2, '!==', '!='],
    ['a <> b', 'expression.foreign-word', 2, '<>', '!='],
    ['a = b', 'expression.foreign-word', 2, '=', '=='],
    ['a && b', 'expression.foreign-word', 2, '&&', 'and'],
    ['a || b', 'expression.foreign-word', 2, '||', 'or'],
    ['!a', 'expression.foreign-word', 0, '!', 'not'],
    ['a AND b', 'expression.foreign-word', 2, 'AND', 'and'],
    ['a ?? b', 'expression.foreign-word', 2, '??', 'coalesce(a, b)'],
    ['a?.b', 'expression.foreign-word', 1, '?.', '.'],
    ['`a${b}`', 'expression.foreign-word', 0, '`', "concat('a', b)"],
    ['a == undefined', 'expression.foreign-word', 5, 'undefined', 'null'],
    ['a % b', 'expression.unexpected', 2, '%', undefined],
    ['a ** b', 'expression.unexpected', 3, '*', undefined],
    ['a++', 'expression.unexpected', 2, '+', undefined],
    ['a += 1', 'expression.foreign-word', 3, '=', '=='],
    ['a; b', 'expression.unexpected', 1, ';', undefined],
    ['a;', 'expression.unexpected', 1, ';', undefined],
    ['a, b', 'expression.unexpected', 1, ',', undefined],
    ['a b', 'expression.unexpected', 2, 'b', undefined],
    ['a not in b', 'expression.unexpected', 2, 'not', undefined],
    ['[a b]', 'expression.unexpected', 3, 'b', undefined],
    ['[a,]', 'expression.unexpected', 3, ']', undefined],
    ['[,a]', 'expression.unexpected', 1, ',', undefined],
    ['abs(1,)', 'expression.unexpected', 6, ')', undefined],
    ['()', 'expression.unexpected', 1, ')', undefined],
    ['(a', 'expression.unexpected-end', 2, '', undefined],
    ['a)', 'expression.unexpected', 1, ')', undefined],
    ['a +', 'expression.unexpected-end', 3, '', undefined],
    ['a and', 'expression.unexpected-end', 5, '', undefined],
    ['* a', 'expression.unexpected', 0, '*', undefined],
    ['+a', 'expression.unexpected', 0, '+', undefined],
    ['a ? b', 'expression.unexpected-end', 5, '', undefined],
    ['a.', 'expression.unexpected-end', 2, '', undefined],
    ['a.not', 'expression.unexpected', 2, 'not', undefined],
    ['a.1', 'expression.unexpected', 2, '1', undefined],
    ['{{ a }}', 'expression.unexpected', 0, '{', undefined],
    ['$form', 'expression.unexpected', 0, '$', undefined],
    ['金额', 'expression.unexpected', 0, '金', undefined],
    ['a == 😀', 'expression.unexpected', 5, '😀', undefined],
    ['a => b', 'expression.foreign-word', 2, '=', '=='],
    ["'a", 'expression.unclosed-text', 0, "'", undefined],
    ["b == 'a\\'", 'expression.unclosed-text', 5, "'", undefined],
    ["'a\\n'", 'expression.unknown-escape', 2, '\\n', undefined],
    ['1e5', 'expression.invalid-number', 0, '1e5', undefined],
    ['a + 1.', 'expression.invalid-number', 4, '1.', undefined],
    ['1.2.3', 'expression.invalid-number', 0, '1.2.3', undefined],
    ['0x10', 'expression.invalid-number', 0, '0x10', undefined],
    ['.5', 'expression.unexpected', 0, '.', undefined],
    ['9'.repeat(301), 'expression.invalid-number', 0, '9'.repeat(301), undefined],
    ['a < b < c', 'expression.chained-comparison', 6, '<', 'and'],
    ['a == b in c', 'expression.chained-comparison', 7, 'in', 'and'],
    ['Sum(a)', 'expression.unknown-function', 0, 'Sum', 'sum'],
    ['is_empty(a)', 'expression.unknown-function', 0, 'is_empty', 'isEmpty'],
    ['a + fetch(b)', 'expression.unknown-function', 4, 'fetch', undefined],
    ['a.trim()', 'expression.member-call', 0, 'a.trim', undefined],
    ["a['b']", 'expression.computed-member', 1, '[', 'a.name'],
    ['a.b[c]', 'expression.computed-member', 3, '[', 'a.b.name'],
  ])('%j is refused with %s', (source, code, position, found, suggestion) => {
    const { code: actual, position: at, found: what, suggestion: meant } = errorOf(source)
    expect({ code: actual, position: at, found: what, suggestion: meant }).toEqual({ code, position, found, suggestion })
  })

  it('says what could stand there instead', () => {
    expect(errorOf('a b').allowed).toContain('and')
    expect(errorOf('a +').allowed).toContain('name')
    expect(errorOf('(a').allowed).toContain(')')
    expect(errorOf('abs(a').allowed).toEqual(expect.arrayContaining([')', ',']))
    expect(errorOf('nothing(a)').allowed).toContain('sum')
  })

  it('has a text for people that leaves no hole', () => {
    for (const source of [
      '',
      'a b',
      'a +',
      'a === b',
      '(a',
      "'",
      "'\\n'",
      '1e5',
      'a.b()',
      'a[b]',
      'a<b<c',
      'x()',
      '(('.repeat(40),
      'a'.repeat(2001),
    ]) {
      const error = errorOf(source)
      expect(error.message).toBe(problemText(error))
      expect(error.message).not.toMatch(/[{}]|undefined/)
    }
  })
})

describe('names that lead out of the data', () => {
  it.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    '__lookupSetter__',
    'this',
  ])('%s is refused as a name, as a member and in a list', (name) => {
    for (const [source, position] of [
      [name, 0],
      [`a.${name}`, 2],
      [`a.${name}.b`, 2],
      [`[1, ${name}]`, 4],
      [`sum(${name}.a)`, 4],
      [`${name}()`, 0],
    ] as const) {
      expect(errorOf(source)).toMatchObject({ code: 'expression.forbidden-name', position, found: name })
    }
  })
})

describe('limits', () => {
  it('takes 2,000 characters and no more', () => {
    expect(grouped('a'.repeat(2000))).toHaveLength(2000)
    expect(errorOf('a'.repeat(2001))).toMatchObject({ code: 'expression.too-long', position: 2000, found: '2001', allowed: ['≤ 2000'] })
  })
  it.each([
    ['parentheses', '(', 'a', ')'],
    ['lists', '[', 'a', ']'],
    ['calls', 'abs(', 'a', ')'],
    ['signs', '-', 'a', ''],
    ['negations', 'not ', 'a', ''],
    ['branches', 'a ? b : ', 'c', ''],
  ])('takes 49 %s inside each other and not 50', (_what, open, inside, close) => {
    expect(() => parseExpression(open.repeat(49) + inside + close.repeat(49))).not.toThrow()
    expect(errorOf(open.repeat(50) + inside + close.repeat(50))).toMatchObject({ code: 'expression.too-deep', allowed: ['≤ 50'] })
  })
  it('refuses the deepest text there can be without running out of stack', () => {
    for (const open of ['(', '[', '-', 'abs(', 'not ', 'a?'])
      expect(errorOf(open.repeat(2000 / open.length)).code).toBe('expression.too-deep')
  })
  it('takes a long sum, which is not deep', () => {
    expect(() => parseExpression(`a${'+a'.repeat(999)}`)).not.toThrow()
  })
})

describe('whatever is typed', () => {
  const words = "a goods.amount b 1 2.50 'x' true null and or not in sum( coalesce( today() __proto__ constructor"
  const signs = '== != < <= + - * / ? : ( ) [ ] , . === && ! = ; { ` \\ " \''
  const token = fc.constantFrom(' ', ...words.split(' '), ...signs.split(' '))
  it('either parses or is refused with a place inside the text', () => {
    const source = fc.oneof(
      fc.array(token, { maxLength: 40 }).map((tokens) => tokens.join(' ')),
      fc.array(token).map((tokens) => tokens.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(source, (text) => {
        try {
          parseExpression(text)
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error
          expect(error.position).toBeGreaterThanOrEqual(0)
          expect(error.position).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
