import { isMultiple } from '../../core/fields'
import { messageText } from '../messages'
import type { FieldPlan } from '../../core/plan'
import { union } from '../typeSource'
import { cellTexts, choiceHint, isParted, textSheet } from './cells'
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
    exact(field, dictionaries) {
      const text = exactTexts(itemsOf(field, dictionaries), isMultiple(field))
      return (value) => [value].flat().map(text).join(messageText('value.separator'))
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

/** The title of a code, or the code where its title is another's too, or would be taken for several. */
function exactTexts(items: Dictionaries[string]['items'], several: boolean): (code: unknown) => string {
  const titles = new Map(items.map(({ code, title }) => [code, title]))
  return (code) => {
    const title = titles.get(String(code)) ?? String(code)
    const isOwn = items.filter((item) => item.title === title).length === 1 && title === title.trim() && title !== ''
    return isOwn && !(several && isParted(title)) ? title : String(code)
  }
}

function itemsOf({ dictionary = '' }: FieldPlan, dictionaries: Dictionaries): Dictionaries[string]['items'] {
  return dictionaries[dictionary]?.items ?? []
}

function titlesOf(field: FieldPlan, dictionaries: Dictionaries): string[] {
  return itemsOf(field, dictionaries).map((item) => item.title)
}
