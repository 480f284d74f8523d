/** Fills: cash or goods that bring a loan back to its target (E-12b; domain 40, fillStatus; decisions D26, B36). */
import { compareDecimals, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { settlementOf } from '../../rules/debt/repayment'
import { exposureAfter, fillOfShortOrder, reachedBy, refuseCashFill } from '../../rules/fill'
import { no } from '../../rules/guards'
import { requiredFill, type RequiredFill } from '../../rules/waterline'
import { workdayAfter } from '../../rules/workdays'
import type { Fill } from '../generated/fill'
import type { ActionRule, Draft, Found, SaveRule, Tools } from '../ruleTypes'
import { itemValue } from '../queries'
import { workdaysFrom } from './calendar'
import { repaymentBasis } from './repaymentBasis'
import { currentWaterline } from './waterline'

/** Fills that are not settled yet. */
const openStates = ['PENDING', 'AUDITING', 'REJECTED', 'OVERDUE'] as const

export async function openFillOf(tools: Tools, loanId: string): Promise<Found<'fill'> | undefined> {
  const [fill] = await tools.find('fill', { loanId, status: [...openStates] }, { limit: 1 })
  return fill
}

interface Missing extends RequiredFill {
  targetLtv: Decimal
  ltvBefore: Decimal
}

type Warning = Pick<Found<'warnRecord'>, 'warnType' | 'docType' | 'docId' | 'loanId'>

/** E-12b for what was warned of, as of today: of a control record by its own rate. */
export async function requiredOfWarning(tools: Tools, { warnType, docType, docId, loanId }: Warning): Promise<Missing> {
  const line = loanId === null ? undefined : await currentWaterline(tools, loanId)
  const isControl = warnType === 'CONTROL_LINE' && docType === 'controlGoods'
  const targetLtv = isControl ? (await tools.load('controlGoods', docId, { past: 'submit' })).controlRate : (line?.initialRate ?? '0')
  return missingBy(line, targetLtv)
}

function missingBy(line: { exposure: Decimal; totalValue: Decimal; ltv: Decimal } | undefined, targetLtv: Decimal): Missing {
  return { ...requiredFill(line?.exposure ?? '0', line?.totalValue ?? '0', targetLtv), targetLtv, ltvBefore: line?.ltv ?? '0.0000' }
}

/** What is asked for stands on the fill from the beginning, and until when. */
export const saveFill: SaveRule<'fill'> = async (tools, { values: fill, before }) => {
  if (before) return
  const loan = await tools.load('loan', fill.loanId)
  const { fillDays } = await tools.load('product', loan.productId)
  const deadline = fill.deadline ?? workdayAfter(tools.today, Number(fillDays), await workdaysFrom(tools, tools.today))
  Object.assign(fill, { deadline, ...(await missingAtFirst(tools, fill)) })
}

async function missingAtFirst(tools: Tools, fill: Draft<'fill'>): Promise<Partial<Missing>> {
  if (fill.warnRecordId) return requiredOfWarning(tools, await tools.load('warnRecord', fill.warnRecordId))
  const line = await currentWaterline(tools, fill.loanId)
  const targetLtv = line?.initialRate ?? '0.0000'
  return { ...fillOfShortOrder(fill.requiredCash ?? '0', targetLtv), targetLtv, ltvBefore: line?.ltv ?? '0.0000' }
}

/** As of today; what a short order has left over does not change any more (decision A40). */
async function missingToday(tools: Tools, fill: Fill): Promise<Pick<Missing, 'requiredCash' | 'requiredGoodsValue' | 'ltvBefore'>> {
  const line = await currentWaterline(tools, fill.loanId)
  const ltvBefore = line?.ltv ?? '0.0000'
  if (fill.shortOrderId !== null)
    return { requiredCash: fill.requiredCash ?? '0.00', requiredGoodsValue: fill.requiredGoodsValue ?? '0.00', ltvBefore }
  const { requiredCash, requiredGoodsValue } = missingBy(line, fill.targetLtv ?? '0')
  return { requiredCash, requiredGoodsValue, ltvBefore }
}

export const submitFill: ActionRule<'fill', 'submit'> = async (tools, { record: fill }) => {
  const missing = await missingToday(tools, fill)
  if (fill.fillMode === 'CASH') {
    await refuseUnfitCash(tools, fill, missing.requiredCash, false)
    return { set: { ...missing, stockInId: null, pledgeId: null, filledGoodsValue: null } }
  }
  const pledge = await pledgeOfFill(tools, fill)
  return { set: { ...missing, receiptId: null, filledCash: null, pledgeId: pledge.id, filledGoodsValue: await valueOf(tools, pledge.id) } }
}

/** Judged again by what is there now. Cash is repaid at once; goods are in pledge already. */
export const approveFill: ActionRule<'fill', 'approve'> = async (tools, { record: fill }) => {
  const missing = await missingToday(tools, fill)
  if (fill.fillMode === 'CASH') {
    await refuseUnfitCash(tools, fill, missing.requiredCash, true)
    return { set: { ...missing, ltvAfter: await afterCash(tools, fill) } }
  }
  const pledge = await pledgeOfFill(tools, fill)
  const ltvAfter = (await currentWaterline(tools, fill.loanId))?.ltv ?? '0.0000'
  return { set: { ...missing, pledgeId: pledge.id, filledGoodsValue: await valueOf(tools, pledge.id), ltvAfter } }
}

async function refuseUnfitCash(tools: Tools, fill: Fill, requiredCash: Decimal, lock: boolean): Promise<void> {
  if (fill.receiptId === null) return tools.invalid('receiptId', '请选择收款单')
  if (fill.filledCash === null) return tools.invalid('filledCash', '请填写补仓金额')
  const { filledCash } = fill
  const receipt = await tools.load('receipt', fill.receiptId, { lock })
  const ours = ['borrowerId', 'fundingPartyId', 'departmentId'] as const
  if (ours.some((field) => receipt[field] !== fill[field]) || receipt.currency !== 'CNY')
    tools.invalid('receiptId', `收款单 ${receipt.receiptNo} 不是该客户、资金方与部门的人民币收款`)
  tools.refuseIf(refuseCashFill({ filledCash, requiredCash, receiptNo: receipt.receiptNo, unverified: receipt.unverifiedAmount }))
}

/** The rate that repaying the cash leads to, which must reach the target. */
async function afterCash(tools: Tools, fill: Fill): Promise<Decimal> {
  const { borrowerId, fundingPartyId, loanId, targetLtv, shortOrderId } = fill
  const cash = fill.filledCash ?? '0'
  const basis = await repaymentBasis(tools, { borrowerId, fundingPartyId, currency: 'CNY', loanId, overdueOnly: false }, { lock: true })
  const line = await currentWaterline(tools, loanId)
  const exposure = exposureAfter(line?.exposure ?? '0', cash, settlementOf(basis, tools.today, cash))
  const { ltvAfter, refusal } = reachedBy(exposure, line?.totalValue ?? '0', targetLtv ?? '0')
  if (shortOrderId === null) tools.refuseIf(refusal)
  return ltvAfter
}

/** The goods of a fill: they have come in, and are in pledge for it. */
async function pledgeOfFill(tools: Tools, fill: Fill): Promise<Found<'pledge'>> {
  if (fill.stockInId === null) return tools.invalid('stockInId', '请选择入库单')
  const stockIn = await tools.load('stockIn', fill.stockInId)
  if (stockIn.status !== 'CONFIRMED') tools.refuseIf(no('fill.not-in-stock', { stockInNo: stockIn.stockInNo }))
  const pledge = await effectivePledge(tools, fill.id)
  if (pledge) return pledge
  return tools.invalid('stockInId', `补仓单 ${fill.fillNo} 还没有生效的补仓质押单，请先办理质押（质押单上选本补仓单）`)
}

async function effectivePledge(tools: Tools, fillId: string): Promise<Found<'pledge'> | undefined> {
  const [pledge] = await tools.find('pledge', { fillId, status: 'EFFECTIVE' }, { limit: 1 })
  return pledge
}

async function valueOf({ trx, today }: Pick<Tools, 'trx' | 'today'>, pledgeId: string): Promise<Decimal> {
  const rows = await trx
    .selectFrom('pledge_item as i')
    .select(itemValue('i', today).as('value'))
    .where('i.pledge_id', '=', pledgeId)
    .where('i.status', '=', 'EFFECTIVE')
    .execute()
  return roundDecimal(sumDecimals(rows.map(({ value }) => value)), 2)
}

/** Only of a loan that is in no danger any more (domain 40, fillStatus.cancel). */
export const cancelFill: ActionRule<'fill', 'cancel'> = async (tools, { record: fill }) => {
  const line = await currentWaterline(tools, fill.loanId)
  if (line && compareDecimals(line.ltv, line.warnLtv) >= 0)
    tools.refuseIf(no('fill.still-warned', { fillNo: fill.fillNo, ltv: line.ltv, warnLtv: line.warnLtv }))
}

/** What was warned of is over: because of the goods of this fill, or without it (decision B36). */
export const endRecoveredFill: ActionRule<'fill', 'recovered'> = async (tools, { record: fill }) => {
  const pledge = await effectivePledge(tools, fill.id)
  if (!pledge) return { to: 'CANCELLED' }
  const ltvAfter = (await currentWaterline(tools, fill.loanId))?.ltv ?? null
  return { to: 'COMPLETED', set: { pledgeId: pledge.id, filledGoodsValue: await valueOf(tools, pledge.id), ltvAfter } }
}
