import { effectiveField } from '../../core/pending'
import { isNeverNull } from '../../core/expression'
import { displayOf, isAttached, isMultiple } from '../../core/fields'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../core/plan'
import type { Fields } from '../../core/record/values'

/** Which values of a record always are there once it is stored, so that whoever reads it need not ask. */
export interface NeverEmpty {
  /** @param name a field or a display value */
  inRecord(entity: EntityPlan, name: string): boolean
  inRow(entity: EntityPlan, lines: LinesPlan, name: string): boolean
}

/** Actions that have been carried out on all records of an entity that are spoken of, so that these have what the actions need. */
export type Needs = (entity: EntityPlan) => ReadonlySet<string>

/** What storing a record gives it. Who created it is missing: the system's own account has no row. */
const stored: readonly string[] = ['id', 'version', 'createdAt', 'updatedAt']

/** A record or a row, with what its formulas read beyond its own fields. */
interface Holder {
  key: string
  entity: EntityPlan
  fields: Fields
  lines?: LinesPlan
}

/**
 * Found by starting from all fields and taking away what may be empty until nothing more is found, because what is required, filled or
 * computed rests on other fields, and an action may rest on the field itself (`coalesce(form.price, price)`).
 * @param needs none, of records in whatever state they are
 * @param atLeast what is there with fewer needs, and so with these too
 */
export function neverEmptyIn(plan: ProductPlan, needs: Needs = () => new Set(), atLeast?: NeverEmpty): NeverEmpty {
  const maybeEmpty = new Set<string>()
  const relaxed = relaxedFields(plan)
  const holders = Object.values(plan.entities).flatMap(holdersOf)

  const inRecord = (entity: EntityPlan, name: string): boolean => {
    if (Object.hasOwn(entity.fields, name)) return !maybeEmpty.has(`${entity.name}.${name}`)
    const reference = entity.fields[entity.displays[name] ?? '']
    return reference !== undefined && inRecord(entity, reference.name) && hasLabel(reference)
  }
  const inRow = (entity: EntityPlan, lines: LinesPlan, name: string): boolean => {
    if (Object.hasOwn(lines.fields, name)) return !maybeEmpty.has(`${entity.name}.${lines.name}.${name}`)
    const reference = Object.values(lines.fields).find((field) => displayOf(field) === name)
    return reference !== undefined && inRow(entity, lines, reference.name) && hasLabel(reference)
  }

  /** No foreign key holds the rows of a list or of a read model. */
  const hasLabel = ({ ref, ...reference }: FieldPlan): boolean => {
    const target = plan.entities[ref?.entity ?? '']
    if (!ref || !target || isMultiple({ ref, ...reference }) || target.view !== undefined) return false
    const label = target.fields[target.label]
    return label !== undefined && inRecord(target, label.name) && (!label.ref || label.ref.by !== undefined || hasLabel(label))
  }

  const isFilled =
    ({ entity, lines }: Holder) =>
    ([name = '', ...rest]: readonly string[]): boolean => {
      if (rest.length > 0) return false
      return lines && Object.hasOwn(lines.fields, name) ? inRow(entity, lines, name) : inRecord(entity, name)
    }

  /** A value is written whenever the record is created. */
  const atFirst = (holder: Holder, field: FieldPlan): boolean => {
    const isPassed = field.requiredWhen === undefined && field.requiredFor.some((action) => needs(holder.entity).has(action))
    if (!field.readOnly && isPassed) return !isAttached(field)
    if (!field.readOnly) return field.required === true && !isAttached(field) && !relaxed.has(`${holder.key}.${field.name}`)
    const { default: value } = field
    if (Array.isArray(value)) return value.length > 0
    if (typeof value === 'object') return isNeverNull(value.expression, isFilled(holder))
    return value !== undefined || Object.values(holder.fields).some((reference) => fills(holder, reference, field.name))
  }

  const fills = (holder: Holder, reference: FieldPlan, name: string): boolean => {
    const theirs = reference.ref?.fill?.[name]
    const target = plan.entities[reference.ref?.entity ?? '']
    return theirs !== undefined && target !== undefined && isFilled(holder)([reference.name]) && inRecord(target, theirs)
  }

  /** No action empties it. */
  const stays = ({ entity, lines, ...holder }: Holder, field: FieldPlan): boolean =>
    lines !== undefined ||
    Object.values(entity.actions).every(({ set, ask }) => {
      const expression = set[field.name]
      if (expression === undefined) return true
      return isNeverNull(expression, ([root = '', ...names]) => {
        if (root === 'user') return false
        if (root !== 'form') return isFilled({ ...holder, entity })([root, ...names])
        return ask.some(({ name, required }) => name === names[0] && required === true)
      })
    })

  const holds = (holder: Holder, field: FieldPlan): boolean => {
    const { entity } = holder
    const known = [...stored, entity.statusField, entity.serial?.field, ...(entity.pending ? [effectiveField] : [])]
    const isStored = !holder.lines && known.includes(field.name)
    if (isStored) return true
    if (field.value !== undefined) return isNeverNull(field.value, isFilled(holder))
    return entity.view === undefined && field.query === undefined && atFirst(holder, field) && stays(holder, field)
  }

  const isKnown = ({ entity, lines }: Holder, { name }: FieldPlan): boolean =>
    (lines ? atLeast?.inRow(entity, lines, name) : atLeast?.inRecord(entity, name)) ?? false

  let asked = holders.flatMap((holder) =>
    Object.values(holder.fields).flatMap((field) => (isKnown(holder, field) ? [] : { holder, field })),
  )
  for (let before = -1; before < maybeEmpty.size;) {
    before = maybeEmpty.size
    asked = asked.filter(({ holder, field }) => {
      const isThere = holds(holder, field)
      if (!isThere) maybeEmpty.add(`${holder.key}.${field.name}`)
      return isThere
    })
  }
  return { inRecord, inRow }
}

function holdersOf(entity: EntityPlan): Holder[] {
  const { name, fields } = entity
  const rows = Object.values(entity.lines).map((lines) => ({ key: `${name}.${lines.name}`, entity, fields: lines.fields, lines }))
  return [{ key: name, entity, fields }, ...rows]
}

/** Required fields that a form does not always ask for. */
function relaxedFields({ screens }: ProductPlan): ReadonlySet<string> {
  const relaxed = Object.values(screens).flatMap(({ entity, pages }) =>
    Object.values(pages).flatMap((page) => {
      if (page.kind !== 'record' || page.mode !== 'edit') return []
      return page.sections.flatMap((section) =>
        section.items.flatMap((item) => (section.visible || item.visible || item.required ? [`${entity}.${item.field.name}`] : [])),
      )
    }),
  )
  return new Set(relaxed)
}
