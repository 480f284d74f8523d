import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../core/plan'
import { encodeValues, toColumn } from './rows'

function field(name: string, type: FieldPlan['type'], more: Partial<FieldPlan> = {}): FieldPlan {
  return { name, type, title: name, required: false, requiredFor: [], readOnly: false, secret: false, stored: true, ...more }
}
function fieldsOf(...list: FieldPlan[]): Record<string, FieldPlan> {
  return Object.fromEntries(list.map((each) => [each.name, each]))
}

describe('columns', () => {
  it.each([
    ['borrowerId', 'borrower_id'],
    ['dOnHand', 'd_on_hand'],
    ['age30Qty', 'age30_qty'],
    ['name', 'name'],
  ])('%s is %s', (name, column) => expect(toColumn(name)).toBe(column))
})

describe('encodeValues', () => {
  it('names columns and writes JSON as text, so that a list is no SQL array', () => {
    const fields = fieldsOf(field('bookTitle', 'text'), field('chapters', 'json'), field('readerIds', 'ref', { multiple: true }))
    expect(encodeValues(fields, { bookTitle: 'A', chapters: [1, 2], readerIds: ['1', '2'] })).toEqual({
      book_title: 'A',
      chapters: '[1,2]',
      reader_ids: ['1', '2'],
    })
  })

  it('leaves out what is not said, not stored or no field, and keeps null', () => {
    const fields = fieldsOf(field('title', 'text'), field('note', 'text'), field('sum', 'money', { stored: false }))
    expect(encodeValues(fields, { title: undefined, note: null, sum: '1.00', constructor: 'x' })).toEqual({ note: null })
  })
})
