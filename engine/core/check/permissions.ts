import { resolveGroups } from '../compile'
import type { ProductSources } from '../sources/sources'
import type { Report } from './report'
import { builtInActions } from './builtInActions'

/** A code of a screen's own that no action has and no role is given would open nothing to anybody. */
export function checkPermissions(sources: ProductSources, report: Report): void {
  const given = new Map<string, Set<string>>()
  for (const { menus } of Object.values(sources.roles.roles))
    for (const [menuName, rights] of Object.entries(menus)) given.set(menuName, new Set([...(given.get(menuName) ?? []), ...rights]))
  if (given.size === 0) return
  for (const [id, { entity, actions = {}, permissions = {} }] of Object.entries(sources.screens)) {
    const own = sources.entities[entity]
    const performed = own ? Object.keys(resolveGroups(entity, own, sources).actions ?? {}) : []
    const known = [...builtInActions, ...Object.keys(actions), ...performed]
    const codes = [...known, ...(given.get(menuNameOf(id)) ?? [])]
    for (const [action, code] of Object.entries(permissions)) {
      report.known(`screens/${id}`, `/permissions/${action}`, 'action', action, known, { key: true })
      report.known(`screens/${id}`, `/permissions/${action}`, 'permission', code, codes)
    }
  }
}

function menuNameOf(id: string): string {
  return id.replace('/', '_').split('.', 1)[0] ?? id
}
