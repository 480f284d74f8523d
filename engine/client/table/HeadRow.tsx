import type { DragEvent } from 'react'
import { pressedSort, sortsOf } from '../../core/sorts'
import type { ListSort } from '../../core/wire'
import { messages, say } from '../messages'
import { ColumnResizer, resizeByKey, type OnResize } from './ColumnResizer'
import { headRows } from './headRows'
import type { TableColumn, TableRow } from './tableColumn'

interface HeadRowProps<Row extends TableRow> {
  columns: readonly TableColumn<Row>[]
  /** Columns before the first of the data. */
  leading: readonly ('select' | 'expand' | 'number')[]
  hasActions: boolean
  sort?: ListSort
  /** Shift adds a column to the order, where rows can be ordered by several. */
  onSort?: (sort: ListSort | undefined) => void
  onResize?: OnResize | undefined
  onMove?: OnMove | undefined
  /** The columns that can be searched by, and whether they are. */
  filters?: ReadonlyMap<string, boolean> | undefined
  onFilter?: ((column: string, button: HTMLElement) => void) | undefined
  selection?: 'all' | 'some' | 'none'
  onSelectAll: (selected: boolean) => void
}

/** Told that a column was dropped on the first or the second half of another. */
export type OnMove = (move: { column: string; to: string; behind: boolean }) => void

/** What is dragged, as no other page of the browser has it. */
const DRAGGED = 'application/x-engine-column'

/** A title is dragged to the place of another. For keys there is the list of columns. Where it would fall is a mark of the element alone. */
function dragged(key: string, onMove: OnMove) {
  const isBehind = ({ clientX, currentTarget }: DragEvent<HTMLElement>): boolean => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return clientX > left + width / 2
  }
  const unmark = ({ currentTarget }: DragEvent<HTMLElement>): void => {
    delete currentTarget.dataset['drop']
  }
  return {
    draggable: true,
    onDragStart(event: DragEvent<HTMLElement>) {
      event.dataTransfer.setData(DRAGGED, key)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      event.currentTarget.dataset['drop'] = isBehind(event) ? 'behind' : 'before'
    },
    onDragLeave: unmark,
    onDrop(event: DragEvent<HTMLElement>) {
      unmark(event)
      const column = event.dataTransfer.getData(DRAGGED)
      if (column === '' || column === key) return
      event.preventDefault()
      onMove({ column, to: key, behind: isBehind(event) })
    },
  }
}

const ariaSort = { ascend: 'ascending', descend: 'descending' } as const

/** One row of titles, or two where columns stand in groups. */
export function HeadRow<Row extends TableRow>({
  columns,
  leading,
  hasActions,
  sort,
  onSort,
  onResize,
  onMove,
  filters,
  onFilter,
  selection,
  onSelectAll,
}: HeadRowProps<Row>) {
  const { first, second } = headRows(columns)
  const ofColumns = { sort, onSort, onResize, onMove, filters, onFilter }
  const rowSpan = second.length > 0 ? 2 : undefined
  return (
    <thead>
      <tr>
        {leading.map((kind) => (
          <th key={kind} scope="col" rowSpan={rowSpan} className={`engine-cell-${kind} engine-pinned`}>
            {kind === 'select' && (
              <input
                ref={(box) => {
                  if (box) box.indeterminate = selection === 'some'
                }}
                type="checkbox"
                className="engine-checkbox"
                checked={selection === 'all'}
                aria-label={messages['table.selectAll']}
                onChange={(event) => onSelectAll(event.target.checked)}
              />
            )}
            {kind === 'number' && messages['table.index']}
            {kind === 'expand' && <span className="engine-hidden">{messages['table.expandColumn']}</span>}
          </th>
        ))}
        {first.map((cell) =>
          'columns' in cell ? (
            <th key={cell.columns[0].key} scope="colgroup" colSpan={cell.columns.length} className="engine-head-group">
              {cell.title}
            </th>
          ) : (
            <ColumnHead key={cell.column.key} column={cell.column} title={cell.title} rowSpan={rowSpan} {...ofColumns} />
          ),
        )}
        {hasActions && (
          <th scope="col" rowSpan={rowSpan} className="engine-cell-actions engine-pinned-last">
            {messages['table.actions']}
          </th>
        )}
      </tr>
      {second.length > 0 && (
        <tr>
          {second.map((column) => (
            <ColumnHead key={column.key} column={column} title={column.title} {...ofColumns} />
          ))}
        </tr>
      )}
    </thead>
  )
}

interface ColumnHeadProps<Row extends TableRow> extends Pick<
  HeadRowProps<Row>,
  'sort' | 'onSort' | 'onResize' | 'onMove' | 'filters' | 'onFilter'
> {
  column: TableColumn<Row>
  title: string
  rowSpan?: number
}

function ColumnHead<Row extends TableRow>({
  column,
  title,
  rowSpan,
  sort,
  onSort,
  onResize,
  onMove,
  filters,
  onFilter,
}: ColumnHeadProps<Row>) {
  const canFilter = filters !== undefined && filters.has(column.key) && onFilter !== undefined
  const isFiltered = canFilter && filters.get(column.key)
  const filterHint = say(isFiltered ? 'table.filterInUse' : 'table.filter', { title })
  const sorts = sortsOf(sort)
  const place = sorts.findIndex(({ field }) => field === column.sort)
  const order = column.sort === undefined ? undefined : sorts[place]?.order
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={column.className || undefined}
      title={column.help}
      aria-sort={order && place === 0 ? ariaSort[order] : undefined}
      {...(onMove && dragged(column.key, onMove))}
    >
      {column.sort !== undefined && onSort ? (
        <button
          type="button"
          className={`engine-sort${order ? ` engine-sort-${order}` : ''}`}
          title={canFilter ? say('table.sortOrFilter', { title, filter: filterHint }) : say('table.sort', { title })}
          aria-keyshortcuts={canFilter ? 'Alt+ArrowDown' : undefined}
          onClick={(event) => onSort(pressedSort(sort, column.sort ?? '', event.shiftKey))}
          onKeyDown={(event) => {
            const opens = canFilter && event.altKey && event.key === 'ArrowDown'
            if (opens) onFilter(column.key, event.currentTarget)
            if (opens || (onResize && resizeByKey(event, column.key, onResize))) event.preventDefault()
          }}
        >
          <span className="engine-sort-title">{title}</span>
          {order && sorts.length > 1 && <span className="engine-sort-place">{place + 1}</span>}
        </button>
      ) : canFilter ? (
        <button
          type="button"
          className="engine-head-title"
          aria-haspopup="dialog"
          title={isFiltered ? filterHint : column.help}
          onClick={({ currentTarget }) => onFilter(column.key, currentTarget)}
        >
          {title}
        </button>
      ) : (
        title
      )}
      {canFilter && (
        // For the mouse: keys open it from the title, of whose name it is no part.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="engine-head-filter"
          data-used={isFiltered || undefined}
          title={say('table.filter', { title })}
          onClick={({ currentTarget }) => onFilter(column.key, currentTarget.parentElement?.querySelector('button') ?? currentTarget)}
        >
          <svg viewBox="0 0 12 12" width="12" height="12">
            <path d="M1 1.5h10L7.2 6.2v3.3L4.8 11V6.2z" fill="currentColor" />
          </svg>
        </button>
      )}
      {onResize && <ColumnResizer column={column.key} onResize={onResize} />}
    </th>
  )
}
