import { describe, expect, it } from 'vitest'
import type { ColumnPlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { saidOnce, summaryOf } from './summary'

const amount = { key: 'amount', field: fieldPlan('amount', 'money'), total: true, totalBy: fieldPlan('currency') } as ColumnPlan
const count = { key: 'count', field: fieldPlan('count', 'digit'), total: true } as ColumnPlan
const row = (id: string, value: string, currency: string | null) => ({ id, amount: value, count: 1, currency })
const context = { dictionaries: {} }

describe('amounts of different currencies', () => {
  it('are added up for each of them, and other numbers as a whole', () => {
    const rows = [row('1', '1000.00', 'CNY'), row('2', '20.00', 'USD'), row('3', '0.50', 'CNY'), row('4', '3.00', null)]
    expect(summaryOf([amount, count], rows, { amount: { USD: '2000.00', CNY: '1000.50' }, count: '9' }, context)).toEqual({
      page: { amount: ['3.00', '1,000.50 CNY', '20.00 USD'], count: ['4'] },
      total: { amount: ['1,000.50 CNY', '2,000.00 USD'], count: ['9'] },
    })
  })

  it('are told apart on the page as soon as another page has others', () => {
    expect(summaryOf([amount], [row('1', '5.00', 'CNY')], { amount: { CNY: '5.00', USD: '1.00' } }, context)).toMatchObject({
      page: { amount: ['5.00 CNY'] },
    })
  })

  it('read without the currency where there is but one', () => {
    const one = summaryOf([amount], [row('1', '5.00', 'CNY')], { amount: { CNY: '5.00' } }, context)
    expect(one).toEqual({ page: { amount: ['5.00'] }, total: { amount: ['5.00'] } })
    expect(summaryOf([amount], [], { amount: {} }, context)).toEqual({ page: { amount: ['0.00'] }, total: { amount: ['0.00'] } })
  })
})

describe('below the rows', () => {
  const [page, total] = [{ amount: ['1.00'] }, { amount: ['3.00'] }]

  it('the sum of a page stands above the sum of all', () => {
    expect(saidOnce({ page, total }, false)).toEqual({ page, total })
    expect(saidOnce(undefined, true)).toBeUndefined()
  })

  it('a page that has all rows has one sum', () => {
    expect(saidOnce({ page: total, total }, true)).toEqual({ total })
    expect(saidOnce({ page }, true)).toEqual({ total: page })
  })
})
