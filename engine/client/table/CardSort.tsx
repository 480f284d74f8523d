import type { SortOrder } from '../../core/wire'
import { messages } from '../messages'
import { SmallSelect } from '../ui/SmallSelect'
import { useNarrow } from '../ui/useNarrow'
import type { TableColumn, TableRow } from './tableColumn'

interface Sort {
  field: string
  order: SortOrder
}

interface CardSortProps<Row extends TableRow> {
  columns: readonly TableColumn<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** The list's own order. */
const OWN = ''

/** Sorting where rows are cards, which have no head to press: by which column, and in which direction. */
export function CardSort<Row extends TableRow>({ columns, sort, onSort }: CardSortProps<Row>) {
  const narrow = useNarrow()
  const choices = columns.flatMap((column) => (column.sort === undefined ? [] : [{ value: column.sort, title: column.title }]))
  if (!narrow || choices.length === 0) return null
  const by = choices.some(({ value }) => value === sort?.field) ? sort : undefined
  return (
    <div className="engine-card-sort" role="group" aria-label={messages['table.sortCards']}>
      <SmallSelect
        label={messages['table.sortCards']}
        value={by?.field ?? OWN}
        choices={[{ value: OWN, title: messages['table.ownOrder'] }, ...choices]}
        onChange={(field) => onSort(field === OWN ? undefined : { field, order: by?.order ?? 'ascend' })}
      />
      {by && (
        <button
          type="button"
          className="engine-small-select-button"
          onClick={() => onSort({ ...by, order: by.order === 'ascend' ? 'descend' : 'ascend' })}
        >
          {messages[`table.${by.order}`]}
        </button>
      )}
    </div>
  )
}
