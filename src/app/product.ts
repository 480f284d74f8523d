import { reachableMenus } from '../../engine/core/menus'
import type { MenuPlan, RoutePlan } from '../../engine/core/plan'
import type { Loaders } from './routing/screens'
import { createRouteTable, type MatchRoute } from './routing/routeTable'

/** What the schema compiler makes of the product beside its screens: the module `virtual:product`. */
export interface CompiledProduct {
  menus: readonly MenuPlan[]
  routes: readonly RoutePlan[]
  screens: Loaders
}

export interface ProductState {
  /** Those that lead somewhere in this installation. */
  menus: readonly MenuPlan[]
  match: MatchRoute
  /** The product has a menu entry or a page at the path, whether or not it leads somewhere here. */
  knows: (path: string) => boolean
}

export function productOf({ menus, routes }: CompiledProduct, hasApplication: (name: string) => boolean): ProductState {
  const match = createRouteTable(routes)
  const pages = new Set(routes.map(({ route }) => route))
  return {
    menus: reachableMenus(menus, { hasPage: (router) => pages.has(router), hasApplication }),
    match,
    knows: (path) => match(path) !== undefined || menus.some((menu) => menu.router === path),
  }
}
