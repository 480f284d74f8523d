import { refKey, type RecordRef } from '../../core/ledger/book'

/**
 * Records whose action's rule is at work. What becomes of such a record the rule answers: were it also written meanwhile, by the rule's tools or
 * by what these set off, the action would write over it what it has read before.
 */
export class Deciding {
  readonly #records = new Set<string>()

  async during<T>(record: RecordRef, rule: () => Promise<T>): Promise<T> {
    const key = refKey(record)
    this.#records.add(key)
    try {
      return await rule()
    } finally {
      this.#records.delete(key)
    }
  }

  /** @throws TypeError when the rule of an action of this record is at work */
  refuseWrite(record: RecordRef): void {
    if (this.#records.has(refKey(record)))
      throw new TypeError(`${record.entity} ${record.id} is written by the rule of its own action: the rule has to answer what it sets`)
  }
}
