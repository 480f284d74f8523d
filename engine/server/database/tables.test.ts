import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database'
import { diffTables } from './tableDifference'
import type { ColumnDefinition, TableDefinition } from './tables'
import { openTestDatabase, testDatabaseKinds } from './testDatabase'

const id: ColumnDefinition = { name: 'id', type: 'bigint', nullable: false, identity: true }
const bare = { primaryKey: ['id'], unique: [], indexes: [], foreignKeys: [], checks: [] }

const owner: TableDefinition = { ...bare, name: 'owner', columns: [id, { name: 'name', type: 'text', nullable: false }] }
const stock: TableDefinition = {
  name: 'stock',
  columns: [
    id,
    { name: 'owner_id', type: 'bigint', nullable: false },
    { name: 'code', type: 'text', nullable: false },
    { name: 'status', type: 'text', nullable: false, default: "'DRAFT'" },
    { name: 'qty', type: 'numeric(18,4)', nullable: false, default: '0' },
    { name: 'pieces', type: 'integer', nullable: true },
    { name: 'frozen', type: 'boolean', nullable: false, default: 'false' },
    { name: 'on_day', type: 'date', nullable: true },
    { name: 'created_at', type: 'timestamptz', nullable: false, default: 'now()' },
    { name: 'extra', type: 'jsonb', nullable: true },
    { name: 'tags', type: 'text[]', nullable: true },
    { name: 'warehouse_ids', type: 'bigint[]', nullable: true },
  ],
  primaryKey: ['id'],
  unique: [
    { name: 'stock_code_unique', columns: ['code'] },
    { name: 'stock_one_draft', columns: ['owner_id'], where: "status = 'DRAFT'" },
  ],
  indexes: [
    { name: 'stock_owner_index', columns: ['owner_id', 'created_at'] },
    { name: 'stock_frozen_index', columns: ['id'], where: 'frozen' },
    { name: 'stock_warehouses_index', columns: ['warehouse_ids'], using: 'gin' },
    { name: 'stock_newest_index', columns: ['pieces', 'id'], descending: true },
  ],
  foreignKeys: [{ name: 'stock_owner_reference', columns: ['owner_id'], references: { table: 'owner', columns: ['id'] } }],
  checks: [{ name: 'stock_qty_not_negative', sql: 'qty >= 0' }],
}
const movement: TableDefinition = {
  ...bare,
  name: 'movement',
  columns: [id, { name: 'stock_id', type: 'bigint', nullable: false }, { name: 'qty', type: 'numeric(18,4)', nullable: false }],
  foreignKeys: [{ name: 'movement_stock', columns: ['stock_id'], references: { table: 'stock', columns: ['id'] } }],
  appendOnly: true,
}
const part: TableDefinition = {
  ...bare,
  name: 'part',
  columns: [id, { name: 'stock_id', type: 'bigint', nullable: false }],
  foreignKeys: [{ name: 'part_stock', columns: ['stock_id'], references: { table: 'stock', columns: ['id'] }, onDelete: 'cascade' }],
}
const all = [movement, stock, owner, part]

/** The table with some columns in other words. */
function withColumns(table: TableDefinition, ...columns: ColumnDefinition[]): TableDefinition {
  const changed = table.columns.map((column) => columns.find(({ name }) => name === column.name) ?? column)
  return { ...table, columns: [...changed, ...columns.filter(({ name }) => !table.columns.some((column) => column.name === name))] }
}

describe('the SQL between two sets of tables', () => {
  it('is nothing for the same tables in another order', () => {
    expect(diffTables(all, [...all].reverse())).toEqual({ statements: [], destructive: [] })
  })

  it('reads the same whatever order the tables come in', () => {
    expect(diffTables([], [...all].reverse())).toEqual(diffTables([], all))
  })

  it('creates a table in words that a person can review', () => {
    expect(diffTables([], [owner])).toEqual({
      statements: [
        `create table "owner" (
  "id" bigint generated always as identity not null,
  "name" text collate "C" not null,
  constraint "owner_pkey" primary key ("id")
)`,
      ],
      destructive: [],
    })
  })

  it.each<[string, ColumnDefinition, ColumnDefinition, string[]]>([
    ['more decimals', column('numeric(18,2)'), column('numeric(20,4)'), ['alter table "t" alter column "c" type numeric(20,4)']],
    ['an integer that becomes a bigint', column('integer'), column('bigint'), ['alter table "t" alter column "c" type bigint']],
    ['a bigint that becomes a numeric', column('bigint'), column('numeric(21,2)'), ['alter table "t" alter column "c" type numeric(21,2)']],
    [
      'a column that may be empty',
      column('text'),
      { ...column('text'), nullable: true },
      ['alter table "t" alter column "c" drop not null'],
    ],
    [
      'a column that must be filled',
      { ...column('text'), nullable: true },
      column('text'),
      ['alter table "t" alter column "c" set not null'],
    ],
    ['a default', column('text'), { ...column('text'), default: "'x'" }, [`alter table "t" alter column "c" set default 'x'`]],
    ['no default', { ...column('text'), default: "'x'" }, column('text'), ['alter table "t" alter column "c" drop default']],
  ])('allows %s', (_name, was, now, statements) => {
    expect(diffTables([tableWith(was)], [tableWith(now)])).toEqual({ statements, destructive: [] })
  })

  it.each<[string, TableDefinition[], TableDefinition[], string[], string[]]>([
    ['a table', [owner], [], [], ['drop table "owner"']],
    ['an optional column', [tableWith({ ...column('text'), nullable: true })], [tableWith()], [], ['alter table "t" drop column "c"']],
    [
      'a column that must be filled, which new rows then need not',
      [tableWith(column('text'))],
      [tableWith()],
      ['alter table "t" alter column "c" drop not null'],
      ['alter table "t" drop column "c"'],
    ],
    ...narrowing('fewer decimals', 'numeric(18,4)', 'numeric(18,2)'),
    ...narrowing('fewer digits before the point', 'numeric(18,2)', 'numeric(18,4)'),
    ...narrowing('a bigint that becomes an integer', 'bigint', 'integer'),
    ...narrowing('text that becomes a day', 'text', 'date'),
    [
      'another primary key',
      [tableWith(column('text'))],
      [{ ...tableWith(column('text')), primaryKey: ['c'] }],
      [],
      ['alter table "t" drop constraint "t_pkey", add constraint "t_pkey" primary key ("c")'],
    ],
    ['the protection of a ledger', [{ ...owner, appendOnly: true }], [owner], [], ['drop trigger "append_only" on "owner"']],
  ])('only lists what loses %s', (_name, before, after, statements, destructive) => {
    expect(diffTables(before, after)).toEqual({ statements, destructive })
  })

  it.each<[string, TableDefinition[], object]>([
    ['a table twice', [owner, owner], { code: 'database.duplicate-name', params: { name: 'owner' } }],
    [
      'an index named like a table',
      [{ ...owner, indexes: [{ name: 'owner', columns: ['id'] }] }],
      { code: 'database.duplicate-name', params: { name: 'owner' } },
    ],
    ['a column twice', [tableWith(column('text'), column('text'))], { code: 'database.duplicate-name', params: { name: 'c' } }],
    [
      'a name that PostgreSQL would cut off',
      [{ ...owner, name: 'n'.repeat(59) }],
      { code: 'database.name-too-long', params: { name: `${'n'.repeat(59)}_pkey` } },
    ],
    [
      'an index on no column',
      [{ ...owner, indexes: [{ name: 'i', columns: ['nothing'] }] }],
      { code: 'database.unknown-column', params: { name: 'i', table: 'owner', column: 'nothing' } },
    ],
    ['a reference to no table', [part], { code: 'database.unknown-table', params: { name: 'part_stock', table: 'stock' } }],
  ])('refuses %s', (_name, tables, error) => {
    expect(() => diffTables([], tables)).toThrow(expect.objectContaining(error))
  })
})

describe.each(testDatabaseKinds)('tables in a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await sql.raw(all.map(({ name }) => `drop table if exists "${name}" cascade`).join(';')).execute(database.kysely)
    await change([], all)
  })

  async function change(before: TableDefinition[], after: TableDefinition[]): Promise<void> {
    for (const statement of diffTables(before, after).statements) await sql.raw(statement).execute(database.kysely)
  }

  /** What PostgreSQL says is there, in its own words. */
  async function catalogue(): Promise<unknown> {
    const columns = sql`select table_name, column_name, data_type, udt_name, numeric_precision, numeric_scale, datetime_precision, collation_name,
      is_nullable, column_default, is_identity from information_schema.columns where table_schema = current_schema() order by 1, 2`
    const parts = sql`select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d from pg_constraint
      where connamespace = current_schema()::regnamespace and contype <> 'n' order by 1, 2`
    const indexes = sql`select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1`
    const triggers = sql`select tgrelid::regclass::text as t, tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema()::regnamespace order by 1, 2`
    const responses = await Promise.all([columns, parts, indexes, triggers].map((query) => query.execute(database.kysely)))
    return responses.map(({ rows }) => rows)
  }

  it('come to the same by changes as by creation', async () => {
    const later = [
      {
        ...withColumns(
          stock,
          { name: 'qty', type: 'numeric(24,6)', nullable: false, default: '0' },
          { name: 'pieces', type: 'bigint', nullable: true, default: '1' },
          { name: 'code', type: 'text', nullable: true },
          { name: 'note', type: 'text', nullable: true },
        ),
        unique: [{ name: 'stock_code_unique', columns: ['code', 'owner_id'] }],
        indexes: [{ name: 'stock_owner_index', columns: ['owner_id'] }],
        checks: [{ name: 'stock_qty_not_negative', sql: 'qty >= 0 and qty < 1000000' }],
        appendOnly: true,
      },
      { ...owner, unique: [{ name: 'owner_name_unique', columns: ['name'] }] },
      { ...movement, foreignKeys: [] },
      part,
    ]
    await change(all, later)
    const changed = await catalogue()
    await sql.raw(later.map(({ name }) => `drop table "${name}" cascade`).join(';')).execute(database.kysely)
    await change([], later)
    expect(changed).toEqual(await catalogue())
  })

  it('number their rows themselves and fill in defaults', async () => {
    await database.kysely.insertInto('owner').values({ name: 'a' }).execute()
    const row = await database.kysely.insertInto('stock').values({ owner_id: '1', code: 'x' }).returningAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id: '1', status: 'DRAFT', qty: '0.0000', frozen: false, pieces: null })
    await expect(database.kysely.insertInto('owner').values({ id: 9, name: 'b' }).execute()).rejects.toMatchObject({ code: '428C9' })
  })

  it('read a time back as it was stored, to the millisecond', async () => {
    await database.kysely.insertInto('owner').values({ name: 'a' }).execute()
    const { created_at } = await database.kysely
      .insertInto('stock')
      .values({ owner_id: 1, code: 'x' })
      .returning('created_at')
      .executeTakeFirstOrThrow()
    expect(await database.kysely.selectFrom('stock').select('id').where('created_at', '=', created_at).execute()).toHaveLength(1)
  })

  it('sort text by code point, on every database', async () => {
    const names = ['b', 'A', 'a', 'B', '中', '_', '1', 'é']
    await database.kysely
      .insertInto('owner')
      .values(names.map((name) => ({ name })))
      .execute()
    const sorted = await database.kysely.selectFrom('owner').select('name').orderBy('name').execute()
    expect(sorted.map(({ name }) => name)).toEqual(['1', 'A', 'B', '_', 'a', 'b', 'é', '中'])
  })

  it('find the first rows from the greatest down, empty ones last, by an index that is made for it', async () => {
    const explained = await sql<
      Record<'QUERY PLAN', string>
    >`explain select * from stock order by pieces desc nulls last, id desc limit 5`.execute(database.kysely)
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('stock_newest_index')
    expect(plan).not.toContain('Sort')
  })

  it('refuse what their constraints say', async () => {
    await database.kysely.insertInto('owner').values({ name: 'a' }).execute()
    const insert = (values: object) =>
      database.kysely
        .insertInto('stock')
        .values({ owner_id: 1, code: 'x', ...values })
        .execute()
    await insert({})
    await expect(insert({ status: 'DONE' })).rejects.toMatchObject({ constraint: 'stock_code_unique' })
    await expect(insert({ code: 'y' })).rejects.toMatchObject({ constraint: 'stock_one_draft' })
    await expect(insert({ code: 'y', status: 'DONE', qty: '-0.0001' })).rejects.toMatchObject({ constraint: 'stock_qty_not_negative' })
    await expect(insert({ code: 'y', status: 'DONE', owner_id: 2 })).rejects.toMatchObject({ constraint: 'stock_owner_reference' })
    await insert({ code: 'y', status: 'DONE' })
  })

  it('keep an append-only table from every change but new rows', async () => {
    await database.kysely.insertInto('owner').values({ name: 'a' }).execute()
    await database.kysely.insertInto('stock').values({ owner_id: 1, code: 'x' }).execute()
    await database.kysely.insertInto('movement').values({ stock_id: 1, qty: '5' }).execute()
    for (const statement of [
      'update movement set qty = 6',
      'delete from movement',
      'truncate movement',
      'update movement set qty = 6 where false',
    ]) {
      await expect(sql.raw(statement).execute(database.kysely)).rejects.toMatchObject({ code: '55000', table: 'movement' })
    }
    expect(await database.kysely.selectFrom('movement').select('qty').execute()).toEqual([{ qty: '5.0000' }])
  })

  it('let a part go with its whole, and nothing else', async () => {
    await database.kysely.insertInto('owner').values({ name: 'a' }).execute()
    await database.kysely.insertInto('stock').values({ owner_id: 1, code: 'x' }).execute()
    await database.kysely.insertInto('part').values({ stock_id: 1 }).execute()
    await expect(database.kysely.deleteFrom('owner').execute()).rejects.toMatchObject({ constraint: 'stock_owner_reference' })
    await database.kysely.deleteFrom('stock').execute()
    expect(await database.kysely.selectFrom('part').selectAll().execute()).toEqual([])
  })
})

function column(type: ColumnDefinition['type']): ColumnDefinition {
  return { name: 'c', type, nullable: false }
}

function tableWith(...columns: ColumnDefinition[]): TableDefinition {
  return { ...bare, name: 't', columns: [id, ...columns] }
}

function narrowing(
  what: string,
  from: ColumnDefinition['type'],
  to: ColumnDefinition['type'],
): [string, TableDefinition[], TableDefinition[], string[], string[]][] {
  return [[what, [tableWith(column(from))], [tableWith(column(to))], [], [`alter table "t" alter column "c" type ${to} using "c"::${to}`]]]
}
