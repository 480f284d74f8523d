import { expect, it } from 'vitest'
import { claimAmount, isFullyPaid, shortDeduction, type DeductibleLoan } from './shortDeduction'

const goods = { shortQty: '20', valuationPrice: '115.5000', pledgeRate: '0.5500' }
const loan: DeductibleLoan = { status: 'APPROVED', approvedAmount: '635250.00', paidAmount: '0.00', payingAmount: '0.00' }

it.each([
  ['of which nothing is paid', loan, '1270.50', '0.00', '633979.50'],
  ['of which 634,500.00 is paid', { ...loan, status: 'DISBURSING', paidAmount: '634500.00' }, '750.00', '520.50', '634500.00'],
  [
    'of which 500.00 more is on its way',
    { ...loan, status: 'DISBURSING', paidAmount: '634500.00', payingAmount: '500.00' },
    '250.00',
    '1020.50',
    '635000.00',
  ],
  ['that is paid out', { ...loan, status: 'OUTSTANDING', paidAmount: '635250.00' }, '0.00', '1270.50', '635250.00'],
  ['that is in payment to the last cent', { ...loan, payingAmount: '635250.00' }, '0.00', '1270.50', '635250.00'],
])('E-31 A7 deducts 1,270.50 for 20 boxes from a loan %s as far as it can', (_what, at, deductedAmount, restAmount, approvedAmount) => {
  expect(shortDeduction(goods, at)).toEqual({ deductAmount: '1270.50', deductedAmount, restAmount, approvedAmount })
})

it('E-31 ends the payments of a loan that is deducted down to what it was paid', () => {
  const paid = { ...loan, status: 'DISBURSING', paidAmount: '634500.00' }
  expect(isFullyPaid(paid, shortDeduction(goods, paid))).toBe(true)
  const open = { ...paid, paidAmount: '633979.49' }
  expect(isFullyPaid(open, shortDeduction(goods, open))).toBe(false)
  expect(isFullyPaid({ ...paid, status: 'APPROVED' }, shortDeduction(goods, paid))).toBe(false)
})

it('E-31 claims 2,400.00 for 20 boxes at 120', () => {
  expect(claimAmount('20', '120.0000')).toBe('2400.00')
})
