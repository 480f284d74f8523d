import { isAttached } from '../../../core/fields'
import type { BrowserScreenPlan, EntityActionPlan, SectionPlan } from '../../../core/plan'
import type { Changes } from '../../../core/record/changes'
import type { RecordValues } from '../../../core/wire'

/** What may be changed of a record in the state that it is in, where that is not all. */
export interface EditLimits {
  /** Asks for the changes that may not be written directly. */
  change?: EntityActionPlan
  /** May be written as it is: a field, or a line table. */
  isDirect: (name: string) => boolean
  /** Goes through `change`. */
  waits: (name: string) => boolean
}

/** Undefined: everything that the page shows may be changed. */
export function editLimits({ states, statusField, actions }: BrowserScreenPlan, record: RecordValues | undefined): EditLimits | undefined {
  const state = record && statusField !== undefined ? states?.[String(record[statusField])] : undefined
  if (!state) return undefined
  const edit = actions['edit']?.does
  const change = edit?.kind === 'edit' && edit.change?.from.includes(state.code) ? edit.change : undefined
  if (!state.only && !change) return undefined
  const isDirect = (name: string): boolean => (state.only ? state.only.includes(name) : state.edit)
  const waits = (name: string): boolean => !isDirect(name) && change?.pending?.includes(name) === true
  return { change, isDirect, waits }
}

const limited = new WeakMap<readonly SectionPlan[], Map<string, readonly SectionPlan[]>>()

/** The sections of a form in which what may not be changed is only read. Made once for a page and a state, as what is settled of them is. */
export function limitedSections(sections: readonly SectionPlan[], state: string, limits: EditLimits | undefined): readonly SectionPlan[] {
  if (!limits) return sections
  const known = limited.get(sections) ?? new Map<string, readonly SectionPlan[]>()
  limited.set(sections, known)
  let made = known.get(state)
  if (!made) {
    made = sections.map((section) => ({
      ...section,
      items: section.items.map((item) => {
        const { name } = item.field
        // Files that wait for an approval are sent with what else is to be changed, and not attached when they are chosen.
        if (limits.waits(name)) return isAttached(item.field) ? { ...item, field: { ...item.field, waits: true } } : item
        return limits.isDirect(name) ? item : { ...item, field: { ...item.field, readOnly: true } }
      }),
    }))
    known.set(state, made)
  }
  return made
}

/** What is written as it is, and what has to wait. */
export function splitChanges({ values, clear }: Changes, { waits }: EditLimits): { direct: Changes; waiting: Changes } {
  const part = (is: (name: string) => boolean): Changes => ({
    values: Object.fromEntries(Object.entries(values).filter(([name]) => is(name))),
    clear: clear.filter(is),
  })
  return { direct: part((name) => !waits(name)), waiting: part(waits) }
}
