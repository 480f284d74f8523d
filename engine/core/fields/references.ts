/** References and what stands beside them, whether they point to rows of one entity or of several. */
import type { FieldPlan, RefPlan } from '../plan'

/** A reference to rows of one entity. */
export type Reference = FieldPlan & { ref: RefPlan }

/** The name of the display value that stands beside a reference by id in records; undefined for all other fields. */
export function displayOf({ ref, mixed }: FieldPlan): string | undefined {
  if (mixed) return mixed.display
  return ref && ref.by === undefined ? ref.display : undefined
}

/** The entities that a field points to. */
export function targetsOf({ ref, mixed }: FieldPlan): RefPlan[] {
  if (mixed) return Object.values(mixed.to)
  return ref ? [ref] : []
}

/** The same object each time, so that what is settled for a reference is found again by it. */
const plain = new WeakMap<FieldPlan, Map<string, Reference>>()

/** A reference with several targets as one to rows of this kind; undefined for a kind that it does not have. */
export function ofKind(field: FieldPlan, kind: unknown): Reference | undefined {
  const { mixed, ...rest } = field
  const ref = mixed && typeof kind === 'string' && Object.hasOwn(mixed.to, kind) ? mixed.to[kind] : undefined
  if (!ref) return undefined
  const known = plain.get(field) ?? new Map<string, Reference>()
  plain.set(field, known)
  const made = known.get(ref.entity) ?? { ...rest, ref }
  known.set(ref.entity, made)
  return made
}

/** The reference as it is in a record: one with several targets as one to rows of the kind that the record says. */
export function referenceIn(field: FieldPlan, values: Readonly<Record<string, unknown>>): Reference | undefined {
  if (field.mixed) return ofKind(field, values[field.mixed.kind])
  // The check is what the type says.
  return field.ref ? (field as Reference) : undefined
}
