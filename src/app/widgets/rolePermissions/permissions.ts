/** A role's rights as they are chosen: pure, so that the dialog only draws. */

export interface PermissionMenu {
  menuName: string
  title: string
  /** Title of the top-level menu it stands under. */
  group: string
  buttons: readonly { code: string; title: string }[]
}

export interface MenuPermission {
  menuName: string
  /** 0 shuts the menu for whoever has the role, whatever other roles say (acceptance S2). */
  permissionType: 0 | 1
  buttons: readonly string[]
}

/** What the role has, by menu; a menu that it has not is absent. */
export type Granted = ReadonlyMap<string, { shut: boolean; buttons: ReadonlySet<string> }>

export function grantedOf(permissions: readonly MenuPermission[]): Granted {
  return new Map(
    permissions.map(({ menuName, permissionType, buttons }) => [menuName, { shut: permissionType === 0, buttons: new Set(buttons) }]),
  )
}

/** In the order of the tree, so that the same choice is always the same list. What is not in the tree has no meaning any more. */
export function permissionsOf(granted: Granted, tree: readonly PermissionMenu[]): MenuPermission[] {
  return tree.flatMap(({ menuName, buttons }) => {
    const entry = granted.get(menuName)
    if (!entry) return []
    const chosen = buttons.map(({ code }) => code).filter((code) => entry.buttons.has(code))
    return [{ menuName, permissionType: entry.shut ? 0 : 1, buttons: chosen }]
  })
}

/** A menu with all its buttons, or nothing of it. */
export function withMenu(granted: Granted, menu: PermissionMenu, on: boolean): Granted {
  const next = new Map(granted)
  if (on) next.set(menu.menuName, { shut: false, buttons: new Set(menu.buttons.map(({ code }) => code)) })
  else next.delete(menu.menuName)
  return next
}

/** The menu's page alone, without or with the buttons it has. */
export function withPage(granted: Granted, menu: PermissionMenu, on: boolean): Granted {
  const next = new Map(granted)
  if (on) next.set(menu.menuName, { shut: false, buttons: granted.get(menu.menuName)?.buttons ?? new Set() })
  else next.delete(menu.menuName)
  return next
}

/** A button needs its menu. */
export function withButton(granted: Granted, menu: PermissionMenu, code: string, on: boolean): Granted {
  const buttons = new Set(granted.get(menu.menuName)?.buttons)
  if (on) buttons.add(code)
  else buttons.delete(code)
  return new Map(granted).set(menu.menuName, { shut: false, buttons })
}

export function withShut(granted: Granted, menu: PermissionMenu, shut: boolean): Granted {
  const buttons = granted.get(menu.menuName)?.buttons ?? new Set<string>()
  return new Map(granted).set(menu.menuName, { shut, buttons })
}

/** A menu that is shut stays so: a ban is lifted where it stands, not in passing. */
export function withMenus(granted: Granted, menus: readonly PermissionMenu[], on: boolean): Granted {
  return menus.filter(({ menuName }) => !granted.get(menuName)?.shut).reduce((all, menu) => withMenu(all, menu, on), granted)
}

/** How many menus the role opens, and how many it shuts. */
export function countsOf(granted: Granted): { open: number; shut: number } {
  const shut = [...granted.values()].filter((entry) => entry.shut).length
  return { open: granted.size - shut, shut }
}

export type Share = 'none' | 'some' | 'all'

export function shareOf(granted: Granted, menus: readonly PermissionMenu[]): Share {
  const shares = menus.map((menu) => {
    const entry = granted.get(menu.menuName)
    if (!entry || entry.shut) return 'none'
    return menu.buttons.every(({ code }) => entry.buttons.has(code)) ? 'all' : 'some'
  })
  if (shares.every((share) => share === 'all')) return 'all'
  return shares.every((share) => share === 'none') ? 'none' : 'some'
}

/** Whether a menu's rights differ from what is stored. */
export function isChanged(before: Granted, after: Granted, { menuName }: PermissionMenu): boolean {
  const one = before.get(menuName)
  const other = after.get(menuName)
  if (!one || !other) return one !== other
  return one.shut !== other.shut || one.buttons.size !== other.buttons.size || [...one.buttons].some((code) => !other.buttons.has(code))
}

export interface PermissionGroup {
  title: string
  menus: PermissionMenu[]
}

/** By top-level menu; with a search text only what it names, by menu or by button. */
export function groupsOf(tree: readonly PermissionMenu[], text: string): PermissionGroup[] {
  const wanted = text.trim().toLowerCase()
  const names = ({ title, menuName, buttons }: PermissionMenu): boolean =>
    [title, menuName, ...buttons.map((button) => button.title)].some((name) => name.toLowerCase().includes(wanted))
  const groups = new Map<string, PermissionMenu[]>()
  for (const menu of tree) {
    if (names(menu) || menu.group.toLowerCase().includes(wanted)) groups.set(menu.group, [...(groups.get(menu.group) ?? []), menu])
  }
  return [...groups].map(([title, menus]) => ({ title, menus }))
}
