import { decideRoute, firstAllowedPath, mayDo, type MenuEntry, type SubMenus } from '../../../engine/core/permission'
import { config } from '../config'
import { partnerLoginPath } from '../partner/partnerLink'
import type { MatchRoute, RouteMatch } from './routeTable'

export interface Visitor {
  signedIn: boolean
  subMenus: SubMenus
  /** Has chosen to begin with the workbench. */
  startsAtWorkbench?: boolean
}

export interface Product {
  menus: readonly MenuEntry[]
  match: MatchRoute
  /** Where the plan of a screen is; undefined for a screen that is not this user's to see. Absent: that of each is known. */
  planAddress?: (screen: string) => string | undefined
  /** The playground is switched on. */
  playground?: boolean
}

/** What is at an address for a visitor. */
export type Place =
  | { kind: 'login' | 'noPermission' | 'notFound' | 'partnerLogin' }
  | { kind: 'page'; match: RouteMatch }
  /** A page for everybody, drawn without the shell. */
  | { kind: 'openPage'; match: RouteMatch }
  /** The workbench of schemas, drawn without the shell. */
  | { kind: 'playground' }
  /** What the user has to see to, over all menus. */
  | { kind: 'workbench' }
  | { kind: 'redirect'; to: string }

export const NOT_FOUND = '/*'
export const NO_PERMISSION = '/noPermission'
export const PLAYGROUND = '/playground'
export const WORKBENCH = '/workbench'
/** The right to use the playground, of the menu of roles. */
export const playgroundRight = 'userManage_playground'

/** The guard of all addresses (acceptance R1, R3, R4, S1, S2). It is a convenience only: the server checks every request. */
export function decidePlace(
  pathname: string,
  { signedIn, subMenus, startsAtWorkbench = false }: Visitor,
  { menus, match, planAddress, playground }: Product,
  search = '',
): Place {
  if (pathname === '/login') return { kind: 'login' }
  if (pathname === partnerLoginPath) return { kind: 'partnerLogin' }
  if (pathname === NO_PERMISSION) return { kind: 'noPermission' }
  const matched = match(pathname, search)
  if (matched?.route.open) return { kind: 'openPage', match: matched }
  if (!signedIn) return { kind: 'redirect', to: '/login' }

  if (pathname === '/') {
    return { kind: 'redirect', to: startsAtWorkbench ? WORKBENCH : firstAllowedPath(menus, subMenus, config.unrestrictedHome) }
  }
  if (pathname === WORKBENCH) return { kind: 'workbench' }
  if (pathname === NOT_FOUND) return { kind: 'notFound' }
  if (pathname === PLAYGROUND && playground && mayDo(subMenus, playgroundRight)) return { kind: 'playground' }
  const decision = decideRoute(pathname, subMenus, menus)
  if (decision === 'noPermission') return { kind: 'redirect', to: NO_PERMISSION }
  if (decision === 'notFound' || !matched) return { kind: 'redirect', to: NOT_FOUND }
  // Below an address that is theirs there may be pages of another menu.
  if (planAddress && planAddress(matched.route.screen) === undefined) return { kind: 'redirect', to: NO_PERMISSION }
  return { kind: 'page', match: matched }
}
