import { sql, type Kysely } from 'kysely'
import type { MenuPlan } from '../../../engine/core/plan'
import type { Tables } from '../generated/tables'
import { accountByName, type Account } from './account'
import { passwordMatches, pretendToMatch } from './password'

/** After this many wrong passwords an account is locked (domain 80, H.3). */
const wrongPasswordsAllowed = 5
export const lockMinutes = 30

export type SignIn = { account: Account } | { refusal: 'wrong' | 'locked' | 'disabled' | 'frozen' }

/**
 * Checks a name and password. A wrong password counts towards the lock; who does not know the password learns nothing of the
 * account, neither from the answer nor from its time.
 */
export async function signIn(kysely: Kysely<Tables>, userName: string, password: string, now: Date, menus: MenuPlan[]): Promise<SignIn> {
  const account = await accountByName(kysely, userName, menus)
  if (!account) {
    await pretendToMatch(password)
    return { refusal: 'wrong' }
  }
  await unlockWhenOver(kysely, account, now)
  if (!(await passwordMatches(password, account.passwordHash))) {
    await countWrongPassword(kysely, account, now)
    return { refusal: 'wrong' }
  }
  if (account.status === 'LOCKED') return { refusal: 'locked' }
  if (account.status === 'DISABLED') return { refusal: 'disabled' }
  if (account.enterpriseInactive) return { refusal: 'frozen' }
  await kysely.updateTable('app_user').set({ pwd_error_count: 0, last_login_at: now.toISOString() }).where('id', '=', account.id).execute()
  return { account }
}

/** A lock by wrong passwords ends by itself; one set by an admin has no count and stays. */
async function unlockWhenOver(kysely: Kysely<Tables>, account: Account, now: Date): Promise<void> {
  if (account.status !== 'LOCKED') return
  const lockedBefore = new Date(now.getTime() - lockMinutes * 60_000).toISOString()
  const unlocked = await kysely
    .updateTable('app_user')
    .set({ status: 'ENABLED', pwd_error_count: 0, locked_at: null })
    .where('id', '=', account.id)
    .where('status', '=', 'LOCKED')
    .where('pwd_error_count', '>=', wrongPasswordsAllowed)
    .where('locked_at', '<=', lockedBefore)
    .executeTakeFirst()
  if (unlocked.numUpdatedRows > 0n) account.status = 'ENABLED'
}

/** One statement, so that parallel tries are all counted. */
async function countWrongPassword(kysely: Kysely<Tables>, account: Account, now: Date): Promise<void> {
  const locks = sql`status = 'ENABLED' and coalesce(pwd_error_count, 0) + 1 >= ${wrongPasswordsAllowed}`
  await kysely
    .updateTable('app_user')
    .set({
      pwd_error_count: sql`coalesce(pwd_error_count, 0) + 1`,
      status: sql`case when ${locks} then 'LOCKED' else status end`,
      locked_at: sql`case when ${locks} then ${now.toISOString()}::timestamptz else locked_at end`,
    })
    .where('id', '=', account.id)
    .execute()
}
