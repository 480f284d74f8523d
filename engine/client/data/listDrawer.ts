/**
 * A list in a drawer, in the address of the page under it: `_list` says which one and what fixes its rows, `_query` is the address of the list
 * itself, so that it can be reloaded, sent to a colleague, and left by going back. Names of fields never begin so.
 */
import { isBlank } from '../../core/fields'
import type { RowListPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'

const LIST = '_list'
const QUERY = '_query'

export interface DrawerList {
  /** Id of its screen, and a list page there. */
  screen: string
  page: string
  /** Filters that the user cannot change. */
  fixed: readonly string[]
  /** Address of the list, with the values of `fixed`; with its question mark, or empty. */
  search: string
}

/** The list of what belongs to a record. A value that the record has not finds nothing, rather than everything. */
export function listOf({ screen, page, by }: RowListPlan, record: RecordValues | undefined): DrawerList {
  const query = new URLSearchParams()
  for (const [theirs, ours] of Object.entries(by)) {
    const value = record?.[ours]
    query.set(theirs, isBlank(value) ? NOTHING : String(value))
  }
  return { screen, page, fixed: Object.keys(by), search: query.size > 0 ? `?${query.toString()}` : '' }
}

/** No id and no code. */
const NOTHING = '0'

/** What an address says; undefined when it says nothing that makes sense. */
export function listIn(search: string): DrawerList | undefined {
  const query = new URLSearchParams(search)
  const match = /^([A-Za-z0-9]+\/[A-Za-z0-9.]+):(\w+):([\w,]*)$/.exec(query.get(LIST) ?? '')
  if (!match) return undefined
  const [, screen = '', page = '', fixed = ''] = match
  const own = query.get(QUERY) ?? ''
  return { screen, page, fixed: fixed === '' ? [] : fixed.split(','), search: own === '' ? '' : `?${own}` }
}

/** The address of a page with a list over it; without a list when there is none. */
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

/** Of an address only what belongs to the drawer: pages that write their own keep it. */
export function drawerPart(search: string): string {
  const list = listIn(search)
  return list ? withList('', list) : ''
}
