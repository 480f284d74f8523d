/**
 * The editable table of a record's lines: a grid of light inputs of which only one page exists. The rows are observable and every cell is
 * tracked by itself, so that a keystroke renders its cell and the cells that are computed from it. Events are listened to once for the
 * table; where a cell is, its `data-row` and `data-column` say.
 *
 *   LinesTable ── rows of the page, pages, toolbar, undo
 *     LinesEntry            fills all rows, takes codes
 *     PastedNote            what of a pasted block was not understood
 *     LineRow ── LineCell   one input or text
 *     Total                 sum of a column over all rows
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { sumDecimals, toDecimal } from '../../../core/decimal'
import { isMultiple } from '../../../core/fields'
import type { ColumnPlan, FieldPlan } from '../../../core/plan'
import type { RecordValues } from '../../../core/wire'
import { useDictionaries, useServices } from '../../context'
import { givenNumber } from '../../fields/numbers'
import { say } from '../../laterMessages'
import { contentWidths } from '../../table/contentWidths'
import { scrollOutFromUnder } from '../../ui/outFromUnder'
import { observer } from '../model/formily'
import type { FormView } from '../model/formView'
import { LineRow, type AskedTool } from './LineRow'
import { LinesEntry, type LinesEntryPlan } from './LinesEntry'
import {
  firstEditable,
  inputAt,
  isFillDown,
  isFreeText,
  isHeardBy,
  isMenuKey,
  nextEditable,
  placeOf,
  stepOf,
  typedCode,
  type Place,
} from './lineKeys'
import { LinesKeys } from './LinesKeys'
import { editColumns, type LineColumn } from '../model/lineColumns'
import type { LinesModel, Row } from '../model/linesModel'
import { lookUp } from '../model/lookUp'
import { pasteInto, type Pasted, type Unread } from '../model/pasteInto'
import { parseClipboard } from '../model/paste'
import { rowOfCode, type Scanned } from '../model/scan'
import { PastedNote } from './PastedNote'
import { Total } from './Total'
import { pastedText } from './pastedText'
import { useScanner } from './useScanner'
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
  entry?: LinesEntryPlan
  /** Another way to add rows. */
  tool?: ReactNode
  /** Cell to go to; a new object each time. */
  target?: LineTarget
}

const NO_ENTRY: LinesEntryPlan = {}

export const LinesTable = observer(function LinesTable(props: LinesTableProps) {
  const { view, lines, columns: shown, fixedRows = false, entry = NO_ENTRY, tool, target } = props
  const { notify } = useServices()
  const dictionaries = useDictionaries()
  const columns = useMemo(() => editColumns(shown, lines.plan, fixedRows), [shown, lines, fixedRows])
  const widths = useMemo(() => (fixedRows ? shownWidths(columns, lines, view) : {}), [columns, lines, view, fixedRows])
  const table = useRef<HTMLTableElement>(null)
  const [page, setPage] = useState(0)
  const [removed, setRemoved] = useState<{ row: Row; index: number }>()
  // Where the focus goes once the row is drawn.
  const [pending, setPending] = useState<{ row: number; column: number }>()
  const [askedTool, setAskedTool] = useState<AskedTool>()
  const [unread, setUnread] = useState<readonly Unread[]>([])
  const [scanned, setScanned] = useState<string>()

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
    if (lines.rows().length > 0) goTo(Math.min(index, lines.rows().length - 1), firstEditable(columns))
  }

  function undo(): void {
    if (!removed) return
    lines.restore(Math.min(removed.index, lines.rows().length), removed.row)
    setRemoved(undefined)
    goTo(removed.index, firstEditable(columns))
  }

  const performTool = useEffectEvent(({ does, row }: AskedTool) => {
    const index = lines.indexOf(row)
    if (index < 0) return
    if (does === 'insert') insert(index + 1, {})
    else if (does === 'copy') insert(index + 1, lines.copyOf(row))
    else if (does === 'remove') remove(index)
    else move(index, does === 'up' ? index - 1 : index + 1)
  })
  useEffect(() => {
    if (askedTool) performTool(askedTool)
  }, [askedTool])

  function move(from: number, to: number): void {
    if (to < 0 || to >= lines.rows().length) return
    lines.move(from, to)
    goTo(to, firstEditable(columns))
  }

  function press(event: KeyboardEvent): void {
    const place = placeOf(event.target)
    if (!place) return
    if (isFillDown(event)) {
      event.preventDefault()
      fillDown(place)
    } else if (isMenuKey(event)) {
      const button = table.current?.querySelector<HTMLElement>(`tr[data-row="${place.row}"] .engine-lines-more`)
      if (!button) return
      event.preventDefault()
      button.focus()
      button.click()
    } else step(event, place)
  }

  function fillDown({ row, column }: Place): void {
    const [above, here, name] = [lines.rows()[row - 1], lines.rows()[row], columns[column]?.field.name]
    if (above && here && name !== undefined) lines.fillFrom(above, here, name)
  }

  function step(event: KeyboardEvent, place: Place): void {
    const step = stepOf(event)
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
    void pasteInto({ lines, columns, place, cells, dictionaries, fixedRows, loader }).then(tellPasted)
  }

  function loader(row: Row, field: FieldPlan) {
    return view.loadLineOptions(lines, row, field)
  }

  function tellPasted(pasted: Pasted): void {
    setUnread(pasted.unread)
    const { text, isWhole } = pastedText(pasted, lines.plan.maxRows)
    if (isWhole) notify.success(text)
    else notify.warning(text)
  }

  useScanner(table, ({ code, target: element, before }: Scanned) => {
    const place = element && table.current?.contains(element as Node) ? placeOf(element) : undefined
    const [row, column] = place ? [lines.rows()[place.row], columns[place.column]] : []
    if (entry.scan && isHeardBy(table.current, element)) {
      // What stands in a text field may be a code of something else, as of a shelf.
      if (isFreeText(element) && rowOfCode(lines.rows(), entry.scan, code) < 0) return undefined
      return () => {
        if (row && column && before === '') lines.untouch(row, column.field.name)
        goToCode(code)
      }
    }
    if (!place || !column?.editable || !(column.field.ref ?? column.field.mixed)) return undefined
    return () => void choose(place, column, code)
  })

  function goToCode(code: string): void {
    const { scan } = entry
    if (!scan) return
    const index = rowOfCode(lines.rows(), scan, code)
    const row = lines.rows()[index]
    if (!row) {
      setScanned(undefined)
      notify.warning(say('lines.scanUnknown', { code }))
      return
    }
    const found = { row: index + 1, code }
    if (scan.counts) {
      const count = sumDecimals([toDecimal(row[scan.to]) ?? '0', '1'])
      const field = lines.plan.fields[scan.to]
      lines.enter(row, scan.to, field ? givenNumber(field, count) : count)
      setScanned(say('lines.counted', { ...found, count }))
    } else setScanned(say('lines.scanned', found))
    goTo(
      index,
      columns.findIndex(({ field }) => field.name === scan.to),
    )
  }

  /** What a code means is chosen in the reference that it was read into, and the next cell of the row is gone to. */
  async function choose({ row: index, column: at }: Place, { field }: LineColumn, code: string): Promise<void> {
    const row = lines.rows()[index]
    if (!row) return
    try {
      const left = await lookUp(lines, field, [{ row, texts: [code] }], loader)
      if (left.length > 0) return notify.warning(lines.problemOf(row, field.name) ?? say('lines.scanUnknown', { code }))
    } catch (error) {
      return notify.warning(error instanceof Error ? error.message : String(error))
    }
    const now = lines.indexOf(row)
    if (now >= 0) goOn(now, at)
  }

  /** To the next cell that is filled: of this row, else of the row below, which is added where there is none. */
  function goOn(row: number, column: number): void {
    const next = nextEditable(columns, column, 1)
    if (next !== undefined) goTo(row, next)
    else if (row + 1 < lines.rows().length) goTo(row + 1, firstEditable(columns))
    else if (!fixedRows) insert(row + 1, {})
  }

  /** A code or name that was typed, and that no choice has been found by yet, is what it would be if it were pasted. */
  function confirm(event: KeyboardEvent): void {
    const [code, place] = [typedCode(event), placeOf(event.target)]
    const column = place && columns[place.column]
    if (code === undefined || !place || !column?.editable || isMultiple(column.field) || !(column.field.ref ?? column.field.mixed)) return
    event.preventDefault()
    event.stopPropagation()
    void choose(place, column, code)
  }

  const events = { onKeyDownCapture: confirm, onKeyDown: press, onPaste: paste }
  return (
    <div className="engine-lines">
      {problem && (
        <div id={view.idOf(lines.plan.name)} tabIndex={-1} className="engine-field-problem">
          {problem}
        </div>
      )}
      <LinesEntry lines={lines} plan={entry} scanned={scanned} onCode={goToCode} />
      <PastedNote
        lines={lines}
        unread={unread}
        onSelect={(row, { column }) => goTo(row, columns.indexOf(column))}
        onClose={() => setUnread([])}
      />
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
              {columns.map(({ plan, isRequired, isRequiredLater }) => (
                <th
                  key={plan.key}
                  scope="col"
                  className={`engine-cell-${plan.align}`}
                  style={{ minWidth: widths[plan.key] ?? plan.width }}
                  title={plan.field.help}
                >
                  {plan.title}
                  {(isRequired || isRequiredLater) && (
                    <span className="engine-field-required" title={say(isRequired ? 'form.requiredMark' : 'form.requiredLater')}>
                      *
                    </span>
                  )}
                </th>
              ))}
              {!fixedRows && (
                <th scope="col" className="engine-lines-actions" aria-label={say('table.actions')}>
                  {NO_TEXT}
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
                onTool={fixedRows ? undefined : setAskedTool}
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
                  <td key={plan.key} className={`engine-cell-${plan.align}`} data-title={plan.title}>
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
        {!fixedRows && <LinesKeys />}
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

/** Widths in px of the columns that are only read: no wider than their content, so that the inputs beside them are in sight. */
function shownWidths(columns: readonly LineColumn[], lines: LinesModel, { context }: FormView): Readonly<Record<string, number>> {
  const read = columns.flatMap(({ editable, plan }) => (editable ? [] : [plan]))
  const needed = contentWidths(read, lines.rows() as RecordValues[], context)
  return Object.fromEntries(read.map(({ key, width }) => [key, Math.min(width, needed[key] ?? width)]))
}
