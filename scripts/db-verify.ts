/**
 * Checks what must always be true of the stored data: balances are the sums of their movements and of what is held of them, limits are the
 * sums of their loans, states follow their history, references exist (domain 50, E.4). In full; the end of each day does it for what has moved
 * and for a thirtieth of the rest. Prints one line per violation and ends with 1; quiet when there is none. Changes nothing.
 *   npm run db:verify
 *
 * A PostgreSQL may go on serving meanwhile; the embedded database must be stopped first, because one process holds it.
 */
import { violatedInvariants } from '../src/server/invariants'
import { runScript, servedProduct, withDatabase } from './database'

await runScript(() =>
  withDatabase(async (database) => {
    for (const { invariant, what } of await violatedInvariants(servedProduct(), database)) {
      console.error(`${invariant}  ${what}`)
      process.exitCode = 1
    }
  }),
)
