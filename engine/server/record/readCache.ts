import type { KyselyPlugin, RootOperationNode } from 'kysely'

/**
 * What rules have read without a lock in one transaction. A rule that values twenty rows asks for the same records again and again; they stay
 * as they are until the transaction itself writes something or waits for a lock.
 */
export class ReadCache {
  readonly #known = new Map<string, Promise<unknown>>()

  /** Each caller gets a copy of his own, which he may change. */
  async read<T>(subject: unknown, ask: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(subject, (_name, value: unknown) => (value === undefined ? null : value))
    let response = this.#known.get(key) as Promise<T> | undefined
    if (!response) {
      response = ask()
      this.#known.set(key, response)
    }
    return structuredClone(await response)
  }

  forget(): void {
    this.#known.clear()
  }

  /** Clears the cache when any statement writes. */
  forgetting(): KyselyPlugin {
    return {
      transformQuery: ({ node }) => {
        if (!isSelect(node)) this.forget()
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }
}

function isSelect(node: RootOperationNode): boolean {
  if (node.kind === 'SelectQueryNode') return true
  return node.kind === 'RawNode' && /^\s*select\b/i.test(node.sqlFragments[0] ?? '')
}
