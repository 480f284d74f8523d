import type { InferResult } from 'kysely'
import type { MenuPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import type { Authenticate, Clock } from '../../../engine/server/session'
import { accounts, mayWork, toAccount } from './account'
import { accountOfPreview } from './preview'
import { roleRights } from './roleRights'
import { hashOf, isLive, type TokenLimits } from './tokens'

/** Looks up each request's account anew: a disabled user, a changed role or a frozen enterprise acts on the next request. */
export function authenticator({ kysely }: Pick<Database, 'kysely'>, menus: MenuPlan[], clock: Clock, limits: TokenLimits): Authenticate {
  // Written once: making its text would take longer than the database takes to answer.
  const byToken = accounts(kysely)
    .innerJoin('session_token as s', 's.user_id', 'u.id')
    .select(['s.token_hash', 's.created_at', 's.used_at'])
    .where('s.token_hash', '=', '')
    .compile()
  const rightsOf = roleRights(kysely, menus)

  return async (token) => {
    const now = new Date(clock.now())
    const { rows } = await kysely.executeQuery<InferResult<typeof byToken>[number]>({ ...byToken, parameters: [hashOf(token)] })
    const found = rows[0]
    const account = found ? toAccount(found, await rightsOf(found.roles)) : await accountOfPreview(kysely, token, menus, now, limits)
    if (!account || !mayWork(account)) return undefined
    return !found || (await isLive(kysely, found, now, limits)) ? account : undefined
  }
}
