import { isInteger } from '../../core/fields'
import { numberCell, numberEntry, numberRow, numberSchema, numberScript, placesOf } from './numbers'
import type { ServerType } from './serverType'

/** A count or quantity. */
export const digit: ServerType = {
  row: numberRow,
  fromQuery: (value) => value,
  sheet: {
    format: (field) => (isInteger(field) ? '0' : `#,##0.${'0'.repeat(placesOf(field))}`),
    cell: numberCell,
    entry: numberEntry,
  },
  script: numberScript,
  schema: numberSchema,
}
