import { messageText } from '../messages'
import type { WarningPlan } from '../../core/plan'
import { keyOf, newWarnings, warning, warningsOf } from '../../core/record/warnings'
import type { Fields, Values } from '../../core/record/values'
import type { FieldProblem } from '../../core/wire'
import { unconfirmed } from '../problem'
import { dictionariesOf } from '../services'
import type { WriteContext } from './context'

/**
 * Findings of one transaction that do not refuse it, but must be confirmed. Where there is no user to confirm, as in system actions, warnings are
 * ignored.
 */
export class Warnings {
  #confirmed: ReadonlySet<string> | undefined
  #found: FieldProblem[] = []
  #noted = 0
  #together = false

  /** Enables warnings: there is a user, who has confirmed these keys. */
  ask(confirmed: ReadonlySet<string>): void {
    this.#confirmed = confirmed
  }

  /** Collects warnings of many records, to be confirmed together at the end. */
  collect(): void {
    this.#together = true
  }

  add(path: string, text: string): void {
    this.#found.push(warning(path, text))
  }

  get count(): number {
    return this.#found.length
  }

  /** Those that came after so many. */
  since(count: number): readonly FieldProblem[] {
    return this.#found.slice(count)
  }

  /** Takes those back that came after so many: what found them is to be done anew. */
  forgetSince(count: number): void {
    this.#found = this.#found.slice(0, count)
    this.#noted = Math.min(this.#noted, count)
  }

  /** Adds the record to the warnings after this index. */
  nameSince(count: number, name: string): void {
    this.#found = this.#found.map((found, index) =>
      index < count ? found : warning(found.path, messageText('batch.refused', { name, reason: found.detail })),
    )
  }

  /** What was confirmed and is not in the history yet. */
  toNote(): string[] {
    const texts = this.#confirmed ? this.since(this.#noted).map(({ detail }) => detail) : []
    this.#noted = this.count
    return texts
  }

  isConfirmed(key: string): boolean {
    return this.#confirmed === undefined || this.#confirmed.has(key)
  }

  /** Unless they are collected. @throws HttpProblem 417 with everything that is to be confirmed, also what is already */
  refuse(): void {
    if (!this.#together && this.#found.some((found) => !this.isConfirmed(keyOf(found)))) throw unconfirmed(this.#found)
  }
}

/** Finds the warnings of a record as it will be. @param before warnings that it had already are not asked again */
export function judge(
  { writing, environment, flow }: WriteContext,
  { fields }: { fields: Fields },
  warnings: readonly WarningPlan[] | undefined,
  { values, before, more }: { values: Values; before?: Values; more?: Values },
): void {
  if (!warnings) return
  const context = { fields, titles: { dictionaries: dictionariesOf(writing.services) }, environment }
  const now = warningsOf(warnings, values, context, more)
  for (const { path, detail } of before ? newWarnings(now, warningsOf(warnings, before, context, more)) : now)
    flow.warnings.add(path, detail)
}

/** Most warnings of one request that can be confirmed one by one. */
const MAX_CONFIRMED = 500

/** The header in which a request names the warnings that its user has confirmed. */
export function confirmedIn(header: string | string[] | undefined): ReadonlySet<string> {
  const keys = typeof header === 'string' ? header.split(/[\s,]+/) : []
  return new Set(keys.filter((key) => /^[0-9a-f]{16}$/.test(key)).slice(0, MAX_CONFIRMED))
}
