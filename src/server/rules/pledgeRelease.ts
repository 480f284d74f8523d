/** Goods that are pledged no longer (domain 40, releaseStatus; E-14). What is locked, released and taken back is booked by the schema. */
import { addDecimals, compareDecimals, subtractDecimals, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { refuseBeyondReleasable, releasableValue } from '../../rules/control'
import { no } from '../../rules/guards'
import { loanToValue, waterlineOf, type Waterline } from '../../rules/waterline'
import type { PledgeRelease } from '../generated/pledgeRelease'
import type { ActionRule, Draft, Found, SaveRule, Tools } from '../ruleTypes'
import { collateralPrices, valueOf } from './batchPrices'
import { openLoanStates, refuseOtherBusiness } from './loan'
import { valid } from './stockIn'
import { currentWaterline } from './waterline'

/** What the goods are worth, and what may be released, stand on the draft as soon as it is typed. */
export const saveRelease: SaveRule<'pledgeRelease'> = async (tools, { values: release }) => {
  refuseOtherBusiness(tools, release, await tools.load('loan', release.loanId))
  const items = await itemsOf(tools, release)
  for (const [index, line] of release.goods.entries()) {
    const item = items.get(line.pledgeItemId)
    if (item?.loanId !== release.loanId || item.warehouseId !== release.warehouseId)
      tools.invalid(`goods.${index}.pledgeItemId`, '质押明细不属于该融资单，或不在该仓库')
  }
  const { goods, ...figures } = await figuresOf(tools, release)
  for (const [index, line] of release.goods.entries()) Object.assign(line, goods[index])
  Object.assign(release, figures)
}

async function itemsOf(tools: Tools, { goods }: Pick<Draft<'pledgeRelease'>, 'goods'>): Promise<Map<string, Found<'pledgeItem'>>> {
  const ids = [...new Set(goods.map(({ pledgeItemId }) => pledgeItemId))]
  return new Map((ids.length === 0 ? [] : await tools.find('pledgeItem', { id: ids })).map((item) => [item.id, item]))
}

type Figures = Pick<PledgeRelease, 'ltvBefore' | 'ltvAfter' | 'releasableValue'> & {
  goods: { unitValue: Decimal }[]
  releaseValue: Decimal
}
type Releasing = Pick<Draft<'pledgeRelease'>, 'releaseType' | 'loanId'> & {
  goods: { stockBatchId?: string | null | undefined; qty?: Decimal | null | undefined }[]
}

/** E-14 for the goods of a release, at today's prices. */
async function figuresOf(tools: Tools, { releaseType, loanId, goods }: Releasing): Promise<Omit<Figures, 'releaseValue'>> {
  const { releaseValue: _, ...figures } = await valued(tools, { releaseType, loanId, goods })
  return figures
}

async function valued(tools: Tools, { releaseType, loanId, goods }: Releasing): Promise<Figures> {
  const prices = await collateralPrices(
    tools,
    goods.flatMap(({ stockBatchId }) => stockBatchId ?? []),
  )
  const units = goods.map(({ stockBatchId }) => ({ unitValue: prices.get(stockBatchId ?? '') ?? '0' }))
  const releaseValue = sumDecimals(goods.map(({ qty }, index) => valueOf(qty ?? '0', units[index]?.unitValue ?? '0')))
  const line = await currentWaterline(tools, loanId)
  return {
    goods: units,
    releaseValue,
    ltvBefore: line?.ltv ?? null,
    ltvAfter: line ? loanToValue(line.exposure, subtractDecimals(line.totalValue, releaseValue)) : null,
    releasableValue: releaseType === 'EXCESS' ? ((await releasable(tools, loanId))?.releasableValue ?? null) : null,
  }
}

type Releasable = Pick<Waterline, 'totalValue' | 'exposure' | 'minControlValue' | 'ltv'> & { releasableValue: Decimal }

/** E-14 of a loan as it stands today, and with what is being paid out of it: goods that are to answer for that stay. */
export async function releasable(tools: Tools, loanId: string): Promise<Releasable | undefined> {
  const line = await currentWaterline(tools, loanId)
  if (!line) return undefined
  const { inPaymentAmount } = await tools.load('loan', loanId)
  const owed = (principal: Decimal): Decimal => addDecimals(principal, inPaymentAmount ?? '0')
  const { totalValue, exposure, minControlValue } = waterlineOf({
    ...line,
    principal: owed(line.principal),
    arrivedPrincipal: owed(line.arrivedPrincipal),
  })
  const { ltv } = line
  return { totalValue, exposure, minControlValue, ltv, releasableValue: releasableValue(totalValue, minControlValue) }
}

/** Judged again when it is approved: debts and prices change meanwhile. */
async function guarded(tools: Tools, release: PledgeRelease) {
  const { loanNo, status } = await tools.load('loan', release.loanId, { lock: true })
  if (release.releaseType === 'SETTLE' && status !== 'SETTLED') tools.refuseIf(no('release.loan-not-settled', { loanNo }))
  if (release.releaseType === 'EXCESS' && !openLoanStates.includes(status)) tools.refuseIf(no('release.loan-not-open', { loanNo }))
  const { releaseValue, goods, ...figures } = await valued(tools, release)
  if (figures.releasableValue !== null) tools.refuseIf(refuseBeyondReleasable(releaseValue, figures.releasableValue))
  return { set: { ...figures, goods: release.goods.map(({ id }, index) => ({ id, ...goods[index] })) } }
}

export const submitRelease: ActionRule<'pledgeRelease', 'submit'> = (tools, { record }) => guarded(tools, record)

export const approveRelease: ActionRule<'pledgeRelease', 'approve'> = (tools, { record }) => guarded(tools, record)

/** D19: what was let go comes back as long as the warehouse has not begun to pick it. */
export const cancelRelease: ActionRule<'pledgeRelease', 'cancel'> = async (tools, { record: { status, outOrderId } }) => {
  if (status !== 'APPROVED' || outOrderId === null) return
  const order = await tools.load('outOrder', outOrderId, { lock: true })
  const receipts = await tools.find('wmsRecord', { outOrderId, ...valid }, { limit: 1 })
  if (receipts.length > 0 || (order.status !== 'NEW' && order.status !== 'NOTIFIED'))
    tools.refuseIf(no('release.out-under-way', { outNo: order.outNo }))
}

/**
 * What is left in pledge when nothing is owed any more is to be released, warehouse by warehouse (domain 40, loanStatus.settle). The drafts follow from
 * nothing: people may have acted on them when the loan is opened again, which cancels them itself.
 */
export const draftSettleReleases: ActionRule<'loan', 'settle'> = async (tools, { record: loan }) => {
  const unlocked = (await tools.find('pledgeItem', { loanId: loan.id, status: 'EFFECTIVE' })).flatMap((item) => {
    const qty = subtractDecimals(item.remainQty, item.lockedQty)
    return compareDecimals(qty, '0') > 0 ? [{ pledgeItemId: item.id, warehouseId: item.warehouseId, qty }] : []
  })
  for (const warehouseId of new Set(unlocked.map((item) => item.warehouseId)))
    await tools.system.open('pledgeRelease', {
      releaseType: 'SETTLE',
      loanId: loan.id,
      borrowerId: loan.borrowerId,
      departmentId: loan.departmentId,
      fundingPartyId: loan.fundingPartyId,
      warehouseId,
      releaseReason: `融资单 ${loan.loanNo} 已结清`,
      needOutbound: false,
      goods: unlocked.flatMap((item) => (item.warehouseId === warehouseId ? [{ pledgeItemId: item.pledgeItemId, qty: item.qty }] : [])),
    })
}

/** Goods that were let go because nothing was owed any more do not come back (domain 40, loanStatus.reopen). */
export async function refuseReleased(tools: Tools, loanId: string): Promise<void> {
  const under = ['AUDITING', 'APPROVED', 'OUTBOUND', 'COMPLETED'] as const
  const [release] = await tools.find('pledgeRelease', { loanId, releaseType: 'SETTLE', status: [...under] }, { limit: 1 })
  if (release) tools.refuseIf(no('release.settled', { releaseNo: release.releaseNo }))
}
