import { expect, it } from 'vitest'
import { availableForFinancing, availableOfLine, availableOfQuota } from './availableQuota'

const quota = {
  status: 'ACTIVE',
  approvedAmount: '10000000.00',
  tempAmount: '1000000.00',
  tempExpireDate: '2026-12-31',
  reservedAmount: '2000000.00',
  usedAmount: '5500000.00',
}
const line = { status: 'ACTIVE', lineAmount: '5000000.00', reservedAmount: '0.00', usedAmount: '1500000.00' }

it('E-08 adds the temporary amount until its last day', () => {
  expect(availableOfQuota(quota, '2026-12-31')).toBe('3500000.00')
  expect(availableOfQuota(quota, '2027-01-01')).toBe('2500000.00')
})

it('E-08 keeps the available amount when a payment turns reserved into used, and gives back what is repaid', () => {
  const paid = { ...quota, reservedAmount: '800000.00', usedAmount: '6700000.00' }
  expect(availableOfQuota(paid, '2026-06-01')).toBe('3500000.00')
  expect(availableOfQuota({ ...paid, usedAmount: '6000000.00' }, '2026-06-01')).toBe('4200000.00')
})

it.each(['FROZEN', 'EXPIRED', 'CLOSED', 'DRAFT'])('E-08 counts a quota or line that is %s as nothing', (status) => {
  expect(availableOfQuota({ ...quota, status }, '2026-06-01')).toBe('0.00')
  expect(availableOfLine({ ...line, status })).toBe('0.00')
})

it('E-08 takes the smaller of quota and line', () => {
  expect(availableForFinancing(quota, line, '2026-06-01')).toBe('3500000.00')
  expect(availableForFinancing(quota, { ...line, usedAmount: '4900000.00' }, '2026-06-01')).toBe('100000.00')
})
