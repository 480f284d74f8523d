import { addDays } from '../../../../engine/core/dateTime'
import type { Decimal } from '../../../../engine/core/decimal'
import type { Loan } from '../../generated/loan'
import { workdayFrom } from '../calendar'
import { operatorOf } from '../master/clients'
import { usualPrice } from '../master/goods'
import { goodsOf } from '../master/prices'
import type { Press } from '../office'
import type { World } from '../world'
import { businesses, type BusinessName } from './business'
import { continueStockIn, createHolder, type Arrival, type StockInHandle } from './stockIn'

export interface FinancedGoods {
  goods: string
  qty: Decimal
  price?: Decimal
  /** Goods in stock: a line of an earlier stock-in. */
  batch?: { of: StockInHandle; line: number }
}

export type LoanState = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'REFUSED' | 'APPROVED' | 'CLOSED'

export interface Application {
  business: BusinessName
  product: string
  warehouse: string
  project: string
  purpose?: string
  /** Who imports the goods, and sees the loan and what comes in for it. */
  tradeAgent?: string
  day: string
  goods: FinancedGoods[]
  /** Terms below what was agreed, and why; those agreed when left out. */
  terms?: { annualRate: Decimal; termsReason: string }
  /** Nine tenths of what the goods allow, in tens of thousands, when left out. */
  applied?: Decimal
  /** Where it stays; APPROVED when left out. */
  until?: LoanState
  /** What becomes of the goods that the approval sends for; the notice stays a draft when left out. */
  arrival?: Partial<Pick<Arrival, 'arrives' | 'until' | 'shorts'>> & { damaged?: Decimal; short?: Decimal }
}

export interface LoanHandle {
  /** @throws RangeError before it exists */
  record(): Loan
}

const screen = 'loans/loansmgr'

/** A loan from the application to the manager's answer, and on to the goods that it sends for. */
export function planLoan(world: World, application: Application): LoanHandle {
  const { diary, office } = world
  const { department, borrower } = businesses[application.business]
  const until = application.until ?? 'APPROVED'
  const operator = operatorOf(department)
  let current: Loan | undefined
  const record = (): Loan => {
    if (!current) throw new RangeError('there is no such loan yet')
    return current
  }
  const act: Press<typeof screen> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(screen, record().id, action, ...form)
  }

  diary.at(application.day, '09:40', `application of ${borrower}`, async () => {
    const desk = await office.as(operator)
    const values = applicationOf(world, application)
    const appliedAmount = application.applied ?? (await amountFor(world, application, values))
    current = await desk.add(screen, { ...values, appliedAmount })
    if (until !== 'DRAFT') await act(operator, 'submit')
  })
  if (until === 'DRAFT' || until === 'AUDITING') return { record }

  diary.at(application.day, '14:20', `answer to ${borrower}`, async () => {
    if (until === 'REJECTED') return act('bm01', 'reject', { opinion: '请补充货权证明' })
    if (until === 'REFUSED') return act('bm01', 'refuse', { opinion: '不符合准入要求' })
    await act('bm01', 'approve', { approvedAmount: record().appliedAmount ?? '', opinion: '同意' })
    await takeStockInOn(world, application, record().id)
  })
  if (until === 'CLOSED')
    diary.at(workdayFrom(addDays(application.day, 6)), '15:40', `closing the loan of ${borrower}`, () =>
      act('bm01', 'close', { opinion: '客户取消用款' }),
    )
  return { record }
}

function applicationOf(world: World, application: Application) {
  const { names } = world
  const { borrower, party, supplier } = businesses[application.business]
  return {
    projectName: application.project,
    borrowerId: names.id('enterprise', borrower),
    productId: names.id('product', application.product),
    customerLineId: names.id('line', `${borrower} ${application.product}`),
    contractId: names.id('contract', `${borrower} ${party} LOAN`),
    warehouseId: names.id('warehouse', application.warehouse),
    supplierId: names.id('enterprise', supplier),
    ...(application.tradeAgent === undefined ? {} : { tradeAgentId: names.id('enterprise', application.tradeAgent) }),
    purpose: application.purpose ?? '采购货物周转',
    ...application.terms,
    goods: application.goods.map(({ goods, qty, price, batch }) => ({
      goodsId: goodsOf(world, goods).id,
      qty,
      unitPrice: price ?? `${usualPrice(goods)}.0000`,
      stockBatchId: batch?.of.batch(batch.line),
    })),
  }
}

/** Asks the trial for what the goods allow. */
async function amountFor({ office }: World, { business }: Application, values: ReturnType<typeof applicationOf>): Promise<Decimal> {
  const desk = await office.as(operatorOf(businesses[business].department))
  const { productId, borrowerId, customerLineId, warehouseId, goods } = values
  const body = { productId, borrowerId, customerLineId, warehouseId, goods, appliedAmount: '1.00' }
  const { financeable } = (await desk.ask('trialLoan', { body })) as { financeable: Decimal }
  const whole = Number(financeable.split('.')[0])
  return `${Math.floor((whole * 9) / 100_000) * 10_000}.00`
}

async function takeStockInOn(world: World, application: Application, loanId: string): Promise<void> {
  if (!application.arrival) return
  const { department } = businesses[application.business]
  const desk = await world.office.as(operatorOf(department))
  const [stockIn] = await desk.work((tools) => tools.find('stockIn', { loanId }))
  if (!stockIn) throw new RangeError('the approval made no stock-in')
  const { damaged, short, arrives, until, shorts } = application.arrival
  const drafted = await desk.read('stockIn', stockIn.id)
  const record = arrives === undefined ? drafted : await desk.edit('loans/stockin', drafted, { expectedDate: arrives })
  const goods = application.goods.map((line) => ({
    goods: line.goods,
    qty: line.qty,
    damaged,
    short,
  }))
  const day = workdayFrom(addDays(application.day, 1))
  const { business, warehouse } = application
  continueStockIn(world, createHolder(record), {
    business,
    warehouse,
    day,
    goods,
    arrives,
    until,
    shorts,
  })
}
