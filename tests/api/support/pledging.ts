import { Readable } from 'node:stream'
import type { RecordValues } from '../../../engine/core/wire'
import type { SessionUser } from '../../../engine/server/session'
import { storeUpload } from '../../../engine/server/uploads/uploads'
import { inWrite } from '../../../engine/server/write/transaction'
import { typed, type Tools } from '../../../src/server/ruleTypes'
import { accountByName } from '../../../src/server/session/account'
import { at, draftedStockIn, submittedLoan } from './fixtures'
import type { Served } from './served'

/** Goods of the reference case in 演示一号仓 that belong to no loan: typed and confirmed by op01, received by wh01. Returns the batch. */
export async function batchInStock(platform: Served, goodsId: string, qty: string): Promise<string> {
  const [op, keeper] = [await platform.as('op01'), await platform.as('wh01')]
  const drafted = await draftedStockIn(platform, goodsId, { goods: [{ goodsId, expectedQty: qty, unitPrice: '120' }] })
  const { id, goods: rows } = await op.act(at.stockIn, 'submit', drafted.id)
  await keeper.act(at.stockIn, 'receive', id, { goods: [{ id: (rows as { id: string }[])[0]?.id, receivedGoodQty: qty }] })
  await keeper.act(at.stockIn, 'finish', id)
  const { goods: confirmed } = await op.act(at.stockIn, 'confirm', id)
  return (confirmed as { stockBatchId: string }[])[0]?.stockBatchId ?? ''
}

/** A loan that bm01 has approved as it was applied for. */
export async function approvedLoan(platform: Served, lineId: string, goodsId: string, more: object = {}): Promise<RecordValues> {
  const { id, appliedAmount } = await submittedLoan(platform, lineId, goodsId, more)
  return (await platform.as('bm01')).act(at.loan, 'approve', id, { approvedAmount: appliedAmount })
}

/** Pledges batches for a loan: op01 drafts, rk01 approves, wh01 confirms the notice. */
export async function pledged(platform: Served, loanId: string, batches: { stockBatchId: string; pledgedQty: string }[]): Promise<void> {
  const id = await working(platform, 'op01', async (tools) => {
    const pledge = await tools.create('pledge', { loanId, batches })
    await tools.perform('pledge', pledge.id, 'submit')
    return pledge.id
  })
  const { noticeId, totalQty } = await working(platform, 'rk01', async (tools) => {
    await tools.perform('pledge', id, 'approve')
    return tools.load('pledge', id)
  })
  const keeper = await accountOf(platform, 'wh01')
  const receipt = await storeUpload(platform.services, keeper, '回执.pdf', Readable.from([Buffer.from('%PDF-1.4 receipt')]))
  const form = { receiptPersonName: '仓管一', receiptQty: totalQty, receiptFiles: [receipt.id] }
  await working(platform, 'wh01', (tools) => tools.perform('pledgeNotice', noticeId ?? '', 'receipt', form))
}

async function working<T>(platform: Served, userName: string, work: (tools: Tools) => Promise<T>): Promise<T> {
  return inWrite(platform.services, await accountOf(platform, userName), ({ tools }) => work(typed(tools)))
}

async function accountOf({ database, plan }: Served, userName: string): Promise<SessionUser> {
  const account = await accountByName(database.kysely, userName, plan.menus)
  if (!account) throw new Error(`there is no account ${userName}`)
  return account
}
