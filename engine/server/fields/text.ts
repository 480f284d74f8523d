import { text as anyText } from '../jsonSchema'
import { textSheet, typedText } from './cells'
import { textRow } from './columns'
import type { ServerType } from './serverType'

/** One line of text. */
export const text: ServerType = {
  row: { ...textRow, sortKey: true, names: true },
  fromQuery: (value) => value,
  sheet: textSheet(typedText),
  script: () => 'string',
  schema: ({ maxLength, pattern }) => ({ ...anyText, ...(maxLength ? { maxLength } : {}), ...(pattern ? { pattern } : {}) }),
}
