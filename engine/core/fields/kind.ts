import { isKey } from './key'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** Which entity a reference with several targets points to: its name. People read its title. */
export const kind: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: false,
  read({ kinds = {} }, raw) {
    const known = isKey(raw)
    return known && Object.hasOwn(kinds, raw)
      ? raw
      : new InvalidValue('dictionary', 'invalid.dictionary', { value: known ? raw : typeof raw })
  },
  text:
    ({ kinds = {} }) =>
    (value) =>
      kinds[String(value)] ?? String(value),
  same: (one, other) => one === other,
}

export const kindSchema = /* @__PURE__ */ schemaType<FieldOf<'kind'>>({
  width: () => 110,
  key: true,
  scalar: 'text',
  listed: true,
  expression: () => 'text',
  check: (field, check) => check.kind(field),
  codes: ({ of }, { fields = {} }) => {
    const reference = fields[of]
    return reference?.type === 'ref' ? [reference.to].flat() : undefined
  },
})
