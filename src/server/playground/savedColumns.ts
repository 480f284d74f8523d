import { sql, type Kysely } from 'kysely'
import type { Tables } from '../generated/tables'

/** Page → how many users have settings of their own for the columns of a list, as `list:<screen>:<page>:columns` keeps them. */
export async function savedColumns(kysely: Kysely<Tables>, screen: string): Promise<Record<string, number>> {
  const beginning = `list:${screen}:`
  const { rows } = await sql<{ page: string; users: number }>`
    select split_part(key, ':', 3) as page, count(*)::int as users from user_preference
    where starts_with(key, ${beginning}::text) and key like '%:columns' group by 1`.execute(kysely)
  return Object.fromEntries(rows.map(({ page, users }) => [page, users]))
}
