import { optional } from '../sources/optional'
import type { DictionaryItem } from '../plan'
import { isKey } from './key'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** A code of a dictionary. One that the dictionary has lost reads as itself. */
export const select: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: false,
  read(field, raw, checks) {
    const known = isKey(raw)
    if (known && checks.hasCode(field.dictionary ?? '', raw)) return raw
    return new InvalidValue('dictionary', 'invalid.dictionary', { value: known ? raw : typeof raw })
  },
  text({ dictionary = '' }, { dictionaries }) {
    const items = new Map<string, DictionaryItem>(dictionaries[dictionary]?.items.map((item) => [item.code, item]))
    return (value) => items.get(String(value))?.title ?? String(value)
  },
  same: (one, other) => one === other,
}

export const selectSchema = /* @__PURE__ */ schemaType<FieldOf<'select'>>({
  width: () => 110,
  listed: true,
  key: true,
  scalar: 'text',
  expression: ({ multiple }) => (multiple ? { list: 'text' } : 'text'),
  options: ({ dictionary, multiple, units }) => ({ dictionary, ...optional({ multiple, units }) }),
  check: ({ dictionary, units }, check) => {
    check.dictionary('dictionary', dictionary)
    check.codes('units', dictionary, units)
  },
  codes: ({ dictionary }, _holder, { dictionaries }) => Object.keys(dictionaries[dictionary]?.items ?? {}),
})
