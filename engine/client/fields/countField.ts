import type { FieldPlan } from '../../core/plan'

/** The field of a number that counts rows. */
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
