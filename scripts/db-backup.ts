/**
 * Writes all rows of the database to a file, as of one moment. Uploaded files lie in DATA_DIR/files and are copied as files.
 *   npm run db:backup -- backup-2026-11-20.jsonl
 *
 * A PostgreSQL may go on serving meanwhile; the embedded database must be stopped first, because one process holds it.
 */
import { backupDatabase } from '../engine/server/database/backup'
import { runScript, withDatabase } from './database'

const [path] = process.argv.slice(2)

await runScript(async () => {
  if (path === undefined) {
    console.error('npm run db:backup -- <file>')
    process.exitCode = 1
    return
  }
  await withDatabase(async (database) => {
    const { tables, rows } = await backupDatabase(database, path)
    console.log(`${rows} rows of ${tables} tables → ${path}`)
  })
})
