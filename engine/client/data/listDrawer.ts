/**
 * A list in a drawer, kept in the address of the page under it: `_list` names the list and its fixed filters, `_query` is the query of the list.
 * So it survives a reload, can be sent to a colleague, and is closed by going back. Names of fields never begin with `_`, so nothing collides.
 */
import { isBlank } from '../../core/fields'
import type { RowListPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'

const LIST = '_list'
const QUERY = '_query'

export interface DrawerList {
  /** Id of a screen; `page` is one of its list pages. */
  screen: string
  page: string
  /** Filters that the user cannot change. */
  fixed: readonly string[]
  /** Query of the list, including the values of `fixed`; with its question mark, or empty. */
  search: string
}

/** The list of what belongs to a record. Where the record has no value to filter by, the list is empty; without the filter it would show all rows. */
export function listOf({ screen, page, by }: RowListPlan, record: RecordValues | undefined): DrawerList {
  const query = new URLSearchParams()
  for (const [theirs, ours] of Object.entries(by)) {
    const value = record?.[ours]
    query.set(theirs, isBlank(value) ? NOTHING : String(value))
  }
  return { screen, page, fixed: Object.keys(by), search: query.size > 0 ? `?${query.toString()}` : '' }
}

/** A value that no id and no code has. */
const NOTHING = '0'

/** The list that a query names; undefined when it names none, or is malformed. */
export function listIn(search: string): DrawerList | undefined {
  const query = new URLSearchParams(search)
  const match = /^([A-Za-z0-9]+\/[A-Za-z0-9.]+):(\w+):([\w,]*)$/.exec(query.get(LIST) ?? '')
  if (!match) return undefined
  const [, screen = '', page = '', fixed = ''] = match
  const own = query.get(QUERY) ?? ''
  return { screen, page, fixed: fixed === '' ? [] : fixed.split(','), search: own === '' ? '' : `?${own}` }
}

/** The query of a page with this list in a drawer, or with no drawer. */
export function withList(search: string, list: DrawerList | undefined): string {
  const rest = new URLSearchParams(search)
  rest.delete(LIST)
  rest.delete(QUERY)
  const query = new URLSearchParams()
  if (list) {
    query.set(LIST, `${list.screen}:${list.page}:${list.fixed.join(',')}`)
    if (list.search !== '') query.set(QUERY, list.search.slice(1))
  }
  for (const [name, value] of rest) query.append(name, value)
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** The part of a query that belongs to the drawer. A page that rewrites its query keeps this part. */
export function drawerPart(search: string): string {
  const list = listIn(search)
  return list ? withList('', list) : ''
}
