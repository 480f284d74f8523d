import { textSheet } from './cells'
import { textRow } from './columns'
import type { ServerType } from './serverType'

/** The document's state. */
export const status: ServerType = {
  row: textRow,
  fromQuery: (value) => value,
  sheet: textSheet(undefined),
  script: () => 'string',
  schema: (_field, { states = {} }) => ({ enum: Object.keys(states) }),
}
