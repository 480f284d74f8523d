import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { at } from './support/fixtures'
import { bondPaid, moneyDesk, payableLoan, paymentValues, registration, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { paidOut } from './support/pledging'
import { redemptionValues } from './support/redeeming'
import { expectRefusal } from './support/refusal'

/** What is being paid out of a loan is not owed yet; the goods that are to answer for it stay all the same. */
describePlatform('goods of a loan that is being paid out', (platform) => {
  let desk: MoneyDesk
  beforeAll(async () => {
    desk = await moneyDesk(platform())
  })
  const kysely = () => platform().database.kysely

  /** 63,525.00 on 1,000 boxes of 115.50, of which so much is paid out. */
  async function loanOf(paid?: string): Promise<{ loan: RecordValues; itemId: string }> {
    const loan = await payableLoan(platform(), desk, '63525.00', '1000')
    await bondPaid(platform(), loan.id)
    if (paid !== undefined) await paidOut(platform(), loan.id, paid)
    const { id } = await kysely().selectFrom('pledge_item').select('id').where('loan_id', '=', loan.id).executeTakeFirstOrThrow()
    return { loan: await desk.op.read(at.loan, loan.id), itemId: String(id) }
  }
  async function payment(loan: RecordValues, amount: string): Promise<string> {
    const { id } = await desk.fn.add(at.payment, await paymentValues(platform(), loan, { amount, paymentType: 'FINANCING_LOAN_ALL' }))
    await desk.fn.act(at.payment, 'submit', id)
    return id
  }
  async function release({ loan, itemId }: { loan: RecordValues; itemId: string }, qty: string): Promise<RecordValues> {
    const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
    const terms = { releaseType: 'EXCESS', releaseReason: '押品超额', needOutbound: true, goods: [{ pledgeItemId: itemId, qty }] }
    return desk.op.add(at.release, { loanId, borrowerId, departmentId, fundingPartyId, warehouseId, ...terms })
  }

  describe('are not released as more than enough (E-14)', () => {
    it('from the submission of the payment on, and again once it is cancelled', async () => {
      const secured = await loanOf()
      // Nothing is owed: all of it is more than enough.
      const all = await release(secured, '1000')
      expect(all).toMatchObject({ releasableValue: '115500.00' })
      const paymentId = await payment(secured.loan, '63525.00')
      // The bond of 5 % counts: (63,525.00 - 3,176.25) / 0.55 stay.
      expectRefusal(await desk.op.tryTo(at.release, 'submit', all.id), 'release.beyond-releasable', { releasable: '5775.00' })
      const { body } = await desk.op.ask('GET', `${at.release}/releasable?loanId=${secured.loan.id}`)
      expect(body).toMatchObject({ minControlValue: '109725.00', releasableValue: '5775.00', goods: [{ releasableQty: '50.0000' }] })
      await desk.fn.act(at.payment, 'withdraw', paymentId)
      expect(await desk.op.act(at.release, 'submit', all.id)).toMatchObject({ status: 'AUDITING' })
      await desk.op.act(at.release, 'withdraw', all.id)
    })

    it('when the payment came between submission and approval', async () => {
      const secured = await loanOf()
      const { id } = await release(secured, '1000')
      await desk.op.act(at.release, 'submit', id)
      await payment(secured.loan, '63525.00')
      const risk = await platform().as('rk01')
      expectRefusal(await risk.tryTo(at.release, 'approve', id, { opinion: '同意' }), 'release.beyond-releasable', {})
      expect(await platform().violations()).toEqual([])
    })
  })

  it('are not redeemed while what stays would not answer for the payment as well (E-15)', async () => {
    const { loan, itemId } = await loanOf('30000.00')
    const { id } = await desk.op.add(at.redemption, redemptionValues(loan, { [itemId]: '400' }))
    const paymentId = await payment(loan, '33525.00')
    expectRefusal(await desk.op.tryTo(at.redemption, 'submit', id), 'redemption.payment-under-way', {
      inPayment: '33525.00',
      owed: '18000.00',
      most: '38115.00',
    })
    await desk.fn.act(at.payment, 'withdraw', paymentId)
    expect(await desk.op.act(at.redemption, 'submit', id)).toMatchObject({ status: 'AUDITING' })
    expect(await platform().violations()).toEqual([])
  })

  it('are asked for once more when the payment is registered', async () => {
    const { loan, itemId } = await loanOf()
    const paymentId = await payment(loan, '63525.00')
    await desk.fm.act(at.payment, 'approve', paymentId)
    const rate = (pledgeRate: string) =>
      kysely().updateTable('pledge_item').set({ pledge_rate: pledgeRate }).where('id', '=', itemId).execute()
    await rate('0.5')
    const form = await registration(platform(), 'READ-0001')
    expectRefusal(await desk.fn.tryTo(at.payment, 'pay', paymentId, form), 'payment.beyond-pledged', { available: '57750.00' })
    await rate('0.55')
    expect(await desk.fn.act(at.payment, 'pay', paymentId, form)).toMatchObject({ status: 'PAYING' })
  })
})
