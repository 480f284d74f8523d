import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { EntityPlan, ProductPlan } from '../../engine/core/plan'
import { loadSchemas } from '../../engine/spec/load'
import { entitiesWithStates, reachableStates, stepsOf, stepsToAnEnd } from './waysOut'

const plan = compileProduct(readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!)

/** States that a record can come to and never leave again. */
function strandedIn(product: ProductPlan, entity: EntityPlan): string[] {
  const steps = stepsOf(product, entity)
  const ends = stepsToAnEnd(entity, steps)
  return reachableStates(entity, steps).filter((state) => !ends.has(state))
}

describe('a document', () => {
  it.each(entitiesWithStates(plan).map((entity) => [entity.name, entity] as const))(
    '%s is led from each of its states to an end, by buttons of the standard roles or by the system',
    (_name, entity) => {
      expect(strandedIn(plan, entity)).toEqual([])
    },
  )

  it('is found to be stranded where nobody has the right that leads on', () => {
    const withoutManager = { ...plan, roles: Object.fromEntries(Object.entries(plan.roles).filter(([code]) => code !== 'BM')) }
    expect(strandedIn(withoutManager, plan.entities['loan']!)).toEqual(['DRAFT', 'AUDITING'])
  })
})

/** Decision D6: what has ended does not stand in the way of what comes after it. */
it.each(
  Object.values(plan.entities)
    .filter(({ states }) => Object.values(states ?? {}).some(({ ended }) => ended))
    .map((entity) => [entity.name, entity] as const),
)('D6 what somebody types is unique among the %s records that have not ended only', (_name, { unique, fields, serial }) => {
  const typed = unique.filter((key) => key.fields.some((name) => name !== serial?.field && fields[name]?.readOnly === false))
  expect(typed.filter(({ where }) => where === undefined).map((key) => key.fields.join())).toEqual([])
})
