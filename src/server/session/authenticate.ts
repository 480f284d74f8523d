import type { MenuPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import type { Authenticate, Clock } from '../../../engine/server/session'
import { accountById, mayWork } from './account'
import { accountOfPreview } from './preview'
import { userOfToken, type TokenLimits } from './tokens'

/** Looks up each request's account anew: a disabled user, a changed role or a frozen enterprise acts on the next request. */
export function authenticator({ kysely }: Pick<Database, 'kysely'>, menus: MenuPlan[], clock: Clock, limits: TokenLimits): Authenticate {
  return async (token) => {
    const now = new Date(clock.now())
    const userId = await userOfToken(kysely, token, now, limits)
    const account =
      userId === undefined ? await accountOfPreview(kysely, token, menus, now, limits) : await accountById(kysely, userId, menus)
    return account && mayWork(account) ? account : undefined
  }
}
