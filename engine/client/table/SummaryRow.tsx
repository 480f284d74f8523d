import { messages } from '../messages'
import type { TableColumn, TableRow } from './tableColumn'

/** Sums by column key, as they read: one, or one for each unit. */
export interface TableSummary {
  /** Absent where they are told elsewhere. */
  page?: Readonly<Record<string, readonly string[]>>
  total?: Readonly<Record<string, readonly string[]>>
}

interface SummaryRowProps<Row extends TableRow> {
  summary: TableSummary
  columns: readonly TableColumn<Row>[]
  leading: number
  hasActions: boolean
}

const NO_TEXT = '\u00a0'

export function SummaryRow<Row extends TableRow>({ summary, columns, leading, hasActions }: SummaryRowProps<Row>) {
  const rows = [
    ...(summary.page ? [{ title: messages['table.pageSum'], sums: summary.page }] : []),
    ...(summary.total ? [{ title: messages['table.totalSum'], sums: summary.total }] : []),
  ]
  return (
    <tfoot>
      {rows.map(({ title, sums }) => (
        <tr key={title}>
          {leading > 0 && (
            <td colSpan={leading} className="engine-pinned engine-summary-leading">
              {NO_TEXT}
            </td>
          )}
          {columns.map((column, index) =>
            index === 0 ? (
              <th key={column.key} scope="row" className="engine-pinned engine-pinned-first engine-summary-title">
                {title}
                {sums[column.key] !== undefined && ' '}
                <Sums sums={sums[column.key]} />
              </th>
            ) : (
              <td
                key={column.key}
                className={column.className || undefined}
                data-title={sums[column.key] === undefined ? undefined : column.title}
              >
                <Sums sums={sums[column.key]} />
              </td>
            ),
          )}
          {hasActions && <td className="engine-cell-actions engine-pinned-last">{NO_TEXT}</td>}
        </tr>
      ))}
    </tfoot>
  )
}

function Sums({ sums = [] }: { sums: readonly string[] | undefined }) {
  const [only] = sums
  if (sums.length <= 1) return only
  return sums.map((sum) => (
    <span key={sum} className="engine-summary-sum">
      {sum}
    </span>
  ))
}
