import { lookUp } from '../compile/lookUp'
import { displayName } from '../compile/names'
import { optional } from '../compile/optional'
import { compileOptionalWhere, statesOf } from '../compile/where'
import { isKey } from './key'
import { schemaType, type FieldOf } from './schemaType'
import { Unfit, type ValueType } from './valueType'

/** A bigint that JavaScript, JSON and PostgreSQL agree on. */
const ID = /^[1-9]\d{0,17}$/

/**
 * A row of another entity: its id, or the key that it is stored by. Whether the row exists is asked of the database. What people read is its
 * display value, see `shownOf`.
 */
export const ref: ValueType = {
  attached: false,
  given: false,
  emptyListSays: false,
  read(field, raw) {
    const byId = field.ref?.by === undefined
    // Acceptance C6: some clients send ids as numbers, which hold them exactly as far as they are safe integers.
    const key = byId && Number.isSafeInteger(raw) ? String(raw) : raw
    return isKey(key) && (!byId || ID.test(key)) ? key : new Unfit('reference', 'invalid.reference')
  },
  text: () => String,
  same: (one, other) => String(one) === String(other),
}

export const refSchema = /* @__PURE__ */ schemaType<FieldOf<'ref'>>({
  width: () => 150,
  key: true,
  scalar: 'text',
  expression: ({ multiple }) => (multiple ? { list: 'text' } : 'text'),
  options({ to, by, multiple, where, fill }, sources, place, name) {
    const target = lookUp(sources.entities, to, 'entity', place)
    return {
      ...optional({ multiple }),
      ref: {
        entity: to,
        title: target.title,
        label: target.label,
        multiple: multiple === true,
        display: by ? name : displayName(name, target.label),
        ...optional({ by, where: compileOptionalWhere(where, statesOf(to, sources, place)), fill }),
      },
    }
  },
  check: (field, check) => check.reference(field),
})
