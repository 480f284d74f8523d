import type { KeyValueStore } from '../client/memory/storage'
import type { SchemaText } from './contents'

const prefix = 'draft.'

/** Texts that differ from those that run, file by file. They outlive a reload. */
export class Drafts {
  readonly #storage: KeyValueStore
  readonly #running: Map<string, string>

  constructor(storage: KeyValueStore, files: readonly SchemaText[]) {
    this.#storage = storage
    this.#running = new Map(files.map(({ path, text }) => [path, text]))
  }

  running(path: string): string {
    return this.#running.get(path) ?? ''
  }

  text(path: string): string {
    return this.#draft(path) ?? this.running(path)
  }

  /** What is as it runs is no draft. */
  keep(path: string, text: string): void {
    if (text === this.running(path)) this.#storage.remove(prefix + path)
    else this.#storage.set(prefix + path, text)
  }

  /** Paths of the files that differ; a draft of a file that there is no more is none. */
  changed(): ReadonlySet<string> {
    const paths = this.#storage.keys(prefix).map((key) => key.slice(prefix.length))
    return new Set(paths.filter((path) => this.#draft(path) !== undefined && this.#draft(path) !== this.#running.get(path)))
  }

  #draft(path: string): string | undefined {
    const text = this.#storage.get(prefix + path)
    return typeof text === 'string' && this.#running.has(path) ? text : undefined
  }
}
