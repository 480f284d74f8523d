/** Somebody has to be left who can give rights: without, only the database could be asked. */
import { no } from '../../rules/guards'
import type { RoleRow } from '../generated/role'
import type { MenuPermission } from '../session/account'
import type { Tools } from './types'

const menuName = 'manage_userManage'
const button = 'assignPermission'

/**
 * After rights have changed; `user` is who loses them, and before it was done: the account that goes, or the one whose roles have changed.
 * Only who is 正常 counts as left. The roles are locked, so that two administrators cannot shut each other out in the same moment.
 */
export async function refuseLastAdministrator(tools: Tools, user?: { gone?: string; roleIds: string[] }): Promise<void> {
  const roles = new Map((await tools.find('role', { status: 'ENABLED' }, { lock: true })).map((role) => [role.id, role]))
  if (user && !givesRights(user.roleIds, roles)) return
  const giving = [...roles.values()].filter((role) => givesRights([role.id], roles)).map(({ id }) => id)
  for (const id of giving) {
    const users = await tools.find('appUser', { roleIds: id, status: 'ENABLED' })
    if (users.some((other) => other.id !== user?.gone && givesRights(other.roleIds, roles))) return
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
