import { createPortal } from 'react-dom'
import { textOf } from '../../core/fields'
import type { BrowserScreenPlan, ColumnPlan, RecordPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import { useServices } from '../context'
import { formatText } from '../fields/formatText'
import { summaryOf } from '../table/summary'
import { say } from '../messages'
import { sayPrint } from '../printMessages'
import { usePrint } from '../usePrint'
import { useColumnsContext } from '../table/useColumnsContext'
import { Descriptions, useCondition } from './Descriptions'
import './print.css'

interface PrintSheetProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  record: RecordValues
  onClose: () => void
}

/** More columns than this are read better on paper that lies on its side. */
const UPRIGHT_COLUMNS = 10

/**
 * A record as it goes on paper: its title, number, state and day, its sections, and the line tables of all its tabs one after another. It
 * stands beside the program in the document and is seen by printers alone; it opens the browser's print dialog and goes with it.
 */
export function PrintSheet({ screen, page, record, onClose }: PrintSheetProps) {
  const { environment } = useServices()
  const isShown = useCondition(record)
  usePrint(onClose)

  const state = screen.statusField === undefined ? undefined : screen.states?.[String(record[screen.statusField])]
  const tables = page.tabs.flatMap((tab) => (tab.kind === 'lines' && isShown(tab.visible) ? [tab] : []))
  const isWide = tables.some(({ columns }) => columns.length > UPRIGHT_COLUMNS)
  return createPortal(
    <article className={isWide ? 'engine-print engine-print-wide' : 'engine-print'}>
      <h1>{screen.title}</h1>
      <p className="engine-print-head">
        <strong>{nameOf(screen, record)}</strong>
        {state && (
          <span>
            {sayPrint('print.state')} {state.title}
          </span>
        )}
        <span>
          {sayPrint('print.day')} {environment().today}
        </span>
      </p>
      <Descriptions screen={screen} sections={page.sections} record={record} />
      {tables.map((tab) => (
        <Lines key={tab.title} screen={screen} title={tab.title} columns={tab.columns} rows={record[tab.lines]} />
      ))}
    </article>,
    document.body,
  )
}

interface LinesProps {
  screen: BrowserScreenPlan
  title: string
  columns: readonly ColumnPlan[]
  rows: unknown
}

/** All rows, as texts: the table of the page draws only those in sight. */
function Lines({ screen, title, columns, rows: given }: LinesProps) {
  const context = useColumnsContext(screen, screen.states)
  const rows = Array.isArray(given) ? (given as RecordValues[]) : []
  const drawn = columns
    .filter((column) => !column.hidden)
    .map((column) => ({
      column,
      format: column.display ? formatText : textOf(column.field, context),
    }))
  const sums = summaryOf(columns, rows, undefined, context)?.page
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col" className="engine-cell-center">
              {say('table.index')}
            </th>
            {drawn.map(({ column }) => (
              <th key={column.key} scope="col" className={`engine-cell-${column.align}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id ?? index}>
              <td className="engine-cell-center">{index + 1}</td>
              {drawn.map(({ column, format }) => (
                <td key={column.key} className={`engine-cell-${column.align}`}>
                  {format(row[column.key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              <th scope="row">{sayPrint('print.sum')}</th>
              {drawn.map(({ column }) => (
                <td key={column.key} className={`engine-cell-${column.align}`}>
                  {sums[column.key]?.join(' ')}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
