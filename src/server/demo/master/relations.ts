import type { NewClientRelation } from '../../generated/clientRelation'
import { businesses, type BusinessName } from '../flows/business'
import type { World } from '../world'
import { operatorOf } from './clients'

const screen = 'base/clientrelation'

type Relation = [relationType: string, enterprise: string, more?: Partial<NewClientRelation>]

/** What clients have to do with others, beside those who supply and keep their goods. */
const others: Partial<Record<BusinessName, Relation[]>> = {
  dairy: [
    ['LOGISTICS', '演示物流'],
    ['BUYER', '演示商超'],
    ['TRADE_AGENT', '演示贸易代理'],
  ],
  wine: [['BUYER', '演示餐饮供应链']],
  beauty: [['BUYER', '演示电商', { endDate: '2026-12-10' }]],
  metal: [
    ['TRADE_AGENT', '演示贸易代理'],
    ['GROUP', '演示铝业', { shareRatio: '0.3500', remark: '同一实际控制人' }],
  ],
  aluminium: [['BUYER', '演示制造']],
  beef: [
    ['LOGISTICS', '演示冷运'],
    ['GUARANTOR', '演示融资担保', { shareRatio: '1.0000' }],
  ],
  plastics: [['GUARANTOR', '演示融资担保', { endDate: '2026-10-31', status: 'DISABLED', remark: '担保合同到期，未续' }]],
  appliances: [['LOGISTICS', '演示城配']],
}

const keepers: Record<string, string> = {
  演示一号仓: '演示仓储一',
  演示二号仓: '演示仓储一',
  演示三号仓: '演示仓储二',
  演示冷库: '演示仓储二',
}

export async function makeRelations({ office, names }: World): Promise<void> {
  for (const [name, { borrower, party, department, supplier, warehouses }] of Object.entries(businesses)) {
    const keeper = keepers[warehouses[0] ?? '']
    const relations: Relation[] = [['SUPPLIER', supplier], ...(keeper === undefined ? [] : [['WAREHOUSE', keeper] as Relation])]
    for (const [relationType, enterprise, more = {}] of [...relations, ...(others[name as BusinessName] ?? [])])
      await (
        await office.as(operatorOf(department))
      ).add(screen, {
        clientId: names.id('client', `${borrower} ${party}`),
        relationType,
        relatedEnterpriseId: names.id('enterprise', enterprise),
        startDate: '2026-01-01',
        ...more,
      })
  }
}
