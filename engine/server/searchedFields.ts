import type { EntityPlan, FieldPlan } from '../core/plan'
import { rowTypeOf } from './fields'

/** What names a row: its label, what it is called too, its number, and codes of its own. */
export function searchedFields(entity: EntityPlan): FieldPlan[] {
  const codes = entity.unique.flatMap(({ fields, where }) => (fields.length === 1 && where === undefined ? fields : []))
  const names = [entity.label, entity.alias, entity.serial?.field, ...codes]
  return [...new Set(names)].flatMap((name) => {
    const field = name === undefined ? undefined : entity.fields[name]
    return field && isText(field) ? [field] : []
  })
}

function isText(field: FieldPlan): boolean {
  const { stored, secret, mask, internal, query, ref, multiple } = field
  return stored && !secret && !mask && !internal && !ref && !multiple && query === undefined && rowTypeOf(field).names === true
}
