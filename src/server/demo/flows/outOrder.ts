import type { Decimal } from '../../../../engine/core/decimal'
import { multiplyDecimals, roundDecimal } from '../../../../engine/core/decimal'
import type { OutOrder } from '../../generated/outOrder'
import { emptyPdf } from '../emptyPdf'
import type { World } from '../world'

/** CLOSED: a part goes out, and what does not is closed short. */
export type OutEnd = 'NEW' | 'NOTIFIED' | 'PICKING' | 'PARTIAL_OUT' | 'OUT_DONE' | 'SIGNED' | 'CLOSED' | 'CANCELLED'

export interface GoingOut {
  day: string
  operator: string
  keeper: string
  /** Who fetches the goods; without, they are delivered. */
  plateNo?: string
  /** Where it stays; SIGNED when left out. */
  until?: OutEnd
}

const screen = 'redemption/outorder'

/** An order from the notice to the warehouse to the signature, on one day, by its operator and the keeper. */
export function planGoingOut({ diary, office }: World, order: () => Promise<string>, going: GoingOut): void {
  const { day, operator, keeper, plateNo, until = 'SIGNED' } = going
  if (until === 'NEW') return
  diary.at(day, '10:30', 'an order to a warehouse', async () => {
    const [desk, id] = [await office.as(operator), await order()]
    const fetched = { deliveryMode: 'SELF_PICK', plateNo, driverName: '周师傅' }
    const delivered = {
      deliveryMode: 'DELIVERY',
      receiverName: '收货处',
      receiverMobile: '13900000000',
      receiverAddress: '上海市嘉定区演示路 8 号',
    }
    const { version } = await desk.read('outOrder', id)
    await desk.edit(screen, { id, version }, { planOutDate: day, ...(plateNo === undefined ? delivered : fetched) })
    await desk.act(screen, id, 'submit')
  })
  if (until === 'NOTIFIED') return
  diary.at(day, '13:20', 'picking at a warehouse', async () => {
    await (await office.as(keeper)).act(screen, await order(), 'pick')
  })
  if (until === 'PICKING') return
  if (until === 'CANCELLED')
    return diary.at(day, '14:40', 'cancelling what is picked', async () => {
      await (await office.as('bm01')).act(screen, await order(), 'cancel', { opinion: '客户改为留仓' })
    })
  diary.at(day, '15:10', 'goods leave a warehouse', async () => {
    const desk = await office.as(keeper)
    const before = await office.system.read('outOrder', await order())
    const share = until === 'PARTIAL_OUT' || until === 'CLOSED' ? '0.6' : '1'
    await desk.act(screen, before.id, 'out', { givenCode: before.pickCode ?? '', goods: goingOf(before, share) })
  })
  if (until === 'PARTIAL_OUT' || until === 'OUT_DONE') return
  diary.at(day, '17:15', 'the end of an order', async () => {
    const id = await order()
    if (until === 'CLOSED') await (await office.as('bm01')).act(screen, id, 'closeShort', { opinion: '其余货物破损，不再提取' })
    else if (plateNo === undefined) {
      const desk = await office.as(keeper)
      await desk.act(screen, id, 'sign', { signFiles: [await desk.upload('签收单.pdf', emptyPdf)] })
    }
  })
}

function goingOf({ goods }: OutOrder, share: Decimal) {
  return goods.map(({ id, qty }) => ({ id, goingQty: roundDecimal(multiplyDecimals(qty, share), 0) }))
}
