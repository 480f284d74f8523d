import { addDecimals, compareDecimals, roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { initialRate } from '../../rules/financing'
import { no, refuseLoanApproval, refuseLoanSubmission, refuseLoanTerms } from '../../rules/guards'
import type { Loan, LoanState } from '../generated/loan'
import { contextOf, valuedIn, valueLines, type ValuedLine } from './loanValuation'
import { refuseUnlessContract } from './contract'
import { refuseWhilePaying } from './paymentsUnderWay'
import { endedLoanStates, pledgedStates } from './loanStates'
import { financingAvailable, refuseUnlessClient } from './quota'
import type { ActionRule, Found, Past, SaveRule, Tools } from '../ruleTypes'

/** The pledge rate and what may be financed stand on each line as soon as the draft is saved (E-10, E-11). */
export const saveLoan: SaveRule<'loan'> = async (tools, { values: loan, before }) => {
  const valued = await valueLines(tools, loan.goods, await contextOf(tools, loan))
  for (const [index, goods] of loan.goods.entries()) {
    goods.pledgeRate = valued[index]?.pledgeRate ?? null
    goods.financeAmount = valued[index]?.financeAmount ?? null
  }
  await refuseFrozenBorrower(tools, loan)
  const line = await tools.load('customerLine', loan.customerLineId)
  // Whose money it is, and whose business, decides who sees the loan, from the draft on.
  if (loan.fundingPartyId !== line.fundingPartyId) tools.invalid('fundingPartyId', '资金方须与客户额度一致')
  if (loan.departmentId !== line.departmentId) tools.invalid('departmentId', '所属部门须与客户额度一致')
  // E-08 counts in the quota's currency; a loan in another one would need a booking rate.
  if (loan.currency !== line.currency) tools.invalid('currency', `币种须与客户额度一致（${line.currency}）`)
  if (loan.currency !== valuedIn) tools.invalid('currency', `货物以人民币估值，不能申请${loan.currency}融资`)
  if (before) await passAgentOn(tools, before, loan.tradeAgentId ?? null)
}

/** Who acts for a loan sees what comes in for it (decision D10), also when that is another one from now on. */
async function passAgentOn(tools: Tools, { id, tradeAgentId: former }: Loan, tradeAgentId: string | null): Promise<void> {
  if (tradeAgentId === former) return
  for (const stockIn of await tools.find('stockIn', { loanId: id })) await tools.set('stockIn', stockIn.id, { tradeAgentId })
}

/** Whose business a document of a loan is, which decides who sees it, the loan says. */
export function refuseOtherBusiness(
  tools: Tools,
  document: Pick<Loan, 'borrowerId' | 'fundingPartyId' | 'departmentId'>,
  loan: Pick<Loan, 'borrowerId' | 'fundingPartyId' | 'departmentId'>,
): void {
  if (document.borrowerId !== loan.borrowerId) tools.invalid('borrowerId', '融资客户须与融资单一致')
  if (document.fundingPartyId !== loan.fundingPartyId) tools.invalid('fundingPartyId', '资金方须与融资单一致')
  if (document.departmentId !== loan.departmentId) tools.invalid('departmentId', '所属部门须与融资单一致')
}

/** A frozen enterprise gets no new loans; repaying stays possible (domain 40, enterpriseStatus.freeze). */
async function refuseFrozenBorrower(tools: Tools, loan: Pick<Loan, 'borrowerId'>): Promise<void> {
  const borrower = await tools.load('enterprise', loan.borrowerId)
  if (borrower.effectiveStatus !== 'ACTIVE') tools.refuseIf(no('enterprise.frozen', { enterprise: borrower.enterpriseName }))
}

/** Everything that must hold when a loan is submitted and, because time has passed, when it is approved. */
async function refuseUnlessFinanceable(tools: Tools, loan: Past<'loan', 'submit'>): Promise<void> {
  await refuseFrozenBorrower(tools, loan)
  const product = await tools.load('product', loan.productId, { past: 'submit' })
  if (product.status !== 'ACTIVE' || product.startDate > tools.today || product.endDate < tools.today)
    tools.refuseIf(no('loan.product-not-active', { product: product.productName }))
  const client = await refuseUnlessClient(tools, loan)
  const { borrowerId, fundingPartyId, loanNo: docNo } = loan
  await refuseUnlessContract(tools, loan.contractId, { contractType: 'LOAN', borrowerId, fundingPartyId, docNo, today: tools.today })
  const { annualRate, bondRate } = client
  tools.refuseIf(
    refuseLoanTerms(loan, { ...product, annualRate: annualRate ?? product.annualRate, bondRate: bondRate ?? product.bondRate }),
  )
}

/** The goods of a loan must be in stock (domain 40, loanStatus.submit), and no other loan's. A batch is named by one line at most. */
async function refuseUnlessInStock(tools: Tools, loan: Pick<Loan, 'id' | 'goods'>): Promise<void> {
  const taken = new Map(loan.goods.flatMap(({ stockBatchId, qty }) => (stockBatchId ? [[stockBatchId, qty] as const] : [])))
  if (taken.size === 0) return
  const batches = await tools.find('stockBatch', { id: [...taken.keys()] })
  await refuseGoodsOfOthers(tools, loan, batches)
  for (const batch of batches) {
    const qty = taken.get(batch.id) ?? '0'
    if (compareDecimals(batch.availableQty, qty) < 0)
      tools.refuseIf(no('loan.batch-short', { batch: batch.batchCode, available: batch.availableQty, qty }))
  }
}

/** States of a loan that goods come in and are pledged for. */
export const openLoanStates: readonly LoanState[] = ['APPROVED', 'DISBURSING', 'OUTSTANDING', 'OVERDUE']

/**
 * What came in for a loan backs that loan until it has ended, frozen or not (decision D1): one that was sent back may be approved again. By batch, the
 * other loan that it backs.
 */
export async function backedLoans(
  tools: Tools,
  loan: Pick<Loan, 'id'>,
  batches: readonly Pick<Found<'stockBatch'>, 'id' | 'stockInId'>[],
): Promise<Map<string, Found<'loan'>>> {
  const backed = new Map<string, Found<'loan'>>()
  const stockInIds = batches.flatMap(({ stockInId }) => stockInId ?? [])
  if (stockInIds.length === 0) return backed
  for (const { id, loanId } of await tools.find('stockIn', { id: stockInIds, loanId: { not: [loan.id, null] } })) {
    const [other] = loanId === null ? [] : await tools.find('loan', { id: loanId })
    if (!other || endedLoanStates.includes(other.status)) continue
    for (const batch of batches) if (batch.stockInId === id) backed.set(batch.id, other)
  }
  return backed
}

export async function refuseGoodsOfOthers(tools: Tools, loan: Pick<Loan, 'id'>, batches: readonly Found<'stockBatch'>[]): Promise<void> {
  const backed = await backedLoans(tools, loan, batches)
  const batch = batches.find(({ id }) => backed.has(id))
  if (batch) tools.refuseIf(no('loan.batch-of-other', { batch: batch.batchCode, loanNo: backed.get(batch.id)?.loanNo }))
}

interface Valuation {
  lines: (ValuedLine & { goodsName: string })[]
  /** What stands on the lines. */
  goods: { id: string; pledgeRate: Decimal | null; financeAmount: Decimal | null }[]
}

/** What the goods are worth today stands on the lines again: prices and ages change between a draft and its approval (E-09 to E-11). */
async function revalue(tools: Tools, loan: Loan): Promise<Valuation> {
  const valued = await valueLines(tools, loan.goods, await contextOf(tools, loan))
  return {
    lines: valued.map((line, index) => ({ ...line, goodsName: loan.goods[index]?.goodsName ?? '' })),
    goods: valued.map(({ pledgeRate, financeAmount }, index) => ({
      id: loan.goods[index]?.id ?? '',
      pledgeRate: pledgeRate ?? null,
      financeAmount: financeAmount ?? null,
    })),
  }
}

export const submitLoan: ActionRule<'loan', 'submit'> = (tools, { record }) => valueForSubmission(tools, record)

/**
 * Refuses what may not be submitted; answers what the goods are worth.
 * @param held what the loan has reserved itself, with its goods, and is about to give back
 */
async function valueForSubmission(tools: Tools, loan: Past<'loan', 'submit'>, held?: Decimal): Promise<{ set: Pick<Valuation, 'goods'> }> {
  await refuseUnlessFinanceable(tools, loan)
  if (held === undefined) await refuseUnlessInStock(tools, loan)
  const available = roundDecimal(addDecimals(await financingAvailable(tools, loan.customerLineId), held ?? '0'), 2)
  const product = await tools.load('product', loan.productId, { past: 'submit' })
  const { lines, goods } = await revalue(tools, loan)
  tools.refuseIf(refuseLoanSubmission({ appliedAmount: loan.appliedAmount, lines }, { ...product, available }))
  return { set: { goods } }
}

/** What is approved must be covered; the limit itself is kept by the ledger (domain 40, loanStatus.approve). */
export const approveLoan: ActionRule<'loan', 'approve'> = async (tools, { record: loan, form: { approvedAmount } }) => {
  await refuseUnlessFinanceable(tools, loan)
  await refuseUnlessInStock(tools, loan)
  const { lines, goods } = await revalue(tools, loan)
  const product = await tools.load('product', loan.productId, { past: 'submit' })
  tools.refuseIf(refuseLoanApproval(approvedAmount, { applied: loan.appliedAmount, lines, product }))
  const rate = initialRate(
    approvedAmount,
    lines.map((line) => line.value),
  )
  return { set: { goods, initialRate: rate, awaitsStockIn: await awaitsStockIn(tools, loan) } }
}

/**
 * Goods that are not in stock yet come in by a stock-in, unless one is under way or has brought them in already (decision A1; a cancelled one
 * does not count, domain 40, loanStatus.approve).
 */
async function awaitsStockIn(tools: Tools, loan: Loan): Promise<boolean> {
  if (loan.goods.every((goods) => goods.stockBatchId)) return false
  return (await tools.find('stockIn', { loanId: loan.id, status: { not: 'CANCELLED' } }, { limit: 1 })).length === 0
}

/**
 * Refuses while goods of the loan are being received (decisions D5 and A1). Deliveries that have not begun are locked, so that nobody begins to
 * receive them before this action cancels them.
 */
async function refuseWhileReceiving(tools: Tools, loan: Loan, action: string): Promise<void> {
  const open = await tools.find('stockIn', { loanId: loan.id, status: ['DRAFT', 'NOTIFIED', 'RECEIVING', 'RECEIVED'] }, { lock: true })
  const stockIn = open.find(({ status }) => status === 'RECEIVING' || status === 'RECEIVED')
  if (stockIn) tools.refuseIf(no('loan.stock-in-under-way', { stockInNo: stockIn.stockInNo, action }))
}

/**
 * Refuses while goods are pledged for the loan, or a warehouse is asked to watch over them (decision A1). Pledges that nobody has approved are locked,
 * so that nobody does before this action cancels them.
 */
async function refuseWhilePledged(tools: Tools, loan: Loan, action: string): Promise<void> {
  const live = await tools.find('pledge', { loanId: loan.id, status: ['DRAFT', 'AUDITING', 'REJECTED', ...pledgedStates] }, { lock: true })
  const pledge = live.find(({ status }) => pledgedStates.includes(status))
  if (pledge) tools.refuseIf(no('loan.pledged', { pledgeNo: pledge.pledgeNo, action }))
}

/** Back to approval: what was reserved and frozen is given back, and taken anew with the next approval. */
export const reApproveLoan: ActionRule<'loan', 'reApproval'> = async (tools, { record }) => {
  await refuseWhileReceiving(tools, record, '重新审批')
  await refuseWhilePledged(tools, record, '重新审批')
  await refuseWhilePaying(tools, record, '重新审批')
  // The record comes as the action leaves it, the approved amount emptied already.
  const { status, approvedAmount } = await tools.load('loan', record.id)
  return valueForSubmission(tools, record, status === 'APPROVED' ? (approvedAmount ?? '0') : undefined)
}

export const closeLoan: ActionRule<'loan', 'close'> = async (tools, { record }) => {
  await refuseWhileReceiving(tools, record, '关闭')
  await refuseWhilePledged(tools, record, '关闭')
  await refuseWhilePaying(tools, record, '关闭')
}
