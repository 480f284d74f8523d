import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheetContent, SheetRefusal, type SheetContent, type SheetReadOptions } from './sheetContent'
import { writeForm, type FormSheet } from '../xlsx'

/** What the thread is started with: a workbook to read, or one to write. */
export type SheetTask =
  { kind: 'read'; content: Uint8Array<ArrayBuffer>; options: SheetReadOptions } | { kind: 'write'; sheet: FormSheet; fillRows: number }

/** The one thing that the thread says; nothing, when it did not come so far. */
export type SheetReply =
  { kind: 'read'; sheet: SheetContent } | { kind: 'written'; content: Uint8Array } | { kind: 'refused'; reason: string }

/** Of Linux: 335 shares of a processor beside the 1,024 of others. */
const NICENESS = 5

/** The thread in which one workbook is read or written. What costs too much memory or time ends this thread and nothing else. */
const port = parentPort
if (port === null) throw new Error('sheetWorker runs in a worker thread only')
// Who asks for less comes first, with three quarters of a processor that both want: at the lowest priority a busy machine would leave a
// workbook so little that it ends at its limit. Elsewhere than on Linux it would be said of the whole process.
if (process.platform === 'linux') setPriority(NICENESS)

try {
  port.postMessage(await perform(workerData as SheetTask))
} catch (error) {
  if (!(error instanceof SheetRefusal)) throw error
  port.postMessage({ kind: 'refused', reason: error.message } satisfies SheetReply)
}

async function perform(task: SheetTask): Promise<SheetReply> {
  if (task.kind === 'write') return { kind: 'written', content: await writeForm([task.sheet], task.fillRows) }
  const { buffer, byteOffset, byteLength } = task.content
  return { kind: 'read', sheet: await readSheetContent(Buffer.from(buffer, byteOffset, byteLength), task.options) }
}
