import { sql } from 'kysely'
import { compareDecimals, toDecimal, type Decimal } from '../../core/decimal'
import type { HolderPlan } from '../../core/plan/effects'
import { expressionSqlProblem } from '../../core/record/rowExpression'
import { carriedPlaces, refKey, type HoldOrder, type RecordRef } from '../../core/ledger/book'
import type { RecordValues } from '../../core/wire'
import { conditionSql } from '../expressionSql'
import { sourceOf } from '../source'
import type { WriteContext } from '../record/context'
import { findRecords, loadRecord } from '../record/load'
import { stepApplies, noRun, resolvePath, scopesOf, valueOf, type StepScope } from '../ledger/paths'

/** Units of a held bucket that should belong to a record. */
export interface Holding extends HoldOrder {
  owner: RecordRef
  amount: Decimal
}

/** Records that are read at once. */
const BATCH = 500
const rows = 't'

/** Who holds what of all ledgers, as their `holders` declare it, and what movements would have carried along with it. */
export async function declaredHoldings(context: WriteContext): Promise<Holding[]> {
  const own: Holding[] = []
  for (const { name, holders } of Object.values(context.flow.ledger.ledgers))
    for (const holder of holders)
      for await (const record of holdingRecords(context, holder)) own.push(...(await holdingsOf(context, name, holder, record)))
  return [...own, ...(await carriedAlong(context, own))]
}

async function holdingsOf(context: WriteContext, ledger: string, holder: HolderPlan, record: RecordValues): Promise<Holding[]> {
  const { entity, each, bucket, of, when, amount } = holder
  const scope: StepScope = { entity: context.writing.entity(entity), record, before: {}, form: {}, user: null, run: noRun }
  const found: Holding[] = []
  for (const inner of scopesOf(scope, each)) {
    if (!stepApplies(context, when, inner)) continue
    const units = toDecimal(valueOf(context, amount, inner)) ?? '0'
    if (compareDecimals(units, '0') < 0) throw new TypeError(`${entity} ${record.id} would hold ${units} of ${ledger}.${bucket}, below 0`)
    const balance = await resolvePath(context, inner, of)
    if (balance && compareDecimals(units, '0') > 0) found.push({ ledger, bucket, balance, owner: { entity, id: record.id }, amount: units })
  }
  return found
}

/** The database leaves out those that do not hold where it can answer the condition. */
async function* holdingRecords(context: WriteContext, { entity, each, when }: HolderPlan): AsyncIterable<RecordValues> {
  const source = sourceOf(context.writing.services.plan, {}, entity)
  const id = sql.raw(source.column(rows, 'id'))
  const holding = when && !expressionSqlProblem(when, source.entity) ? conditionSql(when, source, rows, context.environment) : sql`true`
  for (let last = '0'; ;) {
    const found = await sql<{ id: string }>`
      select ${id}::text as id from ${source.from(context.source)} as ${sql.raw(rows)}
      where ${id} > ${last} and ${holding} order by ${id} limit ${BATCH}`.execute(context.trx)
    const ids = found.rows.map((row) => row.id)
    if (each === undefined) yield* await findRecords(context, entity, { id: ids })
    else for (const one of ids) yield await loadRecord(context, entity, one)
    if (ids.length < BATCH) return
    last = ids.at(-1) ?? last
  }
}

/** The twins of holds on the balances that theirs are tied to, and those of the twins. */
async function carriedAlong(context: WriteContext, holdings: readonly Holding[]): Promise<Holding[]> {
  if (holdings.length === 0) return []
  const { ledgers } = context.flow.ledger
  const ties = new Map((await balancesOf(context, holdings)).map(({ entity, values }) => [refKey({ entity, id: values.id }), values]))
  const tied = (balance: RecordRef, on: string): RecordRef | undefined => {
    const target = context.writing.entity(balance.entity).fields[on]?.ref?.entity
    const id = ties.get(refKey(balance))?.[on]
    return target !== undefined && typeof id === 'string' && id !== '' ? { entity: target, id } : undefined
  }
  const twins = holdings.flatMap(({ owner, amount, ...place }) =>
    carriedPlaces(ledgers, place, tied).map((there): Holding => ({ ...there, owner, amount })),
  )
  return [...twins, ...(await carriedAlong(context, twins))]
}

/** Balances of these holdings that lead on to others. */
async function balancesOf(context: WriteContext, holdings: readonly Holding[]): Promise<{ entity: string; values: RecordValues }[]> {
  const leading = new Set(Object.values(context.flow.ledger.ledgers).flatMap(({ also }) => also.map(({ balance }) => balance)))
  const found: { entity: string; values: RecordValues }[] = []
  for (const entity of leading) {
    const ids = [...new Set(holdings.filter(({ balance }) => balance.entity === entity).map(({ balance }) => balance.id))]
    for (let start = 0; start < ids.length; start += BATCH)
      for (const values of await findRecords(context, entity, { id: ids.slice(start, start + BATCH) })) found.push({ entity, values })
  }
  return found
}
