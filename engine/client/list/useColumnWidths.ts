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
 * @param indent of the first column, in px: how far its values are moved in on a tree
 */
export function useColumnWidths(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  own: Readonly<Record<string, number>> | undefined,
  context: FieldContext,
  summary: TableSummary | undefined,
  indent = 0,
): Readonly<Record<string, number | undefined>> {
  const isWide = useWide(NARROW_WINDOW)
  const measured = (): Widths['of'] => indented(contentWidths(columns, rows, context, summary), columns[0]?.key, indent)
  const [widths, setWidths] = useState<Widths>(() => ({ columns, rows, isWide, of: measured() }))
  const isCurrent = widths.rows === rows && widths.columns === columns && widths.isWide === isWide
  const grown = widths.rows.length > 0 && widths.isWide === isWide ? widths.of : {}
  const shown = isCurrent ? widths : { columns, rows, isWide, of: widest(grown, measured()) }
  if (!isCurrent) setWidths(shown)
  return { ...shown.of, ...own }
}

function indented(widths: Widths['of'], first: string | undefined, indent: number): Widths['of'] {
  const width = first === undefined ? undefined : widths[first]
  return first === undefined || width === undefined || indent === 0 ? widths : { ...widths, [first]: width + indent }
}

function widest(one: Widths['of'], other: Widths['of']): Widths['of'] {
  return Object.fromEntries(
    Object.entries(other).map(([key, width]) => [key, width === undefined ? undefined : Math.max(width, one[key] ?? 0)]),
  )
}
