import { expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

type Screen = ProductSources['screens'][string]

/** Findings about the lending screen after a change of it. */
function findings(
  change: (screen: Screen & { pages: Record<string, Record<string, unknown>> }) => void,
  screens: ProductSources['screens'] = {},
) {
  const sources = librarySources()
  Object.assign(sources.screens, screens)
  change(sources.screens['base/lending'] as never)
  return checkProduct(sources).map(({ pointer, found, suggestion }) => ({ pointer, found, ...(suggestion ? { suggestion } : {}) }))
}
const params = (page: string, field: Record<string, string>) => findings(({ pages }) => Object.assign(pages[page]!, { params: field }))
const link = (to: string, list: object = {}) =>
  findings(({ actions, pages }) => {
    Object.assign(actions!['books']!, { to })
    Object.assign(pages['list']!, list)
  })

it('lets a page take values for the fields of its form, also of the form that it is like', () => {
  expect(params('edit', { bookId: 'book', from: 'from' })).toEqual([])
  expect(
    findings(({ pages }) => Object.assign(pages['edit']!, { like: 'detail', sections: undefined, params: { bookId: 'book' } })),
  ).toEqual(expect.arrayContaining([expect.objectContaining({ pointer: '/pages/edit/params/bookId' })]))
  expect(
    findings(({ pages }) => {
      const { sections } = pages['edit']!
      Object.assign(pages['detail']!, { sections })
      Object.assign(pages['edit']!, { like: 'detail', sections: undefined, params: { bookId: 'book' } })
    }),
  ).toEqual([])
})

it.each<[string, string, Record<string, string>, { pointer: string; found: string; suggestion?: string }]>([
  [
    'a field that the form has not',
    'edit',
    { bookid: 'book' },
    { pointer: '/pages/edit/params/bookid', found: '没有名为“bookid”的 field', suggestion: 'bookId' },
  ],
  [
    'a name that says which record it is',
    'edit',
    { bookId: 'id' },
    { pointer: '/pages/edit/params/bookId', found: '“id”已在 /pages/edit 中使用' },
  ],
  [
    'a name for two fields',
    'edit',
    { bookId: 'x', from: 'x' },
    { pointer: '/pages/edit/params/from', found: '“x”已在 /pages/edit/params/bookId 中使用' },
  ],
  [
    'a page on which nothing is added',
    'detail',
    { bookId: 'book' },
    { pointer: '/pages/detail/params', found: '此页不新增记录，params 不会用到' },
  ],
])('refuses params: %s', (_what, page, field, expected) => {
  expect(params(page, field)).toEqual([expected])
})

it('refuses a list that fixes by its address what its form searches by, under whatever name', () => {
  expect(params('list', { total: 'total' })).toEqual([])
  const twice = { pointer: '/pages/list/params/bookId', found: '“bookId”已在 /pages/list/search 中使用' }
  expect(params('list', { bookId: 'bookId' })).toEqual([twice])
  expect(params('list', { bookId: 'book' })).toEqual([twice])
})

it('refuses params for what the system writes', () => {
  const found = findings(({ pages }) => {
    Object.assign(pages['edit']!, { sections: { 基本: ['bookId', 'total', 'status'] }, params: { total: 'total', status: 'status' } })
  })
  expect(found).toEqual([
    { pointer: '/pages/edit/params/total', found: '“total”不是可填写的字段，不能由地址给出' },
    { pointer: '/pages/edit/params/status', found: '“status”不是可填写的字段，不能由地址给出' },
  ])
})

/** A table of lendings on the page of a lending, with the screen of its rows where it is not the only one. */
const related = (table: object, screens: ProductSources['screens'] = {}) =>
  findings(({ pages }) => {
    const own = { related: 'lending', by: { bookId: 'bookId' }, columns: ['lendingNo'], ...table }
    Object.assign(pages['detail']!, { tabs: { 同书: own } })
    Object.assign(pages['edit']!, { params: { bookId: 'bookId', from: 'from' } })
  }, screens)

it('lets a related table do what its rows can do at home', () => {
  expect(related({ link: 'detail', rowActions: ['edit', 'submit', 'books'], add: true })).toEqual([])
  expect(related({ add: { bookId: 'bookId', from: 'until' } })).toEqual([])
  expect(related({ columns: [{ field: 'lendingNo', link: 'detail' }] })).toEqual([])
})

it.each<[string, object, { pointer: string; found: string; suggestion?: string }]>([
  ['a page that the rows do not have', { link: 'detial' }, { pointer: '/link', found: '没有名为“detial”的 page', suggestion: 'detail' }],
  [
    'such a page of a cell',
    { columns: [{ field: 'lendingNo', link: 'see' }] },
    { pointer: '/columns/0/link', found: '没有名为“see”的 page' },
  ],
  [
    'an action that the rows do not have',
    { rowActions: ['sumbit'] },
    { pointer: '/rowActions/0', found: '没有名为“sumbit”的 action', suggestion: 'submit' },
  ],
  ['an action of no row', { rowActions: ['export'] }, { pointer: '/rowActions/0', found: '没有名为“export”的 action' }],
  ['a value that the form does not take', { add: { until: 'until' } }, { pointer: '/add/until', found: '没有名为“until”的 param' }],
  [
    'a value that the record has not',
    { add: { bookId: 'bookid' } },
    { pointer: '/add/bookId', found: '没有名为“bookid”的 field', suggestion: 'bookId' },
  ],
  [
    'a screen that shows something else',
    { screen: 'base/lendings', link: 'detail' },
    { pointer: '/screen', found: '没有名为“base/lendings”的 screen', suggestion: 'base/lending' },
  ],
  ['a screen for nothing', { screen: 'base/lending' }, { pointer: '/screen', found: '没有 link、rowActions 或 add，screen 不会用到' }],
])('refuses in a related table %s', (_what, table, { pointer, ...expected }) => {
  expect(related(table)).toEqual([{ pointer: `/pages/detail/tabs/同书${pointer}`, ...expected }])
})

it('asks which screen the rows of a related table are at home on, and for its own condition', () => {
  const late = { ...librarySources().screens['base/lending']!, endpoints: { base: '/api/late', where: { status: 'OPEN' } } }
  const at = { pointer: '/pages/detail/tabs/同书' }
  const only = (found: { pointer: string }[]) => found.filter(({ pointer }) => pointer.includes('同书'))
  expect(only(related({ link: 'detail' }, { 'base/late': late }))).toContainEqual({
    ...at,
    found: '“lending”没有唯一的屏幕，需要用 screen 指明',
  })
  expect(only(related({ link: 'detail', screen: 'base/late' }, { 'base/late': late }))).toContainEqual({
    ...at,
    found: '屏幕 base/late 只含 status 为 "OPEN" 的数据，where 须写明同一条件',
  })
  expect(only(related({ link: 'detail', screen: 'base/late', where: { status: 'OPEN' } }, { 'base/late': late }))).toEqual([])
})

it('follows a link to its page, with a hole for a part of the path and the ids of a batch', () => {
  expect(link('/lending/{bookId}')).toEqual([])
  expect(link('/lending?status=DRAFT&fromStart={from}')).toEqual([])
  expect(link('/lending/edit?id={id}&mode=view')).toEqual([])
  expect(link('/lending?bookId={ids}', { rowActions: ['view', 'edit', 'delete', 'submit', 'approve'], batchActions: ['books'] })).toEqual(
    [],
  )
})

it.each<[string, string, object, { pointer: string; found: string; suggestion?: string }]>([
  ['nowhere', '/lendings/7', {}, { pointer: '/actions/books/to', found: '没有名为“/lendings/7”的 route', suggestion: '/lending' }],
  [
    'with a parameter that the page does not take',
    '/lending/edit?ids={id}',
    {},
    { pointer: '/actions/books/to', found: '没有名为“ids”的 parameter', suggestion: 'id' },
  ],
  [
    'with a hole that no record fills',
    '/lending/edit?id={idd}',
    {},
    { pointer: '/actions/books/to', found: '没有名为“idd”的 field', suggestion: 'id' },
  ],
  [
    'of a batch that leaves the selection behind',
    '/lending',
    { batchActions: ['books'] },
    { pointer: '/actions/books/to', found: '批量操作“books”的链接需要 {ids}' },
  ],
  [
    'of a row that asks for a selection',
    '/lending?bookId={ids}',
    {},
    { pointer: '/actions/books/to', found: '{ids} 只用于批量操作，“books”还用在别处' },
  ],
])('refuses a link %s', (_what, to, list, expected) => {
  expect(link(to, list)).toEqual([expected])
})
