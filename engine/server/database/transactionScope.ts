import { AsyncLocalStorage } from 'node:async_hooks'
import { serverError } from '../messages'

export interface TransactionScope {
  /** Runs the work of a transaction; what it calls, however deep, is inside. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Throws `database.nested-transaction` inside. A second connection there would not see what the transaction wrote, and with one
   * connection (PGlite) would wait for itself.
   */
  refuseInside(): void
}

/** A transaction that is open, or was. `around`: the one of another database within which it was begun. */
interface Running {
  scope: TransactionScope
  open: boolean
  around: Running | undefined
}

/** One for all databases of a process: each would cost every promise that is made. */
const storage = new AsyncLocalStorage<Running>()

export function createTransactionScope(): TransactionScope {
  const scope: TransactionScope = {
    async run(work) {
      // What the work started and did not wait for keeps this storage after the end.
      const running: Running = { scope, open: true, around: storage.getStore() }
      try {
        return await storage.run(running, work)
      } finally {
        running.open = false
      }
    },
    refuseInside() {
      for (let running = storage.getStore(); running; running = running.around)
        if (running.open && running.scope === scope) throw serverError('database.nested-transaction')
    },
  }
  return scope
}
