import { at } from './fixtures'
import type { Served } from './served'

/** What the market says of goods on a day, in place of a quote of that day that was typed before: op01 types it, rk01 approves. Answers its id. */
export async function quoted(platform: Served, goodsId: string, priceDate: string, price: string, before?: string): Promise<string> {
  const [op, risk] = [await platform.as('op01'), await platform.as('rk01')]
  if (before !== undefined) await risk.tryTo(at.collateralPrice, 'expire', before, { opinion: '报价更正' })
  // A price that has moved far needs a remark.
  const values = { goodsId, priceSource: 'MARKET', priceDate, currency: 'CNY', exchangeRate: '1', price, remark: '行情波动' }
  const { id } = await op.add(at.collateralPrice, values)
  await op.act(at.collateralPrice, 'submit', id)
  await risk.act(at.collateralPrice, 'approve', id, { opinion: '同意' })
  return id
}
