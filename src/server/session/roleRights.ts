import { sql, type Kysely } from 'kysely'
import type { SubMenu } from '../../../engine/core/permission'
import type { MenuPlan } from '../../../engine/core/plan'
import type { MenuPermissions } from '../generated/shapes'
import type { Tables } from '../generated/tables'

/** One entry of a role's permissions: a menu, whether it may be opened (0 forbids it), and its buttons. */
export type MenuPermission = MenuPermissions[number]

/** A role as it was when it was read: each change of its row, by whom or what ever, gives it another state. */
export interface RoleState {
  id: string
  state: string
}

/** What says in which state a role's row is: the transaction that has written it. */
export const roleState = sql<string>`r.xmin::text`

/** Of so many sets of roles the rights are kept; a product has a few dozen. */
const maxKept = 500

/**
 * The rights of an account's roles together. They are thousands of characters, asked for before every request and changed once in weeks: what
 * a set of roles gives is read and worked out once for each state that they are in.
 */
export function roleRights(kysely: Kysely<Tables>, menus: MenuPlan[]): (roles: readonly RoleState[]) => Promise<readonly SubMenu[]> {
  const kept = new Map<string, readonly SubMenu[]>()
  return async (roles) => {
    if (roles.length === 0) return []
    const known = kept.get(keyOf(roles))
    if (known) return known
    const rows = await kysely
      .selectFrom('role as r')
      .select([sql<string>`r.id::text`.as('id'), roleState.as('state'), 'r.menu_permissions'])
      .where(
        'r.id',
        'in',
        roles.map(({ id }) => id),
      )
      .where('r.status', '=', 'ENABLED')
      .orderBy('r.id')
      .execute()
    const subMenus = subMenusOf(
      rows.flatMap((row) => row.menu_permissions ?? []),
      menus,
    )
    if (kept.size >= maxKept) kept.clear()
    // Under the state that was read, which may be a later one than was asked for.
    kept.set(keyOf(rows), subMenus)
    return subMenus
  }
}

function keyOf(roles: readonly RoleState[]): string {
  return roles.map(({ id, state }) => `${id}:${state}`).join(' ')
}

/** The rights of several roles together: any role's button counts, but a menu forbidden by one role stays forbidden (acceptance S2, P2). */
export function subMenusOf(permissions: readonly MenuPermission[], menus: MenuPlan[]): SubMenu[] {
  const byMenu = new Map<string, { permissionType: 0 | 1; buttons: Set<string> }>()
  for (const { menuName, permissionType, buttons } of permissions) {
    const known = byMenu.get(menuName) ?? { permissionType: 1 as 0 | 1, buttons: new Set<string>() }
    if (permissionType === 0) known.permissionType = 0
    for (const button of buttons) known.buttons.add(button)
    byMenu.set(menuName, known)
  }
  // The first entry of a menu is its own; those of its further pages follow.
  const ids = new Map(
    menus
      .filter((menu) => menu.menuName !== undefined)
      .toReversed()
      .map((menu) => [menu.menuName, menu.id]),
  )
  return [...byMenu].map(([menuName, { permissionType, buttons }]) => ({
    menuName,
    menuId: ids.get(menuName) ?? '',
    permissionType,
    children: [...buttons].map((code) => ({ menuName: `${menuName.slice(menuName.indexOf('_') + 1)}_${code}` })),
  }))
}
