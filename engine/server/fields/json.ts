import { shapeTypeName } from '../documentTypes/source'
import { textSheet } from './cells'
import { plainRow } from './columns'
import type { ServerType } from './serverType'

/** A structured value. */
export const json: ServerType = {
  // A driver would take a list for an SQL array.
  row: { ...plainRow, column: () => 'jsonb', encode: (value) => JSON.stringify(value), filter: undefined },
  fromQuery: (value) => value,
  sheet: textSheet(undefined),
  script: ({ shape = '' }) => `shapes.${shapeTypeName(shape)}`,
  schema: () => ({}),
}
