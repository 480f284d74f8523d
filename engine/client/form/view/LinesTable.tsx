/**
 * The editable table of a record's lines: a grid of light inputs of which only one page exists. The rows are observable and every cell is
 * tracked by itself, so that a keystroke renders its cell and the cells that are computed from it. Events are listened to once for the
 * table; where a cell is, its `data-row` and `data-column` say.
 *
 *   LinesTable ── rows of the page, pages, toolbar, undo
 *     LineRow ── LineCell   one input or text
 *     Total                 sum of a column over all rows
 */
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { ColumnPlan, FieldPlan } from '../../../core/plan'
import { useDictionaries, useServices } from '../../context'
import { say } from '../../laterMessages'
import { scrollOutFromUnder } from '../../ui/outFromUnder'
import { observer } from '../model/formily'
import type { FormView } from '../model/formView'
import { LineRow } from './LineRow'
import { editColumns, type LineColumn } from '../model/lineColumns'
import type { LinesModel, Row } from '../model/linesModel'
import { pasteInto, type Pasted } from '../model/pasteInto'
import { parseClipboard } from '../model/paste'
import { Total } from './Total'
import './form.css'

/** More inputs than this at once are slower to draw than anybody reads them. */
const PAGE_SIZE = 50
const NO_TEXT = '\u00a0'

export interface LineTarget {
  /** Index of the row. */
  row: number
  /** Field of the cell; absent: the table itself. */
  name?: string
}

interface LinesTableProps {
  view: FormView
  lines: LinesModel
  columns: readonly ColumnPlan[]
  /** The rows themselves are fixed, as in a dialog that asks about each row of a document; only cells are filled. */
  fixedRows?: boolean
  /** Another way to add rows. */
  tool?: ReactNode
  /** Cell to go to; a new object each time. */
  target?: LineTarget
}

export const LinesTable = observer(function LinesTable({ view, lines, columns: shown, fixedRows = false, tool, target }: LinesTableProps) {
  const { notify } = useServices()
  const dictionaries = useDictionaries()
  const columns = useMemo(() => editColumns(shown, lines.plan, fixedRows), [shown, lines, fixedRows])
  const table = useRef<HTMLTableElement>(null)
  const [page, setPage] = useState(0)
  const [removed, setRemoved] = useState<{ row: Row; index: number }>()
  // Where the focus goes once the row is drawn.
  const [pending, setPending] = useState<{ row: number; column: number }>()

  const rows = lines.rows()
  const lastPage = Math.max(Math.ceil(rows.length / PAGE_SIZE) - 1, 0)
  const first = Math.min(page, lastPage) * PAGE_SIZE
  const onPage = rows.slice(first, first + PAGE_SIZE)
  const problem = lines.field.selfErrors[0]
  const hasTotals = columns.some((column) => column.plan.total)

  function goTo(row: number, column: number): void {
    setPage(Math.floor(row / PAGE_SIZE))
    setPending({ row, column })
  }

  useEffect(() => {
    if (!pending) return
    inputAt(table.current, pending.row, pending.column)?.focus()
    setPending(undefined)
  }, [pending])

  const goToTarget = useEffectEvent(({ row, name }: LineTarget) => {
    const column = columns.findIndex(({ field }) => field.name === name)
    goTo(row, column >= 0 ? column : firstEditable(columns))
  })
  useEffect(() => {
    if (target) goToTarget(target)
  }, [target])

  function insert(at: number, values: Row): void {
    setRemoved(undefined)
    if (lines.insert(at, [values]).length > 0) goTo(at, firstEditable(columns))
    else notify.warning(say('lines.full', { max: lines.plan.maxRows }))
  }

  function remove(index: number): void {
    const row = lines.remove(index)
    setRemoved(row && { row, index })
  }

  function undo(): void {
    if (!removed) return
    lines.restore(Math.min(removed.index, lines.rows().length), removed.row)
    setRemoved(undefined)
    goTo(removed.index, firstEditable(columns))
  }

  function click(event: MouseEvent): void {
    const button = (event.target as Element).closest<HTMLElement>('button[data-do]')
    const index = Number(button?.closest<HTMLElement>('tr')?.dataset['row'])
    const row = button && lines.rows()[index]
    if (!row) return
    if (button.dataset['do'] === 'insert') insert(index + 1, {})
    else if (button.dataset['do'] === 'copy') insert(index + 1, lines.copyOf(row))
    else remove(index)
  }

  function press(event: KeyboardEvent): void {
    const place = placeOf(event.target)
    const step = place && stepOf(event)
    if (!step) return
    const row = place.row + step.rows
    const column = step.columns === 0 ? place.column : nextEditable(columns, place.column, step.columns)
    if (column === undefined || row < 0) return
    if (row >= lines.rows().length) {
      if (event.key !== 'Enter' || fixedRows) return
      event.preventDefault()
      insert(row, {})
      return
    }
    event.preventDefault()
    goTo(row, column)
  }

  function paste(event: ClipboardEvent): void {
    const place = placeOf(event.target)
    const cells = place && parseClipboard(event.clipboardData.getData('text/plain'))
    if (!cells) return
    event.preventDefault()
    const loader = (row: Row, field: FieldPlan) => view.loadLineOptions(lines, row, field)
    void pasteInto({ lines, columns, place, cells, dictionaries, fixedRows, loader }).then(tellPasted)
  }

  function tellPasted({ rows: done, dropped, unread, failure }: Pasted): void {
    const notes = [
      ...(dropped > 0 ? [say('lines.pasteFull', { max: lines.plan.maxRows, dropped })] : []),
      ...(unread.length > 0 ? [unreadText(unread)] : []),
      ...(failure ? [failure.message] : []),
    ]
    const text = [done > 0 ? say('lines.pasted', { rows: done }) : say('lines.pastedNothing'), ...notes].join(say('comma'))
    if (notes.length > 0 || done === 0) notify.warning(text)
    else notify.success(text)
  }

  const events = { onClick: click, onKeyDown: press, onPaste: paste }
  return (
    <div className="engine-lines">
      {problem && (
        <div id={view.idOf(lines.plan.name)} tabIndex={-1} className="engine-field-problem">
          {problem}
        </div>
      )}
      {/* Without rows there is nothing in it that takes the focus, and it could not be scrolled by keys. */}
      <div
        className="engine-lines-scroll"
        onFocus={({ currentTarget, target }) => scrollOutFromUnder(currentTarget, target)}
        {...(lines.rows().length === 0 ? { tabIndex: 0, role: 'group', 'aria-label': lines.plan.title } : {})}
      >
        <table ref={table} className="engine-lines-table" aria-label={lines.plan.title} {...events}>
          <thead>
            <tr>
              <th scope="col" className="engine-lines-number">
                {say('table.index')}
              </th>
              {columns.map(({ plan, isRequired }) => (
                <th
                  key={plan.key}
                  scope="col"
                  className={`engine-cell-${plan.align}`}
                  style={{ minWidth: plan.width }}
                  title={plan.field.help}
                >
                  {plan.title}
                  {isRequired && <span className="engine-field-required">*</span>}
                </th>
              ))}
              {!fixedRows && (
                <th scope="col" className="engine-lines-actions">
                  {say('table.actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {onPage.map((row, offset) => (
              <LineRow
                key={lines.keyOf(row)}
                view={view}
                lines={lines}
                columns={columns}
                row={row}
                index={first + offset}
                hasActions={!fixedRows}
              />
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length + (fixedRows ? 1 : 2)} className="engine-lines-empty">
                  <span className="engine-lines-empty-text">{say(fixedRows ? 'record.noContent' : 'lines.empty')}</span>
                </td>
              </tr>
            )}
          </tbody>
          {hasTotals && (
            <tfoot>
              <tr>
                <th scope="row" className="engine-lines-number">
                  {say('lines.total')}
                </th>
                {columns.map(({ plan, field }) => (
                  <td key={plan.key} className={`engine-cell-${plan.align}`}>
                    {plan.total && <Total view={view} lines={lines} field={field} />}
                  </td>
                ))}
                {!fixedRows && <td className="engine-lines-actions">{NO_TEXT}</td>}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <div className="engine-lines-bar">
        {!fixedRows && (
          <button type="button" className="engine-button engine-lines-add" onClick={() => insert(lines.rows().length, {})}>
            {say('lines.add')}
          </button>
        )}
        {tool}
        {removed && (
          <span role="status" className="engine-lines-removed">
            {say('lines.removed', { row: removed.index + 1 })}
            <button type="button" className="engine-link" onClick={undo}>
              {say('lines.undo')}
            </button>
          </span>
        )}
        {rows.length > PAGE_SIZE && (
          <nav className="engine-lines-pages" aria-label={say('lines.pages', { title: lines.plan.title })}>
            <button type="button" className="engine-button" disabled={first === 0} onClick={() => setPage(first / PAGE_SIZE - 1)}>
              {say('list.previous')}
            </button>
            <span>{say('lines.range', { from: first + 1, to: first + onPage.length, total: rows.length })}</span>
            <button
              type="button"
              className="engine-button"
              disabled={first / PAGE_SIZE >= lastPage}
              onClick={() => setPage(first / PAGE_SIZE + 1)}
            >
              {say('list.next')}
            </button>
          </nav>
        )}
      </div>
    </div>
  )
})

/** More places than this are not read in a message that goes by itself. */
const MAX_LISTED_NAMES = 5

function unreadText(unread: Pasted['unread']): string {
  const cells = unread.slice(0, MAX_LISTED_NAMES).map(({ row, title }) => say('lines.unreadCell', { row: row + 1, title }))
  const unreadCells = { cells: cells.join(say('enumerate')), count: unread.length }
  return say(unread.length > MAX_LISTED_NAMES ? 'lines.unreadSome' : 'lines.unread', unreadCells)
}

interface Place {
  row: number
  column: number
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = (target as Element).closest<HTMLElement>('td[data-column]')
  const row = cell?.closest<HTMLElement>('tr')?.dataset['row']
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset['column']) } : undefined
}

function inputAt(table: HTMLTableElement | null, row: number, column: number): HTMLElement | null | undefined {
  return table?.querySelector<HTMLElement>(`tr[data-row="${row}"] > td[data-column="${column}"] :is(input, textarea, button)`)
}

function firstEditable(columns: readonly LineColumn[]): number {
  return Math.max(
    columns.findIndex(({ editable }) => editable),
    0,
  )
}

function nextEditable(columns: readonly LineColumn[], from: number, step: number): number | undefined {
  for (let column = from + step; column >= 0 && column < columns.length; column += step) if (columns[column]?.editable) return column
  return undefined
}

/**
 * Where a key leads from a plain input: Enter and the arrows up and down to the row below or above, left and right to the neighbour when
 * the caret is at that end. Selects, pickers and texts of several lines have these keys for themselves.
 */
function stepOf(event: KeyboardEvent): { rows: number; columns: number } | undefined {
  const input = event.target
  const isPlain = input instanceof HTMLInputElement && input.type === 'text' && input.getAttribute('role') !== 'combobox'
  if (!isPlain || event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return undefined
  switch (event.key) {
    case 'Enter':
    case 'ArrowDown':
      return { rows: 1, columns: 0 }
    case 'ArrowUp':
      return { rows: -1, columns: 0 }
    case 'ArrowLeft':
      return input.selectionEnd === 0 ? { rows: 0, columns: -1 } : undefined
    case 'ArrowRight':
      return input.selectionStart === input.value.length ? { rows: 0, columns: 1 } : undefined
    default:
      return undefined
  }
}
