import { addDays } from '../../../engine/core/dateTime'
import { addDecimals, compareDecimals, type Decimal } from '../../../engine/core/decimal'
import { initialRate } from '../../rules/financing'
import { no, refuseLoanApproval, refuseLoanSubmission } from '../../rules/guards'
import type { Loan, LoanGoods } from '../generated/loan'
import { valueLine, type ValuationContext, type ValuedLine } from './loanValuation'
import { financingAvailable, refuseUnlessClient, reserveQuota, unreserveQuota } from './quota'
import type { ActionRule, Found, SaveRule, Tools } from './types'

/** Days after approval by which goods not in stock yet are expected; the operator may change it on the draft. */
const expectedWithinDays = 7

async function contextOf(
  tools: Tools,
  loan: Pick<Loan, 'borrowerId' | 'fundingPartyId' | 'productId' | 'customerLineId' | 'warehouseId'>,
): Promise<ValuationContext> {
  const [client] = await tools.find(
    'client',
    { enterpriseId: loan.borrowerId, fundingPartyId: loan.fundingPartyId, status: 'ACTIVE' },
    { limit: 1 },
  )
  return {
    borrowerId: loan.borrowerId,
    product: await tools.load('product', loan.productId),
    line: await tools.load('customerLine', loan.customerLineId),
    warehouse: await tools.load('warehouse', loan.warehouseId),
    ...(client ? { client } : {}),
  }
}

/** The pledge rate and what may be financed stand on each line as soon as the draft is saved (E-10, E-11). */
export const saveLoan: SaveRule<'loan'> = async (tools, { values: loan }) => {
  const context = await contextOf(tools, loan)
  const line = await tools.load('customerLine', loan.customerLineId)
  await refuseFrozenBorrower(tools, loan)
  // E-08 counts in the quota's currency; a loan in another one would need a booking rate.
  if (loan.currency !== line.currency) tools.invalid('currency', `币种须与客户额度一致（${line.currency}）`)
  for (const goods of loan.goods) {
    const valued = await valueLine(tools, goods, context)
    goods.pledgeRate = valued.pledgeRate ?? null
    goods.financeAmount = valued.financeAmount ?? null
  }
}

/** A frozen enterprise gets no new loans; repaying stays possible (domain 40, enterpriseStatus.freeze). */
async function refuseFrozenBorrower(tools: Tools, loan: Pick<Loan, 'borrowerId'>): Promise<void> {
  const borrower = await tools.load('enterprise', loan.borrowerId)
  if (borrower.status !== 'ACTIVE') tools.refuseIf(no('enterprise.frozen', { enterprise: borrower.enterpriseName }))
}

/** Everything that must hold when a loan is submitted and, because time has passed, when it is approved. */
async function refuseUnlessFinanceable(tools: Tools, loan: Loan): Promise<void> {
  await refuseFrozenBorrower(tools, loan)
  const product = await tools.load('product', loan.productId)
  if (product.status !== 'ACTIVE' || product.startDate > tools.today || product.endDate < tools.today)
    tools.refuseIf(no('loan.product-not-active', { product: product.productName }))
  await refuseUnlessClient(tools, loan)
  await refuseUnlessInStock(tools, loan.goods)
}

/** A batch that stands on several lines must have what all of them take. */
async function refuseUnlessInStock(tools: Tools, goods: LoanGoods[]): Promise<void> {
  const taken = new Map<string, Decimal>()
  for (const { stockBatchId, qty } of goods) if (stockBatchId) taken.set(stockBatchId, addDecimals(taken.get(stockBatchId) ?? '0', qty))
  for (const [id, qty] of taken) {
    const batch = await tools.load('stockBatch', id)
    if (compareDecimals(batch.availableQty, qty) < 0)
      tools.refuseIf(no('loan.batch-short', { batch: batch.batchCode, available: batch.availableQty, qty }))
  }
}

/** What the goods are worth today stands on the lines again: prices and ages change between a draft and its approval (E-09 to E-11). */
async function revalue(tools: Tools, loan: Loan): Promise<(ValuedLine & { goodsName: string })[]> {
  const context = await contextOf(tools, loan)
  const valued = []
  for (const goods of loan.goods) {
    const line = await valueLine(tools, goods, context)
    await tools.setLine('loan', 'goods', goods.id, { pledgeRate: line.pledgeRate ?? null, financeAmount: line.financeAmount ?? null })
    valued.push({ ...line, goodsName: goods.goodsName })
  }
  return valued
}

export const submitLoan: ActionRule<'loan', 'submit'> = (tools, { record }) => refuseUnlessSubmittable(tools, record)

async function refuseUnlessSubmittable(tools: Tools, loan: Loan): Promise<void> {
  await refuseUnlessFinanceable(tools, loan)
  const { available } = await financingAvailable(tools, loan.customerLineId)
  const product = await tools.load('product', loan.productId)
  tools.refuseIf(refuseLoanSubmission({ appliedAmount: loan.appliedAmount, lines: await revalue(tools, loan) }, { ...product, available }))
}

/** Reserves the quota and prepares what follows: a stock-in for goods that are not in stock yet (domain 40, loanStatus.approve). */
export const approveLoan: ActionRule<'loan', 'approve'> = async (tools, { record: loan, form: { approvedAmount } }) => {
  await refuseUnlessFinanceable(tools, loan)
  const valued = await revalue(tools, loan)
  tools.refuseIf(refuseLoanApproval(approvedAmount, loan.appliedAmount, valued))
  await reserveQuota(tools, loan.customerLineId, approvedAmount, { docType: 'loan', docNo: loan.loanNo })
  await prepareStockIn(tools, loan)
  return {
    set: {
      initialRate: initialRate(
        approvedAmount,
        valued.map((line) => line.value),
      ),
    },
  }
}

async function prepareStockIn(tools: Tools, loan: Loan): Promise<void> {
  const awaited = loan.goods.filter((goods) => !goods.stockBatchId)
  const earlier = await stockInsOf(tools, loan.id)
  if (awaited.length === 0 || earlier.length > 0) return
  await tools.create('stockIn', {
    stockInType: 'PLEDGE',
    autoPledge: true,
    loanId: loan.id,
    warehouseId: loan.warehouseId,
    borrowerId: loan.borrowerId,
    departmentId: loan.departmentId,
    fundingPartyId: loan.fundingPartyId,
    supplierId: loan.supplierId,
    expectedDate: addDays(tools.today, expectedWithinDays),
    goods: awaited.map((goods) => ({ goodsId: goods.goodsId, expectedQty: goods.qty, unitPrice: goods.unitPrice })),
  })
}

function stockInsOf(tools: Tools, loanId: string): Promise<Found<'stockIn'>[]> {
  return tools.find('stockIn', { loanId, status: ['DRAFT', 'NOTIFIED', 'RECEIVING', 'RECEIVED', 'CONFIRMED'] })
}

/** Back to approval: what was reserved is given back, and reserved anew with the next approval. */
export const reApproveLoan: ActionRule<'loan', 'reApproval'> = async (tools, { record, form }) => {
  // The record comes as the action leaves it, the approved amount emptied already.
  const loan = await tools.load('loan', record.id)
  if (loan.status === 'APPROVED' && loan.approvedAmount) {
    await unreserveQuota(tools, loan.customerLineId, loan.approvedAmount, { docType: 'loan', docNo: loan.loanNo })
  }
  await refuseUnlessSubmittable(tools, { ...record, appliedAmount: form.appliedAmount ?? loan.appliedAmount })
}

export const closeLoan: ActionRule<'loan', 'close'> = async (tools, { record: loan, form: { opinion } }) => {
  if (loan.approvedAmount) await unreserveQuota(tools, loan.customerLineId, loan.approvedAmount, { docType: 'loan', docNo: loan.loanNo })
  for (const stockIn of await stockInsOf(tools, loan.id)) {
    if (stockIn.status !== 'DRAFT' && stockIn.status !== 'NOTIFIED')
      tools.refuseIf(no('loan.stock-in-under-way', { stockInNo: stockIn.stockInNo }))
    await tools.perform('stockIn', stockIn.id, 'cancel', { opinion })
  }
}
