import { messageText } from '../messages'
import { cellDay } from './cells'
import { isDay, oneValue, plainRow } from './columns'
import type { ServerType } from './serverType'

/** A calendar day. */
export const date: ServerType = {
  row: { ...plainRow, column: () => 'date', filter: oneValue((_field, value) => (isDay(value) ? value : undefined)) },
  fromQuery: (value) => value,
  sheet: {
    format: () => 'yyyy-mm-dd',
    cell: () => (value) => new Date(`${String(value)}T00:00:00Z`),
    entry: { isText: false, read: (_field, cell) => cellDay(cell), choices: () => [], hint: () => messageText('import.how-date') },
  },
  script: () => 'string',
  schema: () => ({ type: 'string', format: 'date' }),
}
