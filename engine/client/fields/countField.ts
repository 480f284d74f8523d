import type { FieldPlan } from '../../core/plan'

/** How many: a whole number. */
export const countField: FieldPlan = {
  name: 'count',
  type: 'digit',
  title: '',
  required: false,
  requiredFor: [],
  readOnly: true,
  secret: false,
  stored: false,
  decimals: 0,
}
