import type { Kysely } from 'kysely'
import type { MenuPlan } from '../../../engine/core/plan'
import type { Tables } from '../generated/tables'
import { accountById, credentialsOf, type Account } from './account'
import { beginAttempt, failed, succeeded, type Attempt } from './attempts'
import { passwordMatches, pretendToMatch } from './password'

/** `knownId` is for the log alone: the account of that name, of which the answer does not tell. */
export type SignIn = { account: Account } | { refused: Known } | { slowed: Known & { waitSeconds: number } }

interface Known {
  knownId?: string
}

/**
 * Checks a name and password. Whatever is in the way, a wrong name, a wrong password, a locked or disabled account, the answer is one,
 * takes one time and counts alike; and while the account is slowed down nothing is compared, so that no answer depends on the password.
 */
export async function signIn(kysely: Kysely<Tables>, attempt: Attempt, password: string, now: Date, menus: MenuPlan[]): Promise<SignIn> {
  const slowed = await beginAttempt(kysely, attempt, now)
  const known = await credentialsOf(kysely, attempt.userName)
  const identified: Known = known ? { knownId: known.id } : {}
  if (slowed) return { slowed: { ...slowed, ...identified } }
  const matches = known ? await passwordMatches(password, known.passwordHash) : await pretendToMatch(password)
  const account = known?.usable && matches ? await accountById(kysely, known.id, menus) : undefined
  if (!account) {
    await failed(kysely, attempt, now)
    return { refused: identified }
  }
  await succeeded(kysely, attempt, now)
  await kysely.updateTable('app_user').set({ last_login_at: now.toISOString() }).where('id', '=', account.id).execute()
  return { account }
}
