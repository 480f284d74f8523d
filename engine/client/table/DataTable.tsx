/**
 * A table of our own: one `<table>` with rows that render only when their record changes. antd's Table costs three times as much for the
 * same rows (design.md section 9). The header and the first and last columns stay in place by CSS, nothing is measured, and events are
 * listened to once for the whole table (`useTableEvents`). Above 100 rows only the visible ones exist.
 *
 *   DataTable ─┬─ CardSort   sorting on a phone, where rows are cards
 *              ├─ HeadRow    titles, sorting, select all
 *              ├─ BodyRow    one record: cells are functions chosen once per column
 *              ├─ LinkCard   what the record is about on whose link somebody rests
 *              └─ SummaryRow 本页合计, 总合计
 */
import { useMemo, useRef, type CSSProperties, type ReactNode, type Ref } from 'react'
import type { Density, ListSort } from '../../core/wire'
import { messages } from '../messages'
import { scrollOutFromUnder } from '../ui/outFromUnder'
import { BodyRow } from './BodyRow'
import { CardSort } from './CardSort'
import type { OnResize } from './ColumnResizer'
import { LinkCard, type LinkCardHandle, type RecordCard } from './LinkCard'
import { HeadRow, type OnMove } from './HeadRow'
import { SkeletonRows } from './SkeletonRows'
import { SummaryRow, type TableSummary } from './SummaryRow'
import type { TableColumn, TableRow } from './tableColumn'
import { rowHeights } from './tableColumn'
import type { Toned } from './tone'
import { useTableEvents, type OnMenu } from './useTableEvents'
import { useVisibleRows } from './useVisibleRows'
import './table.css'
import './cards.css'

export interface DataTableProps<Row extends TableRow> {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** In px, in place of the columns' own; a column may be missing. */
  widths?: Readonly<Record<string, number | undefined>>
  /** Told the width that the user gave a column. Without it widths are fixed. */
  onResize?: OnResize
  /** Told where the user has dragged a column. Without it columns stay where they are. */
  onMove?: OnMove
  /** The columns that can be searched by from their titles, and whether they are. */
  filters?: ReadonlyMap<string, boolean>
  onFilter?: (column: string, button: HTMLElement) => void
  rows: readonly Row[]
  /** How a row is called in the names of its buttons. */
  nameOf: (row: Row) => string
  density?: Density
  /** Number of the first row; absent: no column of numbers. */
  firstNumber?: number
  sort?: ListSort
  onSort?: (sort: ListSort | undefined) => void
  /** False where sorting stands elsewhere while rows are cards. */
  ownCardSort?: boolean
  selected?: ReadonlySet<string>
  onSelect?: (rows: readonly Row[], selected: boolean) => void
  /** How a row stands out. Must not change from render to render. */
  tone?: (row: Row) => Toned | undefined
  /** Cell of the last column. Must not change from render to render, or every row is drawn again. */
  rowActions?: (row: Row) => ReactNode
  actionsWidth?: number
  /** What opens below a row. Must not change from render to render. */
  expand?: (row: Row) => ReactNode
  expanded?: ReadonlySet<string>
  onExpand?: (row: Row, expanded: boolean) => void
  /** Depth and children of a row; present on a tree. */
  tree?: { levelOf: (row: Row) => number; hasChildren: (row: Row) => boolean }
  /** Id of the chosen row of a split list. */
  current?: string
  /** Called when a row is clicked, or reached by the arrow keys (`moved`). Without it no row can be chosen. */
  onCurrent?: (row: Row, moved?: boolean) => void
  /** Enter on a row, or a double click. */
  onOpen?: (row: Row) => void
  /** A cell that opens a page without an address. */
  onPage?: (page: string, row: Row) => void
  /** Called with the key of the column when a cell is clicked that opens a list. */
  onList?: (column: string, row: Row) => void
  /** Somebody asks what can be done with the values of a row. */
  onMenu?: OnMenu<Row>
  /** A cell is about to open a page at this address. */
  onLeaving?: (address: string) => void
  summary?: TableSummary
  /** Rows are on their way and there are none to show meanwhile. */
  loading?: boolean
  /** In place of rows: nothing found, or what went wrong. */
  notice?: ReactNode
  /** Says in a card what the record of a link is about; without it links are links alone. */
  card?: RecordCard
  /** The scrolling element. */
  scroller?: Ref<HTMLDivElement>
  onScroll?: (element: HTMLDivElement) => void
}

/** Beyond this the rows out of sight are left out. */
const MANY_ROWS = 100
const SKELETON_ROWS = 10
const NO_TEXT = '\u00a0'
const noWidths: Readonly<Record<string, number | undefined>> = {}
/** In px: the gutter in which rows that stand out carry their mark. */
const MARK_WIDTH = 22
/** In px. */
const leadingWidths = { select: 40, expand: 40, number: 56 }

export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    widths = noWidths,
    onResize,
    onMove,
    filters,
    onFilter,
    rows,
    nameOf,
    density = 'middle',
    firstNumber,
    sort,
    onSort,
    ownCardSort = true,
    selected,
    onSelect,
    summary,
    loading,
    notice,
  } = props
  const {
    tone,
    rowActions,
    actionsWidth = 160,
    expand,
    expanded,
    onExpand,
    tree,
    current,
    onCurrent,
    onOpen,
    onPage,
    onList,
    onLeaving,
    onMenu,
    card: Card,
    scroller,
    onScroll,
  } = props
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const card = useRef<LinkCardHandle>(null)
  const events = useTableEvents({
    byId,
    selected,
    onSelect,
    expanded,
    onExpand,
    onCurrent,
    onOpen,
    onPage,
    onList,
    onLeaving,
    onMenu,
    onRecordLink: (link) => card.current?.come(link),
  })
  const { from, to, spaceBefore, spaceAfter, follow } = useVisibleRows({
    count: rows.length,
    rowHeight: rowHeights[density],
    all: rows.length <= MANY_ROWS || expand !== undefined,
  })

  // Tab leads to the chosen row, or to the first row when none is chosen.
  const stop = current !== undefined && byId.has(current) ? current : rows[0]?.id
  const selectable = onSelect !== undefined
  const expandable = expand !== undefined
  const leading = leadingColumns(selectable, expandable, firstNumber !== undefined)
  const span = leading.length + columns.length + (rowActions ? 1 : 0)
  const windowed = to - from < rows.length
  // On a phone. A row that others lie below is no card; nor is one of very many, whose places are reckoned by the height of a row.
  const isCards = !tree && !windowed && columns.some(({ card }) => card !== undefined)
  const headHeight = columns.some(({ group }, index) => group !== undefined && index > 0) ? 2 : 1

  const widthOf = (column: TableColumn<Row>, index: number): number =>
    (widths[column.key] ?? column.width) + (tone && index === 0 ? MARK_WIDTH : 0)

  // Without rows, and with titles that are texts alone, nothing in it takes the focus, and it could not be scrolled by keys.
  const reached = rows.length === 0 && !onSort ? { tabIndex: 0, role: 'group', 'aria-label': label } : {}

  const table = (
    <div
      ref={scroller}
      className={`engine-table-scroller${windowed ? ' engine-table-windowed' : ''}`}
      {...reached}
      onFocus={({ currentTarget, target }) => scrollOutFromUnder(currentTarget, target)}
      onScroll={(event) => {
        const element = event.currentTarget
        element.classList.toggle('engine-table-scrolled', element.scrollLeft > 0)
        follow(element)
        onScroll?.(element)
      }}
    >
      <table
        className={`engine-table engine-table-${density}${tone ? ' engine-table-toned' : ''}${isCards ? ' engine-table-cards' : ''}`}
        style={pinnedOffsets(leading, columns.filter(({ pinned }) => pinned !== undefined).map(widthOf))}
        role={tree ? 'treegrid' : undefined}
        aria-label={label}
        aria-rowcount={windowed ? rows.length + headHeight : undefined}
        aria-busy={loading || undefined}
        {...events}
      >
        <colgroup>
          {leading.map((kind) => (
            <col key={kind} style={{ width: leadingWidths[kind] }} />
          ))}
          {columns.map((column, index) => (
            <col key={column.key} data-column={column.key} style={{ width: widthOf(column, index) }} />
          ))}
          {rowActions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <HeadRow
          columns={columns}
          leading={leading}
          hasActions={rowActions !== undefined}
          sort={sort}
          onSort={onSort}
          onResize={onResize}
          onMove={onMove}
          filters={filters}
          onFilter={onFilter}
          selection={selectable ? selectionOf(rows, selected) : undefined}
          onSelectAll={(checked) => onSelect?.(rows, checked)}
        />
        <tbody>
          {loading && rows.length === 0 && <SkeletonRows rows={SKELETON_ROWS} columns={span} />}
          {!loading && rows.length === 0 && (
            <tr>
              <td className="engine-table-notice" colSpan={span}>
                <div className="engine-table-notice-text">{notice ?? messages['table.empty']}</div>
              </td>
            </tr>
          )}
          {spaceBefore > 0 && <SpacerRow height={spaceBefore} span={span} />}
          {rows.slice(from, to).map((row, offset) => (
            <BodyRow
              key={row.id}
              row={row}
              columns={columns}
              name={nameOf(row)}
              position={windowed ? from + offset + headHeight + 1 : undefined}
              number={firstNumber === undefined ? undefined : firstNumber + from + offset}
              selected={selectable ? (selected?.has(row.id) ?? false) : undefined}
              expanded={expandable || tree?.hasChildren(row) ? (expanded?.has(row.id) ?? false) : undefined}
              level={tree?.levelOf(row)}
              tabStop={row.id === stop}
              current={row.id === current}
              tone={tone}
              rowActions={rowActions}
              expand={expand}
              span={span}
            />
          ))}
          {spaceAfter > 0 && <SpacerRow height={spaceAfter} span={span} />}
        </tbody>
        {summary && rows.length > 0 && (
          <SummaryRow summary={summary} columns={columns} leading={leading.length} hasActions={rowActions !== undefined} />
        )}
      </table>
    </div>
  )
  return (
    <>
      {isCards && onSort && ownCardSort && <CardSort columns={columns} sort={sort} onSort={onSort} />}
      {table}
      {Card && <LinkCard ref={card} Card={Card} />}
    </>
  )
}

function leadingColumns(select: boolean, expand: boolean, number: boolean): (keyof typeof leadingWidths)[] {
  return [...(select ? ['select' as const] : []), ...(expand ? ['expand' as const] : []), ...(number ? ['number' as const] : [])]
}

/** Where each pinned column stands: after those before it, which are so wide. */
function pinnedOffsets(leading: readonly (keyof typeof leadingWidths)[], pinned: readonly number[]): CSSProperties {
  let left = 0
  const offsets: Record<`--engine-left-${string}`, string> = {}
  for (const kind of leading) {
    offsets[`--engine-left-${kind}`] = `${left}px`
    left += leadingWidths[kind]
  }
  for (const [index, width] of pinned.entries()) {
    offsets[`--engine-left-${index === 0 ? 'first' : index + 1}`] = `${left}px`
    left += width
  }
  return offsets
}

function SpacerRow({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" className="engine-table-spacer">
      <td colSpan={span} style={{ height }}>
        {NO_TEXT}
      </td>
    </tr>
  )
}

function selectionOf(rows: readonly TableRow[], selected: ReadonlySet<string> | undefined): 'all' | 'some' | 'none' {
  const count = rows.filter((row) => selected?.has(row.id)).length
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}
