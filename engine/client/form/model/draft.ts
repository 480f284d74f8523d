import { displayOf } from '../../../core/fields'
import type { KeyValueStore } from '../../memory/storage'
import type { Given } from '../../pageAddress'
import type { FormModel } from './formModel'
import { hasChanges, type Changes } from '../../../core/record/changes'
import type { Values } from '../../../core/record/values'

/** What was typed and not saved. */
export interface Draft {
  /** Changed fields and line tables as the form shows them, with the names of references. */
  values: Values
  /** The same fields as they were in the record, so that a change by another user can be distinguished from ours. */
  base: Values
  /** Version of the record that was changed; absent for a new one. */
  version?: unknown
  /** The form's key: sending again after a reload is no second save. */
  idempotencyKey: string
  /** ISO 8601. */
  at: string
}

/** Drafts belong to a user, a page of a screen and a record; those of new ones to what they were begun with. */
export function draftKey(userId: string | undefined, screen: string, page: string, id: string | undefined, given: Given = {}): string {
  const begun = new URLSearchParams(given).toString()
  return ['draft', userId ?? '', screen, page, id ?? 'new', ...(begun === '' ? [] : [begun])].join(':')
}

export function readDraft(store: KeyValueStore, key: string): Draft | undefined {
  const draft = store.get(key)
  // Of an older program, perhaps: what is no draft is as good as none.
  return isDraft(draft) ? draft : undefined
}

/** Keeps the form's changes, or forgets the draft when nothing differs any more. */
export function writeDraft(store: KeyValueStore, key: string, model: FormModel, idempotencyKey: string): void {
  const changes = model.changes()
  if (!hasChanges(changes)) return store.remove(key)
  const names = draftedNames(model, changes)
  const values = model.values()
  const draft: Draft = {
    values: pick(values, names),
    base: pick(model.record, names),
    version: model.record['version'],
    idempotencyKey,
    at: new Date().toISOString(),
  }
  store.set(key, draft)
}

/**
 * How a form starts with a draft: it shows the record as it is now with the draft's values on top, but counts changes from the record as
 * the draft knew it, under the draft's version. So a change that somebody made meanwhile meets ours at the save, as any other does.
 */
export function startWith(draft: Draft, record: Values): { record: Values; values: Values } {
  const known = draft.version === undefined ? record : { ...record, ...draft.base, version: draft.version }
  return { record: known, values: { ...record, ...draft.values, ...('version' in known ? { version: known['version'] } : {}) } }
}

/** A null says that the field was emptied; undefined would not survive as JSON. */
function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

function draftedNames(model: FormModel, { values, clear }: Changes): string[] {
  return [...Object.keys(values), ...clear].flatMap((name) => {
    const field = model.items.get(name)?.plan.field
    const display = field && displayOf(field)
    return display === undefined ? [name] : [name, display]
  })
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { values, base, idempotencyKey, at } = value as Partial<Draft>
  return (
    typeof values === 'object' &&
    values !== null &&
    typeof base === 'object' &&
    typeof idempotencyKey === 'string' &&
    typeof at === 'string'
  )
}
