import { sql } from 'kysely'
import type { ProductPlan, RolePlan } from '../../../engine/core/plan'
import type { WriteContext } from '../../../engine/server/write/context'
import { typed } from '../rules/types'
import { permissionTreeOf } from '../permissionTree'
import type { MenuPermission } from '../session/account'
import { insertRows } from './insertRows'
import { areSameRights, mergeRights } from './mergeRights'

/**
 * Brings the standard roles of the schemas into the database. `standard_role` keeps what was last shipped of each, so that the next version
 * knows what it changes and what administrators have changed (mergeRights.ts). A role that administrators have deleted stays away, and one that
 * they made under the same code before it was shipped is theirs.
 */
export async function bringRoles(context: WriteContext): Promise<void> {
  const { plan } = context.writing.services
  const shipped = await readShipped(context)
  const stored = new Map((await typed(context.tools).find('role', {}, { lock: true })).map((role) => [role.roleCode, role]))
  for (const role of Object.values(plan.roles)) {
    const wanted = permissionsOf(plan, role)
    const last = shipped.get(role.code)
    const own = stored.get(role.code)
    if (last === undefined) {
      if (own) continue
      const values = { roleCode: role.code, roleName: role.title, dataScope: role.dataScope, menuPermissions: wanted }
      await insertRows(context, 'role', [{ values }])
    } else {
      if (areSameRights(last, wanted)) continue
      if (own) await update(context, own.id, own.menuPermissions ?? [], last, wanted)
    }
    await keepShipped(context, role.code, wanted)
  }
}

async function update(
  { tools }: WriteContext,
  id: string,
  own: MenuPermission[],
  last: MenuPermission[],
  wanted: MenuPermission[],
): Promise<void> {
  const merged = mergeRights(last, own, wanted)
  if (!areSameRights(own, merged)) await typed(tools).set('role', id, { menuPermissions: merged })
}

/** Its menus with those buttons that can be given: the right to view goes with the menu itself, where no button bears it. */
export function permissionsOf(plan: ProductPlan, { menus }: RolePlan): MenuPermission[] {
  const known = new Map(permissionTreeOf(plan).map(({ menuName, buttons }) => [menuName, buttons.map(({ code }) => code)]))
  return Object.entries(menus).map(([menuName, buttons]) => ({
    menuName,
    permissionType: 1,
    buttons: buttons.filter((code) => known.get(menuName)?.includes(code)),
  }))
}

async function readShipped({ trx }: WriteContext): Promise<Map<string, MenuPermission[]>> {
  const rows = await trx.selectFrom('standard_role').select(['role_code', 'permissions']).execute()
  return new Map(rows.map((row) => [String(row['role_code']), row['permissions'] as MenuPermission[]]))
}

async function keepShipped({ trx }: WriteContext, code: string, permissions: MenuPermission[]): Promise<void> {
  await sql`
    insert into standard_role (role_code, permissions) values (${code}, ${JSON.stringify(permissions)})
    on conflict (role_code) do update set permissions = excluded.permissions`.execute(trx)
}
