/**
 * Changes that wait for an approval (language.md, domain D.8): an action with `pending` keeps the new values in `pendingChange` and leads to
 * the state of its `to`; an action with `onPending` writes them or forgets them. Until then the old values stand, and whoever asks for the
 * state of the record gets the one before by `effectiveStatus`.
 */
import { isAttached, type StoredFile } from './fields'
import type { EntityActionPlan, EntityPlan, FieldPlan, ScreenPlan } from './plan'
import type { RecordChange, RecordValues } from './wire'

export const pendingField = 'pendingChange'
/** A column that the database computes: `pendingChange.fromStatus`, or the state. */
export const effectiveField = 'effectiveStatus'

/** Of a field of files also those that it is to have. */
export interface PendingFieldChange extends RecordChange {
  files?: StoredFile[]
}

export interface PendingChange {
  action: string
  /** Of the action, as it was called then. */
  title: string
  fromStatus: string
  /** New values of the fields, with the display values of references. */
  values: Record<string, unknown>
  /** Fields that are to be emptied. */
  clear: string[]
  /** The same for readers, beside the values that stand. */
  changes: PendingFieldChange[]
  opinion?: string
  requestedById: string | null
  requestedByName: string
  requestedAt: string
}

const filesPrefix = `${pendingField}.`

/** Under this name the files of a field belong to a record that a change of it waits with. */
export function pendingFilesName(field: string): string {
  return `${filesPrefix}${field}`
}

/** Whether a file belongs to a record only for a change that waits, by the name under which it does. */
export function isPendingFiles(name: string): boolean {
  return name.startsWith(filesPrefix)
}

/** The pending fields that the edit form of a screen may send by an action: files are not saved by it otherwise. */
export function changedBy(
  { pending = [] }: EntityActionPlan,
  { access }: Pick<ScreenPlan, 'access'>,
  fields: EntityPlan['fields'],
): string[] {
  const isRead = (name: string): boolean => fields[name] !== undefined && isAttached(fields[name]) && access.recordFields.includes(name)
  return pending.filter((name) => access.writable.includes(name) || isRead(name))
}

/** The change that a record waits with. */
export function pendingOf(record: Pick<RecordValues, typeof pendingField> | Record<string, unknown>): PendingChange | undefined {
  // Written by the engine alone.
  return (record[pendingField] as PendingChange | null | undefined) ?? undefined
}

/** The record with the values of its pending change applied; without a pending change the record itself. */
export function asProposed<Values extends Record<string, unknown>>(record: Values): Values {
  const pending = pendingOf(record)
  return pending ? { ...record, ...pending.values, ...Object.fromEntries(pending.clear.map((name) => [name, null])) } : record
}

/** The part of an entity, or of a screen, that decides how the state of a record is read. */
type Seen = Pick<EntityPlan, 'pending' | 'statusField'>

/**
 * The field that is meant when a state is asked for from outside: by a `where`, a partial key, a period, a rule that looks for records. The
 * record's own actions and a list's search ask for the state itself.
 */
export function fieldAsSeen({ pending, statusField, fields }: Seen & Pick<EntityPlan, 'fields'>, field: FieldPlan): FieldPlan {
  return (pending && field.name === statusField ? fields[effectiveField] : undefined) ?? field
}

/** A record as others read it: while a change waits, its state is the one before. */
export function asSeen<Values extends Record<string, unknown>>({ pending, statusField }: Seen, record: Values): Values {
  if (!pending || statusField === undefined) return record
  return { ...record, [statusField]: record[effectiveField] ?? record[statusField] }
}

/** The state that stands while a change waits; undefined when none does. A row of a list has no more of it. */
export function stateMeanwhile({ statusField }: Pick<EntityPlan, 'statusField'>, record: Record<string, unknown>): string | undefined {
  const effective = record[effectiveField]
  return statusField !== undefined && typeof effective === 'string' && effective !== record[statusField] ? effective : undefined
}
