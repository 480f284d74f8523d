import { divideDecimals, multiplyDecimals, roundDecimal, sumDecimals, type Decimal } from '../../../../engine/core/decimal'
import type { Fill } from '../../generated/fill'
import type { LoanHandle } from '../flows/loan'
import { planLoan } from '../flows/loan'
import { planPayout } from '../flows/payout'
import { planPledge } from '../flows/pledge'
import { planStockIn } from '../flows/stockIn'
import { goodsOf } from '../master/prices'
import type { World } from '../world'

const goods = '铝合金锭 Al99.70'
const project = (period: string): string => `铝合金锭质押${period}`
const aluminium = { business: 'aluminium', product: '甲行存货质押', warehouse: '演示二号仓' } as const
const [fills, warnings] = ['funds/fill', 'earlywarn/pledgewarndetail'] as const

/**
 * S04 to S06, S30: three loans whose goods fall in price together. One is filled in cash at once and recovers, the others recover with the price; at the
 * second fall their fills wait, are under approval, and were sent back. That of a loan on wine is never filled.
 */
export function planFills(world: World): void {
  const loans = ['一期', '二期', '三期'].map((period) => {
    const stock = planStockIn(world, { business: 'aluminium', warehouse: '演示二号仓', day: '2026-08-17', goods: [{ goods, qty: '30' }] })
    const batch = { of: stock, line: 0 }
    const loan = planLoan(world, { ...aluminium, project: project(period), day: '2026-08-26', goods: [{ goods, qty: '30', batch }] })
    planPledge(world, { business: 'aluminium', warehouse: '演示二号仓', day: '2026-08-26', loan, registered: true })
    planPayout(world, { business: 'aluminium', loan, day: '2026-08-28' })
    return loan
  })
  const [first, second, third] = loans
  if (!first || !second || !third) return

  fall(world, '2026-09-15', first, goods, '0.8700')
  world.diary.at('2026-09-16', '15:10', 'a fill in cash', async () => {
    await payCash(world, first)
    await decide(world, first, 'approve', { opinion: '款项已到，同意补仓' })
  })
  world.diary.at('2026-09-18', '10:20', 'aluminium recovers', () => quote(world, goods, '21300.0000'))

  fall(world, '2026-11-18', second, goods, '0.8800')
  world.diary.at('2026-11-19', '10:40', 'what becomes of the second fills', async () => {
    await payCash(world, second)
    await payCash(world, third)
    await decide(world, third, 'reject', { opinion: '付款摘要与补仓单不符，请客户补说明' })
    const [fallen] = await warningsOf(world, first, 'PRICE_DROP')
    await (await world.office.as('rk01')).act(warnings, fallen?.id ?? '', 'createFill', { fillMode: 'GOODS' })
  })
}

/** S06: a loan that is overdue already sinks, and nobody fills it; what else was warned of is taken on, handled and closed. */
export function planWarnings(world: World): void {
  world.diary.at('2026-07-08', '10:30', 'copper has fallen', async () => {
    const id = await openWarning(world, 'PRICE_DROP', '电解铜质押一期')
    const desk = await world.office.as('rk01')
    await desk.act(warnings, id, 'handle', { opinion: '联系客户确认用款计划' })
    await desk.act(warnings, id, 'finish', { handleResult: '尚未放款，按新价格重算可放款金额' })
    await (await world.office.as('bm01')).act(warnings, id, 'close')
  })
  world.diary.at('2026-04-14', '10:30', 'milk powder has fallen', async () => {
    const id = await openWarning(world, 'PRICE_DROP', 'F1 基准样例：婴配奶粉存货质押')
    const desk = await world.office.as('rk01')
    await desk.act(warnings, id, 'handle', { opinion: '关注行情' })
    await desk.act(warnings, id, 'finish', { handleResult: '客户同意下调质押率' })
  })
  world.diary.at('2026-10-29', '10:10', 'wine falls', async () => {
    const loan = await loanOf(world, '葡萄酒质押二期')
    await quote(world, '梅洛干红 750ml×6 瓶', await priceFor(world, loan, '0.9300'))
  })
}

/** The price falls so far that a loan stands at this rate by the end of the day. */
function fall(world: World, day: string, loan: LoanHandle, name: string, ltv: Decimal): void {
  world.diary.at(day, '10:10', `${name} falls`, async () => quote(world, name, await priceFor(world, loan.record().id, ltv)))
}

async function priceFor({ office }: World, loanId: string, ltv: Decimal): Promise<Decimal> {
  return office.system.work(async (tools) => {
    const [line] = await tools.find('waterline', { loanId, isLatest: true })
    const items = await tools.find('pledgeItem', { loanId, status: 'EFFECTIVE' })
    const qty = sumDecimals(items.map(({ remainQty }) => remainQty))
    return roundDecimal(divideDecimals(line?.exposure ?? '0', multiplyDecimals(ltv, qty)), 4)
  })
}

/** A market price of the day, typed by an operator and approved by risk control. */
async function quote(world: World, name: string, price: Decimal): Promise<void> {
  const { office, clock } = world
  const screen = 'bet/collateralprice'
  const desk = await office.as('op01')
  const { id } = await desk.add(screen, {
    goodsId: goodsOf(world, name).id,
    priceSource: 'MARKET',
    priceDate: clock.today(),
    currency: 'CNY',
    exchangeRate: '1',
    price,
    remark: '行情急跌后的现货报价',
  })
  await desk.act(screen, id, 'submit')
  await (await office.as('rk01')).act(screen, id, 'approve', { opinion: '与交易所报价一致' })
}

async function fillOf({ office }: World, loan: LoanHandle): Promise<Fill> {
  return office.system.work(async (tools) => {
    const [open] = await tools.find('fill', { loanId: loan.record().id, status: ['PENDING', 'AUDITING'] })
    if (!open) throw new RangeError('there is no such fill')
    return tools.load('fill', open.id)
  })
}

/** The customer pays what is missing; the operator submits it. */
async function payCash(world: World, loan: LoanHandle): Promise<void> {
  const { office, names, clock } = world
  const { id, fillNo, borrowerId, departmentId, fundingPartyId, requiredCash } = await fillOf(world, loan)
  const receipt = await (
    await office.as('fn01')
  ).add('funds/verification', {
    receiptType: 'FINANCING',
    payerId: borrowerId,
    borrowerId,
    departmentId,
    fundingPartyId,
    bankAccountId: names.id('bankAccount', '回款户'),
    bankSerialNo: `BC-${fillNo}`,
    receivedAt: clock.now(),
    currency: 'CNY',
    amount: requiredCash ?? '0',
  })
  const submitted = { fillMode: 'CASH', receiptId: receipt.id, filledCash: requiredCash ?? '0' } as const
  await (await office.as('op01')).act(fills, id, 'submit', submitted)
}

async function decide(world: World, loan: LoanHandle, action: 'approve' | 'reject', form: { opinion: string }): Promise<void> {
  const { id } = await fillOf(world, loan)
  await (await world.office.as('rk01')).act(fills, id, action, form)
}

async function loanOf({ office }: World, projectName: string): Promise<string> {
  const [loan] = await office.system.work((tools) => tools.find('loan', { projectName }))
  if (!loan) throw new RangeError(`there is no loan ${projectName}`)
  return loan.id
}

function warningsOf({ office }: World, loan: LoanHandle, warnType: string) {
  return office.system.work((tools) => tools.find('warnRecord', { loanId: loan.record().id, warnType, status: ['OPEN', 'HANDLING'] }))
}

async function openWarning(world: World, warnType: string, projectName: string): Promise<string> {
  const loanId = await loanOf(world, projectName)
  const [found] = await world.office.system.work((tools) => tools.find('warnRecord', { loanId, warnType, status: 'OPEN' }))
  if (!found) throw new RangeError(`nothing is warned of ${projectName}`)
  return found.id
}
