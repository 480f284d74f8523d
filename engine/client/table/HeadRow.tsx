import type { DragEvent } from 'react'
import type { SortOrder } from '../../core/wire'
import { messages, say } from '../messages'
import { ColumnResizer, resizeByKey, type OnResize } from './ColumnResizer'
import { headRows } from './headRows'
import type { TableColumn, TableRow } from './tableColumn'

interface HeadRowProps<Row extends TableRow> {
  columns: readonly TableColumn<Row>[]
  /** Columns before the first of the data. */
  leading: readonly ('select' | 'expand' | 'number')[]
  hasActions: boolean
  sort?: { field: string; order: SortOrder }
  onSort?: (sort: { field: string; order: SortOrder } | undefined) => void
  onResize?: OnResize | undefined
  onMove?: OnMove | undefined
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
  selection,
  onSelectAll,
}: HeadRowProps<Row>) {
  const { first, second } = headRows(columns)
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
            <ColumnHead
              key={cell.column.key}
              column={cell.column}
              title={cell.title}
              rowSpan={rowSpan}
              sort={sort}
              onSort={onSort}
              onResize={onResize}
              onMove={onMove}
            />
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
            <ColumnHead
              key={column.key}
              column={column}
              title={column.title}
              sort={sort}
              onSort={onSort}
              onResize={onResize}
              onMove={onMove}
            />
          ))}
        </tr>
      )}
    </thead>
  )
}

interface ColumnHeadProps<Row extends TableRow> extends Pick<HeadRowProps<Row>, 'sort' | 'onSort' | 'onResize' | 'onMove'> {
  column: TableColumn<Row>
  title: string
  rowSpan?: number
}

function ColumnHead<Row extends TableRow>({ column, title, rowSpan, sort, onSort, onResize, onMove }: ColumnHeadProps<Row>) {
  const order = column.sort !== undefined && sort?.field === column.sort ? sort.order : undefined
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={column.className || undefined}
      title={column.help}
      aria-sort={order && ariaSort[order]}
      {...(onMove && dragged(column.key, onMove))}
    >
      {column.sort !== undefined && onSort ? (
        <button
          type="button"
          className={`engine-sort${order ? ` engine-sort-${order}` : ''}`}
          title={say('table.sort', { title })}
          onClick={() => onSort(nextSort(column.sort ?? '', order))}
          onKeyDown={(event) => {
            if (onResize && resizeByKey(event, column.key, onResize)) event.preventDefault()
          }}
        >
          <span className="engine-sort-title">{title}</span>
        </button>
      ) : (
        title
      )}
      {onResize && <ColumnResizer column={column.key} onResize={onResize} />}
    </th>
  )
}

/** Ascending, descending, and then the list's own order again. */
function nextSort(field: string, order: SortOrder | undefined): { field: string; order: SortOrder } | undefined {
  if (order === 'descend') return undefined
  return { field, order: order === 'ascend' ? 'descend' : 'ascend' }
}
