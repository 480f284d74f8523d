/** Rights that a preview is looked at with, beside those of the roles that there are. */
import { menuNameOf, splitMenuName, type SubMenu } from '../../core/permission'
import type { ProductPlan } from '../../core/plan'

/** Every right that the screens ask for. */
export function everyRight(plan: ProductPlan): SubMenu[] {
  const codes = new Map<string, Set<string>>()
  for (const { id, actions, extra, rights = {} } of Object.values(plan.screens)) {
    const menuName = menuNameOf(id)
    const { name } = splitMenuName(menuName)
    const asked = [
      ...Object.values(actions).flatMap(({ permission }) => permission ?? []),
      ...Object.values(extra).map(({ permission }) => permission),
      ...Object.keys(rights),
    ]
    const own = codes.get(menuName) ?? new Set<string>()
    for (const code of asked) if (splitMenuName(code).prefix === name) own.add(code)
    codes.set(menuName, own)
  }
  return Array.from(codes, ([menuName, own]) => subMenu(plan, menuName, [...own]))
}

function subMenu({ menus }: ProductPlan, menuName: string, codes: readonly string[]): SubMenu {
  return {
    menuName,
    menuId: menus.find((menu) => menu.menuName === menuName)?.id ?? menuName,
    permissionType: 1,
    children: codes.map((code) => ({ menuName: code })),
  }
}

/** Rights as somebody types them, separated by blanks, commas or lines; a right to an action opens its menu. `unknown`: what there is not. */
export function rightsTyped(text: string, plan: ProductPlan): { subMenus: SubMenu[]; unknown: string[] } {
  const all = everyRight(plan)
  const codes = new Map<string, string[]>()
  const unknown: string[] = []
  for (const word of text.split(/[^\w.]+/).filter((each) => each !== '')) {
    const menu = all.find(({ menuName, children = [] }) => menuName === word || children.some((child) => child.menuName === word))
    if (!menu) unknown.push(word)
    else codes.set(menu.menuName, [...(codes.get(menu.menuName) ?? []), ...(word === menu.menuName ? [] : [word])])
  }
  return { subMenus: Array.from(codes, ([menuName, own]) => subMenu(plan, menuName, own)), unknown }
}
