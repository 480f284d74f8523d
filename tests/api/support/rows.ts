import type { Platform } from './platform'

/** Rows of a table as they are stored, in the order of their ids, for what no endpoint answers. */
export async function rowsOf({ database }: Platform, table: string, column: string, value: string): Promise<Record<string, string>[]> {
  const rows = await database.kysely
    .selectFrom(table as never)
    .selectAll()
    .where(column as never, '=', value as never)
    .orderBy('id' as never)
    .execute()
  return rows
}
