import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inTransaction } from '../../engine/server/write/transaction'
import { violatedInvariants } from '../../src/server/invariants'
import { typed } from '../../src/server/ruleTypes'
import { subjectId } from './support/books'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'
import { approvedLoan } from './support/pledging'
import { rowsOf } from './support/rows'
import {
  attached,
  bankTold,
  bondPaid,
  moneyDesk,
  payableLoan,
  paymentValues,
  registered,
  registration,
  slipOf,
  verifiedSlip,
  type MoneyDesk,
} from './support/payouts'
import { received } from './support/repaying'

describePlatform('a payout', (platform) => {
  let { fn, fm, op, goodsId, lineId } = {} as MoneyDesk
  beforeAll(async () => {
    ;({ fn, fm, op, goodsId, lineId } = await moneyDesk(platform()))
  })

  const loanFor = async (amount: string, qty?: string) => {
    const loan = await payableLoan(platform(), { lineId, goodsId }, amount, qty)
    await bondPaid(platform(), loan.id)
    return loan
  }
  const drafted = async (loan: RecordValues, more: object = {}) => fn.add(at.payment, await paymentValues(platform(), loan, more))
  const approved = async (loan: RecordValues, more: object = {}) => {
    const { id } = await drafted(loan, more)
    await fn.act(at.payment, 'submit', id)
    return fm.act(at.payment, 'approve', id, { opinion: '同意' })
  }
  const approvedPart = (loan: RecordValues, amount: string) => approved(loan, { paymentType: 'FINANCING_LOAN_ADVANCE', amount })
  const account = async (name: string) => platform().idOf('bank_account', 'account_no', name)
  const one = (table: string, column: string, value: string) => rowsOf(platform(), table, column, value)

  it('E-17, A22, E-21: 635,250 by one, confirmed by another: a debt note, the limit used, a flow, a voucher and drafts of fees', async () => {
    const loan = await payableLoan(platform(), { lineId, goodsId }, '635250.00')
    const bond = await one('bond', 'loan_id', loan.id)
    expect(bond).toMatchObject([{ due_amount: '31762.50', status: 'UNPAID' }])
    const { id } = await drafted(loan)
    expectRefusal(await fn.tryTo(at.payment, 'submit', id), 'payment.bond-unpaid', { due: '31762.50', paid: '0.00' })
    await bondPaid(platform(), loan.id)
    await fn.act(at.payment, 'submit', id)
    const payment = await fm.act(at.payment, 'approve', id, { opinion: '同意' })
    const before = await op.read(at.line, lineId)
    const paying = await registered(platform(), payment, 'PAY-1')
    expectRefusal(await fm.tryTo(at.payment, 'confirmPaid', id), 'payment.no-proof')
    await verifiedSlip(platform(), paying)
    const paid = await fm.act(at.payment, 'confirmPaid', id)
    expect(paid).toMatchObject({ status: 'PAID', financePart: '635250.00' })
    expect(await one('debt_note', 'id', String(paid['debtNoteId']))).toMatchObject([
      { principal: '635250.00', outstanding_principal: '635250.00', start_date: platform().clock.today(), status: 'NORMAL' },
    ])
    const after = await op.read(at.line, lineId)
    expect(Number(before['reservedAmount']) - Number(after['reservedAmount'])).toBe(635_250)
    expect(Number(after['usedAmount']) - Number(before['usedAmount'])).toBe(635_250)
    expect(await one('bank_flow', 'match_doc_no', String(paid['paymentNo']))).toMatchObject([
      { flow_direction: 'OUT', amount: '635250.00', bank_serial_no: 'PAY-1', match_status: 'MATCHED' },
    ])
    expect(await one('voucher', 'doc_no', String(paid['paymentNo']))).toMatchObject([
      { biz_event: 'PAYOUT', total_debit: '635250.00', total_credit: '635250.00' },
    ])
    expect(await one('service_fee', 'loan_payment_id', id)).toMatchObject([
      { fee_type: 'SERVICE', base_amount: '635250.00', total_amount: '3176.25', status: 'DRAFT' },
      { fee_type: 'TECH', total_amount: '635.25', status: 'DRAFT' },
    ])
    expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'OUTSTANDING', paidAmount: '635250.00', inPaymentAmount: '0.00' })
  })
  it('A2 A22 A32 refuses what is beyond the approval or the goods, out of order, ahead of its day, or more than the account has', async () => {
    const loan = await loanFor('100000.00', '2000')
    const beyond = await drafted(loan, { amount: '100000.01' })
    expectRefusal(await fn.tryTo(at.payment, 'submit', beyond.id), 'loan.beyond-approved', { amount: '100000.01', available: '100000.00' })
    const balance = await drafted(loan, { paymentType: 'FINANCING_LOAN_BALANCE', amount: '10000.00' })
    expectRefusal(await fn.tryTo(at.payment, 'submit', balance.id), 'payment.no-advance')
    const second = await drafted(loan, { amount: '1.00' })
    expect(await fn.read(at.payment, second.id)).toMatchObject({ payableAmount: '100000.00', bondShortAmount: '0.00' })
    const payment = await approved(loan)
    expect((await fn.ask('POST', at.payment, await paymentValues(platform(), loan))).body.errors).toMatchObject([{ path: 'loanId' }])
    expectRefusal(await fn.tryTo(at.payment, 'submit', second.id), 'payment.all-once', { paymentNo: payment['paymentNo'] })
    const pay = async (more: object) => fn.tryTo(at.payment, 'pay', payment.id, await registration(platform(), 'PAY-2', more))
    const { clock } = platform()
    const daysOff = (days: number) => new Date(Date.parse(clock.now()) + days * 86_400_000).toISOString()
    expectRefusal(await pay({ paidAt: daysOff(1) }), 'payment.paid-at')
    expectRefusal(await pay({ paidAt: daysOff(-31) }), 'payment.paid-at')
    expectRefusal(await pay({ bankAccountId: await account('6000000000001706') }), 'payment.account-short', { amount: '100000.00' })
    const { body: closed } = await pay({ bankAccountId: await account('6000000000001708') })
    expect(closed).toMatchObject({ errors: [{ path: 'bankAccountId' }] })
    expect((await pay({ paidAt: daysOff(-30) })).status).toBe(200)
  })

  it('four eyes: who has registered a payment does not confirm it, nor approve what he has submitted', async () => {
    const multi = await platform().as('multi01')
    const loan = await loanFor('50000.00', '1000')
    const { id } = await multi.add(at.payment, await paymentValues(platform(), loan))
    await multi.act(at.payment, 'submit', id)
    expect(await multi.tryTo(at.payment, 'approve', id)).toMatchObject({ status: 417 })
    await fm.act(at.payment, 'approve', id)
    await verifiedSlip(platform(), await multi.act(at.payment, 'pay', id, await registration(platform(), 'PAY-3')))
    expect(await multi.tryTo(at.payment, 'confirmPaid', id)).toMatchObject({ status: 417 })
    expect((await fn.tryTo(at.payment, 'confirmPaid', id)).status).toBe(403)
    expect((await fm.tryTo(at.payment, 'confirmPaid', id)).status).toBe(200)
  })

  it('I-08 a payment that fails is paid again, of two at once one, and a cancelled one leaves room for another', async () => {
    const loan = await loanFor('60000.00', '1200')
    const advance = (amount: string) => drafted(loan, { paymentType: 'FINANCING_LOAN_ADVANCE', amount })
    const [one1, two] = [await advance('40000.00'), await advance('40000.00')]
    const tried = await Promise.all([one1, two].map(({ id }) => fn.tryTo(at.payment, 'submit', id)))
    expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
    const id = tried[0]?.status === 200 ? one1.id : two.id
    const payment = await fm.act(at.payment, 'approve', id)
    const paidTwice = await Promise.all(
      ['PAY-4', 'PAY-5'].map(async (serial) =>
        fn.tryTo(at.payment, 'pay', id, { ...(await registration(platform(), serial)), version: payment['version'] }),
      ),
    )
    expect(paidTwice.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await fn.act(at.payment, 'fail', id, { failReason: '退汇' })).toMatchObject({
      status: 'FAILED',
      bankSerialNo: null,
      paidAt: null,
    })
    expect(await one('loan', 'id', loan.id)).toMatchObject([{ in_payment_amount: '40000.00', paying_amount: '0.00' }])
    await verifiedSlip(platform(), await registered(platform(), payment, 'PAY-6'))
    const again = await approvedPart(loan, '20000.00')
    expect(await fn.act(at.payment, 'cancel', again.id, { opinion: '改期' })).toMatchObject({ status: 'CANCELLED' })
    expect(await fm.act(at.payment, 'confirmPaid', id)).toMatchObject({ status: 'PAID' })
    expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'DISBURSING', paidAmount: '40000.00', inPaymentAmount: '0.00' })
    await approvedPart(loan, '5000.00')
    expectRefusal(await fn.tryTo(at.loan, 'finishPay', loan.id, { opinion: '结束' }), 'payment.under-way')
  })

  it('a slip of an attempt that failed proves nothing of the next one', async () => {
    const payment = await approved(await loanFor('10000.00', '200'))
    await verifiedSlip(platform(), await registered(platform(), payment, 'PAY-20'))
    await fn.act(at.payment, 'fail', payment.id, { failReason: '退汇' })
    const again = await registered(platform(), payment, 'PAY-21')
    const { paymentNo } = again
    expectRefusal(await fm.tryTo(at.payment, 'confirmPaid', payment.id), 'payment.no-proof', { paymentNo })
    await verifiedSlip(platform(), again)
    expect(await fm.act(at.payment, 'confirmPaid', payment.id)).toMatchObject({ status: 'PAID' })
  })

  it('goes to the account that was approved: it is not another one until the money is there', async () => {
    const payment = await approved(await loanFor('10000.00', '200'))
    const payee = String(payment['payeeAccountId'])
    const { version, accountNo, bankBranch } = await op.read(at.account, payee)
    const edit = (more: object) => op.ask('PATCH', `${at.account}/${payee}`, { version, ...more })
    for (const more of [{ accountNo: '6222000000009999' }, { bankName: '演示己银行' }, { bankBranch: '另一支行' }])
      expectRefusal(await edit(more), 'account.paid-to', { accountNo, document: expect.stringMatching(/^放款单 FK\d+/) as string })
    expect((await edit({ remark: '常用账户', bankBranch })).status).toBe(200)
  })

  it('is refused with an amount that would be no debt', async () => {
    const values = await paymentValues(platform(), await loanFor('10000.00', '200'), {
      currency: 'USD',
      amount: '4000.00',
      exchangeRate: '0.000001',
    })
    const { status, body } = await fn.ask('POST', at.payment, values)
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('融资部分须大于 0')])
  })

  it('finishPay gives back what is not paid out, and ends the payments that nobody has submitted', async () => {
    const loan = await loanFor('30000.00', '600')
    const part = await approvedPart(loan, '10000.00')
    await verifiedSlip(platform(), await registered(platform(), part, 'PAY-7'))
    await fm.act(at.payment, 'confirmPaid', part.id)
    const draft = await drafted(loan, { paymentType: 'FINANCING_LOAN_BALANCE', amount: '20000.00' })
    const before = await op.read(at.line, lineId)
    expect(await fn.act(at.loan, 'finishPay', loan.id, { opinion: '客户不再用款' })).toMatchObject({ status: 'OUTSTANDING' })
    const after = await op.read(at.line, lineId)
    expect(Number(before['reservedAmount']) - Number(after['reservedAmount'])).toBe(20_000)
    expect(after['usedAmount']).toBe(before['usedAmount'])
    expect(await fn.read(at.payment, draft.id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('a slip is taken once, and compared with the payment; a loan under way is not closed', async () => {
    const loan = await loanFor('20000.00', '400')
    const payment = await approved(loan)
    expectRefusal(await (await platform().as('bm01')).tryTo(at.loan, 'close', loan.id, { opinion: '不用了' }), 'loan.pledged')
    const paying = await registered(platform(), payment, 'PAY-8')
    const differing = { docId: paying.id, slipType: 'ALL', amount: '19000.00', payeeName: '演示其他有限公司' }
    const asked = await fn.ask('POST', at.slip, differing)
    expect([asked.status, asked.body.errors]).toMatchObject([
      417,
      [
        { path: 'amount', rule: 'warning' },
        { path: 'payeeName', rule: 'warning' },
      ],
    ])
    const keys = [0, 1].map((index) => String(asked.body.errors?.[index]?.params?.['key'])).join(',')
    const wrong = (await fn.ask('POST', at.slip, differing, { 'confirmed-warnings': keys })).body as unknown as RecordValues
    expectRefusal(await fn.tryTo(at.slip, 'slipVerify', wrong.id), 'slip.no-file')
    await attached(fn, at.slip, wrong.id, 'slipFiles')
    expectRefusal(await fn.tryTo(at.slip, 'slipVerify', wrong.id), 'slip.differs', { what: '金额', slip: '19000.00', expected: '20000.00' })
    await expect(slipOf(platform(), paying)).rejects.toThrow(/4(09|22)/)
    await fn.act(at.slip, 'slipReject', wrong.id, { opinion: '金额不符' })
    await verifiedSlip(platform(), paying)
  })

  it('E-42 a flow of the bank is matched with the payment of its number alone, and proves it', async () => {
    const loan = await loanFor('10000.00', '200')
    const paying = await registered(platform(), await approved(loan), 'PAY-9')
    const { bankAccountId } = paying
    const flow = (bankSerialNo: string, amount: string) =>
      bankTold(platform(), { bankAccountId: String(bankAccountId), amount, bankSerialNo })
    const byClerk = { bankAccountId, flowDirection: 'OUT', amount: '10000.00', counterpartyName: '演示乳品', bankSerialNo: 'PAY-9' }
    const byHand = await fn.ask('POST', at.bankFlow, { ...byClerk, occurredAt: platform().clock.now() })
    expect(byHand.status).toBe(403)
    const other = await flow('OTHER-1', '10000.00')
    expectRefusal(await fn.tryTo(at.bankFlow, 'match', other.id, { loanPaymentId: paying.id }), 'bank-flow.differs', { what: '银行流水号' })
    const own = await flow('PAY-9', '10000.00')
    expect(await fn.act(at.bankFlow, 'match', own.id, { loanPaymentId: paying.id })).toMatchObject({ matchStatus: 'MATCHED' })
    expect((await fn.tryTo(at.bankFlow, 'match', own.id, { loanPaymentId: paying.id })).status).toBe(417)
    expect(await fm.act(at.payment, 'confirmPaid', paying.id)).toMatchObject({ status: 'PAID', bankFlowId: own.id })
    expect(await one('bank_flow', 'match_doc_no', String(paying['paymentNo']))).toHaveLength(1)
  })
  it('E-42: of 1,000,000.00 with 600,000.00 on its way out, 400,000.00 go back to a customer and not 400,000.01, nor a bond after them', async () => {
    const loan = await loanFor('600000.00')
    const { id: bankAccountId } = await fn.add(at.bankAccount, {
      accountName: '演示平台',
      accountNo: '9942000000000001',
      bankName: '演示丁银行浦东支行',
      accountPurpose: 'COLLECT',
      departmentId: loan['departmentId'],
      subAccountId: await subjectId(platform(), '100204'),
      openingBalance: '1000000.00',
    })
    const payment = await approved(loan, { bankAccountId })
    await fn.act(at.payment, 'pay', payment.id, await registration(platform(), 'PAY-42', { bankAccountId }))

    const receiptId = await received(platform(), loan, '400000.01')
    const back = (refundAmount: string) => ({ refundAmount, payAccountId: bankAccountId, paySerialNo: 'BACK-42', opinion: '客户误汇' })
    expectRefusal(await fm.tryTo(at.receipt, 'refund', receiptId, back('400000.01')), 'payment.account-short', {
      balance: '1000000.00',
      paying: '600000.00',
      amount: '400000.01',
    })
    await fm.act(at.receipt, 'refund', receiptId, back('400000.00'))

    const ended = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '10000.00' })
    await bondPaid(platform(), ended.id)
    await (await platform().as('bm01')).act(at.loan, 'close', ended.id, { opinion: '客户不再用款' })
    const [bond] = await one('bond', 'loan_id', ended.id)
    const [refundAccount] = await one('ent_account', 'enterprise_id', String(ended['borrowerId']))
    await fn.act(at.bond, 'refund', bond!['id']!, {
      refundingAmount: bond!['balance_amount'],
      refundTo: 'ORIGINAL',
      refundAccountId: refundAccount!['id'],
      refundReason: '融资单已关闭',
    })
    const confirmed = { refundBankAccountId: bankAccountId, refundSerialNo: 'BACK-43' }
    expectRefusal(await fm.tryTo(at.bond, 'confirmRefund', bond!['id']!, confirmed), 'payment.account-short', { balance: '600000.00' })
  })

  it('D17 A6 I-08 an overdue loan keeps what is on its way, cancels the rest, and gives back what is not paid after all', async () => {
    const loan = await loanFor('40000.00', '800')
    const first = await approvedPart(loan, '10000.00')
    await verifiedSlip(platform(), await registered(platform(), first, 'PAY-10'))
    await fm.act(at.payment, 'confirmPaid', first.id)
    const failing = await registered(platform(), await approvedPart(loan, '15000.00'), 'PAY-11')
    const late = await registered(platform(), await approvedPart(loan, '2000.00'), 'PAY-12')
    await verifiedSlip(platform(), late)
    const waiting = await approvedPart(loan, '5000.00')
    const reserved = async () => Number((await op.read(at.line, lineId))['reservedAmount'])
    const before = await reserved()
    await inTransaction(platform().services, systemUser, (tools) => typed(tools).perform('loan', loan.id, 'overdue'))
    expect(before - (await reserved())).toBe(13_000)
    expect(await fn.read(at.payment, waiting.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await fn.act(at.payment, 'fail', failing.id, { failReason: '退汇' })).toMatchObject({ status: 'CANCELLED' })
    expect(before - (await reserved())).toBe(28_000)
    expect(await fm.act(at.payment, 'confirmPaid', late.id)).toMatchObject({ status: 'PAID' })
    expect(before - (await reserved())).toBe(30_000)
    expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'OVERDUE', paidAmount: '12000.00', inPaymentAmount: '0.00' })
    expect(await violatedInvariants(platform().services.plan, platform().database)).toEqual([])
  })

  it('pays nothing out for goods that are not pledged, to an account that was closed, nor as a flow of another amount', async () => {
    const unpledged = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '10000.00' })
    await bondPaid(platform(), unpledged.id)
    const early = await drafted(unpledged)
    expectRefusal(await fn.tryTo(at.payment, 'submit', early.id), 'payment.beyond-pledged', { available: '0.00' })

    const payment = await approved(await loanFor('10000.00', '200'))
    const payee = String(payment['payeeAccountId'])
    await op.act(at.account, 'disable', payee)
    const early13 = await fn.tryTo(at.payment, 'pay', payment.id, await registration(platform(), 'PAY-13'))
    await op.act(at.account, 'enable', payee)
    expectRefusal(early13, 'payment.payee-account-closed')
    const paying = await registered(platform(), payment, 'PAY-13')
    await verifiedSlip(platform(), paying)
    await bankTold(platform(), { bankAccountId: String(paying['bankAccountId']), amount: '9999.00', bankSerialNo: 'PAY-13' })
    expectRefusal(await fm.tryTo(at.payment, 'confirmPaid', paying.id), 'payment.other-flow', { serialNo: 'PAY-13' })
  })
})
