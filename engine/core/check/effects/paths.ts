import type { Action, Field } from '../../../spec/generated/entity'
import { inside, isKnown, checkStepSource, tell, type Place } from './place'
import { targetsOf, type Effects, type KnownLedger } from './product'
import { typesOfStep, type StepContext } from './scope'
import { typeOf } from '../types'

type Of = Extract<NonNullable<Action['moves']>[number], { type: string }>['of']

/**
 * Follows a path of references to one row each: `orderId.customerId`, `it.noteId`, `id` for the record itself. Only the last may point to rows
 * of several entities.
 * @returns the entities that it may lead to; undefined after a mistake was told
 */
export function checkPath(place: Place, path: string, step: StepContext, effects: Effects): string[] | undefined {
  if (path === 'id') return [step.entity]
  const [first = '', ...rest] = path.split('.')
  if (first !== 'it') return follow(place, path.split('.'), { ...step.record.fields, ...people(effects) }, effects)
  const line = step.each === undefined ? undefined : step.record.lines?.[step.each]
  if (line) return follow(place, rest, line.fields, effects)
  // An unknown line table is told where it is named.
  if (step.each === undefined) tell(place, 'check.step-it', { name: 'it' })
  return undefined
}

/** A path that may begin with a line table, and then means all its rows: `goods.noteId`. */
export function checkPathOfAll(place: Place, path: string, step: StepContext, effects: Effects): string[] | undefined {
  const [first = '', ...rest] = path.split('.')
  const isTable = Object.hasOwn(step.record.lines ?? {}, first)
  return isTable ? checkPath(place, ['it', ...rest].join('.'), { ...step, each: first }, effects) : checkPath(place, path, step, effects)
}

function follow(place: Place, [name = '', ...rest]: string[], fields: Record<string, Field>, effects: Effects): string[] | undefined {
  if (!isKnown(place, 'field', name, Object.keys(fields))) return undefined
  const targets = targetsOf(fields[name])
  if (targets === undefined || (rest.length > 0 && targets.length > 1)) {
    tell(place, 'check.path-reference', { name })
    return undefined
  }
  // What a reference names and is not there is told at the reference.
  if (targets.some((target) => effects.entities[target] === undefined)) return undefined
  const [target = ''] = targets
  return rest.length === 0 ? targets : follow(place, rest, { ...effects.entities[target]?.fields, ...people(effects) }, effects)
}

/** Who created and changed a record, which every entity has. */
function people({ sources }: Effects): Record<string, Field> {
  const user: Field = { type: 'ref', title: '', to: sources.product.userEntity }
  return { createdById: user, updatedById: user }
}

/**
 * Which balance a step is about: every row that the path may lead to is one of the ledger, or the fields are those of a unique key.
 * @returns the balance entities; undefined after a mistake was told
 */
export function checkBalance(
  place: Place,
  of: Of,
  { source, name }: KnownLedger,
  step: StepContext,
  effects: Effects,
): string[] | undefined {
  const balances = Object.keys(source.balances)
  if (typeof of === 'string') {
    const targets = checkPath(place, of, step, effects)
    const other = targets?.find((target) => !balances.includes(target))
    if (other === undefined) return targets
    tell(place, 'check.not-a-balance', { entity: other, ledger: name }, { allowed: balances.join(', ') })
    return undefined
  }
  const [entity = '', key = {}] = Object.entries(of)[0] ?? []
  if (!isKnown(inside(place, entity), 'balance', entity, balances, { key: true })) return undefined
  const balance = effects.entities[entity]
  if (!balance) return undefined
  const types = typesOfStep(step, effects)
  for (const [field, value] of Object.entries(key)) {
    const at = inside(place, entity, field)
    if (isKnown(at, 'field', field, Object.keys(balance.fields), { key: true }))
      checkStepSource(at, value, types, [typeOf(balance.fields[field] as Field)])
  }
  // Of a key that only some rows count for, another row may have the same values.
  const keys = (balance.unique ?? []).flatMap((unique) => (Array.isArray(unique) ? [unique] : []))
  if (!keys.some((unique) => isSameSet(unique, Object.keys(key))))
    tell(
      inside(place, entity),
      'check.balance-key',
      { entity, fields: Object.keys(key).join(', ') },
      { allowed: keys.map(String).join(' | ') },
    )
  return [entity]
}

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}
