import { expect, it } from 'vitest'
import { derive, rederive } from '../../../engine/core/derivation'
import { backDatedRows, interestRows, penaltyRows, type AccrualRow } from './accrual'
import { explainDebt, explainRow, figureText, spoken, type StoredDebt, type StoredRow } from './explain'
import { accruedThrough, noteOf } from './testing'

/** As rows are stored: what is taken back is below 0. */
const stored = ({ accrualType, accrualDate, basePrincipal, annualRate, days, amount }: AccrualRow): StoredRow => ({
  accrualType,
  accrualDate,
  basePrincipal,
  annualRate,
  days,
  amount: accrualType.endsWith('ADJUST') ? `-${amount}` : amount,
})

const debt: StoredDebt = {
  dayCount: 'ACT_360',
  penaltyUplift: '0.5000',
  outstandingPrincipal: '540713.15',
  paidInterest: '5463.15',
  writtenOffInterest: '0.00',
  paidPenalty: '0.00',
  writtenOffPenalty: '0.00',
}

it('E-06 A9 explains 16,113.25 and 540.71 by their days, those that were taken back among them', () => {
  const begun = noteOf({ principal: '635250.00' })
  const left = noteOf({ principal: '540713.15', lastAccrualDate: '2026-04-15' })
  const rows = [
    ...interestRows(begun, '2026-04-15'),
    ...backDatedRows(accruedThrough(begun, '2026-04-15'), '94536.85', '2026-04-14', '2026-04-16'),
    ...interestRows(left, '2026-09-09'),
    ...penaltyRows(left, '2026-09-09'),
  ].map(stored)
  const { unpaidInterest, unpaidPenalty, totalDue } = explainDebt(debt, rows)
  expect([unpaidInterest.value, unpaidPenalty.value, totalDue.value]).toEqual(['16113.25', '540.71', '557367.11'])
  expect([unpaidInterest, unpaidPenalty, totalDue].map(rederive)).toEqual(['16113.25', '540.71', '557367.11'])
  for (const row of rows) expect(explainRow(debt, row).value).toBe(row.amount)
})

it('says a row in words, with the figures in it', () => {
  const [first] = penaltyRows(noteOf(), '2026-09-04').map(stored)
  expect(spoken(explainRow(debt, first!))).toEqual({
    title: '当日罚息 2026-09-04',
    value: '167.706000',
    text: '167.706000',
    formula: '计息本金 × 年利率 × 罚息上浮比例 × 计息天数 ÷ 计息基准天数',
    figures: '335,412.00 × 7.2000% × 50.0000% × 5 ÷ 360',
    rounding: '四舍五入到 6 位小数',
    inputs: [
      { title: '计息本金', value: '335412.00', text: '335,412.00' },
      { title: '年利率', value: '0.072000', text: '7.2000%' },
      { title: '计息天数', value: '5', text: '5' },
      { title: '计息基准天数', value: '360', text: '360' },
      { title: '罚息上浮比例', value: '0.5000', text: '50.0000%' },
    ],
    computed: {
      formula: 'principal * rate * uplift * days / basis',
      names: ['principal', 'rate', 'days', 'basis', 'uplift'],
      lists: [],
      rounding: { decimals: 6, mode: 'halfUp' },
    },
  })
})

it('says what is taken back with its sign, and a supplement as the figure that a repayment has made it', () => {
  const [back] = backDatedRows(noteOf({ lastAccrualDate: '2026-04-15' }), '400000', '2026-04-14', '2026-04-16').map(stored)
  expect(spoken(explainRow(debt, back!))).toMatchObject({ value: '-160.000000', figures: '−(400,000.00 × 7.2000% × 2 ÷ 360)' })
  const supplement = { ...back!, accrualType: 'MIN_SUPPLEMENT' as const, amount: '353.240000' }
  expect(spoken(explainRow(debt, supplement))).toEqual({ title: '最低计息补足', value: '353.240000', text: '353.240000' })
})

it('writes figures as people do, and leaves away what was not rounded', () => {
  expect(figureText({ title: 'figure.principal', value: '1000000' })).toBe('1,000,000.00')
  expect(figureText({ title: 'figure.accruedInterest', value: '5717.250001' })).toBe('5,717.250001')
  const exact = derive({ title: 'nothing', formula: 'a + a', inputs: { a: { title: 'nobody', value: '1' } } })
  expect(spoken(exact)).toEqual({
    title: 'nothing',
    value: '2',
    text: '2.00',
    formula: 'nobody + nobody',
    figures: '1.00 + 1.00',
    inputs: [{ title: 'nobody', value: '1', text: '1.00' }],
    computed: { formula: 'a + a', names: ['a'], lists: [] },
  })
})

it('names the record that a figure stands in, and which inputs are lists', () => {
  const source = { entity: 'bond', id: '3', label: 'BZ-3' }
  const sum = derive({ title: 'nothing', formula: 'sum(parts)', inputs: { parts: [{ title: 'nobody', value: '0.5', source }], none: [] } })
  expect(spoken(sum, new Set(['nobody']))).toMatchObject({
    inputs: [{ text: '50.0000%', source }],
    computed: { names: ['parts'], lists: ['parts', 'none'] },
  })
})
