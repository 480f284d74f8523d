import { decideRoute, firstAllowedPath, type MenuEntry, type SubMenus } from '../../../engine/core/permission'
import { config } from '../config'
import { partnerLoginPath } from '../partner/partnerLink'
import type { MatchRoute, RouteMatch } from './routeTable'

export interface Visitor {
  signedIn: boolean
  subMenus: SubMenus
}

export interface Product {
  menus: readonly MenuEntry[]
  match: MatchRoute
}

/** What is at an address for a visitor. */
export type Place =
  | { kind: 'login' | 'noPermission' | 'notFound' | 'partnerLogin' }
  | { kind: 'page'; match: RouteMatch }
  /** A page for everybody, drawn without the shell. */
  | { kind: 'openPage'; match: RouteMatch }
  | { kind: 'redirect'; to: string }

export const NOT_FOUND = '/*'
export const NO_PERMISSION = '/noPermission'

/** The guard of all addresses (acceptance R1, R3, R4, S1, S2). It is a convenience only: the server checks every request. */
export function decidePlace(pathname: string, { signedIn, subMenus }: Visitor, { menus, match }: Product, search = ''): Place {
  if (pathname === '/login') return { kind: 'login' }
  if (pathname === partnerLoginPath) return { kind: 'partnerLogin' }
  if (pathname === NO_PERMISSION) return { kind: 'noPermission' }
  const matched = match(pathname, search)
  if (matched?.route.open) return { kind: 'openPage', match: matched }
  if (!signedIn) return { kind: 'redirect', to: '/login' }

  if (pathname === '/') return { kind: 'redirect', to: firstAllowedPath(menus, subMenus, config.unrestrictedHome) }
  if (pathname === NOT_FOUND) return { kind: 'notFound' }
  const decision = decideRoute(pathname, subMenus, menus)
  if (decision === 'noPermission') return { kind: 'redirect', to: NO_PERMISSION }
  if (decision === 'notFound' || !matched) return { kind: 'redirect', to: NOT_FOUND }
  return { kind: 'page', match: matched }
}
