import { Worker } from 'node:worker_threads'
import { databaseUnavailable } from './errors'
import type { PgliteReply, PgliteRequest, PgliteWorkerData } from './pgliteWorker'
import { pgliteWorkerLocation } from './workerLocation'

/** PGlite in its worker thread, as seen from the main thread. */
export interface PgliteEngine {
  /** Starts the thread unless it runs: at first, and again after it was lost. */
  start(): Promise<void>
  /**
   * Sends wire protocol messages, answers the bytes that PGlite says to them. One at a time; rejects when the thread is lost meanwhile,
   * which is also what happens to one that takes too long.
   */
  exchange(bytes: Uint8Array): Promise<Uint8Array>
  /** Calls back once when the thread ends for whatever reason; answers how to stop listening. */
  onLost(listener: (cause: Error) => void): () => void
  /** Ends the thread at once, as a crash would. */
  kill(): Promise<void>
  /** Closes the cluster (PostgreSQL's shutdown checkpoint) and ends the thread. */
  stop(): Promise<void>
}

/** PGlite knows no statement_timeout, and one endless query would keep everybody waiting for ever. No statement of good will comes near. */
const maxExchangeMs = 5 * 60_000

export function createPgliteEngine(data: PgliteWorkerData, limitMs = maxExchangeMs): PgliteEngine {
  let worker: Promise<Worker> | undefined
  let pending: { resolve: (bytes: Uint8Array) => void; reject: (cause: Error) => void } | undefined
  const lostListeners = new Set<(cause: Error) => void>()

  function startWorker(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const thread = new Worker(pgliteWorkerLocation, { workerData: data })
      let cause: Error | undefined
      thread.on('message', (reply: PgliteReply) => {
        if (reply.kind === 'ready') resolve(thread)
        else if (reply.kind === 'failed') cause = new Error(reply.reason)
        else finish((waiting) => waiting.resolve(reply.bytes))
      })
      thread.on('error', (error) => (cause = error))
      thread.on('exit', () => {
        worker = undefined
        const lost = databaseUnavailable(cause ?? new Error('the PGlite worker thread ended'))
        reject(lost)
        finish((waiting) => waiting.reject(lost))
        for (const listener of lostListeners) listener(lost)
      })
    })
  }

  function finish(how: (waiting: NonNullable<typeof pending>) => void): void {
    const waiting = pending
    pending = undefined
    if (waiting) how(waiting)
  }

  return {
    async start() {
      worker ??= startWorker()
      await worker
    },
    async exchange(bytes) {
      const thread = await worker
      if (thread === undefined || pending !== undefined) throw databaseUnavailable(new Error('the PGlite worker thread is not listening'))
      // A node buffer is often a window on a shared pool, which would be copied whole.
      const copy: PgliteRequest = new Uint8Array(bytes)
      const limit = setTimeout(() => void thread.terminate(), limitMs)
      const reply = new Promise<Uint8Array>((resolve, reject) => {
        pending = { resolve, reject }
        thread.postMessage(copy, [copy.buffer])
      })
      return reply.finally(() => clearTimeout(limit))
    },
    onLost(listener) {
      lostListeners.add(listener)
      return () => lostListeners.delete(listener)
    },
    async kill() {
      // One that failed to start is gone already.
      const thread = await worker?.catch(() => undefined)
      await thread?.terminate()
    },
    async stop() {
      const thread = await worker?.catch(() => undefined)
      if (thread === undefined) return
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage(null satisfies PgliteRequest)
      await ended
    },
  }
}
