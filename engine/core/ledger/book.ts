/**
 * The arithmetic of ledgers, without a database: what a movement does to a balance, whose holds it draws on, what taking over, freeing and
 * undoing mean, and why one is refused. The server feeds it with locked rows and writes down what it answers; a dry run uses it alone.
 *
 *   hold: `open` units of a held bucket of one balance that belong to one record. The open holds of a balance sum up to the bucket.
 */
import { addDecimals, compareDecimals, minDecimal, negateDecimal, toDecimal, type Decimal } from '../decimal'
import type { LedgerPlan, LimitPlan, MovementTypePlan } from '../plan/effects'

/** A record of any entity. */
export interface RecordRef {
  entity: string
  id: string
}

export interface Hold {
  /** Its own in a book; holds that are stored have their id. */
  key: string
  ledger: string
  bucket: string
  balance: RecordRef
  owner: RecordRef
  /** Key of the hold that it was taken from. */
  giver?: string
  /** The balance whose movement was carried to this one. */
  via?: RecordRef
  open: Decimal
}

/** A balance as it is now: `values` are its fields, of which the book changes the buckets. */
export interface Balance extends RecordRef {
  values: Record<string, unknown>
}

export interface Movement {
  ledger: string
  type: string
  balance: RecordRef
  amounts: Record<string, Decimal>
  /** Of the buckets that it changes. */
  deltas: Record<string, Decimal>
  /** The buckets of the balance after it. */
  after: Record<string, Decimal>
  /** Row of the document that it is for. */
  line?: string
  /** What it says itself in the journal. */
  note?: Note
  /** It takes another one back. */
  undoes?: boolean
}

/** Fields of a journal that each movement says itself. */
export type Note = Record<string, unknown>

/** A change of what is open of a hold. */
export interface HoldEntry {
  hold: Hold
  delta: Decimal
  /** It opens with this entry. */
  opens: boolean
}

export interface MoveOrder {
  ledger: string
  type: string
  balance: RecordRef
  amounts: Record<string, Decimal>
  /** Whose holds a negative change of a held bucket draws on. */
  from: RecordRef
  /** Whose hold a positive change of a held bucket opens. */
  for: RecordRef
  line?: string
  note?: Note
  /** The balance that it is carried from; it draws on and opens holds of that one alone. */
  via?: RecordRef
  /** It was carried from a movement that opens no hold, so what it opens itself follows none. */
  alone?: boolean
}

/** Why nothing is booked; figures are decimals as they are stored. */
export type BookingRefusal =
  | { kind: 'short'; ledger: string; balance: RecordRef; bucket: string; amount: Decimal; available: Decimal }
  | { kind: 'unheld'; ledger: string; balance: RecordRef; bucket: string; amount: Decimal; held: Decimal; owner: RecordRef }
  | { kind: 'limit'; ledger: string; balance: RecordRef; limit: LimitPlan; amount: Decimal; before: Record<string, unknown> }
  | { kind: 'spent'; ledger: string; balance: RecordRef; bucket: string }

export class BookingRefused extends Error {
  readonly refusal: BookingRefusal
  constructor(refusal: BookingRefusal) {
    super(`${refusal.ledger} refuses: ${refusal.kind}`)
    this.name = 'BookingRefused'
    this.refusal = refusal
  }
}

/** What one action has booked, in the order in which it was. */
export interface Posting {
  movements: Movement[]
  entries: HoldEntry[]
}

export interface BookContext {
  ledgers: Record<string, LedgerPlan>
  balance(ref: RecordRef): Balance
  /** Open holds of a bucket, oldest first, and those that they were taken from. */
  holds(balance: RecordRef, bucket: string): readonly Hold[]
  addHold(hold: Hold): void
  /** Formulas of a balance after its buckets have changed. */
  recompute(balance: Balance): void
  holdOf(key: string): Hold | undefined
  /** Whether what was taken over from a record may go back to it. */
  takesBack(owner: RecordRef): boolean
  newKey(): string
  /** The other balance that a reference of this one names. */
  tied(balance: RecordRef, on: string): RecordRef | undefined
  isWithinLimit(limit: LimitPlan, balance: Balance): boolean
}

/** What an action does to the balances; nothing counts before `judge` has passed it. */
export class Book {
  readonly posting: Posting = { movements: [], entries: [] }
  readonly #context: BookContext
  readonly #before = new Map<string, Record<string, unknown>>()

  constructor(context: BookContext) {
    this.#context = context
  }

  /** @throws BookingRefused when the record does not hold what the movement draws on */
  move(order: MoveOrder): void {
    const type = this.#type(order)
    if (Object.values(order.amounts).every((amount) => compareDecimals(amount, '0') === 0)) return
    this.#book(order, type, (bucket, delta) => this.#turn(order, bucket, delta))
    this.#carry(order, (carried) => this.move(carried))
  }

  /** The owner changes, the giver is remembered; nothing moves. @throws BookingRefused */
  take({ from, to, amount, ...place }: HoldOrder & { from: RecordRef; to: RecordRef; amount: Decimal }): void {
    for (const [giver, part] of this.#draw(place, from, amount)) {
      this.#change(giver, negateDecimal(part))
      this.#open({ ...place, owner: to, giver: giver.key }, part)
    }
    for (const tied of this.#tiedPlaces(place)) this.take({ ...tied, from, to, amount })
  }

  /**
   * Ends reservations: back to the nearest giver that takes back, else by the bucket's own type. Frees at most what is open.
   * @param amount how much; all without
   */
  free({ ledger, bucket, balance, owner, amount }: HoldOrder & { owner: RecordRef; amount?: Decimal }): void {
    let left = amount
    // What was carried here is freed with what it was carried from.
    for (const hold of this.#holdsOf({ ledger, bucket, balance }, owner)) {
      const part = left === undefined ? hold.open : minDecimal(hold.open, left)
      if (compareDecimals(part, '0') <= 0) continue
      this.#release(hold, part)
      if (left !== undefined) left = addDecimals(left, negateDecimal(part))
    }
  }

  /** Takes back what a run has booked: each movement by its inverse, each hold as it was. @throws BookingRefused for units that were spent since */
  reverse({ movements, entries }: Posting): void {
    for (const { hold, delta } of [...entries].reverse()) {
      if (compareDecimals(addDecimals(hold.open, negateDecimal(delta)), '0') < 0)
        throw new BookingRefused({ kind: 'spent', ledger: hold.ledger, balance: hold.balance, bucket: hold.bucket })
      this.#change(hold, negateDecimal(delta))
    }
    for (const movement of [...movements].reverse()) {
      const { inverse } = this.#type(movement)
      if (inverse === undefined) throw new TypeError(`${movement.ledger}.${movement.type} is final and cannot be undone`)
      // Holds are back already, and what was carried along has a movement of its own.
      this.#book({ ...movement, type: inverse }, this.#type({ ledger: movement.ledger, type: inverse }), () => undefined, true)
    }
  }

  /** How much of a bucket is open for a record. */
  held(place: HoldOrder, owner: RecordRef): Decimal {
    return addDecimals('0', ...this.#holdsOf(place, owner).map(({ open }) => open))
  }

  /**
   * Whether all that was booked may stand: no bucket below 0, every limit of the types that were booked. Changes nothing.
   * @throws BookingRefused
   */
  judge(): void {
    for (const balance of this.touched()) {
      const ledgers = new Set(this.#movementsOn(balance).map(({ ledger }) => ledger))
      for (const ledger of ledgers) this.#judge(balance, this.#ledger(ledger))
    }
  }

  /** Balances that have movements. */
  touched(): Balance[] {
    const refs = new Map(this.posting.movements.map(({ balance }) => [refKey(balance), balance]))
    return [...refs.values()].map((ref) => this.#context.balance(ref))
  }

  /** What all movements together do to a balance. */
  netOf(balance: RecordRef): Record<string, Decimal> {
    const net: Record<string, Decimal> = {}
    for (const { deltas } of this.#movementsOn(balance))
      for (const [bucket, delta] of Object.entries(deltas)) net[bucket] = addDecimals(net[bucket] ?? '0', delta)
    return net
  }

  /** The balance as it was before the first movement of this book. */
  before(balance: RecordRef): Record<string, unknown> {
    return this.#before.get(refKey(balance)) ?? this.#context.balance(balance).values
  }

  #book(
    order: Omit<MoveOrder, 'from' | 'for'>,
    type: MovementTypePlan,
    onHeld: (bucket: string, delta: Decimal) => void,
    undoes = false,
  ): void {
    const ledger = this.#ledger(order.ledger)
    const balance = this.#context.balance(order.balance)
    const deltas = deltasOf(type, order.amounts)
    for (const [bucket, delta] of Object.entries(deltas)) if (ledger.buckets[bucket]?.held !== undefined) onHeld(bucket, delta)
    if (!this.#before.has(refKey(balance))) this.#before.set(refKey(balance), { ...balance.values })
    for (const [bucket, delta] of Object.entries(deltas)) balance.values[bucket] = addDecimals(unitsOf(balance, bucket), delta)
    this.#context.recompute(balance)
    this.posting.movements.push({
      ledger: order.ledger,
      type: type.name,
      balance: { entity: balance.entity, id: balance.id },
      amounts: order.amounts,
      deltas,
      after: Object.fromEntries(Object.keys(ledger.buckets).map((bucket) => [bucket, unitsOf(balance, bucket)])),
      line: order.line,
      ...(order.note ? { note: order.note } : {}),
      ...(undoes ? { undoes } : {}),
    })
  }

  /** A held bucket changes: units are drawn from their owner, or begin to belong to one. */
  #turn({ ledger, balance, from, for: owner, via, alone }: MoveOrder, bucket: string, delta: Decimal): void {
    const place = { ledger, bucket, balance, via }
    if (compareDecimals(delta, '0') >= 0) this.#open({ ...(alone ? { ledger, bucket, balance } : place), owner }, delta)
    else for (const [hold, part] of this.#draw(place, from, negateDecimal(delta))) this.#change(hold, negateDecimal(part))
  }

  /** The same movement on the balances that this one is tied to. */
  #carry(order: MoveOrder, move: (order: MoveOrder) => void): void {
    for (const also of this.#ledger(order.ledger).also) {
      if (also.balance !== order.balance.entity) continue
      const there = also.types ? also.types[order.type] : { ledger: order.ledger, type: order.type }
      const target = this.#context.tied(order.balance, also.on)
      const { alone: _, ...rest } = order
      if (there && target) move({ ...rest, ...there, balance: target, via: order.balance, alone: !this.#opensHold(order) })
    }
  }

  #opensHold({ ledger, type }: MoveOrder): boolean {
    const { buckets } = this.#ledger(ledger)
    return Object.entries(this.#type({ ledger, type }).by).some(
      ([bucket, signs]) => buckets[bucket]?.held !== undefined && Object.values(signs).includes(1),
    )
  }

  #release(hold: Hold, part: Decimal): void {
    const giver = this.#nearestGiver(hold)
    if (giver) return this.#giveBack(hold, giver, part)
    const { ledger, bucket, balance, owner } = hold
    const type = this.#type({ ledger, type: this.#ledger(ledger).buckets[bucket]?.held ?? '' })
    const amounts = amountsFor(type, bucket, part)
    const order: MoveOrder = { ledger, type: type.name, balance, amounts, from: owner, for: owner, via: hold.via }
    this.#book(order, type, (changed, delta) => (changed === bucket ? this.#change(hold, delta) : this.#turn(order, changed, delta)))
    this.#carry(order, (carried) => this.move(carried))
  }

  /** With what was carried along, which went the same way. */
  #giveBack(hold: Hold, giver: Hold, part: Decimal): void {
    this.#change(hold, negateDecimal(part))
    this.#change(giver, part)
    for (const place of this.#tiedPlaces(hold)) {
      let left = part
      for (const tied of this.#holdsOf(place, hold.owner)) {
        const tiedGiver = this.#nearestGiver(tied)
        if (!tiedGiver || !sameRef(tiedGiver.owner, giver.owner)) continue
        const tiedPart = minDecimal(tied.open, left)
        if (compareDecimals(tiedPart, '0') > 0) this.#giveBack(tied, tiedGiver, tiedPart)
        left = addDecimals(left, negateDecimal(tiedPart))
      }
    }
  }

  #tiedPlaces(place: HoldOrder): HoldOrder[] {
    return carriedPlaces(this.#context.ledgers, place, (balance, on) => this.#context.tied(balance, on))
  }

  #nearestGiver({ giver: key }: Hold): Hold | undefined {
    const giver = key === undefined ? undefined : this.#context.holdOf(key)
    return giver && !this.#context.takesBack(giver.owner) ? this.#nearestGiver(giver) : giver
  }

  /** Holds of an owner, oldest first, that together make up an amount. @throws BookingRefused */
  #draw(place: HoldOrder, owner: RecordRef, amount: Decimal): [Hold, Decimal][] {
    const drawn: [Hold, Decimal][] = []
    let left = amount
    for (const hold of this.#holdsOf(place, owner)) {
      if (compareDecimals(left, '0') <= 0) break
      const part = minDecimal(hold.open, left)
      drawn.push([hold, part])
      left = addDecimals(left, negateDecimal(part))
    }
    if (compareDecimals(left, '0') > 0) throw new BookingRefused({ kind: 'unheld', ...place, amount, held: this.held(place, owner), owner })
    return drawn
  }

  #holdsOf({ balance, bucket, via }: HoldOrder, owner: RecordRef): Hold[] {
    return this.#context
      .holds(balance, bucket)
      .filter((hold) => sameRef(hold.owner, owner) && sameVia(hold.via, via) && compareDecimals(hold.open, '0') > 0)
  }

  #open(hold: Omit<Hold, 'key' | 'open'>, units: Decimal): void {
    const opened = { ...hold, key: this.#context.newKey(), open: units }
    this.#context.addHold(opened)
    this.posting.entries.push({ hold: opened, delta: units, opens: true })
  }

  #change(hold: Hold, delta: Decimal): void {
    hold.open = addDecimals(hold.open, delta)
    this.posting.entries.push({ hold, delta, opens: false })
  }

  #judge(balance: Balance, ledger: LedgerPlan): void {
    const net = this.netOf(balance)
    for (const bucket of Object.keys(ledger.buckets)) {
      const units = unitsOf(balance, bucket)
      if (compareDecimals(units, '0') >= 0) continue
      const amount = negateDecimal(net[bucket] ?? '0')
      throw new BookingRefused({ kind: 'short', ledger: ledger.name, balance, bucket, amount, available: addDecimals(units, amount) })
    }
    const booked = this.#movementsOn(balance).filter((movement) => movement.ledger === ledger.name)
    for (const limit of ledger.limits) {
      const judged = booked.filter(({ type }) => limit.on.includes(type))
      if (judged.length === 0 || this.#context.isWithinLimit(limit, balance)) continue
      const amount = addDecimals('0', ...judged.flatMap(({ amounts }) => Object.values(amounts)))
      throw new BookingRefused({ kind: 'limit', ledger: ledger.name, balance, limit, amount, before: this.before(balance) })
    }
  }

  #movementsOn(balance: RecordRef): Movement[] {
    return this.posting.movements.filter((movement) => sameRef(movement.balance, balance))
  }

  #ledger(name: string): LedgerPlan {
    return declared(this.#context.ledgers, name)
  }

  #type({ ledger, type }: { ledger: string; type: string }): MovementTypePlan {
    const found = this.#ledger(ledger).types[type]
    if (!found) throw new TypeError(`no movement type ${ledger}.${type}`)
    return found
  }
}

/** A held bucket of a balance. */
export interface HoldOrder {
  ledger: string
  bucket: string
  balance: RecordRef
  /** Holds that were carried here from another balance. */
  via?: RecordRef
}

/** Where holds of this bucket have their twins: movements that open them are carried there. */
export function carriedPlaces(
  ledgers: Record<string, LedgerPlan>,
  { ledger, bucket, balance }: HoldOrder,
  tied: (balance: RecordRef, on: string) => RecordRef | undefined,
): HoldOrder[] {
  const { also, types } = declared(ledgers, ledger)
  const opening = Object.values(types).filter(({ by }) => Object.values(by[bucket] ?? {}).includes(1))
  return also.flatMap((tie) => {
    const target = tie.balance === balance.entity ? tied(balance, tie.on) : undefined
    if (!target) return []
    const places = new Map<string, HoldOrder>()
    for (const { name } of opening) {
      const there = tie.types ? tie.types[name] : { ledger, type: name }
      if (!there) continue
      const { buckets, types: others } = declared(ledgers, there.ledger)
      for (const [held, signs] of Object.entries(others[there.type]?.by ?? {}))
        if (buckets[held]?.held !== undefined && Object.values(signs).includes(1))
          places.set(`${there.ledger}.${held}`, { ledger: there.ledger, bucket: held, balance: target, via: balance })
    }
    return [...places.values()]
  })
}

function declared(ledgers: Record<string, LedgerPlan>, name: string): LedgerPlan {
  const ledger = ledgers[name]
  if (!ledger) throw new TypeError(`no ledger named ${name}`)
  return ledger
}

export function refKey({ entity, id }: RecordRef): string {
  return `${entity}:${id}`
}

/** By their entity, in the order in which these come. */
export function byEntity<Ref extends RecordRef>(refs: readonly Ref[]): [entity: string, refs: Ref[]][] {
  const groups = new Map<string, Ref[]>()
  for (const ref of refs) groups.set(ref.entity, [...(groups.get(ref.entity) ?? []), ref])
  return [...groups]
}

export function sameRef(one: RecordRef, other: RecordRef): boolean {
  return one.entity === other.entity && one.id === other.id
}

function sameVia(one: RecordRef | undefined, other: RecordRef | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameRef(one, other)
}

/** Units of a bucket; an empty one holds none. */
export function unitsOf({ values }: Balance, bucket: string): Decimal {
  return toDecimal(values[bucket]) ?? '0'
}

/** How a movement changes each bucket of its type. */
function deltasOf({ by }: MovementTypePlan, amounts: Record<string, Decimal>): Record<string, Decimal> {
  return Object.fromEntries(
    Object.entries(by).map(([bucket, signs]) => [
      bucket,
      addDecimals(
        '0',
        ...Object.entries(signs).map(([name, sign]) => (sign === 1 ? (amounts[name] ?? '0') : negateDecimal(amounts[name] ?? '0'))),
      ),
    ]),
  )
}

/** The amounts of a type that change a bucket by so much. */
function amountsFor(type: MovementTypePlan, bucket: string, units: Decimal): Record<string, Decimal> {
  const [name] = Object.keys(type.by[bucket] ?? {})
  if (name === undefined) throw new TypeError(`${type.name} does not change ${bucket}`)
  return { [name]: units }
}
