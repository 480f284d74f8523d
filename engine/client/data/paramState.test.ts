import { expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import { fields, listPagePlan, searchPlan } from '../testing/plans'
import { defaultListState, paramDefaults, readListState, resolveDefaults, writeListState } from './listState'

const plan = listPagePlan({
  search: [
    searchPlan(fields.day, { as: 'param', default: { expression: parseExpression('today()') } }),
    searchPlan(fields.status),
  ],
})
const on = (today: string) => resolveDefaults(plan, { today, now: `${today}T00:00:00Z` })

it('settles a default of today once a day', () => {
  expect(on('2026-11-22')).toBe(on('2026-11-22'))
  expect(defaultListState(on('2026-11-22')).filters).toEqual({ day: '2026-11-22' })
  expect(defaultListState(on('2026-11-23')).filters).toEqual({ day: '2026-11-23' })
})

it('leaves a page as it is that has none', () => {
  const page = listPagePlan()
  expect(resolveDefaults(page, { today: '2026-11-22', now: '' })).toBe(page)
})

it('keeps an argument out of the address while it is its default, which is another one tomorrow', () => {
  const page = on('2026-11-22')
  expect(writeListState(page, { ...defaultListState(page), filters: { day: '2026-11-22', status: 'DRAFT' } }, '')).toBe('?status=DRAFT')
  expect(writeListState(page, { ...defaultListState(page), filters: { day: '2026-10-31' } }, '')).toBe('?day=2026-10-31')
  expect(readListState(page, '?status=DRAFT')?.filters).toEqual({ day: '2026-11-22', status: 'DRAFT' })
})

it('knows what an argument is when it was emptied', () => {
  expect(paramDefaults(on('2026-11-22'))).toEqual({ day: '2026-11-22' })
})
