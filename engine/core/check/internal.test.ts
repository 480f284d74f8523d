import { expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** Partner libraries have accounts; of lendings an advice and of their books a shelf are internal, and so is the draft. */
function partnerSources(change: (sources: ProductSources) => void = () => undefined): ProductSources {
  const sources = librarySources()
  const { staff, book, lending } = sources.entities
  sources.product.outside = { by: 'partnerId', ours: '本馆' }
  staff!.fields['partnerId'] = { type: 'ref', title: '所属馆', to: 'branch' }
  book!.fields['advice'] = { type: 'text', title: '内部说明', maxLength: 30, internal: true }
  lending!.fields['advice'] = { type: 'text', title: '内部说明', maxLength: 30, internal: true }
  lending!.fields['decidedById'] = { type: 'ref', title: '审批人', to: 'staff', system: true, internal: true }
  lending!.lines!['books']!.fields!['weight'] = { type: 'digit', title: '内部分值', internal: true }
  lending!.states!['DRAFT']!.internal = true
  sources.screens['base/lending']!.pages.list!.columns.push('advice', 'decidedByName')
  change(sources)
  return sources
}
type Change = (sources: ProductSources) => void
const lendingOf = (sources: ProductSources) => sources.entities['lending']!
const listOf = (sources: ProductSources) => sources.screens['base/lending']!.pages.list!
const found = (change: Change) =>
  checkProduct(partnerSources(change)).map((finding) => [`${finding.source}${finding.pointer}`, finding.found])

it('finds nothing wrong in what is internal and stays so', () => {
  expect(checkProduct(partnerSources())).toEqual([])
})

const unasked = '“advice”不给外部账号（internal）'
it.each<[string, Change, string, string]>([
  ['nobody outside', (s) => delete s.product.outside, 'entities/lending', '没有写 outside'],
  [
    'a field of the users that is not there',
    (s) => (s.product.outside!.by = 'branchId'),
    'product/outside/by',
    '没有名为“branchId”的 field',
  ],
  ['a name that says nothing of whose it is', (s) => (s.product.outside!.by = 'realName'), 'product/outside/by', '“realName”须是'],
  [
    'an author, where nobody is outside',
    (s) => {
      lendingOf(s).authored = true
      delete s.product.outside
    },
    'entities/lending/authored',
    '没有写 outside',
  ],
  [
    'an action for its author that it has not',
    (s) => (lendingOf(s).authored = ['submit', 'hand']),
    'entities/lending/authored/1',
    '没有名为“hand”的',
  ],
  ['the label', (s) => (lendingOf(s).label = 'advice'), 'entities/lending/label', '“advice”是记录的名称'],
  ['a computed value', (s) => (lendingOf(s).fields['advice']!.value = 'remark'), 'entities/lending/fields/advice', '“advice”是计算值'],
  ['a search', (s) => listOf(s).search!.push('advice'), 'screens/base/lending/pages/list/search/4', unasked],
  ['an order', (s) => (listOf(s).sort = { field: 'advice', order: 'ascend' }), 'screens/base/lending/pages/list/sort/field', unasked],
  ['a list beside', (s) => (listOf(s).side = { field: 'advice' }), 'screens/base/lending/pages/list/side/field', '“advice”不能列在一旁'],
  ['an argument of the address', (s) => (listOf(s).params = { advice: 'x' }), 'screens/base/lending/pages/list/params/advice', unasked],
  [
    'the condition of a figure',
    (s) => (listOf(s).figures = { all: { title: '数', count: true, when: "advice == 'x'" } }),
    'screens/base/lending/pages/list/figures/all/when',
    unasked,
  ],
  [
    'a sum of a figure',
    (s) => {
      lendingOf(s).fields['points'] = { type: 'digit', title: '分', internal: true }
      listOf(s).figures = { all: { title: '数', sum: 'points' } }
    },
    'screens/base/lending/pages/list/figures/all/sum',
    '“points”不给外部账号',
  ],
  [
    'the group of a chart',
    (s) => (listOf(s).charts = { all: { title: '图', kind: 'bar', x: 'decidedById', series: { n: { title: '数', count: true } } } }),
    'screens/base/lending/pages/list/charts/all/x',
    '“decidedById”不给外部账号',
  ],
  ['a summary', (s) => (lendingOf(s).summary!.about = 'advice'), 'entities/lending/summary/about', unasked],
  [
    'a formula that everybody reads',
    (s) => (lendingOf(s).fields['total']!.value = 'sum(books.weight)'),
    'entities/lending/fields/total',
    '“books.weight”不给外部账号',
  ],
  [
    'a display value in a formula',
    (s) => (lendingOf(s).fields['note'] = { type: 'text', title: '注', maxLength: 90, value: 'decidedByName' }),
    'entities/lending/fields/note',
    '“decidedByName”不给外部账号',
  ],
  [
    'an action that tells it',
    (s) => (lendingOf(s).actions!['close'] = { title: '了结', from: ['OPEN'], to: 'DRAFT', set: { remark: 'advice' } }),
    'entities/lending/actions/close/set/remark',
    unasked,
  ],
  ['a warning', (s) => (lendingOf(s).warnings = [{ when: 'total > 1', says: '{advice}' }]), 'entities/lending/warnings/0/says', unasked],
  [
    'what it fills',
    (s) => Object.assign(lendingOf(s).fields['bookId']!, { fill: { remark: 'advice' } }),
    'entities/lending/fields/bookId/fill/remark',
    unasked,
  ],
])('refuses %s', (_name, change, place, text) => {
  expect(found(change)).toContainEqual([expect.stringContaining(place), expect.stringContaining(text)])
})

it('lets whoever decides read one first', () => {
  expect(checkProduct(partnerSources((s) => (lendingOf(s).summary!.first = ['advice'])))).toEqual([])
})

it('lets an internal field be filled from one, and an action write one', () => {
  const sources = partnerSources((s) => {
    Object.assign(lendingOf(s).fields['bookId']!, { fill: { advice: 'advice' } })
    Object.assign(s.groups['approval']!.actions!['submit']!, { set: { decidedById: 'user', advice: 'advice' } })
  })
  expect(checkProduct(sources)).toEqual([])
})
