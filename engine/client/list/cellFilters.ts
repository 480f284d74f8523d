import { isBlank } from '../../core/fields'
import type { ColumnPlan, ListPagePlan, SearchPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { Filters } from '../data/listState'

/** What the search form asks of the column's own field. */
export function filterOfColumn({ search }: Pick<ListPagePlan, 'search'>, { field }: ColumnPlan): SearchPlan | undefined {
  return search.find((item) => item.field.name === field.name && item.as !== 'param')
}

/** What narrows a list to the rows that have the value of this cell; undefined where its search form does not ask for one such value. */
export function filterOfCell({ search }: Pick<ListPagePlan, 'search'>, column: ColumnPlan, record: RecordValues): Filters | undefined {
  const item = search.find(({ name, as }) => name === column.field.name && (as === 'equals' || as === 'multiple'))
  const value = record[column.field.name]
  if (!item || isBlank(value) || typeof value === 'object') return undefined
  if (item.as === 'multiple') return { [item.name]: [String(value)] }
  return { [item.name]: typeof value === 'boolean' ? value : String(value) }
}
