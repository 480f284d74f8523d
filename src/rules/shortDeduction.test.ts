import { expect, it } from 'vitest'
import { roundDecimal, subtractDecimals } from '../../engine/core/decimal'
import { deductible, shortDeduction, type Drawing } from './shortDeduction'

const due = shortDeduction({ qty: '20', valuationPrice: '115.5000', pledgeRate: '0.5500' })
const loan: Drawing = { status: 'APPROVED', approvedAmount: '635250.00', paidAmount: '0.00', inPayment: '0.00' }

it('E-31 deducts what 20 missing cases were to be financed with: 1,270.50', () => {
  expect(due).toBe('1270.50')
  expect(shortDeduction({ qty: '0.3333', valuationPrice: '115.5000', pledgeRate: '0.5500' })).toBe('21.17')
})

it.each<[string, Partial<Drawing>, deducted: string, left: string, approved: string]>([
  ['all of it before anything is paid out', {}, '1270.50', '0.00', '633979.50'],
  ['no more than is not paid out yet', { status: 'DISBURSING', paidAmount: '634500.00' }, '750.00', '520.50', '634500.00'],
  [
    'no more than is neither paid out nor about to be (A7)',
    { status: 'DISBURSING', paidAmount: '634500.00', inPayment: '500.00' },
    '250.00',
    '1020.50',
    '635000.00',
  ],
  ['the whole rest to the cent', { status: 'DISBURSING', paidAmount: '633979.50' }, '1270.50', '0.00', '633979.50'],
  [
    'nothing where more is on its way than is left',
    { status: 'DISBURSING', paidAmount: '634500.00', inPayment: '751.00' },
    '0.00',
    '1270.50',
    '635250.00',
  ],
  ['nothing of a loan that is paid out', { status: 'OUTSTANDING' }, '0.00', '1270.50', '635250.00'],
  ['nothing of a loan that is under approval again', { status: 'AUDITING' }, '0.00', '1270.50', '635250.00'],
])('E-31 takes from the approved amount %s', (_what, drawing, deducted, left, approved) => {
  const taken = deductible(due, { ...loan, ...drawing })
  expect(taken).toBe(deducted)
  expect(roundDecimal(subtractDecimals(due, taken), 2)).toBe(left)
  expect(roundDecimal(subtractDecimals(loan.approvedAmount, taken), 2)).toBe(approved)
})
