import { describe, expect, it } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { fields, listPagePlan, searchPlan } from '../testing/plans'
import { cleanFilters, fixedFilters, buildListQuery, readListState, sideFilter, writeListState, type ListState } from './listState'

const page = listPagePlan()
const untouched: ListState = { filters: {}, page: 1, pageSize: 20 }

describe('a list in its address', () => {
  it('is nothing for an untouched list', () => {
    expect(writeListState(page, untouched, '')).toBe('')
    expect(readListState(page, '')).toBeUndefined()
  })

  it('comes back as it was written', () => {
    const state: ListState = {
      filters: { name: '铜 & 锌', kind: ['A', 'B'], amountStart: '100.50', amountEnd: '200', used: false },
      page: 3,
      pageSize: 50,
      sort: { field: 'amount', order: 'descend' },
    }
    expect(readListState(page, writeListState(page, state, ''))).toEqual(state)
  })

  it('passes over filters, sizes and orders that the list does not have', () => {
    expect(readListState(page, '?password=x&page=-1&pageSize=7&sortField=secret&sortOrder=up&name=a')).toEqual({ ...untouched, filters: { name: 'a' } })
  })

  it('has what is chosen beside the rows', () => {
    const beside = listPagePlan({ search: [], side: { filter: searchPlan(fields.kind), heading: '类型' } })
    const state: ListState = { ...untouched, filters: { kind: 'A' } }
    expect(writeListState(beside, state, '')).toBe('?kind=A')
    expect(readListState(beside, '?kind=A')).toEqual(state)
    expect(sideFilter(beside, { kind: 'A', name: '铜' })).toEqual({ kind: 'A' })
    expect(sideFilter(beside, { name: '铜' })).toEqual({})
  })

  it('says that a default is cleared, and otherwise leaves it to the schema', () => {
    const withDefault = listPagePlan({ search: [searchPlan(fields.status, { default: 'DRAFT' })] })
    const cleared = writeListState(withDefault, untouched, '')
    expect(cleared).toBe('?status=')
    expect(readListState(withDefault, cleared)?.filters).toEqual({})
    expect(readListState(withDefault, '?page=2')?.filters).toEqual({ status: 'DRAFT' })
  })

  it('keeps what belongs to the page, which is no state of the list', () => {
    const ofLoan = listPagePlan({ params: { loanId: 'loan', type: 'type' } })
    expect(readListState(ofLoan, '?loan=7')).toBeUndefined()
    expect(writeListState(ofLoan, { ...untouched, page: 2 }, '?loan=7&page=5')).toBe('?loan=7&page=2')
    expect(fixedFilters(ofLoan, { search: '?loan=7', params: { type: 'in' } })).toEqual({ loanId: '7', type: 'in' })
  })
})

describe('the query', () => {
  it('holds filters, what the address fixes, page and order', () => {
    const state = { ...untouched, filters: { name: 'a', loanId: '1' }, sort: { field: 'name', order: 'ascend' } as const }
    expect(buildListQuery(page, state, { loanId: '7' })).toEqual({ name: 'a', loanId: '7', page: 1, pageSize: 20, sortField: 'name', sortOrder: 'ascend' })
  })

  it('has the order of the schema until the user chooses one', () => {
    const sorted = listPagePlan({ sort: { field: 'day', order: 'descend' } })
    expect(buildListQuery(sorted, untouched, {})).toMatchObject({ sortField: 'day', sortOrder: 'descend' })
  })

  it('has no page for a tree, which is answered whole', () => {
    expect(buildListQuery(listPagePlan({ tree: 'parentId' }), untouched, {})).toEqual({})
  })
})

it('keeps of what is typed what says something, trimmed', () => {
  expect(cleanFilters({ a: ' x ', b: '  ', c: null, d: [], e: false, f: 5, g: ['A'] })).toEqual({ a: 'x', e: false, f: '5', g: ['A'] })
})

it('reads the two ends of a range of any field', () => {
  const ranged = listPagePlan({ search: [searchPlan(fieldPlan('day', 'date'), { as: 'range' })] })
  expect(readListState(ranged, '?dayStart=2026-01-01')?.filters).toEqual({ dayStart: '2026-01-01' })
})
