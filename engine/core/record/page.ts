import type { Expression } from '../expression'
import type { FormItemPlan, SectionPlan } from '../plan'

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
