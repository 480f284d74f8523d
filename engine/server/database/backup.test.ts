import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backupDatabase, readBackupHeader, restoreDatabase } from './backup'
import type { Database, DatabaseKind } from './database'
import { applyMigrations } from './migrations'
import { clearTestDatabase, openTestDatabase, testDatabaseKinds } from './testDatabase'

const tables = `
  create table "loan's" (
    id bigint generated always as identity primary key,
    parent_id bigint references "loan's" deferrable,
    "1" numeric(30, 10), "Name" text, on_day date, at timestamptz, flag boolean, extra jsonb, tags text[], ids bigint[], count integer, bytes bytea,
    twice integer generated always as (count * 2) stored
  );
  create table a_line (loan_id bigint not null references "loan's" deferrable, line_no integer, primary key (loan_id, line_no));
  create table empty_one (id bigint generated always as identity primary key);
`
const rows = `
  insert into "loan's" ("1", "Name", on_day, at, flag, extra, tags, ids, count, bytes) values
    ('12345678901234567890.0123456789', E'仓单 "x"\\n\\\\,{}', '2024-02-29', '2024-02-29 08:00:00.123456+08', true,
      '{"big": 12345678901234567890.123, "n": [null, "a"]}', '{"a,b", "{}", null, ""}', '{9223372036854775807}', 1, '\\x00ff'),
    (null, null, null, 'infinity', null, null, null, null, null, null),
    ('0', '', '9999-12-31', '1999-01-01', false, '[]', '{}', '{}', -1, '');
  update "loan's" set parent_id = 3 where id = 1;
  insert into a_line select 2, g from generate_series(1, 2500) g;
  alter table empty_one alter column id restart with 70;
`
const pairs = testDatabaseKinds.flatMap((from) => testDatabaseKinds.map((to): [DatabaseKind, DatabaseKind] => [from, to]))

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-backup-'))
  path = join(folder, 'backup.jsonl')
  await writeFile(join(folder, '0001_tables.sql'), tables)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function makeEmpty(database: Database): Promise<Database> {
  await clearTestDatabase(database)
  await applyMigrations(database, folder)
  return database
}

async function fill(database: Database): Promise<Database> {
  await makeEmpty(database)
  await sql.raw(rows).execute(database.kysely)
  return database
}

/** Everything as PostgreSQL writes it, so that nothing is lost in reading. */
async function contents(database: Database): Promise<unknown> {
  const { rows: found } = await sql`select (select json_agg(t::text order by id) from "loan's" t) as loans,
    (select count(*) from a_line) as lines, (select sum(line_no) from a_line) as sum`.execute(database.kysely)
  return found
}

describe.each(pairs)('a backup of a database of kind %s restored into kind %s', (from, to) => {
  let source: Database
  let target: Database
  beforeAll(async () => {
    source = await openTestDatabase(from)
    target = await openTestDatabase(to)
  }, 60_000)
  afterAll(() => Promise.all([source?.close(), target?.close()]))

  it('has every value exactly, and the numbering goes on', async () => {
    await fill(source)
    expect(await backupDatabase(source, path)).toEqual({ tables: 3, rows: 2503 })

    await makeEmpty(target)
    expect(await restoreDatabase(target, path)).toEqual({ tables: 3, rows: 2503 })
    expect(await contents(target)).toEqual(await contents(source))
    expect(await target.kysely.insertInto("loan's").values({ count: 4 }).returning(['id', 'twice']).execute()).toEqual([
      { id: '4', twice: 8 },
    ])
    expect((await sql`insert into empty_one default values returning id`.execute(target.kysely)).rows).toEqual([{ id: '70' }])
  }, 60_000)
})

describe.each(testDatabaseKinds)('a backup of a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  }, 60_000)
  afterAll(() => database?.close())

  it('names the migrations it needs, is the owner’s alone and leaves nothing beside it', async () => {
    await backupDatabase(await fill(database), path)
    expect(await readBackupHeader(path)).toEqual({ format: 1, createdAt: expect.stringMatching(/Z$/), migrations: ['0001_tables.sql'] })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['0001_tables.sql', 'backup.jsonl'])
  })

  it('does not touch an earlier file when it fails', async () => {
    await fill(database)
    await backupDatabase(database, path)
    const before = await readFile(path, 'utf8')
    // The header cannot be read any more.
    await sql`drop table schema_migration; create view schema_migration as select (1 / 0)::text as name, '' as checksum`.execute(
      database.kysely,
    )
    await expect(backupDatabase(database, path)).rejects.toMatchObject({ code: '22012' })
    expect(await readFile(path, 'utf8')).toBe(before)
    expect((await readdir(folder)).sort()).toEqual(['0001_tables.sql', 'backup.jsonl'])
  })

  it('is not restored over rows', async () => {
    await fill(database)
    await backupDatabase(database, path)
    await expect(restoreDatabase(database, path)).rejects.toMatchObject({ code: 'database.not-empty', params: { table: 'a_line' } })
  })

  it('is not restored into other tables than it was made from', async () => {
    await backupDatabase(await fill(database), path)
    await writeFile(join(folder, '0002_more.sql'), 'create table more (id integer)')
    await expect(restoreDatabase(await makeEmpty(database), path)).rejects.toMatchObject({
      code: 'database.backup-mismatch',
      params: { found: '0001_tables.sql', expected: '0002_more.sql' },
    })
  })

  it.each<[string, (text: string) => string, object]>([
    ['cut off', (text) => text.slice(0, -20), { code: 'database.backup-unreadable', params: { line: 2507 } }],
    ['without its end', (text) => text.split('\n').slice(0, -2).join('\n'), { code: 'database.backup-incomplete' }],
    ['without a row', (text) => text.split('\n').toSpliced(5, 1).join('\n'), { code: 'database.backup-incomplete' }],
    ['with two ends', (text) => `${text}{"rows":2503}\n`, { code: 'database.backup-unreadable' }],
    ['of another format', (text) => text.replace('"format":1', '"format":2'), { code: 'database.backup-unreadable', params: { line: 1 } }],
    ['that is empty', () => '', { code: 'database.backup-incomplete' }],
    ['with a reference to nothing', (text) => text.replace('["2","1"]', '["99","1"]'), { code: '23503' }],
  ])(
    'stores nothing when the file is one %s',
    async (_name, damage, error) => {
      await backupDatabase(await fill(database), path)
      await writeFile(path, damage(await readFile(path, 'utf8')))
      await makeEmpty(database)
      await expect(restoreDatabase(database, path)).rejects.toMatchObject(error)
      expect(await contents(database)).toEqual([{ loans: null, lines: '0', sum: null }])
      expect((await sql`insert into "loan's" default values returning id`.execute(database.kysely)).rows).toEqual([{ id: '1' }])
    },
    60_000,
  )
})
