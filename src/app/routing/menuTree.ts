import { allowedMenus, type SubMenus } from '../../../engine/core/permission'
import type { MenuPlan } from '../../../engine/core/plan'

export interface MenuNode {
  menu: MenuPlan
  children: MenuNode[]
}

/** The sidebar: the entries that the user may see (acceptance G2, L8), as a tree in menu order. */
export function menuTree(menus: readonly MenuPlan[], subMenus: SubMenus): MenuNode[] {
  const shown = allowedMenus(menus, subMenus)
    .filter((menu) => !menu.hidden)
    .sort((a, b) => a.seq - b.seq)
  const nodes = new Map(shown.map((menu) => [menu.id, { menu, children: [] as MenuNode[] }]))
  const roots: MenuNode[] = []
  for (const node of nodes.values()) {
    if (node.menu.mpid === -1) roots.push(node)
    else nodes.get(node.menu.pid)?.children.push(node)
  }
  // A branch whose pages all come with later screens has nothing to open.
  return roots.filter((node) => node.children.length > 0 || node.menu.router !== undefined)
}

/** The entry whose pattern matches the path, the most exact one: fixed segments before `:name`. */
export function menuOfPath(menus: readonly MenuPlan[], pathname: string): MenuPlan | undefined {
  const parts = pathname.split('/')
  const matching = menus.filter((menu) => menu.router !== undefined && matches(menu.router.split('/'), parts))
  return matching.sort((a, b) => holes(a) - holes(b))[0] ?? menus.find((menu) => menu.router === `/${parts[1] ?? ''}`)
}

/** Ids longer than 4 characters stand for pages below a menu: their first two parts are the menu's (acceptance L8). */
export function selectedId(menu: MenuPlan | undefined): string {
  if (!menu) return ''
  return menu.id.length > 4 ? menu.id.split('-').slice(0, 2).join('-') : menu.id
}

/** Ids of the branches that an entry lies in, outermost first. */
export function ancestorsOf(menus: readonly MenuPlan[], id: string): string[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const chain: string[] = []
  for (let menu = byId.get(byId.get(id)?.pid ?? ''); menu && !chain.includes(menu.id); menu = byId.get(menu.pid)) chain.unshift(menu.id)
  return chain
}

/** Open branches after one is opened or closed: one at a time, with the chain that it lies in (acceptance L8). */
export function toggledOpenKeys(menus: readonly MenuPlan[], open: readonly string[], id: string): string[] {
  const chain = ancestorsOf(menus, id)
  return open.includes(id) ? chain : [...chain, id]
}

function matches(pattern: string[], parts: string[]): boolean {
  return pattern.length === parts.length && pattern.every((segment, index) => segment.startsWith(':') || segment === parts[index])
}

function holes({ router = '' }: MenuPlan): number {
  return router.split('/:').length
}
