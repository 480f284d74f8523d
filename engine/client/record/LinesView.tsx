import { useMemo } from 'react'
import { displayOf } from '../../core/fields'
import type { BrowserScreenPlan, ColumnPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ListNotice } from '../ui/ListNotice'
import { saidOnce, summaryOf } from '../table/summary'
import { DataTable } from '../table/DataTable'
import { compileColumns } from '../table/compileColumns'
import { LinkedRecord } from './LinkedRecord'
import { useColumnsContext } from '../table/useColumnsContext'

interface LinesViewProps {
  screen: BrowserScreenPlan
  title: string
  columns: readonly ColumnPlan[]
  rows: unknown
}

/** A line table to read. */
export function LinesView({ screen, title, columns: plans, rows: given }: LinesViewProps) {
  const context = useColumnsContext(screen, screen.states, true)
  const rows = useMemo(() => numbered(given), [given])
  const columns = useMemo(
    () =>
      compileColumns(
        plans.map((plan) => named(plan, rows)),
        context,
      ),
    [plans, rows, context],
  )
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={rows}
      nameOf={(row) => String(rows.indexOf(row) + 1)}
      density="small"
      firstNumber={1}
      summary={saidOnce(summaryOf(plans, rows, undefined, context), true)}
      card={LinkedRecord}
      notice={<ListNotice kind="empty">{null}</ListNotice>}
    />
  )
}

/** A reference is read by the name of what it points to, not by its key. */
function named(plan: ColumnPlan, rows: readonly RecordValues[]): ColumnPlan {
  const display = plan.display ? undefined : displayOf(plan.field)
  if (display === undefined || !rows.some((row) => Object.hasOwn(row, display))) return plan
  return { ...plan, key: display, display: true }
}

/** A row without an id, of a read model, is known by its place. */
function numbered(rows: unknown): RecordValues[] {
  if (!Array.isArray(rows)) return []
  return rows.map((row: RecordValues, index) => (typeof row.id === 'string' ? row : { ...row, id: String(index) }))
}
