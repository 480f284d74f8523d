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

/** Actions that have been carried out on all records of the entity that are spoken of, so that these have what the actions need. */
export interface Passed {
  entity: EntityPlan
  actions: ReadonlySet<string>
}

/** The answer for records in any state, with what the answer after actions starts from. */
export interface NeverEmptyAtAll extends NeverEmpty {
  /** Fields that may be empty although every other field has a value. */
  alone: readonly HeldField[]
  /** Fields that may be empty only because a field that they rest on may be. */
  because: readonly HeldField[]
  /** Required fields that a form does not always ask for. */
  relaxed: ReadonlySet<string>
}

/** What storing a record gives it. Who created it is missing: the system's own account has no row. */
const stored: readonly string[] = ['id', 'version', 'createdAt', 'updatedAt']

/** A record or a row, with what its formulas read beyond its own fields. */
interface Holder {
  key: string
  entity: EntityPlan
  fields: Fields
  lines?: LinesPlan
}

interface HeldField {
  key: string
  holder: Holder
  field: FieldPlan
}

/**
 * Found by starting from all fields and taking away what may be empty until nothing more is found, because what is required, filled or
 * computed rests on other fields, and an action may rest on the field itself (`coalesce(form.price, price)`). What is there at all is there
 * after actions too, and they change nothing of what other entities may lack by themselves, so that little is looked at again for each action.
 */
export function neverEmptyIn(plan: ProductPlan, passed?: Passed, atAll?: NeverEmptyAtAll): NeverEmptyAtAll {
  const isElsewhere = ({ holder }: HeldField): boolean => holder.entity !== passed?.entity
  const aloneElsewhere = atAll?.alone.filter(isElsewhere) ?? []
  const maybeEmpty = new Set(aloneElsewhere.map(({ key }) => key))
  const relaxed = atAll?.relaxed ?? relaxedFields(plan)

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
    const isPassed =
      field.requiredWhen === undefined && holder.entity === passed?.entity && field.requiredFor.some((action) => passed.actions.has(action))
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

  const isKnown = ({ holder: { entity, lines }, field: { name } }: HeldField): boolean =>
    (lines ? atAll?.inRow(entity, lines, name) : atAll?.inRecord(entity, name)) ?? false

  const open = (passed ? [passed.entity] : Object.values(plan.entities)).flatMap(fieldsOf).filter((field) => !isKnown(field))
  const alone = open.filter(({ holder, field }) => !holds(holder, field))
  for (const { key } of alone) maybeEmpty.add(key)
  const because = [...open.filter(({ key }) => !maybeEmpty.has(key)), ...(atAll?.because.filter(isElsewhere) ?? [])]
  let asked = because
  for (let before = -1; before < maybeEmpty.size;) {
    before = maybeEmpty.size
    asked = asked.filter(({ key, holder, field }) => {
      const isThere = holds(holder, field)
      if (!isThere) maybeEmpty.add(key)
      return isThere
    })
  }
  return { inRecord, inRow, relaxed, alone, because: because.filter(({ key }) => maybeEmpty.has(key)) }
}

function fieldsOf(entity: EntityPlan): HeldField[] {
  return holdersOf(entity).flatMap((holder) =>
    Object.values(holder.fields).map((field) => ({ key: `${holder.key}.${field.name}`, holder, field })),
  )
}

function holdersOf(entity: EntityPlan): Holder[] {
  const { name, fields } = entity
  const rows = Object.values(entity.lines).map((lines) => ({ key: `${name}.${lines.name}`, entity, fields: lines.fields, lines }))
  return [{ key: name, entity, fields }, ...rows]
}

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
