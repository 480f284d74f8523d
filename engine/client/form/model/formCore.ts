import type { SectionPlan } from '../../../core/plan'
import type { CheckContext } from '../../../core/record/check'
import { complete } from '../../../core/record/defaults'
import { withKnownFormulas } from '../../../core/record/formulas'
import { namesRead, type Environment, type Read } from '../../../core/record/scope'
import { byName, type Fields, type Values } from '../../../core/record/values'
import { emptyUnreadable, namesOf, type FormState } from './carryOver'
import { createFormArrivals, type FormArrivals } from './formArrivals'
import type { FormItem, FormPlan, FormSetup } from './formModel'
import { createForm, type Form } from './formily'
import type { LinesModel } from './linesModel'
import { valueChecks } from './valueChecks'

/** What the parts of a form share: its values, fields and line tables, and the record that changes are counted from. */
export interface FormCore {
  readonly form: Form
  readonly plan: FormPlan
  readonly environment: Environment
  readonly context: CheckContext
  /** With the formulas that this form can compute. */
  readonly fields: Fields
  readonly items: Map<string, FormItem>
  readonly lines: Map<string, LinesModel>
  /** Tracked where it is read while drawing. */
  readonly read: Read
  /** The record that changes are counted from. */
  readonly base: { record: Values; isNew: boolean }
  /** It began with the defaults of its fields. */
  readonly isFresh: boolean
  /** Fields that were visible at some time. When such a field is hidden, its value is given up. */
  readonly shown: Set<string>
  /** Fields that had a value when another was entered. */
  readonly wereFilled: Set<string>
  readonly arrivals: FormArrivals
  /** Set when a field was hidden, or written while it is hidden; then formulas that read it may not have run (see formEntry.ts). */
  hasGivenUp: boolean
  /** The form knows this field or table of the record. */
  isKnown: (name: string) => boolean
}

/** @param last the form whose place this one takes */
export function createFormCore(setup: FormSetup, last: FormState | undefined): FormCore {
  const { plan, environment, formats } = setup
  const context: CheckContext = { environment, checks: valueChecks(formats) }
  const form = createForm({ values: begunWith(setup, last, context) })
  const read: Read = (name) => form.values[name]
  const { record, isNew } = last ?? setup
  const base = { record, isNew }
  const own = fieldsOf(plan.sections)
  const names = new Set([...Object.keys(own), ...plan.lines.map(({ name }) => name)])
  const isKnown = (name: string): boolean => base.isNew || name in base.record || names.has(name)
  const fields = withKnownFormulas(own, namesRead, isKnown)
  const isFresh = last?.isFresh ?? (isNew && !setup.values)
  if (isFresh || (last && isNew)) complete(fields, form.values, namesOf(last), read, environment)
  return {
    form,
    plan,
    environment,
    context,
    fields,
    items: new Map(),
    lines: new Map(),
    read,
    base,
    isFresh,
    shown: new Set(last?.shown),
    wereFilled: new Set(last?.wereFilled),
    arrivals: last?.arrivals ?? createFormArrivals(),
    hasGivenUp: false,
    isKnown,
  }
}

function begunWith({ plan, record, values, last: form }: FormSetup, last: FormState | undefined, { checks }: CheckContext): Values {
  if (!last) return { ...(values ?? record) }
  const lines = new Map([...(form?.lines ?? [])].map(([name, table]) => [name, table.plan]))
  emptyUnreadable(last.values, { fields: last.fields, lines }, { fields: fieldsOf(plan.sections), lines: plan.lines }, checks)
  return last.values
}

const fieldsBySections = new WeakMap<readonly SectionPlan[], Fields>()

/** Made once for a page, so that what is settled of its fields is too. */
function fieldsOf(sections: readonly SectionPlan[]): Fields {
  let fields = fieldsBySections.get(sections)
  if (fields === undefined) {
    fields = byName(sections.flatMap(({ items }) => items.map(({ field }) => field)))
    fieldsBySections.set(sections, fields)
  }
  return fields
}
