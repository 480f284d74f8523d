/**
 * Explains balances that are older than their ledger: an opening movement for each, and holds for those whom the ledger declares as holders.
 * The server and `npm run db:migrate` do it by themselves after an upgrade; by hand it is for finding out why they refuse.
 *   npm run db:ledger -- adopt                    all ledgers
 *   npm run db:ledger -- adopt --ledger credit    one
 *   npm run db:ledger -- adopt --dry              say what would be done, keep nothing
 *
 * Prints one line per ledger that had something to adopt; quiet when there was nothing. Ends with 1 and the list of balances where holders do
 * not sum up to what is held; nothing of their ledgers is stored then. The embedded database must be stopped first.
 */
import { serverError } from '../engine/server/messages'
import { parseArgs } from 'node:util'
import { pendingMigrations } from '../engine/server/database/migrations'
import { adoptLedgers } from '../engine/server/verify/adopt'
import { migrationFolder, runScript, withDatabase } from './database'
import { sayAdopted } from './sayAdopted'
import { servicesOf } from './services'

await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { ledger: { type: 'string' }, dry: { type: 'boolean', default: false } },
  })
  if (positionals.join() !== 'adopt') {
    console.error('npm run db:ledger -- adopt [--ledger <name>] [--dry]')
    process.exitCode = 1
    return
  }
  await withDatabase(async (database) => {
    const { length: pending } = await pendingMigrations(database, migrationFolder)
    if (pending > 0) throw serverError('database.migrate-first', { count: pending })
    sayAdopted(await adoptLedgers(servicesOf(database), values), values.dry)
  })
})
