import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** Start data of the thread: PostgreSQL's data directory. PGlite creates a cluster in an empty one. */
export interface PgliteWorkerData {
  folder: string
}

/** Bytes are messages of PostgreSQL's wire protocol; `null` asks for a clean stop, after which the thread ends. */
export type PgliteRequest = Uint8Array<ArrayBuffer> | null
/** The first answer is `ready` or `failed`; then one answer of bytes, maybe none, for each request of bytes. */
export type PgliteReply = { kind: 'ready' } | { kind: 'failed'; reason: string } | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }

/**
 * The thread in which PGlite runs: its queries are synchronous calls into WebAssembly, which would stop every timer and request of the
 * main thread. It passes wire protocol messages through and knows nothing else, so both kinds of database are spoken to by the same
 * client with the same types and errors.
 */
const port = parentPort
if (port === null) throw new Error('pgliteWorker runs in a worker thread only')
const { folder } = workerData as PgliteWorkerData

/**
 * Its own pages of the database. PGlite reads others from the system's memory anyway, a tenth slower by a key where tables are larger, and
 * touches all of them when it starts: with the usual 128 MB that took it half a second more.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

const send = (reply: PgliteReply): void => port.postMessage(reply, reply.kind === 'bytes' ? [reply.bytes.buffer] : [])

try {
  const engine = await PGlite.create({ dataDir: folder, startParams })
  port.on('message', (request: PgliteRequest) => void (request === null ? stop(engine) : exchange(engine, request)))
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  port.close()
}

const terminate = 'X'.charCodeAt(0)

async function exchange(engine: PGlite, request: Uint8Array): Promise<void> {
  if (request[0] === terminate) await clearSession(engine)
  const chunks: Uint8Array[] = []
  // `execProtocolRaw` would also parse every answer and keep what it parsed; this one only hands the bytes on. They lie in the engine's
  // memory, which it uses again: copied.
  await engine.execProtocolRawStream(request, { onRawData: (bytes) => chunks.push(bytes.slice()) })
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  send({ kind: 'bytes', bytes })
}

/** What ends with a session on a server; here the session goes on and the next client must find it as new. */
async function clearSession(engine: PGlite): Promise<void> {
  if (engine.isInTransaction()) await engine.exec('rollback')
  await engine.exec('discard all')
}

async function stop(engine: PGlite): Promise<void> {
  await engine.close()
  port?.close()
}
