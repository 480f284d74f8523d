import type { MenuPlan } from '../../../engine/core/plan'
import { WORKBENCH } from '../routing/decidePlace'
import { menuOfPath } from '../routing/menuTree'

export interface Crumb {
  title: string
  /** Address of the link; absent for a branch and for the page itself. */
  href?: string
}

export const NOT_FOUND_TITLE = '未找到页面'
export const WORKBENCH_TITLE = '工作台'

/**
 * The way to a page (acceptance L4): the platform, the chain of menu entries, the page. `checking`: on a check-type address (`type=check`)
 * an entry's corrected name is shown. `title`: what the page below its menu calls itself, which the menu table calls by all that it is for.
 */
export function breadcrumb(menus: readonly MenuPlan[], platform: string, pathname: string, checking: boolean, title?: string): Crumb[] {
  const home = { title: platform, href: '/' }
  const menu = menuOfPath(menus, pathname)
  if (!menu) return [home, { title: pathname === WORKBENCH ? WORKBENCH_TITLE : NOT_FOUND_TITLE }]

  const byId = new Map(menus.map((entry) => [entry.id, entry]))
  const chain: MenuPlan[] = []
  for (let entry: MenuPlan | undefined = menu; entry && !chain.includes(entry); entry = byId.get(entry.pid)) chain.unshift(entry)
  return [
    home,
    ...chain.map((entry): Crumb => {
      const own = entry === menu && entry.hidden ? title : undefined
      const step = { title: (checking ? entry.correctionName : undefined) ?? own ?? entry.name }
      return entry === menu || entry.router === undefined ? step : { ...step, href: entry.router }
    }),
  ]
}
