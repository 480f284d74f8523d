import { addDays, daysBetween } from '../../../engine/core/dateTime'
import type { FieldPlan, ProductPlan } from '../../../engine/core/plan'
import type { RecordValues } from '../../../engine/core/wire'
import type { Handler, RuleTools } from '../../../engine/server/extensions'
import { as, type SaleOrder } from '../rules/documents'
import { loadSeen } from './loadSeen'

type Values = Record<string, unknown>

/** A new draft with everything that is typed on a product; its name says that it is a copy. */
export function copyProduct(plan: ProductPlan): Handler {
  return copyOf(plan, 'product', (product) => ({ productName: `${String(product['productName'])}-副本` }))
}

/** A new draft of today with the same lines, delivered as many days later as the original. */
export function copySaleOrder(plan: ProductPlan): Handler {
  return copyOf(plan, 'saleOrder', (record, { today }) => {
    const { orderDate, deliveryDate } = as<SaleOrder>(record)
    return { orderDate: today, deliveryDate: addDays(today, daysBetween(orderDate, deliveryDate)) }
  })
}

/** A new record with everything that is typed on another one, its lines too, and what `changed` says instead. */
function copyOf(plan: ProductPlan, entityName: string, changed: (original: RecordValues, tools: RuleTools) => Values): Handler {
  const entity = plan.entities[entityName]
  const typed = (fields: Record<string, FieldPlan> = {}, values: Values): Values =>
    Object.fromEntries(
      Object.values(fields)
        .filter((field) => !field.readOnly && field.stored)
        .map(({ name }) => [name, values[name]]),
    )
  return async (call) => {
    const original = await loadSeen(call, entityName, call.params['id'] ?? '')
    const lines = Object.values(entity?.lines ?? {}).map(({ name, fields }) => [
      name,
      (original[name] as Values[]).map((row) => typed(fields, row)),
    ])
    const values = { ...typed(entity?.fields, original), ...Object.fromEntries(lines), ...changed(original, call.tools) }
    const copy = await call.tools.create(entityName, values)
    return { id: copy.id }
  }
}
