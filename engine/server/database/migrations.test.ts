import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database'
import {
  appliedMigrations,
  applyMigrations,
  createMigration,
  firstMigratedAt,
  pendingMigrations,
  refuseMissingMigration,
  snapshotMatches,
} from './migrations'
import { readSnapshot } from './snapshot'
import { namesAfterSquash, squash } from './squash'
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

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 9, minute))
const create = (name: string, tables: TableDefinition[], minute = 0) => createMigration({ folder, name, tables, now: at(minute) })

describe('a migration folder', () => {
  it('gets a file named by the minute for each difference, and none without one', async () => {
    expect(await snapshotMatches(folder, [first])).toBe(false)
    expect(await create('goods', [first])).toMatchObject({ file: '20261123T0900_goods.sql', destructive: [] })
    expect(await snapshotMatches(folder, [first])).toBe(true)
    expect(await create('again', [first])).toBeUndefined()

    expect(await snapshotMatches(folder, [second])).toBe(false)
    expect(await create('goods_name', [second], 15)).toMatchObject({ file: '20261123T0915_goods_name.sql' })
    expect((await readdir(folder)).sort()).toEqual(['20261123T0900_goods.sql', '20261123T0915_goods_name.sql', 'snapshot.jsonl'])
    expect(await readFile(join(folder, '20261123T0915_goods_name.sql'), 'utf8')).toBe(
      'alter table "goods" add column "name" text collate "C";\n',
    )
  })

  it('has a line of its snapshot for each column and each part of a table', async () => {
    const keyed = { ...second, primaryKey: ['id', 'name'], indexes: [{ name: 'i', columns: ['name'], where: "name <> '['" }] }
    const tables = [keyed, { ...first, name: 'bare' }]
    await create('goods', tables)
    const lines = (await readFile(join(folder, 'snapshot.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => Object.values(JSON.parse(line) as object).slice(0, 3))).toEqual([
      ['bare', ['id']],
      ['bare', 'column', 'id'],
      ['goods', ['id', 'name']],
      ['goods', 'column', 'id'],
      ['goods', 'column', 'name'],
      ['goods', 'index', 'i'],
    ])
    expect((await readSnapshot(folder)).sort((one, other) => (one.name < other.name ? 1 : -1))).toEqual(tables)
  })

  it('merges the columns of two branches line by line, and refuses one column that both have changed', async () => {
    const added = (name: string): TableDefinition => ({ ...first, columns: [...first.columns, { name, type: 'text', nullable: true }] })
    await create('mine', [added('mine')])
    const mine = await readFile(join(folder, 'snapshot.jsonl'), 'utf8')
    await create('theirs', [added('theirs')])
    const theirs = await readFile(join(folder, 'snapshot.jsonl'), 'utf8')
    await write('snapshot.jsonl', [...new Set([...theirs.split('\n'), ...mine.split('\n')])].join('\n'))
    const both = { ...added('mine'), columns: [...added('mine').columns, ...added('theirs').columns.slice(1)] }
    expect(await snapshotMatches(folder, [both])).toBe(true)

    await write('snapshot.jsonl', theirs + mine.replace('"bigint"', '"integer"'))
    await expect(snapshotMatches(folder, [both])).rejects.toMatchObject({ code: 'database.snapshot-twice' })
  })

  it('refuses tables that no file makes, and says which and what to do', async () => {
    await create('goods', [first])
    await expect(refuseMissingMigration(folder, [first])).resolves.toBeUndefined()
    const more: TableDefinition = { ...second, columns: [{ ...first.columns[0]!, type: 'integer' }, ...second.columns.slice(1)] }
    await expect(refuseMissingMigration(folder, [more, { ...first, name: 'wish' }])).rejects.toThrow(
      '新增表 wish；表 goods 新增列 name；表 goods 改变列 id。请运行 npm run db:migrate -- --create <英文名>',
    )
    await expect(refuseMissingMigration(folder, [])).rejects.toThrow('不再有表 goods')
    const indexed = { ...first, indexes: [{ name: 'i', columns: ['id'] }] }
    await expect(refuseMissingMigration(folder, [indexed])).rejects.toThrow('表 goods 改变约束或索引')
  })

  it('says what would lose data in comments only', async () => {
    await create('goods', [second])
    await create('no_name', [first], 1)
    expect(await readFile(join(folder, '20261123T0901_no_name.sql'), 'utf8')).toBe(
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
  })
  beforeEach(() => clearTestDatabase(database))
  afterAll(() => database?.close())

  it('run once, in order, and are remembered', async () => {
    await create('goods', [first])
    await create('goods_name', [second], 1)
    const files = ['20261123T0900_goods.sql', '20261123T0901_goods_name.sql']
    expect(await pendingMigrations(database, folder)).toEqual(files)
    expect(await applyMigrations(database, folder)).toEqual(files)

    expect(await database.kysely.insertInto('goods').values({ name: 'x' }).returning('id').execute()).toEqual([{ id: '1' }])
    expect(await pendingMigrations(database, folder)).toEqual([])
    expect(await applyMigrations(database, folder)).toEqual([])
    expect(await appliedMigrations(database)).toEqual(files)
  })

  it('tell how old the database is', async () => {
    await write('0001_a.sql', 'create table a (id integer)')
    await write('0002_b.sql', 'create table b (id integer)')
    await applyMigrations(database, folder, { only: ['0001_a.sql'] })
    const age = Date.now() - (await firstMigratedAt(database)).getTime()
    expect(Math.abs(age)).toBeLessThan(60_000)
    await sql`update schema_migration set applied_at = '2026-01-02T03:04:05Z'`.execute(database.kysely)
    await applyMigrations(database, folder)
    expect(await firstMigratedAt(database)).toEqual(new Date('2026-01-02T03:04:05Z'))
  })

  it('run only those that are asked for', async () => {
    await write('0001_a.sql', 'create table a (id integer)')
    await write('0002_b.sql', 'create table b (id integer)')
    await write('0003_c.sql', 'create table c (id integer)')
    expect(await applyMigrations(database, folder, { only: ['0003_c.sql', '0001_a.sql'] })).toEqual(['0001_a.sql', '0003_c.sql'])
    expect(await pendingMigrations(database, folder)).toEqual(['0002_b.sql'])
    await expect(applyMigrations(database, folder, { only: ['0009_x.sql'] })).rejects.toMatchObject({ code: 'database.migration-unknown' })
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

  it('run a file of another branch when it comes, though its name is an earlier one', async () => {
    await write('20261123T0920_b.sql', 'create table b (id integer)')
    await applyMigrations(database, folder)
    await write('20261123T0915_a.sql', 'create table a (id integer)')
    expect(await applyMigrations(database, folder)).toEqual(['20261123T0915_a.sql'])
    expect(await appliedMigrations(database)).toEqual(['20261123T0915_a.sql', '20261123T0920_b.sql'])
  })

  describe('that are written as one', () => {
    async function squashed(): Promise<void> {
      await create('goods', [first])
      await create('goods_name', [second], 1)
      const filling =
        "-- Kept: said by hand\nalter table goods add constraint named check (name <> '');\nalter table goods add note text;\n\n"
      await write('20261123T0902_by_hand.sql', `${filling}update goods set name = 'filled' where name is null;\n`)
    }
    const fill = () => database.kysely.insertInto('goods').values({ name: 'x' }).execute()

    it('make a new database as they did, with what was written by hand', async () => {
      await squashed()
      expect(await squash(folder, [second])).toBe('0001_initial.sql')
      expect((await readdir(folder)).sort()).toEqual(['0001_initial.sql', 'snapshot.jsonl', 'squashed.json'])
      expect(await applyMigrations(database, folder)).toEqual(['0001_initial.sql'])
      await expect(sql`insert into goods (name, note) values ('', '')`.execute(database.kysely)).rejects.toMatchObject({ code: '23514' })
      expect(await squash(folder, [second])).toBeUndefined()
    })

    it('are known to a database that has run all of them, which goes on as it is', async () => {
      await squashed()
      await applyMigrations(database, folder)
      await fill()
      await sql`update schema_migration set applied_at = '2026-01-02T03:04:05Z'`.execute(database.kysely)
      await squash(folder, [second])
      await write('20261124T0900_more.sql', 'alter table goods add more text')
      expect(await pendingMigrations(database, folder)).toEqual(['20261124T0900_more.sql'])
      expect(await applyMigrations(database, folder)).toEqual(['20261124T0900_more.sql'])
      expect(await appliedMigrations(database)).toEqual(['0001_initial.sql', '20261124T0900_more.sql'])
      expect(await firstMigratedAt(database)).toEqual(new Date('2026-01-02T03:04:05Z'))
      expect(await database.kysely.selectFrom('goods').select(['id', 'name']).execute()).toEqual([{ id: '1', name: 'x' }])
      expect(await applyMigrations(database, folder)).toEqual([])
    })

    it('are refused to a database that has not run all of them, with what to do, and it stays as it is', async () => {
      await squashed()
      await applyMigrations(database, folder, { only: ['20261123T0900_goods.sql', '20261123T0901_goods_name.sql'] })
      await squash(folder, [second])
      for (const use of [applyMigrations, pendingMigrations]) {
        await expect(use(database, folder)).rejects.toMatchObject({
          code: 'database.migration-before-squash',
          params: { found: '20261123T0901_goods_name.sql', needed: '20261123T0902_by_hand.sql' },
          message: expect.stringContaining('npm run db:migrate') as string,
        })
      }
      expect(await appliedMigrations(database)).toEqual(['20261123T0900_goods.sql', '20261123T0901_goods_name.sql'])
    })

    it('are refused to a database that was made by an older one file', async () => {
      await squashed()
      await squash(folder, [second])
      await applyMigrations(database, folder)
      await create('gone', [first], 3)
      await create('back', [second], 4)
      await squash(folder, [second])
      await expect(applyMigrations(database, folder)).rejects.toMatchObject({ code: 'database.migration-before-squash' })
    })

    it('have their new name in backups of before', async () => {
      await squashed()
      const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
      expect(await namesAfterSquash(folder, names)).toEqual(names)
      await squash(folder, [second])
      expect(await namesAfterSquash(folder, [...names, '20261124T0900_more.sql'])).toEqual(['0001_initial.sql', '20261124T0900_more.sql'])
      expect(await namesAfterSquash(folder, ['0001_initial.sql'])).toEqual(['0001_initial.sql'])
      await expect(namesAfterSquash(folder, names.slice(0, 2))).rejects.toMatchObject({ code: 'database.migration-before-squash' })
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
  })
})
