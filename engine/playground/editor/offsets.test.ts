import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { diagnosticsOf, offsetOf } from './offsets'
import { plainText } from './plainText'

const text = Text.of(['{', '  "title": "A \\"b\\" c",', '  "n": -1.5', '}'])
const at = (line: number, column: number) => ({ file: 'a', line, column, code: 'x', found: 'F', allowed: 'B' })
const marked = (line: number, column: number) => {
  const [{ from, to } = { from: -1, to: -1 }] = diagnosticsOf(text, [at(line, column)])
  return text.sliceString(from, to)
}

it('finds a place, also one that the text has no more', () => {
  expect(offsetOf(text, { line: 2, column: 3 })).toBe(4)
  expect(offsetOf(text, { line: 99, column: 99 })).toBe(text.length)
  expect(offsetOf(text, { line: 0, column: 0 })).toBe(0)
  expect(offsetOf(text, { line: 1, column: 50 })).toBe(1)
})

it('marks the word that a problem begins with', () => {
  expect(marked(2, 3)).toBe('"title"')
  expect(marked(2, 12)).toBe('"A \\"b\\" c"')
  expect(marked(3, 8)).toBe('-1.5')
  expect(marked(1, 1)).toBe('{')
  expect(marked(4, 9)).toBe('')
})

it('says what is wrong and what is allowed, in the order of the text', () => {
  const marks = diagnosticsOf(text, [at(3, 3), at(2, 3)])
  expect(marks.map(({ from, message }) => [from, message])).toEqual([
    [4, 'F  可用：B'],
    [text.line(3).from + 2, 'F  可用：B'],
  ])
})

it('shows markdown as words', () => {
  expect(plainText('**Title** · `a.b` \\*not\\* bold&nbsp;here')).toBe('Title · a.b *not* bold here')
})
