import { shapeTypeName } from '../typeSource'
import { textSheet } from './cells'
import { plainRow } from './columns'
import type { ServerType } from './serverType'

/** A structured value. */
export const json: ServerType = {
  // A driver would take a list for an SQL array.
  row: { ...plainRow, column: () => 'jsonb', encode: (value) => JSON.stringify(value), filter: undefined },
  fromQuery: (value) => value,
  sheet: textSheet(undefined),
  // What the engine itself keeps has no named shape.
  script: ({ shape }) => (shape === undefined ? 'unknown' : `shapes.${shapeTypeName(shape)}`),
  schema: () => ({}),
}
