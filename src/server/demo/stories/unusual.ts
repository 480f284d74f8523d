import { addDays } from '../../../../engine/core/dateTime'
import type { Decimal } from '../../../../engine/core/decimal'
import type { StockUnusual, StockUnusualState } from '../../generated/stockUnusual'
import { workdayFrom } from '../calendar'
import { receiverOf } from '../flows/business'
import { goodsOf } from '../master/prices'
import type { World } from '../world'

const screen = 'bet/stockUnusualNotice'

interface Unusual {
  day: string
  warehouse: string
  goods: string
  qty: Decimal
  type: string
  description: string
  freeze: boolean
  /** The goods are in pledge, all of them. */
  pledged?: true
  /** Where it stays. */
  until: StockUnusualState
}

/** S20: what keepers report of goods in their warehouses, in each of its states. */
export function planUnusual(world: World): void {
  report(world, {
    day: '2026-06-03',
    warehouse: '演示一号仓',
    goods: '金装婴配奶粉1段 400g×6 盒',
    qty: '20',
    type: 'SEAL',
    description: '巡库发现两托质押货物外包装封条破损',
    freeze: true,
    pledged: true,
    until: 'CLOSED',
  })
  report(world, {
    day: '2026-09-15',
    warehouse: '演示三号仓',
    goods: '滚筒洗衣机 标准款',
    qty: '3',
    type: 'SHORTAGE',
    description: '盘点少 3 台，待调取监控',
    freeze: true,
    until: 'HANDLED',
  })
  report(world, {
    day: '2026-11-17',
    warehouse: '演示一号仓',
    goods: '唇釉 24 支装',
    qty: '5',
    type: 'UNAUTHORIZED',
    description: '夜班无单移库 5 箱，已封存于 B 区',
    freeze: true,
    until: 'HANDLING',
  })
  report(world, {
    day: '2026-11-20',
    warehouse: '演示冷库',
    goods: '眼肉 谷饲 100 天',
    qty: '2',
    type: 'DAMAGE',
    description: '冷机故障两小时，2 吨表面轻微解冻',
    freeze: false,
    until: 'OPEN',
  })
}

/** The keeper reports it, the risk officer takes it up on the same day and finishes it two workdays later, the manager closes it. */
function report(world: World, unusual: Unusual): void {
  const { diary, office, clock } = world
  const { day, warehouse, freeze, until } = unusual
  let id = ''
  diary.at(day, '10:20', `something unusual at ${warehouse}`, async () => {
    ;({ id } = await reported(world, unusual))
  })
  if (until === 'OPEN') return
  diary.at(day, '15:30', `taking up what is unusual at ${warehouse}`, async () => {
    await (await office.as('rk01')).act(screen, id, 'handle', { freeze, opinion: '先行冻结，要求仓库两日内书面说明' })
  })
  if (until === 'HANDLING') return
  diary.at(workdayFrom(addDays(day, 2)), '11:00', `finishing what is unusual at ${warehouse}`, async () => {
    await (await office.as('rk01')).act(screen, id, 'finish', { handleResult: '已复核，数量与质量无误，解除冻结' })
    if (until === 'HANDLED') return
    diary.at(clock.today(), '16:00', `closing what was unusual at ${warehouse}`, async () => {
      await (await office.as('bm01')).act(screen, id, 'close')
    })
  })
}

async function reported(world: World, { warehouse, goods, qty, type, description, pledged }: Unusual): Promise<StockUnusual> {
  const desk = await world.office.as(receiverOf(warehouse))
  const [batch] = await desk.work((tools) =>
    tools.find(
      'stockBatch',
      {
        warehouseId: world.names.id('warehouse', warehouse),
        goodsId: goodsOf(world, goods).id,
        qualityStatus: 'GOOD',
        ...(pledged ? { availableQty: '0', pledgedQty: { atLeast: qty } } : { availableQty: { atLeast: qty } }),
      },
      { limit: 1 },
    ),
  )
  if (!batch) throw new RangeError(`there is no ${goods} at ${warehouse}`)
  const { id: stockBatchId, warehouseId, borrowerId, departmentId, fundingPartyId, goodsId } = batch
  return desk.add(screen, {
    unusualType: type,
    stockBatchId,
    warehouseId,
    borrowerId,
    departmentId,
    fundingPartyId,
    goodsId,
    qty,
    foundAt: world.clock.now(),
    reporterName: desk.user.name,
    description,
  })
}
