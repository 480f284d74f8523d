import { expect, it } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { columnPlan } from '../testing/plans'
import { contentWidths } from './contentWidths'

const context = { dictionaries: {} }
const rowsOf = (...values: unknown[]) => values.map((value, index) => ({ id: String(index), version: 1, name: value }))

function widthOf(
  values: unknown[],
  field = fieldPlan('name', 'text', { title: '名称' }),
  more: Parameters<typeof columnPlan>[1] = {},
): number | undefined {
  return contentWidths([columnPlan(field, more)], rowsOf(...values), context)['name']
}

it('is as wide as nine of ten values, so that one long text does not push the others out of sight', () => {
  const short = widthOf(Array.from({ length: 10 }, () => '演示乳品有限公司'))
  const long = '演示乳品有限公司'.repeat(4)
  expect(widthOf([...Array.from({ length: 9 }, () => '演示乳品有限公司'), long])).toBe(short)
  expect(widthOf([...Array.from({ length: 8 }, () => '演示乳品有限公司'), long, long])).toBeGreaterThan(short ?? 0)
})

it('cuts no text that is a letter or two longer than the others', () => {
  const code = (last: string) => widthOf([...Array.from({ length: 19 }, () => '91310115123456789'), last])
  expect(code('913101151234567890')).toBe(widthOf(['913101151234567890']))
  // Capitals are wider than digits.
  expect(widthOf(['QY000024'])).toBeGreaterThan(widthOf(['00000024']) ?? 0)
})

it('is never narrower than the title, nor wider than leaves room for the rest', () => {
  expect(widthOf(['一'])).toBe(widthOf([]))
  const given = window.innerWidth
  window.innerWidth = 1440
  expect(widthOf(['一'.repeat(100)])).toBe(336)
  window.innerWidth = 1024
  expect(widthOf(['一'.repeat(100)])).toBe(216)
  window.innerWidth = given
})

it('cuts no account number and no other code, however few rows have so long a one', () => {
  const short = Array.from({ length: 19 }, () => '6000000000000001')
  const long = 'FR7630006000011234567890188'
  const longest = 'DE'.padEnd(40, '0')
  for (const more of [{ copyable: true }, { pattern: '^[0-9A-Z]+$' }, { format: 'swift' }]) {
    const code = fieldPlan('name', 'text', { title: '账号', ...more })
    expect(widthOf([...short, long], code)).toBe(widthOf([long], code))
    expect(widthOf([longest], code)).toBeGreaterThan(340)
  }
  expect(widthOf([...short, long])).toBe(widthOf(short))
})

it('reads to its end what a row is known by, as far as that leaves room for the rest', () => {
  const known = { card: 'number' } as const
  const short = Array.from({ length: 39 }, () => 'BOND_IN')
  expect(widthOf([...short, 'INTEREST_ACCRUAL'], undefined, known)).toBe(widthOf(['INTEREST_ACCRUAL']))
  expect(widthOf([...short, 'INTEREST_ACCRUAL'])).toBe(widthOf(short))
  expect(widthOf(['一'.repeat(100)], undefined, known)).toBe(widthOf(['一'.repeat(100)]))
})

it('cuts no amount, however few rows have so large a one', () => {
  const amount = fieldPlan('name', 'money', { title: '金额' })
  const small = Array.from({ length: 20 }, () => '1.00')
  expect(widthOf([...small, '123456789.00'], amount)).toBe(widthOf(['123456789.00'], amount))
  const many = Array.from({ length: 999 }, (_, index) => `${index}.00`)
  expect(widthOf([...many, '123456789.00'], amount)).toBe(widthOf(['123456789.00'], amount))
  const nearly = Array.from({ length: 99 }, (_, index) => `${999_900 + index}.00`)
  expect(widthOf([...nearly, '1000000.00'], amount)).toBe(widthOf(['1000000.00'], amount))
  // As JSON has them, with as many decimals as they need.
  const precise = Array.from({ length: 99 }, (_, index) => `1.${1000 + index}`)
  const count = fieldPlan('name', 'digit', { title: '数量', decimals: 4 })
  expect(widthOf([...precise, '123456'], count)).toBe(widthOf(['123456'], count))
})

it('reckons what stands beside and below the text: the button that copies, and a sum', () => {
  const code = fieldPlan('name', 'serial', { title: '单号' })
  expect((widthOf(['RZ20261119-0002'], code) ?? 0) - (widthOf(['RZ20261119-0002']) ?? 0)).toBe(22)
  const plan = columnPlan(fieldPlan('name', 'money', { title: '金额' }), { total: true })
  const below = (sum: string) => contentWidths([plan], rowsOf('1.00'), context, { total: { name: [sum] } })['name'] ?? 0
  expect(below('123,456,789.00')).toBeGreaterThan(below('1.00'))
})

it('leaves to its plan what is drawn as something else than its text', () => {
  expect(widthOf([true], fieldPlan('name', 'switch', { title: '默认' }))).toBeUndefined()
  expect(widthOf(['a'], undefined, { as: 'progress' })).toBeUndefined()
})

it('has room in a tree for how far its rows are moved in, in the column that shows it', () => {
  const columns = [columnPlan(fieldPlan('name', 'text', { title: '编码' })), columnPlan(fieldPlan('other', 'text', { title: '编码' }))]
  const rows = rowsOf('010101').map((row) => ({ ...row, other: '010101' }))
  const flat = contentWidths(columns, rows, context)
  const tree = contentWidths(columns, rows, context, undefined, () => 2)
  expect(tree['name']).toBe((flat['name'] ?? 0) + 23 + 2 * 20)
  expect(tree['other']).toBe(flat['other'])
})
