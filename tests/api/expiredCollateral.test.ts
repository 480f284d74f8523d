import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { Session } from './support/client'
import { at, batchInStock } from './support/fixtures'
import { moneyDesk, payableLoan, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { paidOut } from './support/pledging'
import { expectRefusal } from './support/refusal'

/** E.6, OUTER_VALIDITY: what has no days left secures nothing, as no rate is kept for what is left of it (E-22), and is not pledged. */
describePlatform('pledged goods beyond their days', (platform) => {
  let desk: MoneyDesk
  let risk: Session
  let loan: RecordValues
  let [itemId, batchId]: string[] = []

  beforeAll(async () => {
    desk = await moneyDesk(platform())
    risk = await platform().as('rk01')
    loan = await payableLoan(platform(), desk, '63525.00', '1000')
    await paidOut(platform(), loan.id, '63525.00')
    const { kysely } = platform().database
    const item = await kysely.selectFrom('pledge_item').selectAll().where('loan_id', '=', loan.id).executeTakeFirstOrThrow()
    ;[itemId, batchId] = [String(item['id']), String(item['stock_batch_id'])]
  })
  const keepsTo = (id: string, expiry: string): Promise<unknown> =>
    platform().database.kysely.updateTable('stock_batch').set({ expiry_date: expiry }).where('id', '=', id).execute()
  const ofLoan = () => {
    const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
    return { loanId, borrowerId, departmentId, fundingPartyId, warehouseId }
  }

  it('count for nothing from their last day on, while the goods are worth what they are', async () => {
    const lineAt = async (expiry: string) => {
      await keepsTo(batchId!, expiry)
      return (await risk.ask('POST', `${at.waterline}/recalc/${loan.id}`)).body
    }
    expect(await lineAt('2026-11-21')).toMatchObject({ pledgedValue: '115500.00', waterLevel: 'NORMAL' })
    expect(await lineAt('2026-11-20')).toMatchObject({ pledgedValue: '0.00', ltv: '9.9999', waterLevel: 'CLOSE' })
    expect((await risk.list(at.pledgeItem, { loanId: loan.id })).records).toMatchObject([{ currentPrice: '0.0000', currentValue: '0.00' }])
    expect(await risk.read(at.outerValidity, batchId!)).toMatchObject({ pledgedQty: '1000.0000', stockValue: '115500.00' })
    const { records } = await risk.list(at.stock, { borrowerId: String(loan['borrowerId']) })
    const sum = records.find(({ goodsId, pledgedQty }) => goodsId === desk.goodsId && pledgedQty === '1000.0000')
    expect(sum).toMatchObject({ stockValue: '115500.00', pledgedValue: '0.00' })
    expect(await platform().violations()).toEqual([])
  })

  it('are released and redeemed as what they count for', async () => {
    const goods = [{ pledgeItemId: itemId, qty: '10' }]
    const release = await desk.op.add(at.release, {
      ...ofLoan(),
      releaseType: 'EXCESS',
      releaseReason: '已过期',
      needOutbound: true,
      goods,
    })
    expect(release).toMatchObject({ releaseValue: '0.00', releasableValue: '0.00' })
    const { body } = await desk.op.ask('POST', `${at.redemption}/trial`, { loanId: loan.id, calcDate: '2026-11-20', goods })
    // All that is owed beyond the ten is topped up: what stays secures nothing.
    expect(body).toMatchObject({ goods: [{ unitValue: '0.0000' }], principalDue: '635.25', topUpPrincipal: '62889.75' })
  })

  it('have no rate, and are not pledged', async () => {
    const [fresh, old] = [await batchInStock(platform(), desk.goodsId, '10'), await batchInStock(platform(), desk.goodsId, '10')]
    await keepsTo(fresh, '2026-11-21')
    await keepsTo(old, '2026-11-20')
    const offered = (await desk.op.ask('GET', `${at.pledge}/batches?loanId=${loan.id}`)).body.batches as RecordValues[]
    const rateOf = (id: string) => offered.find(({ stockBatchId }) => stockBatchId === id)?.['pledgeRate']
    expect([Number(rateOf(fresh)) > 0, rateOf(old)]).toEqual([true, '0.0000'])
    const pledge = await desk.op.add(at.pledge, { ...ofLoan(), batches: [{ stockBatchId: old, pledgedQty: '10' }] })
    expectRefusal(await desk.op.tryTo(at.pledge, 'submit', pledge.id), 'pledge.batch-expired', { expiryDate: '2026-11-20' })
    const preview = `${at.pledgeRule}/preview?productId=${String(loan['productId'])}&stockBatchId=${old}`
    expect((await risk.ask('GET', preview)).body).toMatchObject({
      pledgeRate: '0.0000',
      rules: expect.stringContaining('已过效期') as string,
    })
  })
})
