/**
 * Whose work a record is (`authored` of an entity): accounts from outside leave alone what neither they nor their colleagues have created. The server,
 * which knows who has created it, says so in a field of the record, and both sides refuse by it.
 */
import { schemaText } from './schemaMessages'
import type { EntityPlan, FieldPlan } from './plan'

/** True for an account from outside, of a record that others have created; for our own people it is always false. */
export const ofOthersField = 'ofOthers'

/** The field that is added to an entity with `authored`. It has no column in the database. */
export const authoredFields: Record<string, FieldPlan> = {
  [ofOthersField]: {
    name: ofOthersField,
    type: 'switch',
    title: schemaText('field.ofOthers'),
    required: false,
    requiredFor: [],
    readOnly: true,
    secret: false,
    stored: false,
  },
}

/** Whether the record is left to its author, as far as editing, deleting and the actions of `authored` go. */
export function isOfOthers({ authored }: Pick<EntityPlan, 'authored'>, record: Record<string, unknown>): boolean {
  return authored !== undefined && record[ofOthersField] === true
}
