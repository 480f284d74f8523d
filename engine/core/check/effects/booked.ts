import type { Action } from '../../../spec/generated/entity'
import type { Create, Free, Move, Take } from '../../compile/effects'
import type { MovementTypePlan } from '../../plan/effects'
import { Report } from '../report'
import { checkHeld, checkType, withEach } from './moves'
import { checkBalance, checkPath } from './paths'
import { inside, placeOfAction, type Place } from './place'
import type { Effects, KnownLedger } from './product'
import type { StepContext } from './scope'
import { resolveCreate } from './template'

/** A movement that an action books, on a balance that is there or on one that it creates. What names nothing is left out: it is told already. */
export interface Booked {
  place: Place
  step: StepContext
  ledger: KnownLedger
  type: MovementTypePlan
  /** Entities of its balance. */
  balances: string[]
  move: Pick<Move, 'type' | 'amount' | 'when' | 'each' | 'from' | 'for'> & { of?: Move['of'] }
}

export interface Taken {
  place: Place
  step: StepContext
  ledger: KnownLedger
  bucket: string
  balances: string[]
  take: Take
}

export interface Freed {
  place: Place
  step: StepContext
  ledger: KnownLedger
  bucket: string
  free: Free
}

export interface Created {
  place: Place
  step: StepContext
  create: Create
}

/** All that an action does to ledgers by steps of its own. */
export interface Bookings {
  booked: Booked[]
  taken: Taken[]
  freed: Freed[]
  created: Created[]
}

export function bookingsOf(entity: string, name: string, action: Action, effects: Effects): Bookings {
  const record = effects.entities[entity]
  const bookings: Bookings = { booked: [], taken: [], freed: [], created: [] }
  if (!record) return bookings
  const whole: StepContext = { entity, record, action }
  const at = (keyword: keyof Action): Place => placeOfAction(entity, name, keyword, effects.sources, effects.report)
  for (const [index, move] of (action.moves ?? []).entries()) {
    const place = inside(at('moves'), index)
    const step = withEach(silent(place), move.each, whole)
    if ('type' in move) {
      const found = checkType(silent(place), move.type, effects)
      const balances = found && checkBalance(silent(place), move.of, found.ledger, step, effects)
      if (found && balances) bookings.booked.push({ place, step, ...found, balances, move })
    } else {
      const ledger = checkHeld(silent(place), move.take, effects)
      const balances = ledger && checkBalance(silent(place), move.of, ledger, step, effects)
      if (ledger && balances) bookings.taken.push({ place, step, ledger, bucket: bucketOf(move.take), balances, take: move })
    }
  }
  const free = action.free === true ? [] : (action.free ?? [])
  for (const [index, each] of free.entries()) {
    const place = inside(at('free'), index)
    const ledger = checkHeld(silent(place), each.hold, effects)
    if (ledger)
      bookings.freed.push({ place, step: withEach(silent(place), each.each, whole), ledger, bucket: bucketOf(each.hold), free: each })
  }
  for (const [index, follow] of (action.then ?? []).entries()) {
    if (!('create' in follow)) continue
    const place = inside(at('then'), index)
    const created = resolveCreate(silent(place), follow, entity, effects)
    if (!created || !effects.entities[created.create.create]) continue
    const { create } = created
    const step = withEach(silent(place), create.each, whole)
    bookings.created.push({ place, step, create })
    for (const [row, move] of (create.moves ?? []).entries()) {
      const found = checkType(silent(place), move.type, effects)
      if (found && Object.hasOwn(found.ledger.source.balances, create.create))
        bookings.booked.push({ place: inside(created.at('moves'), row), step, ...found, balances: [create.create], move })
    }
  }
  return bookings
}

/** Whose record a path leads to; the record itself without one. */
export function holdersOf(path: string | undefined, { place, step }: Booked, effects: Effects): string[] | undefined {
  return path === undefined ? undefined : checkPath(silent(place), path, step, effects)
}

/** What is told by others. */
export function silent(place: Place): Place {
  return { ...place, report: new Report() }
}

function bucketOf(text: string): string {
  return text.slice(text.indexOf('.') + 1)
}
