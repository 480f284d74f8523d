import { useState } from 'react'
import type { ColumnPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { contentWidths } from '../table/contentWidths'
import type { TableSummary } from '../table/SummaryRow'
import type { FieldContext } from '../fieldDefinition'

interface Widths {
  columns: readonly ColumnPlan[]
  rows: readonly RecordValues[]
  of: Readonly<Record<string, number | undefined>>
}

/**
 * The columns as wide as their content, or as the user has made them. From page to page they only grow, so that a column is not somewhere else
 * on each of them.
 */
export function useColumnWidths(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  own: Readonly<Record<string, number>> | undefined,
  context: FieldContext,
  summary: TableSummary | undefined,
): Readonly<Record<string, number | undefined>> {
  const [widths, setWidths] = useState<Widths>(() => ({ columns, rows, of: contentWidths(columns, rows, context, summary) }))
  const isCurrent = widths.rows === rows && widths.columns === columns
  const shown = isCurrent
    ? widths
    : { columns, rows, of: widest(widths.rows.length > 0 ? widths.of : {}, contentWidths(columns, rows, context, summary)) }
  if (!isCurrent) setWidths(shown)
  return { ...shown.of, ...own }
}

function widest(one: Widths['of'], other: Widths['of']): Widths['of'] {
  return Object.fromEntries(
    Object.entries(other).map(([key, width]) => [key, width === undefined ? undefined : Math.max(width, one[key] ?? 0)]),
  )
}
