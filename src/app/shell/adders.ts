import type { Notify } from '../../../engine/client/notify'
import { mayDo, splitMenuName, type SubMenus } from '../../../engine/core/permission'
import { addressOf } from '../../../engine/core/recordAddress'
import type { Screens } from '../routing/screens'
import type { MatchRoute } from '../routing/routeTable'
import { pressAdd } from './listKeys'
import type { FoundMenu } from './searchMenus'

/** A list in which the user may add records. */
export interface Adder {
  /** Of the menu. */
  id: string
  title: string
  /** Of the list. */
  href: string
  screen: string
}

/** The menus whose button to add a record is the user's, by what they manage. */
export function addersOf(pages: readonly FoundMenu[], match: MatchRoute, subMenus: SubMenus): Adder[] {
  return pages.flatMap(({ id, title, href }) => {
    const route = match(href)?.route
    if (!route || !mayDo(subMenus, `${splitMenuName(route.menuName).name}_add`)) return []
    return [{ id, title: title.replace(/管理$/, ''), href, screen: route.screen }]
  })
}

interface Opening {
  screens: Pick<Screens, 'load'>
  navigate: (to: string) => void
  notify: Pick<Notify, 'error'>
}

/** Opens the form; one that is a dialog of its list is opened there. */
export async function openAdder({ href, screen: id }: Adder, { screens, navigate, notify }: Opening): Promise<void> {
  try {
    const screen = await screens.load(id)
    const does = screen.actions['add']?.does
    const page = does?.kind === 'add' ? screen.pages[does.page] : undefined
    const address = page && addressOf(page, 'add')
    navigate(address ?? href)
    if (address === undefined) pressAdd()
  } catch {
    notify.error('未能打开新增页面，请重试')
  }
}
