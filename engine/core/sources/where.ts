import type { Where as SaidWhere, WhereValue as SaidValue } from '../../spec/generated/field'
import type { Where, WhereValue } from '../plan/where'

import { resolveGroups } from './groups'
import { lookUp } from './lookUp'
import type { ProductSources } from './sources'

/** States of the entity of the rows; a function, because they are needed only where a condition names them. */
type States = () => Readonly<Record<string, { ended?: boolean }>> | undefined

/** A `where` as the plan keeps it: `ended` becomes the states that it stands for. */
export function compileWhere(where: SaidWhere, states: States): Where {
  return Object.fromEntries(
    Object.entries(where).map(([field, value]): [string, WhereValue | Where[]] => [
      field,
      // The meta-schema has made sure that only anyOf holds a list of them.
      field === 'anyOf' ? (value as SaidWhere[]).map((part) => compileWhere(part, states)) : compileValue(value as SaidValue, states),
    ]),
  )
}

export function compileOptionalWhere(where: SaidWhere | undefined, states: States): Where | undefined {
  return where && compileWhere(where, states)
}

/** States of an entity by its name. @param place for messages */
export function statesOf(entity: string, sources: ProductSources, place: string): States {
  return () => resolveGroups(entity, lookUp(sources.entities, entity, 'entity', place), sources).states
}

function compileValue(value: SaidValue, states: States): WhereValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('ended' in value)) return value
  const ended = Object.entries(states() ?? {}).flatMap(([code, state]) => (state.ended ? [code] : []))
  return value.ended ? ended : { not: ended }
}
