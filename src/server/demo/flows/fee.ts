import { multiplyDecimals, roundDecimal, type Decimal } from '../../../../engine/core/decimal'
import { firstDayOf, monthAfter, periodOf } from '../../../rules/accountPeriod'
import type { MiscFee } from '../../generated/miscFee'
import type { ServiceFee } from '../../generated/serviceFee'
import { workdayFrom } from '../calendar'
import type { World } from '../world'
import { businesses, type BusinessName } from './business'

export const misc = 'funds/misc'

const screens = { SERVICE: 'funds/serviceChargeCollection', TECH: 'funds/tchnology' } as const

/** What becomes of a fee: where it stays, CONFIRMED when left out, and how much of it is received or let off. */
export interface FeeCourse {
  until?: 'DRAFT' | 'AUDITING' | 'REJECTED' | 'CONFIRMED'
  received?: Decimal
  waived?: Decimal
}

/** The fees of a payout, or of a month, as the finance officer finds them among the drafts. */
export interface ServiceFees extends FeeCourse {
  business: BusinessName
  feeType: keyof typeof screens
  periodStart: string
  /** The day on which they are submitted and answered. */
  day: string
}

/** The drafts of a payout or of a month, from the officer's submission to the money. */
export function planServiceFee(world: World, { business, feeType, periodStart, day, ...course }: ServiceFees): void {
  const screen = screens[feeType]
  planFee(world, 'serviceFee', screen, day, course, async () => {
    const borrowerId = world.names.id('enterprise', businesses[business].borrower)
    const officer = await world.office.as('fn01')
    const [fee] = await officer.work((tools) => tools.find('serviceFee', { borrowerId, feeType, periodStart }))
    if (!fee) throw new RangeError(`no ${feeType} fee of ${business} from ${periodStart}`)
    return fee.id
  })
}

/** The first workday on which the fees of a month are there. */
export function afterMonth(day: string): string {
  return workdayFrom(firstDayOf(monthAfter(periodOf(day))))
}

export interface MiscFees extends FeeCourse {
  business: BusinessName
  day: string
  miscType: MiscFee['miscType']
  /** So many at so much each, or the whole. */
  of: { qty: Decimal; unitPrice: Decimal } | { totalAmount: Decimal }
  taxRate?: Decimal
  payee?: string
  remark?: string
}

export function planMiscFee(world: World, { business, day, miscType, of, taxRate, payee, remark, ...course }: MiscFees): void {
  const { borrower, department, party } = businesses[business]
  const { names, office } = world
  planFee(world, 'miscFee', misc, day, course, async () => {
    const officer = await office.as('fn01')
    const fee = await officer.add(misc, {
      miscType,
      borrowerId: names.id('enterprise', borrower),
      departmentId: names.id('department', department),
      fundingPartyId: names.id('enterprise', party),
      payeeId: payee === undefined ? undefined : names.id('enterprise', payee),
      occurDate: day,
      ...of,
      totalAmount: 'totalAmount' in of ? of.totalAmount : roundDecimal(multiplyDecimals(of.qty, of.unitPrice), 2),
      taxRate,
      dueDate: day,
      remark,
    })
    return fee.id
  })
}

type FeeScreen = (typeof screens)[keyof typeof screens] | typeof misc

function planFee(
  world: World,
  entity: 'serviceFee' | 'miscFee',
  screen: FeeScreen,
  day: string,
  { until = 'CONFIRMED', received, waived }: FeeCourse,
  drafted: () => Promise<string>,
): void {
  const { diary, office } = world
  let id = ''
  diary.at(day, '10:25', `a fee of ${screen}`, async () => {
    id = await drafted()
    if (until !== 'DRAFT') await (await office.as('fn01')).act(screen, id, 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return
  diary.at(day, '14:35', `answer to a fee of ${screen}`, async () => {
    const manager = await office.as('fm01')
    if (until === 'REJECTED') return void (await manager.act(screen, id, 'reject', { opinion: '请附结算依据' }))
    await manager.act(screen, id, 'approve', { opinion: '同意' })
  })
  if (until === 'REJECTED') return
  if (received !== undefined)
    diary.at(day, '15:25', `money for a fee of ${screen}`, async () => {
      await collect(world, await (await office.as('fn01')).read(entity, id), received)
    })
  if (waived !== undefined)
    diary.at(day, '16:15', `a fee of ${screen} is let off`, async () => {
      await (await office.as('fm01')).act(screen, id, 'waive', { amount: waived, opinion: '长期合作客户，经批准减免' })
    })
}

/** The customer pays into the account for fees, and the officer matches it with what is owed. */
async function collect({ office, names, clock }: World, fee: ServiceFee | MiscFee, amount: Decimal): Promise<void> {
  const officer = await office.as('fn01')
  await officer.work(async (tools) => {
    const [receivable] = await tools.find('receivable', { docNo: fee.feeNo })
    if (!receivable) throw new RangeError(`nothing is owed for ${fee.feeNo}`)
    const { payerId, borrowerId, fundingPartyId, departmentId, currency } = receivable
    const receipt = await tools.create('receipt', {
      receiptType: 'FEE',
      payerId,
      borrowerId,
      fundingPartyId,
      departmentId,
      bankAccountId: names.id('bankAccount', '费用户'),
      receivedAt: clock.now(),
      currency,
      amount,
    })
    const lines = [{ receiptId: receipt.id, receivableId: receivable.id, verifiedAmount: amount }]
    const match = { payerId, departmentId, currency, verifyDate: clock.today(), receiptIds: [receipt.id], lines }
    const { id } = await tools.create('verification', match)
    await tools.perform('verification', id, 'submit')
  })
}
