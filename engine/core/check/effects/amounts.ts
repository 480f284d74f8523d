import { typeName } from '../../compile/effects'
import type { MovementTypePlan } from '../../plan/effects'
import { bookingsOf, type Booked } from './booked'
import { factsOfStep } from './facts'
import { parsed, placesOf, signOf, type Facts } from './figure'
import { inside, tell, type Place } from './place'
import { actionsOf, decimalsOfField, heldBuckets, type Effects, type KnownLedger } from './product'

/**
 * Amounts are at least 0 as far as their form decides it, and no finer than the buckets that they change: a ledger refuses both when it is too
 * late for whoever acts.
 */
export function checkAmounts(effects: Effects): void {
  for (const { entity, name, action } of actionsOf(effects)) {
    const { booked, taken, freed } = bookingsOf(entity, name, action, effects)
    for (const each of booked) checkBooked(each, effects)
    for (const { place, step, ledger, bucket, balances, take } of taken) {
      const places = placesOfBucket(bucket, balances, effects)
      checkFigure(inside(place, 'amount'), take.amount, factsOfStep(step, balances, places, effects), places, `${ledger.name}.${bucket}`)
    }
    for (const { place, step, ledger, bucket, free } of freed) {
      const balances = Object.keys(ledger.source.balances)
      const places = placesOfBucket(bucket, balances, effects)
      if (free.amount !== undefined)
        checkFigure(inside(place, 'amount'), free.amount, factsOfStep(step, balances, places, effects), places, free.hold)
    }
  }
  for (const ledger of Object.values(effects.ledgers)) checkJournalPlaces(ledger, effects)
}

function checkBooked({ place, step, ledger, type, balances, move }: Booked, effects: Effects): void {
  const [drawn] = heldBuckets(ledger, type.name, -1)
  const held = drawn === undefined ? undefined : placesOfBucket(drawn, balances, effects)
  const facts = factsOfStep(step, balances, held, effects)
  const amounts = typeof move.amount === 'string' ? [[type.amounts[0] ?? '', move.amount] as const] : Object.entries(move.amount)
  for (const [name, amount] of amounts) {
    const at = typeof move.amount === 'string' ? inside(place, 'amount') : inside(place, 'amount', name)
    checkFigure(at, amount, facts, placesOfAmount(ledger, type, name, balances, effects), move.type)
  }
}

function checkFigure(place: Place, text: string, facts: Facts, most: number | undefined, what: string): void {
  const expression = parsed(text)
  if (!expression) return
  if (signOf(expression, facts) === 'can') tell(place, 'check.amount-negative', { what })
  const places = placesOf(expression, facts)
  if (places !== undefined && most !== undefined && places > most) tell(place, 'check.amount-decimals', { what, decimals: most })
}

/** The fewest places of the buckets that an amount changes, there and wherever it is carried; a note without change is as fine as the ledger. */
function placesOfAmount(
  ledger: KnownLedger,
  type: MovementTypePlan,
  amount: string,
  balances: readonly string[],
  effects: Effects,
  seen: ReadonlySet<string> = new Set(),
): number | undefined {
  const changed = Object.entries(type.by).flatMap(([bucket, signs]) => (Object.hasOwn(signs, amount) ? [bucket] : []))
  const own = (changed.length === 0 ? Object.keys(ledger.source.buckets) : changed).map((bucket) =>
    placesOfBucket(bucket, balances, effects),
  )
  const key = `${ledger.name}.${type.name}`
  const carried = seen.has(key)
    ? []
    : carriedTypes(ledger, type.name, balances, effects).map((there) =>
        placesOfAmount(there.ledger, there.type, amount, there.balances, effects, new Set([...seen, key])),
      )
  return fewest([...own, ...carried])
}

/** Where a movement on one of these balances is carried to. */
export function carriedTypes(
  ledger: KnownLedger,
  type: string,
  balances: readonly string[],
  { entities, ledgers }: Effects,
): { ledger: KnownLedger; type: MovementTypePlan; balances: string[] }[] {
  return (ledger.source.also ?? []).flatMap((tie) => {
    if (!balances.includes(tie.balance)) return []
    const source = tie.types ? tie.types[type] : `${ledger.name}.${type}`
    if (source === undefined) return []
    const there = typeName(source)
    const to = ledgers[there.ledger]
    const carried = to?.types[there.type]
    const field = entities[tie.balance]?.fields[tie.on]
    if (!to || !carried || !field || !('to' in field) || typeof field.to !== 'string') return []
    return [{ ledger: to, type: carried, balances: [field.to] }]
  })
}

function placesOfBucket(bucket: string, balances: readonly string[], { entities, sources }: Effects): number | undefined {
  return fewest(
    balances.map((balance) => {
      const field = entities[balance]?.fields[bucket]
      return field && decimalsOfField(bucket, field, sources)
    }),
  )
}

function fewest(places: readonly (number | undefined)[]): number | undefined {
  const known = places.flatMap((each) => each ?? [])
  return known.length === 0 ? undefined : Math.min(...known)
}

/** A journal keeps each figure as fine as it was booked. */
function checkJournalPlaces(ledger: KnownLedger, effects: Effects): void {
  const { source, name } = ledger
  if (source.journal === true) return
  const { entity, set } = source.journal
  const balances = Object.keys(source.balances)
  const step = { entity: '', record: { language: 1 as const, title: '', label: '', fields: {} }, action: {} }
  const finest = Math.max(0, ...Object.keys(source.buckets).flatMap((bucket) => placesOfBucket(bucket, balances, effects) ?? []))
  const ofBalance = factsOfStep(step, balances, undefined, effects)
  const facts: Facts = {
    sign: () => 'unknown',
    decimals: (names) => (['amount', 'amounts', 'by'].includes(names[0] ?? '') ? finest : ofBalance.decimals(names)),
  }
  for (const [field, value] of Object.entries(set)) {
    const kept = effects.entities[entity]?.fields[field]
    const place: Place = { source: `ledgers/${name}`, pointer: `/journal/set/${field}`, report: effects.report }
    if (kept) checkFigure(place, value, facts, decimalsOfField(field, kept, effects.sources), `${entity}.${field}`)
  }
}
