import { sql } from 'kysely'
import { multiplyDecimals, roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { collateralPrice, valuationPrice } from '../queries'
import type { Tools } from '../ruleTypes'
import { aliased } from '../sqlNames'

/** What a unit of each batch is worth today (E-09). */
export function batchPrices(tools: Pick<Tools, 'trx' | 'today'>, batchIds: readonly string[]): Promise<Map<string, Decimal>> {
  return pricesBy(valuationPrice, tools, batchIds)
}

/** What a unit of each batch answers for a loan with, as its water line counts it. */
export function collateralPrices(tools: Pick<Tools, 'trx' | 'today'>, batchIds: readonly string[]): Promise<Map<string, Decimal>> {
  return pricesBy(collateralPrice, tools, batchIds)
}

async function pricesBy(
  price: typeof valuationPrice,
  { trx, today }: Pick<Tools, 'trx' | 'today'>,
  batchIds: readonly string[],
): Promise<Map<string, Decimal>> {
  if (batchIds.length === 0) return new Map()
  const b = aliased('stock_batch', 'b')
  const { rows } = await sql<{ id: string; price: Decimal }>`
    select ${b.column('id')}::text as id, round(${price('b', today)}, 4)::text as price from ${b.from}
    where ${b.column('id')} = any(${[...new Set(batchIds)]}::bigint[])`.execute(trx)
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** 2 decimals. */
export function valueOf(qty: Decimal, unitValue: Decimal): Decimal {
  return roundDecimal(multiplyDecimals(qty, unitValue), 2)
}
