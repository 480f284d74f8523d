import { isEmptyValue, isMultiple, readValue, saysNothing, Unfit } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import { isAsked } from '../../core/record/check'
import { readOf } from '../../core/record/scope'
import { serverTypeOf } from '../fields'
import type { Services } from '../services'
import { writingOf } from '../write/context'
import { Problems } from '../write/problems'
import { listOf } from './conditions'

/**
 * Checks the query or body of an extra endpoint against its declared fields, as strictly as the fields of a record.
 * @param from values of a query are texts
 * @returns a reader that throws HttpProblem 422 with all that is wrong
 */
export function fieldsReader(
  services: Services,
  fields: readonly FieldPlan[],
  from: 'query' | 'body',
): (input: Record<string, unknown>) => Record<string, unknown> {
  const byName = new Map(fields.map((field) => [field.name, field]))

  return (input) => {
    const problems = new Problems()
    const values: Record<string, unknown> = {}
    for (const [name, raw] of Object.entries(input)) {
      const field = byName.get(name)
      if (!field) {
        if (!isEmptyValue(raw) && raw !== '') problems.unknown(name)
        continue
      }
      const value = readValue(field, from === 'query' ? typedQuery(field, raw) : raw, writingOf(services).checks)
      if (value instanceof Unfit) problems.unfit(field, value)
      else if (!saysNothing(field, value)) values[name] = value
    }
    const environment = { today: services.clock.today(), now: services.clock.now() }
    for (const field of fields)
      if (isAsked(field.required, readOf(values), environment) && saysNothing(field, input[field.name]))
        problems.field(field, 'required', 'invalid.required')
    problems.throwIfAny()
    return values
  }
}

/** A query parameter says by its field what it is. */
function typedQuery(field: FieldPlan, raw: unknown): unknown {
  if (isMultiple(field)) return isEmptyValue(raw) || raw === '' ? raw : listOf(raw)
  return serverTypeOf(field).fromQuery(raw)
}
