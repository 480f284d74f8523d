import type { Expression } from '../expression'
import { isBlank, isGiven, sameValue } from '../fields'
import type { FieldPlan, FormItemPlan, SectionPlan } from '../plan'
import { isComputed } from './formulas'
import { isTrue, type Environment, type Read } from './scope'
import { asStored } from './stored'

/** What a page says of its fields beyond the entity: a condition of its own in place of the field's, and whether the user can fill it there. */
export type PageConditions = Readonly<Record<string, { required?: Expression; fillable: readonly Expression[] }>>

/** The conditions of a page, by field. What it does not show is not in it. */
export function conditionsOf(sections: readonly SectionPlan[]): PageConditions {
  const items = sections.flatMap((section) => section.items.map((item) => [section, item] as const))
  return Object.fromEntries(items.map(([section, item]) => [item.field.name, { ...ownCondition(item), fillable: fillable(section, item) }]))
}

function ownCondition({ required }: FormItemPlan): { required?: Expression } {
  return required ? { required } : {}
}

/** A hidden or disabled field cannot be filled, so it is not required. */
function fillable(section: SectionPlan, { visible, enabled }: FormItemPlan): Expression[] {
  return [section.visible, visible, enabled].filter((condition) => condition !== undefined)
}

/** Whether a page shows a field of a record that its conditions see so. */
export function isItemShown(section: SectionPlan, item: FormItemPlan, read: Read, environment: Environment): boolean {
  return isTrue(section.visible, read, environment) && isTrue(item.visible, read, environment)
}

/** Whether a form lets a field that it shows be filled. */
export function isItemEnabled({ field, enabled }: FormItemPlan, read: Read, environment: Environment): boolean {
  return !field.readOnly && isTrue(enabled, read, environment)
}

/** What the system writes later says nothing in a new record, until a choice fills it. A document number says that one comes. */
export function isStillUnwritten(field: FieldPlan, read: Read): boolean {
  if (!field.readOnly || isComputed(field) || isGiven(field)) return false
  const now = read(field.name)
  return isBlank(now) || sameValue(field, now, asStored(field, field.default))
}
