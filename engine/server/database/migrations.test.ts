import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { check, resolveConfig } from 'prettier'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database'
import { appliedMigrations, applyMigrations, createMigration, firstMigratedAt, pendingMigrations, snapshotMatches } from './migrations'
import type { TableDefinition } from './tables'
import { clearTestDatabase, openTestDatabase, testDatabaseKinds } from './testDatabase'

const first: TableDefinition = {
  name: 'goods',
  columns: [{ name: 'id', type: 'bigint', nullable: false, identity: true }],
  primaryKey: ['id'],
  unique: [],
  indexes: [],
  foreignKeys: [],
  checks: [],
}
const second: TableDefinition = { ...first, columns: [...first.columns, { name: 'name', type: 'text', nullable: true }] }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-migrations-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFile(join(folder, file), text)

describe('a migration folder', () => {
  it('gets a numbered file for each difference, and none without one', async () => {
    expect(await snapshotMatches(folder, [first])).toBe(false)
    expect(await createMigration({ folder, name: 'goods', tables: [first] })).toMatchObject({ file: '0001_goods.sql', destructive: [] })
    expect(await snapshotMatches(folder, [first])).toBe(true)
    expect(await createMigration({ folder, name: 'again', tables: [first] })).toBeUndefined()

    expect(await snapshotMatches(folder, [second])).toBe(false)
    expect(await createMigration({ folder, name: 'goods_name', tables: [second] })).toMatchObject({ file: '0002_goods_name.sql' })
    expect((await readdir(folder)).sort()).toEqual(['0001_goods.sql', '0002_goods_name.sql', 'snapshot.json'])
    expect(await readFile(join(folder, '0002_goods_name.sql'), 'utf8')).toBe('alter table "goods" add column "name" text collate "C";\n')
  })

  it('keeps a snapshot that the formatter leaves alone', async () => {
    const keyed = { ...second, primaryKey: ['id', 'name'], indexes: [{ name: 'i', columns: ['name'], where: "name <> '[' or name = ']'" }] }
    await createMigration({ folder, name: 'goods', tables: [keyed, { ...first, name: 'bare' }] })
    const text = await readFile(join(folder, 'snapshot.json'), 'utf8')
    const config = await resolveConfig(new URL(import.meta.url))
    expect(await check(text, { ...config, parser: 'json' })).toBe(true)
    expect((JSON.parse(text) as TableDefinition[]).map(({ name }) => name)).toEqual(['bare', 'goods'])
  })

  it('says what would lose data in comments only', async () => {
    await createMigration({ folder, name: 'goods', tables: [second] })
    await createMigration({ folder, name: 'no_name', tables: [first] })
    expect(await readFile(join(folder, '0002_no_name.sql'), 'utf8')).toBe(
      '-- Left out, to be decided by hand:\n-- alter table "goods" drop column "name";\n',
    )
    expect(await snapshotMatches(folder, [first])).toBe(true)
  })

  it.each(['Goods', '../goods', 'a b', ''])('takes no file name made of "%s"', async (name) => {
    await expect(createMigration({ folder, name, tables: [first] })).rejects.toMatchObject({ code: 'database.migration-name' })
    expect(await readdir(folder)).toEqual([])
  })
})

describe.each(testDatabaseKinds)('migrations of a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  }, 60_000)
  beforeEach(() => clearTestDatabase(database))
  afterAll(() => database?.close())

  it('run once, in order, and are remembered', async () => {
    await createMigration({ folder, name: 'goods', tables: [first] })
    await createMigration({ folder, name: 'goods_name', tables: [second] })
    expect(await pendingMigrations(database, folder)).toEqual(['0001_goods.sql', '0002_goods_name.sql'])
    expect(await applyMigrations(database, folder)).toEqual(['0001_goods.sql', '0002_goods_name.sql'])

    expect(await database.kysely.insertInto('goods').values({ name: 'x' }).returning('id').execute()).toEqual([{ id: '1' }])
    expect(await pendingMigrations(database, folder)).toEqual([])
    expect(await applyMigrations(database, folder)).toEqual([])
    expect(await appliedMigrations(database)).toEqual(['0001_goods.sql', '0002_goods_name.sql'])
  })

  it('tell how old the database is', async () => {
    await write('0001_a.sql', 'create table a (id integer)')
    await write('0002_b.sql', 'create table b (id integer)')
    await applyMigrations(database, folder, { through: '0001_a.sql' })
    const age = Date.now() - (await firstMigratedAt(database)).getTime()
    expect(Math.abs(age)).toBeLessThan(60_000)
    await sql`update schema_migration set applied_at = '2026-01-02T03:04:05Z'`.execute(database.kysely)
    await applyMigrations(database, folder)
    expect(await firstMigratedAt(database)).toEqual(new Date('2026-01-02T03:04:05Z'))
  })

  it('stop where they are told to', async () => {
    await write('0001_a.sql', 'create table a (id integer)')
    await write('0002_b.sql', 'create table b (id integer)')
    await write('0003_c.sql', 'create table c (id integer)')
    expect(await applyMigrations(database, folder, { through: '0002_b.sql' })).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await pendingMigrations(database, folder)).toEqual(['0003_c.sql'])
    await expect(applyMigrations(database, folder, { through: '0009_x.sql' })).rejects.toMatchObject({ code: 'database.migration-unknown' })
  })

  it('leave nothing of a file that fails, and keep those before it', async () => {
    await write('0001_good.sql', 'create table good (id integer)')
    await write('0002_bad.sql', 'create table half (id integer); create table good (id integer)')
    await expect(applyMigrations(database, folder)).rejects.toMatchObject({ code: '42P07' })
    expect(await appliedMigrations(database)).toEqual(['0001_good.sql'])
    const { rows } = await sql`select to_regclass('good') is not null as good, to_regclass('half') is not null as half`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ good: true, half: false }])
  })

  it('run a file of comments and functions as it is', async () => {
    await write('0001_a.sql', '-- nothing to do\n')
    await write(
      '0002_b.sql',
      "create function f() returns text language plpgsql as $$ begin return 'a;b $1'; end $$;\ncreate table b (id integer);\n",
    )
    expect(await applyMigrations(database, folder)).toHaveLength(2)
    expect((await sql`select f()`.execute(database.kysely)).rows).toEqual([{ f: 'a;b $1' }])
  })

  it('refuse a file that was changed after it had run, but not other line ends', async () => {
    await write('0001_a.sql', 'create table a (\nid integer);\n')
    await applyMigrations(database, folder)
    await write('0001_a.sql', 'create table a (\r\nid integer);\r\n')
    expect(await applyMigrations(database, folder)).toEqual([])
    await write('0001_a.sql', 'create table a (id bigint);\n')
    for (const use of [applyMigrations, pendingMigrations]) {
      await expect(use(database, folder)).rejects.toMatchObject({ code: 'database.migration-changed', params: { name: '0001_a.sql' } })
    }
  })

  it('refuse a new file that comes before one that has run', async () => {
    await write('0002_b.sql', 'create table b (id integer)')
    await applyMigrations(database, folder)
    await write('0001_a.sql', 'create table a (id integer)')
    await expect(applyMigrations(database, folder)).rejects.toMatchObject({
      code: 'database.migration-late',
      params: { name: '0001_a.sql', applied: '0002_b.sql' },
    })
  })

  it('refuse two files of one number', async () => {
    await write('0001_a.sql', 'select 1')
    await write('0001_b.sql', 'select 1')
    await expect(applyMigrations(database, folder)).rejects.toMatchObject({
      code: 'database.migration-name',
      params: { name: '0001_b.sql' },
    })
  })

  it('leave a database alone that is ahead of the folder', async () => {
    await write('0001_a.sql', 'create table a (id integer)')
    await write('0002_b.sql', 'create table b (id integer)')
    await applyMigrations(database, folder)
    await rm(join(folder, '0002_b.sql'))
    expect(await applyMigrations(database, folder)).toEqual([])
  })

  it('run each file once when several servers start together', async () => {
    await write('0001_a.sql', 'create table a (id integer)')
    await write('0002_b.sql', 'insert into a values (1)')
    const ran = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(database, folder)))
    expect(ran.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await database.kysely.selectFrom('a').selectAll().execute()).toEqual([{ id: 1 }])
  })

  it('may take longer than the statement timeout', async () => {
    const impatient = await openTestDatabase(kind, { statementTimeoutMs: 200 })
    await write('0001_slow.sql', 'select pg_sleep(0.5)')
    expect(await applyMigrations(impatient, folder)).toEqual(['0001_slow.sql'])
    if (kind === 'postgres') await expect(sql`select pg_sleep(0.5)`.execute(impatient.kysely)).rejects.toMatchObject({ code: '57014' })
    await impatient.close()
  }, 60_000)
})
