/** Rows of goods in a question about an application, whose line table they are taken from. */
import type { BrowserScreenPlan, FieldPlan } from '../../../../engine/core/plan'
import type { Environment } from '../../../../engine/core/record/scope'
import type { RecordValues } from '../../../../engine/core/wire'
import { checkValues, type Problems, type Values } from '../fieldForm/checkValues'

export interface GoodsRow extends Record<string, unknown> {
  /** Of the row on the page, not of a record. */
  key: number
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

/** Columns of the application's line table. */
export function goodsFields(screen: Pick<BrowserScreenPlan, 'lines'>, names: readonly string[]): FieldPlan[] {
  const fields = screen.lines['goods']?.fields ?? {}
  return names.flatMap((name) => fields[name] ?? [])
}

/** What is sent of the rows: the asked columns alone. */
export function askedRows(fields: readonly FieldPlan[], rows: readonly GoodsRow[]): Values[] {
  return rows.map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name]])))
}

/** What is wrong, by `goods.<index>.<field>`; `goods` itself when there is no row. */
export function checkRows(fields: readonly FieldPlan[], rows: readonly GoodsRow[], environment: Environment): Problems {
  const found = rows.flatMap((row, index) =>
    Object.entries(checkValues(fields, row, environment)).map(([name, text]) => [`goods.${index}.${name}`, text] as const),
  )
  return { ...Object.fromEntries(found), ...(rows.length === 0 ? { goods: '请至少填写一行商品' } : {}) }
}
