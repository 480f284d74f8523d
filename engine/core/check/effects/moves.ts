import type { Action, Field } from '../../../spec/generated/entity'
import { bucketName, typeName, type Free, type Move, type Take } from '../../compile/effects'
import type { MovementTypePlan } from '../../plan/effects'
import type { ExpressionScopeTypes } from '../../expression'
import { typeOf } from '../types'
import { checkBalance, checkPath } from './paths'
import { checkStepSource, inside, isKnown, tell, type Place } from './place'
import { heldBuckets, isKept, isNumber, type Effects, type KnownLedger } from './product'
import { typesOfBalance, typesOfStep, type StepContext } from './scope'

/** Checks what `moves` of an action names. */
export function checkMoves(place: Place, moves: NonNullable<Action['moves']>, step: StepContext, effects: Effects): void {
  for (const [index, move] of moves.entries()) {
    const at = inside(place, index)
    const inner = withEach(at, move.each, step)
    if ('type' in move) checkMove(at, move, inner, effects)
    else checkTake(at, move, inner, effects)
  }
}

/** Checks what `free` of an action names. */
export function checkFree(place: Place, free: NonNullable<Action['free']>, step: StepContext, effects: Effects): void {
  if (free === true) return
  for (const [index, hold] of free.entries())
    checkFreed(inside(place, index), hold, withEach(inside(place, index), hold.each, step), effects)
}

/** The step with its line table, when there is one. */
export function withEach(place: Place, each: string | undefined, { each: _outer, ...step }: StepContext): StepContext {
  if (each === undefined) return step
  isKnown(inside(place, 'each'), 'lines', each, Object.keys(step.record.lines ?? {}))
  return { ...step, each }
}

function checkMove(place: Place, move: Move, step: StepContext, effects: Effects): void {
  const found = checkType(inside(place, 'type'), move.type, effects)
  if (!found) return
  const { ledger, type } = found
  const balances = checkBalance(inside(place, 'of'), move.of, ledger, step, effects)
  for (const key of ['from', 'for'] as const) {
    if (move[key] === undefined) continue
    checkPath(inside(place, key), move[key], step, effects)
    if (heldBuckets(ledger, type.name, key === 'from' ? -1 : 1).length === 0)
      tell(inside(place, key), `check.${key}-without-hold`, { type: move.type }, { key: true })
  }
  const draws = heldBuckets(ledger, type.name, -1).length > 0
  const types = typesOfStep(step, effects, {
    ...(balances ? { of: typesOfBalance(balances, effects) } : { of: 'any' }),
    ...(draws ? { held: 'number' } : {}),
  })
  checkAmount(inside(place, 'amount'), move.amount, type, types)
  checkNote(place, move.note ?? {}, ledger, types, effects)
  checkWhen(place, move.when, types)
}

/** What the journal leaves to each move: all that its entity requires, and nothing else. */
export function checkNote(
  place: Place,
  note: Record<string, string>,
  { name, source: { journal } }: KnownLedger,
  types: ExpressionScopeTypes,
  { entities }: Effects,
): void {
  const noted = journal === true ? [] : (journal.noted ?? [])
  const fields = journal === true ? {} : (entities[journal.entity]?.fields ?? {})
  for (const [field, value] of Object.entries(note)) {
    const at = inside(place, 'note', field)
    const declared = fields[field]
    if (isKnown(at, 'noted field', field, noted, { key: true }) && declared) checkStepSource(at, value, types, [typeOf(declared)])
  }
  const missing = noted.filter((field) => fields[field]?.required === true && !Object.hasOwn(note, field))
  if (missing.length > 0) tell(inside(place, 'type'), 'check.note-missing', { ledger: name, fields: missing.join(', ') })
}

/** One expression, or one for each amount that the type has. */
export function checkAmount(place: Place, amount: Move['amount'], type: MovementTypePlan, types: ExpressionScopeTypes): void {
  if (typeof amount === 'string') {
    if (type.amounts.join() === ONE_AMOUNT) checkStepSource(place, amount, types, ['number'])
    else tell(place, 'check.amount-names', { type: type.name }, { allowed: type.amounts.join(', ') })
    return
  }
  for (const [name, value] of Object.entries(amount)) {
    if (isKnown(inside(place, name), 'amount', name, type.amounts, { key: true }))
      checkStepSource(inside(place, name), value, types, ['number'])
  }
}

const ONE_AMOUNT = 'amount'

function checkTake(place: Place, take: Take, step: StepContext, effects: Effects): void {
  const ledger = checkHeld(inside(place, 'take'), take.take, effects)
  if (!ledger) return
  const balances = checkBalance(inside(place, 'of'), take.of, ledger, step, effects)
  checkPath(inside(place, 'from'), take.from, step, effects)
  const types = typesOfStep(step, effects, { of: balances ? typesOfBalance(balances, effects) : 'any', held: 'number' })
  checkStepSource(inside(place, 'amount'), take.amount, types, ['number'])
  checkWhen(place, take.when, types)
  if (take.keep === undefined) return
  const kept = keptField(inside(place, 'keep'), take.keep, step)
  if (kept && (!isNumber(kept.field) || kept.field.value !== undefined || isKept(step.entity, kept.name, effects)))
    tell(inside(place, 'keep'), 'check.keep-number', { name: take.keep })
}

function checkFreed(place: Place, freed: Free, step: StepContext, effects: Effects): void {
  const ledger = checkHeld(inside(place, 'hold'), freed.hold, effects)
  if (!ledger) return
  if (freed.of !== undefined) checkBalance(inside(place, 'of'), freed.of, ledger, step, effects)
  const types = typesOfStep(step, effects, { of: typesOfBalance(Object.keys(ledger.source.balances), effects), held: 'number' })
  if (freed.amount !== undefined) checkStepSource(inside(place, 'amount'), freed.amount, types, ['number'])
  checkWhen(place, freed.when, types)
}

export function checkWhen(place: Place, when: string | undefined, types: ExpressionScopeTypes): void {
  if (when !== undefined) checkStepSource(inside(place, 'when'), when, types, ['boolean'])
}

/** `<ledger>.<TYPE>` */
export function checkType(place: Place, text: string, { ledgers }: Effects): { ledger: KnownLedger; type: MovementTypePlan } | undefined {
  const name = typeName(text)
  const ledger = findLedger(place, name.ledger, ledgers)
  if (!ledger || !isKnown(place, 'type', name.type, Object.keys(ledger.types))) return undefined
  const type = ledger.types[name.type]
  return type && { ledger, type }
}

/** `<ledger>.<held bucket>` */
export function checkHeld(place: Place, text: string, { ledgers }: Effects): KnownLedger | undefined {
  const { ledger: name, bucket } = bucketName(text)
  const ledger = findLedger(place, name, ledgers)
  if (!ledger) return undefined
  const held = Object.entries(ledger.source.buckets).flatMap(([key, each]) => (each.held === undefined ? [] : [key]))
  return isKnown(place, 'held bucket', bucket, held) ? ledger : undefined
}

function findLedger(place: Place, name: string, ledgers: Effects['ledgers']): KnownLedger | undefined {
  return isKnown(place, 'ledger', name, Object.keys(ledgers)) ? ledgers[name] : undefined
}

/** The field that `keep` writes: of the record, or with `it.` of the row. */
export function keptField(place: Place, keep: string, { each, record }: StepContext): { name: string; field: Field } | undefined {
  const ofRow = keep.startsWith('it.')
  const name = ofRow ? keep.slice('it.'.length) : keep
  if (ofRow && each === undefined) {
    tell(place, 'check.step-it', { name: 'it' })
    return undefined
  }
  const fields = ofRow ? record.lines?.[each ?? '']?.fields : record.fields
  if (!fields || !isKnown(place, 'field', name, Object.keys(fields))) return undefined
  const field = fields[name]
  return field && { name: ofRow ? '' : name, field }
}
