import type { MenuPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import type { Authenticate, Clock } from '../../../engine/server/session'
import { accountById } from './account'
import { userOfToken, type TokenLimits } from './tokens'

/** Looks up each request's account anew: a disabled user, a changed role or a frozen enterprise acts on the next request. */
export function authenticator({ kysely }: Pick<Database, 'kysely'>, menus: MenuPlan[], clock: Clock, limits: TokenLimits): Authenticate {
  return async (token) => {
    const userId = await userOfToken(kysely, token, new Date(clock.now()), limits)
    const account = userId === undefined ? undefined : await accountById(kysely, userId, menus)
    return account?.status === 'ENABLED' && !account.enterpriseInactive ? account : undefined
  }
}
