import type { ProductPlan, RolePlan } from '../../../engine/core/plan'
import type { WriteContext } from '../../../engine/server/record/context'
import { typed, type Tools } from '../ruleTypes'
import { permissionTreeOf } from '../permissionTree'
import type { MenuPermission } from '../session/roleRights'
import { insertRows } from './insertRows'
import { areSameRights, mergeRights } from './mergeRights'

/**
 * Brings the standard roles of the schemas into the database. `standard_role` keeps what was last shipped of each, so that the next version
 * knows what it changes and what administrators have changed (mergeRights.ts). A role that administrators have deleted stays away, and one that
 * they made under the same code before it was shipped is theirs.
 */
export async function bringRoles(context: WriteContext): Promise<void> {
  const { plan } = context.writing.services
  const tools = typed(context.tools)
  const shipped = await readShipped(tools)
  const stored = new Map((await tools.find('role', {}, { lock: true })).map((role) => [role.roleCode, role]))
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
      if (own) await update(tools, own.id, own.menuPermissions ?? [], last, wanted)
    }
    await keepShipped(tools, role.code, wanted)
  }
}

async function update(tools: Tools, id: string, own: MenuPermission[], last: MenuPermission[], wanted: MenuPermission[]): Promise<void> {
  const merged = mergeRights(last, own, wanted)
  if (!areSameRights(own, merged)) await tools.set('role', id, { menuPermissions: merged })
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

async function readShipped({ trx }: Tools): Promise<Map<string, MenuPermission[]>> {
  const rows = await trx.selectFrom('standard_role').select(['role_code', 'permissions']).execute()
  return new Map(rows.map((row) => [row.role_code, row.permissions]))
}

async function keepShipped({ trx }: Tools, code: string, permissions: MenuPermission[]): Promise<void> {
  await trx
    .insertInto('standard_role')
    .values({ role_code: code, permissions: JSON.stringify(permissions) })
    .onConflict((conflict) => conflict.column('role_code').doUpdateSet((row) => ({ permissions: row.ref('excluded.permissions') })))
    .execute()
}
