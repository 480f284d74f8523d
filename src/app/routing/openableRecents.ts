import type { MatchRoute } from './routeTable'
import type { Recent } from '../session/recents'

/** Those whose pages are still there for the user: rights and screens change. */
export function openableRecents(recents: readonly Recent[], match: MatchRoute): Recent[] {
  return recents.filter(({ href }) => {
    const [pathname = '', search] = href.split('?', 2)
    return match(pathname, search === undefined ? '' : `?${search}`) !== undefined
  })
}
