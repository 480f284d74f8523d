import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../core/plan'
import { decodeRow, encodeValues, toColumn } from './rows'

function field(name: string, type: FieldPlan['type'], more: Partial<FieldPlan> = {}): FieldPlan {
  return { name, type, title: name, required: false, requiredFor: [], readOnly: false, secret: false, stored: true, ...more }
}
function fieldsOf(...list: FieldPlan[]): Record<string, FieldPlan> {
  return Object.fromEntries(list.map((each) => [each.name, each]))
}
const author = { entity: 'author', title: 'Author', label: 'name', display: 'authorName', multiple: false }

describe('columns', () => {
  it.each([
    ['borrowerId', 'borrower_id'],
    ['dOnHand', 'd_on_hand'],
    ['age30Qty', 'age30_qty'],
    ['name', 'name'],
  ])('%s is %s', (name, column) => expect(toColumn(name)).toBe(column))
})

describe('decodeRow', () => {
  it('gives ids and decimals as text, integers as numbers and lists of ids as texts', () => {
    const fields = fieldsOf(
      field('id', 'text'),
      field('authorId', 'ref', { ref: author }),
      field('readerIds', 'ref', { ref: { ...author, multiple: true }, multiple: true }),
      field('pages', 'digit', { decimals: 0 }),
      field('unitPrice', 'money', { decimals: 4 }),
    )
    const row = { id: '7', author_id: '12', reader_ids: ['1', '2'], pages: '320', unit_price: '19.9000' }
    expect(decodeRow(fields, row)).toEqual({ id: '7', authorId: '12', readerIds: ['1', '2'], pages: 320, unitPrice: '19.9000' })
  })

  it('fixes a decimal to the places of its field', () => {
    const fields = fieldsOf(field('total', 'money', { decimals: 2 }))
    expect(decodeRow(fields, { total: '5' })).toEqual({ total: '5.00' })
    expect(decodeRow(fields, { total: '5.125' })).toEqual({ total: '5.13' })
  })

  it('keeps null, false and zero, and leaves out what the row does not carry', () => {
    const fields = fieldsOf(
      field('title', 'text'),
      field('lent', 'switch'),
      field('pages', 'digit', { decimals: 0 }),
      field('note', 'text'),
    )
    expect(decodeRow(fields, { title: null, lent: false, pages: 0 })).toEqual({ title: null, lent: false, pages: 0 })
  })

  it('leaves out columns that are no field', () => {
    expect(decodeRow(fieldsOf(field('name', 'text')), { name: 'a', name_sort: 'a' })).toEqual({ name: 'a' })
  })
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
