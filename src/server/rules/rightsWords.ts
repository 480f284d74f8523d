/** How a change of rights reads in the security log. Pure. */
import type { DictionaryPlan } from '../../../engine/core/plan'
import type { AppUser } from '../generated/appUser'
import type { Role } from '../generated/role'
import type { PermissionMenu } from '../permissionTree'
import type { MenuPermission } from '../session/roleRights'

type Account = Pick<
  AppUser,
  'userName' | 'roleNames' | 'dataScope' | 'departmentName' | 'enterpriseName' | 'fundingPartyNames' | 'roleIds' | 'fundingPartyIds'
>
type RoleRights = Pick<Role, 'roleName' | 'dataScope' | 'status' | 'menuPermissions'>

export interface RightsWords {
  /** What has changed of what an account may do and whose rows it sees; undefined: nothing. */
  account(before: Account | undefined, after: Account): string | undefined
  /** The same of a role, and what it gives. */
  role(before: RoleRights | undefined, after: RoleRights): string | undefined
}

/** @param tree titles of menus and buttons */
export function rightsWords(tree: readonly PermissionMenu[], dictionaries: Record<string, DictionaryPlan>): RightsWords {
  const titleOf = (dictionary: string, code: string): string =>
    dictionaries[dictionary]?.items.find((item) => item.code === code)?.title ?? code
  const rightsOf = (account: Account): [string, string][] => [
    ['角色', list(account.roleNames)],
    ['数据范围', titleOf('dataScope', account.dataScope)],
    ['部门', account.departmentName ?? ''],
    ['企业', account.enterpriseName ?? ''],
    ['资金方', list(account.fundingPartyNames)],
  ]
  const wordsOf = (role: RoleRights): [string, string][] => [
    ['名称', role.roleName],
    ['状态', titleOf('enableStatus', role.status)],
    ['数据范围', titleOf('dataScope', role.dataScope)],
  ]
  const permissionsOf = (permissions: MenuPermission[] | null): Map<string, string> => {
    const entries = (permissions ?? []).flatMap(({ menuName, permissionType, buttons }) => {
      const menu = tree.find((known) => known.menuName === menuName)
      const title = menu?.title ?? menuName
      const titled = buttons.map((code): [string, string] => [
        `${menuName} ${code}`,
        `${title}·${menu?.buttons.find((button) => button.code === code)?.title ?? code}`,
      ])
      return permissionType === 0
        ? [[`${menuName} 0`, `禁入${title}`] as [string, string]]
        : [[menuName, title] as [string, string], ...titled]
    })
    return new Map(entries)
  }

  return {
    account(before, after) {
      const changed = changes(before && rightsOf(before), rightsOf(after))
      return changed.length === 0 ? undefined : `用户 ${after.userName}：${changed.join('；')}`
    },
    role(before, after) {
      const [had, has] = [permissionsOf(before?.menuPermissions ?? null), permissionsOf(after.menuPermissions)]
      const missing = (from: Map<string, string>, others: Map<string, string>) =>
        [...from].filter(([key]) => !others.has(key)).map(([, title]) => title)
      const [added, removed] = [missing(has, had), missing(had, has)]
      const changed = [
        ...changes(before && wordsOf(before), wordsOf(after)),
        ...(added.length === 0 ? [] : [`增加 ${list(added)}`]),
        ...(removed.length === 0 ? [] : [`减少 ${list(removed)}`]),
      ]
      return changed.length === 0 ? undefined : `角色 ${after.roleName}：${changed.join('；')}`
    },
  }
}

function list(names: string[] | null): string {
  return (names ?? []).join('、')
}

/** A new one has what it has; of a changed one, what is another now. */
function changes(before: [string, string][] | undefined, after: [string, string][]): string[] {
  return after.flatMap(([title, now], index) => {
    const then = before?.[index]?.[1] ?? ''
    if (now === then) return []
    return [then === '' ? `${title} ${now}` : `${title} ${then} 改为 ${now === '' ? '无' : now}`]
  })
}
