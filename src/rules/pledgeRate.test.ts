import { expect, it } from 'vitest'
import { pledgeRate, type BaseRate, type PledgeRule } from './pledgeRate'

const today = '2026-03-02'
const goods = {
  goodsId: 'g1',
  categoryIds: ['milk', 'food'],
  productId: 'p1',
  conditions: { REMAIN_SHELF_RATIO: '0.4500', STOCK_AGE: '95', WAREHOUSE_GRADE: 'A' },
}
const base: BaseRate = { categoryId: 'food', baseRate: '0.7000', maxRate: '0.7500', effectiveDate: '2026-01-01', status: 'ENABLED' }
const rule: PledgeRule = {
  ruleCondition: 'REMAIN_SHELF_RATIO',
  compareOp: 'LT',
  conditionValue: '0.5000',
  adjustType: 'ADD',
  adjustValue: '-0.1000',
  priority: 10,
  effectiveDate: '2026-01-01',
  status: 'ENABLED',
}
const rules: PledgeRule[] = [
  rule,
  { ...rule, ruleCondition: 'STOCK_AGE', compareOp: 'GT', conditionValue: '90', adjustValue: '-0.0500', priority: 5 },
  { ...rule, ruleCondition: 'WAREHOUSE_GRADE', compareOp: 'EQ', conditionValue: 'A', adjustValue: '0.0000', priority: 1 },
]
const caps = { maxPledgeRate: '0.7000' }

it('E-10 adds the points of the rules that hold: 0.7000 − 0.1000 − 0.0500 + 0 = 0.5500', () => {
  expect(pledgeRate(goods, [base], rules, caps, today)).toBe('0.5500')
})

it('E-10 never passes the product, the line or the rate itself, and never falls below nothing', () => {
  expect(pledgeRate(goods, [{ ...base, baseRate: '0.9000' }], [], caps, today)).toBe('0.7000')
  expect(pledgeRate(goods, [base], [], { ...caps, pledgeRateCap: '0.6000' }, today)).toBe('0.6000')
  expect(pledgeRate(goods, [{ ...base, maxRate: '0.6500' }], [], caps, today)).toBe('0.6500')
  expect(pledgeRate(goods, [base], [{ ...rule, adjustValue: '-0.9000' }], caps, today)).toBe('0.0000')
})

it('E-10 prefers the goods to its category, the nearer category, the own product, the newer rate', () => {
  const rates = [
    base,
    { ...base, categoryId: 'milk', baseRate: '0.6000' },
    { ...base, categoryId: 'milk', baseRate: '0.6100', effectiveDate: '2026-02-01' },
  ]
  expect(pledgeRate(goods, rates, [], caps, today)).toBe('0.6100')
  expect(pledgeRate(goods, [...rates, { ...base, categoryId: 'milk', productId: 'p1', baseRate: '0.5000' }], [], caps, today)).toBe(
    '0.5000',
  )
  expect(pledgeRate(goods, [...rates, { ...base, goodsId: 'g1', baseRate: '0.4000' }], [], caps, today)).toBe('0.4000')
})

it('E-10 leaves out what is not in force, of another product or disabled', () => {
  const others = [
    { ...base, categoryId: 'milk', effectiveDate: '2026-03-03', baseRate: '0.1000' },
    { ...base, categoryId: 'milk', expireDate: '2026-03-01', baseRate: '0.1000' },
    { ...base, categoryId: 'milk', status: 'DISABLED', baseRate: '0.1000' },
    { ...base, categoryId: 'milk', productId: 'p2', baseRate: '0.1000' },
  ]
  expect(pledgeRate(goods, [base, ...others], [], caps, today)).toBe('0.7000')
  expect(pledgeRate(goods, others, [], caps, today)).toBeUndefined()
})

it.each<[string, Partial<PledgeRule>, string]>([
  ['CAP', { adjustType: 'CAP', adjustValue: '0.3000' }, '0.3000'],
  ['BAN', { adjustType: 'BAN', adjustValue: '0.0000' }, '0.0000'],
])('E-10 applies %s', (_name, change, expected) => {
  expect(pledgeRate(goods, [base], [{ ...rule, ...change }], caps, today)).toBe(expected)
})

it('E-10 lets no bonus lift a ban', () => {
  const ban: PledgeRule = { ...rule, adjustType: 'BAN', priority: 20 }
  expect(pledgeRate(goods, [base], [ban, { ...rule, adjustValue: '0.0500' }], caps, today)).toBe('0.0000')
})

it.each<[string, Partial<PledgeRule>, string]>([
  ['GT excludes its border', { compareOp: 'GT', conditionValue: '0.4500' }, '0.7000'],
  ['GT holds beyond it', { compareOp: 'GT', conditionValue: '0.4499' }, '0.6000'],
  ['GE includes its border', { compareOp: 'GE', conditionValue: '0.45' }, '0.6000'],
  ['GE does not hold below it', { compareOp: 'GE', conditionValue: '0.4501' }, '0.7000'],
  ['LT excludes its border', { compareOp: 'LT', conditionValue: '0.4500' }, '0.7000'],
  ['LE includes its border', { compareOp: 'LE', conditionValue: '0.45' }, '0.6000'],
  ['LE does not hold beyond it', { compareOp: 'LE', conditionValue: '0.4499' }, '0.7000'],
  ['EQ compares numbers, not their text', { compareOp: 'EQ', conditionValue: '0.45' }, '0.6000'],
  ['BETWEEN includes its lower border', { compareOp: 'BETWEEN', conditionValue: '0.4500', conditionValue2: '0.5000' }, '0.6000'],
  ['BETWEEN excludes its upper border', { compareOp: 'BETWEEN', conditionValue: '0.4000', conditionValue2: '0.4500' }, '0.7000'],
  ['IN asks a list', { ruleCondition: 'WAREHOUSE_GRADE', compareOp: 'IN', conditionValue: 'A,B' }, '0.6000'],
  ['a condition that is not known does not hold', { ruleCondition: 'CLIENT_RATING', compareOp: 'EQ', conditionValue: 'A' }, '0.7000'],
])('E-10 %s', (_name, change, expected) => {
  expect(pledgeRate(goods, [base], [{ ...rule, ...change }], caps, today)).toBe(expected)
})
