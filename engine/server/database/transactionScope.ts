import { serverError } from '../messages'
import { AsyncLocalStorage } from 'node:async_hooks'

export interface TransactionScope {
  /** Runs the work of a transaction; what it calls, however deep, is inside. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Throws `database.nested-transaction` inside. A second connection there would not see what the transaction wrote, and with one
   * connection (PGlite) would wait for itself.
   */
  refuseInside(): void
}

export function createTransactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<{ open: boolean }>()
  return {
    async run(work) {
      // What the work started and did not wait for keeps this storage after the end.
      const state = { open: true }
      try {
        return await storage.run(state, work)
      } finally {
        state.open = false
      }
    },
    refuseInside() {
      if (storage.getStore()?.open) throw serverError('database.nested-transaction')
    },
  }
}
