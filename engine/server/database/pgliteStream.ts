import { Duplex } from 'node:stream'
import type { PgliteEngine } from './pgliteEngine'

/**
 * What the `pg` client takes for a socket, with PGlite at the other end. It speaks the same protocol through it as to a server, so
 * types, errors and constraint names cannot differ between the two kinds of database. PGlite has one session: one stream at a time.
 */
export function pgliteStream(engine: PgliteEngine): Duplex {
  return new PgliteStream(engine)
}

class PgliteStream extends Duplex {
  readonly #engine: PgliteEngine
  #stopListening: (() => void) | undefined

  constructor(engine: PgliteEngine) {
    super()
    this.#engine = engine
  }

  // The part of net.Socket that pg uses.
  connect(): void {
    this.#engine.start().then(
      () => {
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

  /** A client that went away in the middle may have left a transaction open in the one session there is; only a new one is clean. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stopListening?.()
    const left = this.writableFinished ? Promise.resolve() : this.#engine.kill()
    left.then(
      () => done(error),
      () => done(error),
    )
  }
}
