import { expect, it } from 'vitest'
import type { RecordPagePlan } from '../plan'
import { checkProduct } from '../check'
import { librarySources } from '../testing/library'
import { compileProduct } from './index'

const pick = { field: 'bookId', columns: ['bookTitle', 'price'], search: ['bookTitle'], fill: { price: 'price' } }

/** The lending, whose books are chosen from those of one genre and branch; a line says the branch code, the record the genre. */
function sources(said: object = pick) {
  const library = librarySources()
  const lending = library.entities['lending']!
  const books = lending.lines!['books']!.fields!
  books['bookId'] = {
    type: 'ref',
    title: '书',
    to: 'book',
    where: { genre: { from: 'remark' }, branchCode: { from: 'branchCode' } },
    required: true,
  }
  books['branchCode'] = { type: 'ref', title: '分馆', to: 'branch', by: 'code' }
  const tabs = (library.screens['base/lending']!.pages['edit'] as { tabs: Record<string, object> }).tabs
  Object.assign(tabs['书目']!, { pick: said })
  return library
}

it('fills into the line what the reference would take from it, and narrows by the record', () => {
  const { pages, dictionaries } = compileProduct(sources()).screens['base/lending']!
  const [tab] = (pages['edit'] as RecordPagePlan).tabs
  expect(tab).toMatchObject({
    pick: {
      key: 'books.bookId',
      field: 'bookId',
      title: '图书',
      label: 'bookTitle',
      search: [{ name: 'bookTitle', title: '书名' }],
      fill: { branchCode: 'branchCode', price: 'price' },
      given: ['remark'],
    },
  })
  expect(dictionaries).toEqual([])
  expect(checkProduct(sources())).toEqual([])
})

it('refuses to pick or import for a line table that rules fill', () => {
  const library = sources()
  library.entities['lending']!.lines!['books']!.system = true
  const takeIn = { title: '导入', does: 'import', into: { lines: 'books', match: ['bookId'] } }
  Object.assign(library.screens['base/lending']!.actions!, { takeIn })
  const tabs = (library.screens['base/lending']!.pages['edit'] as { tabs: Record<string, object> }).tabs
  Object.assign(tabs['书目']!, { import: 'takeIn' })
  expect(checkProduct(library).map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/actions/takeIn/into/lines', 'check.system-lines'],
    ['/pages/edit/tabs/书目/import', 'check.system-lines'],
    ['/pages/edit/tabs/书目/pick', 'check.system-lines'],
  ])
})

it.each<[string, object, string, string]>([
  ['a field that is no reference', { field: 'qty' }, '/field', '“qty”不是可填写的单值引用，不能从中选取'],
  ['a field that is not there', { field: 'bookid' }, '/field', '没有名为“bookid”的 field'],
  ['a column that the rows do not have', { columns: ['title'] }, '/columns/0', '没有名为“title”的 field'],
  ['a secret column', { columns: ['secretNote'] }, '/columns/0', '“secretNote”是保密字段，不能显示或查询'],
  ['a keyword in a secret', { search: ['secretNote'] }, '/search/0', '“secretNote”是保密字段，不能显示或查询'],
  ['filling what is computed', { fill: { amount: 'price' } }, '/fill/amount', '没有名为“amount”的 field'],
  ['filling from a secret', { fill: { qty: 'secretNote' } }, '/fill/qty', '“secretNote”是保密字段，不能显示或查询'],
  ['a page that no cell can open', { columns: [{ field: 'bookTitle', link: 'detail' }] }, '/columns/0/link', '没有名为“detail”的 page'],
])('refuses a pick with %s', (_what, change, pointer, found) => {
  const findings = checkProduct(sources({ ...pick, ...change }))
  expect(findings.map((finding) => [finding.pointer, finding.found])).toEqual([[`/pages/edit/tabs/书目/pick${pointer}`, found]])
})
