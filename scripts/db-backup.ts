/**
 * Writes all rows of the database to a file, as of one moment, with sums over them and over the uploaded files, which lie in DATA_DIR/files and
 * are copied as files. Ends with 1 when the content of an uploaded file is missing or not as it was stored; the backup is written all the same.
 *   npm run db:backup -- backup-2026-11-20.jsonl
 *
 * A PostgreSQL may go on serving meanwhile; the embedded database must be stopped first, because one process holds it.
 */
import { backupDatabase } from '../engine/server/database/backup'
import { fileStore, runScript, withDatabase } from './database'

const [path] = process.argv.slice(2)

await runScript(async () => {
  if (path === undefined) {
    console.error('npm run db:backup -- <file>')
    process.exitCode = 1
    return
  }
  await withDatabase(async (database) => {
    const { tables, rows, damaged } = await backupDatabase(database, path, fileStore())
    console.log(`${rows} rows of ${tables} tables → ${path}`)
    for (const name of damaged) console.error(`附件“${name}”的内容缺失或已损坏`)
    if (damaged.length > 0) process.exitCode = 1
  })
})
