import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../engine/server/database/database'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { databasePlace } from '../../src/server/databasePlace'
import { testRoot } from './support/config'
import { copyDemoData, type DemoDatabase } from './support/demoData'

interface Ended {
  code: number | null
  output: string
}

/** Runs `npm run db:<name>` as an administrator does. */
async function run(
  name: string,
  args: string[],
  dataDirectory: string,
  databaseUrl?: string,
  more: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['scripts/run.mjs', `scripts/db-${name}.ts`, ...args], {
    cwd: testRoot,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, output }
}

describe('the commands of an administrator', () => {
  let embedded: DemoDatabase
  let onServer: DemoDatabase
  let folder = ''
  beforeAll(async () => {
    embedded = await copyDemoData('pglite')
    onServer = await copyDemoData('postgres')
    folder = await mkdtemp(join(tmpdir(), 'commands-'))
  })
  afterAll(async () => {
    // Undefined when there was nothing to copy.
    for (const each of [embedded, onServer] as (DemoDatabase | undefined)[]) await each?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const runOn = ({ dataDirectory, databaseUrl }: DemoDatabase, name: string, ...args: string[]): Promise<Ended> =>
    run(name, args, dataDirectory, databaseUrl)

  it('db:verify says nothing of data that are whole', async () => {
    expect(await runOn(onServer, 'verify')).toEqual({ code: 0, output: '' })
  })

  it('db:migrate has nothing to do, and nothing to write', async () => {
    expect(await runOn(onServer, 'migrate')).toEqual({ code: 0, output: '' })
    expect(await runOn(onServer, 'migrate', '--check')).toEqual({ code: 0, output: '' })
    expect((await runOn(onServer, 'migrate', '--create')).code).toBe(1)
  })

  it('db:ledger adopts nothing where ledgers have always been, and says how it is called', async () => {
    expect(await runOn(onServer, 'ledger', 'adopt')).toEqual({ code: 0, output: '' })
    expect(await runOn(onServer, 'ledger', 'adopt', '--ledger', 'nothing')).toMatchObject({
      code: 1,
      output: expect.stringContaining('没有名为“nothing”的台账') as string,
    })
    expect((await runOn(onServer, 'ledger')).code).toBe(1)
  })

  /** Of the embedded database, which others restore on a server. */
  const backup = (): string => join(folder, 'backup.jsonl')

  it('db:verify, db:backup and db:restore: faults are named and carried on only by who says so, and a database with rows is left alone', async () => {
    const file = backup()
    const counts = await withDatabase(embedded, async (database) => {
      await sql.raw(`update quota set used_amount = 1 where quota_no = 'ED20260108-0001'`).execute(database.kysely)
      return countsOf(database)
    })
    const fault = 'I-08  授信额度 ED20260108-0001'
    const verified = await runOn(embedded, 'verify')
    // Every line names the damaged record, and no other.
    expect([verified.code, verified.output]).toEqual([1, expect.stringMatching(new RegExp(`^(${fault}[^\\n]*\\n)+$`))])
    expect(await runOn(embedded, 'backup', file)).toMatchObject({ code: 0, output: expect.stringContaining(file) as string })

    const restored = await emptyDatabase()
    expect(await runOn(restored, 'ledger', 'adopt')).toMatchObject({ code: 1, output: expect.stringContaining('db:migrate') as string })
    const withoutFiles = await runOn(restored, 'restore', file)
    expect([withoutFiles.code, withoutFiles.output]).toEqual([
      1,
      expect.stringMatching(/^附件“.+”.*请先把备份时的 files 目录复制到 DATA_DIR\/files\n$/),
    ])
    await cp(join(embedded.dataDirectory, 'files'), join(restored.dataDirectory, 'files'), { recursive: true })
    // Of the fault nobody has been asked.
    const broken = await runOn(restored, 'restore', file)
    expect(broken.code).toBe(1)
    expect(broken.output).toContain('没有恢复')
    expect(broken.output).toContain(fault)
    expect(
      Object.entries(await withDatabase(restored, countsOf)).filter(([name, count]) => name !== 'schema_migration' && count !== '0'),
    ).toEqual([])

    expect(await runOn(restored, 'restore', file, '--with-violations')).toMatchObject({ code: 0 })
    expect(await withDatabase(restored, countsOf)).toEqual(counts)
    expect((await runOn(restored, 'restore', file)).code).toBe(1)
    // Nothing is mended on the way.
    expect((await runOn(restored, 'verify')).code).toBe(1)
    await restored.drop()
  })

  it('tell what is wrong with their settings without a stack', async () => {
    const { code, output } = await run('backup', [join(folder, 'x')], folder, 'mysql://127.0.0.1/x')
    expect(code).toBe(1)
    expect(output).toContain('DATABASE_URL')
    expect(output).not.toContain('    at ')
    const missing = await runOn(onServer, 'restore', join(folder, 'no-such-file'))
    expect([missing.code, missing.output.includes('    at ')]).toEqual([1, false])
    const unreachable = await run('verify', [], folder, 'postgres://127.0.0.1:9/x')
    expect([unreachable.code, unreachable.output.includes('    at ')]).toEqual([1, false])
    const elsewhere = await run('verify', [], onServer.dataDirectory, onServer.databaseUrl, { SCHEMAS_DIR: join(folder, 'no-schemas') })
    expect([elsewhere.code, elsewhere.output.includes('模式文件有'), elsewhere.output.includes('    at ')]).toEqual([1, true, false])
  })

  describe('over a database that no migration leaves behind', () => {
    let broken: DemoDatabase
    beforeAll(async () => {
      broken = await copyDemoData('postgres')
      await withDatabase(broken, async ({ kysely }) => {
        await sql
          .raw(`drop table schema_migration; create view schema_migration as select (1 / 0)::text as name, '' as checksum`)
          .execute(kysely)
        await sql.raw(`alter table quota rename to quota_gone`).execute(kysely)
      })
    })
    afterAll(() => (broken as DemoDatabase | undefined)?.drop())

    it.each([
      ['backup', () => [join(folder, 'out.jsonl')]],
      ['restore', () => [backup(), '--without-files']],
      ['verify', () => []],
      ['migrate', () => []],
      ['ledger', () => ['adopt']],
    ])('db:%s tells what it did not expect in one sentence', async (name, argumentsOf) => {
      const { code, output } = await runOn(broken, name, ...argumentsOf())
      expect(code).toBe(1)
      expect(output).toMatch(/^没有完成：[^\n]+（用 LOG_LEVEL=debug 再执行一次可看到出错的位置）\n$/)
    })

    it('a command tells where it happened to who debugs', async () => {
      const { code, output } = await run('verify', [], broken.dataDirectory, broken.databaseUrl, { LOG_LEVEL: 'debug' })
      expect([code, output.includes('    at ')]).toEqual([1, true])
    })
  })
})

/** A database of its own on the server, without a table and without files. */
async function emptyDatabase(): Promise<DemoDatabase> {
  const copy = await copyDemoData('postgres')
  await withDatabase(copy, async ({ kysely }) => {
    await sql.raw('drop schema public cascade; create schema public').execute(kysely)
  })
  await rm(join(copy.dataDirectory, 'files'), { recursive: true })
  return copy
}

async function withDatabase<T>(data: DemoDatabase, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(databasePlace(data, testRoot))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function countsOf({ kysely }: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(kysely)
  const counts: Record<string, string> = {}
  for (const { name } of rows) {
    const counted = await sql<{ count: string }>`select count(*) as count from ${sql.table(name)}`.execute(kysely)
    counts[name] = counted.rows[0]?.count ?? ''
  }
  return counts
}
