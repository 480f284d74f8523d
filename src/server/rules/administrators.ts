/** Somebody has to be left who can give rights: without, only the database could be asked. */
import { no } from '../../rules/guards'
import type { RoleRow } from '../generated/role'
import type { MenuPermission } from '../session/roleRights'
import type { Tools } from '../ruleTypes'

const menuName = 'manage_userManage'
const button = 'assignPermission'

/**
 * After rights have changed; `loss` is who loses them, and before it was done: the account that goes, the one whose roles have changed, or
 * the enterprise whose people cannot work any more. Only who can sign in counts as left: 正常, with a password, of an enterprise that works.
 * The roles are locked, so that two administrators cannot shut each other out in the same moment.
 */
export async function refuseLastAdministrator(
  tools: Tools,
  loss: { gone?: string; roleIds?: string[]; enterprise?: string } = {},
): Promise<void> {
  const roles = new Map((await tools.find('role', { status: 'ENABLED' }, { lock: true })).map((role) => [role.id, role]))
  if (loss.roleIds && !givesRights(loss.roleIds, roles)) return
  const giving = [...roles.values()].filter((role) => givesRights([role.id], roles)).map(({ id }) => id)
  for (const id of giving) {
    for (const user of await tools.find('appUser', { roleIds: id, status: 'ENABLED' })) {
      if (user.id === loss.gone || user.passwordHash === null || !givesRights(user.roleIds, roles)) continue
      if (user.enterpriseId === null) return
      if (user.enterpriseId === loss.enterprise) continue
      if ((await tools.load('enterprise', user.enterpriseId)).effectiveStatus === 'ACTIVE') return
    }
  }
  tools.refuseIf(no('role.last-administrator'))
}

/** What a role says about the menu in which rights are given. */
export function entryOf(permissions: MenuPermission[] | null): MenuPermission | undefined {
  return permissions?.find((entry) => entry.menuName === menuName)
}

/** Some role has the button, and none shuts the menu (acceptance S2). */
function givesRights(roleIds: string[], roles: ReadonlyMap<string, RoleRow>): boolean {
  const entries = roleIds.flatMap((id) => entryOf(roles.get(id)?.menuPermissions ?? null) ?? [])
  return entries.some(({ buttons }) => buttons.includes(button)) && !entries.some(({ permissionType }) => permissionType === 0)
}
