/** What numbers share. */
import { sql } from 'kysely'
import { toDecimal } from '../../core/decimal'
import { isInteger } from '../../core/fields'
import { messageText } from '../messages'
import type { FieldPlan } from '../../core/plan'
import { integer } from '../jsonSchema'
import { cellNumber, DIGITS } from './cells'
import { oneValue, plainRow } from './columns'
import type { CellEntry, RowType, ServerType, SheetType } from './serverType'

/** Longest number that is looked for. */
const MAX_LENGTH = 40

/** Integers, and exact decimals as texts. */
export const numberRow: RowType = {
  ...plainRow,
  column: (field) => (isInteger(field) ? 'integer' : `numeric(18,${placesOf(field)})`),
  wire(field, value, exact) {
    if (isInteger(field)) return exact ? value : sql`${value}::bigint`
    return exact ? sql`${value}::text` : sql`round(${value}::numeric, ${sql.lit(placesOf(field))})::text`
  },
  filter: oneValue((field, value) => {
    const decimal = toDecimal(value)
    return decimal === undefined || decimal.length > MAX_LENGTH || (isInteger(field) && decimal.includes('.')) ? undefined : decimal
  }),
}

/** A number stays one as far as a binary number holds all its digits. */
export const numberCell: SheetType['cell'] = () => (value) =>
  String(value).replace(/\D/g, '').length <= DIGITS ? Number(value) : String(value)

export const numberEntry: CellEntry = {
  isText: false,
  read: (_field, cell) => cellNumber(cell),
  choices: () => [],
  hint: (field) => (isInteger(field) ? messageText('import.how-integer') : messageText('import.how-number', { decimals: placesOf(field) })),
}

export const numberSchema: ServerType['schema'] = (field) =>
  isInteger(field) ? integer : { type: 'string', pattern: `^-?\\d+(\\.\\d{1,${placesOf(field)}})?$` }

export function numberScript(field: FieldPlan): string {
  return isInteger(field) ? 'number' : 'Decimal'
}

export function placesOf({ decimals = 0 }: FieldPlan): number {
  return decimals
}
