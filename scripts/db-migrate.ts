/**
 * Brings the database up to the last migration, or writes the next one.
 *   npm run db:migrate                          run the files that the database has not seen, and adopt balances that are older than their
 *                                               ledger (scripts/db-ledger.ts); print what was done
 *   npm run db:migrate -- --create line_caps    write src/server/migrations/<date>T<time>_line_caps.sql: what the schemas have changed since
 *   npm run db:migrate -- --check               change nothing; exit 1 when the schemas have changed and no migration says so
 *   npm run db:migrate -- --squash              until the first release: write all files as one, 0001_initial.sql. Databases that have run all
 *                                               of them go on; those that have not are refused, and told what to do
 *
 * The server does the first by itself when it starts. A written file is to be read, and rewritten where it loses data; once it has run
 * anywhere it stays as it is. What the schemas cannot say, such as a constraint written by hand, begins with "-- Kept: why" and ends with an
 * empty line: --squash takes it over.
 */
import { applyMigrations, createMigration, refuseMissingMigration, snapshotMatches } from '../engine/server/database/migrations'
import { squash } from '../engine/server/database/squash'
import { adoptLedgers } from '../engine/server/verify/adopt'
import { migrationFolder, runScript, wantedTables, withDatabase } from './database'
import { sayAdopted } from './sayAdopted'
import { servicesOf } from './services'

const [option, name] = process.argv.slice(2)

await runScript(async () => {
  if (option === '--create' && name !== undefined) return create(name)
  if (option === '--check') return check()
  if (option === '--squash') return squashAll()
  if (option !== undefined) return explain()
  await withDatabase(async (database) => {
    for (const file of await applyMigrations(database, migrationFolder)) console.log(file)
    sayAdopted(await adoptLedgers(servicesOf(database)))
  })
})

async function create(named: string): Promise<void> {
  const created = await createMigration({ folder: migrationFolder, name: named, tables: wantedTables() })
  if (!created) return
  console.log(`${migrationFolder}/${created.file}`)
  for (const statement of created.destructive) console.log(`left out, to be decided by hand: ${statement}`)
}

async function squashAll(): Promise<void> {
  const tables = wantedTables()
  await refuseMissingMigration(migrationFolder, tables)
  const file = await squash(migrationFolder, tables)
  console.log(file === undefined ? `${migrationFolder} has one file already` : `${migrationFolder}/${file}`)
}

async function check(): Promise<void> {
  if (await snapshotMatches(migrationFolder, wantedTables())) return
  console.error(`${migrationFolder} does not lead to the tables of the schemas; npm run db:migrate -- --create <name> writes the next file`)
  process.exitCode = 1
}

function explain(): void {
  console.error('npm run db:migrate [-- --create <name> | --check | --squash]; the name in lower case with underscores')
  process.exitCode = 1
}
