/**
 * The pages that are open: the tabs above the content, and which of them are kept alive. Pure, so that the rules can be read and tested in
 * one place; `pagesStore` holds the result.
 */
import type { ScrollPlace } from '../../../engine/client/context'
import type { RouteMatch } from './routeTable'

export interface OpenPage {
  key: string
  match: RouteMatch
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** Incremented when the page is reset, so that React mounts it again. */
  instance: number
  /** Order of visits; the last ones are kept alive. Not above 0: not visited since the program was loaded. */
  visit: number
  /** What was known of it before the program was loaded anew; it is shown so until it begins anew. */
  left?: PageNotes
}

/** What is known of an open page besides its address. */
export interface PageNotes {
  title?: string | undefined
  /** Where its list is scrolled to. */
  scrolled?: ScrollPlace | undefined
  /** How far the page itself is scrolled, in px: a record, a form. */
  top?: number | undefined
}

export interface Visit {
  match: RouteMatch
  pathname: string
  search: string
  /** By a tab or by the browser's back and forward: the page is shown as it was left. */
  returning: boolean
  /** The page says that entering it begins anew (acceptance R7). */
  anew: boolean
}

/** Pages whose DOM is kept; further tabs know only their address. */
export const KEPT_PAGES = 10
/** With more tabs nobody finds one again. */
const MAX_TABS = 20

/** One tab per path and record, and one for the record to be added; the search and page of a list are the same page. */
export function pageKey(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  if (id !== null) return `${pathname}?id=${encodeURIComponent(id)}`
  return query.get('mode') === 'add' ? `${pathname}?mode=add` : pathname
}

export function sectionOf(pathname: string): string {
  return pathname.split('/')[1] ?? ''
}

/**
 * Opens a page or comes back to it. A section that is entered through a link shows fresh pages, because its cache was cleared when it was left
 * (acceptance R8); a tab shows its page as it was left.
 */
export function visitPage(pages: readonly OpenPage[], from: OpenPage | undefined, visit: Visit): OpenPage[] {
  const { match, pathname, search, returning, anew } = visit
  const key = pageKey(pathname, search)
  const number = nextVisit(pages)
  const open = pages.find((page) => page.key === key)
  if (!open) return withoutOldest([...pages, { key, match, pathname, search, instance: 0, visit: number }])

  const entering = from !== undefined && sectionOf(from.pathname) !== sectionOf(pathname)
  const coming = from?.key !== key
  const fresh = coming && !returning && (entering || anew)
  return pages.map((page) => {
    if (page !== open) return page
    const { left, ...visited } = { ...page, match, pathname, search, visit: number }
    if (fresh) return { ...visited, instance: page.instance + 1 }
    return left ? { ...visited, left } : visited
  })
}

/** Pages of before the program was loaded anew: tabs alone, until each is visited. */
export function reopened(places: readonly (Pick<OpenPage, 'match' | 'pathname' | 'search'> & { left: PageNotes })[]): OpenPage[] {
  return places.map((place, index) => ({
    ...place,
    key: pageKey(place.pathname, place.search),
    instance: 0,
    visit: index - places.length,
  }))
}

/** Keys of the pages that stay alive: the ones visited last. */
export function keptKeys(pages: readonly OpenPage[]): ReadonlySet<string> {
  const byVisit = pages.filter(({ visit }) => visit > 0).toSorted((a, b) => b.visit - a.visit)
  return new Set(byVisit.slice(0, KEPT_PAGES).map((page) => page.key))
}

/** Where to go when a page is closed: to the one beside it that was visited last, or nowhere. */
export function neighbourOf(pages: readonly OpenPage[], key: string): OpenPage | undefined {
  const index = pages.findIndex((page) => page.key === key)
  const beside = [pages[index - 1], pages[index + 1]].filter((page) => page !== undefined)
  return beside.sort((a, b) => b.visit - a.visit)[0]
}

export function refreshed(pages: readonly OpenPage[], key: string): OpenPage[] {
  return pages.map((page) => {
    if (page.key !== key) return page
    const { left: _left, ...anew } = page
    return { ...anew, instance: page.instance + 1 }
  })
}

export function lastVisited(pages: readonly OpenPage[]): OpenPage | undefined {
  return pages.toSorted((a, b) => b.visit - a.visit)[0]
}

function nextVisit(pages: readonly OpenPage[]): number {
  return Math.max(0, ...pages.map((page) => page.visit)) + 1
}

function withoutOldest(pages: OpenPage[]): OpenPage[] {
  if (pages.length <= MAX_TABS) return pages
  const oldest = pages.toSorted((a, b) => a.visit - b.visit)[0]
  return pages.filter((page) => page !== oldest)
}
