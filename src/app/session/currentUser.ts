import type { KeyValueStore } from '../../../engine/client/storage'
import type { CurrentUser } from './account'

/** Key of local storage (acceptance S7). */
export const currentUserKey = 'currentUser'

/** The user as kept by this browser; undefined when there is none, or something that is none. */
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

/** Acceptance S3. */
export function isExpired(user: Pick<CurrentUser, 'createTime'>, now: number, lifetimeMs: number): boolean {
  return now - user.createTime > lifetimeMs
}

/**
 * How a page starts (acceptance S1, S3). A stored user is applied in either case, so that menus and routes follow the same rules; of one
 * that is too old nothing is shown before the server, which refuses an expired token, has answered.
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
  const { createTime, userId, subMenu } = value as Partial<CurrentUser>
  return typeof createTime === 'number' && typeof userId === 'string' && Array.isArray(subMenu)
}
