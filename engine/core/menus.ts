import type { MenuPlan } from './plan'

/** What decides whether a menu entry leads anywhere. */
export interface Destinations {
  /** Our own program has a page at the entry's router. */
  hasPage: (router: string) => boolean
  /** The application outside that an entry names is known to this installation. */
  hasApplication: (name: string) => boolean
}

/** The entries that lead somewhere and the branches that hold one, in their order. */
export function reachableMenus(menus: readonly MenuPlan[], { hasPage, hasApplication }: Destinations): MenuPlan[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const reachable = new Set<MenuPlan>()
  for (const menu of menus) {
    const { router, externalApp } = menu
    if (router === undefined || !(hasPage(router) || (externalApp !== undefined && hasApplication(externalApp)))) continue
    for (let entry: MenuPlan | undefined = menu; entry && !reachable.has(entry); entry = byId.get(entry.pid)) reachable.add(entry)
  }
  return menus.filter((menu) => reachable.has(menu))
}
