import type { NewControlGoods } from '../../generated/controlGoods'
import { operatorOf } from '../master/clients'
import type { World } from '../world'
import { businesses, type BusinessName } from './business'

export interface Controlling {
  business: BusinessName
  /** Name of the loan's project. */
  project: string
  day: string
  /** Name of the category, for a record of one. */
  category?: string
  terms: Omit<NewControlGoods, 'loanId' | 'borrowerId' | 'departmentId' | 'fundingPartyId' | 'categoryId' | 'controlRate'>
  /** Where it stays; EFFECTIVE when left out. */
  until?: 'DRAFT' | 'AUDITING' | 'REJECTED' | 'EFFECTIVE'
  /** On this day risk control ends it. */
  ends?: string
}

const screen = 'bet/controlgoods'

/** A control record from the draft to its notice, and to the day on which it is ended by hand. */
export function planControl(world: World, { business, project, day, category, terms, until = 'EFFECTIVE', ends }: Controlling): void {
  const { diary, office, names } = world
  const operator = operatorOf(businesses[business].department)
  let id = ''
  diary.at(day, '16:40', `control of ${project}`, async () => {
    const desk = await office.as(operator)
    const [loan] = await desk.work((tools) => tools.find('loan', { projectName: project }))
    if (!loan) throw new RangeError(`there is no loan ${project}`)
    const { id: loanId, borrowerId, departmentId, fundingPartyId, initialRate } = loan
    const categoryId = category === undefined ? {} : { categoryId: names.id('category', category) }
    const whose = { loanId, borrowerId, departmentId, fundingPartyId, controlRate: initialRate ?? '0.5000' }
    id = (await desk.add(screen, { ...whose, ...categoryId, ...terms })).id
    if (until !== 'DRAFT') await desk.act(screen, id, 'submit')
    if (until === 'REJECTED') await (await office.as('rk01')).act(screen, id, 'reject', { opinion: '请按最新货值测算最低控货价值' })
    if (until === 'EFFECTIVE') await (await office.as('rk01')).act(screen, id, 'approve', { opinion: '同意' })
  })
  if (ends !== undefined)
    diary.at(ends, '11:10', `the end of the control of ${project}`, async () => {
      await (await office.as('rk01')).act(screen, id, 'expire', { opinion: '改为总值控货' })
    })
}
