import type { EffectsPlan, FreePlan, MovePlan, Path, PlacePlan, TakePlan } from '../../core/plan/effects'
import { compareDecimals, decimalsOf, toDecimal, type Decimal } from '../../core/decimal'
import type { Expression } from '../../core/expression'
import { Book, refKey, type HoldOrder, type Note, type Posting, type RecordRef } from '../../core/ledger/book'
import { messageText } from '../messages'
import { refused } from '../problem'
import { lineTable, type WriteContext } from '../record/context'
import { copyRecord } from '../record/draft'
import { recompute } from '../record/recompute'
import { updateComputed, updateLine } from '../record/store'
import { recordChanged } from '../record/sums'
import { stepApplies, resolvePath, resolvePlace, scopesOf, valueOf, type StepScope } from './paths'

/** A step for one row of its line table, or for the record. */
interface Instance<Step> {
  step: Step
  scope: StepScope
  balance: RecordRef | undefined
}

/**
 * Steps 4 of an action: locks all balances in one go, then undoes or frees, then moves, as written. Nothing is stored here.
 * @param undone what a run that is undone has booked
 * @param fresh nothing has been done since the record of the scope was read
 */
export async function bookEffects(
  context: WriteContext,
  effects: EffectsPlan,
  scope: StepScope,
  { undone, fresh = false }: { undone?: Posting; fresh?: boolean } = {},
): Promise<Book> {
  const { ledger } = context.flow
  const self = { entity: scope.entity.name, id: scope.record.id }
  const moves = await placed(context, effects.moves, scope)
  const frees = effects.free === undefined || effects.free === true ? [] : await placed(context, effects.free, scope)
  await ledger.prepare(
    [
      ...moves.flatMap(({ balance }) => balance ?? []),
      ...(await freedBalances(context, effects, frees, self)),
      ...(undone?.movements.map(({ balance }) => balance) ?? []),
      ...(undone?.entries.map(({ hold }) => hold.balance) ?? []),
    ],
    fresh ? { entity: scope.entity, values: scope.record } : undefined,
  )
  if (effects.free !== undefined) await ledger.prepareGivers(ledger.openHoldsOf(self))

  const book = new Book(ledger)
  if (undone) book.reverse(undone)
  if (effects.free === true)
    for (const { ledger: name, bucket, balance } of ledger.openHoldsOf(self)) book.free({ ledger: name, bucket, balance, owner: self })
  for (const free of frees) bookFree(context, book, free, self)
  for (const move of moves) await bookStep(context, book, move, self)
  book.judge()
  return book
}

/** Movements on one balance that exists already, for records that come with an opening. */
export async function bookOpening(
  context: WriteContext,
  moves: readonly Pick<MovePlan, 'ledger' | 'type' | 'amounts' | 'when'>[],
  scope: StepScope,
  balance: RecordRef,
  owner: RecordRef,
): Promise<Book> {
  await context.flow.ledger.prepare([balance])
  const book = new Book(context.flow.ledger)
  for (const move of moves) {
    const of = context.flow.ledger.seen(balance)
    if (!stepApplies(context, move.when, scope, { of })) continue
    const amounts = amountsOf(context, move, scope, { of })
    book.move({ ledger: move.ledger, type: move.type, balance, amounts, from: owner, for: owner, ...lineOf(scope) })
  }
  book.judge()
  return book
}

/** The steps for each row that they are repeated for, with the balances that they are about. */
async function placed<Step extends { each?: string; of?: PlacePlan; when?: Expression }>(
  context: WriteContext,
  steps: readonly Step[],
  scope: StepScope,
): Promise<Instance<Step>[]> {
  const instances: Instance<Step>[] = []
  for (const step of steps)
    for (const inner of scopesOf(scope, step.each))
      instances.push({ step, scope: inner, balance: step.of && (await resolvePlace(context, inner, step.of)) })
  return instances
}

async function freedBalances(
  context: WriteContext,
  { free }: EffectsPlan,
  frees: readonly Instance<FreePlan>[],
  self: RecordRef,
): Promise<RecordRef[]> {
  if (free === undefined) return []
  if (free === true) return context.flow.ledger.balancesHeldBy(self)
  const found = []
  for (const { step, balance } of frees) found.push(...(balance ? [balance] : await context.flow.ledger.balancesHeldBy(self, step)))
  return found
}

function bookFree(context: WriteContext, book: Book, { step, scope, balance }: Instance<FreePlan>, owner: RecordRef): void {
  const { ledger, bucket } = step
  if (step.of && !balance) return
  const places = context.flow.ledger
    .openHoldsOf(owner)
    .filter((hold) => hold.ledger === ledger && hold.bucket === bucket && (!balance || refKey(hold.balance) === refKey(balance)))
  for (const place of distinct(places)) {
    const more = { of: context.flow.ledger.seen(place.balance), held: book.held(place, owner) }
    if (!stepApplies(context, step.when, scope, more)) continue
    const amount = step.amount === undefined ? undefined : amountOf(context, step.amount, scope, more, `${ledger}.${bucket}`)
    book.free({ ...place, owner, amount })
  }
}

function distinct(places: readonly HoldOrder[]): HoldOrder[] {
  return [
    ...new Map(
      places.map(({ ledger, bucket, balance }) => [`${ledger}.${bucket} ${refKey(balance)}`, { ledger, bucket, balance }]),
    ).values(),
  ]
}

async function bookStep(context: WriteContext, book: Book, { step, scope, balance }: Instance<MovePlan | TakePlan>, self: RecordRef) {
  const from = step.from ? await resolvePath(context, scope, step.from) : self
  const of = balance ? context.flow.ledger.seen(balance) : null
  const held = balance && from ? book.held({ ledger: step.ledger, bucket: heldBucketOf(context, step), balance }, from) : '0'
  const applies = stepApplies(context, step.when, scope, { of, held })
  if (step.kind === 'take') return bookTake(context, book, { step, scope, balance }, { self, from, of, held, applies })
  if (!applies) return
  const amounts = amountsOf(context, step, scope, { of, held })
  if (Object.values(amounts).every(isNone)) return
  if (!balance) throw new TypeError(`${scope.entity.name}: a move of ${step.ledger}.${step.type} found no balance`)
  const owner = step.for ? await resolvePath(context, scope, step.for) : self
  const owners = { from: from ?? refuseNobody(scope, step.from), for: owner ?? refuseNobody(scope, step.for) }
  const note = step.note && noteOf(context, step.note, scope, { of, held })
  book.move({ ledger: step.ledger, type: step.type, balance, amounts, ...owners, ...lineOf(scope), ...(note ? { note } : {}) })
}

function noteOf(context: WriteContext, note: Record<string, Expression>, scope: StepScope, more: Record<string, unknown>): Note {
  return Object.fromEntries(Object.entries(note).map(([field, expression]) => [field, valueOf(context, expression, scope, more) ?? null]))
}

async function bookTake(
  context: WriteContext,
  book: Book,
  { step, scope, balance }: Instance<TakePlan>,
  { self, from, of, held, applies }: { self: RecordRef; from: RecordRef | undefined; of: unknown; held: Decimal; applies: boolean },
): Promise<void> {
  const what = `${step.ledger}.${step.bucket}`
  const amount = applies ? amountOf(context, step.amount, scope, { of, held }, what) : '0'
  if (!isNone(amount)) {
    if (!balance) throw new TypeError(`${scope.entity.name}: a take of ${what} found no balance`)
    book.take({ ledger: step.ledger, bucket: step.bucket, balance, from: from ?? refuseNobody(scope, step.from), to: self, amount })
  }
  // When nothing was taken, 0 is kept, so that a figure of an earlier run is not read as the figure of this one.
  if (step.keep) await keep(context, scope, step.keep, amount)
}

/** The step names a reference to the owner of the holds, and it is empty. They are not taken for the record's own. @throws HttpProblem 417 */
function refuseNobody({ entity, row }: StepScope, [first, second]: Path = []): never {
  const { fields } = first === 'it' ? lineTable(entity, row?.lines ?? '') : entity
  const name = String(first === 'it' ? second : first)
  throw refused(messageText('ledger.nobody', { field: fields[name]?.title ?? name }))
}

function isNone(amount: Decimal): boolean {
  return compareDecimals(amount, '0') === 0
}

/** Writes a figure or a reference that follows from a step into the record, or the row; later steps read it. */
export async function keep(
  context: WriteContext,
  { entity, record, row }: StepScope,
  { row: inRow, field }: { row: boolean; field: string },
  value: unknown,
): Promise<void> {
  const before = copyRecord(entity, record)
  const holder = inRow ? row?.values : record
  if (!holder) return
  holder[field] = value
  if (inRow && row) await updateLine(context, lineTable(entity, row.lines), String(holder['id']), { [field]: value })
  else await updateComputed(context, entity, record.id, { [field]: value })
  await recompute(context, entity, before, record, [inRow && row ? `${row.lines}.${field}` : field])
  await recordChanged(context, entity, record.id, before, record)
}

/** The bucket whose units `held` counts: the one that the step draws on. */
function heldBucketOf(context: WriteContext, step: MovePlan | TakePlan): string {
  if (step.kind === 'take') return step.bucket
  const ledger = context.flow.ledger.ledgers[step.ledger]
  const by = Object.entries(ledger?.types[step.type]?.by ?? {})
  const drawn = by.find(([bucket, signs]) => ledger?.buckets[bucket]?.held !== undefined && Object.values(signs).includes(-1))
  return drawn?.[0] ?? ''
}

function amountsOf(
  context: WriteContext,
  { ledger, type, amounts }: Pick<MovePlan, 'ledger' | 'type' | 'amounts'>,
  scope: StepScope,
  more: Record<string, unknown>,
): Record<string, Decimal> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, expression]) => [name, amountOf(context, expression, scope, more, `${ledger}.${type}`)]),
  )
}

/** @throws TypeError for what is below 0, no number, or finer than the ledger counts: the schema or a rule has to be mended */
function amountOf(context: WriteContext, expression: Expression, scope: StepScope, more: Record<string, unknown>, what: string): Decimal {
  const amount = toDecimal(valueOf(context, expression, scope, more)) ?? '0'
  if (compareDecimals(amount, '0') < 0) throw new TypeError(`${scope.entity.name}: ${what} got the amount ${amount}, below 0`)
  if (decimalsOf(amount) > FINEST) throw new TypeError(`${scope.entity.name}: ${what} got the amount ${amount}, finer than is counted`)
  return amount
}

/** Decimals of the engine's own tables of movements and holds. */
const FINEST = 6

function lineOf({ row }: StepScope): { line?: string } {
  const id = row?.values['id']
  return typeof id === 'string' ? { line: id } : {}
}
