import { useState } from 'react'
import type { ColumnPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { contentWidths, NARROW_WINDOW } from '../table/contentWidths'
import type { TableSummary } from '../table/SummaryRow'
import type { FieldContext } from '../fieldDefinition'
import { useWide } from '../ui/useWide'

interface Widths {
  columns: readonly ColumnPlan[]
  rows: readonly RecordValues[]
  isWide: boolean
  of: Readonly<Record<string, number | undefined>>
}

/**
 * The columns as wide as their content, or as the user has made them. From page to page they only grow, so that a column is not somewhere else
 * on each of them; in another window they are measured anew.
 */
export function useColumnWidths(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  own: Readonly<Record<string, number>> | undefined,
  context: FieldContext,
  summary: TableSummary | undefined,
  levelOf: ((row: RecordValues) => number) | undefined,
): Readonly<Record<string, number | undefined>> {
  const isWide = useWide(NARROW_WINDOW)
  const measure = () => contentWidths(columns, rows, context, summary, levelOf)
  const [widths, setWidths] = useState<Widths>(() => ({ columns, rows, isWide, of: measure() }))
  const isCurrent = widths.rows === rows && widths.columns === columns && widths.isWide === isWide
  const grown = widths.rows.length > 0 && widths.isWide === isWide ? widths.of : {}
  const shown = isCurrent ? widths : { columns, rows, isWide, of: widest(grown, measure()) }
  if (!isCurrent) setWidths(shown)
  return { ...shown.of, ...own }
}

function widest(one: Widths['of'], other: Widths['of']): Widths['of'] {
  return Object.fromEntries(
    Object.entries(other).map(([key, width]) => [key, width === undefined ? undefined : Math.max(width, one[key] ?? 0)]),
  )
}
