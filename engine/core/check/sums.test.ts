import { expect, it } from 'vitest'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** The library, whose books have a field that sums up lendings. */
function withSum(sumOf: object, more: object = {}) {
  const sources = librarySources()
  const { book } = sources.entities
  if (book) book.fields = { ...book.fields, lent: { type: 'digit', title: '借出', sumOf, ...more } as never }
  return checkProduct(sources).map(({ source, pointer, found }) => ({ source, pointer, found }))
}
const ofRows = { entity: 'lending', lines: 'books', by: 'bookId', field: 'qty' }
const at = (pointer: string, found: string) => ({ source: 'entities/book', pointer: `/fields/lent${pointer}`, found })

it('accepts a sum of what points here: records, or rows of their line tables', () => {
  expect(withSum(ofRows)).toEqual([])
  expect(withSum({ ...ofRows, where: { status: 'DONE' }, atMost: 'price' })).toEqual([])
  const params = { title: 'bookTitle', left: 'limit - sum', wanted: 'amount' }
  expect(withSum({ ...ofRows, atMost: 'price', refusal: 'book.none-left', params })).toEqual([])
  expect(withSum({ entity: 'lending', by: 'bookId', field: 'deposit' }, { decimals: 2 })).toEqual([])
})

it('names what is not there', () => {
  expect(withSum({ ...ofRows, entity: 'lend' })).toEqual([at('/sumOf/entity', '没有名为“lend”的 entity')])
  expect(withSum({ ...ofRows, lines: 'book' })).toEqual([at('/sumOf/lines', '没有名为“book”的 lines')])
  expect(withSum({ ...ofRows, by: 'book', field: 'count' })).toEqual([
    at('/sumOf/field', '没有名为“count”的 field'),
    at('/sumOf/by', '没有名为“book”的 field'),
  ])
  expect(withSum({ ...ofRows, where: { state: 'DONE' } })).toEqual([at('/sumOf/where/state', '没有名为“state”的 field')])
  expect(withSum({ ...ofRows, atMost: 'stock' })).toMatchObject([at('/sumOf/atMost', expect.stringContaining('stock'))])
  expect(withSum({ ...ofRows, atMost: 'price', params: { left: 'limit - taken' } })).toMatchObject([
    at('/sumOf/params/left', expect.stringContaining('taken')),
  ])
})

it('refuses what cannot be added up here', () => {
  expect(withSum({ entity: 'lending', by: 'submittedById', field: 'deposit' }, { decimals: 2 })).toEqual([
    at('/sumOf/by', '“submittedById”不是指向这里的单值引用'),
  ])
  expect(withSum({ entity: 'lending', by: 'bookId', field: 'from' })).toEqual([at('/sumOf/field', '“from”不是存储的数字')])
  expect(withSum({ ...ofRows, field: 'price' })).toEqual([at('/sumOf/field', '“price”的小数位多于合计字段')])
  expect(withSum({ ...ofRows, atMost: 'bookTitle' })).toMatchObject([{ pointer: '/fields/lent/sumOf/atMost' }])
})

it('refuses what changes without a change of a record, and a text that names rows of two tables', () => {
  expect(withSum({ ...ofRows, where: { from: { below: { today: 0 } } } })).toMatchObject([
    { pointer: expect.stringContaining('/sumOf/where/from') },
  ])
  const sources = librarySources()
  const { book, branch, lending } = sources.entities
  const sum = { entity: 'lending', lines: 'books', by: 'named', field: 'qty' }
  const lines = { rows: { title: '行', fields: { got: { type: 'digit', title: '得', sumOf: sum } } } }
  if (book && branch && lending?.lines?.['books']?.fields) {
    lending.lines['books'].fields['named'] = { type: 'text', title: '所指', maxLength: 20 }
    Object.assign(book, { lines })
    Object.assign(branch, { lines })
  }
  expect(checkProduct(sources).map(({ source, found }) => ({ source, found }))).toEqual([
    { source: 'entities/branch', found: '“named”已用于指明 book.rows 的行；一个字段只能指明一张行表的行' },
    { source: 'entities/book', found: '“named”已用于指明 branch.rows 的行；一个字段只能指明一张行表的行' },
  ])
})

it('refuses another source of the same value', () => {
  expect(withSum(ofRows, { default: 0, system: true })).toEqual([
    at('/default', 'sumOf 的字段只由引擎累计，不能再有 default'),
    at('/system', 'sumOf 的字段只由引擎累计，不能再有 system'),
  ])
})
