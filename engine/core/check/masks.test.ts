import { expect, it } from 'vitest'
import type { Field } from '../../spec/generated/entity'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const masked: Field = { type: 'text', title: '卡号', maxLength: 30, mask: { keep: [3, 4], unless: 'showCards' } }

/** Lendings with a card number of which a part is shown, and books with one that nobody sees whole. */
function cardSources(change: (sources: ProductSources) => void = () => undefined): ProductSources {
  const sources = librarySources()
  const { book, lending } = sources.entities
  book!.fields['shelfKey'] = { type: 'text', title: '柜钥', maxLength: 30, mask: { keep: [0, 0] } }
  lending!.fields['cardNo'] = { ...masked }
  lending!.lines!['books']!.fields!['lockNo'] = { ...masked }
  const screen = sources.screens['base/lending']!
  screen.rights = { showCards: '查看完整卡号' }
  screen.pages.list!.columns.push('cardNo')
  change(sources)
  return sources
}
type Change = (sources: ProductSources) => void
const screenOf = (sources: ProductSources) => sources.screens['base/lending']!
const fieldsOf = (sources: ProductSources) => sources.entities['lending']!.fields
const found = (change: Change) => checkProduct(cardSources(change)).map((finding) => [`${finding.source}${finding.pointer}`, finding.found])

it('finds nothing wrong in masks whose right is there, which roles can have', () => {
  expect(checkProduct(cardSources((sources) => sources.roles.roles['OP']!.menus['base_lending']!.push('showCards')))).toEqual([])
})

const unasked = '“cardNo”只显示一部分（mask），不能用于查询、排序、汇总、提示或带出'
it.each<[string, Change, string, string]>([
  [
    'a right that is not there',
    (s) => (screenOf(s).rights = undefined),
    'entities/lending/fields/cardNo/mask/unless',
    '没有名为“showCards”的 right',
  ],
  [
    'a right of a screen that shows some records only',
    (s) => (screenOf(s).endpoints.where = { status: 'OPEN' }),
    'entities/lending/fields/cardNo/mask/unless',
    '没有名为“showCards”的 right',
  ],
  [
    'a right that no mask asks for',
    (s) => (screenOf(s).rights!['other'] = '其他'),
    'screens/base/lending/rights/other',
    'right“other”没有被使用',
  ],
  [
    'a right of the program that is a button',
    (s) => (screenOf(s).programRights = { submit: '提交' }),
    'screens/base/lending/programRights/submit',
    '“submit”',
  ],
  ['a right that is a button', (s) => (screenOf(s).rights!['submit'] = '提交'), 'screens/base/lending/rights/submit', '“submit”'],
  ['a label', (s) => (s.entities['lending']!.label = 'cardNo'), 'entities/lending/label', '“cardNo”是记录的名称'],
  [
    'a computed value',
    (s) => (fieldsOf(s)['cardNo']!.value = 'remark'),
    'entities/lending/fields/cardNo/mask',
    '“cardNo”是计算值或保密字段',
  ],
  ['a search', (s) => screenOf(s).pages.list!.search!.push('cardNo'), 'screens/base/lending/pages/list/search/4', unasked],
  [
    'a search by its exact value',
    (s) => screenOf(s).pages.list!.search!.push({ field: 'cardNo', as: 'multiple' }),
    'screens/base/lending/pages/list/search/4/field',
    unasked,
  ],
  [
    'an order',
    (s) => (screenOf(s).pages.list!.sort = { field: 'cardNo', order: 'ascend' }),
    'screens/base/lending/pages/list/sort/field',
    unasked,
  ],
  [
    'an argument of the address',
    (s) => (screenOf(s).pages.list!.params = { cardNo: 'card' }),
    'screens/base/lending/pages/list/params/cardNo',
    unasked,
  ],
  [
    'a list beside',
    (s) => (screenOf(s).pages.list!.side = { field: 'cardNo' }),
    'screens/base/lending/pages/list/side/field',
    '“cardNo”不能列在一旁',
  ],
  [
    'a fixed condition',
    (s) => (s.entities['lending']!.unique = [{ fields: ['from'], where: { cardNo: 'X' } }]),
    'entities/lending/unique/0/where/cardNo',
    unasked,
  ],
  [
    'a condition of a choice',
    (s) => Object.assign(fieldsOf(s)['bookId']!, { where: { bookTitle: { from: 'cardNo' } } }),
    'entities/lending/fields/bookId/where/bookTitle/from',
    unasked,
  ],
  [
    'a related table',
    (s) => Object.assign((screenOf(s).pages['detail'] as { tabs: Record<string, object> }).tabs['同书']!, { by: { cardNo: 'cardNo' } }),
    'screens/base/lending/pages/detail/tabs/同书/by/cardNo',
    unasked,
  ],
  [
    'a condition',
    (s) => (s.entities['lending']!.checks![0]!.that = 'cardNo != null'),
    'entities/lending/checks/0/that',
    '“cardNo”只显示一部分（mask），不能用于表达式',
  ],
  [
    'a column of lines in a formula',
    (s) => (fieldsOf(s)['total']!.value = 'count(books.lockNo)'),
    'entities/lending/fields/total/value',
    '“books.lockNo”只显示一部分',
  ],
  [
    'a warning',
    (s) => (s.entities['lending']!.warnings = [{ when: 'total > 1', says: '卡号 {cardNo}' }]),
    'entities/lending/warnings/0/says',
    unasked,
  ],
  ['a summary', (s) => (s.entities['lending']!.summary!.about = 'cardNo'), 'entities/lending/summary/about', unasked],
  [
    'what fills a typed field',
    (s) => Object.assign(fieldsOf(s)['bookId']!, { fill: { cardNo: 'shelfKey' } }),
    'entities/lending/fields/bookId/fill/cardNo',
    '“shelfKey”只显示一部分（mask），“cardNo”须为 system 且也有 mask 才能由它带出',
  ],
  [
    'what fills a line that was picked',
    (s) => {
      s.entities['lending']!.lines!['books']!.fields!['key'] = { type: 'text', title: '钥匙', maxLength: 30 }
      const tab = (screenOf(s).pages['edit'] as { tabs: Record<string, object> }).tabs['书目']!
      Object.assign(tab, { pick: { field: 'bookId', columns: ['bookTitle'], fill: { key: 'shelfKey' } } })
    },
    'screens/base/lending/pages/edit/tabs/书目/pick/fill/key',
    '“shelfKey”只显示一部分',
  ],
  [
    'a body of a calculation',
    (s) => Object.assign(screenOf(s).endpoints.extra!['trial']!, { body: { cardNo: true }, answer: { total: true } }),
    'screens/base/lending/endpoints/extra/trial/body/cardNo',
    '“cardNo”',
  ],
])('refuses %s', (_name, change, place, text) => {
  const findings = found(change)
  expect(findings).toContainEqual([place, expect.stringContaining(text)])
})

it('lets the server fill what it keeps masked itself', () => {
  const filled = cardSources((sources) => {
    Object.assign(fieldsOf(sources)['cardNo']!, { system: true })
    Object.assign(fieldsOf(sources)['bookId']!, { fill: { cardNo: 'shelfKey' } })
  })
  expect(checkProduct(filled)).toEqual([])
})
