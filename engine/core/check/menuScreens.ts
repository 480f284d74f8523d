import { nearest } from '../../spec/nearest'
import type { ProductSources } from '../sources/sources'
import type { Report } from './report'
import { routesOfScreen } from './routes'

/**
 * The menu table and the screens agree: an entry whose address is a page of a screen has the permission name of that screen, and one that
 * has the name of a screen, while a page of it stands in no entry, leads to that page. Entries of pages that are not built yet are free.
 * Where the two addresses differ, the one is wrong whose words stand in no other address.
 */
export function checkMenuScreens(sources: ProductSources, report: Report): void {
  const { menus } = sources.menus
  const screens = Object.entries(sources.screens).map(([id, screen]) => ({
    id,
    menuName: id.replace('/', '_').split('.', 1)[0] ?? id,
    routes: routesOfScreen(id, screen).map(({ route }) => route),
  }))
  const owner = new Map(screens.flatMap(({ menuName, routes }) => routes.map((route) => [route, menuName] as const)))
  const listed = new Set(menus.flatMap(({ router }) => router ?? []))
  const unlisted = new Map<string, { id: string; routes: string[] }>()
  for (const { id, menuName, routes } of screens) {
    const missed = routes.filter((route) => !listed.has(route))
    if (missed.length > 0) unlisted.set(menuName, { id, routes: missed })
  }
  const addresses = [...menus.flatMap(({ router }) => router ?? []), ...screens.flatMap(({ id, routes }) => [...routes, `/${id}`])]
  for (const [index, { router, menuName }] of menus.entries()) {
    if (router === undefined || menuName === undefined) continue
    const own = owner.get(router)
    const missed = unlisted.get(menuName)
    const meant = missed && nearest(router, missed.routes)
    if (own !== undefined && own !== menuName) {
      const more = { suggestion: own, name: menuName }
      report.add('menus', `/menus/${index}/menuName`, 'check.menu-screen', { menu: own, name: menuName }, more)
    } else if (own === undefined && missed && meant !== undefined && isStranger(router, meant, addresses)) {
      const more = { allowed: missed.routes.join(', '), suggestion: meant, name: router }
      report.add('menus', `/menus/${index}/router`, 'check.menu-route', { screen: missed.id, name: router }, more)
    }
  }
}

function isStranger(router: string, route: string, addresses: readonly string[]): boolean {
  const others = addresses.filter((address) => address !== router && address !== route).map(wordsOf)
  const known = (own: string, other: string): number =>
    wordsOf(own)
      .filter((word) => !wordsOf(other).includes(word))
      .reduce((count, word) => count + others.filter((words) => words.includes(word)).length, 0)
  return known(router, route) < known(route, router)
}

function wordsOf(address: string): string[] {
  return address.split('/').flatMap((part) => part.split('.'))
}
