import { isDecimal, roundDecimal, type Decimal } from '../../core/decimal'
import type { LedgerPlan } from '../../core/plan/effects'
import { evaluateExpression } from '../../core/expression'
import { BookingRefused, type BookingRefusal, type RecordRef } from '../../core/ledger/book'
import { messageText } from '../messages'
import type { EntityPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { fieldProblem, HttpProblem, refused } from '../problem'
import { refusalOf } from '../record/refusals'
import type { WriteContext } from '../record/context'

/** Runs a booking; what the book refuses becomes a 417 with its reason and figures. */
export async function booking<T>(context: WriteContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BookingRefused ? bookingProblem(context, error.refusal) : error
  }
}

/** A refusal of another document, with the name of that document in its text. Its fields are not in the form, so they cannot be marked there. */
export function naming(error: unknown, entity: EntityPlan, record: RecordValues): unknown {
  if (!(error instanceof HttpProblem) || (error.status !== 417 && error.status !== 422)) return error
  const withRecord = (reason: string): string =>
    messageText('refused.performed', { title: entity.title, label: record[entity.label] ?? record.id, reason })
  const { status, code, kind, message, extras } = error
  const errors = extras.errors?.map(({ rule, detail, params }) => fieldProblem('', rule, withRecord(detail), params))
  return new HttpProblem(status, code, kind, withRecord(message), status === 422 && errors ? { ...extras, errors } : extras)
}

function bookingProblem(context: WriteContext, refusal: BookingRefusal): HttpProblem {
  const { plan, extensions } = context.writing.services
  const ledger = plan.ledgers[refusal.ledger]
  const balance = labelOf(context, refusal.balance)
  if (refusal.kind === 'limit') {
    const { limit, before } = refusal
    const amount = figure(context, refusal.balance, bucketOf(ledger), refusal.amount)
    const params = Object.fromEntries(
      Object.entries(limit.params).map(([name, expression]) => {
        const value = evaluateExpression(expression, before, context.environment)
        return [name, isDecimal(value) ? figure(context, refusal.balance, bucketOf(ledger), value) : value]
      }),
    )
    if (limit.refusal !== undefined) return refusalOf(extensions.refusals, { code: limit.refusal, params: { balance, amount, ...params } })
    return refused(messageText('ledger.limit', { title: ledger?.title, balance, amount }), undefined, { balance, amount })
  }
  const bucket = context.writing.entity(refusal.balance.entity).fields[refusal.bucket]?.title ?? refusal.bucket
  if (refusal.kind === 'spent') return refused(messageText('ledger.spent', { balance, bucket }), undefined, { balance, bucket })
  const available = refusal.kind === 'short' ? refusal.available : refusal.held
  const shown = (units: Decimal): Decimal => figure(context, refusal.balance, refusal.bucket, units)
  const figures = { balance, bucket, amount: shown(refusal.amount), available: shown(available) }
  if (refusal.kind === 'short' && ledger?.short !== undefined)
    return refusalOf(extensions.refusals, { code: ledger.short, params: figures })
  return refused(messageText(refusal.kind === 'short' ? 'ledger.short' : 'ledger.unheld', figures), undefined, figures)
}

/** The bucket whose decimals the figures of a ledger have. */
function bucketOf(ledger: LedgerPlan | undefined): string {
  return Object.keys(ledger?.buckets ?? {})[0] ?? ''
}

/** With the decimals of the bucket, as people read it. */
function figure(context: WriteContext, { entity }: RecordRef, bucket: string, units: Decimal): Decimal {
  return roundDecimal(units, context.writing.entity(entity).fields[bucket]?.decimals ?? 0)
}

/** How people call a balance. */
export function labelOf(context: WriteContext, ref: RecordRef): string {
  return String(context.flow.ledger.balance(ref).values[context.writing.entity(ref.entity).label] ?? ref.id)
}
