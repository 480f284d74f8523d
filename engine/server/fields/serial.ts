import { text } from '../jsonSchema'
import { textSheet } from './cells'
import { textRow } from './columns'
import type { ServerType } from './serverType'

/** The document number. */
export const serial: ServerType = {
  row: { ...textRow, names: true },
  fromQuery: (value) => value,
  sheet: textSheet(undefined),
  script: () => 'string',
  schema: () => text,
}
