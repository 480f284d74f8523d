import { fieldProblem, invalid } from '../problem'
import { messageText } from '../messages'
import type { Source, SourceContext } from '../source'
import { filtersOf, type Condition } from './conditions'
import { rowAlias, type ShapeContext } from './shape'

/** Takes the parameters out of a query that name a code by its place. @throws HttpProblem 422 for a place that there is not */
export type OrdinalsReader = (
  input: Record<string, unknown>,
  context: SourceContext,
) => { conditions: Condition[]; rest: Record<string, unknown> }

/**
 * Filters by a code's place in its dictionary, from 1, for clients that know codes by numbers (`ordinals` of a screen).
 * @param ordinals parameter → field
 */
export function ordinalsReader(context: ShapeContext, source: Source, ordinals: Record<string, string>): OrdinalsReader {
  const readers = Object.entries(ordinals).map(([name, fieldName]) => {
    const field = source.entity.fields[fieldName]
    const codes = context.plan.dictionaries[field?.dictionary ?? '']?.items.map(({ code }) => code)
    if (!field || !codes) throw new TypeError(`${source.entity.name}.${fieldName} has no dictionary`)
    const filters = filtersOf(context, source, fieldName, 'multiple')
    return { name, codes, filters }
  })
  if (readers.length === 0) return (input) => ({ conditions: [], rest: input })
  return (input, sourceContext) => {
    const rest = { ...input }
    const conditions = readers.flatMap(({ name, codes, filters }) => {
      const value = rest[name]
      delete rest[name]
      if (value === undefined || value === null || value === '') return []
      const code = codes[placeOf(value) - 1]
      if (code === undefined) throw invalid([fieldProblem(name, 'range', outOfRange(name, codes.length), { min: 1, max: codes.length })])
      return filters.flatMap((filter) => filter.condition([code], rowAlias, sourceContext) ?? [])
    })
    return { conditions, rest }
  }
}

/** A number, or its digits; no place for anything else. */
function placeOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  return typeof value === 'number' ? value : Number.NaN
}

function outOfRange(name: string, max: number): string {
  return messageText('query.out-of-range', { name, min: 1, max })
}
