import type { Screen } from '../../spec/generated/screen'

/** Permission codes of a screen, without its menu: to open it, of its buttons and extra endpoints, and its further rights. */
export function codesOf(screen: Pick<Screen, 'pages' | 'endpoints' | 'permissions' | 'rights' | 'programRights'>): Set<string> {
  const actionNames = Object.values(screen.pages).flatMap((page) => {
    const lists = page as Partial<Record<'toolbar' | 'rowActions' | 'batchActions' | 'actions', string[]>> & { area?: string }
    const tabs = Object.values((page && 'tabs' in page && page.tabs) || {})
    const inTabs = tabs.flatMap((tab): string | readonly [] => {
      if (typeof tab === 'string') return []
      if ('calculate' in tab) return tab.calculate
      return 'lines' in tab ? (tab.import ?? []) : []
    })
    return [lists.toolbar, lists.rowActions, lists.batchActions, lists.actions, lists.area, inTabs].flatMap((list) => list ?? [])
  })
  const extra = Object.values(screen.endpoints.extra ?? {}).map((endpoint) => endpoint.permission)
  return new Set([
    'view',
    ...(screen.permissions?.['view'] === undefined ? [] : [screen.permissions['view']]),
    ...[...actionNames, ...extra].map((name) => screen.permissions?.[name] ?? name),
    ...Object.keys(screen.rights ?? {}),
    ...Object.keys(screen.programRights ?? {}),
  ])
}
