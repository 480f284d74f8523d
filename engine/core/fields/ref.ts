import { lookUp } from '../sources/lookUp'
import { displayName } from '../sources/names'
import type { ProductSources } from '../sources/sources'
import { optional } from '../sources/optional'
import { compileOptionalWhere, statesOf } from '../sources/where'
import type { RefPlan } from '../plan'
import { isKey } from './key'
import { schemaType, type FieldOf } from './schemaType'
import { InvalidValue, type ValueType } from './valueType'

/** A bigint that JavaScript, JSON and PostgreSQL agree on. */
const ID = /^[1-9]\d{0,17}$/

/**
 * A row of another entity: its id, or the key that it is stored by. Whether the row exists is checked in the database. What people read is its
 * display value, see `shownOf`.
 */
export const ref: ValueType = {
  attached: false,
  given: false,
  emptyListIsValue: false,
  read(field, raw) {
    const byId = field.ref?.by === undefined
    // Acceptance C6: some clients send ids as numbers, which hold them exactly as far as they are safe integers.
    const key = byId && Number.isSafeInteger(raw) ? String(raw) : raw
    return isKey(key) && (!byId || ID.test(key)) ? key : new InvalidValue('reference', 'invalid.reference')
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
    const refTo = (entity: string, display: (label: string) => string): RefPlan => {
      const { title, label } = lookUp(sources.entities, entity, 'entity', place)
      const declared = optional({ by, where: compileOptionalWhere(where, statesOf(entity, sources, place)), fill })
      return { entity, title, label, multiple: multiple === true, display: display(label), ...declared }
    }
    if (typeof to === 'string') return { ...optional({ multiple }), ref: refTo(to, (label) => (by ? name : displayName(name, label))) }
    const display = mixedDisplay(name, to, sources)
    // Its kind is known when all fields are, see `withKinds`.
    return { mixed: { kind: '', display, to: Object.fromEntries(to.map((entity) => [entity, refTo(entity, () => display)])) } }
  },
  check: (field, check) => check.reference(field),
})

/** `docId` to rows called by `orderNo` or `planNo` gives `docNo`; where the labels end differently, `docName`. */
export function mixedDisplay(name: string, to: readonly string[], { entities }: Pick<ProductSources, 'entities'>): string {
  const displays = new Set(to.map((entity) => displayName(name, entities[entity]?.label ?? '')))
  const [first] = displays
  return displays.size === 1 && first !== undefined ? first : displayName(name, '')
}
