import { addDays, daysBetween } from '../../../engine/core/dateTime'
import type { FieldPlan, ProductPlan } from '../../../engine/core/plan'
import type { Documents } from '../generated'
import type { Handler, Tools } from '../ruleTypes'
import { loadSeen } from './loadSeen'

type Values = Record<string, unknown>

/** A new draft with everything that is typed on a product; its name says that it is a copy. */
export function copyProduct(plan: ProductPlan): Handler<'copyProduct'> {
  return copyOf(plan, 'product', ({ productName }) => ({ productName: `${productName}-副本` }))
}

/** A new draft of today with the same lines, delivered as many days later as the original. */
export function copySaleOrder(plan: ProductPlan): Handler<'copySaleOrder'> {
  return copyOf(plan, 'saleOrder', ({ orderDate, deliveryDate }, { today }) => ({
    orderDate: today,
    deliveryDate: deliveryDate === null ? null : addDays(today, daysBetween(orderDate, deliveryDate)),
  }))
}

/** A new record with everything that is typed on another one, its lines too, and what `changed` says instead. */
function copyOf<E extends 'product' | 'saleOrder'>(
  plan: ProductPlan,
  entityName: E,
  changed: (original: Documents[E]['record'], tools: Tools) => Documents[E]['change'],
): Handler<'copyProduct' | 'copySaleOrder'> {
  const entity = plan.entities[entityName]
  const typed = (fields: Record<string, FieldPlan> = {}, values: Values): Values =>
    Object.fromEntries(
      Object.values(fields)
        .filter((field) => !field.readOnly && field.stored)
        .map(({ name }) => [name, values[name]]),
    )
  return async (call) => {
    const original = await loadSeen(call, entityName, call.params.id)
    // By name from here on, as the plan says.
    const read = { ...original } as Values
    const lines = Object.values(entity?.lines ?? {}).map(({ name, fields }) => [
      name,
      (read[name] as Values[]).map((row) => typed(fields, row)),
    ])
    const values = { ...typed(entity?.fields, read), ...Object.fromEntries(lines), ...changed(original, call.tools) }
    const copy = await call.tools.create(entityName, values)
    return { id: copy.id }
  }
}
