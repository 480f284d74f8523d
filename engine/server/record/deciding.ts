import { refKey, type RecordRef } from '../../core/ledger/book'

/**
 * Records whose action is running its rule. The rule answers what the record becomes. If the record was also written in the meantime, by the tools
 * of the rule or by what they cause, the action would overwrite that with values that it had read before.
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
