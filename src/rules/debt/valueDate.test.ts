import { expect, it } from 'vitest'
import { refuseValueDate } from './valueDate'

const debt = { debtNo: 'JJ20260302-0001', startDate: '2026-03-02', lastRepaidOn: '2026-04-14' }

it.each([
  ['today', '2026-05-14', undefined],
  ['tomorrow', '2026-05-15', 'debt.value-date-ahead'],
  ['30 days ago', '2026-04-14', undefined],
  ['31 days ago', '2026-04-13', 'debt.value-date-before-repayment'],
  ['before the debt', '2026-03-01', 'debt.value-date-before-start'],
])('E-03b judges a repayment that counts from %s', (_name, valueDate, code) => {
  expect(refuseValueDate(valueDate, debt, '2026-05-14')?.code).toBe(code)
})

it('E-03b goes back 30 days, and no further', () => {
  const never = { ...debt, lastRepaidOn: undefined }
  expect(refuseValueDate('2026-04-14', never, '2026-05-14')).toBeUndefined()
  expect(refuseValueDate('2026-04-13', never, '2026-05-14')).toMatchObject({
    code: 'debt.value-date-too-old',
    params: { earliest: '2026-04-14' },
  })
})
