import { expect, it } from 'vitest'
import type { FieldPlan } from '../../../core/plan'
import { fieldPlan, linesPlan } from '../../../core/testing/fieldPlans'
import { columnPlan } from '../../testing/plans'
import { editColumns } from './lineColumns'

const bookId = fieldPlan('bookId', 'ref', {
  title: '书',
  required: true,
  ref: {
    entity: 'book',
    title: '书',
    label: 'title',
    display: 'bookTitle',
    multiple: false,
    fill: { bookName: 'title', isbn: 'isbn' },
  },
})
const bookName = fieldPlan('bookName', 'text', { title: '书名', readOnly: true })
const isbn = fieldPlan('isbn', 'text', { title: 'ISBN', readOnly: true })
const copies = fieldPlan('copies', 'digit', { title: '册数' })

function keysOf(fields: FieldPlan[], shown: FieldPlan[], fixedRows = false): string[] {
  const columns = shown.map((field) => columnPlan(field))
  return editColumns(columns, linesPlan('books', fields, { title: '书目' }), fixedRows).map(({ plan }) => plan.key)
}

it('leaves out the name that the choice of a row writes beside it, and keeps what else it writes', () => {
  expect(keysOf([bookId, bookName, isbn, copies], [bookName, isbn, copies])).toEqual(['bookId', 'isbn', 'copies'])
})

it('keeps the name where nothing is chosen, and where it is typed', () => {
  expect(keysOf([bookId, bookName, copies], [bookName, copies], true)).toEqual(['bookName', 'copies'])
  expect(keysOf([bookId, { ...bookName, readOnly: false }], [{ ...bookName, readOnly: false }])).toEqual(['bookId', 'bookName'])
})

it('shows what a row must have or will need for a later step, and says which is which', () => {
  const qty = fieldPlan('qty', 'digit', { required: true })
  const batch = fieldPlan('batch', 'text', { requiredFor: ['submit'] })
  const columns = editColumns([columnPlan(copies)], linesPlan('books', [qty, batch, copies]), false)
  expect(columns.map(({ plan, isRequired, isRequiredLater }) => [plan.key, isRequired, isRequiredLater])).toEqual([
    ['qty', true, false],
    ['batch', false, true],
    ['copies', false, false],
  ])
})
