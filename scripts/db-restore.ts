/**
 * Fills an empty database from a backup, of either kind into either kind; then runs the migrations that came after it.
 *   DATA_DIR=restored npm run db:restore -- backup-2026-11-20.jsonl
 *
 * A database that has rows already is left alone.
 */
import { readBackupHeader, restoreDatabase } from '../engine/server/database/backup'
import { applyMigrations } from '../engine/server/database/migrations'
import { migrationFolder, runScript, withDatabase } from './database'

const [path] = process.argv.slice(2)

await runScript(async () => {
  if (path === undefined) {
    console.error('npm run db:restore -- <file>')
    process.exitCode = 1
    return
  }
  await withDatabase(async (database) => {
    const through = (await readBackupHeader(path)).migrations.at(-1)
    await applyMigrations(database, migrationFolder, through === undefined ? {} : { through })
    const { tables, rows } = await restoreDatabase(database, path)
    console.log(`${rows} rows of ${tables} tables ← ${path}`)
    for (const file of await applyMigrations(database, migrationFolder)) console.log(file)
  })
})
