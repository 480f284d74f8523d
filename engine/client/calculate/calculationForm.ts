/** A calculation as a form: its first values, the body of the request, and where the response goes. */
import { displayOf } from '../../core/fields'
import type { CalculationLinesPlan, CalculationPlan, ColumnPlan } from '../../core/plan'
import { spoken, typedColumns } from '../../core/record/changes'
import { rowsOf, type Values } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import { fieldTypeOf } from '../fields'
import { asColumn } from '../form/model/column'
import { batch } from '../form/model/formily'
import type { FormModel, FormPlan } from '../form/model/formModel'

export function formPlanOf({ items, lines }: CalculationPlan): FormPlan {
  return { sections: [{ title: '', items }], lines: lines.map(({ table }) => table), checks: [], asks: true }
}

/**
 * The first values of the form of a calculation: those of the record, without fields that only a response fills, and of its rows the cells that
 * can be typed. When there is no record, each table begins with one empty row.
 */
export function beginningOf({ lines, alone = [] }: CalculationPlan, record: RecordValues | undefined): Values {
  const rows = lines.map(({ of, table }) => [table.name, rowsToBegin(table, rowsOf(record ?? {}, of))] as const)
  return { ...record, ...Object.fromEntries(alone.map((name) => [name, undefined])), ...Object.fromEntries(rows) }
}

function rowsToBegin(table: CalculationLinesPlan['table'], rows: readonly Values[]): Values[] {
  const names = typedColumns(table).flatMap((field) => [field.name, displayOf(field) ?? []].flat())
  const known = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
  return known.length > 0 ? known : [{}]
}

/** The body of the request. */
export function calculationBody({ items, lines, given = {} }: CalculationPlan, entered: Values, record: RecordValues | undefined): Values {
  const rows = lines.map(({ table }) => [table.name, rowsOf(entered, table.name).map((row) => spoken(typedColumns(table), row))] as const)
  return {
    ...spoken(
      items.map(({ field }) => field),
      entered,
    ),
    ...Object.fromEntries(rows),
    ...Object.fromEntries(Object.entries(given).map(([field, name]) => [field, record?.[name]])),
  }
}

/** Keeps the rows that are sent; the returned function fills the columns of the response into them, wherever they stand by then. */
export function rowsToFill({ lines }: CalculationPlan, model: FormModel): (response: Values) => void {
  const asked = lines.map((plan) => ({ plan, rows: [...(model.lines.get(plan.table.name)?.rows() ?? [])] }))
  return (response) =>
    batch(() => {
      for (const { plan, rows } of asked) {
        const computedRows = plan.answered === undefined ? [] : rowsOf(response, plan.answered)
        const columns = Object.values(plan.table.fields).filter(({ readOnly }) => readOnly)
        rows.forEach((row, index) => {
          for (const { name } of columns) row[name] = computedRows[index]?.[name] ?? null
        })
      }
    })
}

/** Columns to type, then those that the response fills. */
export function columnsOf({ table }: CalculationLinesPlan): ColumnPlan[] {
  return Object.values(table.fields).map((field) => ({ ...asColumn(field), width: fieldTypeOf(field).dialogWidth(field) }))
}
