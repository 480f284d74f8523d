import { sql } from 'kysely'
import type { TableDefinition } from '../../../engine/server/database/tables'
import type { Database } from '../../../engine/server/database/database'

/** How far the demo data of this database have come. */
export type DemoState = 'none' | 'filling' | 'filled'

const name = 'demo'

export async function demoState({ kysely }: Pick<Database, 'kysely'>): Promise<DemoState> {
  const row = await kysely.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return (row?.['value'] as DemoState | undefined) ?? 'none'
}

export async function setDemoState({ kysely }: Pick<Database, 'kysely'>, value: DemoState): Promise<void> {
  await kysely
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Whether somebody works with this database already; such data are never mixed with demo data. */
export async function isInUse({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  const row = await kysely.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Empties every table, ledgers too: for demo data whose making was interrupted. */
export async function emptyTables(database: Database, tables: TableDefinition[]): Promise<void> {
  const ledgers = tables.filter((table) => table.appendOnly).map((table) => sql.table(table.name))
  await database.transaction(async (trx) => {
    for (const table of ledgers) await sql`alter table ${table} disable trigger user`.execute(trx)
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table.name)))} restart identity cascade`.execute(trx)
    for (const table of ledgers) await sql`alter table ${table} enable trigger user`.execute(trx)
  })
}
