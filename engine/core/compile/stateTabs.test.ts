import { expect, it } from 'vitest'
import { parseExpression } from '../expression'
import type { EntityPlan, FigurePlan, SearchPlan } from '../plan'
import type { Where } from '../where'
import { stateTabs } from './stateTabs'

const states = Object.fromEntries(['DRAFT', 'AUDITING', 'PAID'].map((code) => [code, { code, title: code }])) as unknown as NonNullable<
  EntityPlan['states']
>
const entity = { statusField: 'status', states }
const codes = (...asked: Parameters<typeof stateTabs>) => stateTabs(...asked).states?.map(({ code }) => code)
const search = (as: SearchPlan['as'], name = 'status') => ({ params: {}, search: [{ name, as } as SearchPlan] })

it.each<[string, SearchPlan['as']]>([
  ['one state', 'equals'],
  ['several states', 'multiple'],
])('are there where a list may be asked for %s', (_what, as) => {
  expect(codes(search(as), entity, undefined)).toEqual(['DRAFT', 'AUDITING', 'PAID'])
})

it('are not there where the search form has no state, where the address or the list has but one, and where pages go on by cursor', () => {
  expect(codes({ params: {}, search: [] }, entity, undefined)).toBeUndefined()
  expect(codes(search('equals', 'invoiceStatus'), entity, undefined)).toBeUndefined()
  expect(codes(search('contains'), entity, undefined)).toBeUndefined()
  expect(codes(search('equals'), { statusField: undefined, states: undefined }, undefined)).toBeUndefined()
  expect(codes(search('equals'), { ...entity, states: { DRAFT: states['DRAFT']! } }, undefined)).toBeUndefined()
  expect(codes({ ...search('equals'), params: { status: 'state' } }, entity, undefined)).toBeUndefined()
  expect(codes({ ...search('equals'), paging: 'cursor' }, entity, undefined)).toBeUndefined()
})

it('leave out states that nothing leads to', () => {
  const planned = { ...states, AUDITING: { ...states['AUDITING']!, planned: true as const } }
  expect(codes(search('equals'), { ...entity, states: planned }, undefined)).toEqual(['DRAFT', 'PAID'])
})

it.each<[string, Where, string[] | undefined]>([
  ['those that it is fixed to', { status: ['DRAFT', 'PAID'], kind: 'A' }, ['DRAFT', 'PAID']],
  ['all but those that it never has', { status: { not: 'PAID' } }, ['DRAFT', 'AUDITING']],
  ['those of any of its parts', { anyOf: [{ status: 'DRAFT', amount: { above: '1' } }, { status: 'PAID' }] }, ['DRAFT', 'PAID']],
  ['all, where what it is fixed to depends', { status: { from: 'wanted' } }, ['DRAFT', 'AUDITING', 'PAID']],
  ['all, where it asks for other fields', { kind: 'DRAFT' }, ['DRAFT', 'AUDITING', 'PAID']],
  ['none, where it is fixed to one', { status: 'PAID' }, undefined],
])('of a list with a fixed where are %s', (_what, where, shown) => {
  expect(codes(search('equals'), entity, where)).toEqual(shown)
})

it('have the numbers of the figures that count one state and nothing else, which are no figures of their own then', () => {
  const count = (name: string, plan: Partial<FigurePlan>): FigurePlan => ({ name, title: name, of: 'count', ...plan })
  const tone = [{ tone: 'danger' as const, when: parseExpression('value > 0') }]
  const others = [
    count('two', { filter: { status: ['DRAFT', 'PAID'] } }),
    count('some', { filter: { status: 'PAID', kind: 'A' } }),
    count('large', { filter: { status: 'PAID' }, when: parseExpression('amount > 1') }),
    count('always', { filter: { status: 'PAID' }, regardless: ['kind'] }),
    count('unknown', { filter: { status: 'GONE' } }),
    count('all', {}),
    { ...count('paid', { filter: { status: 'PAID' } }), of: 'sum' as const },
  ]
  const own = [count('waiting', { filter: { status: 'AUDITING' }, tone }), count('drafts', { filter: { status: ['DRAFT'] } })]
  expect(stateTabs({ ...search('equals'), figures: [...own, ...others] }, entity, undefined)).toEqual({
    states: [{ code: 'DRAFT', figure: { title: 'drafts' } }, { code: 'AUDITING', figure: { title: 'waiting', tone } }, { code: 'PAID' }],
    figures: others,
  })
  expect(stateTabs({ params: {}, search: [], figures: own }, entity, undefined)).toEqual({ figures: own })
})
