import type { CreatePlan, PerformPlan } from '../../core/plan/effects'
import { isEmptyValue } from '../../core/fields'
import type { RecordRef } from '../../core/ledger/book'
import type { RecordValues } from '../../core/wire'
import type { WriteContext } from '../record/context'
import { findRecords } from '../record/load'
import { resolvePath, valueOf, type StepScope } from './paths'

/**
 * The records that a step performs its action on.
 * @param lock locks the records that are found by a condition, so that it still holds for them afterwards
 */
export async function targetsOf(
  context: WriteContext,
  step: PerformPlan,
  scope: StepScope,
  { lock }: { lock: boolean },
): Promise<RecordRef[]> {
  if (Array.isArray(step.on)) {
    const target = await resolvePath(context, scope, step.on)
    return target ? [target] : []
  }
  const { entity } = step.on
  const where = Object.fromEntries(
    Object.entries(step.on.where).map(([name, value]) => [name, Array.isArray(value) ? value : valueOf(context, value, scope)]),
  )
  // What has no value points to nothing, not to all that have none.
  if (Object.values(where).some(isEmptyValue)) return []
  return (await findRecords(context, entity, where, { lock })).map(({ id }) => ({ entity, id }))
}

/** The action for a record of this entity. @throws TypeError when the map of a reference to several kinds has none, which the checker refuses */
export function actionFor({ action }: PerformPlan, entity: string): string {
  if (typeof action === 'string') return action
  const found = action[entity]
  if (found === undefined) throw new TypeError(`nothing is said of what ${entity} does here`)
  return found
}

/** A record with the step's key that has not ended. */
export async function liveTwin(
  context: WriteContext,
  step: CreatePlan,
  scope: StepScope,
  { lock }: { lock: boolean },
): Promise<RecordValues | undefined> {
  if (!step.key) return undefined
  const entity = context.writing.entity(step.entity)
  const key = Object.fromEntries(
    step.key.map((name) => {
      const expression = step.with[name]
      return [name, expression ? valueOf(context, expression, scope) : null]
    }),
  )
  // Two records without the value are not the same one.
  if (Object.values(key).some(isEmptyValue)) return undefined
  const alive = Object.values(entity.states ?? {}).flatMap(({ code, ended }) => (ended ? [] : [code]))
  const where = entity.statusField === undefined ? key : { ...key, [entity.statusField]: alive }
  const [twin] = await findRecords(context, step.entity, where, { lock, limit: 1 })
  return twin
}
