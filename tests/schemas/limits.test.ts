import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { computeFormulas } from '../../engine/core/record/formulas'
import { loadSchemas } from '../../engine/spec/load'

const { sources } = readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url))))
const { entities } = compileProduct(sources!)

const quota = {
  status: 'ACTIVE',
  approvedAmount: '10000000.00',
  tempAmount: '1000000.00',
  tempExpireDate: '2026-12-31',
  reservedAmount: '2000000.00',
  usedAmount: '5500000.00',
}
const line = { status: 'ACTIVE', lineAmount: '5000000.00', reservedAmount: '0.00', usedAmount: '1500000.00' }

function available(entity: 'quota' | 'customerLine', values: Record<string, unknown>, today = '2026-06-01'): unknown {
  const record: Record<string, unknown> = { ...values }
  computeFormulas(entities[entity]!, record, { today, now: `${today}T00:00:00Z` })
  return record['availableAmount']
}

it('E-08 adds the temporary amount until its last day', () => {
  expect(available('quota', quota, '2026-12-31')).toBe('3500000.00')
  expect(available('quota', quota, '2027-01-01')).toBe('2500000.00')
  expect(available('quota', { ...quota, tempAmount: null, tempExpireDate: null })).toBe('2500000.00')
})

it('E-08 keeps the available amount when a payment turns reserved into used, and gives back what is repaid', () => {
  const paid = { ...quota, reservedAmount: '800000.00', usedAmount: '6700000.00' }
  expect(available('quota', paid)).toBe('3500000.00')
  expect(available('quota', { ...paid, usedAmount: '6000000.00' })).toBe('4200000.00')
  expect(available('customerLine', line)).toBe('3500000.00')
})

it.each(['FROZEN', 'EXPIRED', 'CLOSED', 'DRAFT'])('E-08 counts a quota or line that is %s as nothing', (status) => {
  expect(available('quota', { ...quota, status })).toBe('0.00')
  expect(available('customerLine', { ...line, status })).toBe('0.00')
})
