import { expect, it } from 'vitest'
import type { SummaryPlan } from '../plan'
import { fieldPlan } from '../testing/fieldPlans'
import { summaryLine, summaryParts, summarySums } from './summary'

const fee = fieldPlan('fee', 'money', { title: 'Fee' })
const summary: SummaryPlan = {
  about: fieldPlan('readerName', 'text', { title: 'Reader' }),
  figures: [
    fee,
    fieldPlan('rate', 'percent', { title: 'Rate', decimals: 4 }),
    fieldPlan('books', 'digit', { title: 'Books', unit: 'pcs' }),
  ],
  sum: true,
  unit: fieldPlan('currency', 'text', { title: 'Currency' }),
  date: fieldPlan('due', 'date', { title: 'Due' }),
}
const loan = { id: '1', readerName: 'Anna', fee: '1200.50', rate: '0.0450', books: 3, currency: 'CNY', due: '2026-12-01' }
const titles = { dictionaries: {} }

it('reads whom, figures and date in their order, amounts with their unit', () => {
  expect(summaryParts(summary, loan, titles).map(({ title, text }) => [title, text])).toEqual([
    ['Reader', 'Anna'],
    ['Fee', '1,200.50 CNY'],
    ['Rate', '4.50%'],
    ['Books', '3 pcs'],
    ['Due', '2026-12-01'],
  ])
})

it('prefers a unit of the field’s own, and does without one that is empty', () => {
  const own = { ...summary, figures: [{ ...fee, unit: 'k' }] }
  expect(summaryParts(own, loan, titles)[1]?.text).toBe('1,200.50 k')
  expect(summaryParts(summary, { ...loan, currency: null }, titles)[1]?.text).toBe('1,200.50')
})

it('counts a quantity in what the record says, apart where records say different units', () => {
  const boxes = { ...summary, figures: [fieldPlan('qty', 'digit', { title: 'Quantity', decimals: 4, unitFrom: 'measure' })] }
  const row = { ...loan, qty: '4000.0000', measure: '箱' }
  expect(summaryParts(boxes, row, titles)[1]?.text).toBe('4,000.0000 箱')
  expect(summaryParts(boxes, { ...row, measure: null }, titles)[1]?.text).toBe('4,000.0000')
  expect(summarySums(boxes, [row, { ...row, qty: '2.5000', measure: '吨' }, { ...row, qty: '1.0000' }], titles)).toEqual([
    '4,001.0000 箱',
    '2.5000 吨',
  ])
})

it('reads a number as the code beside it says: fractions in per cent, others with their unit, none with zeros at its end', () => {
  const units = { RATE: '%', AGE: 'days' }
  const found = { ...summary, figures: [fieldPlan('value', 'digit', { title: 'Value', decimals: 6, unitFrom: 'kind', units })] }
  const text = (kind: string | null, value: string): string | undefined => summaryParts(found, { ...loan, kind, value }, titles)[1]?.text
  expect(text('RATE', '0.881750')).toBe('88.18%')
  expect(text('AGE', '1092.000000')).toBe('1,092 days')
  expect(text('AGE', '-15.500000')).toBe('-15.5 days')
  expect(text('OTHER', '20.000000')).toBe('20')
  expect(text(null, '20.000000')).toBe('20')
})

it('reads codes by their titles, one or several, where the field beside them says of which dictionary they are', () => {
  const codes = { from: 'kind', in: { GENRE: 'genre' } }
  const held = { ...summary, figures: [fieldPlan('value', 'text', { title: 'Value', codes })] }
  const genre = {
    name: 'genre',
    title: 'Genre',
    items: [
      { code: 'A', title: 'Atlas' },
      { code: 'N', title: 'Novel' },
    ],
  }
  const text = (kind: string | null, value: string) => summaryParts(held, { ...loan, kind, value }, { dictionaries: { genre } })[1]?.text
  expect(text('GENRE', 'N')).toBe('Novel')
  expect(text('GENRE', 'A, N,X')).toBe('Atlas、Novel、X')
  expect([text('PAGES', 'N'), text(null, '90')]).toEqual(['N', '90'])
})

it('says once whom a record is about that is called just that', () => {
  const said = (name?: string) => summaryParts(summary, loan, titles, name).map(({ title }) => title)
  expect(said('Anna')).toEqual(['Fee', 'Rate', 'Books', 'Due'])
  expect(said('A-17')).toEqual(['Reader', 'Fee', 'Rate', 'Books', 'Due'])
})

it('is one line for a choice, with the first two figures', () => {
  expect(summaryLine(summary, loan, titles)).toBe('Anna · Fee 1,200.50 CNY · Rate 4.50% · Due 2026-12-01')
  expect(summaryLine(summary, { id: '1', books: 3 }, titles)).toBe('')
})

it('does not repeat what a choice says beside its name', () => {
  expect(summaryLine(summary, loan, titles, 'Anna')).toBe('Fee 1,200.50 CNY · Rate 4.50% · Due 2026-12-01')
  expect(summaryLine(summary, { id: '1', readerName: 'Anna' }, titles, 'Anna')).toBe('')
  expect(summaryLine(summary, loan, titles, 'A-17')).toContain('Anna · ')
})

it('adds the first figure up by its unit, exactly', () => {
  const loans = [
    { ...loan, fee: '0.10' },
    { ...loan, fee: '0.20' },
    { ...loan, fee: '5.00', currency: 'USD' },
    { ...loan, fee: null },
  ]
  expect(summarySums(summary, loans, titles)).toEqual(['0.30 CNY', '5.00 USD'])
})

it('adds nothing up where it cannot be, or a row does not say it', () => {
  expect(summarySums({ ...summary, sum: undefined }, [loan], titles)).toBeUndefined()
  expect(summarySums({ ...summary, figures: [] }, [loan], titles)).toBeUndefined()
  expect(summarySums(summary, [loan, { id: '2' }], titles)).toBeUndefined()
})
