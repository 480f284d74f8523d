/** The database of a colleague who has run every migration of before they were written as one: nothing of it is lost. */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../engine/server/database/database'
import { appliedMigrations, applyMigrations } from '../../engine/server/database/migrations'
import { openTestDatabase, testDatabaseKinds } from '../../engine/server/database/testDatabase'

const migrations = fileURLToPath(new URL('migrations', import.meta.url))

describe.each(testDatabaseKinds)('a %s database of before', (kind) => {
  let database: Database
  let replaces: Record<string, string>
  /** What has been written since is still to come for it. */
  let later: string[]
  beforeAll(async () => {
    const squashed = await mkdtemp(join(tmpdir(), 'squashed-'))
    for (const name of ['0001_initial.sql', 'squashed.json']) await cp(join(migrations, name), join(squashed, name))
    later = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name !== '0001_initial.sql').toSorted()
    database = await openTestDatabase(kind, { logger: { warn: () => undefined } })
    ;({ replaces } = JSON.parse(await readFile(`${migrations}/squashed.json`, 'utf8')) as { replaces: Record<string, string> })
    await applyMigrations(database, squashed)
    await rm(squashed, { recursive: true })
    await sql`insert into installation (name, value) values ('kept', 'yes')`.execute(database.kysely)
  })
  afterAll(() => database?.close())

  /** As the older versions have left it. */
  async function recordAs(names: readonly string[]): Promise<void> {
    await sql`delete from schema_migration`.execute(database.kysely)
    const rows = names.map((name) => ({ name, checksum: replaces[name] ?? '' }))
    await database.kysely.insertInto('schema_migration').values(rows).execute()
  }

  it('goes on with its rows', async () => {
    await recordAs(Object.keys(replaces))
    expect(await applyMigrations(database, migrations)).toEqual(later)
    expect(await appliedMigrations(database)).toEqual(['0001_initial.sql', ...later])
    expect(await database.kysely.selectFrom('installation').selectAll().execute()).toEqual([{ name: 'kept', value: 'yes' }])
  })

  it('is refused when it has stopped before the last of them, and keeps what it has', async () => {
    await recordAs(Object.keys(replaces).slice(0, -1))
    await expect(applyMigrations(database, migrations)).rejects.toThrow('请先用合并前的版本执行 npm run db:migrate')
    expect(await appliedMigrations(database)).toHaveLength(Object.keys(replaces).length - 1)
    expect(await database.kysely.selectFrom('installation').selectAll().execute()).toHaveLength(1)
  })
})
