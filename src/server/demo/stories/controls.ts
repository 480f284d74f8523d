import { planControl } from '../flows/control'
import type { World } from '../world'

/** S18: the least that stays in pledge: in force, replaced by a newer one, over with its day, ended by hand, and on the way there. */
export function planControls(world: World): void {
  const reference = { business: 'dairy', project: 'F1 基准样例：婴配奶粉存货质押' } as const
  const total = { controlMode: 'TOTAL', effectiveDate: '2026-03-03', expireDate: '2026-12-31', minControlValue: '1050000.00' } as const
  planControl(world, { ...reference, day: '2026-03-03', terms: total })
  planControl(world, {
    ...reference,
    day: '2026-04-17',
    terms: { ...total, effectiveDate: '2026-04-17', minControlValue: '980000.00', remark: '奶粉跌价后调整' },
  })
  planControl(world, {
    business: 'dairy',
    project: '奶粉存货质押二期',
    day: '2026-03-27',
    category: '010101',
    terms: { controlMode: 'CATEGORY', effectiveDate: '2026-03-27', minControlValue: '900000.00' },
  })
  planControl(world, {
    business: 'metal',
    project: '电解铜质押一期',
    day: '2026-05-26',
    terms: {
      controlMode: 'TOTAL',
      effectiveDate: '2026-05-26',
      expireDate: '2026-08-31',
      minControlValue: '5000000.00',
      minControlQty: '72',
    },
  })
  planControl(world, {
    business: 'appliances',
    project: '冰箱存货质押',
    day: '2026-06-25',
    terms: { controlMode: 'ITEM', effectiveDate: '2026-06-25', minControlValue: '3500000.00', minControlQty: '880' },
    ends: '2026-10-09',
  })
  planControl(world, {
    business: 'metal',
    project: '电解铜质押一期',
    day: '2026-11-18',
    terms: { controlMode: 'TOTAL', effectiveDate: '2026-11-18', minControlValue: '4500000.00', minControlQty: '72' },
    until: 'AUDITING',
  })
  planControl(world, {
    business: 'wine',
    project: '葡萄酒质押一期',
    day: '2026-11-19',
    terms: { controlMode: 'TOTAL', effectiveDate: '2026-11-19', minControlValue: '100000.00' },
    until: 'REJECTED',
  })
  planControl(world, {
    business: 'pulp',
    project: '纸浆质押一期',
    day: '2026-11-20',
    terms: { controlMode: 'TOTAL', effectiveDate: '2026-11-20', minControlValue: '3000000.00' },
    until: 'DRAFT',
  })
}
