/**
 * The open tab of a page that several lists share, kept in its address: `_tab` is the title of the tab, `_of` the query of the list in it where that
 * is another screen's. The page's own list has its query in the address itself. Names of fields never begin with `_`, so nothing collides.
 */
const TAB = '_tab'
const OF = '_of'

export interface ShownTab {
  title: string
  /** Query of the list in the tab, with its question mark; or empty. */
  search: string
}

export function tabIn(search: string): ShownTab | undefined {
  const query = new URLSearchParams(search)
  const title = query.get(TAB) ?? ''
  if (title === '') return undefined
  const own = query.get(OF) ?? ''
  return { title, search: own === '' ? '' : `?${own}` }
}

/** The query of a page with this tab open, or with its own list. */
export function withTab(search: string, tab: ShownTab | undefined): string {
  const query = new URLSearchParams(search)
  query.delete(TAB)
  query.delete(OF)
  if (tab) query.set(TAB, tab.title)
  if (tab && tab.search !== '') query.set(OF, tab.search.slice(1))
  return query.size > 0 ? `?${query.toString()}` : ''
}
