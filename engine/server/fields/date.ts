import { messageText } from '../messages'
import { cellDay } from './cells'
import { isDay, oneValue, plainRow } from './columns'
import type { ServerType } from './serverType'

/** Sheets count days from the first of 1900, with one in that February that there was not. */
const firstSheetDay = '1900-03-01'

/** A calendar day. */
export const date: ServerType = {
  row: { ...plainRow, column: () => 'date', filter: oneValue((_field, value) => (isDay(value) ? value : undefined)) },
  fromQuery: (value) => value,
  sheet: {
    format: () => 'yyyy-mm-dd',
    cell: () => (value) => new Date(`${String(value)}T00:00:00Z`),
    entry: {
      isText: false,
      read: (_field, cell) => cellDay(cell),
      exact: () => (value) => (String(value) < firstSheetDay ? String(value) : new Date(`${String(value)}T00:00:00Z`)),
      choices: () => [],
      hint: () => messageText('import.how-date'),
    },
  },
  script: () => 'string',
  schema: () => ({ type: 'string', format: 'date' }),
}
