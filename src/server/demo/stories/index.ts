/**
 * What happens between the first and the last day (domain 70, G.3), as far as there are screens for it: applications, approvals, goods coming
 * in. Each story is named by its number there.
 */
import { addDays } from '../../../../engine/core/dateTime'
import { workdayFrom } from '../calendar'
import { businesses, businessNames, type BusinessName } from '../flows/business'
import { planBondPayment, planBondRefund } from '../flows/bond'
import { planLoan, type Application } from '../flows/loan'
import { planPayout, type PayingOut, type PayoutEnd } from '../flows/payout'
import { planPledge, type Pledging } from '../flows/pledge'
import type { ShortHandling } from '../flows/shortOrder'
import { planStockIn, type ArrivingGoods, type StockInState } from '../flows/stockIn'
import { usualPrice } from '../master/goods'
import type { World } from '../world'
import { planControls } from './controls'
import { planFees } from './fees'
import { planInstitutionPayouts } from './institution'
import { planOpenRepayments, planOverdueRepayments, planRepaidLoan } from './repayments'
import { planReceipts } from './receipts'
import { planRedeemedLoan, planRedemptions } from './redemptions'
import { planReleases } from './releases'
import { planSales } from './sales'
import { planUnusual } from './unusual'
import { planFills, planWarnings } from './fills'
import { planWithdrawals } from './withdrawals'

/** A loan whose goods are pledged on the day of its approval, as far as it is said. */
function planPledgedLoan(world: World, application: Application, pledging: Partial<Pledging> = {}): ReturnType<typeof planLoan> {
  const { business, warehouse, day } = application
  const loan = planLoan(world, application)
  planPledge(world, { business, warehouse, day, loan, registered: true, ...pledging })
  return loan
}

export function planStories(world: World): void {
  referenceCase(world)
  milkPowder(world)
  wineAndBeauty(world)
  metals(world)
  importAndAgency(world)
  plasticsPulpRubber(world)
  endedEarly(world)
  waitingAndVirtual(world)
  ordinaryArrivals(world)
  planControls(world)
  planFees(world)
  planSales(world)
  planUnusual(world)
  planOpenRepayments(world)
  planReceipts(world)
  redeemedWhole(world)
  planReleases(world)
  planWarnings(world)
  planFills(world)
  planWithdrawals(world)
}

/** S01, F1 of domain 50: 10,000 cases at 120, market 115.50, agreed 118, rate 0.5500, so 635,250.00 (E-09 to E-11, deposit E-17). */
function referenceCase(world: World): void {
  const goods = '金装婴配奶粉1段 400g×6 盒'
  const warehouse = '演示一号仓'
  const stockIn = planStockIn(world, {
    business: 'dairy',
    warehouse,
    day: '2026-02-12',
    arrives: '2026-02-20',
    goods: [{ goods, qty: '10000', price: '120.0000', productionDate: '2026-01-10' }],
  })
  const loan = planPledgedLoan(world, {
    business: 'dairy',
    product: '甲行存货质押',
    warehouse,
    project: 'F1 基准样例：婴配奶粉存货质押',
    day: '2026-03-02',
    goods: [{ goods, qty: '10000', price: '120.0000', batch: { of: stockIn, line: 0 } }],
    applied: '635250.00',
  })
  // S18: notices of changes, one that the warehouse has still to answer, one that nobody has issued yet.
  for (const [day, noticeContent, isIssued] of [
    ['2026-11-17', '监管货物的盘点日改为每月 25 日，请按新日期盘点并回执。', true],
    ['2026-11-19', '自 2026-12-01 起，监管货物移至 B 区 02 排存放，请更新货位卡并回执。', false],
  ] as const)
    world.diary.at(day, '17:05', 'a notice of change', async () => {
      const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan.record()
      const desk = await world.office.as('op01')
      const about = { loanId, borrowerId, departmentId, fundingPartyId, warehouseId }
      const { id } = await desk.add('bet/inventoryPledgeNotification', { noticeType: 'CHANGE', noticeContent, ...about })
      if (isIssued) await desk.act('bet/inventoryPledgeNotification', id, 'issue')
    })
}

/** S02: one loan in force, the others stay at each step before. */
function milkPowder(world: World): void {
  const second = '金装婴配奶粉2段 400g×6 盒'
  const third = '金装婴配奶粉3段 400g×6 盒'
  const common = { business: 'dairy', product: '甲行存货质押', warehouse: '演示一号仓' } as const
  const stock = planStockIn(world, {
    ...common,
    day: '2026-03-16',
    goods: [
      { goods: second, qty: '6000', damaged: '20' },
      { goods: third, qty: '4000' },
    ],
  })
  const paid = planPledgedLoan(world, {
    ...common,
    project: '奶粉存货质押二期',
    day: '2026-03-25',
    goods: [
      { goods: second, qty: '5900', batch: { of: stock, line: 0 } },
      { goods: third, qty: '4000', batch: { of: stock, line: 1 } },
    ],
  })
  // Due within the week after the last day.
  planPayout(world, { business: 'dairy', loan: paid, day: '2026-05-28' })
  planRedemptions(world, paid)
  const later = [{ goods: second, qty: '3000' }]
  planLoan(world, { ...common, project: '奶粉存货质押六期', day: '2026-11-18', goods: later, until: 'DRAFT' })
  planLoan(world, { ...common, project: '奶粉存货质押五期', day: '2026-11-19', goods: later, until: 'AUDITING' })
  planLoan(world, { ...common, project: '奶粉存货质押四期', day: '2026-11-12', goods: later, until: 'REJECTED' })
  planLoan(world, { ...common, project: '奶粉存货质押三期', day: '2026-10-22', goods: later, until: 'REFUSED' })
}

/** S03, S13. */
function wineAndBeauty(world: World): void {
  const wine = { business: 'wine', product: '丙保理快消质押', warehouse: '演示二号仓' } as const
  const first = planStockIn(world, { ...wine, day: '2026-03-30', goods: [{ goods: '赤霞珠干红 750ml×6 瓶', qty: '3000' }] })
  const inEveryState = planPledgedLoan(world, {
    ...wine,
    project: '葡萄酒质押一期',
    day: '2026-04-08',
    goods: [{ goods: '赤霞珠干红 750ml×6 瓶', qty: '3000', batch: { of: first, line: 0 } }],
  })
  planOtherPayouts(world, { business: 'wine', loan: inEveryState })
  const second = planStockIn(world, { ...wine, day: '2026-05-11', goods: [{ goods: '梅洛干红 750ml×6 瓶', qty: '2500', short: '12' }] })
  const overdue = planPledgedLoan(
    world,
    {
      ...wine,
      project: '葡萄酒质押二期',
      day: '2026-05-20',
      goods: [{ goods: '梅洛干红 750ml×6 瓶', qty: '2400', batch: { of: second, line: 0 } }],
    },
    { sentBack: true },
  )
  // Due in the National Day's holiday, so on 8 October, and paid in part.
  planPayout(world, { business: 'wine', loan: overdue, day: '2026-07-03' })
  planOverdueRepayments(world, overdue)

  const beauty = { business: 'beauty', product: '丙保理快消质押', warehouse: '演示一号仓' } as const
  const creams = planStockIn(world, { ...beauty, day: '2026-07-06', goods: [{ goods: '保湿面霜 50ml×24 支', qty: '2000' }] })
  const halfBonded = planPledgedLoan(
    world,
    {
      ...beauty,
      project: '护肤品质押一期',
      day: '2026-07-15',
      goods: [{ goods: '保湿面霜 50ml×24 支', qty: '2000', batch: { of: creams, line: 0 } }],
    },
    { day: '2026-11-18', until: 'NOTIFIED' },
  )
  planBondPayment(world, { business: 'beauty', loan: halfBonded, day: '2026-11-19', share: '0.4' })
  planLoan(world, {
    ...beauty,
    project: '护肤品质押二期',
    day: '2026-11-19',
    goods: [{ goods: '修护精华 50ml×24 支', qty: '500' }],
    terms: { annualRate: '0.079000', termsReason: '续作客户，首期按期结清，申请按 7.9% 执行' },
    until: 'AUDITING',
  })
}

/** S27, and each step of a payout on the way: of one loan, a little each time. */
function planOtherPayouts(world: World, of: Pick<PayingOut, 'business' | 'loan'>): void {
  const days: [day: string, until: PayoutEnd][] = [
    ['2026-11-05', 'CANCELLED'],
    ['2026-11-06', 'REFUSED'],
    ['2026-11-09', 'REJECTED'],
    ['2026-11-10', 'FAILED'],
    ['2026-11-11', 'PAYING'],
    ['2026-11-12', 'UNCONFIRMED'],
    ['2026-11-13', 'APPROVED'],
    ['2026-11-16', 'AUDITING'],
    ['2026-11-17', 'DRAFT'],
  ]
  for (const [day, until] of days) planPayout(world, { ...of, day, until, amount: '20000.00' })
}

/** S04, S05, S12. */
function metals(world: World): void {
  const copper = { business: 'metal', product: '乙信托大宗质押', warehouse: '演示二号仓' } as const
  const cathodes = planStockIn(world, { ...copper, day: '2026-05-14', goods: [{ goods: '1#电解铜 Cu≥99.95%', qty: '80' }] })
  planPledgedLoan(world, {
    ...copper,
    project: '电解铜质押一期',
    day: '2026-05-25',
    goods: [{ goods: '1#电解铜 Cu≥99.95%', qty: '80', batch: { of: cathodes, line: 0 } }],
  })
  const aluminium = { business: 'aluminium', product: '甲行存货质押', warehouse: '演示二号仓' } as const
  const ingots = (day: string, loanDay: string, qty: string, period: string, pledging: Partial<Pledging>) => {
    const stock = planStockIn(world, { ...aluminium, day, goods: [{ goods: '重熔用铝锭 Al99.70', qty }] })
    return planPledgedLoan(
      world,
      {
        ...aluminium,
        project: `铝锭质押${period}`,
        day: loanDay,
        goods: [{ goods: '重熔用铝锭 Al99.70', qty, batch: { of: stock, line: 0 } }],
      },
      pledging,
    )
  }
  // The first pledge is cancelled before the warehouse has answered; the loan has its goods again, and a second one takes them.
  const first = ingots('2026-06-01', '2026-06-10', '300', '一期', { until: 'CANCELLED' })
  planPledge(world, { ...aluminium, day: '2026-06-12', loan: first, registered: true })
  planRepaidLoan(world, first)
  ingots('2026-08-03', '2026-08-12', '200', '三期', { day: '2026-11-18', until: 'REFUSED' })
}

/** S07 to S10: goods that come after the approval, in every stage of their way; S19: what is damaged is deducted, what is missing replenished. */
function importAndAgency(world: World): void {
  planPledgedLoan(
    world,
    {
      business: 'beef',
      product: '乙信托进口代采',
      warehouse: '演示冷库',
      project: '澳洲牛肉进口代采',
      tradeAgent: '演示贸易代理',
      day: '2026-03-18',
      goods: [
        { goods: '西冷 谷饲 100 天', qty: '60' },
        { goods: '牛腩 草饲', qty: '40' },
      ],
      arrival: { arrives: '2026-04-22', damaged: '1', shorts: { handle: 'DEDUCT' } },
    },
    { day: '2026-04-23', drafted: true },
  )
  const agency = { business: 'dairy', product: '甲行代理采购', warehouse: '演示一号仓' } as const
  planLoan(world, {
    ...agency,
    project: '奶粉代理采购一期',
    day: '2026-09-08',
    goods: [{ goods: '全脂成人奶粉 400g×12 袋', qty: '8000' }],
    arrival: { arrives: '2026-10-14', until: 'RECEIVING' },
  })
  const abroad = planLoan(world, {
    ...agency,
    project: '奶粉代理采购二期',
    day: '2026-10-12',
    goods: [{ goods: '金装婴配奶粉3段 400g×6 盒', qty: '5000' }],
    arrival: { arrives: '2026-11-30', until: 'NOTIFIED' },
  })
  planInstitutionPayouts(world, abroad)
  const metal = { business: 'metal', product: '乙信托进口代采', warehouse: '演示保税一仓', tradeAgent: '演示贸易代理' } as const
  planLoan(world, {
    ...metal,
    project: '进口锌锭代采一期',
    day: '2026-08-25',
    goods: [{ goods: '0#锌锭 Zn99.995', qty: '150' }],
    arrival: { arrives: '2026-09-24', short: '0.4', shorts: { handle: 'REPLENISH' } },
  })
  planLoan(world, { ...metal, project: '进口锌锭代采二期', day: '2026-10-20', goods: [{ goods: '0#锌锭 Zn99.995', qty: '200' }] })

  const appliances = { business: 'appliances', warehouse: '演示三号仓' } as const
  const fridges = planStockIn(world, {
    ...appliances,
    day: '2026-06-15',
    goods: [{ goods: '对开门冰箱 标准款', qty: '1000', damaged: '3' }],
    shorts: { handle: 'ACCEPT', until: 'CLOSED' },
  })
  const inParts = planPledgedLoan(world, {
    ...appliances,
    product: '甲行存货质押',
    project: '冰箱存货质押',
    day: '2026-06-24',
    goods: [{ goods: '对开门冰箱 标准款', qty: '990', batch: { of: fridges, line: 0 } }],
  })
  planPayout(world, { business: 'appliances', loan: inParts, day: '2026-06-26', amount: '500000.00', failsOnce: true })
  planPayout(world, { business: 'appliances', loan: inParts, day: '2026-07-27', amount: '300000.00', balance: true, slipSentBack: true })
  planLoan(world, {
    ...appliances,
    product: '甲行跨境代采',
    project: '进口家电代采',
    day: '2026-09-28',
    goods: [{ goods: '变频空调 标准款', qty: '1500' }],
    // Late since then: the warehouse still waits.
    arrival: { arrives: '2026-10-16', until: 'NOTIFIED' },
  })
}

/** S06, and ordinary loans on bulk goods; one is taken back to approval for a smaller amount. */
function plasticsPulpRubber(world: World): void {
  const product = '乙信托大宗质押'
  const warehouse = '演示三号仓'
  const bulk: {
    business: BusinessName
    goods: string
    qty: string
    day: string
    loanDay: string
    project: string
    pledge?: Partial<Pledging>
  }[] = [
    {
      business: 'rubber',
      goods: '天然橡胶 STR20 35kg/块',
      qty: '300',
      day: '2026-04-09',
      loanDay: '2026-04-20',
      project: '天然橡胶质押一期',
    },
    {
      business: 'plastics',
      goods: '线型低密度聚乙烯 25kg/袋',
      qty: '500',
      day: '2026-05-06',
      loanDay: '2026-05-15',
      project: '聚乙烯质押一期',
      pledge: { day: '2026-11-20', until: 'AUDITING' },
    },
    { business: 'pulp', goods: '漂白针叶浆 风干 90%', qty: '600', day: '2026-06-08', loanDay: '2026-06-17', project: '纸浆质押一期' },
    {
      business: 'rubber',
      goods: '烟片胶 RSS3 35kg/块',
      qty: '200',
      day: '2026-10-12',
      loanDay: '2026-10-21',
      project: '烟片胶质押二期',
      // Ends with the loan's way back to approval.
      pledge: { until: 'DRAFT' },
    },
  ]
  const [inGrace, , , last] = bulk.map(({ business, goods, qty, day, loanDay, project, pledge }) => {
    const stock = planStockIn(world, { business, warehouse, day, goods: [{ goods, qty }] })
    const batch = { of: stock, line: 0 }
    return planPledgedLoan(world, { business, product, warehouse, project, day: loanDay, goods: [{ goods, qty, batch }] }, pledge)
  })
  // Due on 18 November, and within its days of grace on the last day.
  if (inGrace) planPayout(world, { business: 'rubber', loan: inGrace, day: '2026-07-21' })
  // Paid for the amount that was approved first, so that more is there than is due since.
  if (last) planBondPayment(world, { business: 'rubber', loan: last, day: '2026-10-26' })
  world.diary.at('2026-10-27', '10:00', 'back to approval for a smaller amount', async () => {
    const id = last?.record().id ?? ''
    await (await world.office.as('op02')).act('loans/loansmgr', id, 'reApproval', { appliedAmount: '1000000.00', opinion: '客户调减用款' })
    await (await world.office.as('bm01')).act('loans/loansmgr', id, 'approve', { approvedAmount: '1000000.00', opinion: '同意调减' })
  })
  if (last) {
    planPledge(world, { business: 'rubber', warehouse, day: '2026-10-28', loan: last, registered: true })
    planBondRefund(world, { business: 'rubber', loan: last, day: '2026-11-18', reason: '重新审批后多缴的保证金' })
  }
  planLoan(world, {
    business: 'plastics',
    product,
    warehouse,
    project: '聚乙烯质押二期',
    day: '2026-11-20',
    goods: [{ goods: '高密度聚乙烯 25kg/袋', qty: '200' }],
    until: 'DRAFT',
  })
  planLoan(world, {
    business: 'pulp',
    product,
    warehouse,
    project: '纸浆质押二期',
    day: '2026-11-17',
    goods: [{ goods: '漂白阔叶浆 风干 90%', qty: '300' }],
    until: 'AUDITING',
  })
}

/** S11: loans closed before anything was paid, their notices cancelled with them; a notice cancelled by itself. */
function endedEarly(world: World): void {
  planLoan(world, {
    business: 'aluminium',
    product: '甲行存货质押',
    warehouse: '演示二号仓',
    project: '铝锭质押二期',
    day: '2026-07-08',
    goods: [{ goods: '铝合金锭 Al99.70', qty: '100' }],
    until: 'CLOSED',
  })
  planLoan(world, {
    business: 'dairy',
    product: '甲行存货质押',
    warehouse: '演示二号仓',
    project: '成人奶粉质押',
    day: '2026-08-20',
    goods: [{ goods: '全脂成人奶粉 400g×12 袋', qty: '2000' }],
    until: 'CLOSED',
    arrival: { arrives: '2026-09-10', until: 'NOTIFIED' },
  })
  planStockIn(world, {
    business: 'wine',
    warehouse: '演示保税一仓',
    type: 'PURCHASE',
    day: '2026-06-22',
    goods: [{ goods: '霞多丽干白 750ml×6 瓶', qty: '800' }],
    until: 'CANCELLED',
  })
}

/** S16: goods that wait for their confirmation; S14: goods of a virtual warehouse. */
function waitingAndVirtual(world: World): void {
  planStockIn(world, {
    business: 'metal',
    warehouse: '演示二号仓',
    type: 'PURCHASE',
    day: '2026-11-10',
    arrives: '2026-11-18',
    goods: [{ goods: '1#电解铜 Cu≥99.95%', qty: '40', damaged: '0.5' }],
    until: 'RECEIVED',
  })
  const virtual = { business: 'dairy', warehouse: '演示虚拟仓', type: 'PURCHASE' } as const
  // Beyond its days since 12 November.
  planStockIn(world, {
    ...virtual,
    day: '2026-08-27',
    goods: [{ goods: '金装婴配奶粉1段 400g×6 盒', qty: '500', productionDate: '2025-11-12' }],
  })
  planStockIn(world, { ...virtual, day: '2026-11-17', goods: [{ goods: '金装婴配奶粉2段 400g×6 盒', qty: '400' }], until: 'RECEIVED' })
}

/** A loan whose goods leave their pledge to the last bale. */
function redeemedWhole(world: World): void {
  const pulp = { business: 'pulp', warehouse: '演示三号仓' } as const
  const goods = '漂白阔叶浆 风干 90%'
  const stock = planStockIn(world, { ...pulp, day: '2026-07-20', goods: [{ goods, qty: '200' }] })
  const batch = { of: stock, line: 0 }
  const terms = { product: '乙信托大宗质押', project: '阔叶浆质押一期', day: '2026-07-29', goods: [{ goods, qty: '200', batch }] }
  planRedeemedLoan(world, planPledgedLoan(world, { ...pulp, ...terms }))
}

const ordinaryCount = 21
const firstOrdinary = '2026-01-20'
const daysApart = 14

/** What is under way on the last day. */
const underWay: { business: BusinessName; day: string; arrives: string; until: StockInState; miscounted?: true }[] = [
  { business: 'wine', day: '2026-11-05', arrives: '2026-11-16', until: 'RECEIVED', miscounted: true },
  { business: 'beef', day: '2026-11-09', arrives: '2026-11-20', until: 'RECEIVING' },
  { business: 'plastics', day: '2026-11-12', arrives: '2026-11-25', until: 'NOTIFIED' },
  { business: 'rubber', day: '2026-11-16', arrives: '2026-11-27', until: 'NOTIFIED' },
  { business: 'beauty', day: '2026-11-18', arrives: '2026-12-02', until: 'DRAFT' },
]

/** S19: of the last that came in, the short orders are under way, or wait to be handled. */
const shortsUnderWay: ShortHandling[] = (['REJECTED', 'AUDITING', 'PENDING'] as const).map((until) => ({ handle: 'CLAIM', until }))

/** Goods that come in through the year, so that each list has rows on its first page. */
function ordinaryArrivals(world: World): void {
  const { random } = world
  const through = Array.from({ length: ordinaryCount }, (_, index) => ({
    business: businessNames[index % businessNames.length] ?? 'dairy',
    day: workdayFrom(addDays(firstOrdinary, index * daysApart)),
  }))
  for (const [index, arrival] of [...through, ...underWay].entries()) {
    const { warehouses, goods } = businesses[arrival.business]
    const shorts = index < ordinaryCount ? shortsUnderWay[index - ordinaryCount + shortsUnderWay.length] : undefined
    planStockIn(world, {
      ...arrival,
      warehouse: random.pick(warehouses),
      type: random.pick(['PLEDGE', 'PLEDGE', 'PURCHASE']),
      goods: goods.map((name, line) => ({ ...ordinaryLine(world, name), ...(shorts && line === 0 ? { short: '2' } : {}) })),
      shorts,
    })
  }
}

/** About half a million yuan a line; now and then some is damaged, missing or too much. */
function ordinaryLine(world: World, name: string): ArrivingGoods {
  const { random } = world
  const yuan = usualPrice(name)
  const qty = Math.max(10, Math.round(random.integer(300_000, 700_000) / yuan / 10) * 10)
  const price = `${Math.max(1, Math.round((yuan * random.integer(97, 103)) / 100))}.0000`
  const few = String(Math.max(1, Math.trunc(qty / 100)))
  const luck = random.integer(1, 8)
  return {
    goods: name,
    qty: String(qty),
    price,
    ...(luck === 1 ? { damaged: few } : {}),
    ...(luck === 2 ? { short: few } : {}),
    ...(luck === 3 ? { short: `-${few}` } : {}),
  }
}
