import type { RowList } from '../../spec/generated/screen'
import type { RowListPlan } from '../plan'

/** A list of another screen, of what belongs to a row; of all its rows where nothing fixes them. */
export function compileRowList({ screen, page = 'list', by = {} }: Omit<RowList, 'by'> & Partial<Pick<RowList, 'by'>>): RowListPlan {
  return { screen, page, by }
}
