import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { testRoot } from './support/config'
import { copyDemoData, type DemoDatabase } from './support/demoData'

interface Ended {
  code: number | null
  said: string
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
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code, said }
}

describe('the commands of an administrator', () => {
  /** What a backup leaves and a restore fills is a directory. */
  let data: DemoDatabase
  let onServer: DemoDatabase
  let folder = ''
  beforeAll(async () => {
    data = await copyDemoData('pglite')
    onServer = await copyDemoData('postgres')
    folder = await mkdtemp(join(tmpdir(), 'commands-'))
  })
  afterAll(async () => {
    // Undefined when there was nothing to copy.
    for (const each of [data, onServer] as (DemoDatabase | undefined)[]) await each?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const runOnServer = (name: string, ...args: string[]): Promise<Ended> => run(name, args, onServer.dataDirectory, onServer.databaseUrl)

  it('db:verify says nothing of data that are whole, and what is wrong with others', async () => {
    expect(await run('verify', [], data.dataDirectory)).toEqual({ code: 0, said: '' })
    const database = await openDatabase({ directory: join(data.dataDirectory, 'database') })
    await sql.raw(`update quota set used_amount = 1 where quota_no = 'ED20260108-0001'`).execute(database.kysely)
    await database.close()
    const broken = await run('verify', [], data.dataDirectory)
    expect(broken.code).toBe(1)
    expect(broken.said).toContain('I-08  授信额度 ED20260108-0001')
  })

  it('db:backup and db:restore carry everything to another database, which is left alone when it has rows', async () => {
    const file = join(folder, 'backup.jsonl')
    const restored = join(folder, 'restored')
    expect(await run('backup', [file], data.dataDirectory)).toMatchObject({ code: 0, said: expect.stringContaining(file) as string })
    const withoutFiles = await run('restore', [file], restored)
    expect([withoutFiles.code, withoutFiles.said]).toEqual([
      1,
      expect.stringMatching(/^附件“.+”.*请先把备份时的 files 目录复制到 DATA_DIR\/files\n$/),
    ])
    await cp(join(data.dataDirectory, 'files'), join(restored, 'files'), { recursive: true })
    // The fault of the test before came along, which nobody has been asked about.
    const broken = await run('restore', [file], restored)
    expect(broken.code).toBe(1)
    expect(broken.said).toContain('没有恢复')
    expect(broken.said).toContain('I-08  授信额度 ED20260108-0001')
    expect(Object.entries(await countsOf(restored)).filter(([name, count]) => name !== 'schema_migration' && count !== '0')).toEqual([])

    expect(await run('restore', [file, '--with-violations'], restored)).toMatchObject({ code: 0 })
    expect(await countsOf(restored)).toEqual(await countsOf(data.dataDirectory))
    expect((await run('restore', [file], restored)).code).toBe(1)
    // Nothing is mended on the way.
    expect((await run('verify', [], restored)).code).toBe(1)
  })

  it('db:migrate has nothing to do, and nothing to write', async () => {
    expect(await runOnServer('migrate')).toEqual({ code: 0, said: '' })
    expect(await runOnServer('migrate', '--check')).toEqual({ code: 0, said: '' })
    expect((await runOnServer('migrate', '--create')).code).toBe(1)
  })

  it('db:ledger adopts nothing where ledgers have always been, and says how it is called', async () => {
    expect(await runOnServer('ledger', 'adopt')).toEqual({ code: 0, said: '' })
    expect(await runOnServer('ledger', 'adopt', '--ledger', 'nothing')).toMatchObject({
      code: 1,
      said: expect.stringContaining('没有名为“nothing”的台账') as string,
    })
    expect((await runOnServer('ledger')).code).toBe(1)
    expect(await run('ledger', ['adopt'], join(folder, 'empty'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('db:migrate') as string,
    })
  })

  it('tell what is wrong with their settings without a stack', async () => {
    const { code, said } = await run('backup', [join(folder, 'x')], folder, 'mysql://127.0.0.1/x')
    expect(code).toBe(1)
    expect(said).toContain('DATABASE_URL')
    expect(said).not.toContain('    at ')
    const missing = await run('restore', [join(folder, 'no-such-file')], join(folder, 'other'))
    expect([missing.code, missing.said.includes('    at ')]).toEqual([1, false])
    const unreachable = await run('verify', [], folder, 'postgres://127.0.0.1:9/x')
    expect([unreachable.code, unreachable.said.includes('    at ')]).toEqual([1, false])
  })

  it.each(['backup', 'restore', 'verify', 'migrate', 'ledger'])(
    'db:%s tells what it did not expect in one sentence, and where it happened to who debugs',
    async (name) => {
      const broken = await copyDemoData('postgres')
      const { databaseUrl, dataDirectory } = broken
      const database = await openDatabase({ url: databaseUrl ?? '' })
      // Not what any migration leaves behind.
      await sql
        .raw(`drop table schema_migration; create view schema_migration as select (1 / 0)::text as name, '' as checksum`)
        .execute(database.kysely)
      await sql.raw(`alter table quota rename to quota_gone`).execute(database.kysely)
      await database.close()
      const file = join(folder, 'any.jsonl')
      if (name === 'restore') await runOnServer('backup', file)
      const args = { backup: [join(folder, 'out.jsonl')], restore: [file], ledger: ['adopt'] }[name] ?? []
      const { code, said } = await run(name, args, dataDirectory, databaseUrl)
      expect(code).toBe(1)
      expect(said).toMatch(/^没有完成：[^\n]+（用 LOG_LEVEL=debug 再执行一次可看到出错的位置）\n$/)
      const debugged = await run(name, args, dataDirectory, databaseUrl, { LOG_LEVEL: 'debug' })
      expect([debugged.code, debugged.said.includes('    at ')]).toEqual([1, true])
      await broken.drop()
    },
    240_000,
  )
})

async function countsOf(dataDirectory: string): Promise<Record<string, string>> {
  const database = await openDatabase({ directory: join(dataDirectory, 'database') })
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(database.kysely)
  const counts: Record<string, string> = {}
  for (const { name } of rows) {
    const counted = await sql<{ count: string }>`select count(*) as count from ${sql.table(name)}`.execute(database.kysely)
    counts[name] = counted.rows[0]?.count ?? ''
  }
  await database.close()
  return counts
}
