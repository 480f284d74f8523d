import { sql, type Kysely } from 'kysely'
import { refused } from '../../../engine/server/problem'
import type { Tables } from '../generated/tables'

/** A key names a page's choice, such as `columns:loans/loansmgr`; none of what every object has. */
export const preferenceKey = '^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9:/._-]{1,100}$'
/** Column settings of a wide list are below 4 kB. */
export const preferenceMaxBytes = 16_384
/** Of one user; there are fewer lists. */
const maxPreferences = 200

export async function preferencesOf(kysely: Kysely<Tables>, userId: string): Promise<Record<string, unknown>> {
  const rows = await kysely.selectFrom('user_preference').select(['key', 'value']).where('user_id', '=', userId).execute()
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/** Null forgets the choice. @throws HttpProblem 417 when it would be one too many */
export async function setPreference(kysely: Kysely<Tables>, userId: string, key: string, value: unknown, now: string): Promise<void> {
  if (value === null) {
    await kysely.deleteFrom('user_preference').where('user_id', '=', userId).where('key', '=', key).execute()
    return
  }
  const { rows } = await sql`
    insert into user_preference (user_id, key, value, updated_at)
    select ${userId}::bigint, ${key}::text, ${JSON.stringify(value)}::text::jsonb, ${now}::timestamptz
    where (select count(*) from user_preference where user_id = ${userId}::bigint and key <> ${key}::text) < ${maxPreferences}::int
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at
    returning key`.execute(kysely)
  if (rows.length === 0) throw refused(`个人设置最多保存 ${maxPreferences} 项，请先清除不用的设置`)
}
