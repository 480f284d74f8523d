import { isMultiple } from '../../core/fields'
import type { FieldPlan, ProductPlan } from '../../core/plan'
import { serverTypeOf } from '../fields'

/** The type of a field's values where there are some. */
export function valueTypeIn(dictionaries: ProductPlan['dictionaries']): (field: FieldPlan) => string {
  return (field) => {
    const one = serverTypeOf(field).script(field, { dictionaries })
    return isMultiple(field) ? `(${one})[]` : one
  }
}
