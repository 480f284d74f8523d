import type { KeyValueStore } from '../../../engine/client/memory/storage'
import type { SubMenu } from '../../../engine/core/permission'
import type { CurrentUser, ParentMenu, PlacedMenu } from '../account'

/** Key of local storage (acceptance S7). */
export const currentUserKey = 'currentUser'
/** Key of local storage: what this user may see of the product. */
export const productKey = 'product'
/** Tolerance for a clock that was corrected meanwhile. */
const CLOCKS_DIFFER_MS = 300_000

/** The user stored in this browser; undefined when there is none, or the stored value is invalid. */
export function readCurrentUser(local: KeyValueStore): CurrentUser | undefined {
  const stored = local.get(currentUserKey)
  return isCurrentUser(stored) ? stored : undefined
}

export function writeCurrentUser(
  local: KeyValueStore,
  { createTime, userId, parentMenu, subMenu, departmentElement, fundingElement }: CurrentUser,
): void {
  local.set(currentUserKey, { createTime, userId, parentMenu, subMenu, departmentElement, fundingElement })
}

/** The menus with their places. */
export function placedMenus(menus: readonly ParentMenu[]): PlacedMenu[] {
  const order = menus.toSorted((one, other) => one.seq - other.seq)
  return menus.map((menu) => ({
    ...menu,
    index: order.indexOf(menu),
    base: menu.pageUrl.split(/[/?#]/).find((segment) => segment !== '') ?? menu.code,
  }))
}

/** Acceptance S3. A sign-in time in the future was written by another clock, or by hand. */
export function isExpired(user: Pick<CurrentUser, 'createTime'>, now: number, lifetimeMs: number): boolean {
  const age = now - user.createTime
  return age > lifetimeMs || age < -CLOCKS_DIFFER_MS
}

/**
 * How a page starts (acceptance S1, S3). A stored user is applied in either case, so that menus and routes follow the same rules; with one that is
 * too old nothing is shown before the server has confirmed the token.
 */
export function decideStart(
  token: string | undefined,
  stored: CurrentUser | undefined,
  now: number,
  lifetimeMs: number,
): 'signIn' | 'ask' | 'show' {
  if (token === undefined) return 'signIn'
  return stored === undefined || isExpired(stored, now, lifetimeMs) ? 'ask' : 'show'
}

function isCurrentUser(value: unknown): value is CurrentUser {
  if (typeof value !== 'object' || value === null) return false
  const { createTime, userId, parentMenu, subMenu, departmentElement, fundingElement } = value as Partial<CurrentUser>
  return (
    typeof createTime === 'number' &&
    typeof userId === 'string' &&
    [parentMenu, departmentElement, fundingElement].every(Array.isArray) &&
    Array.isArray(subMenu) &&
    subMenu.every(isSubMenu)
  )
}

/** Everything that menus and routes depend on. */
function isSubMenu(value: unknown): value is SubMenu {
  if (typeof value !== 'object' || value === null) return false
  const { menuName, menuId, permissionType, children = [] } = value as Partial<SubMenu>
  return (
    typeof menuName === 'string' &&
    typeof menuId === 'string' &&
    typeof permissionType === 'number' &&
    Array.isArray(children) &&
    children.every((child: unknown) => typeof (child as { menuName?: unknown } | null)?.menuName === 'string')
  )
}
