import type { LoanPayment } from '../../generated/loanPayment'
import { logReceived } from '../../calls/received'
import { takeNotice, type TransferNotice } from '../../rules/awxTransfer'
import { typed } from '../../ruleTypes'
import type { World } from '../world'
import { payBond } from './bond'
import { businesses, type BusinessName } from './business'
import type { LoanHandle } from './loan'

export interface InstitutionPaying {
  business: BusinessName
  loan: LoanHandle
  day: string
  /** In dollars. */
  amount: string
  /** What the institution tells, one after the other. */
  told: readonly TransferNotice['status'][]
  /** CONFIRMED: arrived, and the debt has begun. GIVEN_UP: before the institution had begun. */
  ends?: 'CONFIRMED' | 'GIVEN_UP'
}

const screen = 'funds/financeLoan'
const url = '/api/airwallex/transfer/callback'
const rate = '7.120000'

/** Money goes to the supplier abroad: the finance officer has the institution pay it, which tells of it as it goes. */
export function planInstitutionPayout(world: World, paying: InstitutionPaying): void {
  const { diary, office } = world
  const { business, loan, day, told, ends } = paying
  const { supplier } = businesses[business]
  let payment: LoanPayment | undefined
  diary.at(day, '10:05', `payout in dollars to ${supplier}`, async () => {
    await payBond(world, business, loan)
    const desk = await office.as('fn01')
    const { id } = await addPayment(world, paying)
    await desk.act(screen, id, 'submit')
    await (await office.as('fm01')).act(screen, id, 'approve', { opinion: '同意付汇' })
    payment = await desk.act(screen, id, 'payout', { transferReason: '货款', transferRef: `INVOICE ${day}` })
  })
  for (const [index, status] of told.entries())
    diary.at(day, `11:${String(10 + index * 10)}`, `the institution tells of the payout to ${supplier}`, () => tell(world, payment, status))
  if (ends === 'GIVEN_UP')
    diary.at(day, '15:10', 'a payout that the institution has not begun', async () => {
      await (await office.as('fn01')).act(screen, payment?.id ?? '', 'fail', { failReason: '供应商更换收款账户，暂不付款' })
    })
  if (ends === 'CONFIRMED')
    diary.at(day, '15:20', `the payout to ${supplier} has arrived`, async () => {
      await (await office.as('fm01')).act(screen, payment?.id ?? '', 'confirmPaid')
    })
}

async function addPayment({ office, names }: World, { business, loan, day, amount }: InstitutionPaying): Promise<LoanPayment> {
  const { supplier } = businesses[business]
  const { id: loanId, ...of } = await office.system.read('loan', loan.record().id)
  const { borrowerId, departmentId, fundingPartyId, contractId } = of
  return (await office.as('fn01')).add(screen, {
    loanId,
    borrowerId,
    departmentId,
    fundingPartyId,
    contractId,
    paymentType: 'FINANCING_LOAN_ADVANCE',
    payeeId: names.id('enterprise', supplier),
    payeeAccountId: names.id('account', supplier),
    bankAccountId: names.id('bankAccount', '美元外汇户'),
    payChannel: 'AIRWALLEX',
    planPayDate: day,
    currency: 'USD',
    exchangeRate: rate,
    amount,
  })
}

/** As its signed calls do. */
async function tell({ office }: World, payment: LoanPayment | undefined, status: TransferNotice['status']): Promise<void> {
  const { requestId: known, amount, currency } = await office.system.read('awxTransfer', payment?.awxTransferId ?? '')
  const requestId = known ?? ''
  const notice: TransferNotice = {
    requestId,
    status,
    amount,
    currency,
    ...(status === 'PAID' ? { feeAmount: '15.00' } : {}),
    ...(status === 'FAILED' ? { failReason: '收款行退回：收款人名称不符' } : {}),
  }
  await office.system.write(async ({ tools }) => {
    await takeNotice(typed(tools), notice, false)
    const message = { system: 'AIRWALLEX', description: '付款状态通知', method: 'POST', url, body: JSON.stringify(notice) }
    await logReceived(tools, { ...message, values: { ...notice }, status: 200, answer: JSON.stringify({ requestId, status }), costMs: 12 })
  })
}
