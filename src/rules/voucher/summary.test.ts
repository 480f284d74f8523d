import { describe, expect, it } from 'vitest'
import { isBankSubject } from './subjects'
import { summaryOf, unknownPlaceholders } from './summary'

const values = { docNo: 'FK20260302-0001', borrower: '演示乳品', event: '放款' }

describe('the summary of a voucher', () => {
  it('says what its template names, and without one the event and the document', () => {
    expect(summaryOf('{borrower} 放款 {docNo}', values)).toBe('演示乳品 放款 FK20260302-0001')
    expect(summaryOf(undefined, values)).toBe('放款 FK20260302-0001')
    expect(summaryOf('', values)).toBe('放款 FK20260302-0001')
    expect(summaryOf('{borrower} 放款', { ...values, borrower: '' })).toBe('放款')
  })

  it('is as long as it may be', () => {
    expect(summaryOf('摘'.repeat(300), values)).toHaveLength(200)
  })

  it('names nothing that no document has', () => {
    expect(unknownPlaceholders('{docNo} {borrower} {event}')).toEqual([])
    expect(unknownPlaceholders('{docNo} {amount} {}')).toEqual(['amount', ''])
    expect(summaryOf('{amount}', values)).toBe('{amount}')
  })
})

it('only 1002 and 1012 and what stands below them are money of the bank accounts', () => {
  expect(['1002', '100203', '1012'].map(isBankSubject)).toEqual([true, true, true])
  expect(['1001', '1122', '2002', '110020'].map(isBankSubject)).toEqual([false, false, false, false])
})
