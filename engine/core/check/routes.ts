import type { Screen } from '../../spec/generated/screen'

type Page = NonNullable<Screen['pages'][string]>

export interface PageRoute {
  route: string
  page: Page
  pointer: string
  /** A record page with the address of its screen's list: it is shown where the query names a record. */
  sharesList: boolean
}

/** Every page that has an address; one without a `route` has the standard one. */
export function routesOfScreen(id: string, screen: Screen): PageRoute[] {
  const menu = (id.split('/')[1] ?? '').split('.')[0] ?? ''
  const { list } = screen.pages
  const listRoute = list && routeOf('list', menu, list)
  return Object.entries(screen.pages).flatMap(([name, page]) => {
    const route = page && routeOf(name, menu, page)
    if (!page || route === undefined) return []
    return [{ route, page, pointer: `/pages/${name}`, sharesList: route === listRoute && beginsWithRecord(name, page) }]
  })
}

/** One that begins with an empty form has no query that would tell it from a list. */
function beginsWithRecord(name: string, page: Page): boolean {
  return 'kind' in page && page.kind === 'record' && (page.mode ?? (name === 'edit' ? 'edit' : 'view')) === 'view'
}

/** Undefined for dialogs and drawers, which have none. */
export function routeOf(name: string, menu: string, page: Page): string | undefined {
  if ('as' in page && page.as !== undefined && page.as !== 'page') return undefined
  return page.route ?? (name === 'list' ? `/${menu}` : `/${menu}/${name}`)
}
