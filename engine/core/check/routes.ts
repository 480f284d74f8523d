import type { Screen } from '../../spec/generated/screen'

/** Every address once; a page without a `route` has the standard one. */
export function routesOfScreen(id: string, screen: Screen): { route: string; pointer: string }[] {
  const menu = (id.split('/')[1] ?? '').split('.')[0] ?? ''
  return Object.entries(screen.pages).flatMap(([name, page]) => {
    const route = page && routeOf(name, menu, page)
    return route === undefined ? [] : [{ route, pointer: `/pages/${name}` }]
  })
}

/** Undefined for dialogs and drawers, which have none. */
export function routeOf(name: string, menu: string, page: NonNullable<Screen['pages'][string]>): string | undefined {
  if ('as' in page && page.as !== undefined && page.as !== 'page') return undefined
  return page.route ?? (name === 'list' ? `/${menu}` : `/${menu}/${name}`)
}
