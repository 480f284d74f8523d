import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { lendingPath, libraryPlan } from '../testing/library'
import { evaluated, ExpressionPanel, valuesAt } from './ExpressionPanel'

afterEach(cleanup)

const now = new Date('2026-06-01T08:00:00Z')

it.each([
  ['amount * 2', '{ "amount": "1.50" }', { value: '"3"', absent: [] }],
  ['a and not b', '{ "a": true, "b": false }', { value: 'true', absent: [] }],
  ['today()', '', { value: '"2026-06-01"', absent: [] }],
  ['missing', '{}', { value: 'null', absent: ['missing'] }],
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

it('begins with a record of the entity that the file is about, and who looks', () => {
  const plan = libraryPlan()
  const values = JSON.parse(valuesAt(lendingPath, plan, now)) as Record<string, unknown>
  for (const name of Object.keys(plan.entities['lending']!.fields)) expect(values).toHaveProperty(name)
  expect(values['user']).toBe('1')
  expect(evaluated('total >= 0 and count(books) > 0', JSON.stringify(values), now)).toEqual({ value: 'true', absent: [] })
  expect(valuesAt('schemas/menus.json', plan, now)).toBe('{}')
})

it('shows the result while one types, over the values that stand there', () => {
  const plan = libraryPlan()
  const { rerender } = render(<ExpressionPanel path={lendingPath} plan={plan} />)
  const type = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const values = () => screen.getByLabelText<HTMLTextAreaElement>(/取值/).value
  expect(JSON.parse(values())).toMatchObject({ user: '1', status: expect.any(String) as string })
  type(/取值/, '{ "amount": "100" }')
  type('表达式', 'amount + 1')
  expect(screen.getByRole('status').textContent).toBe('"101"')
  type('表达式', 'amount + other')
  expect(screen.getByRole('status').textContent).toBe('null取值中没有，按空计算：other')
  type('表达式', 'amount ~ 1')
  expect(screen.getByRole('status').textContent).toMatch(/第 8 个字符.*amount ~ 1\n {7}\^$/s)
  // What was typed stays, whatever is edited meanwhile.
  rerender(<ExpressionPanel path={lendingPath} plan={libraryPlan()} />)
  expect(values()).toBe('{ "amount": "100" }')
})
