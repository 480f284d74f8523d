import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { violatedInvariants } from '../../src/server/invariants'
import { at } from './support/fixtures'
import { bondPaid, moneyDesk, payableLoan, paymentValues, registered, type MoneyDesk } from './support/payouts'
import { approvedLoan, paidOut } from './support/pledging'
import { bookedRepayment, bySystem, feeDue, received } from './support/repaying'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'

/** Decision A5: the last thing that a loan is open for may be none that is paid. */
describePlatform('a loan of which nothing is owed any more', (platform) => {
  let { fn, fm, op, goodsId, lineId } = {} as MoneyDesk
  beforeAll(async () => {
    ;({ fn, fm, op, goodsId, lineId } = await moneyDesk(platform()))
  })

  /** All that could be paid of a loan today, its supplement of the minimum days included. */
  const repaid = async (loan: RecordValues): Promise<RecordValues> => {
    const { id: loanId, borrowerId } = loan
    const body = { borrowerId, loanId, valueDate: platform().clock.today(), totalAmount: '1.00' }
    const receiptAmount = String((await fn.ask('POST', `${at.repayment}/trial`, body)).body.owedAmount)
    const receiptId = await received(platform(), loan, receiptAmount)
    return bookedRepayment(platform(), loan, { receiptId, receiptAmount, valueDate: platform().clock.today() })
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

  it('A11, loanStatus.reopen: lives again while its bond is there, and not once that has gone back; money of the bond under a payout stays', async () => {
    const loan = await payableLoan(platform(), { lineId, goodsId }, '40000.00', '800')
    await bondPaid(platform(), loan.id)
    const [bond] = (await fn.list(at.bond, { loanId: loan.id })).records
    const { rows: matched } = await sql<{ id: string }>`select v.id::text as id from verification v
      join verification_lines l on l.parent_id = v.id where l.doc_no = ${bond!['bondNo']}`.execute(platform().database.kysely)
    const values = await paymentValues(platform(), loan, { paymentType: 'FINANCING_LOAN_ALL', amount: '40000.00' })
    const payment = await fn.add(at.payment, values)
    await fn.act(at.payment, 'submit', payment.id)
    const takenBack = await fm.tryTo(at.verification, 'reverse', matched[0]!.id, { opinion: '付款方填错' })
    expectRefusal(takenBack, 'bond.secures-payout', { bondNo: bond!['bondNo'] })
    await fm.act(at.payment, 'approve', payment.id, { opinion: '同意' })
    await paidOut(platform(), loan.id, '40000.00')
    await fn.act(at.payment, 'cancel', payment.id, { opinion: '另行付款' })
    const repayment = await repaid(loan)
    await expectSettled(loan)

    const refund = { refundingAmount: String(bond!['balanceAmount']), refundTo: 'DEPOSIT', refundReason: '结清退还' }
    const reverse = () => fm.tryTo(at.repayment, 'reverse', repayment.id, { opinion: '到账有误' })
    await fn.act(at.bond, 'refund', String(bond!.id), refund)
    expectRefusal(await reverse(), 'bond.gone-back', { bondNo: bond!['bondNo'] })
    await fm.act(at.bond, 'refundCancel', String(bond!.id), { opinion: '暂不退还' })
    expect((await reverse()).status).toBe(200)
    expect(await stateOf(loan)).toBe('OUTSTANDING')
    await repaid(loan)
    await fn.act(at.bond, 'refund', String(bond!.id), refund)
    await fm.act(at.bond, 'confirmRefund', String(bond!.id))
    const [latest] = (await fn.list(at.repayment, { loanId: loan.id, status: 'CONFIRMED' })).records
    expectRefusal(await fm.tryTo(at.repayment, 'reverse', String(latest!.id), { opinion: '到账有误' }), 'bond.gone-back', {})
    await expectSettled(loan)
  })

  it('A5 stays open while another fee is owed, whatever else is let off', async () => {
    const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '50000.00' })
    await paidOut(platform(), loan.id, '50000.00')
    await feeDue(platform(), loan, '300.00', '2026-12-20')
    await feeDue(platform(), loan, '40.00', '2026-12-20')
    await repaid(loan)
    const fees = (await fn.list(at.miscFee, { loanId: loan.id })).records
    await fm.act(at.miscFee, 'waive', String(fees[0]?.id), { amount: fees[0]?.['openAmount'], opinion: '减免' })
    expect(await stateOf(loan)).toBe('OUTSTANDING')
    await fm.act(at.miscFee, 'waive', String(fees[1]?.id), { amount: fees[1]?.['openAmount'], opinion: '减免' })
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
