import { receiverOf } from '../flows/business'
import { planGoingOut } from '../flows/outOrder'
import { planRelease, type Releasing } from '../flows/release'
import type { World } from '../world'

/** S18: goods beyond what has to stay, at each step of their release; S15: orders at each step, one cancelled, one closed short. */
export function planReleases(world: World): void {
  const fridges = { business: 'appliances', project: '冰箱存货质押', warehouse: '演示三号仓' } as const
  const steps: Omit<Releasing, keyof typeof fridges>[] = [
    { day: '2026-09-29', qty: '30', out: { plateNo: '粤A10001' } },
    { day: '2026-10-14', qty: '20', out: {} },
    { day: '2026-10-22', qty: '10' },
    { day: '2026-10-29', qty: '25', out: { plateNo: '粤A10002', until: 'CLOSED' } },
    { day: '2026-11-03', qty: '15', out: { plateNo: '粤A10003', until: 'CANCELLED' } },
    { day: '2026-11-05', qty: '40', until: 'REFUSED' },
    { day: '2026-11-06', qty: '10', until: 'CANCELLED', out: {} },
    { day: '2026-11-12', qty: '40', until: 'REJECTED' },
    { day: '2026-11-16', qty: '20', out: { until: 'OUT_DONE' } },
    { day: '2026-11-17', qty: '20', out: { plateNo: '粤A10004', until: 'PARTIAL_OUT' } },
    { day: '2026-11-18', qty: '10', out: { plateNo: '粤A10005', until: 'PICKING' } },
    { day: '2026-11-19', qty: '10', out: { plateNo: '粤A10006', until: 'NOTIFIED' } },
    { day: '2026-11-19', qty: '12', until: 'AUDITING' },
    { day: '2026-11-20', qty: '10', out: { until: 'NEW' } },
    { day: '2026-11-20', qty: '8', until: 'DRAFT' },
  ]
  for (const step of steps) planRelease(world, { ...fridges, ...step })
  planSettled(world)
}

/** What was pledged for a loan that is paid off is released where it lies, and fetched later as goods of the customer's own. */
function planSettled(world: World): void {
  const { diary, office, names } = world
  let order = ''
  diary.at('2026-11-12', '10:10', 'releasing what was pledged for a loan that is paid off', async () => {
    const desk = await office.as('op01')
    const [loan] = await desk.work((tools) => tools.find('loan', { projectName: '铝锭质押一期' }))
    const [draft] = await desk.work((tools) =>
      tools.find('pledgeRelease', { loanId: loan?.id ?? '', releaseType: 'SETTLE', status: 'DRAFT' }),
    )
    if (!draft) throw new RangeError('the settlement has drafted no release')
    await desk.act('bet/pledgeout', draft.id, 'submit')
    await (await office.as('rk01')).act('bet/pledgeout', draft.id, 'approve', { opinion: '已结清，同意解押' })
  })
  diary.at('2026-11-17', '09:50', 'an order over goods of their own', async () => {
    const desk = await office.as('op01')
    const borrowerId = names.id('enterprise', '演示铝业')
    const [release] = await desk.work((tools) => tools.find('pledgeRelease', { borrowerId, status: 'COMPLETED' }, { limit: 1 }))
    const { goods, warehouseId } = await desk.read('pledgeRelease', release?.id ?? '')
    const lines = goods.map(({ stockBatchId }) => ({ stockBatchId: stockBatchId ?? '', qty: '120' }))
    const about = { borrowerId, warehouseId, pledgeReleaseId: release?.id, deliveryMode: 'SELF_PICK', planOutDate: '2026-11-17' }
    order = (await desk.add('redemption/outorder', { ...about, goods: lines })).id
  })
  const keeper = receiverOf('演示二号仓')
  planGoingOut(world, () => Promise.resolve(order), { day: '2026-11-17', operator: 'op01', keeper, plateNo: '沪A20001' })
}
