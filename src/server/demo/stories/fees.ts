import { afterMonth, planMiscFee, planServiceFee } from '../flows/fee'
import type { World } from '../world'

/** S25: fees of payouts and of months, and what is paid for customers, in every state; some are let off in part, one as a whole. */
export function planFees(world: World): void {
  // Of payouts: half a percent for the service, a tenth for the technology.
  planServiceFee(world, { business: 'dairy', feeType: 'SERVICE', periodStart: '2026-05-28', day: '2026-06-02', received: '1000.00' })
  planServiceFee(world, { business: 'dairy', feeType: 'TECH', periodStart: '2026-05-28', day: '2026-06-02', waived: '200.00' })
  const fridges = { business: 'appliances', periodStart: '2026-06-26', day: '2026-07-02' } as const
  planServiceFee(world, { ...fridges, feeType: 'SERVICE', received: '2500.00' })
  planServiceFee(world, { ...fridges, feeType: 'TECH', waived: '500.00' })
  const second = { business: 'appliances', periodStart: '2026-07-27', day: '2026-11-19' } as const
  planServiceFee(world, { ...second, feeType: 'SERVICE', until: 'REJECTED' })
  planServiceFee(world, { ...second, feeType: 'TECH', until: 'AUDITING' })
  // By the day, and by the month.
  for (const month of ['2026-07', '2026-08'])
    planServiceFee(world, { business: 'wine', feeType: 'SERVICE', periodStart: `${month}-01`, day: afterMonth(`${month}-01`) })
  const monthly = { business: 'rubber', feeType: 'TECH' } as const
  planServiceFee(world, { ...monthly, periodStart: '2026-08-01', day: afterMonth('2026-08-01'), received: '50.00' })
  planServiceFee(world, { ...monthly, periodStart: '2026-09-01', day: '2026-11-18' })

  planMiscFee(world, {
    business: 'dairy',
    day: '2026-06-15',
    miscType: 'INSPECTION',
    of: { qty: '12', unitPrice: '150.0000' },
    payee: '演示仓储一',
    received: '1800.00',
    remark: '二季度质检抽样',
  })
  planMiscFee(world, {
    business: 'wine',
    day: '2026-08-12',
    miscType: 'REGISTER',
    of: { totalAmount: '600.00' },
    taxRate: '0',
    waived: '600.00',
  })
  planMiscFee(world, {
    business: 'appliances',
    day: '2026-09-15',
    miscType: 'HANDLING',
    of: { qty: '990', unitPrice: '1.2000' },
    received: '800.00',
    remark: '入库装卸',
  })
  planMiscFee(world, { business: 'rubber', day: '2026-10-22', miscType: 'INSURANCE', of: { totalAmount: '3200.00' } })
  planMiscFee(world, { business: 'metal', day: '2026-11-13', miscType: 'APPRAISAL', of: { totalAmount: '5000.00' }, until: 'REJECTED' })
  planMiscFee(world, { business: 'beef', day: '2026-11-18', miscType: 'PORT', of: { totalAmount: '1450.00' }, until: 'AUDITING' })
  planMiscFee(world, {
    business: 'plastics',
    day: '2026-11-20',
    miscType: 'FREIGHT',
    of: { qty: '20', unitPrice: '85.0000' },
    until: 'DRAFT',
  })
}
