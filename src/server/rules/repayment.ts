/** Repayments in cash or by offset (E-03b, E-04, E-06, E-07; domain 40, repaymentStatus). */
import { dateOf } from '../../../engine/core/dateTime'
import {
  addDecimals,
  compareDecimals,
  minDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import {
  accrualsOf,
  allocationsOf,
  notAccrued,
  owedIn,
  refuseRepaymentDay,
  settlementOf,
  type RepaymentBasis,
  type RepaymentSettlement,
} from '../../rules/debt/repayment'
import { isOffsetTooMuch } from '../../rules/debt/settlement'
import { refuseValueDate } from '../../rules/debt/valueDate'
import type { Repayment } from '../generated/repayment'
import type { ActionRule, Draft, SaveRule, Tools } from '../ruleTypes'
import { fundAccountOf } from './fundAccount'
import { refuseOtherBusiness } from './loan'
import { lastRepaidOn, laterRepayment, repaymentBasis, waitingRedemption, type Repaid } from './repaymentBasis'

type Values = Draft<'repayment'>

/** What people enter; the others come of redemptions, disposals and write-offs. */
const entered = new Set(['CASH', 'CREDIT', 'OVERDUE'])

export const saveRepayment: SaveRule<'repayment'> = async (tools, { values }) => {
  if (!values.docNo && !values.verificationId && !entered.has(values.repaymentType ?? ''))
    tools.invalid('repaymentType', '该类型的还款单由来源单据生成，不能手工录入')
  if (values.billId) return payBill(tools, values)
  // What a document has come to is computed when it is booked, which is at once.
  if (values.docId) return
  if (values.loanId) {
    const loan = await tools.load('loan', values.loanId)
    refuseOtherBusiness(tools, values, loan)
    if (values.currency !== loan.currency) tools.invalid('currency', `币种须与融资单一致（${loan.currency}）`)
  }
  await takeReceipt(tools, values)
  await refuseBeforeArrival(tools, values)
  const { settlement: _, ...known } = await computed(tools, values)
  Object.assign(values, { ...known, accruals: [] })
}

/** A33: interest of a month that was verified pays that interest and nothing else. */
async function payBill(tools: Tools, values: Values): Promise<void> {
  const bill = await tools.load('receivable', values.billId ?? '')
  const { id, loanId, borrowerId, departmentId, fundingPartyId, currency } = await tools.load('debtNote', bill.docId)
  const interestPart = values.receiptAmount ?? '0.00'
  const parts = { feePart: '0.00', penaltyPart: '0.00', interestPart, principalPart: '0.00', taxPart: '0.00', isTaxLoan: false }
  const allocs: Values['allocs'] = [{ debtNoteId: id, receivableId: null, allocType: 'PAY', ...parts }]
  Object.assign(values, { loanId, borrowerId, departmentId, fundingPartyId, currency, allocs })
}

/** The receipt says whose money it is, and on which account it came. */
async function takeReceipt(tools: Tools, values: Values): Promise<void> {
  values.bankAccountId = null
  if (!values.receiptId) return
  const receipt = await tools.load('receipt', values.receiptId)
  const of = `收款单 ${receipt.receiptNo}`
  if (receipt.borrowerId !== values.borrowerId) tools.invalid('receiptId', `${of} 不是该客户的收款`)
  if (receipt.fundingPartyId !== values.fundingPartyId) tools.invalid('fundingPartyId', `资金方须与${of} 一致`)
  if (receipt.departmentId !== values.departmentId) tools.invalid('departmentId', `所属部门须与${of} 一致`)
  if (receipt.currency !== values.currency) tools.invalid('currency', `币种须与${of} 一致（${receipt.currency}）`)
  if (compareDecimals(values.receiptAmount ?? '0', '0') <= 0) tools.invalid('receiptAmount', '选了收款单，到账金额须大于 0')
  // D27: whoever acts for a customer uses what that customer has paid itself.
  if (tools.user.outside !== undefined && receipt.payerId !== tools.user.outside) tools.invalid('receiptId', `${of} 不是本企业付款`)
  values.bankAccountId = receipt.bankAccountId
}

/** Whoever acts for a customer has no interest given back of days on which the money was not there yet; of others, approval judges that (E-03b). */
async function refuseBeforeArrival(tools: Tools, { receiptId, depositOffset, valueDate }: Values): Promise<void> {
  if (tools.user.outside === undefined || !valueDate) return
  const isOffset = compareDecimals(depositOffset ?? '0', '0') > 0
  const earliest = receiptId && !isOffset ? dateOf((await tools.load('receipt', receiptId)).receivedAt) : tools.today
  if (valueDate < earliest) tools.invalid('valueDate', `入账日不能早于${isOffset || !receiptId ? '今天' : '到账日'} ${earliest}`)
}

/** What the money comes to by the debts of now. */
async function computed(tools: Tools, repayment: Computable, lock = false) {
  const basis = await repaymentBasis(tools, scopeOf(repayment), { lock })
  const valueDate = repayment.valueDate ?? tools.today
  const settlement = settlementOf(basis, valueDate, totalOf(repayment))
  const received = subtractDecimals(repayment.receiptAmount ?? '0', settlement.overpaid)
  const allocs = allocationsOf(settlement, compareDecimals(received, '0') < 0 ? '0' : received)
  return { basis, settlement, allocs, owedAmount: owedIn(basis, valueDate).value }
}

type Computable = Pick<Values, 'receiptAmount' | 'bondOffset' | 'depositOffset' | 'valueDate'> & Parameters<typeof scopeOf>[0]

function scopeOf(repayment: {
  borrowerId: string
  fundingPartyId: string
  currency?: string | null
  loanId?: string | null
  repaymentType?: string | null
}): Repaid {
  const { borrowerId, fundingPartyId, currency, loanId, repaymentType } = repayment
  return {
    borrowerId,
    fundingPartyId,
    currency: currency ?? 'CNY',
    loanId: loanId ?? null,
    overdueOnly: repaymentType === 'OVERDUE',
    onCredit: repaymentType === 'CREDIT',
  }
}

function totalOf({ receiptAmount, bondOffset, depositOffset }: Pick<Values, 'receiptAmount' | 'bondOffset' | 'depositOffset'>): Decimal {
  return roundDecimal(sumDecimals([receiptAmount ?? '0', bondOffset ?? '0', depositOffset ?? '0']), 2)
}

export const submitRepayment: ActionRule<'repayment', 'submit'> = async (tools, { record }) => {
  const { user } = tools
  // D27: a customer may use its advance deposit, and what it has paid; never its bond.
  if (user.outside !== undefined && isSome(record.bondOffset)) tools.refuseIf(no('repayment.bond-by-partner'))
  const { settlement, allocs, ...known } = await computed(tools, record)
  await refuseUnfit(tools, record, { ...known, settlement }, false)
  return { set: { ...known, allocs: laidOver(record.allocs, allocs) } }
}

/** Everything is computed and judged again: what is owed and what is there may have changed since it was submitted. */
export const approveRepayment: ActionRule<'repayment', 'approve' | 'bookFill'> = async (tools, { record }) => {
  const { today } = tools
  const { settlement, allocs, ...known } = await computed(tools, record, true)
  await refuseUnfit(tools, record, { ...known, settlement }, true)
  await refuseBeforeChecked(
    tools,
    settlement.debts.map(({ id }) => id),
    record.valueDate,
  )
  const behind = notAccrued(settlement, record.valueDate)
  if (behind)
    tools.refuseIf(
      no('repayment.not-accrued', { debtNo: behind.debtNo, accrued: behind.lastAccrualDate ?? '—', valueDate: record.valueDate }),
    )
  const accruals = accrualsOf(settlement.debts, record.valueDate, today)
  return {
    set: {
      ...known,
      allocs: laidOver(record.allocs, allocs),
      accruals: accruals.map(({ id, days, ...row }) => ({ debtNoteId: id, days, ...row })),
      reductions: await billsReducedBy(tools, settlement.debts),
      bondId: isSome(record.bondOffset) ? await bondOf(tools, record) : null,
      advanceAccountId: isSome(record.depositOffset) || isSome(settlement.overpaid) ? await fundAccountOf(tools, record, 'ADVANCE') : null,
    },
  }
}

/** A bill is paid as of the date of its verification, which must be a value date that E-03b allows. */
export const confirmRepaymentOfBill: ActionRule<'repayment', 'autoConfirm'> = async (tools, { record }) => {
  const ids = record.allocs.flatMap(({ debtNoteId }) => debtNoteId ?? [])
  const debts = await tools.find('debtNote', { id: ids }, { lock: true })
  const repaidOn = await lastRepaidOn(tools, ids)
  for (const debt of debts) tools.refuseIf(refuseValueDate(record.valueDate, { ...debt, lastRepaidOn: repaidOn.get(debt.id) }, tools.today))
  await refuseBeforeChecked(tools, ids, record.valueDate)
  return {}
}

async function refuseBeforeChecked(tools: Tools, debtNoteIds: readonly string[], valueDate: string): Promise<void> {
  const waiting = await waitingRedemption(tools, debtNoteIds, valueDate)
  if (waiting) tools.refuseIf(no('repayment.redemption-waits', waiting))
}

/** A33: interest that a repayment pays is not owed by the month any more; the earliest month first. */
export async function billsReducedBy(
  tools: Tools,
  debts: RepaymentSettlement['debts'],
): Promise<{ receivableId: string; reduced: Decimal }[]> {
  const reductions = []
  for (const { id, interestPart, supplement } of debts) {
    let rest = subtractDecimals(interestPart, supplement)
    const open = { docType: 'debtNote', docId: id, receivableType: 'REPAYMENT', status: ['OPEN', 'PARTIAL'] } as const
    const bills = await tools.find('receivable', { ...open, status: [...open.status] }, { lock: true })
    for (const bill of bills.toSorted((one, other) => (one.period < other.period ? -1 : 1))) {
      const reduced = roundDecimal(minDecimal(bill.unverifiedAmount, rest), 2)
      if (!isSome(reduced)) continue
      reductions.push({ receivableId: bill.id, reduced })
      rest = subtractDecimals(rest, reduced)
    }
  }
  return reductions
}

function isSome(amount: Decimal | null | undefined): boolean {
  return compareDecimals(amount ?? '0', '0') > 0
}

/** What must hold when it is submitted, and when it is booked. @param lock so that nobody else uses the same money meanwhile */
async function refuseUnfit(
  tools: Tools,
  record: Repayment,
  { basis, settlement, owedAmount: owed }: { basis: RepaymentBasis; settlement: RepaymentSettlement; owedAmount: Decimal },
  lock: boolean,
): Promise<void> {
  const { overpaid } = settlement
  const { receiptId, receiptAmount, bondOffset, depositOffset, valueDate } = record
  if (!isSome(totalOf(record))) tools.refuseIf(no('repayment.nothing'))
  if (basis.debts.length === 0 && basis.fees.length === 0) tools.refuseIf(no('repayment.no-debt'))
  const repaidOn = await lastRepaidOn(
    tools,
    settlement.debts.map(({ id }) => id),
  )
  tools.refuseIf(refuseRepaymentDay(settlement, valueDate, tools.today, repaidOn))

  const sources = {
    receiptAmount,
    bondOffset: bondOffset ?? '0',
    depositOffset: depositOffset ?? '0',
    transferAmount: '0',
    writeOffAmount: '0',
  }
  const offset = roundDecimal(addDecimals(sources.bondOffset, sources.depositOffset), 2)
  if (isOffsetTooMuch(sources, owed)) tools.refuseIf(no('repayment.offset-too-much', { offset, owed }))
  // What is left over is money that has come in; what was offset for nothing is none.
  if (compareDecimals(overpaid, receiptAmount) > 0)
    tools.refuseIf(no('repayment.offset-too-much', { offset, owed: roundDecimal(subtractDecimals(totalOf(record), overpaid), 2) }))
  if (receiptId !== null) {
    const { receiptNo, unverifiedAmount } = await tools.load('receipt', receiptId, { lock })
    if (compareDecimals(receiptAmount, unverifiedAmount) > 0)
      tools.refuseIf(no('receipt.beyond-unverified', { balance: receiptNo, amount: receiptAmount, unverified: unverifiedAmount }))
  }
  if (isSome(depositOffset)) await refuseBeyondDeposit(tools, record, depositOffset ?? '0')
  if (isSome(bondOffset)) {
    const { bondNo, balanceAmount } = await tools.load('bond', await bondOf(tools, record), { lock })
    if (compareDecimals(bondOffset ?? '0', balanceAmount) > 0)
      tools.refuseIf(no('bond.not-enough', { balance: bondNo, available: balanceAmount, amount: bondOffset }))
  }
}

export async function refuseBeyondDeposit(
  tools: Tools,
  { borrowerId, fundingPartyId, currency }: Pick<Repayment, 'borrowerId' | 'fundingPartyId' | 'currency'>,
  amount: Decimal,
): Promise<void> {
  const [account] = await tools.system.find(
    'fundAccount',
    { borrowerId, fundingPartyId, fundAccountKind: 'ADVANCE', currency },
    { limit: 1 },
  )
  const available = account?.availableAmount ?? '0.00'
  if (compareDecimals(amount, available) > 0)
    tools.refuseIf(no('funds.not-enough', { balance: account?.accountCode ?? '（未开立）', available, amount }))
}

async function bondOf(tools: Tools, { loanId }: Repayment): Promise<string> {
  if (loanId === null) return tools.invalid('loanId', '抵扣保证金须填写融资单')
  const [bond] = await tools.find('bond', { loanId }, { limit: 1 })
  if (!bond) return tools.invalid('bondOffset', '该融资单没有保证金，不能抵扣')
  return bond.id
}

type Alloc = ReturnType<typeof allocationsOf>[number]

/** The lines of before, in their order, become these; one that is left over says nothing any more. */
export function laidOver(
  before: Repayment['allocs'],
  wanted: readonly Alloc[],
): (Omit<Alloc, 'allocType'> & { id?: string; allocType?: Alloc['allocType'] })[] {
  const empty = {
    debtNoteId: null,
    receivableId: null,
    isTaxLoan: false,
    feePart: '0.00',
    penaltyPart: '0.00',
    interestPart: '0.00',
    principalPart: '0.00',
  }
  return Array.from({ length: Math.max(before.length, wanted.length) }, (_, index) => {
    const id = before[index]?.id
    return { ...(wanted[index] ?? empty), ...(id === undefined ? {} : { id }) }
  })
}

/** Only on the day of its booking, and while nothing rests on it (domain 40, reverse; decision A41). */
export const reverseRepayment: ActionRule<'repayment', 'reverse' | 'unconfirm'> = async (tools, { record }) => {
  const { repaymentNo, bookedOn } = record
  if (bookedOn !== tools.today) tools.refuseIf(no('repayment.not-today', { repaymentNo, bookedOn, today: tools.today }))
  const later = await laterRepayment(tools, record)
  if (later) tools.refuseIf(no('repayment.later', later))
}
