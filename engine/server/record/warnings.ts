import { messageText } from '../messages'
import type { WarningPlan } from '../../core/plan'
import { keyOf, newWarnings, warning, warningsOf } from '../../core/record/warnings'
import type { Fields, Values } from '../../core/record/values'
import type { FieldProblem } from '../../core/wire'
import { unconfirmed } from '../problem'
import { dictionariesOf } from '../services'
import type { WriteContext } from './context'

/**
 * What was found in one transaction that may be done, but must be confirmed. Where nobody can be asked, as in what the system does by itself,
 * warnings stop nothing.
 */
export class Warnings {
  #confirmed: ReadonlySet<string> | undefined
  #found: FieldProblem[] = []
  #noted = 0
  #together = false

  /** There is a user who can be asked, and has confirmed these. */
  ask(confirmed: ReadonlySet<string>): void {
    this.#confirmed = confirmed
  }

  /** Whoever works through many records asks for all of them at the end. */
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

  /** Says of those that came after so many which record they are about. */
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

/** Finds the warnings of a record as it will be. @param before what it says already is not asked again */
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
