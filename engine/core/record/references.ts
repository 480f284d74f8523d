import { displayOf, isBlank, isMultiple, referenceIn, targetsOf } from '../fields'
import type { FieldPlan } from '../plan'
import { namesFrom } from '../where'
import type { Option } from '../wire'
import type { Read } from './scope'
import type { Values } from './values'

const narrowingByField = new WeakMap<FieldPlan, readonly string[]>()

/**
 * Fields around a reference that its choice depends on: those of its `where`, and of which kind the row is. In a line they are the line's, where
 * it has them, else the record's.
 */
export function narrowedBy(field: FieldPlan): readonly string[] {
  let names = narrowingByField.get(field)
  if (names === undefined) {
    const narrowed = targetsOf(field).flatMap(({ where }) => namesFrom(where))
    names = [...new Set([...(field.mixed ? [field.mixed.kind] : []), ...narrowed])]
    narrowingByField.set(field, names)
  }
  return names
}

/** The choice is narrowed by the value of that field, so that it is void when the value changes. */
export function dependsOn(field: FieldPlan, name: string): boolean {
  return narrowedBy(field).includes(name)
}

/** What the choices of a reference are narrowed by now: name of the field around → its value. */
export function narrowing(field: FieldPlan, read: Read): Values {
  return Object.fromEntries(narrowedBy(field).map((from) => [from, read(from)]))
}

/** Names of the fields that chosen references fill; several references at once fill nothing. */
export function filledBy(fields: Iterable<FieldPlan>, values: Values): ReadonlySet<string> {
  const filled = new Set<string>()
  for (const field of fields) {
    const { fill = {} } = isMultiple(field) || isBlank(values[field.name]) ? {} : (referenceIn(field, values)?.ref ?? {})
    Object.keys(fill).forEach((name) => filled.add(name))
  }
  return filled
}

/** What choosing (or clearing) a reference writes besides its value: the shown name and the fields it fills. */
export function consequences(field: FieldPlan, value: unknown, chosen: readonly Option[]): Values {
  const written: Values = {}
  const labels = chosen.map((option) => option.label)
  const display = displayOf(field)
  const multiple = isMultiple(field)
  if (display !== undefined) written[display] = isBlank(value) ? null : multiple ? labels : (labels[0] ?? null)
  if (!multiple)
    for (const target of targetsOf(field).flatMap(({ fill }) => Object.keys(fill ?? {})))
      written[target] = chosen[0]?.fill?.[target] ?? null
  return written
}

/** The choices behind a reference of a record or row, as they would be made anew: what they are called, and what they have filled. */
export function chosenIn(field: FieldPlan, fields: Readonly<Record<string, FieldPlan>>, values: Values): Option[] {
  const targets = targetsOf(field)
  if (targets.length === 0 || isBlank(values[field.name])) return []
  const labels = [values[displayOf(field) ?? ''] ?? []].flat()
  const filled = targets.flatMap((target) => Object.keys(target.fill ?? {}))
  const fill = Object.fromEntries(filled.map((name) => [name, values[name] ?? null]))
  const names = filled.flatMap((name) => {
    const shown = values[(fields[name] && displayOf(fields[name])) ?? '']
    return typeof shown === 'string' ? [[name, shown] as const] : []
  })
  const fillNames: Record<string, string> = Object.fromEntries(names)
  return [values[field.name]]
    .flat()
    .map((value, index) => ({ value: String(value), label: String(labels[index] ?? value), fill, fillNames }))
}

/** What a chosen row fills into a reference, as if it had been chosen there. */
export function filledChoice(chosen: readonly Option[], target: string): Option[] {
  const [option] = chosen
  const [value, label] = [option?.fill?.[target], option?.fillNames?.[target]]
  return typeof value === 'string' && label !== undefined ? [{ value, label }] : []
}

/** A value with the display value that people read in its place, from one record or row into another. */
export function carry(field: FieldPlan, from: Values, into: Values): void {
  const display = displayOf(field)
  into[field.name] = from[field.name]
  if (display !== undefined) into[display] = from[display]
}
