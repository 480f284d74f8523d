import { Duplex } from 'node:stream'
import type { PgliteEngine } from './pgliteEngine'

/**
 * Makes what the `pg` client takes for a socket, with PGlite at the other end. It speaks the same protocol through it as to a server, so
 * types, errors and constraint names cannot differ between the two kinds of database. PGlite has one session: the next stream
 * connects when the one before is closed, also that of another pool: a pool has ended before its connections have said goodbye.
 */
export function pgliteStreams(engine: PgliteEngine): () => Duplex {
  return () => {
    const ready = (lastClosed.get(engine) ?? Promise.resolve()).then(() => engine.start())
    // The error reaches the caller of `connect`.
    ready.catch(() => undefined)
    const stream = new PgliteStream(engine, ready)
    lastClosed.set(engine, new Promise((resolve) => stream.once('close', resolve)))
    return stream
  }
}

const lastClosed = new WeakMap<PgliteEngine, Promise<unknown>>()

class PgliteStream extends Duplex {
  readonly #engine: PgliteEngine
  readonly #ready: Promise<void>
  #stopListening: (() => void) | undefined

  constructor(engine: PgliteEngine, ready: Promise<void>) {
    super()
    this.#engine = engine
    this.#ready = ready
  }

  // The part of net.Socket that pg uses.
  connect(): void {
    this.#ready.then(
      () => {
        if (this.destroyed) return
        this.#stopListening = this.#engine.onLost((cause) => this.destroy(cause))
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
  }
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#engine.exchange(chunk).then((bytes) => {
      if (bytes.length > 0) this.push(bytes)
      done()
    }, done)
  }

  /** The client corks the messages of a query: they cross over together, in one turn. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  /**
   * A client that said goodbye had its session cleared by that. One that breaks off may leave a transaction open: only a new thread is
   * clean.
   */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const inSession = this.#stopListening !== undefined
    this.#stopListening?.()
    const left = inSession && !this.writableFinished ? this.#engine.kill() : Promise.resolve()
    left.then(
      () => done(error),
      () => done(error),
    )
  }
}
