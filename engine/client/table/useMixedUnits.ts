import { useMemo, useState } from 'react'
import { isEmptyValue } from '../../core/fields'
import type { ColumnPlan } from '../../core/plan'
import type { RecordValues, Total } from '../../core/wire'

const none: readonly string[] = []

/**
 * The columns of a table, in which amounts carry what they are counted in once its rows are not all counted in one: until then it goes without
 * saying. It stays from page to page, so that an amount does not read otherwise on each of them.
 * @param totals of the whole list, which tell of the other pages
 */
export function useMixedUnits(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  totals: Readonly<Record<string, Total>> | undefined,
): readonly ColumnPlan[] {
  const [seen, setSeen] = useState(none)
  const found = useMemo(() => mixedUnits(columns, rows, totals), [columns, rows, totals])
  if (found.some((name) => !seen.includes(name))) setSeen([...new Set([...seen, ...found])])
  return useMemo(() => withUnits(columns, seen), [columns, seen])
}

/** Names of the values in which amounts of these rows are counted, of those that are not the same in all. */
function mixedUnits(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  totals: Readonly<Record<string, Total>> | undefined,
): readonly string[] {
  const names = [...new Set(columns.flatMap(({ unitWhereMixed }) => unitWhereMixed ?? []))]
  return names.filter((name) => {
    const units = new Set(rows.map((row) => row[name]).filter((unit) => !isEmptyValue(unit)))
    return units.size > 1 || columns.some(({ key, totalBy }) => totalBy?.name === name && isApart(totals?.[key]))
  })
}

function isApart(total: Total | undefined): boolean {
  return typeof total === 'object' && Object.keys(total).length > 1
}

function withUnits(columns: readonly ColumnPlan[], mixed: readonly string[]): readonly ColumnPlan[] {
  if (mixed.length === 0) return columns
  return columns.map((column) => {
    const { unitWhereMixed: unitFrom, field } = column
    return unitFrom !== undefined && mixed.includes(unitFrom) ? { ...column, unitFrom, field: { ...field, unitFrom } } : column
  })
}
