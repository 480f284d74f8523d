import type { MenuPlan, ProductPlan } from '../../engine/core/plan'

/** A menu that can be given to a role, with its buttons. */
export interface PermissionMenu {
  menuName: string
  title: string
  /** Title of the top-level menu it stands under. */
  group: string
  buttons: { code: string; title: string }[]
}

/** What a role can be given, derived from the menus and the buttons of their screens, in menu order. */
export function permissionTreeOf(plan: ProductPlan): PermissionMenu[] {
  const groups = new Map(plan.menus.filter((menu) => menu.mpid === -1).map((menu) => [menu.id, menu.name]))
  const shown = new Set(plan.menus.filter((menu) => !menu.hidden).map((menu) => menu.menuName))
  // A menu that stands nowhere in the sidebar can be opened all the same; further pages of a menu are no menus.
  const menus = plan.menus.filter(({ menuName, hidden }) => menuName !== undefined && (!hidden || !shown.has(menuName)))
  return menus.map((menu) => menuOf(menu, plan, groups))
}

function menuOf(menu: MenuPlan, plan: ProductPlan, groups: Map<string, string>): PermissionMenu {
  const buttons = new Map<string, string>()
  for (const screen of Object.values(plan.screens).filter((candidate) => candidate.menuName === menu.menuName)) {
    for (const action of Object.values(screen.actions)) {
      const code = action.permission?.slice(screen.menu.length + 1)
      if (code !== undefined && !buttons.has(code)) buttons.set(code, action.title)
    }
    for (const [permission, title] of Object.entries(screen.rights ?? {})) buttons.set(permission.slice(screen.menu.length + 1), title)
  }
  return {
    menuName: menu.menuName ?? '',
    title: menu.name,
    group: groups.get(menu.id.split('-')[0] ?? '') ?? '',
    buttons: [...buttons].map(([code, title]) => ({ code, title })),
  }
}
