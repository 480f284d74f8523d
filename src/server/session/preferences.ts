import type { Kysely } from 'kysely'
import type { AnySchema } from '../../../engine/server/database/database'

/** A key names a page's choice, such as `columns:loans/loansmgr`. */
export const preferenceKey = '^[A-Za-z0-9:/._-]{1,100}$'
/** Column settings of a wide list are below 4 kB. */
export const preferenceMaxBytes = 16_384

export async function preferencesOf(kysely: Kysely<AnySchema>, userId: string): Promise<Record<string, unknown>> {
  const rows = await kysely.selectFrom('user_preference').select(['key', 'value']).where('user_id', '=', userId).execute()
  return Object.fromEntries(rows.map((row) => [String(row['key']), row['value']]))
}

export async function setPreference(kysely: Kysely<AnySchema>, userId: string, key: string, value: unknown, now: string): Promise<void> {
  const stored = JSON.stringify(value)
  await kysely
    .insertInto('user_preference')
    .values({ user_id: userId, key, value: stored, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value: stored, updated_at: now }))
    .execute()
}
