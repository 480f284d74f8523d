import { describe, expect, it } from 'vitest'
import { lastOf, pressedSort, sortBy, sortIn, sortParameters, sortsOf } from './sorts'
import type { ListSort } from './wire'

const byDay: ListSort = { field: 'day', order: 'descend' }
const byBoth: ListSort = { ...byDay, further: [{ field: 'amount', order: 'ascend' }] }
const known = (field: string): boolean => ['day', 'amount', 'no', 'name'].includes(field)

describe('an order of rows', () => {
  it.each([undefined, byDay, byBoth])('is read from a query as it was written: %j', (sort) => {
    const { sortField = null, sortOrder = null } = sortParameters(sort)
    expect(sortIn({ sortField, sortOrder }, known)).toEqual(sort)
  })

  it.each<[string, string | null, string | null, ListSort | undefined]>([
    ['takes what it knows', 'day,gone,amount', 'descend,descend,ascend', byBoth],
    ['takes each field once', 'day,day', 'descend,ascend', byDay],
    ['is ascending where the address says no order', 'day', 'up', { field: 'day', order: 'ascend' }],
    ['is none without a field', '', 'descend', undefined],
    ['is none without a query', null, null, undefined],
    [
      'has no more than three',
      'day,amount,no,name',
      '',
      {
        field: 'day',
        order: 'ascend',
        further: [
          { field: 'amount', order: 'ascend' },
          { field: 'no', order: 'ascend' },
        ],
      },
    ],
  ])('%s', (_what, sortField, sortOrder, sort) => {
    expect(sortIn({ sortField, sortOrder }, known)).toEqual(sort)
  })

  it('is that of the last field where rows go by one', () => {
    expect(lastOf(byBoth)).toEqual({ field: 'amount', order: 'ascend' })
    expect(lastOf(byDay)).toEqual(byDay)
    expect(lastOf(undefined)).toBeUndefined()
    expect(sortBy([])).toBeUndefined()
    expect(sortsOf(undefined)).toEqual([])
  })
})

describe('pressing a title', () => {
  const text = (sort: ListSort | undefined): string =>
    sortsOf(sort)
      .map(({ field, order }) => `${field} ${order}`)
      .join()

  it('goes from one direction to the other and back to the order of the list, alone', () => {
    const up = pressedSort(byBoth, 'no', false)
    expect(text(up)).toBe('no ascend')
    expect(text(pressedSort(up, 'no', false))).toBe('no descend')
    expect(pressedSort(byDay, 'day', false)).toBeUndefined()
  })

  it('with Shift adds the column, turns it and takes it out, and leaves the others', () => {
    expect(text(pressedSort(byDay, 'amount', true))).toBe('day descend,amount ascend')
    expect(text(pressedSort(byBoth, 'amount', true))).toBe('day descend,amount descend')
    expect(text(pressedSort(byBoth, 'day', true))).toBe('amount ascend')
    expect(text(pressedSort(undefined, 'day', true))).toBe('day ascend')
  })

  it('lets the last give way to a fourth', () => {
    const three = pressedSort(byBoth, 'no', true)
    expect(text(pressedSort(three, 'name', true))).toBe('day descend,amount ascend,name ascend')
  })
})
