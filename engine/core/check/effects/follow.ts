import type { Action, Field } from '../../../spec/generated/entity'
import type { Create, Perform } from '../../compile/effects'
import type { ExpressionScopeTypes } from '../../expression'
import { isAttached } from '../../fields'
import { schemaTypeOf } from '../../fields/schemas'
import { typeOf } from '../types'
import { isAsked } from '../where'
import { checkAmount, checkHeld, checkType, checkWhen, keptField, withEach } from './moves'
import { checkPath } from './paths'
import { checkStepSource, inside, isKnown, tell, type Place } from './place'
import { isKept, tablesOf, targetsOf, type Effects } from './product'
import { typesOfBalance, typesOfForm, typesOfStep, typesOfTarget, type StepContext } from './scope'
import { resolveCreate } from './template'

/** Checks what `then` of an action names. */
export function checkThen(place: Place, then: NonNullable<Action['then']>, step: StepContext, effects: Effects): void {
  for (const [index, follow] of then.entries()) {
    const at = inside(place, index)
    const inner = withEach(at, follow.each, step)
    if ('create' in follow) checkCreate(at, follow, inner, effects)
    else checkPerform(at, follow, inner, effects)
  }
}

function checkCreate(place: Place, written: Create, step: StepContext, effects: Effects): void {
  const resolved = resolveCreate(place, written, step.entity, effects)
  if (!resolved) return
  const { create, at } = resolved
  const { entities } = effects
  if (!isKnown(at('create'), 'entity', create.create, tablesOf(effects))) return
  const created = entities[create.create]
  if (!created) return
  const inner = written.each === undefined ? withEach(place, create.each, step) : step
  const types = typesOfStep(inner, effects)
  if (create.when !== undefined) checkStepSource(at('when'), create.when, types, ['boolean'])
  for (const [name, value] of Object.entries(create.with ?? {}))
    checkGiven(at('with', name), name, value, created.fields, create.create, types, effects)
  for (const [table, sketches] of Object.entries(create.lines ?? {})) {
    const line = created.lines?.[table]
    if (!isKnown(at('lines', table), 'lines', table, Object.keys(created.lines ?? {}), { key: true }) || !line) continue
    for (const [index, sketch] of sketches.entries()) {
      const row = inside(at('lines', table), index)
      const inRow = sketch.each === undefined ? inner : withEach(row, sketch.each, inner)
      const rowTypes = typesOfStep(inRow, effects)
      checkWhen(row, sketch.when, rowTypes)
      for (const [name, value] of Object.entries(sketch.fields))
        checkGiven(inside(row, 'fields', name), name, value, line.fields, undefined, rowTypes, effects)
      for (const [at, name] of (sketch.nonZero ?? []).entries())
        isKnown(inside(row, 'nonZero', at), 'field', name, Object.keys(sketch.fields))
    }
  }
  if (create.takes !== undefined && create.each !== undefined) tell(at('takes'), 'check.takes-each', {}, { key: true })
  for (const [index, taken] of (create.takes ?? []).entries()) checkHeld(inside(at('takes'), index), taken, effects)
  for (const [index, move] of (create.moves ?? []).entries()) {
    const own = inside(at('moves'), index)
    const found = checkType(inside(own, 'type'), move.type, effects)
    if (!found) continue
    const balances = Object.keys(found.ledger.source.balances)
    if (!balances.includes(create.create))
      tell(
        inside(own, 'type'),
        'check.not-a-balance',
        { entity: create.create, ledger: found.ledger.name },
        { allowed: balances.join(', ') },
      )
    const ofTypes = { ...types, of: typesOfBalance([create.create], effects) }
    checkAmount(inside(own, 'amount'), move.amount, found.type, ofTypes)
    checkWhen(own, move.when, ofTypes)
  }
  if (create.keep !== undefined) {
    const kept = keptField(at('keep'), create.keep, inner)
    if (kept && !targetsOf(kept.field)?.includes(create.create))
      tell(at('keep'), 'check.keep-reference', { name: create.keep, entity: create.create })
  }
  for (const key of ['through', 'onUndo'] as const)
    if (create[key] !== undefined) isKnown(at(key), 'action', create[key], Object.keys(created.actions ?? {}))
}

/** A value of a created record or row: of a field that a rule may write, and of its type. */
function checkGiven(
  place: Place,
  name: string,
  value: string,
  fields: Record<string, Field>,
  entity: string | undefined,
  types: ExpressionScopeTypes,
  effects: Effects,
): void {
  if (!isKnown(place, 'field', name, Object.keys(fields), { key: true })) return
  const field = fields[name] as Field
  const kept = entity !== undefined && isKept(entity, name, effects)
  if (field.value !== undefined || field.query !== undefined || isAttached(field) || kept)
    tell(place, 'check.not-written', { name }, { key: true })
  else {
    checkStepSource(place, value, types, [typeOf(field)])
    checkLiteral(place, value, field, fields, entity, effects)
  }
}

/** A fixed value of a field with codes is one of them. */
function checkLiteral(
  place: Place,
  value: string,
  field: Field,
  fields: Record<string, Field>,
  entity: string | undefined,
  { entities, sources }: Effects,
): void {
  const [, literal] = /^\s*'([^']*)'\s*$/.exec(value) ?? []
  const states = entity === undefined ? undefined : entities[entity]?.states
  const codes = literal === undefined ? undefined : schemaTypeOf(field).codes(field, { fields, states }, sources)
  if (codes) isKnown(place, 'code', literal ?? '', codes)
}

function checkPerform(place: Place, perform: Perform, step: StepContext, effects: Effects): void {
  const { entities } = effects
  const targets =
    typeof perform.on === 'string'
      ? checkPath(inside(place, 'on'), perform.on, step, effects)
      : checkThose(place, perform.on, step, effects)
  if (!targets) return
  const actions = performedOn(targets, perform)
  const { perform: create } = perform
  if (typeof create === 'object') {
    const at = inside(place, 'perform')
    for (const entity of Object.keys(create)) isKnown(inside(at, entity), 'target', entity, targets, { key: true })
    const silent = targets.filter((target) => !Object.hasOwn(create, target))
    if (silent.length > 0) tell(at, 'check.perform-incomplete', { entities: silent.join(', ') })
  }
  for (const [entity, action] of actions) {
    const at = typeof perform.perform === 'string' ? inside(place, 'perform') : inside(place, 'perform', entity)
    const known = Object.keys(entities[entity]?.actions ?? {})
    if (!isKnown(at, `action of ${entity}`, action, known)) continue
    const done = entities[entity]?.actions?.[action] as Action
    const form = typesOfForm(done, entities[entity] as { fields: Record<string, Field> })
    const types = typesOfStep(step, effects, { on: typesOfTarget(targets, effects) })
    for (const [name, value] of Object.entries(perform.form ?? {})) {
      const input = inside(place, 'form', name)
      if (isKnown(input, `question of ${entity}.${action}`, name, Object.keys(form), { key: true }))
        checkStepSource(input, value, types, [form[name] ?? 'any'])
    }
  }
  checkWhen(place, perform.when, typesOfStep(step, effects, { on: typesOfTarget(targets, effects) }))
}

/** Entity and action of everything that the step may perform. */
export function performedOn(targets: readonly string[], { perform }: Perform): [entity: string, action: string][] {
  return targets.flatMap((target): [string, string][] => {
    const action = typeof perform === 'string' ? perform : perform[target]
    return action === undefined ? [] : [[target, action]]
  })
}

/** Records by their fields, which the database is asked for. */
function checkThose(place: Place, on: Exclude<Perform['on'], string>, step: StepContext, effects: Effects): string[] | undefined {
  const [entity = '', where = {}] = Object.entries(on)[0] ?? []
  const at = inside(place, 'on', entity)
  if (!isKnown(at, 'entity', entity, tablesOf(effects), { key: true })) return undefined
  const target = effects.entities[entity]
  if (!target) return undefined
  const types = typesOfStep(step, effects)
  for (const [name, value] of Object.entries(where)) {
    const own = inside(at, name)
    if (name !== 'id' && !isKnown(own, 'field', name, ['id', ...Object.keys(target.fields)], { key: true })) continue
    const field: Field | undefined = target.fields[name]
    if (field && !isAsked(field, true)) tell(own, 'check.not-stored', { name }, { key: true })
    else if (typeof value === 'string') checkStepSource(own, value, types, [field ? typeOf(field) : 'text'])
    else {
      const codes: string[] | undefined = field && schemaTypeOf(field).codes(field, target, effects.sources)
      if (codes) for (const [index, code] of value.entries()) isKnown(inside(own, index), 'code', code, codes)
    }
  }
  return [entity]
}
