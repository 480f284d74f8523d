import { numberCell, numberEntry, numberRow, numberSchema, numberScript, placesOf } from './numbers'
import type { ServerType } from './serverType'

/** An amount or unit price. */
export const money: ServerType = {
  row: numberRow,
  fromQuery: (value) => value,
  sheet: { format: (field) => `#,##0.${'0'.repeat(placesOf(field))}`, cell: numberCell, entry: numberEntry },
  script: numberScript,
  schema: numberSchema,
}
