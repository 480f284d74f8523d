/** What an account may do and whose rows it sees, and what of it is more than another has (security.md, "Giving rights"). Pure. */
import { allowedActions, mayDo, mayOpen, splitMenuName, type SubMenu } from '../../../engine/core/permission'
import type { SessionUser } from '../../../engine/server/session'
import type { PermissionMenu } from '../permissionTree'
import { nobody } from '../session/account'
import type { MenuPermission } from '../session/roleRights'

export interface Standing {
  subMenus: readonly SubMenu[]
  scope: SessionUser['scope']
}

/** Titles of the dimensions of row scope, as they are called where a scope is said. */
const dimensionTitles: Readonly<Record<string, string>> = { department: '部门', fundingParty: '资金方', enterprise: '企业', owner: '人员' }
const maxNames = 5

/**
 * What the roles can come to together: those that are switched off count with what they give, because they may be switched on again, and
 * not with what they shut.
 */
export function permissionsAtMost(roles: readonly { status: string; menuPermissions: MenuPermission[] | null }[]): MenuPermission[] {
  return roles.flatMap(({ status, menuPermissions }) => {
    const entries = menuPermissions ?? []
    return status === 'ENABLED' ? entries : entries.filter(({ permissionType }) => permissionType !== 0)
  })
}

/** In words, everything that `other` has and `own` has not: menus with their buttons, and the row scope. Undefined: nothing. */
export function beyond(tree: readonly PermissionMenu[], own: Standing, other: Standing): string | undefined {
  const menus = menusBeyond(tree, own.subMenus, other.subMenus)
  const scope = scopeBeyond(own.scope, other.scope)
  const menuList = menus.length > maxNames ? `${menus.slice(0, maxNames).join('、')}等 ${menus.length} 个菜单` : menus.join('、')
  const parts = [...(menuList === '' ? [] : [menuList]), ...(scope.length === 0 ? [] : [`数据范围（${scope.join('、')}）`])]
  return parts.length === 0 ? undefined : parts.join('，')
}

/** Each menu with what of it is more: that it may be entered, and its buttons. */
function menusBeyond(tree: readonly PermissionMenu[], own: readonly SubMenu[], other: readonly SubMenu[]): string[] {
  const names = [...new Set(other.map(({ menuName }) => menuName))]
  return names.flatMap((menuName) => {
    if (!mayOpen(other, menuName)) return []
    const known = tree.find((menu) => menu.menuName === menuName)
    const { name } = splitMenuName(menuName)
    const codes = allowedActions(other, menuName).filter((code) => !mayDo(own, `${name}_${code}`))
    const buttons = codes.map((code) => known?.buttons.find((button) => button.code === code)?.title ?? code)
    const all = [...(mayOpen(own, menuName) ? [] : ['进入']), ...buttons]
    return all.length === 0 ? [] : [`“${known?.title ?? menuName}”的${all.join('、')}`]
  })
}

/** Dimension by dimension: a dimension that is not restricted is more than one that is. */
function scopeBeyond(own: Standing['scope'], other: Standing['scope']): string[] {
  return Object.entries(own).flatMap(([dimension, ids]) => {
    const title = dimensionTitles[dimension] ?? dimension
    const theirs = other[dimension]
    if (theirs === undefined) return [`不限${title}`]
    return theirs.some((id) => id !== nobody && !ids.includes(id)) ? [`其他${title}`] : []
  })
}
