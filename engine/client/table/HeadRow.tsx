import type { SortOrder } from '../../core/wire'
import { messages, say } from '../messages'
import type { TableColumn, TableRow } from './tableColumn'

interface HeadRowProps<Row extends TableRow> {
  columns: readonly TableColumn<Row>[]
  /** Columns before the first of the data. */
  leading: readonly ('select' | 'expand' | 'number')[]
  hasActions: boolean
  sort?: { field: string; order: SortOrder }
  onSort?: (sort: { field: string; order: SortOrder } | undefined) => void
  selection?: 'all' | 'some' | 'none'
  onSelectAll: (selected: boolean) => void
}

const ariaSort = { ascend: 'ascending', descend: 'descending' } as const

export function HeadRow<Row extends TableRow>({ columns, leading, hasActions, sort, onSort, selection, onSelectAll }: HeadRowProps<Row>) {
  return (
    <thead>
      <tr>
        {leading.map((kind) => (
          <th key={kind} scope="col" className={`engine-cell-${kind} engine-pinned`}>
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
        {columns.map((column) => {
          const order = column.sort !== undefined && sort?.field === column.sort ? sort.order : undefined
          return (
            <th
              key={column.key}
              scope="col"
              className={column.className || undefined}
              title={column.help}
              aria-sort={order && ariaSort[order]}
            >
              {column.sort !== undefined && onSort ? (
                <button
                  type="button"
                  className={`engine-sort${order ? ` engine-sort-${order}` : ''}`}
                  title={say('table.sort', { title: column.title })}
                  onClick={() => onSort(nextSort(column.sort ?? '', order))}
                >
                  <span className="engine-sort-title">{column.title}</span>
                </button>
              ) : (
                column.title
              )}
            </th>
          )
        })}
        {hasActions && (
          <th scope="col" className="engine-cell-actions engine-pinned-last">
            {messages['table.actions']}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Ascending, descending, and then the list's own order again. */
function nextSort(field: string, order: SortOrder | undefined): { field: string; order: SortOrder } | undefined {
  if (order === 'descend') return undefined
  return { field, order: order === 'ascend' ? 'descend' : 'ascend' }
}
