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

/** What the endpoint answers to be lent, as lines with a title of its own. */
const offered = {
  method: 'GET',
  url: '/offered',
  permission: 'view',
  description: '可借的书',
  handler: 'offered',
  query: {
    remark: { type: 'text', title: '备注', maxLength: 20, required: true },
    lendingNo: { type: 'text', title: '单号', maxLength: 20 },
  },
  answer: {
    books: { type: 'lines', of: 'books', fields: { bookId: true, qty: true, title: { type: 'text', title: '书名', maxLength: 40 } } },
  },
}
const pickOffered = { field: 'bookId', from: 'offered', columns: ['title', 'qty'], search: ['title'] }

function offering(said: object = pickOffered, endpoint: object = offered) {
  const library = sources(said)
  library.screens['base/lending']!.endpoints.extra = { offered: endpoint as never }
  return library
}

it('offers the rows that an endpoint answers, in their order, and asks it with fields of the record', () => {
  expect(checkProduct(offering())).toEqual([])
  const [tab] = (compileProduct(offering()).screens['base/lending']!.pages['edit'] as RecordPagePlan).tabs
  expect(tab).toMatchObject({
    pick: {
      key: 'books.bookId',
      columns: [{ key: 'title' }, { key: 'qty' }],
      search: [{ name: 'title', title: '书名' }],
      fill: {},
      label: 'bookTitle',
      given: ['remark', 'lendingNo'],
      needed: ['remark'],
      from: { url: expect.stringMatching(/\/offered$/) as string, rows: 'books' },
    },
  })
  expect((tab as { pick: { columns: { sort?: string }[] } }).pick.columns.map(({ sort }) => sort)).toEqual([undefined, undefined])
})

it.each<[string, object, object, string, string]>([
  ['an endpoint that is not there', { from: 'offers' }, {}, '/from', '没有名为“offers”的 endpoint'],
  ['one that changes something', {}, { method: 'POST' }, '/from', '端点“offered”不能供选取'],
  ['one that answers no rows of the line table', {}, { answer: undefined }, '/from', '端点“offered”不能供选取'],
  ['one whose rows do not say what is chosen', { field: 'branchCode' }, {}, '/from', '端点“offered”不能供选取'],
  ['what is filled all the same', { fill: { qty: 'price' } }, {}, '/fill', '行按端点所答成为明细，“fill”不起作用，请删去'],
  ['a column that is not answered', { columns: ['price'] }, {}, '/columns/0', '没有名为“price”的 field'],
  ['a keyword in what is not answered', { search: ['price'] }, {}, '/search/0', '没有名为“price”的 field'],
  [
    'what the record does not say',
    {},
    { query: { shelf: { type: 'text', title: '架位', maxLength: 20 } } },
    '/from',
    '没有名为“shelf”的 field',
  ],
])('refuses a pick from %s', (_what, change, endpoint, pointer, found) => {
  const findings = checkProduct(offering({ ...pickOffered, ...change }, { ...offered, ...endpoint }))
  expect(findings.map((finding) => finding.pointer)).toEqual([`/pages/edit/tabs/书目/pick${pointer}`])
  expect(findings[0]?.found).toContain(found)
})
