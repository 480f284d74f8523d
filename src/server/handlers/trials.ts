import { addDays } from '../../../engine/core/dateTime'
import { compareDecimals, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import type { Handler, HandlerCall } from '../../../engine/server/extensions'
import { availableOfLine, availableOfQuota } from '../../rules/availableQuota'
import { bondDue, initialRate } from '../../rules/financing'
import { exposureOf, loanToValue, trialRepayment, waterLevel, type DayCount, type WaterLines } from '../../rules/interest'
import { as, type Client, type CustomerLine, type Product, type Warehouse } from '../rules/documents'
import { valueLine } from '../rules/loanValuation'
import { financingAvailable } from '../rules/quota'
import { loadSeen } from './loadSeen'

type Terms = Product &
  WaterLines & {
    annualRate: Decimal
    dayCount: DayCount
    minInterestDays: number
    termDays: number
    graceDays: number
    penaltyUplift: Decimal
    bondRate: Decimal
  }

/** Interest, penalty and water level of a loan after the product's parameters (E-02, E-04, E-05, E-12); nothing is stored. */
export const trialProduct: Handler = async ({ tools, body }) => {
  const product = as<Terms>(await tools.load('product', String(body['productId'])))
  const { principal, startDate, repayDate } = body as { principal: Decimal; startDate: string; repayDate: string }
  if (repayDate < startDate) throw invalid([fieldProblem('repayDate', 'check', '还款日不能早于起息日')])
  const trial = trialRepayment(principal, startDate, repayDate, product)
  const exposure = exposureOf(principal, [trial.interest, trial.penalty], (body['bondBalance'] as Decimal | undefined) ?? '0')
  const value = body['goodsValue'] as Decimal | undefined
  const ltv = value === undefined ? undefined : loanToValue(exposure, value)
  return { ...trial, exposure, ...(ltv === undefined ? {} : { ltv, waterLevel: waterLevel(ltv, product) }) }
}

interface TrialGoods {
  goodsId: string
  stockBatchId?: string
  qty: Decimal
  unitPrice: Decimal
}

/** Rates and financeable amounts of goods, deposit, due date, interest to it and the first water level (domain 50, E.7); nothing is stored. */
export const trialLoan: Handler = async (call) => {
  const { tools, body } = call
  const product = as<Terms>(await tools.load('product', String(body['productId'])))
  const appliedAmount = body['appliedAmount'] as Decimal
  const lineId = body['customerLineId'] as string | undefined
  const line = lineId === undefined ? undefined : as<CustomerLine>(await tools.load('customerLine', lineId))
  const warehouseId = body['warehouseId'] as string | undefined
  const warehouse = warehouseId === undefined ? noWarehouse : as<Warehouse>(await tools.load('warehouse', warehouseId))
  const borrowerId = (body['borrowerId'] as string | undefined) ?? line?.borrowerId
  const client = borrowerId === undefined ? undefined : await clientOf(call, borrowerId, product.fundingPartyId)
  const terms = { ...product, annualRate: client?.annualRate ?? product.annualRate }
  const context = {
    borrowerId: borrowerId ?? '0',
    product,
    line: line ?? { pledgeRateCap: null },
    warehouse,
    ...(client ? { client } : {}),
  }
  const goods = []
  for (const row of body['goods'] as TrialGoods[]) {
    if (row.stockBatchId !== undefined) await loadSeen(call, 'stockBatch', row.stockBatchId)
    const { value, ...valued } = await valueLine(tools, { ...row, stockBatchId: row.stockBatchId ?? null }, context)
    goods.push({ ...row, ...valued, amount: value })
  }
  const value = sumDecimals(goods.map((row) => row.amount))
  const bondAmount = bondDue(appliedAmount, client?.bondRate ?? product.bondRate)
  const ltv = loanToValue(exposureOf(appliedAmount, [], bondAmount), value)
  const startDate = (body['startDate'] as string | undefined) ?? tools.today
  const dueDate = addDays(startDate, product.termDays)
  return {
    goods,
    financeable: roundDecimal(sumDecimals(goods.map((row) => row.financeAmount ?? '0')), 2),
    bondAmount,
    dueDate,
    interest: trialRepayment(appliedAmount, startDate, dueDate, terms).interest,
    // Goods that are worth nothing cannot be lent against; there is no rate to tell.
    ...(compareDecimals(value, '0') > 0 ? { initialRate: initialRate(appliedAmount, [value]) } : {}),
    ltv,
    waterLevel: waterLevel(ltv, product),
    ...(lineId === undefined ? {} : { available: (await financingAvailable(tools, lineId)).available }),
  }
}

/** The client file in force, with the terms agreed in it; a file that the user does not see is none. */
async function clientOf({ kysely, tools, visible }: HandlerCall, enterpriseId: string, fundingPartyId: string) {
  const files = kysely.selectFrom('client as c').select('c.id').where('c.enterprise_id', '=', enterpriseId)
  const inForce = files.where('c.funding_party_id', '=', fundingPartyId).where('c.status', '=', 'ACTIVE')
  const seen = await visible('client', 'c', inForce).executeTakeFirst()
  return seen && as<Client & { annualRate: Decimal | null; bondRate: Decimal | null }>(await tools.load('client', String(seen['id'])))
}

const noWarehouse: Warehouse = { id: '0', warehouseName: '', warehouseType: '', warehouseGrade: '', status: 'ENABLED' }

/** What a borrower can be lent under a product today (E-08), over all lines in force that the user may see. */
export const availableCredit: Handler = async ({ kysely, visible, query, tools }) => {
  const lines = await visible(
    'customerLine',
    'l',
    kysely
      .selectFrom('customer_line as l')
      .select('l.id')
      .where('l.borrower_id', '=', String(query['borrowerId']))
      .where('l.product_id', '=', String(query['productId']))
      .where('l.status', '=', 'ACTIVE')
      .where('l.start_date', '<=', tools.today)
      .where('l.end_date', '>=', tools.today)
      .orderBy('l.id'),
  ).execute()
  const result = []
  for (const row of lines) {
    const { line, quota, available } = await financingAvailable(tools, String(row['id']))
    result.push({
      id: line.id,
      lineNo: line.lineNo,
      lineAvailable: availableOfLine(line),
      quotaAvailable: availableOfQuota(quota, tools.today),
      available,
    })
  }
  return { available: roundDecimal(sumDecimals(result.map((line) => line.available)), 2), lines: result }
}
