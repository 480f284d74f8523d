import { expect, it } from 'vitest'
import {
  refuseAdjustment,
  refuseBelowLines,
  refuseBeyondQuota,
  refuseLoanApproval,
  refuseLoanSubmission,
  refuseLoanTerms,
  refuseOutgoing,
  refuseReceipt,
} from './guards'

const loan = { appliedAmount: '635250.00', lines: [{ goodsName: '婴配奶粉', financeAmount: '635250.00' }] }
const limits = { available: '635250.00', minSingleAmount: '10000.00', maxSingleAmount: '635250.00' }

it('lets a loan use goods, quota and limit to the last cent', () => {
  expect(refuseLoanSubmission(loan, limits)).toBeUndefined()
})

it.each([
  ['one cent above the goods', { ...loan, lines: [{ goodsName: 'x', financeAmount: '635249.99' }] }, limits, 'loan.beyond-goods'],
  ['one cent above the quota', loan, { ...limits, available: '635249.99' }, 'loan.beyond-available'],
  ['one cent above the product', loan, { ...limits, maxSingleAmount: '635249.99' }, 'loan.above-maximum'],
  ['one cent below the product', loan, { ...limits, minSingleAmount: '635250.01' }, 'loan.below-minimum'],
  ['goods without a rate', { ...loan, lines: [...loan.lines, { goodsName: 'y' }] }, limits, 'loan.no-pledge-rate'],
])('refuses a loan %s', (_name, request, bounds, code) => {
  expect(refuseLoanSubmission(request, bounds)?.code).toBe(code)
})

it('approves what was applied for and what the goods still allow, and not a cent more', () => {
  const { lines } = loan
  const approve = (amount: string, more: object = {}) =>
    refuseLoanApproval(amount, { applied: '635250.00', lines, product: limits, ...more })?.code
  expect(approve('635250.00')).toBeUndefined()
  expect(approve('635250.01')).toBe('loan.approved-above-applied')
  expect(approve('635250.00', { lines: [{ goodsName: 'x', financeAmount: '635249.99' }] })).toBe('loan.beyond-goods')
})

it('D4 approves within what the product lends at once', () => {
  const approve = (amount: string, product: object) =>
    refuseLoanApproval(amount, { applied: '635250.00', lines: loan.lines, product })?.code
  expect(approve('10000.00', limits)).toBeUndefined()
  expect(approve('9999.99', limits)).toBe('loan.below-minimum')
  expect(approve('0.01', limits)).toBe('loan.below-minimum')
  expect(approve('0.01', {})).toBeUndefined()
  expect(approve('635250.00', { ...limits, maxSingleAmount: '635249.99' })).toBe('loan.above-maximum')
})

it('D4 lets a loan be as long as its product, and cheaper than agreed only with a reason', () => {
  const agreed = { termDays: 180, annualRate: '0.072', bondRate: '0.05' }
  expect(refuseLoanTerms(agreed, agreed)).toBeUndefined()
  expect(refuseLoanTerms({ termDays: 1, annualRate: '0.08', bondRate: '0.1' }, agreed)).toBeUndefined()
  const reason = { termsReason: '战略客户' }
  expect(refuseLoanTerms({ ...agreed, ...reason, termDays: 181 }, agreed)).toEqual({
    code: 'loan.term-too-long',
    params: { days: 181, limit: 180 },
  })
  expect(refuseLoanTerms({ ...agreed, annualRate: '0.071999' }, agreed)).toEqual({
    code: 'loan.terms-below-agreed',
    params: { term: '年利率', value: '7.1999%', agreed: '7.2000%' },
  })
  expect(refuseLoanTerms({ ...agreed, bondRate: '0.0499', termsReason: null }, agreed)?.params).toEqual({
    term: '保证金比例',
    value: '4.99%',
    agreed: '5.00%',
  })
  expect(refuseLoanTerms({ ...agreed, ...reason, annualRate: '0.000001', bondRate: '0' }, agreed)).toBeUndefined()
})

it('E-08 gives out at most approved × oversell ratio', () => {
  const quota = { approvedAmount: '1000.00', oversellRatio: '1.2000', allocatedAmount: '700.00' }
  expect(refuseBeyondQuota('500.00', quota)).toBeUndefined()
  expect(refuseBeyondQuota('500.01', quota)).toEqual({
    code: 'customer-line.beyond-quota',
    params: { allocated: '1200.01', limit: '1200.00' },
  })
})

it('E-08 covers with a quota what it has given out', () => {
  const quota = { approvedAmount: '1000.00', oversellRatio: '1.2000' }
  expect(refuseBelowLines({ ...quota, allocatedAmount: '1200.00' })).toBeUndefined()
  expect(refuseBelowLines({ ...quota, allocatedAmount: '1200.01' })).toEqual({
    code: 'quota.below-lines',
    params: { limit: '1200.00', allocated: '1200.01' },
  })
})

it('adjusts down to what is in use, counting a temporary amount that still runs', () => {
  const use = { reservedAmount: '100.00', usedAmount: '400.00' }
  expect(refuseAdjustment('500.00', use, {}, '2026-03-02')).toBeUndefined()
  expect(refuseAdjustment('499.99', use, {}, '2026-03-02')?.code).toBe('quota.below-use')
  expect(refuseAdjustment('450.00', use, { tempAmount: '50.00', tempExpireDate: '2026-03-02' }, '2026-03-02')).toBeUndefined()
  expect(refuseAdjustment('450.00', use, { tempAmount: '50.00', tempExpireDate: '2026-03-01' }, '2026-03-02')?.code).toBe(
    'quota.temporary-without-date',
  )
  expect(refuseAdjustment('450.00', use, { tempAmount: '50.00' }, '2026-03-02')?.code).toBe('quota.temporary-without-date')
})

it('receives up to 110 % of a line', () => {
  expect(refuseReceipt(1, '11000.0000', '10000.0000')).toBeUndefined()
  expect(refuseReceipt(2, '11000.0001', '10000.0000')).toEqual({
    code: 'stock-in.too-much',
    params: { line: 2, received: '11000.0001', limit: '11000.0000' },
  })
})

it('outStatus.out lets go all of a line, and not a ten-thousandth more', () => {
  expect(refuseOutgoing(1, '400.0000', '400.0000')).toBeUndefined()
  expect(refuseOutgoing(2, '400.0001', '400.0000')).toEqual({
    code: 'out.too-much',
    params: { line: 2, out: '400.0001', qty: '400.0000' },
  })
})
