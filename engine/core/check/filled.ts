import type { Field } from '../../spec/generated/field'
import { schemaTypeOf } from '../fields/schemas'

/** A field that people fill: neither the system nor a formula nor a query writes it, and its type has an input. */
export function isFilled(field: Field): boolean {
  return !field.system && field.value === undefined && field.query === undefined && schemaTypeOf(field).typed
}
