import { displayOf, isBlank, isMultiple, targetsOf } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import type { Read } from '../../core/record/scope'
import type { Values } from '../../core/record/values'
import { namesFrom } from '../../core/where'
import type { Option } from '../../core/wire'

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

/** The choice is narrowed by the value of that field of the form, so that it is void when the value changes. */
export function dependsOn(field: FieldPlan, name: string): boolean {
  return sourcesOf(field).includes(name)
}

/** What the choices of a reference are narrowed by now: name of the form's field → its value. */
export function narrowing(field: FieldPlan, read: Read): Values {
  return Object.fromEntries(sourcesOf(field).map((from) => [from, read(from)]))
}

/** Fields of the form that the choice depends on: those of its `where`, and of which kind the row is. */
function sourcesOf(field: FieldPlan): string[] {
  const narrowed = targetsOf(field).flatMap(({ where }) => namesFrom(where))
  return [...(field.mixed ? [field.mixed.kind] : []), ...new Set(narrowed)]
}
