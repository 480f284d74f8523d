import { expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

type Screen = ProductSources['screens'][string]

/** Findings about the lending screen after a change of it. */
function findings(change: (screen: Screen & { pages: Record<string, Record<string, unknown>> }) => void) {
  const sources = librarySources()
  change(sources.screens['base/lending'] as never)
  return checkProduct(sources).map(({ pointer, found, suggestion }) => ({ pointer, found, ...(suggestion ? { suggestion } : {}) }))
}
const params = (page: string, said: Record<string, string>) => findings(({ pages }) => Object.assign(pages[page]!, { params: said }))
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
])('refuses params: %s', (_what, page, said, expected) => {
  expect(params(page, said)).toEqual([expected])
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
