import type { RecordValues } from '../../../../engine/core/wire'
import type { Values } from '../fieldForm/checkValues'

export interface GoodsRow extends Record<string, unknown> {
  /** Of the row on the page, not of a record. */
  key: number
  goodsId?: unknown
  stockBatchId?: unknown
  qty?: unknown
  unitPrice?: unknown
}

export interface ValuedGoods {
  valuationPrice: string
  /** Absent when no base rate covers the goods. */
  pledgeRate?: string
  amount: string
  financeAmount?: string
}

export interface LoanTrialAnswer {
  goods: ValuedGoods[]
  financeable: string
  bondAmount: string
  dueDate: string
  interest: string
  initialRate: string
  available?: string
}

/** The question as far as an application answers it. */
export function headOf(record: RecordValues | undefined, names: readonly string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (record?.[name] === undefined || record[name] === null ? [] : [[name, record[name]]])))
}

/** Its goods, with the names of what they refer to; an empty row to begin with when it has none. */
export function goodsOf(record: RecordValues | undefined): GoodsRow[] {
  const lines = record?.['goods']
  if (!Array.isArray(lines) || lines.length === 0) return [emptyRow([])]
  return lines.map((line: Record<string, unknown>, key) => ({ ...line, key }))
}

export function emptyRow(rows: readonly GoodsRow[]): GoodsRow {
  return { key: Math.max(-1, ...rows.map((row) => row.key)) + 1 }
}
