/**
 * Who may give rights to whom (security.md, "Giving rights"): without the right to give rights nobody touches an account that may do more
 * or sees more than he does himself, nor makes one of it, directly or by a role; and nobody changes his own.
 */
import { mayDo } from '../../../engine/core/permission'
import { no } from '../../rules/guards'
import type { AppUser, AppUserRow } from '../generated/appUser'
import type { DepartmentRow } from '../generated/department'
import type { Role } from '../generated/role'
import type { Tables } from '../generated/tables'
import type { PermissionMenu } from '../permissionTree'
import { departmentsBelow, scopeOf } from '../session/account'
import { subMenusOf } from '../session/roleRights'
import { assignPermission } from '../session/preview'
import { beyond, permissionsAtMost, type Standing } from './standing'
import type { Tools } from '../ruleTypes'
import type { OfferRule } from '../../../engine/server/extensions'

type Holder = Pick<AppUserRow, 'id' | 'realName' | 'roleIds' | 'dataScope' | 'departmentId' | 'enterpriseId' | 'fundingPartyIds'>

/** What of an account says what it may do and whose rows it sees. */
const decisive = ['roleIds', 'dataScope', 'departmentId', 'enterpriseId', 'fundingPartyIds'] as const

export interface Giving {
  /** @throws HttpProblem 417 for an account that is touched (changed, reset, locked out or let in) or given rights by who has less himself */
  refuseAccount(tools: Tools, account: Holder): Promise<void>
  /** @throws HttpProblem 417 for who changes his own rights, or those of an account that exceeds him before or after */
  refuseAccountChange(tools: Tools, account: AppUser, before: AppUser | undefined): Promise<void>
  /** @throws HttpProblem 417 for a role that gives, or by which others have, more than who changes it */
  refuseRole(tools: Tools, role: Role): Promise<void>
  /**
   * A move gives the rows of a department, and of those below, to whoever sees the new one above, and takes them from whoever sees the old one.
   * @throws HttpProblem 417 for who does not see all of those rows himself, for which of nothing but the department is asked
   */
  refuseMove(tools: Tools, department: Pick<DepartmentRow, 'id' | 'departmentName'>): Promise<void>
  /** Which roles the caller may not give to anybody, and why. */
  offerRole: OfferRule<Tables>
}

/** Whoever has it may give anything to anybody. */
function givesAnything({ user }: Pick<Tools, 'user'>): boolean {
  return user.system === true || mayDo(user.subMenus, assignPermission)
}

/** @param tree titles of menus and buttons */
export function givingOf(tree: readonly PermissionMenu[]): Giving {
  /** The roles are held, so that none of them changes in the same moment. `open`: a role that counts with what it gives alone. */
  async function standingOf(tools: Tools, { id, roleIds, ...account }: Holder, open?: string): Promise<Standing> {
    const held = roleIds.length === 0 ? [] : await tools.find('role', { id: roleIds }, { lock: true })
    const roles = held.map((role) => (role.id === open ? { ...role, status: 'DISABLED' } : role))
    const { dataScope, departmentId, enterpriseId, fundingPartyIds } = account
    const departments = dataScope === 'DEPT_TREE' && departmentId ? await departmentsBelow(tools.trx, departmentId) : []
    const place = { id, departmentId: departmentId ?? undefined, enterpriseId: enterpriseId ?? undefined }
    return {
      subMenus: subMenusOf(permissionsAtMost(roles), []),
      scope: scopeOf({ ...place, fundingPartyIds: fundingPartyIds ?? [] }, dataScope, departments),
    }
  }

  async function refuseAccount(tools: Tools, account: Holder, open?: string): Promise<void> {
    if (givesAnything(tools)) return
    const what = beyond(tree, tools.user, await standingOf(tools, account, open))
    if (what !== undefined) tools.refuseIf(no('user.beyond-own', { name: account.realName, what }))
  }

  return {
    refuseAccount: (tools, account) => refuseAccount(tools, account),
    async refuseAccountChange(tools, account, before) {
      if (givesAnything(tools)) return
      if (account.id === tools.user.id) {
        if (before && decisive.some((field) => String(before[field] ?? '') !== String(account[field] ?? '')))
          tools.refuseIf(no('user.own-rights'))
        return
      }
      if (before) await refuseAccount(tools, before)
      const what = beyond(tree, tools.user, await standingOf(tools, account))
      if (what !== undefined) tools.refuseIf(no('user.gives-beyond', { name: account.realName, what }))
    },
    async refuseRole(tools, role) {
      if (givesAnything(tools)) return
      const own = await tools.load('appUser', tools.user.id)
      if (own.roleIds.includes(role.id)) tools.refuseIf(no('role.own', { role: role.roleName }))
      // As the role would act for the caller himself: where he stands, with its scope.
      const what = beyond(tree, tools.user, await standingOf(tools, { ...own, roleIds: [role.id], dataScope: role.dataScope }, role.id))
      if (what !== undefined) tools.refuseIf(no('role.beyond-own', { role: role.roleName, what }))
      // What it shuts may be opened by this, or shut to others: each that has it counts with both.
      for (const holder of await tools.find('appUser', { roleIds: role.id })) await refuseAccount(tools, holder, role.id)
    },
    async refuseMove(tools, department) {
      const { department: seen, ...others } = tools.user.scope
      const bound = Object.keys(others).length > 0
      if (givesAnything(tools) || (seen === undefined && !bound)) return
      const moved = await departmentsBelow(tools.trx, department.id)
      if (bound || moved.some((id) => !seen?.includes(id)))
        tools.refuseIf(no('department.beyond-own', { department: department.departmentName }))
    },
    async offerRole({ kysely, user, ids }) {
      if (givesAnything({ user }) || ids.length === 0) return new Map()
      const roles = await kysely.selectFrom('role').select(['id', 'status', 'menu_permissions']).where('id', 'in', ids).execute()
      return new Map(
        roles.flatMap(({ id, status, menu_permissions: menuPermissions }): [string, string][] => {
          const subMenus = subMenusOf(permissionsAtMost([{ status, menuPermissions }]), [])
          const what = beyond(tree, user, { subMenus, scope: user.scope })
          return what === undefined ? [] : [[id, `超出您自己的权限：${what}`]]
        }),
      )
    },
  }
}
