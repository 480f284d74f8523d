import type { ColumnPlan, FieldPlan } from '../../../core/plan'
import { besideOf } from '../../../core/record/summary'

/** A field on its own, as a column would show it. */
export function asColumn(field: FieldPlan): ColumnPlan {
  const beside = besideOf(field)
  return {
    key: field.name,
    field,
    display: false,
    title: field.title,
    width: 0,
    align: field.decimals === undefined ? 'left' : 'right',
    total: false,
    hidden: false,
    ...(beside === undefined ? {} : { unitFrom: beside }),
  }
}
