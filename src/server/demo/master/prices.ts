import { addDays } from '../../../../engine/core/dateTime'
import type { WriteContext } from '../../../../engine/server/record/context'
import type { Documents } from '../../generated'
import type { NewCollateralPrice } from '../../generated/collateralPrice'
import { insertRows, type BulkRow, type PastStep } from '../../seed/insertRows'
import { advanceRows } from '../advanceRows'
import { weekdayOf } from '../../../rules/workdays'
import { daysFrom, workdayFrom } from '../calendar'
import { fromUnits } from '../random'
import { firstDay, lastDay, type DemoGoods, type World } from '../world'

/** Goods whose market price is followed by the week (domain 70, G.2), with the price of the first week in yuan. */
const followed: [name: string, price: number][] = [
  ['金装婴配奶粉1段 400g×6 盒', 118],
  ['金装婴配奶粉2段 400g×6 盒', 114],
  ['赤霞珠干红 750ml×6 瓶', 352],
  ['西冷 谷饲 100 天', 41_500],
  ['保湿面霜 50ml×24 支', 1_180],
  ['1#电解铜 Cu≥99.95%', 70_600],
  ['重熔用铝锭 Al99.70', 20_450],
  ['0#锌锭 Zn99.995', 22_300],
  ['线型低密度聚乙烯 25kg/袋', 8_150],
  ['漂白针叶浆 风干 90%', 6_050],
  ['天然橡胶 STR20 35kg/块', 14_500],
  ['对开门冰箱 标准款', 4_150],
]

/** Prices that stories rest on, in ten-thousandths of a yuan; the two steep falls of G.2 are among them (E-13: 115.50 to 101.64, copper by 14 %). */
const agreed: Record<string, Record<string, number>> = {
  '金装婴配奶粉1段 400g×6 盒': weeks('2026-02-16', '2026-04-06', 1_155_000, { '2026-04-13': 1_016_400, '2026-04-20': 1_016_400 }),
  '1#电解铜 Cu≥99.95%': { '2026-06-29': 700_000_000, '2026-07-06': 602_000_000 },
}

const firstPriceDay = '2025-06-16'
/** Ten-thousandths that a price moves by in a week, at most. */
const widestStep = 120

function weeks(first: string, last: string, price: number, more: Record<string, number>): Record<string, number> {
  const mondays = daysFrom(first, last).filter((day) => weekdayOf(day) === 1)
  return { ...Object.fromEntries(mondays.map((day) => [day, price])), ...more }
}

/** The market price of each week, typed by an operator and approved by risk control; those before the first day are taken over on it. */
export function planPrices(world: World): void {
  const walks = followed.map(([name, price]) => ({ name, units: price * 10_000, previous: undefined as number | undefined }))
  const mondays = daysFrom(firstPriceDay, lastDay).filter((day) => weekdayOf(day) === 1)
  const old: Week[] = []
  const inForce = new Map<string, string>()
  for (const day of mondays) {
    const prices = walks.map((walk) => {
      const previous = walk.previous
      walk.units =
        agreed[walk.name]?.[day] ?? walk.units + Math.trunc((walk.units * world.random.integer(-widestStep, widestStep)) / 10_000)
      walk.previous = walk.units
      return { name: walk.name, units: walk.units, previous }
    })
    const week = { day, prices }
    if (day < firstDay) old.push(week)
    else
      world.diary.at(workdayFrom(day), workdayFrom(day) === firstDay ? '11:20' : '09:30', 'market prices', () =>
        writeWeek(world, week, inForce),
      )
  }
  world.diary.at(firstDay, '11:00', 'market prices before the first day', async () => {
    for (const week of old) await writeWeek(world, week, inForce)
  })
}

interface Week {
  day: string
  prices: { name: string; units: number; previous: number | undefined }[]
}

/** @param inForce id of the price in force by goods, which the new one ends */
async function writeWeek(world: World, { day, prices }: Week, inForce: Map<string, string>): Promise<void> {
  const operator = await world.office.as('op01')
  const auditor = (await world.office.as('rk01')).user
  await operator.write(async (context) => {
    const steps = approvalOf(context, auditor)
    const rows = prices.map(({ name, units, previous }): BulkRow<'collateralPrice'> => ({
      values: {
        ...snapshotOf(world, name),
        priceSource: 'MARKET',
        priceDate: day,
        price: fromUnits(units, 4),
        previousPrice: previous === undefined ? null : fromUnits(previous, 4),
        status: 'EFFECTIVE',
        submittedById: context.user.id,
        submittedAt: context.environment.now,
        auditedById: auditor.id,
        auditedAt: context.environment.now,
      },
      steps,
    }))
    const ids = await insertRows(context, 'collateralPrice', rows)
    const expire = { action: 'lapse', title: '到期失效', from: 'EFFECTIVE', to: 'EXPIRED', opinion: '新价格生效' }
    await advanceRows(context, 'collateralPrice', [...inForce.values()], expire)
    prices.forEach(({ name }, index) => inForce.set(name, ids[index] ?? ''))
  })
}

function approvalOf({ user, environment }: WriteContext, auditor: { id: string; name: string }): PastStep[] {
  const at = environment.now
  return [
    { action: 'submit', title: '提交', from: 'DRAFT', to: 'AUDITING', at, operator: { id: user.id, name: user.name } },
    { action: 'approve', title: '审批通过', from: 'AUDITING', to: 'EFFECTIVE', at, operator: auditor },
  ]
}

function snapshotOf(world: World, name: string) {
  const { id, categoryId, snapshot } = goodsOf(world, name)
  return { goodsId: id, categoryId, ...snapshot }
}

export function goodsOf({ goods }: World, name: string): DemoGoods {
  const found = goods.get(name)
  if (!found) throw new RangeError(`there are no goods ${name}`)
  return found
}

/** Prices agreed with a customer, and prices of either kind in the states before approval (domain 70, S30). */
export function planAgreedPrices(world: World): void {
  const { diary, office } = world
  const price = (borrower: string, department: string, party: string, name: string, amount: string, from: string) => ({
    borrowerId: world.names.id('enterprise', borrower),
    departmentId: world.names.id('department', department),
    fundingPartyId: world.names.id('enterprise', party),
    goodsId: goodsOf(world, name).id,
    price: amount,
    effectiveDate: from,
    expireDate: addDays(from, 365),
  })
  const enter = async <E extends 'customerPrice' | 'collateralPrice'>(entity: E, values: Documents[E]['new']): Promise<string> =>
    (await (await office.as('op01')).work((tools) => tools.create(entity, values))).id
  const act = async (
    userName: string,
    entity: 'customerPrice' | 'collateralPrice',
    id: string,
    ...[action, form]: ['submit'] | ['approve', { opinion: string }?] | ['reject', { opinion: string }]
  ): Promise<void> => (await office.as(userName)).work((tools) => tools.perform(entity, id, action, form))

  diary.at('2026-02-25', '10:00', 'the price agreed for the reference case', async () => {
    const id = await enter('customerPrice', price('演示乳品', 'EAST', '甲行', '金装婴配奶粉1段 400g×6 盒', '118.0000', '2026-02-25'))
    await act('op01', 'customerPrice', id, 'submit')
    await act('rk01', 'customerPrice', id, 'approve', { opinion: '按年度框架价' })
  })
  diary.at('2026-05-12', '14:00', 'a price that a newer one ends', async () => {
    for (const [amount, from] of [
      ['70500.0000', '2026-05-12'],
      ['69800.0000', '2026-05-13'],
    ] as const) {
      const id = await enter('customerPrice', price('演示有色', 'EAST', '乙信托', '1#电解铜 Cu≥99.95%', amount, from))
      await act('op01', 'customerPrice', id, 'submit')
      await act('rk01', 'customerPrice', id, 'approve')
    }
  })
  diary.at('2026-11-17', '15:00', 'prices under way', async () => {
    const draft = price('演示酒业', 'EAST', '丙保理', '赤霞珠干红 750ml×6 瓶', '350.0000', '2026-12-01')
    await enter('customerPrice', draft)
    const audited = await enter('customerPrice', price('演示美妆', 'EAST', '丙保理', '保湿面霜 50ml×24 支', '1150.0000', '2026-12-01'))
    await act('op01', 'customerPrice', audited, 'submit')
    const rejected = await enter('customerPrice', price('演示铝业', 'EAST', '甲行', '重熔用铝锭 Al99.70', '21500.0000', '2026-12-01'))
    await act('op01', 'customerPrice', rejected, 'submit')
    await act('rk01', 'customerPrice', rejected, 'reject', { opinion: '高于市场行情' })
    const appraisal = (name: string, amount: string): NewCollateralPrice => ({
      goodsId: goodsOf(world, name).id,
      priceSource: 'APPRAISAL',
      price: amount,
      priceDate: '2026-11-17',
    })
    await enter('collateralPrice', appraisal('眼肉 谷饲 100 天', '47600.0000'))
    const underWay = await enter('collateralPrice', appraisal('修护精华 50ml×24 支', '2350.0000'))
    await act('op01', 'collateralPrice', underWay, 'submit')
    const refused = await enter('collateralPrice', appraisal('A级电解铜 Cu≥99.95%', '90000.0000'))
    await act('op01', 'collateralPrice', refused, 'submit')
    await act('rk01', 'collateralPrice', refused, 'reject', { opinion: '无评估报告' })
  })
}
