import type { PledgeRule } from '../../generated/pledgeRule'
import { insertRows } from '../../seed/insertRows'
import type { World } from '../world'
import { goodsOf } from './prices'

interface BaseRate {
  party: string
  category: string
  goods?: string
  product?: string
  rate: string
  max: string
}

/** 22 (domain 70, G.2). The goods of the reference case have a rate of their own: 0.5500 (E-11). */
const baseRates: BaseRate[] = [
  { party: '甲行', category: '010101', goods: '金装婴配奶粉1段 400g×6 盒', rate: '0.5500', max: '0.7000' },
  { party: '甲行', category: '01', rate: '0.6000', max: '0.7000' },
  { party: '甲行', category: '0101', rate: '0.6500', max: '0.7000' },
  { party: '甲行', category: '0102', rate: '0.5000', max: '0.6000' },
  { party: '甲行', category: '0101', product: '甲行代理采购', rate: '0.7000', max: '0.7000' },
  { party: '甲行', category: '02', rate: '0.4500', max: '0.5500' },
  { party: '甲行', category: '03', rate: '0.7000', max: '0.7000' },
  { party: '甲行', category: '06', rate: '0.5500', max: '0.6500' },
  { party: '乙信托', category: '01', rate: '0.5500', max: '0.6500' },
  { party: '乙信托', category: '0103', rate: '0.6000', max: '0.7000' },
  { party: '乙信托', category: '03', rate: '0.7000', max: '0.7500' },
  { party: '乙信托', category: '0301', rate: '0.7200', max: '0.7500' },
  { party: '乙信托', category: '04', rate: '0.6000', max: '0.7000' },
  { party: '乙信托', category: '0403', rate: '0.5500', max: '0.6500' },
  { party: '乙信托', category: '05', rate: '0.6000', max: '0.7000' },
  { party: '丙保理', category: '01', rate: '0.5500', max: '0.6500' },
  { party: '丙保理', category: '010201', rate: '0.5000', max: '0.6000' },
  { party: '丙保理', category: '02', rate: '0.5000', max: '0.6000' },
  { party: '丙保理', category: '03', rate: '0.6500', max: '0.7000' },
  { party: '丙保理', category: '04', rate: '0.6000', max: '0.7000' },
  { party: '丙保理', category: '05', rate: '0.5500', max: '0.6500' },
  { party: '丙保理', category: '06', rate: '0.5500', max: '0.6500' },
]

interface DemoRule {
  name: string
  on: PledgeRule['ruleCondition']
  op: PledgeRule['compareOp']
  value: string
  value2?: string
  type: PledgeRule['adjustType']
  by: string
  priority: number
}

/** Ten rules with every kind of adjustment; the first four are those of the worked example E-10. */
const rules: DemoRule[] = [
  { name: '剩余效期不足一半', on: 'REMAIN_SHELF_RATIO', op: 'LT', value: '0.50', type: 'ADD', by: '-0.1000', priority: 90 },
  { name: '库龄超过 90 天', on: 'STOCK_AGE', op: 'GT', value: '90', type: 'ADD', by: '-0.0500', priority: 80 },
  { name: 'A 级仓不调整', on: 'WAREHOUSE_GRADE', op: 'EQ', value: 'A', type: 'ADD', by: '0.0000', priority: 70 },
  { name: 'C 级仓下调', on: 'WAREHOUSE_GRADE', op: 'EQ', value: 'C', type: 'ADD', by: '-0.1000', priority: 70 },
  { name: '临期封顶', on: 'REMAIN_SHELF_RATIO', op: 'BETWEEN', value: '0', value2: '0.3333', type: 'CAP', by: '0.4000', priority: 60 },
  { name: '过期不可质押', on: 'REMAIN_SHELF_RATIO', op: 'LE', value: '0', type: 'BAN', by: '0.0000', priority: 100 },
  { name: '库龄超过 180 天封顶', on: 'STOCK_AGE', op: 'GT', value: '180', type: 'CAP', by: '0.5000', priority: 50 },
  { name: '虚拟仓不可质押', on: 'WAREHOUSE_TYPE', op: 'EQ', value: 'virtual', type: 'BAN', by: '0.0000', priority: 100 },
  { name: '海外仓封顶', on: 'WAREHOUSE_TYPE', op: 'EQ', value: 'overseas', type: 'CAP', by: '0.5000', priority: 50 },
  { name: '评级偏低下调', on: 'CLIENT_RATING', op: 'IN', value: 'BB,C', type: 'ADD', by: '-0.0500', priority: 40 },
]

const effectiveDate = '2026-01-01'

export async function makePledgeRates(world: World): Promise<void> {
  const { office, names } = world
  const rates = baseRates.map(({ party, category, goods, product, rate, max }) => ({
    values: {
      fundingPartyId: names.id('enterprise', party),
      productId: product === undefined ? null : names.id('product', product),
      categoryId: names.id('category', category),
      goodsId: goods === undefined ? null : goodsOf(world, goods).id,
      baseRate: rate,
      maxRate: max,
      effectiveDate,
    },
  }))
  const conditions = rules.map(({ name, on, op, value, value2, type, by, priority }) => ({
    values: {
      ruleName: name,
      ruleCondition: on,
      compareOp: op,
      conditionValue: value,
      conditionValue2: value2 ?? null,
      adjustType: type,
      adjustValue: by,
      priority,
      effectiveDate,
    },
  }))
  await (
    await office.as('rk01')
  ).write(async (context) => {
    await insertRows(context, 'basePledgeRate', rates)
    await insertRows(context, 'pledgeRule', conditions)
  })
}
