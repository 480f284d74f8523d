import type { Action } from '../../spec/generated/entity'

type Asked = NonNullable<Action['ask']>[string]

/** Whether a dialog asks for a field of the record: whatever holds, or required while a condition does. */
export function isOfRecord(asked: Asked | undefined): asked is boolean | string {
  return typeof asked === 'boolean' || typeof asked === 'string'
}

/** Whether a dialog has no answer by itself. */
export function isRequiredInput(asked: Asked): boolean {
  if (isOfRecord(asked)) return asked !== false
  if (asked.type === 'lines') return false
  return asked.required !== undefined && asked.required !== false && asked.default === undefined
}
