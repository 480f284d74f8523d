import { sql } from 'kysely'
import type { Transaction } from './database'
import type { BackupRow, BackupTable } from './backupFile'

/** A table of the database as a backup needs it. */
export interface StoredTable {
  name: string
  /** Without generated ones; `type` as SQL. */
  columns: { name: string; type: string; identity: boolean }[]
  primaryKey: string[]
}

const rowsPerBatch = 1_000

/** All tables of the schema in the order of their names, but the record of migrations. */
export async function describeTables(trx: Transaction): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'identity', a.attidentity <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by array_position(i.indkey, a.attnum)), '[]')
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as "primaryKey"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
    order by c.relname collate "C"`.execute(trx)
  return rows
}

/** In batches, by primary key, all as text. */
export async function* readRows(trx: Transaction, { name, columns, primaryKey }: StoredTable): AsyncGenerator<BackupRow[]> {
  // A table may have any column names; these cannot collide and keep their order in the row object.
  const values = columns.map((column, at) => sql`${sql.ref(column.name)}::text as ${sql.ref(`c${at}`)}`)
  const order = primaryKey.length > 0 ? sql`order by ${sql.join(primaryKey.map((column) => sql.ref(column)))}` : sql``
  await sql`declare backup no scroll cursor for select ${sql.join(values)} from ${sql.table(name)} ${order}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`fetch ${sql.lit(rowsPerBatch)} from backup`.execute(trx)
    if (rows.length === 0) break
    yield rows.map((row) => columns.map((_column, at) => row[`c${at}`] ?? null))
  }
  await sql`close backup`.execute(trx)
}

/** All rows in one statement, whose text depends on the table alone. */
export async function insertRows(trx: Transaction, name: string, columns: StoredTable['columns'], rows: BackupRow[]): Promise<void> {
  const aliases = columns.map((_column, at) => sql.ref(`c${at}`))
  const lists = columns.map((_column, at) => sql`${rows.map((row) => row[at] ?? null)}::text[]`)
  const values = columns.map(({ type }, at) => sql`${aliases[at]}::${sql.raw(type)}`)
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))}) overriding system value
    select ${sql.join(values)} from unnest(${sql.join(lists)}) as r (${sql.join(aliases)})`.execute(trx)
}

export async function hasRows(trx: Transaction, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.table(name)}) as found`.execute(trx)
  return rows[0]?.found ?? false
}

export async function readIdentities(trx: Transaction, { name, columns }: StoredTable): Promise<BackupTable['identities']> {
  const identities: BackupTable['identities'] = []
  for (const { name: column } of columns.filter(({ identity }) => identity)) {
    const { rows: found } = await sql<{ sequence: string }>`select ${sequenceOf(name, column)} as sequence`.execute(trx)
    const { rows } = await sql<{ last: string; called: boolean }>`
      select last_value as last, is_called as called from ${sql.raw(found[0]!.sequence)}`.execute(trx)
    identities.push({ column, ...rows[0]! })
  }
  return identities
}

/** Not undone by a rollback, as sequences never are. */
export async function setIdentities(trx: Transaction, { table, identities }: BackupTable): Promise<void> {
  for (const { column, last, called } of identities)
    await sql`select setval(${sequenceOf(table, column)}, ${last}::bigint, ${called})`.execute(trx)
}

/** The quoted name of the sequence behind an identity column; the function reads the table's name as SQL and the column's as text. */
const sequenceOf = (table: string, column: string) => sql`pg_get_serial_sequence(quote_ident(${table}), ${column})`
