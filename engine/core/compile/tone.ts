import type { Tone as SaidTone } from '../../spec/generated/screen'
import { expressionDependencies } from '../expression'
import type { Tone, TonePlan } from '../plan'
import { compileExpression } from './expression'

/** Tones in the order in which they are said. */
export function compileTone(said: SaidTone | undefined): TonePlan[] | undefined {
  if (said === undefined) return undefined
  return Object.entries(said).map(([tone, condition]) => {
    const { when, says } = typeof condition === 'string' ? { when: condition } : condition
    // The meta-schema knows no other names.
    return { tone: tone as Tone, when: compileExpression(when), ...(says === undefined ? {} : { says }) }
  })
}

/** First names of what the conditions of tones read: a row that is shown carries these fields too. */
export function toneReads(toned: readonly { tone?: readonly TonePlan[] }[]): string[] {
  const paths = toned.flatMap(({ tone = [] }) => tone.flatMap(({ when }) => expressionDependencies(when)))
  return [...new Set(paths.map((path) => path.split('.', 1)[0] ?? path))]
}
