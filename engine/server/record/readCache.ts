import type { KyselyPlugin, RootOperationNode } from 'kysely'

interface Reading {
  response: Promise<unknown>
  /** Whose rows it was made of. */
  tables: Set<string>
  /** It says the same whoever holds a lock. */
  steady: boolean
}

/** What a transaction has read and written since `watch` was called. */
export interface Watch {
  /** Tables that were asked, and names that are the same as those of tables. */
  read: Set<string>
  /** Something was written, or locked. */
  isWritten: boolean
}

/**
 * What has been read in one transaction. A rule that values twenty rows asks for the same records again and again; they stay as they are until the
 * transaction itself writes to one of their tables, or locks something: what it was kept from meanwhile may have changed them. What is called
 * steady stays even then.
 */
export class ReadCache {
  readonly #known = new Map<string, Reading>()
  readonly #waiting = new Set<Reading>()
  readonly #tables: ReadonlySet<string>
  #watch: Watch | undefined

  /** @param tables all that there are */
  constructor(tables: ReadonlySet<string>) {
    this.#tables = tables
  }

  /** Each caller gets a copy of his own, which he may change. */
  async read<T>(subject: unknown, ask: () => Promise<T>): Promise<T> {
    const key = keyOf(subject)
    const reading = this.#known.get(key) ?? this.#begin(key, ask)
    return structuredClone((await reading.response) as T)
  }

  /**
   * `read` for each of several subjects of one kind, of which those that are not known are asked for at once.
   * @param ask answers a value for each subject that there is
   * @param steady nobody keeps these values by a lock on something else, as with names
   */
  async readEach<T>(
    kind: unknown,
    subjects: readonly string[],
    ask: (unknown: readonly string[]) => Promise<Map<string, T>>,
    { steady = false }: { steady?: boolean } = {},
  ): Promise<Map<string, T>> {
    const keys = new Map(subjects.map((subject) => [subject, keyOf([kind, subject])]))
    const missing = [...keys].filter(([, key]) => !this.#known.has(key)).map(([subject]) => subject)
    let asked: Promise<Map<string, T>> | undefined
    const readings = [...keys].map(async ([subject, key]): Promise<[string, T | undefined]> => {
      const one = async (): Promise<T | undefined> => (await (asked ??= ask(missing))).get(subject)
      const reading = this.#known.get(key) ?? this.#begin(key, one, steady)
      return [subject, structuredClone((await reading.response) as T | undefined)]
    })
    return new Map((await Promise.all(readings)).filter((found): found is [string, T] => found[1] !== undefined))
  }

  #begin(key: string, ask: () => Promise<unknown>, steady = false): Reading {
    const reading: Reading = { response: Promise.resolve(), tables: new Set(), steady }
    this.#known.set(key, reading)
    this.#waiting.add(reading)
    reading.response = ask().finally(() => this.#waiting.delete(reading))
    return reading
  }

  /** Notes from now on, until it is asked for again, what the transaction reads and whether it writes. */
  watch(): Watch {
    return (this.#watch = { read: new Set(), isWritten: false })
  }

  forget(): void {
    this.#known.clear()
  }

  /** Forgets what somebody else may have changed while a lock was waited for. */
  forgetUnsteady(): void {
    for (const [key, { steady }] of this.#known) if (!steady) this.#known.delete(key)
  }

  /** Notes what is read of which tables, and forgets what a statement may have changed. */
  watching(): KyselyPlugin {
    return {
      transformQuery: ({ node }) => {
        this.#watched(node)
        if (!isSelect(node)) this.#forgetOf(node)
        else if (isLock(node)) this.forgetUnsteady()
        else if (this.#waiting.size > 0) this.#note(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }

  #watched(node: RootOperationNode): void {
    const watch = this.#watch
    if (!watch) return
    if (!isSelect(node) || isLock(node)) watch.isWritten = true
    for (const word of wordsOf(node, this.#tables)) if (this.#tables.has(word)) watch.read.add(word)
  }

  /** Whoever waits for an answer at this moment may have asked this, among other things. */
  #note(node: RootOperationNode): void {
    for (const word of wordsOf(node, this.#tables)) if (this.#tables.has(word)) for (const { tables } of this.#waiting) tables.add(word)
  }

  #forgetOf(node: RootOperationNode): void {
    const words = writtenWords(node, this.#tables)
    // The database may delete rows of other tables with it.
    if (node.kind === 'DeleteQueryNode' || words.has('delete')) return this.forget()
    const written = [...words].filter((word) => this.#tables.has(word))
    for (const [key, reading] of this.#known)
      if (this.#waiting.has(reading) || written.some((table) => reading.tables.has(table))) this.#known.delete(key)
  }
}

/** One text for each question: a field that is undefined is written as one that is null. */
function keyOf(subject: unknown): string {
  return JSON.stringify(subject, (_name, value: unknown) => (value === undefined ? null : value))
}

function isSelect(node: RootOperationNode): boolean {
  if (node.kind === 'SelectQueryNode') return true
  return node.kind === 'RawNode' && /^\s*select\b/i.test(node.sqlFragments[0] ?? '')
}

/** A lock on a name: who had it before may have written what is asked for next. */
function isLock(node: RootOperationNode): boolean {
  return node.kind === 'RawNode' && node.sqlFragments.some((fragment) => fragment.includes('pg_advisory'))
}

/** The words of a statement that may name what it writes to. A column can be called as a table is, as `currency`. */
function writtenWords(node: RootOperationNode, tables: ReadonlySet<string>): Set<string> {
  if (node.kind === 'InsertQueryNode' && !node.with) return wordsOf(node.into, tables)
  if (node.kind === 'UpdateQueryNode' && !node.with) return wordsOf(node.table, tables)
  return wordsOf(node, tables)
}

/** Names that a statement is built of, and of the words in its texts `delete` and what a table is called; not its values. */
function wordsOf(node: unknown, tables: ReadonlySet<string>, words = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const part of node) wordsOf(part, tables, words)
  else if (typeof node === 'object' && node !== null && 'kind' in node) {
    if (node.kind === 'IdentifierNode' && 'name' in node) words.add(String(node.name))
    else if (node.kind === 'RawNode' && 'sqlFragments' in node)
      for (const fragment of node.sqlFragments as string[]) for (const word of wordsIn(fragment, tables)) words.add(word)
    for (const part of Object.values(node)) if (typeof part === 'object') wordsOf(part, tables, words)
  }
  return words
}

/** Texts of statements are written in the program or made from the schemas: the same few thousand come again and again, of up to a thousand words. */
const knownTexts = new WeakMap<ReadonlySet<string>, Map<string, readonly string[]>>()
const MAX_KNOWN = 10_000

function wordsIn(text: string, tables: ReadonlySet<string>): readonly string[] {
  let texts = knownTexts.get(tables)
  if (!texts || texts.size >= MAX_KNOWN) knownTexts.set(tables, (texts = new Map()))
  let words = texts.get(text)
  if (!words) {
    words = [...new Set(text.match(/\w+/g))].filter((word) => word === 'delete' || tables.has(word))
    texts.set(text, words)
  }
  return words
}
