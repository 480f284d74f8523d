import { expect, it } from 'vitest'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** The library, whose lendings may be in several currencies; `by` is how they refer to one. */
function withCurrency({ unit, by = { by: 'code' }, total = {}, list = {} }: { unit?: string; by?: object; total?: object; list?: object }) {
  const sources = librarySources()
  sources.product.units = 'branch'
  const { lending } = sources.entities
  if (!lending?.fields || !lending.summary) throw new TypeError('no lending')
  lending.fields = {
    ...lending.fields,
    currency: { type: 'ref', title: '币种', to: 'branch', ...by },
    total: { ...lending.fields['total'], ...total } as never,
  }
  lending.summary = { ...lending.summary, ...(unit === undefined ? {} : { unit }) }
  const screen = sources.screens['base/lending']
  Object.assign(screen?.pages['list'] ?? {}, list)
  return checkProduct(sources).map(({ pointer, found }) => `${pointer} ${found}`)
}

const mixes = expect.stringContaining('不同单位')

it('refuses a total of amounts that may be counted in different units, unless it is said in which', () => {
  expect(withCurrency({})).toEqual([mixes])
  expect(withCurrency({ unit: 'currency' })).toEqual([])
  expect(withCurrency({ total: { unit: '元' } })).toEqual([])
  expect(withCurrency({ unit: 'currency', by: {} })).toEqual([expect.stringContaining('currency')])
})

it.each([
  [
    'a figure of a fixed unit',
    'figures',
    { sum: { title: '合计', sum: 'deposit', unit: '元' } },
    { sum: { title: '合计', sum: 'deposit', unit: '元', when: "currency == 'N'" } },
  ],
  ['a mean', 'figures', { mean: { title: '平均', avg: 'deposit' } }, { mean: { title: '平均', avg: 'deposit', when: "currency == 'N'" } }],
  [
    'a chart',
    'charts',
    { sum: { title: '图', kind: 'bar', x: 'status', series: { 合计: { sum: 'total' } } } },
    { sum: { title: '图', kind: 'bar', x: 'status', when: "currency == 'N'", series: { 合计: { sum: 'total' } } } },
  ],
])('refuses %s that adds up different units, and lets one of a single unit pass', (_what, key, mixed, single) => {
  expect(withCurrency({ unit: 'currency', list: { [key]: mixed } })).toEqual([mixes])
  expect(withCurrency({ unit: 'currency', list: { [key]: single } })).toEqual([])
})

it('lets a figure have one sum for each unit, where the entity says in which its rows are counted', () => {
  const list = { figures: { sum: { title: '合计', sum: 'deposit' } } }
  expect(withCurrency({ unit: 'currency', list })).toEqual([])
  expect(withCurrency({ total: { unit: '元' }, list })).toEqual([mixes])
  expect(withCurrency({ unit: 'currency', by: {}, total: { unit: '元' }, list })).toEqual([expect.stringContaining('currency')])
})

it('knows the entity that the product names as its units', () => {
  const sources = librarySources()
  sources.product.units = 'currency'
  expect(checkProduct(sources)).toMatchObject([{ source: 'product', pointer: '/units' }])
})

it('lets quantities be added up by what they are counted in, and one list by one field alone', () => {
  const weighed = { measure: { type: 'text', title: '单位', maxLength: 20 }, weight: { type: 'digit', title: '重量', unitFrom: 'measure' } }
  const totals = (...names: string[]): string[] => {
    const sources = librarySources()
    sources.product.units = 'branch'
    const { lending } = sources.entities
    Object.assign(lending!.fields, weighed, { currency: { type: 'ref', title: '币种', to: 'branch', by: 'code' } })
    lending!.summary = { ...lending!.summary!, unit: 'currency' }
    Object.assign(sources.screens['base/lending']!.pages['list']!, { columns: names.map((field) => ({ field, total: true })) })
    return checkProduct(sources).map(({ pointer, found }) => `${pointer} ${found}`)
  }
  expect(totals('weight')).toEqual([])
  expect(totals('total')).toEqual([])
  expect(totals('weight', 'total')).toEqual([expect.stringContaining('/columns/1/total “total”的合计不能与按“measure”分别合计')])
})
