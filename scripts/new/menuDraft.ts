import { routesOfScreen } from '../../engine/core/check/routes'
import type { Menus } from '../../engine/spec/generated/menus'
import type { Screen } from '../../engine/spec/generated/screen'

export type MenuEntry = Menus['menus'][number]

/** What its pages are called in the breadcrumb, behind the name of the menu. */
const pageWords: Record<string, string> = { detail: '详情', edit: '新增/编辑' }

/** The branch of the sidebar under which the menus of a permission group stand. */
export function branchOf(group: string, menus: readonly MenuEntry[]): MenuEntry | undefined {
  return menus.find(({ permissionGroups }) => permissionGroups?.includes(group))
}

/**
 * The entries that a screen lacks: one in the sidebar for its list, and below it a hidden one for each other page that has an address, so that the
 * breadcrumb knows it.
 * @param path `base/vehicle`
 */
export function missingEntries(path: string, screen: Screen, menus: readonly MenuEntry[]): MenuEntry[] {
  const listed = new Set(menus.map(({ router }) => router))
  const menuName = path.replace('/', '_')
  const routes = routesOfScreen(path, screen)
  const [list] = routes.filter(({ pointer }) => pointer === '/pages/list')
  const branch = branchOf(path.split('/')[0] ?? '', menus)
  if (!list || !branch) return []

  const present = menus.find(({ router }) => router === list.route)
  const added: MenuEntry[] = []
  const head = present ?? entryBelow(branch, { name: screen.title, router: list.route, menuName }, menus)
  if (!present) added.push(head)
  for (const { route, pointer, sharesList } of routes) {
    if (route === list.route || sharesList || listed.has(route)) continue
    const name = `${screen.title}${pageWords[pointer.slice('/pages/'.length)] ?? ''}`
    added.push({ ...entryBelow(head, { name, router: route, menuName }, [...menus, ...added]), hidden: true })
  }
  return added
}

function entryBelow(parent: MenuEntry, own: Pick<MenuEntry, 'name' | 'router' | 'menuName'>, menus: readonly MenuEntry[]): MenuEntry {
  const siblings = menus.filter(({ pid }) => pid === parent.id)
  const number = Math.max(0, ...siblings.map(({ id }) => Number(id.split('-').at(-1)))) + 1
  const seq = Math.max(0, ...siblings.map((sibling) => sibling.seq)) + 1
  const { name, router, menuName } = own
  return { id: `${parent.id}-${number}`, pid: parent.id, mpid: parent.id, name, router, seq, menuName }
}
