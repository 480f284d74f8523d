import { compareDecimals, multiplyDecimals, roundDecimal, type Decimal } from '../../../../engine/core/decimal'
import type { Redemption } from '../../generated/redemption'
import { operatorOf } from '../master/clients'
import type { Press } from '../office'
import type { World } from '../world'
import { businesses, receiverOf, type BusinessName } from './business'
import type { LoanHandle } from './loan'
import { planGoingOut, type OutEnd } from './outOrder'

/** EXPIRED: nobody pays in time; CHECK_REFUSED: finance sends the money to the deposit; CHECKED: goods wait for their order, or stay as the customer's own. */
export type RedemptionEnd =
  'DRAFT' | 'AUDITING' | 'REJECTED' | 'REFUSED' | 'CANCELLED' | 'PENDING_PAY' | 'EXPIRED' | 'PENDING_CHECK' | 'CHECK_REFUSED' | 'CHECKED'

export interface Redeeming {
  business: BusinessName
  loan: LoanHandle
  day: string
  /** Of what is pledged and not locked of each item. */
  share: Decimal
  /** Goods that stay in the warehouse. */
  isVirtual?: true
  /** Product of the limit that it is bought on; paid when left out. */
  onCredit?: string
  /** Until when interest is paid; that day when left out. */
  calcDate?: string
  /** Of the customer's advance deposit. */
  depositOffset?: Decimal
  /** Where it stays; CHECKED when left out. */
  until?: RedemptionEnd
  /** When its goods leave the warehouse, and how far they come. */
  out?: { day: string; warehouse: string; until?: OutEnd }
}

const [cash, credit, check, settlements] = [
  'redemption/redempreq',
  'redemption/creditredemption',
  'funds/redempcheck',
  'funds/verification.settlement',
] as const

export interface RedemptionHandle {
  record(): Redemption
}

/** Goods are asked for, approved, paid for and checked, by the operator, the manager, finance and its manager. */
export function planRedemption(world: World, redeeming: Redeeming): RedemptionHandle {
  const { diary, office } = world
  const { business, day, until = 'CHECKED' } = redeeming
  const { borrower, department } = businesses[business]
  const operator = operatorOf(department)
  const screen = redeeming.onCredit === undefined ? cash : credit
  let current: Redemption | undefined
  const record = (): Redemption => {
    if (!current) throw new RangeError('there is no such redemption yet')
    return current
  }
  const act: Press<typeof screen> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(screen, record().id, action, ...form)
  }

  diary.at(day, '10:20', `redemption of ${borrower}`, async () => {
    current = await (await office.as(operator)).add(screen, await valuesOf(world, operator, redeeming))
    if (until !== 'DRAFT') await act(operator, 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return { record }
  diary.at(day, '11:20', `answer to the redemption of ${borrower}`, async () => {
    if (until === 'REJECTED') return act('bm01', 'reject', { opinion: '提货车辆信息不全，请补充后重新提交' })
    if (until === 'REFUSED') return act('bm01', 'refuse', { opinion: '下游回款异常，本次不同意赎货' })
    await act('bm01', 'approve', { opinion: '同意' })
    if (until === 'CANCELLED') await act(operator, 'cancel', { opinion: '客户改期提货' })
  })
  if (['REJECTED', 'REFUSED', 'CANCELLED', 'PENDING_PAY', 'EXPIRED'].includes(until)) return { record }
  diary.at(day, '13:40', `money for the redemption of ${borrower}`, () => pay(world, record()))
  if (until === 'PENDING_CHECK') return { record }
  diary.at(day, '15:10', `finance on the redemption of ${borrower}`, async () => {
    const manager = await office.as('fm01')
    current =
      until === 'CHECK_REFUSED'
        ? await manager.act(check, record().id, 'checkRefuse', { opinion: '付款账户与备案不符，款项转预存' })
        : await manager.act(check, record().id, 'checkApprove', { opinion: '款项核对无误' })
  })
  const { out } = redeeming
  if (out) {
    const going = {
      day: out.day,
      operator,
      keeper: receiverOf(out.warehouse),
      plateNo: '沪A5M218',
      ...(out.until ? { until: out.until } : {}),
    }
    planGoingOut(world, () => Promise.resolve(record().outOrderId ?? ''), going)
  }
  return { record }
}

async function valuesOf({ office, names }: World, operator: string, redeeming: Redeeming) {
  const { loan, day, share, isVirtual, onCredit, calcDate = day, depositOffset, business } = redeeming
  const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan.record()
  const desk = await office.as(operator)
  const { items } = (await desk.ask('itemsToRedeem', { query: { loanId, warehouseId } })) as {
    items: { pledgeItemId: string; qty: Decimal }[]
  }
  const goods = items
    .map(({ pledgeItemId, qty }) => ({ pledgeItemId, qty: roundDecimal(multiplyDecimals(qty, share), 0) }))
    .filter(({ qty }) => compareDecimals(qty, '0') > 0)
  return {
    loanId,
    borrowerId,
    departmentId,
    fundingPartyId,
    warehouseId,
    applyDate: day,
    calcDate,
    planPickDate: calcDate,
    goods,
    ...(isVirtual
      ? ({ releaseMode: 'VIRTUAL' } as const)
      : { plateNo: '沪A5M218', receiverName: '提货司机', receiverMobile: '13900001111' }),
    ...(depositOffset === undefined ? {} : { depositOffset }),
    ...(onCredit === undefined
      ? {}
      : { creditLimitId: names.id('creditLimit', `${businesses[business].borrower} ${onCredit}`), creditTermDays: 30 }),
  }
}

/** What is asked for comes in and is matched; a redemption that offsets and credit pay whole waits for finance at once. */
async function pay({ office, names }: World, redemption: Redemption): Promise<void> {
  const { id, borrowerId, departmentId, fundingPartyId, cashDue } = redemption
  if (compareDecimals(cashDue ?? '0', '0') <= 0) return
  const desk = await office.as('fn01')
  const [receivable] = await desk.work((tools) => tools.find('receivable', { docType: 'redemption', docId: id, status: 'OPEN' }))
  const amount = cashDue ?? '0'
  const whose = { payerId: borrowerId, borrowerId, departmentId, fundingPartyId, currency: 'CNY' }
  const receipt = await desk.work((tools) =>
    tools.create('receipt', {
      ...whose,
      receiptType: 'FINANCING',
      bankAccountId: names.id('bankAccount', '回款户'),
      receivedAt: tools.now,
      amount,
    }),
  )
  const { id: matched } = await desk.add(settlements, {
    ...whose,
    receiptIds: [receipt.id],
    lines: [{ receiptId: receipt.id, receivableId: receivable?.id, verifiedAmount: amount }],
  })
  await desk.act(settlements, matched, 'submit')
}
