import { addDays } from '../../../../engine/core/dateTime'
import type { ShortOrder, ShortOrderState } from '../../generated/shortOrder'
import type { StockIn } from '../../generated/stockIn'
import { workdayFrom } from '../calendar'
import { operatorOf } from '../master/clients'
import type { Submitted } from '../office'
import { lastDay, type World } from '../world'
import { businesses, type BusinessName } from './business'

const screen = 'loans/shortOrder'

type Handling = Submitted<typeof screen, 'submit'>[0]

/** What becomes of what came short, too much or damaged; where it stays, HANDLED when left out. */
export interface ShortHandling {
  handle: 'CLAIM' | 'ACCEPT' | 'DEDUCT' | 'REPLENISH'
  until?: ShortOrderState
}

/** What operators do when nothing else is said: the supplier pays for what is missing or damaged, and what is too much is taken as it came. */
function usual({ shortType }: ShortOrder): ShortHandling {
  return { handle: shortType === 'OVER' ? 'ACCEPT' : 'CLAIM' }
}

/** The operator answers for the short orders of a stock-in two workdays after its confirmation, the manager in the afternoon. */
export async function handleShorts(
  world: World,
  business: BusinessName,
  { id: stockInId, stockInNo }: StockIn,
  handling: ShortHandling | undefined,
): Promise<void> {
  const operator = operatorOf(businesses[business].department)
  const found = await (await world.office.as(operator)).work((tools) => tools.find('shortOrder', { stockInId }))
  const day = workdayFrom(addDays(world.clock.today(), 2))
  if (found.length === 0 || day > lastDay) return
  world.diary.at(day, '09:10', `short orders of ${stockInNo}`, async () => {
    for (const { id } of found) await handle(world, operator, business, id, handling)
  })
}

async function handle(
  { office, diary, names, clock }: World,
  operator: string,
  business: BusinessName,
  id: string,
  handling: ShortHandling | undefined,
) {
  const desk = await office.as(operator)
  const order = await desk.read('shortOrder', id)
  const { handle: shortHandle, until = 'HANDLED' } = handling ?? usual(order)
  const day = clock.today()
  if (until === 'PENDING') return
  if (until === 'CLOSED') {
    await desk.edit(screen, order, { shortHandle, responsibleParty: 'NONE', remark: '属合理损耗，据实入账' })
    return diary.at(day, '15:10', `closing ${order.shortNo}`, async () => {
      await (await office.as('bm01')).act(screen, id, 'close', { opinion: '据实入账，无需处理' })
    })
  }
  await desk.act(screen, id, 'submit', answers())
  if (until === 'AUDITING') return
  diary.at(day, '15:10', `answer to ${order.shortNo}`, async () => {
    const manager = await office.as('bm01')
    await (until === 'REJECTED'
      ? manager.act(screen, id, 'reject', { opinion: '请补充供应商的确认函' })
      : manager.act(screen, id, 'approve', { opinion: '同意' }))
  })

  function answers(): Handling {
    if (shortHandle === 'ACCEPT') return { responsibleParty: 'NONE', shortHandle, remark: '按实收入账' }
    const supplier = { responsibleParty: 'SUPPLIER', responsibleEnterpriseId: names.id('enterprise', businesses[business].supplier) }
    if (shortHandle === 'CLAIM') return { ...supplier, shortHandle, claimAmount: order.diffAmount ?? undefined, remark: '供应商已确认少发' }
    return { ...supplier, shortHandle }
  }
}
