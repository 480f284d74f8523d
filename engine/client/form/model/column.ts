import type { ColumnPlan, FieldPlan } from '../../../core/plan'

/** A field on its own, as a column would show it. */
export function asColumn(field: FieldPlan): ColumnPlan {
  return {
    key: field.name,
    field,
    display: false,
    title: field.title,
    width: 0,
    align: field.decimals === undefined ? 'left' : 'right',
    total: false,
    hidden: false,
    ...(field.unitFrom === undefined ? {} : { unitFrom: field.unitFrom }),
  }
}
