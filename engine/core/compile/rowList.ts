import type { RowList } from '../../spec/generated/screen'
import type { RowListPlan } from '../plan'
import { optional } from '../sources/optional'
import type { ProductSources } from '../sources/sources'
import { readPermissionOf } from './readPermission'

/** A list of another screen, filtered by a row; all rows of that list when `by` is empty. */
export function compileRowList(
  { screen, page = 'list', by = {} }: Omit<RowList, 'by'> & Partial<Pick<RowList, 'by'>>,
  screens: ProductSources['screens'],
): RowListPlan {
  return { screen, page, by, ...optional({ readPermission: readPermissionOf(screen, screens) }) }
}
