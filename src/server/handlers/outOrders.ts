import type { Handler } from '../ruleTypes'

/** An order over goods of one's own (decision B30), as the form of 自有出库 makes it. */
export const createFreeOut: Handler<'createFreeOut'> = async ({ tools, body: { goods, ...order } }) => {
  const { id, outNo } = await tools.create('outOrder', { ...order, goods: goods.map(({ stockBatchId, qty }) => ({ stockBatchId, qty })) })
  return { id, outNo }
}
