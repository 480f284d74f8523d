import type { Action } from '../../../spec/generated/entity'
import { carriedTypes } from './amounts'
import { bookingsOf, holdersOf, silent, type Booked, type Bookings, type Taken } from './booked'
import { heldBuckets, type Effects } from './product'
import { checkPath } from './paths'

/** `<ledger>.<bucket>` */
export type Bucket = string

/** A hold that an action opens for the record of another entity. */
interface Outward {
  entity: string
  bucket: Bucket
  /** The other record holds some of these already, for the step draws on them; absent: nothing is known of it. */
  having?: Bucket[]
}

/** What an action does to the holds of its record, in this order, and of others. */
export interface HoldChange {
  /** Freed for good; `all`: whatever there is. */
  frees: ReadonlySet<Bucket> | 'all'
  /** Used up by moves of the same form as those that have opened it. */
  uses: ReadonlySet<Bucket>
  /** Freed in parts, or drawn on: the schema has thought of the rest. */
  says: ReadonlySet<Bucket>
  opens: ReadonlySet<Bucket>
  /** Handed over to a created record, all of it. */
  handsOver: ReadonlySet<Bucket>
  /** Created entity → what it takes over; `kept`: it may be one that lives already. */
  given: { entity: string; buckets: Bucket[]; kept: boolean }[]
  outward: Outward[]
  /** Whose holds it takes over. */
  takenFrom: { entity: string; bucket: Bucket }[]
}

/** Steps by which an entity opens holds for its own records. */
export type Openings = ReadonlyMap<Bucket, (Booked | Taken)[]>

export function openingsOf(entity: string, effects: Effects): Openings {
  const openings = new Map<Bucket, (Booked | Taken)[]>()
  const note = (bucket: Bucket, step: Booked | Taken): void => void openings.set(bucket, [...(openings.get(bucket) ?? []), step])
  for (const [name, action] of Object.entries(effects.entities[entity]?.actions ?? {})) {
    const { booked, taken } = bookingsOf(entity, name, action, effects)
    for (const each of taken) note(`${each.ledger.name}.${each.bucket}`, each)
    for (const each of booked) if (isOwn(each, 'for')) for (const bucket of opened(each, effects)) note(bucket, each)
  }
  return openings
}

/** @param openings of the same entity */
export function holdChangeOf(entity: string, name: string, action: Action, openings: Openings, effects: Effects): HoldChange {
  const bookings = bookingsOf(entity, name, action, effects)
  const { booked, taken, freed, created } = bookings
  const undone = undoneBy(entity, name, action, effects)
  const opens = new Set([
    ...booked.flatMap((each) => (isOwn(each, 'for') ? opened(each, effects) : [])),
    ...taken.map(({ ledger, bucket }) => `${ledger.name}.${bucket}`),
    ...undone.flatMap((each) => openedAgain(each, openings)),
  ])
  const handsOver = created.flatMap(({ create }) =>
    create.when === undefined && create.each === undefined && create.key === undefined ? (create.takes ?? []) : [],
  )
  return {
    frees: action.free === true ? 'all' : new Set(freed.flatMap(({ free }) => (isWhole(free) ? [free.hold] : []))),
    uses: new Set(booked.flatMap((each) => drawnByOwn(each).filter((bucket) => usesUp(each, openings.get(bucket) ?? [])))),
    says: new Set(freed.map(({ free }) => free.hold)),
    opens,
    handsOver: new Set(handsOver),
    given: created.flatMap(({ create }) =>
      create.takes ? [{ entity: create.create, buckets: create.takes, kept: create.key !== undefined }] : [],
    ),
    outward: [...outwardOf(bookings, effects), ...undone.flatMap((each) => givenBack(each, effects))],
    takenFrom: taken.flatMap(({ place, step, ledger, bucket, take }) =>
      (checkPath(silent(place), take.from, step, effects) ?? []).map((giver) => ({ entity: giver, bucket: `${ledger.name}.${bucket}` })),
    ),
  }
}

/** Held buckets that a movement takes from the record's own holds. */
export function drawnByOwn(booked: Booked): Bucket[] {
  return isOwn(booked, 'from') ? drawn(booked) : []
}

function isOwn({ move }: Booked, key: 'from' | 'for'): boolean {
  return move[key] === undefined || move[key] === 'id'
}

/** What is carried to another balance opens a hold of its own there only where none is opened here; else it goes with that one. */
function opened(
  { ledger, type, balances }: Pick<Booked, 'ledger' | 'type' | 'balances'>,
  effects: Effects,
  seen: readonly string[] = [],
): Bucket[] {
  const here = heldBuckets(ledger, type.name, 1).map((bucket) => `${ledger.name}.${bucket}`)
  const name = `${ledger.name}.${type.name} ${balances.join()}`
  if (here.length > 0 || seen.includes(name)) return here
  return carriedTypes(ledger, type.name, balances, effects).flatMap((there) => opened(there, effects, [...seen, name]))
}

function drawn({ ledger, type }: Booked): Bucket[] {
  return heldBuckets(ledger, type.name, -1).map((bucket) => `${ledger.name}.${bucket}`)
}

function isWhole(free: { each?: unknown; of?: unknown; amount?: unknown; when?: unknown }): boolean {
  return free.of === undefined && free.amount === undefined && free.when === undefined && free.each === undefined
}

/** A move draws on the same balances, by the same amount (or by all that is held), as every step that opens the hold. */
function usesUp({ move }: Booked, openings: readonly (Booked | Taken)[]): boolean {
  const form = (step: Booked['move']): string => JSON.stringify([step.each, step.of])
  return (
    openings.length > 0 &&
    openings.every((opening) => {
      if ('take' in opening || form(opening.move) !== form(move)) return false
      if (move.when !== undefined && move.when !== opening.move.when) return false
      return move.amount === 'held' || JSON.stringify(move.amount) === JSON.stringify(opening.move.amount)
    })
  )
}

interface Undone extends Bookings {
  action: Action
}

/** Actions of the same entity that this action undoes. */
function undoneBy(entity: string, name: string, { undo }: Action, effects: Effects): Undone[] {
  const actions = effects.entities[entity]?.actions ?? {}
  const undoAction = typeof undo === 'string' ? undo : undo?.action
  return Object.entries(actions)
    .filter(([other, { inverse }]) => other === undoAction || inverse === name)
    .map(([other, action]) => ({ action, ...bookingsOf(entity, other, action, effects) }))
}

/** Buckets in which the record holds something again when an action is undone: what the action had used, freed or handed over. */
function openedAgain({ action, booked, freed, created }: Undone, openings: Openings): Bucket[] {
  const all = action.free === true ? [...openings.keys()] : []
  const given = created.flatMap(({ create }) => create.takes ?? [])
  return [...booked.flatMap(drawnByOwn), ...freed.map(({ free }) => free.hold), ...given, ...all]
}

/** What other records hold again when an action is undone: what it had drawn on their holds, or taken over from them. */
function givenBack({ booked }: Undone, effects: Effects): Outward[] {
  return booked.flatMap((each) => {
    if (isOwn(each, 'from')) return []
    // In exchange the action had opened a hold for the same record, so only a record that holds that can get this back.
    const having = each.move.from === each.move.for ? opened(each, effects) : []
    return findHolders(each, 'from', effects).flatMap((entity) =>
      drawn(each).map((bucket) => ({ entity, bucket, ...(having.length > 0 ? { having } : {}) })),
    )
  })
}

function findHolders(booked: Booked, key: 'from' | 'for', effects: Effects): readonly string[] {
  return holdersOf(booked.move[key], booked, effects) ?? []
}

function outwardOf({ booked }: Bookings, effects: Effects): Outward[] {
  return booked.flatMap((each) => {
    if (isOwn(each, 'for')) return []
    const having = each.move.from === each.move.for ? drawn(each) : []
    return findHolders(each, 'for', effects).flatMap((entity) =>
      opened(each, effects).map((bucket) => ({ entity, bucket, ...(having.length > 0 ? { having } : {}) })),
    )
  })
}
