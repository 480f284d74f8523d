import type { MenuPlan } from '../../../engine/core/plan'
import type { RouteMatch } from '../routing/routeTable'

/** What a tab is called: as the menu table calls the page, and with the number of its record where the path has one. */
export function pageTitle(menus: readonly MenuPlan[], { route }: RouteMatch): string {
  return menus.find((menu) => menu.router === route.route)?.name ?? route.title
}
