import type { ProductPlan } from '../../../engine/core/plan'
import { notFound } from '../../../engine/server/problem'
import type { Handler } from '../../../engine/server/extensions'

/** A new draft with everything that is typed on a product; its name says that it is a copy. */
export function copyProduct(plan: ProductPlan): Handler {
  const typed = Object.values(plan.entities['product']?.fields ?? {}).filter((field) => !field.readOnly && field.stored)
  return async ({ kysely, params, tools, visible }) => {
    const id = params['id'] ?? ''
    const seen = await visible('product', 'p', kysely.selectFrom('product as p').select('p.id').where('p.id', '=', id)).executeTakeFirst()
    if (!seen) throw notFound()
    const original = await tools.load('product', id)
    const values = Object.fromEntries(typed.map((field) => [field.name, original[field.name]]))
    const copy = await tools.create('product', { ...values, productName: `${String(original['productName'])}-副本` })
    return { id: copy.id }
  }
}
