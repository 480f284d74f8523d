import { isMultiple } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import { union } from '../documentTypes/source'
import { cellTexts, choiceHint, textSheet } from './cells'
import { textRow } from './columns'
import type { Dictionaries, ServerType } from './serverType'

/** Codes of a dictionary, in a workbook by their titles. */
export const select: ServerType = {
  row: { ...textRow, column: (field) => (isMultiple(field) ? 'text[]' : 'text') },
  fromQuery: (value) => value,
  sheet: textSheet({
    isText: false,
    read(field, cell, dictionaries) {
      const codes = new Map(itemsOf(field, dictionaries).map((item) => [item.title, item.code]))
      return cellTexts(field, cell, (text) => codes.get(text) ?? text)
    },
    choices: titlesOf,
    hint: (field, dictionaries) => choiceHint(titlesOf(field, dictionaries)),
  }),
  // Administrators add codes to a dictionary while the server runs, unless it is closed.
  script: (field, { dictionaries }) => {
    const { closed, items = [] } = dictionaries[field.dictionary ?? ''] ?? {}
    return closed ? union(items.map(({ code }) => code)) : 'string'
  },
  schema: (field, { dictionaries }) => ({ enum: itemsOf(field, dictionaries).map((item) => item.code) }),
}

function itemsOf({ dictionary = '' }: FieldPlan, dictionaries: Dictionaries): Dictionaries[string]['items'] {
  return dictionaries[dictionary]?.items ?? []
}

function titlesOf(field: FieldPlan, dictionaries: Dictionaries): string[] {
  return itemsOf(field, dictionaries).map((item) => item.title)
}
