import { useQuery } from '@tanstack/react-query'
import { shownOf } from '../../core/fields'
import type { BrowserScreenPlan, ColumnPlan } from '../../core/plan'
import { countedText } from '../../core/record/summary'
import { addressOf, viewPageOf } from '../../core/recordAddress'
import type { RecordValues } from '../../core/wire'
import { usePageAddress, useServices } from '../context'
import type { FieldContext } from '../fieldDefinition'
import { say } from '../laterMessages'
import { summaryOf } from '../table/summary'
import { useColumnsContext } from '../table/useColumnsContext'
import { recordQuery } from './useRecord'
import './decidedLines.css'

/** So many rows are looked over at once; whoever wants the others opens the record. */
const ROWS = 8

interface DecidedLinesProps {
  screen: BrowserScreenPlan
  record: RecordValues
  /** Line tables of the summary. */
  shows: readonly string[]
}

/** The lines that are decided on: the first of them, and the sums of all. On a phone each row is a card. */
export function DecidedLines({ screen, record, shows }: DecidedLinesProps) {
  const { request } = useServices()
  const context = useColumnsContext(screen, screen.states)
  const { data, error } = useQuery(recordQuery(request, screen, record.id))
  if (error) return <p className="engine-facts-note">{say('decision.linesFailed', { reason: error.message })}</p>
  if (!data)
    return (
      <p className="engine-facts-note" role="status">
        {say('loading')}
      </p>
    )
  return shows.map((name) => {
    const lines = screen.summary?.lines?.[name]
    const rows: unknown = data[name]
    if (!lines || !Array.isArray(rows) || rows.length === 0) return null
    return <Lines key={name} {...lines} {...{ screen, record, rows, context }} />
  })
}

interface LinesProps {
  screen: BrowserScreenPlan
  record: RecordValues
  title: string
  columns: readonly ColumnPlan[]
  rows: readonly RecordValues[]
  context: FieldContext
}

function Lines({ screen, record, title, columns, rows, context }: LinesProps) {
  const sums = summaryOf(columns, rows, undefined, context)?.page
  const more = rows.length - ROWS
  const heading = say('decision.lines', { title, count: rows.length })
  return (
    <section className="engine-decided" aria-label={heading}>
      <h4>{heading}</h4>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`engine-align-${column.align}`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map((row) => (
            <Row key={row.id} row={row} columns={columns} context={context} />
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <Sum key={column.key} column={column} texts={sums[column.key]} isFirst={index === 0} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {more > 0 && <More screen={screen} record={record} text={say('decision.moreLines', { count: more })} />}
    </section>
  )
}

function Row({ row, columns, context }: Pick<LinesProps, 'columns' | 'context'> & { row: RecordValues }) {
  const cells = columns.map(({ field, ...column }) => ({ ...column, text: countedText(field, row, context)(shownOf(field, row)) }))
  return (
    <tr>
      {cells.map(({ key, align, card, title, text }) => (
        <td key={key} className={`engine-align-${align}`} data-card={card} data-title={title}>
          {text}
        </td>
      ))}
    </tr>
  )
}

function Sum({ column, texts, isFirst }: { column: ColumnPlan; texts: readonly string[] | undefined; isFirst: boolean }) {
  if (!texts && isFirst) return <th scope="row">{say('lines.total')}</th>
  return (
    <td className={`engine-align-${column.align}`} data-title={texts && column.title}>
      {texts?.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </td>
  )
}

/** Leads to the record in a window of its own, so that what was typed here stays; on the page of the record it is there already. */
function More({ screen, record, text }: { screen: BrowserScreenPlan; record: RecordValues; text: string }) {
  const { pathname, search } = usePageAddress()
  const page = viewPageOf(screen)
  const address = page && addressOf(page, 'view', record)
  const isHere =
    page?.route !== undefined && (page.route === pathname ? new URLSearchParams(search).get('id') === record.id : address === pathname)
  return (
    <p className="engine-decided-more">
      {address === undefined || isHere ? (
        text
      ) : (
        <a className="engine-link" href={address} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
    </p>
  )
}
