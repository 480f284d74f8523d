import { isTyped, sameValue } from '../../../core/fields'
import type { FieldPlan, FormItemPlan, SectionPlan } from '../../../core/plan'
import { isAsked, isNeeded } from '../../../core/record/check'
import { expressionOf, presetOf } from '../../../core/record/defaults'
import { computed, isComputed, type ComputedField } from '../../../core/record/formulas'
import { isItemEnabled, isItemShown, isStillUnwritten } from '../../../core/record/page'
import type { Read } from '../../../core/record/scope'
import type { FormCore } from './formCore'
import type { FieldData } from './formModel'
import { untracked, type Field } from './formily'

/** Formily's states: `hidden` keeps the value in the form, `none` takes it out until the field is shown again. */
type Display = 'visible' | 'hidden' | 'none'

/**
 * Makes a field, whose state follows the values that its plan speaks of.
 * @param fresh values while a change is being taken in, when formulas are not computed yet
 */
export function createField(core: FormCore, { section, item }: { section: SectionPlan; item: FormItemPlan }, fresh: Read): void {
  const { form, fields, items, read, environment } = core
  const { field: plan } = item
  const known = fields[plan.name]
  const field = form.createField({
    name: plan.name,
    title: plan.title,
    data: { required: false, later: false } satisfies FieldData,
    reactions: [
      (field) => {
        const visible = isItemShown(section, item, read, environment)
        const display = core.base.isNew && isStillUnwritten(plan, read) ? 'hidden' : displayOf(core, plan, visible)
        if (display === 'none' && field.display !== 'none') core.hasGivenUp = true
        field.display = display
      },
      (field) => {
        field.pattern = isItemEnabled(item, read, environment) ? 'editable' : 'disabled'
      },
      (field) => {
        const required = isSent(core, plan) && isAsked(item.required ?? plan.required, read, environment)
        const later = !required && isNeeded(plan, read, environment)
        const marked = field.data as FieldData
        if (marked.required !== required || marked.later !== later) field.data = { required, later } satisfies FieldData
      },
      ...(known && isComputed(known) ? [() => compute(core, known)] : []),
      ...presetting(core, plan, fresh),
    ],
  }) as Field
  items.set(plan.name, { plan: item, field })
}

/** Written past the field, which takes no value while it is made when it has one. */
function compute({ form, read, environment }: FormCore, field: ComputedField): void {
  form.values[field.name] = computed(field, read, environment)
}

/** A default over other fields, for as long as its field is not there to be filled: the server will settle it from what these are then. */
function presetting({ form, isFresh, read, environment }: FormCore, plan: FieldPlan, fresh: Read): ((field: Field) => void)[] {
  const preset = isFresh ? expressionOf(plan.default) : undefined
  if (!preset || !isTyped(plan)) return []
  let last: unknown = form.values[plan.name]
  return [
    (field) => {
      const now = presetOf(plan, preset, fresh, environment)
      const present = untracked(() => read(plan.name))
      if (field.display !== 'hidden' || !sameValue(plan, present, last)) return
      last = now
      form.values[plan.name] = now
    },
  ]
}

/**
 * A value that was hidden from the start stays as it is: it may be another screen's. One that the user's own change hides is gone,
 * from formulas too, until the field is shown again. What is not typed is not the user's to give up.
 */
function displayOf({ shown }: FormCore, field: FieldPlan, visible: boolean): Display {
  if (visible) shown.add(field.name)
  if (visible) return 'visible'
  return shown.has(field.name) && isTyped(field) ? 'none' : 'hidden'
}

/** Files of a record are attached to it when it exists, each by itself. */
function isSent({ plan }: FormCore, field: FieldPlan): boolean {
  return plan.asks ? !field.readOnly : isTyped(field)
}
