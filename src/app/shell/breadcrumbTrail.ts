import type { MenuPlan } from '../../../engine/core/plan'
import { menuOfPath } from './menuTree'

export interface Crumb {
  title: string
  /** Where it leads; a branch and the page itself lead nowhere. */
  href?: string
}

export const NOT_FOUND_TITLE = '未找到页面'

/**
 * The way to a page (acceptance L4): the platform, the chain of menu entries, the page. `checking`: on a check-type
 * address (`type=check`) an entry's corrected name is shown.
 */
export function breadcrumb(menus: readonly MenuPlan[], platform: string, pathname: string, checking: boolean): Crumb[] {
  const home = { title: platform, href: '/' }
  const menu = menuOfPath(menus, pathname)
  if (!menu) return [home, { title: NOT_FOUND_TITLE }]

  const byId = new Map(menus.map((entry) => [entry.id, entry]))
  const chain: MenuPlan[] = []
  for (let entry: MenuPlan | undefined = menu; entry && !chain.includes(entry); entry = byId.get(entry.pid)) chain.unshift(entry)
  return [
    home,
    ...chain.map((entry): Crumb => {
      const title = (checking ? entry.correctionName : undefined) ?? entry.name
      return entry === menu || entry.router === undefined ? { title } : { title, href: entry.router }
    }),
  ]
}
