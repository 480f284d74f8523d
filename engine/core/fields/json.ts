import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** A structured value of a named shape. */
export const json: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: true,
  read: (field, raw, checks) => (checks.hasShape(field.shape ?? '', raw) ? raw : new InvalidValue('shape', 'invalid.shape')),
  text: () => (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  same: isSame,
}

export const jsonSchema = /* @__PURE__ */ schemaType<FieldOf<'json'>>({
  width: () => 200,
  sortable: false,
  addressable: false,
  scalar: undefined,
  options: ({ shape }) => ({ shape }),
})

/** The database keeps the keys of an object in an order of its own. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame((one as Values)[name], (other as Values)[name]))
  )
}

type Values = Record<string, unknown>
