import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AnySchema } from './database/database'

/** Rows of a table between two ids, few enough for one statement. */
export interface IdRange {
  /** The range begins after this id. */
  after: string
  through: string
}

/** Few enough that a statement is short: others get their turn in between, even on a database with a single connection. */
const BATCH = 500

/**
 * All rows of a table, range by range, in the order of their ids.
 * @param chosen condition on the columns of the rows; undefined: all rows @param signal checked between two ranges
 */
export async function* idRanges(
  kysely: Kysely<AnySchema>,
  table: string,
  { chosen = sql`true`, signal }: { chosen?: RawBuilder<unknown>; signal?: AbortSignal } = {},
): AsyncIterable<IdRange> {
  for (let after = '0'; ;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ through: string | null }>`
      select max(id)::text as through from (
        select id from ${sql.table(table)} where id > ${after} and ${chosen} order by id limit ${BATCH}) as batch`.execute(kysely)
    const through = rows[0]?.through ?? undefined
    if (through === undefined) return
    yield { after, through }
    after = through
  }
}
