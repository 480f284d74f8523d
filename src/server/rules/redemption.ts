/** Redemptions for cash and on credit (E-15, E-16; domain 40, redemptionStatus): one computation for the form, its submission and its approval. */
import { sql } from 'kysely'
import { addDays } from '../../../engine/core/dateTime'
import { addDecimals, compareDecimals, roundDecimal, subtractDecimals, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { interestDaysAccrued, interestDaysOn } from '../../rules/debt/accrual'
import {
  payDeadlineOf,
  redemptionOf,
  refuseOffsets,
  refuseWhilePaidOut,
  type ComputedRedemption,
  type DebtShare,
} from '../../rules/redemption'
import { stillOwed } from '../../rules/redemptionBooking'
import type { Loan } from '../generated/loan'
import type { Redemption, RedemptionRow } from '../generated/redemption'
import type { ActionRule, Draft, Past, SaveRule, Tools } from '../ruleTypes'
import { fundAccountOf } from './fundAccount'
import { refuseOtherBusiness } from './loan'
import { valuedIn } from './loanValuation'
import { refuseUncreditable } from './redemptionCredit'
import { redemptionFacts, type Known } from './redemptionFacts'
import { refuseBeyondDeposit } from './repayment'

type Values = Draft<'redemption'>
type Submitted = Past<'redemption', 'submit'>

/** Goods can be redeemed while their loan is paid out and not settled. */
const openLoans: readonly Loan['status'][] = ['DISBURSING', 'OUTSTANDING', 'OVERDUE']

export const saveRedemption: SaveRule<'redemption'> = async (tools, { values }) => {
  const loan = await tools.load('loan', values.loanId)
  refuseOtherBusiness(tools, values, loan)
  if (loan.currency !== valuedIn) tools.refuseIf(no('valuation.foreign-currency', { currency: loan.currency }))
  if (values.redemptionType !== 'CREDIT') Object.assign(values, { creditLimitId: null, creditTermDays: null, creditRate: null })
  const { dayCount } = await tools.load('product', loan.productId)
  const { computed } = await compute(tools, values, loan)
  const { amounts, lines, debts, fees } = computed
  Object.assign(values, amounts, { dayCount, debts, fees, payDeadline: payDeadlineOf(values.calcDate) })
  values.creditDueDate = values.creditTermDays ? addDays(values.calcDate, Number(values.creditTermDays)) : null
  for (const [index, row] of values.goods.entries()) Object.assign(row, lines[index])
}

type Computable = Pick<Values, 'redemptionType' | 'calcDate' | 'warehouseId' | 'bondOffset' | 'depositOffset'> & {
  id?: string
  status?: Redemption['status']
  goods: readonly { pledgeItemId: string; qty?: Decimal | null | undefined }[]
}

export async function compute(tools: Tools, record: Computable, loan: Loan): Promise<{ known: Known; computed: ComputedRedemption }> {
  const known = await redemptionFacts(tools, loan, record)
  const computed = redemptionOf({
    ...known,
    isCredit: record.redemptionType === 'CREDIT',
    calcDate: record.calcDate,
    lines: record.goods.map(({ pledgeItemId, qty }) => ({ pledgeItemId, qty: qty ?? '0' })),
    bondOffset: record.bondOffset ?? '0',
    depositOffset: record.depositOffset ?? '0',
  })
  return { known, computed }
}

/**
 * What the trial showed is what is submitted: where prices, balances or other redemptions have moved since, both figures are told and nothing is
 * booked. Two that submit for one loan wait for each other, so that each sees what the other takes.
 */
export const submitRedemption: ActionRule<'redemption', 'submit'> = async (tools, { record }) => {
  const { user } = tools
  if (user.outside !== undefined && isSome(record.bondOffset)) tools.refuseIf(no('repayment.bond-by-partner'))
  const { computed } = await judged(tools, record, refuseBeyondUnlocked)
  if (!isSome(computed.amounts.totalDue)) tools.refuseIf(no('redemption.nothing-to-pay'))
  await refuseUnlessVirtual(tools, record)
}

export const approveRedemption: ActionRule<'redemption', 'approve'> = async (tools, { record }) => {
  await judged(tools, record)
  const set: { bondId: string | null; bondAccountId: string | null; advanceAccountId: string | null } = {
    bondId: null,
    bondAccountId: null,
    advanceAccountId: null,
  }
  if (isSome(record.bondOffset)) {
    const bond = await bondOf(tools, record)
    Object.assign(set, { bondId: bond.id, bondAccountId: bond.fundAccountId })
  }
  if (isSome(record.depositOffset)) set.advanceAccountId = await fundAccountOf(tools, ownerOf(record), 'ADVANCE')
  return { to: isSome(record.cashDue) ? 'PENDING_PAY' : 'PENDING_CHECK', set }
}

/** Said before what would follow from it for the figures. */
function refuseBeyondUnlocked(tools: Tools, record: Submitted, known: Known): void {
  for (const { pledgeItemId, qty } of record.goods) {
    const goods = known.pledged.find(({ id }) => id === pledgeItemId)
    const unlocked = goods?.unlocked ?? '0.0000'
    if (compareDecimals(qty, unlocked) > 0)
      tools.refuseIf(no('redemption.beyond-unlocked', { goods: goods?.goodsName ?? '', unlocked, qty }))
  }
}

/**
 * What must hold when it is submitted, and when it is approved: time has passed between.
 * @param goods what is asked of the goods themselves, which a redemption that is approved holds already
 */
async function judged(
  tools: Tools,
  record: Submitted,
  goods: typeof refuseBeyondUnlocked = () => undefined,
): Promise<{ computed: ComputedRedemption }> {
  const loan = await tools.load('loan', record.loanId, { lock: true })
  if (!openLoans.includes(loan.status)) tools.refuseIf(no('redemption.loan-not-open', { loanNo: loan.loanNo }))
  const { calcDate, redemptionType } = record
  if (calcDate < tools.today) tools.refuseIf(no('redemption.calc-date', { calcDate, today: tools.today }))
  const { known, computed } = await compute(tools, record, loan)
  goods(tools, record, known)
  refuseMoved(tools, record, known, computed)
  tools.refuseIf(refuseWhilePaidOut(loan.loanNo, computed.left, loan.inPaymentAmount ?? '0'))
  const offsets = { bondOffset: record.bondOffset ?? '0', depositOffset: record.depositOffset ?? '0' }
  tools.refuseIf(refuseOffsets({ ...offsets, isCredit: redemptionType === 'CREDIT' }, computed.amounts))
  if (isSome(record.depositOffset)) await refuseBeyondDeposit(tools, ownerOf(record), offsets.depositOffset)
  if (isSome(record.bondOffset)) await refuseBeyondBond(tools, record, offsets.bondOffset)
  if (redemptionType === 'CREDIT') await refuseUncreditable(tools, record)
  return { computed }
}

const comparedAmounts = {
  goodsValue: '货值',
  principalDue: '应还本金',
  topUpPrincipal: '补还本金',
  interestDue: '应还利息',
  penaltyDue: '应还罚息',
  serviceFeeDue: '服务费',
  storageFeeDue: '仓储费',
  totalDue: '应付合计',
  cashDue: '应付现金',
} as const satisfies Partial<Record<keyof RedemptionRow, string>>

function refuseMoved(tools: Tools, record: Redemption, known: Known, { amounts, lines }: ComputedRedemption): void {
  const prices = record.goods.flatMap(({ pledgeItemId, unitValue }, index) => {
    const now = lines[index]?.unitValue ?? '0'
    if (compareDecimals(unitValue ?? '0', now) === 0) return []
    const goods = known.pledged.find(({ id }) => id === pledgeItemId)?.goodsName ?? ''
    return [`“${goods}”${unitValue ?? '—'} → ${now}`]
  })
  if (prices.length > 0)
    tools.refuseIf(no('redemption.prices-moved', { prices: prices.join('、'), before: record.totalDue ?? '0.00', after: amounts.totalDue }))
  for (const [name, what] of Object.entries(comparedAmounts) as [keyof typeof comparedAmounts, string][]) {
    const before = record[name] ?? '0.00'
    if (compareDecimals(before, amounts[name]) !== 0) tools.refuseIf(no('redemption.figures-moved', { what, before, after: amounts[name] }))
  }
}

function ownerOf({ borrowerId, departmentId, fundingPartyId, currency }: Redemption) {
  return { borrowerId, departmentId, fundingPartyId, currency: currency ?? valuedIn }
}

async function bondOf(tools: Tools, { loanId }: Pick<Redemption, 'loanId'>) {
  const [bond] = await tools.find('bond', { loanId }, { limit: 1, lock: true })
  return bond ?? tools.invalid('bondOffset', '该融资单没有保证金，不能抵扣')
}

/** What is being given back, or offset by others on their way, is not there for this one. */
async function refuseBeyondBond(tools: Tools, { id, loanId }: Redemption, amount: Decimal): Promise<void> {
  const { bondNo, balanceAmount, refundingAmount } = await bondOf(tools, { loanId })
  const others = await tools.find('redemption', { loanId, status: ['PENDING_PAY', 'PENDING_CHECK'] })
  const offset = others.flatMap((other) => (other.id === id ? [] : [other.bondOffset ?? '0']))
  const available = roundDecimal(subtractDecimals(balanceAmount, refundingAmount ?? '0', ...offset), 2)
  if (compareDecimals(amount, available) > 0) tools.refuseIf(no('bond.not-enough', { balance: bondNo, available, amount }))
}

async function refuseUnlessVirtual(tools: Tools, { releaseMode, borrowerId, fundingPartyId }: Redemption): Promise<void> {
  if (releaseMode !== 'VIRTUAL') return
  const [client] = await tools.find('client', { enterpriseId: borrowerId, fundingPartyId, status: ['ACTIVE', 'SUSPENDED'] }, { limit: 1 })
  if (client?.virtualReleaseAllowed) return
  const { enterpriseName } = await tools.load('enterprise', borrowerId)
  tools.refuseIf(no('redemption.virtual-not-allowed', { borrower: enterpriseName }))
}

export const payRedemption: ActionRule<'redemption', 'paid'> = (_tools, { record: { receivedAmount, cashDue }, form }) => ({
  to: compareDecimals(addDecimals(receivedAmount ?? '0', form.amount), cashDue ?? '0') < 0 ? 'PENDING_PAY' : 'PENDING_CHECK',
})

/** What has come in for a redemption that does not take place goes to the customer's deposit (decisions D13, B13). */
export const returnPayment: ActionRule<'redemption', 'expire' | 'cancel' | 'checkRefuse'> = async (tools, { record }) => {
  if (!isSome(record.receivedAmount)) return
  return {
    set: {
      advanceAccountId: await fundAccountOf(tools, ownerOf(record), 'ADVANCE'),
      receipts: await receiptsOf(tools, record),
      returnCount: Number(record.returnCount ?? 0) + 1,
    },
  }
}

/** On which bank accounts its money came in, the earliest first. The lines of a redemption that was paid before and expired become these. */
async function receiptsOf({ trx }: Tools, { id, receipts }: Redemption) {
  const { rows } = await sql<{ bankAccountId: string; amount: Decimal }>`
    select l.bank_account_id::text as "bankAccountId", sum(l.verified_amount) as amount
    from verification_lines l join verification v on v.id = l.parent_id join receivable r on r.id = l.receivable_id
    where r.doc_type = 'redemption' and r.doc_id = ${id} and r.status in ('OPEN', 'PARTIAL', 'CLOSED') and v.status = 'DONE'
    group by 1 order by min(l.id)`.execute(trx)
  return laidOver(receipts, rows, { bankAccountId: null, amount: '0.00' })
}

/** The lines of before, in their order, become these; one that is left over says nothing any more. */
function laidOver<Row extends object>(before: readonly { id: string }[], wanted: readonly Row[], empty: Row | object) {
  return Array.from({ length: Math.max(before.length, wanted.length) }, (_, index) => ({
    ...(wanted[index] ?? empty),
    ...(before[index] ? { id: before[index].id } : {}),
  }))
}

/** Decision B5: others may have repaid meanwhile, so that what is booked is judged once more, with everything held. */
export const checkRedemption: ActionRule<'redemption', 'checkApprove'> = async (tools, { record }) => {
  const { calcDate, redemptionType, creditTermDays } = record
  const loan = await tools.load('loan', record.loanId, { lock: true })
  const { debts } = await redemptionFacts(tools, loan, record, true)
  const settled = stillOwed(sharesOf(record), debts, calcDate)
  const behind = settled.find(({ debt }) => isSome(debt.principal) && interestDaysOn(debt, calcDate) > interestDaysAccrued(debt))
  if (behind)
    tools.refuseIf(no('redemption.not-accrued', { debtNo: behind.debt.debtNo, accrued: behind.debt.lastAccrualDate ?? '—', calcDate }))
  const parts = new Map(settled.map((part) => [part.id, part]))
  const isCredit = redemptionType === 'CREDIT'
  return {
    set: {
      debts: record.debts.map(({ id, debtNoteId }) => {
        const { principalPart, interestPart, penaltyPart, supplement } = parts.get(debtNoteId ?? '') ?? noPart
        return { id, principalPart, interestPart, penaltyPart, supplement }
      }),
      receipts: await receiptsOf(tools, record),
      transferAmount: isCredit ? roundDecimal(sumDecimals(settled.map(({ principalPart }) => principalPart)), 2) : '0.00',
      creditDueDate: isCredit ? addDays(tools.today, Number(creditTermDays)) : null,
    },
  }
}

const noPart = { principalPart: '0.00', interestPart: '0.00', penaltyPart: '0.00', supplement: '0.00' }

export function sharesOf({ debts }: Pick<Redemption, 'debts'>): DebtShare[] {
  return debts.map(({ debtNoteId, principalPart, interestPart, penaltyPart, supplement }) => ({
    debtNoteId: debtNoteId ?? '',
    principalPart: principalPart ?? '0.00',
    interestPart: interestPart ?? '0.00',
    penaltyPart: penaltyPart ?? '0.00',
    supplement: supplement ?? '0.00',
  }))
}

/** What has left the warehouse of each line, by batch: the outbound orders of the redemption say it. */
export const completeRedemption: ActionRule<'redemption', 'outDone'> = async (tools, { record: { id, goods } }) => {
  const { rows } = await sql<{ batchId: string; qty: Decimal }>`
    select l.stock_batch_id::text as "batchId", sum(l.out_qty) as qty from out_order_goods l join out_order o on o.id = l.parent_id
    where o.redemption_id = ${id} and o.stock_out_type in ('REDEMPTION', 'CREDIT') group by 1`.execute(tools.trx)
  const left = new Map(rows.map(({ batchId, qty }) => [batchId, qty]))
  return {
    set: {
      goods: goods.map((line) => {
        const batchId = line.stockBatchId ?? ''
        const out = left.get(batchId) ?? '0'
        const releasedQty = compareDecimals(out, line.qty) < 0 ? out : line.qty
        left.set(batchId, subtractDecimals(out, releasedQty))
        return { id: line.id, releasedQty }
      }),
    },
  }
}

function isSome(amount: Decimal | null | undefined): boolean {
  return compareDecimals(amount ?? '0', '0') > 0
}
