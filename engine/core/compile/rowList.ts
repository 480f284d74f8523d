import type { RowList } from '../../spec/generated/screen'
import type { RowListPlan } from '../plan'

/** A list of another screen, filtered by a row; all rows of that list when `by` is empty. */
export function compileRowList({ screen, page = 'list', by = {} }: Omit<RowList, 'by'> & Partial<Pick<RowList, 'by'>>): RowListPlan {
  return { screen, page, by }
}
