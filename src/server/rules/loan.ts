import { addDays } from '../../../engine/core/dateTime'
import { addDecimals, compareDecimals, type Decimal } from '../../../engine/core/decimal'
import type { ActionRule, RuleTools, SaveRule } from '../../../engine/server/extensions'
import { initialRate } from '../../rules/financing'
import { no, refuseLoanApproval, refuseLoanSubmission } from '../../rules/guards'
import {
  as,
  type CustomerLine,
  type Enterprise,
  type Loan,
  type LoanGoods,
  type Product,
  type StockBatch,
  type StockIn,
  type Warehouse,
} from './documents'
import { valueLine, type ValuationContext, type ValuedLine } from './loanValuation'
import { financingAvailable, refuseUnlessClient, reserveQuota, unreserveQuota } from './quota'

/** Days after approval by which goods not in stock yet are expected; the operator may change it on the draft. */
const expectedWithinDays = 7

async function contextOf(
  tools: RuleTools,
  loan: Pick<Loan, 'borrowerId' | 'fundingPartyId' | 'productId' | 'customerLineId' | 'warehouseId'>,
): Promise<ValuationContext> {
  const [client] = await tools.find(
    'client',
    { enterpriseId: loan.borrowerId, fundingPartyId: loan.fundingPartyId, status: 'ACTIVE' },
    { limit: 1 },
  )
  return {
    borrowerId: loan.borrowerId,
    product: as<Product>(await tools.load('product', loan.productId)),
    line: as<CustomerLine>(await tools.load('customerLine', loan.customerLineId)),
    warehouse: as<Warehouse>(await tools.load('warehouse', loan.warehouseId)),
    ...(client ? { client: as(client) } : {}),
  }
}

/** The pledge rate and what may be financed stand on each line as soon as the draft is saved (E-10, E-11). */
export const saveLoan: SaveRule = async (tools, { values }) => {
  const loan = as<Loan>(values)
  const context = await contextOf(tools, loan)
  const line = as<CustomerLine>(await tools.load('customerLine', loan.customerLineId))
  await refuseFrozenBorrower(tools, loan)
  // E-08 counts in the quota's currency; a loan in another one would need a booking rate.
  if (loan.currency !== line.currency) tools.invalid('currency', `币种须与客户额度一致（${line.currency}）`)
  for (const goods of loan.goods ?? []) {
    const valued = await valueLine(tools, goods, context)
    goods.pledgeRate = valued.pledgeRate ?? null
    goods.financeAmount = valued.financeAmount ?? null
  }
}

/** A frozen enterprise gets no new loans; repaying stays possible (domain 40, enterpriseStatus.freeze). */
async function refuseFrozenBorrower(tools: RuleTools, loan: Loan): Promise<void> {
  const borrower = as<Enterprise>(await tools.load('enterprise', loan.borrowerId))
  if (borrower.status !== 'ACTIVE') tools.refuseIf(no('enterprise.frozen', { enterprise: borrower.enterpriseName }))
}

/** Everything that must hold when a loan is submitted and, because time has passed, when it is approved. */
async function refuseUnlessFinanceable(tools: RuleTools, loan: Loan): Promise<void> {
  await refuseFrozenBorrower(tools, loan)
  const product = as<Product>(await tools.load('product', loan.productId))
  if (product.status !== 'ACTIVE' || product.startDate > tools.today || product.endDate < tools.today)
    tools.refuseIf(no('loan.product-not-active', { product: product.productName }))
  await refuseUnlessClient(tools, loan)
  await refuseUnlessInStock(tools, loan.goods)
}

/** A batch that stands on several lines must have what all of them take. */
async function refuseUnlessInStock(tools: RuleTools, goods: LoanGoods[]): Promise<void> {
  const taken = new Map<string, Decimal>()
  for (const { stockBatchId, qty } of goods) if (stockBatchId) taken.set(stockBatchId, addDecimals(taken.get(stockBatchId) ?? '0', qty))
  for (const [id, qty] of taken) {
    const batch = as<StockBatch>(await tools.load('stockBatch', id))
    if (compareDecimals(batch.availableQty, qty) < 0)
      tools.refuseIf(no('loan.batch-short', { batch: batch.batchCode, available: batch.availableQty, qty }))
  }
}

/** What the goods are worth today stands on the lines again: prices and ages change between a draft and its approval (E-09 to E-11). */
async function revalue(tools: RuleTools, loan: Loan): Promise<(ValuedLine & { goodsName: string })[]> {
  const context = await contextOf(tools, loan)
  const valued = []
  for (const goods of loan.goods) {
    const line = await valueLine(tools, goods, context)
    await tools.setLine('loan', 'goods', goods.id, { pledgeRate: line.pledgeRate ?? null, financeAmount: line.financeAmount ?? null })
    valued.push({ ...line, goodsName: goods.goodsName })
  }
  return valued
}

export const submitLoan: ActionRule = async (tools, { record }) => {
  const loan = as<Loan>(record)
  await refuseUnlessFinanceable(tools, loan)
  const { available } = await financingAvailable(tools, loan.customerLineId)
  const product = as<Product>(await tools.load('product', loan.productId))
  tools.refuseIf(refuseLoanSubmission({ appliedAmount: loan.appliedAmount, lines: await revalue(tools, loan) }, { ...product, available }))
}

/** Reserves the quota and prepares what follows: a stock-in for goods that are not in stock yet (domain 40, loanStatus.approve). */
export const approveLoan: ActionRule = async (tools, { record, form }) => {
  const loan = as<Loan>(record)
  const { approvedAmount } = form as { approvedAmount: Decimal }
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

async function prepareStockIn(tools: RuleTools, loan: Loan): Promise<void> {
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

async function stockInsOf(tools: RuleTools, loanId: string): Promise<StockIn[]> {
  const found = await tools.find('stockIn', { loanId, status: ['DRAFT', 'NOTIFIED', 'RECEIVING', 'RECEIVED', 'CONFIRMED'] })
  return found.map((stockIn) => as<StockIn>(stockIn))
}

/** Back to approval: what was reserved is given back, and reserved anew with the next approval. */
export const reApproveLoan: ActionRule = async (tools, { record, form }) => {
  // The record comes as the action leaves it, the approved amount emptied already.
  const loan = as<Loan>(await tools.load('loan', record.id))
  if (loan.status === 'APPROVED' && loan.approvedAmount) {
    await unreserveQuota(tools, loan.customerLineId, loan.approvedAmount, { docType: 'loan', docNo: loan.loanNo })
  }
  const appliedAmount = (form['appliedAmount'] as Decimal | undefined) ?? loan.appliedAmount
  await submitLoan(tools, { record: { ...record, appliedAmount }, form: {}, action: 'submit' })
}

export const closeLoan: ActionRule = async (tools, { record, form }) => {
  const loan = as<Loan>(record)
  if (loan.approvedAmount) await unreserveQuota(tools, loan.customerLineId, loan.approvedAmount, { docType: 'loan', docNo: loan.loanNo })
  for (const stockIn of await stockInsOf(tools, loan.id)) {
    if (stockIn.status !== 'DRAFT' && stockIn.status !== 'NOTIFIED')
      tools.refuseIf(no('loan.stock-in-under-way', { stockInNo: stockIn.stockInNo }))
    await tools.perform('stockIn', stockIn.id, 'cancel', { opinion: form['opinion'] })
  }
}
