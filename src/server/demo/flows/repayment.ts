import { addDecimals, roundDecimal, type Decimal } from '../../../../engine/core/decimal'
import type { NewRepayment, Repayment } from '../../generated/repayment'
import type { Press } from '../office'
import type { World } from '../world'
import { businesses, type BusinessName } from './business'
import type { LoanHandle } from './loan'

/** REVERSED: on the same day, which is the only one on which it may be. */
export type RepaymentEnd = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'CONFIRMED' | 'REVERSED'

export interface Repaying {
  business: BusinessName
  /** All debts of the customer when left out. */
  loan?: LoanHandle
  day: string
  /** From which day on it counts; the day of its booking when left out. */
  valueDate?: string
  /** What comes in for it, or by how much that is more than all that is owed on the loan. */
  received?: Decimal | { beyond: Decimal }
  /** Of the customer's advance deposit. */
  depositOffset?: Decimal
  /** Of overdue debts alone, by the menu for these. */
  overdue?: true
  /** Of credit notes alone, by the menu for these. */
  onCredit?: true
  /** Where it stays; CONFIRMED when left out. */
  until?: RepaymentEnd
}

const cash = 'redemption/cashRepayment'
const overdueOnly = 'redemption/overdueRepayment'
const ofCredit = 'redemption/creditrepayment'

/** Money comes in, the finance officer repays debts with it, and the finance manager books that. */
export function planRepayment(world: World, repaying: Repaying): void {
  const { diary, office } = world
  const { business, day, until = 'CONFIRMED' } = repaying
  const { borrower } = businesses[business]
  const screen = repaying.onCredit ? ofCredit : repaying.overdue ? overdueOnly : cash
  let current: Repayment | undefined
  const act: Press<typeof screen> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(screen, current?.id ?? '', action, ...form)
  }

  diary.at(day, '11:10', `repayment of ${borrower}`, async () => {
    const desk = await office.as('fn01')
    const values = await valuesOf(world, repaying)
    const received = await receivedFor(world, repaying, values)
    const receiptId = received === undefined ? undefined : await receive(world, values, received)
    current = await desk.add(screen, { ...values, receiptAmount: received ?? '0.00', ...(receiptId === undefined ? {} : { receiptId }) })
    if (until !== 'DRAFT') await act('fn01', 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return
  diary.at(day, '14:40', `answer to the repayment of ${borrower}`, async () => {
    if (until === 'REJECTED') return act('fm01', 'reject', { opinion: '到账金额与客户来函不符，请核实' })
    await act('fm01', 'approve', { opinion: '同意入账' })
    if (until === 'REVERSED') await act('fm01', 'reverse', { opinion: '付款方来函更正用途，冲销后重做' })
  })
}

type Values = Omit<NewRepayment, 'receiptAmount'>

async function valuesOf({ names, office }: World, { business, loan, day, valueDate, depositOffset, received }: Repaying): Promise<Values> {
  const { borrower, party, department } = businesses[business]
  const borrowerId = names.id('enterprise', borrower)
  const of = loan === undefined ? undefined : await office.system.read('loan', loan.record().id)
  return {
    borrowerId,
    departmentId: of?.departmentId ?? names.id('department', department),
    fundingPartyId: of?.fundingPartyId ?? names.id('enterprise', party),
    currency: 'CNY',
    valueDate: valueDate ?? day,
    payChannel: received === undefined ? 'OFFSET' : 'BANK',
    ...(of === undefined ? {} : { loanId: of.id }),
    ...(depositOffset === undefined ? {} : { depositOffset }),
  }
}

async function receivedFor(
  { office }: World,
  { received, day, loan, onCredit }: Repaying,
  { borrowerId }: Values,
): Promise<Decimal | undefined> {
  if (typeof received !== 'object') return received
  const body = { borrowerId, loanId: loan?.record().id, valueDate: day, totalAmount: '1.00' }
  const trial = onCredit ? 'trialCreditRepayment' : 'trialRepayment'
  const { owedAmount } = (await (await office.as('fn01')).ask(trial, { body })) as { owedAmount: Decimal }
  return roundDecimal(addDecimals(owedAmount, received.beyond), 2)
}

/** What the customer has paid into the collecting account. */
async function receive({ office, names }: World, values: Values, amount: Decimal): Promise<string> {
  const { borrowerId, departmentId, fundingPartyId, currency } = values
  const bankAccountId = names.id('bankAccount', '回款户')
  const { id } = await (
    await office.as('fn01')
  ).work((tools) =>
    tools.create('receipt', {
      receiptType: 'FINANCING',
      payerId: borrowerId,
      borrowerId,
      departmentId,
      fundingPartyId,
      currency,
      bankAccountId,
      receivedAt: tools.now,
      amount,
    }),
  )
  return id
}
