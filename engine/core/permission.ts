/**
 * What an account may see and do, from the `subMenu` list that it was given at sign-in. A menu name is `<permission group>_<menu>`,
 * an action's code `<menu>_<action>`; both are compared exactly and only as wholes, so that `books` never matches `booksX`.
 *
 * Two questions with two answers for an account without any subMenu (acceptance P1): the page shows the full menu, but no action and no
 * endpoint is allowed. So what is shown is asked by `allowedMenus`, `decideRoute` and `firstAllowedPath`, what may be done by `mayOpen`,
 * `mayRead`, `mayDo` and `allowedActions`, and only the latter protect anything.
 */
import type { MenuPlan, RoutePlan, ScreenPlan } from './plan'

export interface SubMenu {
  menuName: string
  menuId: string
  /** 0 shuts the menu, whatever else is granted. */
  permissionType: number
  /** Action codes, `<menu>_<action>`. */
  children?: readonly { menuName: string }[]
}

/** What this module reads of a menu entry. */
export type MenuEntry = Pick<MenuPlan, 'id' | 'pid' | 'mpid' | 'seq' | 'router' | 'menuName' | 'permissionGroups' | 'hidden' | 'blank'>

/** Undefined and empty both mean an account without subMenu. */
export type SubMenus = readonly SubMenu[] | undefined

export type RouteDecision = 'allowed' | 'notFound' | 'noPermission'

const BLOCKED = 0
/** Where acceptance R4 and S2 send an account that may not be where it is. */
const NOT_FOUND_PATH = '/*'

/** Splits at the first underscore; without one there is no name, and nothing matches. */
export function splitMenuName(menuName: string): { prefix: string; name: string } {
  const underscore = menuName.indexOf('_')
  if (underscore < 0) return { prefix: menuName, name: '' }
  return { prefix: menuName.slice(0, underscore), name: menuName.slice(underscore + 1) }
}

/** The menu of a screen: `base/book` and its part `base/book.copies` are `base_book`. */
export function menuNameOf(screenId: string): string {
  const [group = '', file = ''] = screenId.split('/')
  return `${group}_${file.split('.')[0] ?? file}`
}

/** The menu's own page may be shown (P1). A branch has none: whether it is shown follows from its children, see `allowedMenus`. */
export function menuIsAllowed(menu: MenuEntry, menus: readonly MenuEntry[], subMenus: SubMenus): boolean {
  return menuFilter(menus, subMenus)(menu)
}

/** The entries that the account may see, in their order: those that are allowed, and the branches that lead to one in the sidebar (G2). */
export function allowedMenus<Menu extends MenuEntry>(menus: readonly Menu[], subMenus: SubMenus): Menu[] {
  if (isUnrestricted(subMenus)) return [...menus]
  const isAllowed = menuFilter(menus, subMenus)
  const byId = new Map(menus.map((menu) => [menu.id, menu]))

  const shown = new Set<string>()
  for (const menu of menus) {
    if (!isAllowed(menu)) continue
    shown.add(menu.id)
    if (menu.hidden) continue
    for (let parent = byId.get(menu.pid); parent && !shown.has(parent.id); parent = byId.get(parent.pid)) shown.add(parent.id)
  }
  return menus.filter((menu) => shown.has(menu.id))
}

/**
 * Whether a path may be entered (S2): it must belong to a menu by its first segment, and that menu must be allowed and not shut. Open
 * pages (R1) and `/` (R4) are the caller's to decide before.
 */
export function decideRoute(path: string, subMenus: SubMenus, menus: readonly MenuEntry[]): RouteDecision {
  const segment = firstSegment(path)
  const candidates = menus.filter((menu) => firstSegment(menu.router) === segment)
  if (segment === '' || candidates.length === 0) return 'notFound'
  if (isUnrestricted(subMenus)) return 'allowed'
  if (isBlocked(segment, subMenus)) return 'noPermission'
  return candidates.some(menuFilter(menus, subMenus)) ? 'allowed' : 'notFound'
}

/**
 * Where `/` leads (R4): the first page of the sidebar, from top to bottom, that is allowed and opens in this window.
 * `unrestrictedPath` is for an account without subMenu; `/*` is answered when there is nothing to see.
 */
export function firstAllowedPath(menus: readonly MenuEntry[], subMenus: SubMenus, unrestrictedPath: string): string {
  if (isUnrestricted(subMenus)) return unrestrictedPath
  const isAllowed = menuFilter(menus, subMenus)
  const page = sidebarOrder(menus).find((menu) => !menu.hidden && !menu.blank && isAllowed(menu))
  return page?.router ?? NOT_FOUND_PATH
}

/** The account has the menu: the right to read what its screen shows. */
export function mayOpen(subMenus: SubMenus, menuName: string): boolean {
  return grantsOf(subMenus, splitMenuName(menuName).name).length > 0
}

/** What is read with a right: a screen, or where else its rows are shown. */
export type Readable = Pick<ScreenPlan, 'menuName' | 'readPermission'>

/** The right to a menu, by its name, or to one of its actions, by its code. */
export type Right = { menuName: string } | { permission: string }

/** The right that the records of a screen are read with: its own where its schema names one (`permissions.view`), else that to its menu. */
export function rightToRead({ menuName, readPermission }: Readable): Right {
  return readPermission === undefined ? { menuName } : { permission: readPermission }
}

/** The same as one word, as routes ask for it and as lists of endpoints say it. */
export function readingPermission(screen: Readable): string {
  const right = rightToRead(screen)
  return 'permission' in right ? right.permission : right.menuName
}

/** The account may read what a screen shows. */
export function mayRead(subMenus: SubMenus, screen: Readable): boolean {
  const right = rightToRead(screen)
  return 'permission' in right ? mayDo(subMenus, right.permission) : mayOpen(subMenus, right.menuName)
}

/** Tells of each menu, by its name, whether the account may be shown its screens (P1), whatever it is then answered. */
export function menusSeenBy(subMenus: SubMenus): (menuName: string) => boolean {
  if (isUnrestricted(subMenus)) return () => true
  const granted = new Set(subMenus?.map(({ menuName }) => splitMenuName(menuName).name))
  const blocked = blockedNames(subMenus)
  return (menuName) => {
    const { name } = splitMenuName(menuName)
    return name !== '' && granted.has(name) && !blocked.has(name)
  }
}

/**
 * What a page has to know of menus and routes to answer the questions above for this account as if it knew all of them: what may be seen
 * with the branches around it, what is shut, and the pages for everybody.
 */
export function partFor<Menu extends MenuEntry>(
  { menus, routes }: { menus: readonly Menu[]; routes: readonly RoutePlan[] },
  subMenus: SubMenus,
): { menus: Menu[]; routes: RoutePlan[] } {
  if (isUnrestricted(subMenus)) return { menus: [...menus], routes: [...routes] }
  const isAllowed = menuFilter(menus, subMenus)
  const shut = blockedNames(subMenus)
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const sections = new Set<string>()
  const known = new Set<Menu>()
  for (const menu of menus) {
    const section = firstSegment(menu.router)
    if (section === '' || !(isAllowed(menu) || shut.has(section))) continue
    sections.add(section)
    for (let entry: Menu | undefined = menu; entry && !known.has(entry); entry = byId.get(entry.pid)) known.add(entry)
  }
  return {
    menus: menus.filter((menu) => known.has(menu)),
    routes: routes.filter(({ route, open }) => open || sections.has(firstSegment(route))),
  }
}

/** The account has the action, given by its code `<menu>_<action>`. */
export function mayDo(subMenus: SubMenus, permissionCode: string): boolean {
  const { prefix: menu, name: action } = splitMenuName(permissionCode)
  if (action === '') return false
  return grantsOf(subMenus, menu).some((grant) => grant.children?.some((child) => child.menuName === permissionCode))
}

/** The actions of a menu, without its name: `['add', 'approve']` (P2). */
export function allowedActions(subMenus: SubMenus, menuName: string): string[] {
  const menu = splitMenuName(menuName).name
  const codes = grantsOf(subMenus, menu).flatMap((grant) => grant.children ?? [])
  const actions = codes.map((child) => splitMenuName(child.menuName)).filter(({ prefix, name }) => prefix === menu && name !== '')
  return [...new Set(actions.map(({ name }) => name))]
}

function isUnrestricted(subMenus: SubMenus): boolean {
  return subMenus === undefined || subMenus.length === 0
}

function isBlocked(menu: string, subMenus: SubMenus = []): boolean {
  return subMenus.some(({ menuName, permissionType }) => permissionType === BLOCKED && splitMenuName(menuName).name === menu)
}

function blockedNames(subMenus: SubMenus = []): Set<string> {
  return new Set(subMenus.flatMap(({ menuName, permissionType }) => (permissionType === BLOCKED ? [splitMenuName(menuName).name] : [])))
}

/** The entries that grant a menu; none when one of them shuts it. */
function grantsOf(subMenus: SubMenus = [], menu: string): readonly SubMenu[] {
  if (menu === '' || isBlocked(menu, subMenus)) return []
  return subMenus.filter(({ menuName }) => splitMenuName(menuName).name === menu)
}

/**
 * P1: the first piece of the menu name picks the permission group, the second is the first segment of the route. The groups of an entry
 * are those of its branch, because two groups can lead to one menu; an entry outside any such branch has the group of its own name.
 */
function menuFilter(menus: readonly MenuEntry[], subMenus: SubMenus = []): (menu: MenuEntry) => boolean {
  if (isUnrestricted(subMenus)) return () => true
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const granted = new Set(subMenus.map(({ menuName }) => menuName))
  const blocked = blockedNames(subMenus)

  return (menu) => {
    const segment = firstSegment(menu.router)
    if (segment === '' || blocked.has(segment)) return false
    return permissionGroups(menu, byId).some((group) => granted.has(`${group}_${segment}`))
  }
}

function permissionGroups(menu: MenuEntry, byId: ReadonlyMap<string, MenuEntry>): readonly string[] {
  const visited = new Set<MenuEntry>()
  for (let entry: MenuEntry | undefined = menu; entry && !visited.has(entry); entry = byId.get(entry.pid)) {
    if (entry.permissionGroups) return entry.permissionGroups
    visited.add(entry)
  }
  return menu.menuName === undefined ? [] : [splitMenuName(menu.menuName).prefix]
}

/** Depth first, as the sidebar draws it: `mpid` −1 is the top level, then each entry's children by `seq`. */
function sidebarOrder(menus: readonly MenuEntry[]): MenuEntry[] {
  const sorted = menus.toSorted((a, b) => a.seq - b.seq)
  const childrenOf = new Map<string, MenuEntry[]>()
  for (const menu of sorted) childrenOf.set(menu.pid, [...(childrenOf.get(menu.pid) ?? []), menu])

  const inOrder = new Set<MenuEntry>()
  const visit = (menu: MenuEntry): void => {
    if (inOrder.has(menu)) return
    inOrder.add(menu)
    childrenOf.get(menu.id)?.forEach(visit)
  }
  sorted.filter((menu) => menu.mpid === -1).forEach(visit)
  return [...inOrder]
}

function firstSegment(path: string | null | undefined): string {
  return /^\/([^/?#]*)/.exec(path ?? '')?.[1] ?? ''
}
