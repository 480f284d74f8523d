import { expect, it } from 'vitest'
import type { Field } from '../../spec/generated/entity'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** What is said of a read model with such an argument, and of a list that asks by it. */
function found(param: Field | undefined, search: unknown[] = []): string[] {
  const sources = librarySources()
  sources.entities['byGenre'] = {
    language: 1,
    title: '按类别',
    label: 'genre',
    scope: 'global',
    view: 'byGenre',
    fields: { genre: { type: 'select', title: '类别', dictionary: 'genre' } },
    ...(param ? { params: { asOf: param } } : {}),
  }
  const screen = sources.screens['base/lending']!
  screen.entity = 'byGenre'
  screen.pages = { list: { columns: ['genre'], search: search as [] } }
  screen.actions = {}
  const ofThese = ['entities/byGenre', 'screens/base/lending']
  return checkProduct(sources).flatMap(({ source, pointer, found: text }) => (ofThese.includes(source) ? [`${pointer} ${text}`] : []))
}

const day: Field = { type: 'date', title: '截至', default: { expression: 'today()' } }

it('takes an argument with a default, and a search form that names it', () => {
  expect(found(day, ['asOf', 'genre'])).toEqual([])
})

it.each<[string, Field | undefined, unknown[], string]>([
  ['a reference, which is a filter', { type: 'ref', title: '书', to: 'book' }, [], '/params/asOf/type 参数“asOf”的类型不能是 ref'],
  [
    'what must be said and never is',
    { type: 'date', title: '截至', required: true },
    [],
    '/params/asOf/required 参数“asOf”必填，需要有 default',
  ],
  ['a default of another type', { ...day, default: { expression: '1' } }, [], '/params/asOf/default/expression 表达式的结果类型是 number'],
  ['a range of an argument', day, [{ field: 'asOf', as: 'range' }], '/pages/list/search/0/as “asOf”是参数，只能填一个值'],
  ['an argument that is not there', undefined, ['asOf'], '/pages/list/search/0 没有名为“asOf”的 field'],
])('refuses %s', (_what, param, search, message) => {
  expect(found(param, search)).toEqual([message])
})
