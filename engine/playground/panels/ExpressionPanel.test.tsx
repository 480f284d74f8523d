import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { evaluated, ExpressionPanel } from './ExpressionPanel'

afterEach(cleanup)

const now = new Date('2026-06-01T08:00:00Z')

it.each([
  ['amount * 2', '{ "amount": "1.50" }', { value: '"3"' }],
  ['a and not b', '{ "a": true, "b": false }', { value: 'true' }],
  ['today()', '', { value: '"2026-06-01"' }],
  ['missing', '{}', { value: 'null' }],
])('gives %s over %s', (source, values, result) => {
  expect(evaluated(source, values, now)).toEqual(result)
})

it.each([
  ['amount *', '{}', 8],
  ['constructor', '{}', 0],
  ['a.__proto__', '{ "a": {} }', 2],
  ['globalThis()', '{}', 0],
  [`${'('.repeat(5000)}1`, '{}', 2000],
])('says of %s what is wrong, and where', (source, values, at) => {
  const result = evaluated(source, values, now)
  expect(result).toMatchObject({ problem: expect.stringMatching(/./) as string, at })
})

it.each(['{', '[1]', 'null', '"a"'])('says that %s are no values', (values) => {
  expect(evaluated('1', values, now)).toMatchObject({ problem: expect.stringMatching(/JSON/) as string })
})

it('shows the result while one types', () => {
  render(<ExpressionPanel />)
  fireEvent.change(screen.getByLabelText('表达式'), { target: { value: 'amount + 1' } })
  expect(screen.getByRole('status').textContent).toBe('"101"')
  fireEvent.change(screen.getByLabelText('表达式'), { target: { value: 'amount ~ 1' } })
  expect(screen.getByRole('status').textContent).toMatch(/第 8 个字符.*amount ~ 1\n {7}\^$/s)
})
