import { textOf } from '../../core/fields'
import type { ColumnPlan } from '../../core/plan'
import { totalOf, withUnit } from '../../core/record/summary'
import type { RecordValues, Total } from '../../core/wire'
import type { FieldContext } from '../fieldDefinition'
import type { TableSummary } from './SummaryRow'

/** 本页合计 is added up here, 总合计 is the server's: the page knows only its own rows. Undefined when no column is summed. */
export function summaryOf(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  totals: Readonly<Record<string, Total>> | undefined,
  context: FieldContext,
): TableSummary | undefined {
  const summed = columns.filter((column) => column.total)
  if (summed.length === 0) return undefined
  const texts = summed.map(
    (column) => [column.key, textsOf(column, totalOf(rows, column.key, column.totalBy?.name), totals?.[column.key], context)] as const,
  )
  return {
    page: Object.fromEntries(texts.map(([key, { page }]) => [key, page])),
    total: totals && Object.fromEntries(texts.map(([key, { total }]) => [key, total])),
  }
}

/** What stands below the rows: where they are all, the sum of the page is that of all and is said once. */
export function saidOnce(summary: TableSummary | undefined, isAll: boolean): TableSummary | undefined {
  return summary && isAll ? { total: summary.total ?? summary.page } : summary
}

/** The sums of a column as they read. As long as all rows are counted in one unit they read as the cells above them, without it. */
function textsOf(
  { field, totalBy }: ColumnPlan,
  page: Total,
  total: Total | undefined,
  context: FieldContext,
): { page: string[]; total: string[] } {
  const format = textOf(field, context)
  const formatUnit = totalBy && textOf(totalBy, context)
  const isMixed = new Set([page, total].flatMap((sums) => (typeof sums === 'object' ? Object.keys(sums) : []))).size > 1
  const read = (sums: Total | undefined): string[] => {
    if (typeof sums !== 'object') return [format(sums)]
    const units = Object.entries(sums).toSorted(([one], [other]) => (one < other ? -1 : 1))
    if (units.length === 0) return [format('0')]
    return units.map(([unit, sum]) => withUnit(format(sum), isMixed && unit !== '' && formatUnit ? formatUnit(unit) : ''))
  }
  return { page: read(page), total: read(total) }
}
