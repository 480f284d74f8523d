import { describe, expect, it } from 'vitest'
import { compileProduct, type ProductSources } from '../compile'
import type { ListPagePlan } from '../plan'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** The lending screen split in two, and the list of books that may stand right of it. */
function splitWith(split: unknown, place: object = {}): ProductSources {
  const sources = sourcesWith({}, { split, ...place })
  delete sources.screens['base/lending']!.actions!['shelf']
  const { list } = sources.screens['base/lending']!.pages
  list!.rowActions = list!.rowActions!.filter((name) => name !== 'shelf')
  return sources
}
const found = (sources: ProductSources) =>
  checkProduct(sources)
    .filter(({ pointer }) => pointer.startsWith('/pages/list/split'))
    .map(({ pointer, found }) => ({ pointer, found }))

/** The lending screen with an action that opens the list of books, and that list. */
function sourcesWith(action: object, place: object = {}): ProductSources {
  const sources = librarySources()
  const screen = sources.screens['base/lending']!
  const { rowActions = [] } = screen.pages.list!
  screen.actions = { ...screen.actions, shelf: { title: '馆藏', does: 'list', screen: 'base/lending.book', ...action } as never }
  Object.assign(screen.pages.list!, { rowActions: [...rowActions, 'shelf'] }, place)
  sources.screens['base/lending.book'] = {
    language: 1,
    title: '图书',
    entity: 'book',
    endpoints: { base: '/api/book' },
    pages: {
      list: {
        params: { genre: 'genre' },
        search: ['branchId', 'bookTitle', { field: 'price', as: 'range' }],
        columns: ['bookTitle'],
        onEnter: { clearCache: true },
      },
    },
  }
  return sources
}
const findings = (action: object, place: object = {}) =>
  checkProduct(sourcesWith(action, place))
    .filter(({ pointer }) => pointer.startsWith('/actions'))
    .map(({ pointer, found, suggestion }) => ({ pointer, found, ...(suggestion ? { suggestion } : {}) }))

it('may fix a filter that the list searches by, or takes from its address', () => {
  expect(findings({ by: { branchId: 'id', genre: 'remark' } })).toEqual([])
})

it('compiles to the list page unless said, and brings with a row what fixes it', () => {
  const screen = compileProduct(sourcesWith({ by: { branchId: 'submittedById' } })).screens['base/lending']!
  expect(screen.actions['shelf']).toMatchObject({
    permission: 'lending_shelf',
    does: { kind: 'list', screen: 'base/lending.book', page: 'list', by: { branchId: 'submittedById' } },
  })
  expect(screen.access.listFields).toContain('submittedById')
})

it.each<[string, object, object, { pointer: string; found: string; suggestion?: string }]>([
  [
    'a screen that is not there',
    { screen: 'base/lending.bok' },
    {},
    { pointer: '/actions/shelf/screen', found: '没有名为“base/lending.bok”的 screen', suggestion: 'base/lending.book' },
  ],
  [
    'a page that is not there',
    { page: 'lists' },
    {},
    { pointer: '/actions/shelf/page', found: '没有名为“lists”的 page', suggestion: 'list' },
  ],
  ['a page that is no list', { screen: 'base/lending', page: 'edit' }, {}, { pointer: '/actions/shelf/page', found: '“edit”不是列表页' }],
  [
    'a value that the record has not',
    { by: { branchId: 'branch' } },
    {},
    { pointer: '/actions/shelf/by/branchId', found: '没有名为“branch”的 field' },
  ],
  [
    'a filter that the list has not',
    { by: { branchCode: 'id' } },
    {},
    { pointer: '/actions/shelf/by/branchCode', found: '没有名为“branchCode”的 filter' },
  ],
  [
    'a filter that is no single value',
    { by: { price: 'deposit' } },
    {},
    { pointer: '/actions/shelf/by/price', found: '“price”不能按单个值筛选（范围、多选、包含、报表参数），且列表不从地址取它（params）' },
  ],
  [
    'a row where there is none',
    { by: { branchId: 'id' } },
    { toolbar: ['add', 'shelf'] },
    { pointer: '/actions/shelf/by', found: '“shelf”按所在行筛选（by），不能放在 toolbar' },
  ],
])('refuses %s', (_what, action, place, finding) => {
  const [found, ...others] = findings(action, place)
  expect({ ...found, ...(finding.suggestion ? {} : { suggestion: undefined }) }).toEqual({ suggestion: undefined, ...finding })
  expect(others).toEqual([])
})

describe('a list split in two', () => {
  it.each([['edit'], [{ screen: 'base/lending.book', by: { branchId: 'id', genre: 'remark' } }]])('may show %j', (split) => {
    expect(found(splitWith(split))).toEqual([])
  })

  it('compiles to a record, or to a list whose rows bring what fixes it', () => {
    const compiled = (split: unknown) => compileProduct(splitWith(split)).screens['base/lending']!
    expect(compiled('edit').pages['list']).toMatchObject({ split: { kind: 'record', page: 'edit' } })
    const screen = compiled({ screen: 'base/lending.book', by: { branchId: 'submittedById' } })
    expect(screen.pages['list']).toMatchObject({
      split: { kind: 'list', screen: 'base/lending.book', page: 'list', by: { branchId: 'submittedById' } },
    })
    expect(screen.access.listFields).toContain('submittedById')
  })

  it.each<[string, unknown, object, string, string]>([
    ['a page that is not there', 'detial', {}, '/pages/list/split', '没有名为“detial”的 page'],
    ['a page that is no record', 'list', {}, '/pages/list/split', '“list”不是记录页，不能显示在列表旁'],
    [
      'a screen that is not there',
      { screen: 'base/shelf', by: { branchId: 'id' } },
      {},
      '/pages/list/split/screen',
      '没有名为“base/shelf”的 screen',
    ],
    [
      'a filter that the list has not',
      { screen: 'base/lending.book', by: { branch: 'id' } },
      {},
      '/pages/list/split/by/branch',
      '没有名为“branch”的 filter',
    ],
    [
      'a value that the row has not',
      { screen: 'base/lending.book', by: { branchId: 'branch' } },
      {},
      '/pages/list/split/by/branchId',
      '没有名为“branch”的 field',
    ],
    [
      'a list of values on the other side',
      'edit',
      { side: { field: 'status' } },
      '/pages/list/split',
      '列表旁已有取值列表（side），不能再分栏（split）：去掉其中之一',
    ],
  ])('refuses %s', (_what, split, place, pointer, text) => {
    expect(found(splitWith(split, place))).toEqual([{ pointer, found: text }])
  })
})

describe('a cell that opens a list', () => {
  const shelf = { screen: 'base/lending.book', by: { branchId: 'submittedById' } }
  const withLink = (link: unknown) => splitWith(undefined, { columns: ['lendingNo', { field: 'total', link }] })
  const foundAt = (sources: ProductSources, place: string) =>
    checkProduct(sources)
      .filter(({ pointer }) => pointer.startsWith(place))
      .map(({ pointer, found }) => ({ pointer, found }))

  it('is checked as a button that opens it, and brings with a row what fixes it', () => {
    expect(foundAt(withLink(shelf), '/pages/list/columns')).toEqual([])
    const screen = compileProduct(withLink(shelf)).screens['base/lending']!
    const [, total] = (screen.pages['list'] as ListPagePlan).columns
    expect(total).toMatchObject({ key: 'total', opens: { ...shelf, page: 'list' } })
    expect(total?.link).toBeUndefined()
    expect(screen.access.listFields).toContain('submittedById')
    expect(foundAt(withLink({ ...shelf, by: { branch: 'id' } }), '/pages/list/columns')).toEqual([
      { pointer: '/pages/list/columns/1/link/by/branch', found: '没有名为“branch”的 filter' },
    ])
  })

  it('stands on a list page, whose rows bring it', () => {
    const sources = splitWith(undefined)
    const { edit } = sources.screens['base/lending']!.pages
    Object.assign(edit as object, { tabs: { 书目: { lines: 'books', columns: ['bookTitle', { field: 'qty', link: shelf }] } } })
    expect(foundAt(sources, '/pages/edit/tabs')).toEqual([
      { pointer: '/pages/edit/tabs/书目/columns/1/link', found: '只有列表页的列能打开另一个列表' },
    ])
  })
})

it('may open a list that has no address of its own, which no menu names', () => {
  const sources = librarySources()
  const lending = sources.screens['base/lending']!
  sources.screens['base/lending.book'] = {
    language: 1,
    title: '书',
    entity: 'book',
    endpoints: { base: '/api/lending/books' },
    pages: { list: { as: 'drawer', search: ['genre'], columns: ['bookTitle'] } },
  }
  lending.actions = { ...lending.actions, shelf: { title: '书', does: 'list', screen: 'base/lending.book', by: { genre: 'remark' } } }
  lending.pages.list!.rowActions = [...(lending.pages.list!.rowActions ?? []), 'shelf']
  expect(checkProduct(sources)).toEqual([])
  expect(compileProduct(sources).screens['base/lending.book']!.pages['list']).not.toHaveProperty('route')
})
