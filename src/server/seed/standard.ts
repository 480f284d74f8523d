import type { ProductPlan, RolePlan } from '../../../engine/core/plan'
import type { WriteContext } from '../../../engine/server/write/context'
import { permissionTreeOf } from '../permissionTree'
import type { MenuPermission } from '../session/account'
import { insertRows } from './insertRows'

/** Standard roles that do not exist yet, with the menus and buttons of the schemas. */
export async function addRoles(context: WriteContext): Promise<void> {
  const { plan } = context.writing.services
  const known = new Set((await context.tools.find('role', {})).map((role) => role['roleCode']))
  const missing = Object.values(plan.roles).filter((role) => !known.has(role.code))
  await insertRows(
    context,
    'role',
    missing.map((role) => ({
      values: { roleCode: role.code, roleName: role.title, dataScope: role.dataScope, menuPermissions: permissionsOf(plan, role) },
    })),
  )
}

/** Its menus with those buttons that can be given: the right to view goes with the menu itself, where no button bears it. */
function permissionsOf(plan: ProductPlan, { menus }: RolePlan): MenuPermission[] {
  const known = new Map(permissionTreeOf(plan).map(({ menuName, buttons }) => [menuName, buttons.map(({ code }) => code)]))
  return Object.entries(menus).map(([menuName, buttons]) => ({
    menuName,
    permissionType: 1,
    buttons: buttons.filter((code) => known.get(menuName)?.includes(code)),
  }))
}

/** Dictionary items that do not exist yet. What a dictionary has lost since stays: documents may name it. */
export async function addDictionaryItems(context: WriteContext): Promise<void> {
  const { plan } = context.writing.services
  const stored = await context.trx.selectFrom('dict_item').select(['dict_code', 'item_code']).execute()
  const known = new Set(stored.map((item) => `${String(item['dict_code'])}.${String(item['item_code'])}`))
  const items = Object.values(plan.dictionaries).flatMap(({ name, title, items: codes }) =>
    codes.map((item, index) => ({
      dictCode: name,
      dictName: title,
      itemCode: item.code,
      itemName: item.title,
      tagColor: item.color ?? null,
      seq: index + 1,
      isSystem: true,
    })),
  )
  const missing = items.filter((item) => !known.has(`${item.dictCode}.${item.itemCode}`))
  await insertRows(
    context,
    'dictItem',
    missing.map((values) => ({ values })),
  )
}
