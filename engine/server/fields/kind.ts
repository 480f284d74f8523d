import type { FieldPlan } from '../../core/plan'
import { union } from '../typeSource'
import { cellTexts, choiceHint, textSheet } from './cells'
import { textRow } from './columns'
import type { ServerType } from './serverType'

/** Names of entities, in a workbook by their titles. */
export const kind: ServerType = {
  row: textRow,
  fromQuery: (value) => value,
  sheet: textSheet({
    isText: false,
    read(field, cell) {
      const names = new Map(Object.entries(field.kinds ?? {}).map(([name, title]) => [title, name]))
      return cellTexts(field, cell, (text) => names.get(text) ?? text)
    },
    choices: titlesOf,
    hint: (field) => choiceHint(titlesOf(field)),
  }),
  script: ({ kinds = {} }) => union(Object.keys(kinds)),
  schema: ({ kinds = {} }) => ({ enum: Object.keys(kinds) }),
}

function titlesOf({ kinds = {} }: FieldPlan): string[] {
  return Object.values(kinds)
}
