import { sumDecimals, toDecimal } from '../../core/decimal'
import { textOf } from '../../core/fields'
import type { ColumnPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { FieldContext } from '../fieldDefinition'
import type { TableSummary } from './SummaryRow'

/** 本页合计 is added up here, 总合计 is the server's: the page knows only its own rows. Undefined when no column is summed. */
export function summaryOf(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  totals: Readonly<Record<string, string>> | undefined,
  context: FieldContext,
): TableSummary | undefined {
  const summed = columns.filter((column) => column.total)
  if (summed.length === 0) return undefined
  const formats = summed.map((column) => ({ key: column.key, format: textOf(column.field, context) }))
  const sumOf = (key: string): string => sumDecimals(rows.map((row) => toDecimal(row[key]) ?? '0'))
  return {
    page: Object.fromEntries(formats.map(({ key, format }) => [key, format(sumOf(key))])),
    total: totals && Object.fromEntries(formats.map(({ key, format }) => [key, format(totals[key])])),
  }
}
