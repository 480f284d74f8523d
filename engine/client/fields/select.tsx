import { isEmpty } from '../../core/endpoint'
import { textOf } from '../../core/fields'
import { SelectInput } from './controls/SelectInput'
import { Tag } from './controls/Tag'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** One code of a dictionary, or several. */
export const select: FieldDefinition = {
  ...plainField,
  cell({ field }, context) {
    const titles = textOf(field, context)
    const items = context.dictionaries[field.dictionary ?? '']?.items ?? []
    if (items.every(({ color }) => color === undefined)) return titles
    const colours = new Map(items.map(({ code, color }) => [code, color]))
    return (value) =>
      isEmpty(value) || Array.isArray(value) ? titles(value) : <Tag text={titles(value)} color={colours.get(String(value))} />
  },
  Input: SelectInput,
  paste(field, typed, items) {
    const words = field.multiple ? typed.normalize('NFKC').split(/[,;\u3001]\s*/) : [typed]
    const codes = words.map((word) => items.find((item) => item.title === word || item.code === word)?.code)
    if (codes.includes(undefined)) return undefined
    return field.multiple ? codes : codes[0]
  },
}
