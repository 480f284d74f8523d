import type { Decimal } from '../../../../engine/core/decimal'
import { emptyPdf } from '../emptyPdf'
import type { LoanPayment } from '../../generated/loanPayment'
import type { Press } from '../office'
import type { World } from '../world'
import { payBond } from './bond'
import { businesses, type BusinessName } from './business'
import type { LoanHandle } from './loan'

/** UNCONFIRMED: paid, and its slip waits. */
export type PayoutEnd =
  'DRAFT' | 'AUDITING' | 'REJECTED' | 'REFUSED' | 'APPROVED' | 'PAYING' | 'UNCONFIRMED' | 'PAID' | 'FAILED' | 'CANCELLED'

export interface PayingOut {
  business: BusinessName
  loan: LoanHandle
  day: string
  /** All that is approved when left out. */
  amount?: Decimal
  /** The rest of a loan of which a part is paid out already. */
  balance?: true
  /** Where it stays; PAID when left out. */
  until?: PayoutEnd
  /** The first try at the bank fails. */
  failsOnce?: true
  /** The first slip is sent back. */
  slipSentBack?: true
}

const screen = 'funds/financeLoan'
const slips = 'funds/financeLoan.water'

/** Money is paid out of a loan: the bond first, then the finance officer's payment, which the manager approves and confirms. */
export function planPayout(world: World, paying: PayingOut): void {
  const { diary, office } = world
  const { business, loan, day } = paying
  const { borrower } = businesses[business]
  const until = paying.until ?? 'PAID'
  let current: LoanPayment | undefined
  const record = (): LoanPayment => {
    if (!current) throw new RangeError('there is no such payment yet')
    return current
  }
  const act: Press<typeof screen> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(screen, record().id, action, ...form)
  }
  diary.at(day, '16:30', `payout to ${borrower}`, async () => {
    await payBond(world, business, loan)
    current = await addPayment(world, paying)
    if (until !== 'DRAFT') await act('fn01', 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return
  diary.at(day, '16:40', `answer to the payout to ${borrower}`, async () => {
    if (until === 'REJECTED') return act('fm01', 'reject', { opinion: '请核对收款账户后重新提交' })
    if (until === 'REFUSED') return act('fm01', 'refuse', { opinion: '客户已改用自有资金，本次不放款' })
    await act('fm01', 'approve', { opinion: '同意放款' })
  })
  if (until === 'REJECTED' || until === 'REFUSED' || until === 'APPROVED') return
  if (until === 'CANCELLED')
    return diary.at(day, '16:50', `cancelling the payout to ${borrower}`, () => act('fn01', 'cancel', { opinion: '客户推迟用款' }))
  diary.at(day, '16:55', `payment to ${borrower}`, async () => {
    if (paying.failsOnce || until === 'FAILED') {
      await register(world, paying, record, act, 'A')
      await act('fn01', 'fail', { failReason: '收款行退汇：账户状态异常' })
    }
    if (until === 'FAILED') return
    await register(world, paying, record, act, 'B')
    if (until === 'PAYING') return
    if (paying.slipSentBack) await takeSlip(world, record(), 'slipReject')
    await takeSlip(world, record(), until === 'UNCONFIRMED' ? undefined : 'slipVerify')
    if (until === 'PAID') await act('fm01', 'confirmPaid')
  })
}

/** What the finance officer types: to the borrower's own account, from that of the funding party. */
async function addPayment({ office, names }: World, paying: PayingOut): Promise<LoanPayment> {
  const { borrower, party } = businesses[paying.business]
  const {
    id: loanId,
    borrowerId,
    departmentId,
    fundingPartyId,
    contractId,
    approvedAmount,
  } = await office.system.read('loan', paying.loan.record().id)
  const part = paying.balance ? 'FINANCING_LOAN_BALANCE' : 'FINANCING_LOAN_ADVANCE'
  return (await office.as('fn01')).add(screen, {
    loanId,
    borrowerId,
    departmentId,
    fundingPartyId,
    contractId,
    paymentType: paying.amount === undefined ? 'FINANCING_LOAN_ALL' : part,
    payeeId: borrowerId,
    payeeAccountId: names.id('account', borrower),
    bankAccountId: names.id('bankAccount', `${party}放款户`),
    planPayDate: paying.day,
    currency: 'CNY',
    amount: paying.amount ?? approvedAmount ?? '0',
  })
}

async function register(
  { clock, names }: World,
  { business }: PayingOut,
  record: () => LoanPayment,
  act: Press<typeof screen>,
  tried: string,
): Promise<void> {
  await act('fn01', 'pay', {
    bankAccountId: names.id('bankAccount', `${businesses[business].party}放款户`),
    bankSerialNo: `${record().paymentNo}-${tried}`,
    paidAt: clock.now(),
  })
}

/** The slip of the bank is uploaded and looked at. */
async function takeSlip({ office }: World, payment: LoanPayment, answer?: 'slipVerify' | 'slipReject'): Promise<void> {
  const finance = await office.as('fn01')
  const { id: docId, paymentNo, currency, amount, bankSerialNo, paidAt, bankAccountId, payeeAccountId } = payment
  const payer = await finance.read('bankAccount', bankAccountId ?? '')
  const payee = await finance.read('entAccount', payeeAccountId ?? '')
  const { id } = await finance.add(slips, {
    docId,
    slipType:
      payment.paymentType === 'FINANCING_LOAN_ALL' ? 'ALL' : payment.paymentType === 'FINANCING_LOAN_BALANCE' ? 'BALANCE' : 'ADVANCE',
    payerName: payer.accountName,
    payerAccountNo: payer.accountNo,
    payeeName: payee.accountName,
    payeeAccountNo: payee.accountNo,
    currency,
    amount: amount ?? '',
    bankSerialNo: bankSerialNo ?? '',
    paidAt: paidAt ?? '',
  })
  await finance.attach(slips, id, 'slipFiles', `${paymentNo}-水单.pdf`, emptyPdf)
  if (answer === 'slipReject') await finance.act(slips, id, answer, { opinion: '水单影像不清晰，请重新上传' })
  if (answer === 'slipVerify') await finance.act(slips, id, answer, {})
}
