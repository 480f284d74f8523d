import { shiftDecimal } from '../../core/decimal'
import { PERCENT_SHIFT } from '../../core/fields/percent'
import { messageText } from '../messages'
import type { FieldPlan } from '../../core/plan'
import type { Cell } from '../xlsx'
import { cellNumber } from './cells'
import { numberCell, numberEntry, numberRow, numberSchema, numberScript, placesOf } from './numbers'
import type { ServerType } from './serverType'

/** A rate, stored as a fraction; a cell shows the fraction in per cent. */
export const percent: ServerType = {
  row: numberRow,
  fromQuery: (value) => value,
  sheet: {
    format: (field) => `0.${'0'.repeat(Math.max(2, shownPlaces(field)))}%`,
    cell: numberCell,
    entry: {
      ...numberEntry,
      read: (_field, cell) => cellFraction(cell),
      hint: (field) => messageText('import.how-percent', { decimals: shownPlaces(field) }),
    },
  },
  script: numberScript,
  schema: numberSchema,
}

function shownPlaces(field: FieldPlan): number {
  return Math.max(0, placesOf(field) - PERCENT_SHIFT)
}

/** A cell in per cent holds the fraction; a text says it with the sign or is the fraction. */
function cellFraction(cell: NonNullable<Cell>): unknown {
  const typed = typeof cell === 'string' ? /^(-?\d{1,15}(?:\.\d{1,15})?)\s*%$/.exec(cell.trim())?.[1] : undefined
  return typed === undefined ? cellNumber(cell) : shiftDecimal(typed, -PERCENT_SHIFT)
}
