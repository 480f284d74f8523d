import { expect, it } from 'vitest'
import { rederive, writtenOut } from '../../engine/core/derivation'
import { parseExpression } from '../../engine/core/expression'
import type { EntityPlan } from '../../engine/core/plan'
import { explainedFields } from './fieldFormulas'

const field = (name: string, title: string, value?: string, decimals = 2) => ({
  name,
  title,
  type: 'money',
  decimals,
  ...(value === undefined ? {} : { value: parseExpression(value) }),
})
const fields = [
  field('base', '基数'),
  field('rate', '比例', undefined, 4),
  field('due', '应缴', 'round(base * rate, 2)'),
  field('paid', '已缴'),
  field('used', '已用'),
  field('left', '余额', 'due - coalesce(paid, 0) - coalesce(used, 0)'),
  field('chosen', '选定', 'base > 0 ? due : 0'),
  field('wanted', '取其一', 'coalesce(used, paid) * 2'),
  field('total', '行合计', 'sum(rows.amount)'),
  field('most', '较大', 'max([due, base])'),
  field('drawn', '流水合计'),
  field('absent', '缺数', 'nothing + 1'),
]
const entity = {
  fields: Object.fromEntries(fields.map((each) => [each.name, each])),
  lines: { rows: { fields: { amount: field('amount', '金额') } } },
} as unknown as Pick<EntityPlan, 'fields' | 'lines'>
const record = {
  base: '635250.00',
  rate: '0.0500',
  due: '31762.50',
  paid: '10000.00',
  used: null,
  left: '21762.50',
  chosen: '31762.50',
  wanted: '20000.00',
  total: '3.00',
  most: '635250.00',
  drawn: '7.00',
  absent: null,
  rows: [{ amount: '1.00' }, { amount: '2.00' }, { amount: null }],
}
const titles = { dictionaries: {} }
const environment = { today: '2026-11-25', now: '2026-11-25 10:00:00' }
const explained = explainedFields(
  entity,
  record,
  {
    drawn: [
      { title: '流水', value: '3.00' },
      { title: '流水', value: '4.00' },
    ],
  },
  titles,
  environment,
)
const titled = (name: string) => writtenOut(explained[name]!, ({ title }) => title)

it('explains a field by its formula, and what is computed in it by its own', () => {
  expect(explained['due']).toMatchObject({ title: '应缴', value: '31762.50', rounding: { decimals: 2, mode: 'halfUp' } })
  expect(titled('due')).toBe('基数 × 比例')
  expect(titled('left')).toBe('应缴 − 已缴 − 已用')
  expect(explained['left']?.inputs).toMatchObject({ due: { formula: '(base * rate)' }, paid: { value: '10000.00' }, used: { value: '0' } })
  for (const [name, derivation] of Object.entries(explained))
    expect([name, rederive(derivation)]).toEqual([name, record[name as keyof typeof record]])
})

it('reads the first of several values that is there, rows of lines, and what is summed up', () => {
  expect(titled('wanted')).toBe('已缴 × 2')
  expect(titled('total')).toBe('合计(金额, 金额)')
  expect(titled('most')).toBe('较大者(应缴, 基数)')
  expect(titled('drawn')).toBe('合计(流水, 流水)')
})

it('shows the branch that a formula took, and why', () => {
  expect(titled('chosen')).toBe('应缴')
  expect(explained['chosen']?.because).toEqual(['基数 > 0 成立（基数为 635,250.00）'])
  const none = explainedFields(entity, { ...record, base: '0.00', due: '0.00', chosen: '0.00' }, {}, titles, environment)['chosen']
  expect(none).toMatchObject({ value: '0.00', formula: '0', because: ['基数 > 0 不成立（基数为 0.00）'] })
  expect(rederive(none!)).toBe('0.00')
})

it('does not explain by today what was chosen on another day', () => {
  expect(explainedFields(entity, { ...record, chosen: '0.00' }, {}, titles, environment)).not.toHaveProperty('chosen')
})

it('leaves out what has no value, and what is not computed', () => {
  expect(Object.keys(explained).toSorted()).toEqual(['chosen', 'drawn', 'due', 'left', 'most', 'total', 'wanted'])
})
