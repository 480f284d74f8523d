import { messageText } from '../messages'
import type { Cell } from '../xlsx'
import { choiceHint, textSheet } from './cells'
import { oneValue, plainRow } from './columns'
import type { ServerType } from './serverType'

/** Yes or no; a query may say them as texts. */
export const switchType: ServerType = {
  row: { ...plainRow, column: () => 'boolean', filter: oneValue((_field, value) => booleanOf(value)) },
  fromQuery: (value) => booleanOf(value) ?? value,
  sheet: textSheet({
    isText: false,
    read: (_field, cell) => cellBoolean(cell),
    choices: () => words().map(([word]) => word),
    hint: () => choiceHint(words().map(([word]) => word)),
  }),
  script: () => 'boolean',
  schema: () => ({ type: 'boolean' }),
}

function booleanOf(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
}

function cellBoolean(cell: NonNullable<Cell>): unknown {
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  return words().find(([word]) => word === text)?.[1] ?? text
}

function words(): [string, boolean][] {
  return [
    [messageText('value.yes'), true],
    [messageText('value.no'), false],
  ]
}
