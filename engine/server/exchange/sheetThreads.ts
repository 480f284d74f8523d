import { Worker } from 'node:worker_threads'
import { createGate } from '../database/gate'
import { messageText } from '../messages'
import { unavailable } from '../problem'
import { SheetRefusal, type SheetContent, type SheetReadOptions } from './sheetContent'
import type { SheetReply, SheetTask } from './sheetWorker'
import { sheetWorkerLocation } from './sheetWorkerLocation'
import type { FormSheet } from '../xlsx'

/** Reads and writes what people send in threads, a new one for each, so that nothing of a file outlives it and nobody waits for it. */
export interface SheetThreads {
  /**
   * The content is handed over, and gone afterwards.
   * @throws SheetRefusal, SheetLost when the thread came to no end, HttpProblem 503 when others were read for too long
   */
  read(content: Uint8Array<ArrayBuffer>, options: SheetReadOptions): Promise<SheetContent>
  /** A workbook of one sheet to fill in, as `writeForm` makes it. @throws SheetLost, HttpProblem 503 */
  write(sheet: FormSheet, fillRows: number): Promise<Uint8Array>
  /** Ends all of them at once. */
  close(): Promise<void>
}

/** A file took more time or memory than any that people write. */
export class SheetLost extends Error {}

export interface SheetThreadsOptions {
  /** The others wait in the order in which they came. */
  atOnce: number
  /** Longest wait. What people write is read at once; a queue that does not move is one of files that were made to take time. */
  waitMs: number
  /** Longest time that a thread has: many times what the largest honest workbook takes, as the machine may be busy with others. */
  limitMs: number
  /** Of what JavaScript holds; contents of files are bounded by the limits of archives. */
  memoryMb: number
}

const retryAfterSeconds = 5
const usual: SheetThreadsOptions = { atOnce: 2, waitMs: 2_000, limitMs: 20_000, memoryMb: 128 }

export function createSheetThreads(options: Partial<SheetThreadsOptions> = {}): SheetThreads {
  const { atOnce, waitMs, limitMs, memoryMb } = { ...usual, ...options }
  const gate = createGate(atOnce, waitMs, () => unavailable(retryAfterSeconds, messageText('import.busy')))
  const threads = new Set<Worker>()
  let isClosed = false

  async function start(task: SheetTask): Promise<SheetReply> {
    if (isClosed) throw new SheetLost('the server stops')
    return new Promise((resolve, reject) => {
      const thread = new Worker(sheetWorkerLocation, {
        workerData: task,
        transferList: task.kind === 'read' ? [task.content.buffer] : [],
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      })
      threads.add(thread)
      const limit = setTimeout(() => void thread.terminate(), limitMs)
      let cause: unknown
      thread.on('message', resolve)
      thread.on('error', (error) => (cause = error))
      // After an answer it says nothing more.
      thread.on('exit', () => {
        clearTimeout(limit)
        threads.delete(thread)
        reject(new SheetLost('the thread ended without an answer', { cause }))
      })
    })
  }
  async function replyOf<Kind extends SheetReply['kind']>(task: SheetTask, kind: Kind): Promise<Extract<SheetReply, { kind: Kind }>> {
    const reply = await gate.pass(() => start(task))
    if (reply.kind === 'refused') throw new SheetRefusal(reply.reason)
    if (reply.kind !== kind) throw new SheetLost(`the thread answered ${reply.kind}`)
    return reply as Extract<SheetReply, { kind: Kind }>
  }

  return {
    read: async (content, options) => (await replyOf({ kind: 'read', content, options }, 'read')).sheet,
    write: async (sheet, fillRows) => (await replyOf({ kind: 'write', sheet, fillRows }, 'written')).content,
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
