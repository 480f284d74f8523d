import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backupDatabase, readBackupHeader, restoreDatabase, type BackupContents } from './backup'
import type { Database, DatabaseKind, Transaction } from './database'
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
  create table stored_file (id text primary key, name text not null, size bigint not null, sha256 text not null);
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
  insert into stored_file values ('f1', '仓单.pdf', 3, '${sumOf('abc')}'), ('f2', '发票.pdf', 2, '${sumOf('de')}');
  alter table empty_one alter column id restart with 70;
`
const contents = filesOf({ f1: 'abc', f2: 'de' })
const pairs = testDatabaseKinds.flatMap((from) => testDatabaseKinds.map((to): [DatabaseKind, DatabaseKind] => [from, to]))

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function filesOf(texts: Record<string, string>): BackupContents {
  return { read: async (id) => (texts[id] === undefined ? undefined : Readable.from([Buffer.from(texts[id])])) }
}

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
async function contentsOf(database: Database): Promise<unknown> {
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
  })
  afterAll(() => Promise.all([source?.close(), target?.close()]))

  it('has every value exactly, and the numbering goes on', async () => {
    await fill(source)
    expect(await backupDatabase(source, path, contents)).toEqual({ tables: 4, rows: 2505, damaged: [] })

    await makeEmpty(target)
    expect(await restoreDatabase(target, path, { contents })).toEqual({ tables: 4, rows: 2505 })
    expect(await contentsOf(target)).toEqual(await contentsOf(source))
    expect(await target.kysely.insertInto("loan's").values({ count: 4 }).returning(['id', 'twice']).execute()).toEqual([
      { id: '4', twice: 8 },
    ])
    expect((await sql`insert into empty_one default values returning id`.execute(target.kysely)).rows).toEqual([{ id: '70' }])
  })
})

describe.each(testDatabaseKinds)('a backup of a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database?.close())

  it('names the migrations it needs, is the owner’s alone and leaves nothing beside it', async () => {
    await backupDatabase(await fill(database), path)
    expect(await readBackupHeader(path)).toEqual({ format: 2, createdAt: expect.stringMatching(/Z$/), migrations: ['0001_tables.sql'] })
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

  let made: string | undefined
  /** The text of a backup with its files, made once: each test damages a copy. */
  async function wholeBackup(): Promise<string> {
    if (made === undefined) {
      await backupDatabase(await fill(database), path, contents)
      made = await readFile(path, 'utf8')
    }
    return made
  }

  const other = (text: string): string => text.replaceAll('仓单', '货单')
  /** Lines by number, as messages count them. */
  const lines = (text: string, change: (lines: string[]) => string[]): string => change(text.split('\n')).join('\n')
  const end = 2525

  it.each<[string, (text: string) => string, object]>([
    ['cut off in a line', (text) => text.slice(0, -20), { code: 'database.backup-incomplete', params: { line: end } }],
    [
      'cut off between two lines',
      (text) => lines(text, (all) => [...all.slice(0, 1500), '']),
      { code: 'database.backup-incomplete', params: { line: 1500 } },
    ],
    [
      'without its end',
      (text) => lines(text, (all) => [...all.slice(0, end - 1), '']),
      { code: 'database.backup-incomplete', params: { line: end - 1 } },
    ],
    [
      'without a row',
      (text) => lines(text, (all) => all.toSpliced(5, 1)),
      { code: 'database.backup-changed', params: { place: 'a_line', from: 5 } },
    ],
    [
      'with a row twice',
      (text) => lines(text, (all) => all.toSpliced(5, 0, all[5] ?? '')),
      { code: 'database.backup-changed', params: { place: 'a_line' } },
    ],
    [
      'with two rows changed about',
      (text) => lines(text, (all) => all.with(5, all[6] ?? '').with(6, all[5] ?? '')),
      { code: 'database.backup-changed' },
    ],
    [
      'with one digit changed',
      (text) => text.replace('["2","2400"]', '["2","2401"]'),
      { code: 'database.backup-changed', params: { place: 'a_line', from: 2007, to: 2507 } },
    ],
    [
      'with a table out of order',
      (text) => lines(text, (all) => [...all.slice(0, 2), ...all.slice(2507, 2509), ...all.slice(2, 2507), ...all.slice(2509)]),
      { code: 'database.backup-changed', params: { place: 'empty_one' } },
    ],
    [
      'with a table of another backup',
      (text) => lines(text, (all) => [...all.slice(0, 2511), ...other(text).split('\n').slice(2511)]),
      { code: 'database.backup-changed', params: { place: "loan's" } },
    ],
    [
      'with another end',
      (text) => text.replace('"files":2', '"files":3').replace('"sha256":"', '"sha256":"0'),
      { code: 'database.backup-changed' },
    ],
    [
      'with another sum of a file',
      (text) => text.replace(`"content":"${sumOf('de')}"`, `"content":"${sumOf('abc')}"`),
      { code: 'database.backup-changed', params: { place: '发票.pdf' } },
    ],
    ['with two ends', (text) => `${text}{"rows":2503}\n`, { code: 'database.backup-unreadable', params: { line: end + 1 } }],
    ['of another format', (text) => text.replace('"format":2', '"format":1'), { code: 'database.backup-unreadable', params: { line: 1 } }],
    ['that is empty', () => '', { code: 'database.backup-incomplete', params: { line: 0 } }],
  ])('stores nothing when the file is one %s, and says where', async (_name, damage, error) => {
    const whole = await wholeBackup()
    const damaged = damage(whole)
    expect(damaged).not.toBe(whole)
    await writeFile(path, damaged)
    await makeEmpty(database)
    const before = await written(database)
    await expect(restoreDatabase(database, path)).rejects.toMatchObject(error)
    expect(await written(database), 'nothing is written before the file is known to be whole').toBe(before)
    await expectEmpty(database)
  })

  it('is refused anywhere: whichever line is lost', async () => {
    const whole = (await wholeBackup()).split('\n').slice(0, -1)
    await makeEmpty(database)
    const sample = whole.flatMap((_line, at) => (at < 8 || at > whole.length - 16 || at % 400 === 0 ? [at] : []))
    for (const at of sample) {
      await writeFile(path, `${whole.toSpliced(at, 1).join('\n')}\n`)
      await expect(restoreDatabase(database, path), `without line ${at + 1}`).rejects.toMatchObject({
        code: expect.stringMatching(/^database\.backup-/),
      })
    }
  })

  it('is restored only where the contents of its files are, as they were', async () => {
    await writeFile(path, await wholeBackup())
    await makeEmpty(database)
    for (const wrong of [filesOf({ f1: 'abc' }), filesOf({ f1: 'abc', f2: 'xx' })]) {
      await expect(restoreDatabase(database, path, { contents: wrong })).rejects.toMatchObject({
        code: 'database.backup-content',
        params: { name: '发票.pdf', file: 'f2' },
      })
      await expectEmpty(database)
    }
    expect(await restoreDatabase(database, path)).toEqual({ tables: 4, rows: 2505 })
  })

  it('says which contents were not as they should be when it was made', async () => {
    await fill(database)
    expect(await backupDatabase(database, path, filesOf({ f1: 'abd' }))).toMatchObject({ damaged: ['仓单.pdf', '发票.pdf'] })
  })

  it('stores nothing when a reference leads nowhere, or what is asked in the end is refused', async () => {
    await fill(database)
    await sql.raw('alter table a_line drop constraint a_line_loan_id_fkey; insert into a_line values (99, 1)').execute(database.kysely)
    await backupDatabase(database, path)
    await makeEmpty(database)
    await expect(restoreDatabase(database, path)).rejects.toMatchObject({ code: '23503' })
    await expectEmpty(database)

    await backupDatabase(await fill(database), path)
    await makeEmpty(database)
    const finish = async (trx: Transaction): Promise<void> => {
      const { rows: found } = await sql<{ count: string }>`select count(*) as count from a_line`.execute(trx)
      throw new Error(`sees ${found[0]?.count}`)
    }
    await expect(restoreDatabase(database, path, { finish })).rejects.toThrow('sees 2500')
    await expectEmpty(database)
  })

  /** How much room the tables take; grows with rows in empty ones, also where these were taken back. */
  async function written(where: Database): Promise<string | undefined> {
    const { rows: found } = await sql<{ bytes: string }>`
      select sum(pg_relation_size(oid))::text as bytes from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
      where.kysely,
    )
    return found[0]?.bytes
  }

  async function expectEmpty(where: Database): Promise<void> {
    expect(await contentsOf(where)).toEqual([{ loans: null, lines: '0', sum: null }])
    expect((await sql`insert into "loan's" default values returning id`.execute(where.kysely)).rows).toEqual([{ id: '1' }])
    await makeEmpty(where)
  }
})
