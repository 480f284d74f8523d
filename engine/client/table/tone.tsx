import type { ReactNode } from 'react'
import type { Tone, TonePlan } from '../../core/plan'
import { isTrue, readOf, type Environment } from '../../core/record/scope'
import { messages } from '../messages'
import './tone.css'

/** How something stands out, and what that means. */
export interface Toned {
  tone: Tone
  says: string
}

/**
 * Settles once which tone a row has; undefined when none can be had, so that rows of other lists are not asked.
 * @param environment is asked anew for each row: a list stays open over midnight
 */
export function toneOf<Row extends Readonly<Record<string, unknown>>>(
  plans: readonly TonePlan[] | undefined,
  environment: () => Environment,
): ((row: Row) => Toned | undefined) | undefined {
  if (!plans || plans.length === 0) return undefined
  const tones = plans.map(({ tone, when, says }) => ({ when, toned: { tone, says: says ?? messages[`tone.${tone}`] } }))
  return (row) => tones.find(({ when }) => isTrue(when, readOf(row), environment()))?.toned
}

/** What a cell holds, in the tone's colour, with its mark and its meaning for who sees no colours. */
export function toned({ tone, says }: Toned, content: ReactNode): ReactNode {
  return (
    <span className={`engine-tone engine-tone-${tone}`} title={says}>
      <Meaning says={says} />
      {content}
    </span>
  )
}

/** Before the first cell of a row that stands out. */
export function ToneMark({ says }: Pick<Toned, 'says'>) {
  return (
    <span className="engine-tone-mark">
      <Meaning says={says} />
    </span>
  )
}

/** In words, for who sees no colours. */
export function Meaning({ says }: Pick<Toned, 'says'>) {
  return <span className="engine-hidden">{`${says}${messages.colon}`}</span>
}
