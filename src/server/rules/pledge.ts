import { sql } from 'kysely'
import {
  addDecimals,
  allocateDecimal,
  compareDecimals,
  multiplyDecimals,
  roundDecimal,
  sumDecimals,
  toDecimal,
  type Decimal,
} from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { Loan } from '../generated/loan'
import type { Pledge, PledgeBatches } from '../generated/pledge'
import { coversLoan, pledgeContracts } from './contract'
import { openLoanStates, refuseGoodsOfOthers, refuseOtherBusiness } from './loan'
import { pledgedStates } from './loanStates'
import { contextOf, isExpired, valueLines } from './loanValuation'
import type { ActionRule, Draft, Found, Past, SaveRule, Tools } from '../ruleTypes'

type Submitted = Past<'pledge', 'submit'>

/** What each batch is worth, and what is financed on it, stand on its line as soon as the draft is saved (E-09 to E-11). */
export const savePledge: SaveRule<'pledge'> = async (tools, { values: pledge }) => {
  const loan = await tools.load('loan', pledge.loanId)
  refuseOtherBusiness(tools, pledge, loan)
  await joinFill(tools, pledge)
  const valued = await valueItems(tools, pledge, loan)
  for (const [index, item] of pledge.batches.entries()) Object.assign(item, valued[index])
}

/** Goods that came in for a fill are pledged for it; it must be one of the loan that still waits for them. */
async function joinFill(tools: Tools, pledge: Draft<'pledge'>): Promise<void> {
  const { fillId, loanId } = pledge
  if (fillId) {
    const fill = await tools.load('fill', fillId)
    if (fill.loanId !== loanId || !awaitedFill.some((state) => state === fill.status))
      tools.refuseIf(no('fill.ended', { fillNo: fill.fillNo }))
  } else if (!pledge.id && pledge.stockInId && (await tools.load('stockIn', pledge.stockInId)).stockInType === 'FILL') {
    const [awaited] = await tools.find('fill', { loanId, status: [...awaitedFill] }, { limit: 1 })
    pledge.fillId = awaited?.id ?? null
  }
}

const awaitedFill = ['PENDING', 'REJECTED', 'OVERDUE'] as const

type ValuedItem = Pick<PledgeBatches, 'pledgePrice' | 'pledgeRate' | 'financeAmount' | 'financedAmount'>
type ToValue = Pick<Draft<'pledge'>, 'warehouseId' | 'batches'> & { id?: string }

/** The batches of a pledge after E-09 to E-11, in the order of its lines. */
async function valueItems(tools: Tools, pledge: ToValue, loan: Loan): Promise<ValuedItem[]> {
  const context = await contextOf(tools, { ...loan, warehouseId: pledge.warehouseId })
  const lines = pledge.batches.map(({ goodsId, stockBatchId, pledgedQty: qty }) => ({ goodsId, stockBatchId, qty, unitPrice: '0' }))
  const valued = await valueLines(tools, lines, context)
  const shares = await sharesOf(
    tools,
    pledge.id,
    loan,
    valued.map(({ financeAmount }) => financeAmount ?? '0'),
  )
  return valued.map(({ valuationPrice, pledgeRate, financeAmount }, index) => ({
    pledgePrice: valuationPrice,
    pledgeRate: pledgeRate ?? null,
    financeAmount: financeAmount ?? null,
    financedAmount: shares[index] ?? null,
  }))
}

/**
 * E-11: how much of the loan each batch answers for, by what may be financed on it. What is pledged for the loan already answers for its part; once
 * something was paid out it is the balance that is shared (E-15b).
 */
async function sharesOf(tools: Tools, pledgeId: string | undefined, loan: Loan, own: Decimal[]): Promise<Decimal[]> {
  const others = (await pledgedForLoan(tools, loan.id)).filter((item) => item.pledgeId !== pledgeId)
  const weights = [...others.map(financeable), ...own]
  if (compareDecimals(sumDecimals(weights), '0') <= 0) return own.map(() => '0.00')
  const paid = compareDecimals(loan.paidAmount ?? '0', '0') > 0
  const principal = paid ? loan.outstandingPrincipal : loan.approvedAmount
  return allocateDecimal(principal ?? '0', weights, 2).slice(others.length)
}

/** What is pledged for a loan, or a warehouse is asked to watch over. */
async function pledgedForLoan(tools: Tools, loanId: string): Promise<Found<'pledgeItem'>[]> {
  const pledges = await tools.find('pledge', { loanId, status: [...pledgedStates] })
  if (pledges.length === 0) return []
  return tools.find('pledgeItem', { pledgeId: pledges.map(({ id }) => id), status: ['PENDING', 'EFFECTIVE'] })
}

function financeable({ status, pledgedQty, remainQty, pledgePrice, pledgeRate }: Found<'pledgeItem'>): Decimal {
  const qty = status === 'EFFECTIVE' ? (remainQty ?? '0') : pledgedQty
  return roundDecimal(multiplyDecimals(roundDecimal(multiplyDecimals(qty, pledgePrice), 2), pledgeRate), 2)
}

/** The guards of submission, judged again when it is approved: stock and prices change meanwhile (domain 40, pledgeStatus). */
async function guarded(tools: Tools, pledge: Submitted): Promise<{ set: { batches: (ValuedItem & { id: string })[] } }> {
  const loan = await tools.load('loan', pledge.loanId)
  if (!openLoanStates.includes(loan.status)) tools.refuseIf(no('pledge.loan-not-open', { loanNo: loan.loanNo }))
  const batches = await tools.find('stockBatch', { id: pledge.batches.map(({ stockBatchId }) => stockBatchId) })
  await refuseGoodsOfOthers(tools, loan, batches)
  const held = await frozenForLoan(tools, loan.id)
  for (const item of pledge.batches) refuseBatch(tools, pledge, item, batches, held)
  await refuseUnpledgeable(tools, batches)
  const valued = await valueItems(tools, pledge, loan)
  const items = pledge.batches.map(({ id }, index) => ({ id, ...valued[index]! }))
  const unrated = items.findIndex(({ pledgeRate }) => compareDecimals(pledgeRate ?? '0', '0') <= 0)
  if (unrated >= 0) {
    const { stockBatchId, goodsName } = pledge.batches[unrated]!
    const batch = batches.find(({ id }) => id === stockBatchId)?.batchCode
    tools.refuseIf(no('pledge.no-rate', { batch, goods: goodsName }))
  }
  return { set: { batches: items } }
}

function refuseBatch(
  tools: Tools,
  pledge: Submitted,
  { stockBatchId, pledgedQty }: Submitted['batches'][number],
  batches: readonly Found<'stockBatch'>[],
  held: ReadonlyMap<string, Decimal>,
): void {
  const batch = batches.find(({ id }) => id === stockBatchId)
  if (!batch) return tools.refuseIf(no('pledge.batch-elsewhere', { batch: stockBatchId }))
  const { batchCode, borrowerId, warehouseId, qualityStatus } = batch
  if (borrowerId !== pledge.borrowerId || warehouseId !== pledge.warehouseId)
    tools.refuseIf(no('pledge.batch-elsewhere', { batch: batchCode }))
  if (qualityStatus !== 'GOOD') tools.refuseIf(no('pledge.batch-not-good', { batch: batchCode }))
  if (isExpired(batch, tools.today)) tools.refuseIf(no('pledge.batch-expired', { batch: batchCode, expiryDate: batch.expiryDate ?? '' }))
  const available = batch.availableQty ?? '0'
  const frozen = held.get(batch.id) ?? '0'
  const pledgeable = roundDecimal(addDecimals(available, frozen), 4)
  if (compareDecimals(pledgeable, pledgedQty) < 0)
    tools.refuseIf(no('pledge.batch-short', { batch: batchCode, pledgeable, available, frozen, qty: pledgedQty }))
}

async function refuseUnpledgeable(tools: Tools, batches: readonly Found<'stockBatch'>[]): Promise<void> {
  for (const goods of await tools.find('goods', { id: [...new Set(batches.map(({ goodsId }) => goodsId))] }))
    if (!goods.pledgeable) tools.refuseIf(no('pledge.goods-not-pledgeable', { goods: goods.goodsName }))
}

/** What a loan has frozen, by batch: a pledge of the loan takes it over (decision D1). */
export async function frozenForLoan(tools: Pick<Tools, 'trx'>, loanId: string): Promise<Map<string, Decimal>> {
  const holds = await tools.trx
    .selectFrom('ledger_hold')
    .select(['balance_id', sql<Decimal>`round(sum(open), 4)`.as('open')])
    .where('owner_entity', '=', 'loan')
    .where('owner_id', '=', loanId)
    .where('balance_entity', '=', 'stockBatch')
    .where('bucket', '=', 'frozenAvailQty')
    .groupBy('balance_id')
    .execute()
  return new Map(holds.map(({ balance_id: batchId, open }) => [String(batchId), toDecimal(open) ?? '0']))
}

export const submitPledge: ActionRule<'pledge', 'submit'> = async (tools, { record }) => {
  const outcome = await guarded(tools, record)
  await refuseWithoutContract(tools, record)
  return outcome
}

/** The contracts stay locked, so that nobody terminates one before the pledge on it is stored. */
async function refuseWithoutContract(tools: Tools, pledge: Pledge): Promise<void> {
  const { loanNo } = await tools.load('loan', pledge.loanId)
  if (!coversLoan(await pledgeContracts(tools, pledge, { lock: true }), loanNo)) tools.refuseIf(no('pledge.no-contract', { loanNo }))
}

export const approvePledge: ActionRule<'pledge', 'approve'> = (tools, { record }) => guarded(tools, record)
