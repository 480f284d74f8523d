import type { Action, Field } from '../../../spec/generated/entity'
import { isByDimension, type ResolvedEntity } from '../../compile'
import { isAttached } from '../../fields'
import { schemaTypeOf } from '../../fields/schemas'
import { builtInNames } from '../types'
import type { Caused, Graph } from './graph'
import { isSameSet } from './paths'
import { inside, tell, type Place } from './place'
import { initialState, isKept, type Effects } from './product'

type Created = Extract<Caused, { kind: 'created' }>

/**
 * A follow-up document is whole: it has what must be filled, an owner in every dimension, and whom the four eyes of its later actions will ask
 * for; and it begins where a record begins, so that no effect is passed over.
 */
export function checkComplete(graph: Graph, effects: Effects): void {
  for (const caused of graph.values()) for (const each of caused) if (each.kind === 'created') checkCreated(each, effects)
}

function checkCreated(created: Created, effects: Effects): void {
  const { entity, create, at } = created
  const whole = effects.entities[entity]
  if (!whole) return
  const place = create.with === undefined ? at('create') : at('with')
  const given = withFilled(new Set(Object.keys(create.with ?? {})), whole.fields)
  const ruled = whole.rules?.save !== undefined
  const reported = (name: string): void => tell(place, 'check.create-missing', { entity, name }, { key: true })
  missing(whole.fields, given, ruled, (name) => isKept(entity, name, effects)).forEach(reported)
  for (const [table, sketches] of Object.entries(create.lines ?? {})) {
    const fields = whole.lines?.[table]?.fields
    for (const [index, sketch] of fields ? sketches.entries() : []) {
      const cells = withFilled(new Set(Object.keys(sketch.fields)), fields ?? {})
      for (const name of missing(fields ?? {}, cells, ruled, () => false))
        tell(inside(at('lines', table), index, 'fields'), 'check.create-missing', { entity: `${entity}.${table}`, name }, { key: true })
    }
  }
  for (const [table, { minRows = 0, requiredFor }] of Object.entries(whole.lines ?? {}))
    if (minRows > 0 && requiredFor === undefined && !create.lines?.[table])
      tell(place, 'check.create-rows', { entity, table }, { key: true })
  checkOwner(created, place, whole, given, ruled)
  checkFourEyes(created, place, whole, given)
  checkState(created, whole)
  checkKey(created, whole)
}

/** Fields that must be filled and that neither the step, nor a default, a formula, a number or a rule of the system gives. */
function missing(fields: Record<string, Field>, given: ReadonlySet<string>, ruled: boolean, kept: (name: string) => boolean): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const kindOf = 'of' in field && typeof field.of === 'string' && given.has(field.of)
    if (field.required !== true && !kindOf) return []
    const byItself = field.default !== undefined || field.value !== undefined || field.query !== undefined || kept(name)
    const bySystem = !schemaTypeOf(field).typed || (field.system === true && ruled) || isAttached(field)
    return given.has(name) || byItself || bySystem ? [] : [name]
  })
}

/** With what the references that are given fill, and those that they fill. */
function withFilled(given: ReadonlySet<string>, fields: Record<string, Field>): ReadonlySet<string> {
  const filled = new Set(given)
  for (let before = -1; before !== filled.size;) {
    before = filled.size
    for (const name of filled) {
      const field = fields[name]
      if (field && 'fill' in field && field.fill && !isMultiple(field)) for (const target of Object.keys(field.fill)) filled.add(target)
    }
  }
  return filled
}

function isMultiple(field: Field): boolean {
  return 'multiple' in field && field.multiple === true
}

/** In each dimension at least one of the fields that carry the owner is given, or nobody who is bound in it would see the record. */
function checkOwner(
  { entity }: Created,
  place: Place,
  { scope, fields }: ResolvedEntity,
  given: ReadonlySet<string>,
  ruled: boolean,
): void {
  const has = (path: string): boolean => {
    const [name = ''] = path.split('.')
    const field = fields[name]
    return (
      given.has(name) ||
      builtInNames.includes(name) ||
      field?.default !== undefined ||
      field?.value !== undefined ||
      (field?.system === true && ruled)
    )
  }
  const dimensions = isByDimension(scope) ? Object.entries(scope) : typeof scope === 'object' ? [['as', [scope.as].flat()] as const] : []
  for (const [dimension, owners] of dimensions)
    if (typeof owners !== 'string' && !owners.some(has))
      tell(place, 'check.create-owner', { entity, dimension, fields: owners.join(', ') }, { key: true })
}

/** Who must not do a later action is known before it: given with the record, or written by an action on every way there. */
function checkFourEyes({ entity, create }: Created, place: Place, whole: ResolvedEntity, given: ReadonlySet<string>): void {
  for (const [name, action] of Object.entries(whole.actions ?? {})) {
    const field = action.notBy
    if (field === undefined || given.has(field) || field === 'updatedById') continue
    if (field === 'createdById' || isReachedWithout(field, action, create.through, whole))
      tell(place, 'check.create-four-eyes', { entity, action: name, field }, { key: true })
  }
}

/** Whether the action can come about without an action that writes the field, as far as schemas say; a rule may write it too. */
function isReachedWithout(field: string, action: Action, through: string | undefined, { states, actions = {} }: ResolvedEntity): boolean {
  const first = initialState(states)
  if (first === undefined) return true
  const writes = (each: Action): boolean =>
    each.rule !== undefined || Object.hasOwn(each.set ?? {}, field) || Object.hasOwn(each.ask ?? {}, field)
  const gone = through === undefined ? undefined : actions[through]
  if (gone && writes(gone)) return false
  const reached = new Set([first, ...(gone?.to === undefined ? [] : [gone.to].flat())])
  for (const state of reached)
    for (const each of Object.values(actions))
      if (!writes(each) && (each.from === undefined || each.from.includes(state))) for (const to of [each.to ?? []].flat()) reached.add(to)
  return (action.from ?? [...reached]).some((state) => reached.has(state))
}

/** A later state is said only where no action on the way there would have done something beyond the record. */
function checkState({ create, at }: Created, { fields, states, actions = {} }: ResolvedEntity): void {
  const [status] = Object.entries(fields).find(([, field]) => field.type === 'status') ?? []
  const source = status === undefined ? undefined : create.with?.[status]
  if (status === undefined || source === undefined) return
  const [, literal] = /^\s*'([^']*)'\s*$/.exec(source) ?? []
  if (literal === undefined) return tell(at('with', status), 'check.create-state-fixed', {})
  const effective = Object.entries(actions).find(
    ([, { to, moves, then, free, undo, refresh }]) =>
      [to ?? []].flat().includes(literal) && [moves, then, free, undo, refresh].some((each) => each !== undefined),
  )
  if (literal !== initialState(states) && effective)
    tell(at('with', status), 'check.create-state', { state: literal, action: effective[0] })
}

/** What is looked up by a key is there once: its fields are given, and a unique key of the entity. */
function checkKey({ entity, create, at }: Created, { unique = [] }: ResolvedEntity): void {
  if (create.key === undefined) return
  const silent = create.key.filter((name) => !Object.hasOwn(create.with ?? {}, name))
  if (silent.length > 0) tell(at('key'), 'check.create-key-given', { fields: silent.join(', ') })
  const keys = unique.map((key) => (Array.isArray(key) ? key : key.fields))
  if (!keys.some((key) => isSameSet(key, create.key ?? [])))
    tell(at('key'), 'check.create-key', { entity, fields: create.key.join(', ') }, { allowed: keys.map(String).join(' | ') })
}
