import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { violatedInvariants } from '../../src/server/invariants'
import { at } from './support/fixtures'
import { bondPaid, moneyDesk, payableLoan, paymentValues, registered, type MoneyDesk } from './support/payouts'
import { approvedLoan, paidOut } from './support/pledging'
import { bookedRepayment, bySystem, feeDue, received } from './support/repaying'
import { describePlatform } from './support/platform'

/** Decision A5: the last thing that a loan is open for may be none that is paid. */
describePlatform('a loan of which nothing is owed any more', (platform) => {
  let { fn, fm, op, goodsId, lineId } = {} as MoneyDesk
  beforeAll(async () => {
    ;({ fn, fm, op, goodsId, lineId } = await moneyDesk(platform()))
  })

  /** All that could be paid of a loan today, its supplement of the minimum days included. */
  const repaid = async (loan: RecordValues): Promise<void> => {
    const { id: loanId, borrowerId } = loan
    const body = { borrowerId, loanId, valueDate: platform().clock.today(), totalAmount: '1.00' }
    const receiptAmount = String((await fn.ask('POST', `${at.repayment}/trial`, body)).body.owedAmount)
    const receiptId = await received(platform(), loan, receiptAmount)
    await bookedRepayment(platform(), loan, { receiptId, receiptAmount, valueDate: platform().clock.today() })
  }
  const stateOf = async (loan: RecordValues) => (await op.read(at.loan, loan.id))['status']
  const reservedOf = async () => Number((await op.read(at.line, lineId))['reservedAmount'])
  const expectSettled = async (loan: RecordValues) => {
    expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'SETTLED', outstandingPrincipal: '0.00' })
    expect(await violatedInvariants(platform().services.plan, platform().database)).toEqual([])
  }

  it('A5 ends with the fee that is let off last, not with one that is let off in part', async () => {
    const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '50000.00' })
    await paidOut(platform(), loan.id, '50000.00')
    await feeDue(platform(), loan, '300.00', '2026-12-20')
    await repaid(loan)
    expect(await stateOf(loan)).toBe('OUTSTANDING')
    const [fee] = (await fn.list(at.miscFee, { loanId: loan.id })).records
    await fm.act(at.miscFee, 'waive', String(fee?.id), { amount: '100.00', opinion: '减免部分' })
    expect(await stateOf(loan)).toBe('OUTSTANDING')
    await fm.act(at.miscFee, 'waive', String(fee?.id), { amount: '200.00', opinion: '其余减免' })
    await expectSettled(loan)
  })

  it('A5 stays open while another fee is owed, whatever else is let off', async () => {
    const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '50000.00' })
    await paidOut(platform(), loan.id, '50000.00')
    await feeDue(platform(), loan, '300.00', '2026-12-20')
    await feeDue(platform(), loan, '40.00', '2026-12-20')
    await repaid(loan)
    const fees = (await fn.list(at.miscFee, { loanId: loan.id })).records
    await fm.act(at.miscFee, 'waive', String(fees[0]?.id), { opinion: '减免' })
    expect(await stateOf(loan)).toBe('OUTSTANDING')
    await fm.act(at.miscFee, 'waive', String(fees[1]?.id), { opinion: '减免' })
    await expectSettled(loan)
  })

  it('A5 ends with its payout, when what was paid out is repaid already, and gives back what is reserved', async () => {
    const before = await reservedOf()
    const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '30000.00' })
    await paidOut(platform(), loan.id, '10000.00')
    await repaid(loan)
    expect(await stateOf(loan)).toBe('DISBURSING')
    expect((await reservedOf()) - before).toBe(20_000)
    expect(await fn.act(at.loan, 'finishPay', loan.id, { opinion: '客户不再用款' })).toMatchObject({ status: 'SETTLED' })
    expect(await reservedOf()).toBe(before)
    await expectSettled(loan)
  })

  it('A5 goes on when its payout ends while something is owed', async () => {
    const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '30000.00' })
    await paidOut(platform(), loan.id, '10000.00')
    expect(await fn.act(at.loan, 'finishPay', loan.id, { opinion: '客户不再用款' })).toMatchObject({ status: 'OUTSTANDING' })
  })

  it('A5 A6 waits for a payout that is on its way, and ends when that fails', async () => {
    const loan = await payableLoan(platform(), { lineId, goodsId }, '40000.00', '800')
    await bondPaid(platform(), loan.id)
    const before = await reservedOf()
    await paidOut(platform(), loan.id, '10000.00')
    const part = { paymentType: 'FINANCING_LOAN_ADVANCE', amount: '15000.00' }
    const { id } = await fn.add(at.payment, await paymentValues(platform(), loan, part))
    await fn.act(at.payment, 'submit', id)
    await registered(platform(), await fm.act(at.payment, 'approve', id, { opinion: '同意' }), 'END-1')
    await bySystem(platform(), (tools) => tools.perform('loan', loan.id, 'overdue'))
    await repaid(loan)
    expect(await stateOf(loan)).toBe('OUTSTANDING')
    expect(await fn.act(at.payment, 'fail', id, { failReason: '退汇' })).toMatchObject({ status: 'CANCELLED' })
    expect(before - (await reservedOf())).toBe(40_000)
    await expectSettled(loan)
  })
})
