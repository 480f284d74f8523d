import type { Decimal } from '../../../../engine/core/decimal'
import { businesses, type BusinessName } from '../flows/business'
import type { World } from '../world'
import { operatorOf } from './clients'

type LimitEnd = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'ACTIVE' | 'FROZEN' | 'CLOSED'

interface DemoCreditLimit {
  business: BusinessName
  product: string
  amount: Decimal
  /** The last day; an earlier one than the last of the demo data ends it. */
  until?: string
  end?: LimitEnd
  day?: string
}

/** Limits for redemptions on credit, one at least in each of their states (domain 70, G.2 and S21). */
const limits: DemoCreditLimit[] = [
  { business: 'dairy', product: '甲行存货质押', amount: '500000.00' },
  { business: 'appliances', product: '甲行存货质押', amount: '60000.00' },
  { business: 'aluminium', product: '甲行存货质押', amount: '800000.00', end: 'FROZEN', day: '2026-08-12' },
  { business: 'dairy', product: '甲行代理采购', amount: '300000.00', until: '2026-09-30' },
  { business: 'appliances', product: '甲行跨境代采', amount: '200000.00', end: 'CLOSED', day: '2026-10-15' },
  { business: 'dairy', product: '甲行跨境代采', amount: '400000.00', end: 'AUDITING', day: '2026-11-17' },
  { business: 'aluminium', product: '甲行代理采购', amount: '250000.00', end: 'REJECTED', day: '2026-11-18' },
  { business: 'aluminium', product: '甲行跨境代采', amount: '150000.00', end: 'DRAFT', day: '2026-11-19' },
]

const screen = 'funds/creditlimit'

/** Those in force from the beginning, and what becomes of others. */
export function planCreditLimits(world: World): void {
  for (const limit of limits) {
    const { end = 'ACTIVE', day = '2026-01-20' } = limit
    const isLater = end === 'DRAFT' || end === 'AUDITING' || end === 'REJECTED'
    world.diary.at(isLater ? day : '2026-01-20', '14:20', 'a limit for redemptions on credit', () => grant(world, limit))
    if (end === 'FROZEN')
      world.diary.at(day, '10:20', 'a limit is frozen', () => answer(world, limit, 'rk01', 'freeze', '经营异常，暂停使用'))
    if (end === 'CLOSED') world.diary.at(day, '16:20', 'a limit is closed', () => answer(world, limit, 'bm01', 'close', '专项业务结束'))
  }
}

async function grant(world: World, limit: DemoCreditLimit): Promise<void> {
  const { office, names } = world
  const { borrower, party, department } = businesses[limit.business]
  const desk = await office.as(operatorOf(department))
  const { id } = await desk.add(screen, {
    borrowerId: names.id('enterprise', borrower),
    productId: names.id('product', limit.product),
    departmentId: names.id('department', department),
    fundingPartyId: names.id('enterprise', party),
    limitAmount: limit.amount,
    maxTermDays: 60,
    creditRate: '0.090000',
    startDate: '2026-01-01',
    endDate: limit.until ?? '2028-12-31',
  })
  names.remember('creditLimit', nameOf(limit), id)
  if (limit.end === 'DRAFT') return
  await desk.act(screen, id, 'submit')
  if (limit.end === 'AUDITING') return
  const manager = await office.as('bm01')
  if (limit.end === 'REJECTED') await manager.act(screen, id, 'reject', { opinion: '请先提交上年度销售数据' })
  else await manager.act(screen, id, 'approve', { opinion: '同意' })
}

async function answer(
  { office, names }: World,
  limit: DemoCreditLimit,
  userName: string,
  action: 'freeze' | 'close',
  opinion: string,
): Promise<void> {
  await (await office.as(userName)).act(screen, names.id('creditLimit', nameOf(limit)), action, { opinion })
}

function nameOf({ business, product }: DemoCreditLimit): string {
  return `${businesses[business].borrower} ${product}`
}
