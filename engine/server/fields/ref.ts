import { sql } from 'kysely'
import { isMultiple, targetsOf } from '../../core/fields'
import { messageText } from '../messages'
import type { FieldPlan } from '../../core/plan'
import { text } from '../jsonSchema'
import { cellTexts, textSheet } from './cells'
import { idParameter, oneValue, plainRow, textParameter } from './columns'
import type { ServerType } from './serverType'

/** Rows of another entity by id or key; in a workbook by what people call them, see exchange/referenceReader.ts. */
export const ref: ServerType = {
  row: {
    ...plainRow,
    column(field) {
      const key = isById(field) ? 'bigint' : 'text'
      return isMultiple(field) ? `${key}[]` : key
    },
    wire: (field, value) => (isMultiple(field) ? sql`${value}::text[]` : sql`${value}::text`),
    filter: oneValue((field, value) => (isById(field) ? idParameter(value) : textParameter(value))),
  },
  fromQuery: (value) => value,
  sheet: textSheet({
    isText: true,
    read: (field, cell) => cellTexts(field, cell, (name) => name),
    choices: () => [],
    hint: (field, _dictionaries, entities) => {
      const titles = targetsOf(field).map(({ entity }) => entities[entity]?.title ?? field.title)
      return messageText('import.how-reference', { title: titles.join(messageText('import.or')) })
    },
  }),
  script: () => 'string',
  schema: () => text,
}

function isById({ ref: reference }: FieldPlan): boolean {
  return reference?.by === undefined
}
