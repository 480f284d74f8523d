import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../engine/server/database/database'

/** All columns of a table but these, to copy rows of. */
export async function columnsOf({ kysely }: Pick<Database, 'kysely'>, table: string, but: readonly string[]): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attname <> all(${but}) and attgenerated = ''`.execute(kysely)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}
