import type { Roles } from '../../engine/spec/generated/roles'
import type { Screen } from '../../engine/spec/generated/screen'
import { notDone } from './refusal'

/** Role → the rights that it gets on the new menu. */
export type Rights = Record<string, string[]>

const place = '--roles'

/** The rights of a screen's buttons; `view` opens it. */
export function rightsOf({ pages }: Pick<Screen, 'pages'>): string[] {
  const list = pages.list && 'toolbar' in pages.list ? pages.list : undefined
  const buttons: (string | { action: string })[] = [...(list?.toolbar ?? []), ...(list?.rowActions ?? [])]
  return [...new Set(['view', ...buttons.map((button) => (typeof button === 'string' ? button : button.action))])]
}

/**
 * Who works on most menus of the group gets all, who may open most of them reads and exports; for the others, as for partners, an administrator
 * says so.
 */
export function usualRights(group: string, all: string[], roles: Roles['roles']): Rights {
  const menus = new Set(Object.values(roles).flatMap((role) => Object.keys(role.menus).filter((menu) => menu.startsWith(`${group}_`))))
  const most = Math.max(1, menus.size / 3)
  const reading = all.filter((right) => right === 'view' || right === 'export')
  const given = Object.entries(roles).flatMap(([code, role]): [string, string[]][] => {
    const own = [...menus].flatMap((menu) => (role.menus[menu] ? [role.menus[menu]] : []))
    const adds = own.filter((rights) => rights.includes('add')).length
    if (adds >= most) return [[code, all]]
    return own.length > menus.size / 2 ? [[code, reading]] : []
  })
  return Object.fromEntries(given)
}

/** `OP=*,AD=view+export`; `*` is all. */
export function parseRights(text: string, all: readonly string[], roles: Roles['roles']): Rights {
  const rights: Rights = {}
  let column = 1
  for (const item of text.split(',')) {
    const [role = '', given = '*'] = item.trim().split('=')
    const known = Object.keys(roles)
    if (!known.includes(role)) notDone(place, `没有名为“${role}”的角色`, { allowed: known, column }, role)
    const names = given === '*' ? [...all] : given.split('+').map((each) => each.trim())
    const unknown = names.find((name) => !all.includes(name))
    if (unknown !== undefined) notDone(place, `没有名为“${unknown}”的权限`, { allowed: all, column }, unknown)
    rights[role] = names.includes('view') ? names : ['view', ...names]
    column += item.length + 1
  }
  return rights
}
