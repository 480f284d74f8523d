import type { Decimal } from '../../../../engine/core/decimal'
import { operatorOf } from '../master/clients'
import type { World } from '../world'
import { businesses, receiverOf, type BusinessName } from './business'
import { planGoingOut, type GoingOut } from './outOrder'

export type ReleaseEnd = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'REFUSED' | 'APPROVED' | 'CANCELLED'

export interface Releasing {
  business: BusinessName
  /** Name of the loan's project. */
  project: string
  warehouse: string
  day: string
  qty: Decimal
  /** Where it stays before its goods leave; APPROVED when left out. */
  until?: ReleaseEnd
  /** What becomes of its order; without, the goods stay where they are. */
  out?: Pick<GoingOut, 'plateNo' | 'until'>
}

const screen = 'bet/pledgeout'

/** Goods beyond what has to stay in pledge (E-14), from the draft to their way out. */
export function planRelease(world: World, { business, project, warehouse, day, qty, until = 'APPROVED', out }: Releasing): void {
  const { diary, office } = world
  const operator = operatorOf(businesses[business].department)
  let id = ''
  diary.at(day, '09:30', `a release of ${project}`, async () => {
    const desk = await office.as(operator)
    const [loan] = await desk.work((tools) => tools.find('loan', { projectName: project }))
    if (!loan) throw new RangeError(`there is no loan ${project}`)
    const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
    const [item] = await desk.work((tools) => tools.find('pledgeItem', { loanId, status: 'EFFECTIVE' }, { limit: 1 }))
    if (!item) throw new RangeError(`nothing is pledged for ${project}`)
    const about = { loanId, borrowerId, departmentId, fundingPartyId, warehouseId }
    const goods = [{ pledgeItemId: item.id, qty }]
    const terms = { releaseType: 'EXCESS', releaseReason: '还款后押品超额，客户申请提取', needOutbound: out !== undefined }
    id = (await desk.add(screen, { ...about, ...terms, goods })).id
    if (until === 'DRAFT') return
    await desk.act(screen, id, 'submit')
    if (until === 'AUDITING') return
    const risk = await office.as('rk01')
    if (until === 'REJECTED') await risk.act(screen, id, 'reject', { opinion: '请补充客户提货申请' })
    else if (until === 'REFUSED') await risk.act(screen, id, 'refuse', { opinion: '价格下行，暂不释放' })
    else await risk.act(screen, id, 'approve', { opinion: '同意解押' })
    if (until === 'CANCELLED') await desk.act(screen, id, 'cancel', { opinion: '客户暂不提货' })
  })
  if (until !== 'APPROVED' || !out) return
  const order = async (): Promise<string> => (await office.system.read('pledgeRelease', id)).outOrderId ?? ''
  planGoingOut(world, order, { day, operator, keeper: receiverOf(warehouse), ...out })
}
