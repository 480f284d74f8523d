import { describe, expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { asksToPick } from '../compile/match'
import type { ListPagePlan, RecordPagePlan } from '../plan'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

type Sources = ReturnType<typeof librarySources>

function found(change: (sources: Sources) => void) {
  const sources = librarySources()
  change(sources)
  return checkProduct(sources).map(({ pointer, found: text }) => ({ pointer, found: text }))
}

/** Lendings, whose edit page brings books together with books: nobody would, but the words are the same. */
const match = {
  amount: 'qty',
  chosen: 'bookIds',
  from: { field: 'bookId', left: 'stock', columns: ['bookTitle', 'stock'] },
  to: { field: 'bookId', left: 'stock', columns: ['bookTitle', 'stock'], search: ['bookTitle'] },
}
function matching(more: object = {}) {
  return ({ entities, screens }: Sources): void => {
    const { book, lending } = entities
    Object.assign(book!.fields, { stock: { type: 'digit', title: '库存' } })
    Object.assign(lending!.fields, { bookIds: { type: 'ref', title: '各书', to: 'book', multiple: true } })
    const { edit } = screens['base/lending']!.pages
    Object.assign(edit as object, {
      sections: { 基本: ['bookId', 'bookIds'] },
      tabs: { 书目: { lines: 'books', columns: ['bookTitle', 'qty'], match: { ...match, ...more } } },
    })
  }
}
const at = '/pages/edit/tabs/书目/match'
const ofMatch = (more: object) => found(matching(more)).filter(({ pointer }) => pointer.startsWith(at))

describe('a line table that brings two sides together', () => {
  it('is asked for its sides as picks are', () => {
    expect(ofMatch({})).toEqual([])
    const sources = librarySources()
    matching({ stored: { sum: 'stock' } })(sources)
    const page = compileProduct(sources).screens['base/lending']!.pages['edit'] as RecordPagePlan
    const tab = page.tabs[0]!
    expect(asksToPick(tab).map(({ key, label }) => [key, label])).toEqual([
      ['books.bookId', 'bookTitle'],
      ['books.bookId', 'bookTitle'],
    ])
    expect(tab).toMatchObject({ match: { amount: 'qty', chosen: 'bookIds', from: { left: 'stock' }, stored: { sum: 'stock' } } })
  })

  it.each([
    ['an amount that is none', { amount: 'bookId' }, `${at}/amount`, '“bookId”不是明细中可填的数值'],
    ['an amount that there is not', { amount: 'gone' }, `${at}/amount`, '没有名为“gone”的 field'],
    [
      'what is left that is not shown',
      { from: { ...match.from, columns: ['bookTitle'] } },
      `${at}/from/left`,
      '“stock”须是所列各列（columns）中的数值',
    ],
    [
      'what is left that is a text',
      { to: { ...match.to, left: 'bookTitle' } },
      `${at}/to/left`,
      '“bookTitle”须是所列各列（columns）中的数值',
    ],
    ['one row that is chosen', { chosen: 'bookId' }, `${at}/chosen`, '“bookId”须是可多选、指向book的引用'],
    ['a sum of texts', { stored: { sum: 'bookTitle' } }, `${at}/stored/sum`, '“bookTitle”不是可合计的数值'],
    ['a suggestion that there is not', { suggest: 'gone' }, `${at}/suggest`, '没有名为“gone”的 endpoint'],
  ])('refuses %s', (_what, more, pointer, text) => {
    expect(ofMatch(more)).toContainEqual({ pointer, found: text })
  })

  it.each([{ required: true }, { requiredFor: ['submit'] }])('refuses to keep a rest where each line needs a taker: %o', (needs) => {
    const needed = found((sources) => {
      matching({ rest: '留存' })(sources)
      const { lines } = sources.entities['lending'] ?? {}
      Object.assign(lines?.['books']?.fields?.['bookId'] ?? {}, { required: undefined, ...needs })
    })
    expect(needed).toContainEqual({ pointer: `${at}/rest`, found: '明细须填“bookId”，不能留下没有它的行（rest）' })
  })

  it('refuses a suggestion that answers no lines', () => {
    const wrong = found((sources) => {
      matching({ suggest: 'share' })(sources)
      const { endpoints } = sources.screens['base/lending']!
      const share = { method: 'GET', url: '/share', permission: 'view', description: '分', handler: 'share' } as const
      endpoints.extra = { ...endpoints.extra, share }
    })
    expect(wrong).toContainEqual({ pointer: `${at}/suggest`, found: '“share”须是 GET 端点，且响应（answer）恰有一组明细“books”的行' })
  })
})

describe('lists that share a page', () => {
  const withTabs =
    (tabs: object, other: object = {}) =>
    ({ screens }: Sources): void => {
      Object.assign(screens['base/lending']!.pages.list!, { tabs })
      screens['base/lending.book'] = {
        language: 1,
        title: '书',
        entity: 'book',
        endpoints: { base: '/api/lending/books' },
        pages: { list: { as: 'drawer', search: ['genre'], columns: ['bookTitle'], ...other } },
      }
    }

  it('are the page’s own and those of other screens, in the order of their titles', () => {
    const sources = librarySources()
    withTabs({ 书: { screen: 'base/lending.book' }, 借阅: 'own' })(sources)
    expect(checkProduct(sources)).toEqual([])
    const page = compileProduct(sources).screens['base/lending']!.pages['list'] as ListPagePlan
    expect(page.tabs).toEqual([{ title: '书', list: { screen: 'base/lending.book', page: 'list', by: {} } }, { title: '借阅' }])
  })

  it.each([
    ['without its own', withTabs({ 书: { screen: 'base/lending.book' } }), '/pages/list/tabs', '页签中须有且只有一个本页列表（own）'],
    ['twice with its own', withTabs({ 借: 'own', 阅: 'own' }), '/pages/list/tabs', '页签中须有且只有一个本页列表（own）'],
    [
      'with an unknown screen',
      withTabs({ 借: 'own', 书: { screen: 'base/gone' } }),
      '/pages/list/tabs/书/screen',
      '没有名为“base/gone”的 screen',
    ],
    [
      'with one that has tabs itself',
      withTabs({ 借: 'own', 书: { screen: 'base/lending.book' } }, { tabs: { 书: 'own', 借: { screen: 'base/lending' } } }),
      '/pages/list/tabs/书/screen',
      '“base/lending.book”的列表页有自己的页签，不能再作页签',
    ],
  ])('are refused %s', (_what, change, pointer, text) => {
    expect(found(change)).toContainEqual({ pointer, found: text })
  })

  it('keep no sum of what is no number', () => {
    const wrong = found(({ screens }) => Object.assign(screens['base/lending']!.pages.list!, { stored: { sum: 'gone', from: 'from' } }))
    expect(wrong).toContainEqual({ pointer: '/pages/list/stored/sum', found: '没有名为“gone”的 field' })
    expect(wrong).toContainEqual({ pointer: '/pages/list/stored/from', found: '“from”不是可合计的数值' })
  })
})
