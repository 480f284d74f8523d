import { addDays } from '../../../../engine/core/dateTime'
import { multiplyDecimals, roundDecimal, subtractDecimals, type Decimal } from '../../../../engine/core/decimal'
import type { NewStockInGoods, StockIn, StockInDocument, StockInGoods } from '../../generated/stockIn'
import { workdayFrom } from '../calendar'
import { operatorOf } from '../master/clients'
import { usualPrice } from '../master/goods'
import { goodsOf } from '../master/prices'
import type { World } from '../world'
import { businesses, receiverOf, type BusinessName } from './business'
import { handleShorts, type ShortHandling } from './shortOrder'

export interface ArrivingGoods {
  goods: string
  qty: Decimal
  /** The goods' usual cost when left out. */
  price?: Decimal
  /** Of the quantity, what arrives damaged. */
  damaged?: Decimal
  /** What does not arrive, or arrives beyond the expected quantity (negative). */
  short?: Decimal
  productionDate?: string
}

export interface Arrival {
  business: BusinessName
  warehouse: string
  type?: string
  /** When the notice is drafted. */
  day: string
  /** When the goods come; a week later when left out. */
  arrives?: string
  goods: ArrivingGoods[]
  /** Where it stays; CONFIRMED when left out. */
  until?: StockInState
  /** The keeper has typed a quantity wrongly: it is sent back, and received anew. */
  miscounted?: true
  /** What becomes of what came short, too much or damaged; the usual when left out. */
  shorts?: ShortHandling
}

export type StockInState = 'DRAFT' | 'NOTIFIED' | 'RECEIVING' | 'RECEIVED' | 'CONFIRMED' | 'CANCELLED'

/** What later stories need of a stock-in: to be asked for after its day. */
export interface StockInHandle {
  /** @throws RangeError before it exists */
  record(): StockIn
  /** Id of the good batch of a line. @throws RangeError before the confirmation */
  batch(line: number): string
}

const screen = 'loans/stockin'

/** A stock-in from the notice to stock on hand, by its operator and the keeper of its warehouse, each on their day. */
export function planStockIn(world: World, arrival: Arrival): StockInHandle {
  const { diary, office, names } = world
  const { borrower, party, department, supplier } = businesses[arrival.business]
  const holder = createHolder()
  diary.at(arrival.day, '10:00', `notice of goods of ${borrower}`, async () => {
    const stockIn = await (
      await office.as(operatorOf(department))
    ).add(screen, {
      stockInType: arrival.type ?? 'PLEDGE',
      warehouseId: names.id('warehouse', arrival.warehouse),
      borrowerId: names.id('enterprise', borrower),
      departmentId: names.id('department', department),
      fundingPartyId: names.id('enterprise', party),
      supplierId: names.id('enterprise', supplier),
      expectedDate: arrivalDay(arrival),
      containerNo: `DEMU${String(1_000_000 + world.random.integer(0, 899_999))}`,
      goods: arrival.goods.map((line, index) => lineOf(world, arrival, line, index)),
    })
    holder.put(stockIn)
    continueStockIn(world, holder, arrival)
  })
  return holder
}

/** Takes a drafted stock-in on from today, as far as it is to go. */
export function continueStockIn(world: World, holder: Holder, arrival: Arrival): void {
  const { diary, office } = world
  const { department, borrower } = businesses[arrival.business]
  const until = arrival.until ?? 'CONFIRMED'
  const operator = operatorOf(department)
  const virtual = arrival.warehouse === '演示虚拟仓'
  if (until === 'DRAFT') return

  diary.at(arrival.day, '11:00', `notifying the warehouse for ${borrower}`, async () => {
    holder.put(await (await office.as(operator)).act(screen, holder.record().id, 'submit'))
  })
  if (until === 'CANCELLED')
    diary.at(workdayFrom(addDays(arrival.day, 3)), '15:00', `cancelling the notice for ${borrower}`, async () => {
      holder.put(await (await office.as(operator)).act(screen, holder.record().id, 'cancel', { opinion: '供应商延期，重新安排' }))
    })
  if (until === 'CANCELLED' || until === 'NOTIFIED') return

  if (!virtual) planReceipts(world, holder, arrival, until)
  if (until !== 'CONFIRMED') return
  const confirmDay = virtual ? arrival.day : arrivalDay(arrival)
  diary.at(confirmDay, '16:30', `confirming goods of ${borrower}`, async () => {
    // Of a virtual warehouse the operator has taken in the goods himself (D8).
    holder.put(await (await office.as(virtual ? 'multi01' : operator)).act(screen, holder.record().id, 'confirm'))
    await handleShorts(world, arrival.business, holder.record(), arrival.shorts)
  })
}

/** Two visits of the lorry, the second brings the rest. */
function planReceipts(world: World, holder: Holder, arrival: Arrival, until: StockInState): void {
  const { diary, office } = world
  const keeper = receiverOf(arrival.warehouse)
  const day = arrivalDay(arrival)
  diary.at(day, '13:00', `goods arrive at ${arrival.warehouse}`, async () => {
    const goods = holder.record().goods.map((line, index) => ({
      ...receiptOf(arrival.goods[index], line, 'first'),
      ...labelOf(world, line, day, index),
    }))
    holder.put(await (await office.as(keeper)).act(screen, holder.record().id, 'receive', { goods }))
  })
  if (until === 'RECEIVING') return
  diary.at(day, '15:00', `the rest arrives at ${arrival.warehouse}`, async () => {
    const desk = await office.as(keeper)
    const goods = holder.record().goods.map((line, index) => receiptOf(arrival.goods[index], line, 'rest'))
    await desk.act(screen, holder.record().id, 'receive', { goods })
    holder.put(await desk.act(screen, holder.record().id, 'finish', { receiptNo: `HZ${holder.record().stockInNo}` }))
  })
  if (!arrival.miscounted) return
  diary.at(day, '15:40', `sending receipts of ${arrival.warehouse} back`, async () => {
    const desk = await office.as(operatorOf(businesses[arrival.business].department))
    holder.put(await desk.act(screen, holder.record().id, 'returnReceive', { opinion: '数量与送货单不符，请重新清点' }))
  })
  diary.at(day, '16:10', `counting again at ${arrival.warehouse}`, async () => {
    const desk = await office.as(keeper)
    const goods = holder.record().goods.map(({ id, expectedQty }) => ({ id, receivedGoodQty: expectedQty ?? '0', locationCode: 'A-01-01' }))
    await desk.act(screen, holder.record().id, 'receive', { goods })
    holder.put(await desk.act(screen, holder.record().id, 'finish', { receiptNo: `HZ${holder.record().stockInNo}-2` }))
  })
}

interface Holder extends StockInHandle {
  put(record: StockIn): void
}

export function createHolder(first?: StockIn): Holder {
  let current = first
  const record = (): StockIn => {
    if (!current) throw new RangeError('there is no such stock-in yet')
    return current
  }
  return {
    record,
    put: (next) => {
      current = next
    },
    batch(line) {
      const id = record().goods[line]?.stockBatchId
      if (!id) throw new RangeError(`line ${line + 1} is not in stock yet`)
      return id
    },
  }
}

type Receipt = StockInDocument['actions']['receive']['form']['goods'][number]

function arrivalDay({ day, arrives }: Arrival): string {
  return arrives ?? workdayFrom(addDays(day, 7))
}

function lineOf(world: World, arrival: Arrival, line: ArrivingGoods, index: number): NewStockInGoods {
  const goods = goodsOf(world, line.goods)
  const perishable = goods.shelfLifeDays !== null
  const batchNo = `${(line.productionDate ?? arrival.day).replaceAll('-', '')}-${index + 1}`
  return {
    goodsId: goods.id,
    expectedQty: line.qty,
    unitPrice: line.price ?? `${usualPrice(line.goods)}.0000`,
    batchNo,
    ...(perishable ? { productionDate: line.productionDate ?? addDays(arrival.day, -30) } : {}),
  }
}

/** What the keeper reads off goods whose notice does not say it. */
function labelOf({ goods }: World, line: StockInGoods, day: string, index: number): Partial<Receipt> {
  if (line.batchNo) return {}
  const shelfLifeDays = [...goods.values()].find(({ id }) => id === line.goodsId)?.shelfLifeDays
  const productionDate = addDays(day, -60)
  return {
    batchNo: `${productionDate.replaceAll('-', '')}-${index + 1}`,
    ...(shelfLifeDays ? { productionDate, expiryDate: addDays(productionDate, shelfLifeDays) } : {}),
  }
}

/** Three fifths come first, undamaged; the second visit brings what is left of what comes at all. */
function receiptOf(arriving: ArrivingGoods | undefined, line: StockInGoods, visit: 'first' | 'rest'): Receipt {
  const expected = line.expectedQty ?? '0'
  const first = roundDecimal(multiplyDecimals(expected, '0.6'), 0)
  const damaged = arriving?.damaged ?? '0'
  const received =
    visit === 'first'
      ? { receivedGoodQty: first, receivedDamagedQty: '0' }
      : { receivedGoodQty: subtractDecimals(expected, first, damaged, arriving?.short ?? '0'), receivedDamagedQty: damaged }
  return { id: line.id, ...received, locationCode: 'A-01-01' }
}
