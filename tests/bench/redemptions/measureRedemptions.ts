import type { RecordValues, TryResponse } from '../../../engine/core/wire'
import { openDatabase } from '../../../engine/server/database/openDatabase'
import { at, batchInStock } from '../../api/support/fixtures'
import { moneyDesk } from '../../api/support/payouts'
import { approvedLoan, paidOut, pledged } from '../../api/support/pledging'
import { redemptionValues } from '../../api/support/redeeming'
import type { Served } from '../../api/support/served'
import { timesOf, type RequestTimes } from '../requestTimes'
import { withProduct } from '../servedProduct'
import { yearOfPledges } from './yearOfPledges'

/** That a redemption takes of. */
const batches = 10
/** What is opened of the lists and reports that watch over pledged goods. */
const lists = {
  risksum: at.risk,
  riskdetail: at.riskDetail,
  pledgewarn: at.pledgeWarning,
  pledgewarndetail: at.warning,
  validityPeriod: at.warnRule,
  innervalidity: at.innerValidity,
  outervalidity: at.outerValidity,
  commongoods: at.commonGoods,
  redempreq: at.redemption,
  fakeredemptiondetail: '/api/report/fakeredemptiondetail',
}

/** One statement of so many rows, on a busy machine. */
const FILLING_MS = 600_000

export interface RedemptionTimes {
  trials: RequestTimes[]
  lists: RequestTimes[]
}

/**
 * Trials of a redemption while it is typed, and the lists of its menus, in a product with what a year leaves behind. The product runs in a process of
 * its own.
 */
export function measureRedemptions(program: string, root: string, databaseUrl: string): Promise<RedemptionTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    // The product's own connections end a statement that takes long.
    const database = await openDatabase({ url: databaseUrl, statementTimeoutMs: FILLING_MS })
    await yearOfPledges({ ...platform, database })
    await database.close()
    const [operator, risk] = [await platform.as('op01'), await platform.as('rk01')]
    const seen: RequestTimes[] = []
    for (const [name, base] of Object.entries(lists)) seen.push(await timesOf(name, () => risk.askOnce('GET', `${base}/list`)))

    const loan = await loanOnBatches(platform, batches)
    const { body } = await operator.ask<{ items: RecordValues[] }>('GET', `${at.redemption}/pledgeItems?loanId=${loan.id}`)
    const items = Object.fromEntries(body.items.map(({ pledgeItemId }) => [String(pledgeItemId), '1']))
    const form = redemptionValues(loan, items)
    const { loanId, goods } = form
    const trials = [
      await timesOf<TryResponse>(
        `the form of a redemption of ${batches} items`,
        () => operator.askOnce('POST', `${at.redemption}/try`, form),
        ({ problems, lines }) => problems.length === 0 && lines?.['goods']?.length === batches,
      ),
      await timesOf('the dialog that only computes it', () =>
        operator.askOnce('POST', `${at.redemption}/trial`, { loanId, goods, calcDate: platform.clock.today() }),
      ),
    ]
    return { trials, lists: seen }
  })
}

/** Paid out today on so many batches. */
async function loanOnBatches(platform: Served, count: number): Promise<RecordValues> {
  const { goodsId, lineId } = await moneyDesk(platform)
  const goods: { goodsId: string; stockBatchId: string; qty: string; unitPrice: string }[] = []
  for (let number = 0; number < count; number++)
    goods.push({ goodsId, stockBatchId: await batchInStock(platform, goodsId, '1000'), qty: '1000', unitPrice: '120' })
  const loan = await approvedLoan(platform, lineId, goodsId, { goods })
  await pledged(
    platform,
    loan,
    goods.map(({ stockBatchId, qty }) => ({ stockBatchId, pledgedQty: qty })),
  )
  await paidOut(platform, loan.id, '635250.00')
  return (await platform.as('op01')).read(at.loan, loan.id)
}
