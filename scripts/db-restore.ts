/**
 * Fills an empty database from a backup, of either kind into either kind; then runs the migrations that came after it. Before it writes anything
 * it checks the sums of the file and of the uploaded files, which must lie in DATA_DIR/files by then; in the end, what `npm run db:verify` checks.
 * What fails leaves the database empty.
 *   DATA_DIR=restored npm run db:restore -- backup-2026-11-20.jsonl
 *   … --without-files         do not look for the uploaded files
 *   … --with-violations       keep data that do not pass the checks, and list what is wrong with them
 *
 * A database that has rows already is left alone.
 */
import { parseArgs } from 'node:util'
import type { Transaction } from '../engine/server/database/database'
import { restoreDatabase, verifyBackup } from '../engine/server/database/backup'
import { applyMigrations, applyMigrationsWithin } from '../engine/server/database/migrations'
import { namesAfterSquash } from '../engine/server/database/squash'
import { serverError } from '../engine/server/messages'
import { violatedInvariants } from '../src/server/invariants'
import { fileStore, migrationFolder, runScript, servedProduct, withDatabase } from './database'

await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'without-files': { type: 'boolean', default: false }, 'with-violations': { type: 'boolean', default: false } },
  })
  const [path] = positionals
  if (path === undefined) {
    console.error('npm run db:restore -- <file> [--without-files] [--with-violations]')
    process.exitCode = 1
    return
  }
  const contents = values['without-files'] ? {} : { contents: fileStore() }
  await withDatabase(async (database) => {
    const header = await verifyBackup(path, contents.contents)
    const migrations = await namesAfterSquash(migrationFolder, header.migrations)
    await applyMigrations(database, migrationFolder, { only: migrations })
    const files: string[] = []
    const settle = async (trx: Transaction): Promise<void> => {
      files.push(...(await applyMigrationsWithin(trx, migrationFolder)))
      const violations = await violatedInvariants(servedProduct(), { kysely: trx })
      const found = violations.map(({ invariant, what }) => `${invariant}  ${what}`)
      if (found.length === 0) return
      if (!values['with-violations']) throw serverError('database.backup-violates', { count: found.length, found: found.join('\n') })
      for (const line of found) console.error(line)
    }
    const { tables, rows } = await restoreDatabase(database, path, { ...contents, finish: settle, migrations })
    console.log(`${rows} rows of ${tables} tables ← ${path}`)
    for (const file of files) console.log(file)
  })
})
