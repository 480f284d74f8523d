import type { PermissionMenu } from '../permissionTree'
import type { ProductPlan } from '../../../engine/core/plan'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { refuseStale } from '../../../engine/server/record/guards'
import { entryOf, refuseLastAdministrator } from '../rules/administrators'
import type { RightsWords } from '../rules/rightsWords'
import type { Handler } from '../ruleTypes'

/** The whole tree of menus and buttons, and what the role has of it. */
export function rolePermissions(tree: PermissionMenu[]): Handler<'rolePermissions'> {
  return async ({ params, tools }) => {
    const role = await tools.load('role', params.id)
    return { tree, menuPermissions: role.menuPermissions ?? [], version: role.version }
  }
}

/**
 * Replaces a role's rights, unless somebody else has changed the role since the version that was seen. A menu or button that does not exist is
 * refused, so that a role holds nothing that means nothing; what it has of menus that are not installed here, as of an application that is not
 * configured now, it keeps, whether that was sent along or not: nobody sees it to take it away.
 */
export function saveRolePermissions(
  tree: PermissionMenu[],
  words: RightsWords,
  { entities }: Pick<ProductPlan, 'entities'>,
): Handler<'saveRolePermissions'> {
  return async ({ params, body, tools }) => {
    const role = await tools.load('role', params.id, { lock: true })
    const installed = new Map(tree.map((menu) => [menu.menuName, menu]))
    const kept = (role.menuPermissions ?? []).filter(({ menuName }) => !installed.has(menuName))
    const problems = body.menuPermissions.flatMap(({ menuName, buttons }, index) => {
      const menu = installed.get(menuName)
      if (!menu && kept.some((entry) => entry.menuName === menuName)) return []
      if (!menu) return [fieldProblem(`menuPermissions.${index}.menuName`, 'unknown', `没有菜单“${menuName}”`)]
      const unknown = buttons.filter((button) => !menu.buttons.some((known) => known.code === button))
      return unknown.map((button) => fieldProblem(`menuPermissions.${index}.buttons`, 'unknown', `菜单“${menu.title}”没有按钮“${button}”`))
    })
    if (problems.length > 0) throw invalid(problems)
    const permissions = [...body.menuPermissions.filter(({ menuName }) => installed.has(menuName)), ...kept]
    if (entities['role']) refuseStale(entities['role'], { ...role }, body.version)
    await tools.set('role', params.id, { menuPermissions: permissions })
    if (JSON.stringify(entryOf(role.menuPermissions)) !== JSON.stringify(entryOf(permissions))) await refuseLastAdministrator(tools)
    const changed = words.role(role, { ...role, menuPermissions: permissions })
    if (changed !== undefined) tools.securityEvent('rights', changed)
    return {}
  }
}
