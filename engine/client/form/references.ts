import { isBlank } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import type { Read } from '../../core/record/scope'
import type { Values } from '../../core/record/values'
import { namesFrom } from '../../core/where'
import type { Option } from '../../core/wire'

/** What choosing (or clearing) a reference writes besides its value: the shown name and the fields it fills. */
export function consequences({ ref }: FieldPlan, value: unknown, chosen: readonly Option[]): Values {
  if (!ref) return {}
  const written: Values = {}
  const labels = chosen.map((option) => option.label)
  if (ref.by === undefined) written[ref.display] = isBlank(value) ? null : ref.multiple ? labels : (labels[0] ?? null)
  if (!ref.multiple) for (const target of Object.keys(ref.fill ?? {})) written[target] = chosen[0]?.fill?.[target] ?? null
  return written
}

/** The choice is narrowed by the value of that field of the form, so that it is void when the value changes. */
export function dependsOn({ ref }: FieldPlan, name: string): boolean {
  return namesFrom(ref?.where).includes(name)
}

/** What the choices of a reference are narrowed by now: name of the form's field → its value. */
export function narrowing({ ref }: FieldPlan, read: Read): Values {
  return Object.fromEntries(namesFrom(ref?.where).map((from) => [from, read(from)]))
}
