import { isBlank, targetsOf } from '../../../core/fields'
import type { FieldPlan, LinesPlan } from '../../../core/plan'
import type { Read } from '../../../core/record/scope'
import { say } from '../../laterMessages'
import type { FormModel } from './formModel'

/**
 * Of these fields those that the user has still to fill; in place of one that is filled by a choice, the reference that fills it. Fields that the
 * form does not show are left out.
 * @param lines whose row is read; its own fields come before the record's
 */
export function unfilled(model: FormModel, names: readonly string[], read: Read, lines?: LinesPlan): FieldPlan[] {
  const shown = [
    ...Object.values(lines?.fields ?? {}),
    ...[...model.items.values()].flatMap(({ plan, field }) => (field.visible ? [plan.field] : [])),
  ]
  const found = names.flatMap((name) => {
    if (!isBlank(read(name))) return []
    const field = shown.find((each) => each.name === name)
    if (field && !field.readOnly) return [field]
    return shown.filter(
      (each) => !each.readOnly && isBlank(read(each.name)) && targetsOf(each).some(({ fill = {} }) => Object.hasOwn(fill, name)),
    )
  })
  return [...new Set(found)]
}

/** Asks for these fields by their titles; undefined when there are none. */
export function fillFirst(fields: readonly FieldPlan[]): string | undefined {
  if (fields.length === 0) return undefined
  return say('form.fillFirst', { titles: fields.map(({ title }) => `“${title}”`).join(say('enumerate')) })
}
