/**
 * Checks what must always be true of the stored data: stock is the sum of its movements, limits are the sums of their loans, states follow
 * their history, references exist (domain 50, E.4). Prints one line per violation and ends with 1; quiet when there is none. Changes nothing.
 *   npm run db:verify
 *
 * A PostgreSQL may go on serving meanwhile; the embedded database must be stopped first, because one process holds it.
 */
import { violatedInvariants } from '../src/server/invariants'
import { readProduct } from '../src/server/product'
import { runScript, withDatabase } from './database'

await runScript(() =>
  withDatabase(async (database) => {
    for (const { invariant, what } of await violatedInvariants(readProduct(process.cwd()), database)) {
      console.error(`${invariant}  ${what}`)
      process.exitCode = 1
    }
  }),
)
