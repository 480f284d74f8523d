import { describe, expect, it } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { columnPlan } from '../testing/plans'
import { isOff, orderColumns, settingsOf, shownColumns, withMoved, withPinned, withWidth } from './columnSettings'

const columns = ['a', 'b', 'c', 'd'].map((name) => columnPlan(fieldPlan(name), { hidden: name === 'd' }))
const keys = (list: readonly { key: string }[]): string => list.map(({ key }) => key).join('')

it('shows the columns of the schema but those it hides', () => {
  expect(keys(shownColumns(columns, undefined))).toBe('abc')
})

it('shows what the user has chosen, in the user’s order', () => {
  const settings = settingsOf(
    ['c', 'd', 'a', 'b'].flatMap((key) => columns.filter((column) => column.key === key)),
    new Set(['a']),
  )
  expect(keys(shownColumns(columns, settings))).toBe('cdb')
})

it('never shows nothing', () => {
  expect(keys(shownColumns(columns, settingsOf(columns, new Set(['a', 'b', 'c', 'd']))))).toBe('a')
})

describe('when the schema has changed since', () => {
  it('puts a new column where the schema has it, on or off as the schema says', () => {
    const settings = { order: ['c', 'a'], off: [] }
    expect(keys(orderColumns(columns, settings))).toBe('cbad')
    expect(isOff(columns[3] as (typeof columns)[number], settings)).toBe(true)
  })

  it('forgets a column that is gone', () => {
    expect(keys(shownColumns(columns, { order: ['x', 'b', 'a', 'c', 'd'], off: ['x'] }))).toBe('bacd')
  })
})

describe('widths', () => {
  it('are kept with everything else that was chosen, and given up one by one', () => {
    const chosen = settingsOf(columns, new Set(['b']))
    const wide = withWidth(withWidth(chosen, 'a', 200), 'c', 90)
    expect(wide).toEqual({ ...chosen, widths: { a: 200, c: 90 } })
    expect(settingsOf(columns, new Set(), wide).widths).toEqual({ a: 200, c: 90 })
    expect(withWidth(wide, 'a', undefined).widths).toEqual({ c: 90 })
  })

  it('choose no columns by themselves: those of the schema stay, and new ones come', () => {
    expect(keys(shownColumns(columns, withWidth(undefined, 'a', 200)))).toBe('abc')
  })
})

describe('a column that is moved', () => {
  it('stands before or behind another, and what was hidden or arranged before stays so', () => {
    const first = withMoved(columns, undefined, { column: 'c', to: 'a', behind: false })
    expect(keys(orderColumns(columns, first))).toBe('cabd')
    expect(keys(shownColumns(columns, first))).toBe('cab')
    const second = withMoved(columns, withWidth(first, 'b', 90), { column: 'c', to: 'b', behind: true })
    expect(keys(shownColumns(columns, second))).toBe('abc')
    expect(second.widths).toEqual({ b: 90 })
  })

  it('stays where it is when the other is gone', () => {
    expect(keys(orderColumns(columns, withMoved(columns, undefined, { column: 'a', to: 'gone', behind: true })))).toBe('abcd')
  })
})

describe('columns that stay in place', () => {
  it('are kept with all else, and choose no columns by themselves', () => {
    const pinned = withPinned(undefined, 2)
    expect(keys(shownColumns(columns, pinned))).toBe('abc')
    const wide = withWidth(pinned, 'a', 200)
    expect(wide).toMatchObject({ pinned: 2, widths: { a: 200 } })
    const moved = withMoved(columns, wide, { column: 'c', to: 'a', behind: false })
    expect([keys(shownColumns(columns, moved)), moved.pinned]).toEqual(['cab', 2])
    expect(withPinned(moved, 1)).toEqual({ ...moved, pinned: 1 })
  })
})
