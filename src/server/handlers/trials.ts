import { addDays } from '../../../engine/core/dateTime'
import { compareDecimals, roundDecimal, sumDecimals } from '../../../engine/core/decimal'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { bondDue, initialRate } from '../../rules/financing'
import { no } from '../../rules/guards'
import { dueDates, trialRepayment } from '../../rules/interest'
import { exposureOf, loanToValue, waterLevel } from '../../rules/waterline'
import type { Client } from '../generated/client'
import { valuedIn, valueLines } from '../rules/loanValuation'
import { availableToday } from '../rules/quota'
import { workdaysFrom } from '../rules/calendar'
import type { Handler, HandlerContext } from '../ruleTypes'

/**
 * Interest, penalty and water level of a loan after the product's parameters (E-02, E-04, E-05, E-12), in the product's currency; nothing is stored.
 * Goods are worth CNY, so that there is no water level in another one (decision D29).
 */
export const trialProduct: Handler<'trialProduct'> = async ({ tools, body }) => {
  const product = await tools.load('product', body.productId, { past: 'submit' })
  const { currency } = product
  const { principal, startDate, repayDate, bondBalance = '0', goodsValue: value } = body
  if (value !== undefined && currency !== valuedIn) tools.refuseIf(no('valuation.foreign-currency', { currency }))
  if (repayDate < startDate) throw invalid([fieldProblem('repayDate', 'check', '还款日不能早于起息日')])
  const isWorkday = await workdaysFrom(tools, addDays(startDate, product.termDays))
  const trial = trialRepayment(principal, startDate, repayDate, product, isWorkday)
  const exposure = exposureOf(principal, [trial.interest, trial.penalty], bondBalance)
  const ltv = value === undefined ? undefined : loanToValue(exposure, value)
  const [named] = await tools.find('currency', { currencyCode: currency })
  const amounts = { ...trial, exposure, currency, currencyName: named?.currencyName ?? currency }
  return { ...amounts, ...(ltv === undefined ? {} : { ltv, waterLevel: waterLevel(ltv, product) }) }
}

/** Rates and financeable amounts of goods, deposit, due date, interest to it and the first water level (domain 50, E.7); nothing is stored. */
export const trialLoan: Handler<'trialLoan'> = async (call) => {
  const { tools, body } = call
  const product = await tools.load('product', body.productId, { past: 'submit' })
  const { appliedAmount, customerLineId: lineId, warehouseId, startDate = tools.today } = body
  const line = lineId === undefined ? undefined : await tools.load('customerLine', lineId)
  if (line && line.currency !== product.currency) {
    throw invalid([fieldProblem('customerLineId', 'check', `客户额度的币种须与产品一致（${product.currency}）`)])
  }
  const warehouse = warehouseId === undefined ? noWarehouse : await tools.load('warehouse', warehouseId)
  const borrowerId = body.borrowerId ?? line?.borrowerId
  const client = borrowerId === undefined ? undefined : await clientOf(call, borrowerId, product.fundingPartyId)
  const terms = { ...product, annualRate: client?.annualRate ?? product.annualRate }
  const context = {
    // What is agreed with a borrower counts only for users who may see the client or its line; for others the id is one that nobody has.
    borrowerId: (client ?? line) ? (borrowerId ?? '0') : '0',
    product,
    line: line ?? { pledgeRateCap: null },
    warehouse,
    client,
  }
  const valuedLines = await valueLines(tools, body.goods, context)
  const goods = valuedLines.map(({ value, ...valued }, index) => ({ ...body.goods[index], ...valued, amount: value }))
  const value = sumDecimals(goods.map((row) => row.amount))
  const bondAmount = bondDue(appliedAmount, client?.bondRate ?? product.bondRate)
  const ltv = loanToValue(exposureOf(appliedAmount, [], bondAmount), value)
  const dueDate = addDays(startDate, product.termDays)
  const isWorkday = await workdaysFrom(tools, dueDate)
  const { effectiveDueDate } = dueDates(dueDate, product, isWorkday)
  return {
    goods,
    financeable: roundDecimal(sumDecimals(goods.map((row) => row.financeAmount ?? '0')), 2),
    bondAmount,
    dueDate,
    effectiveDueDate,
    interest: trialRepayment(appliedAmount, startDate, effectiveDueDate, terms, isWorkday).interest,
    // Goods that are worth nothing cannot be lent against; there is no rate to tell.
    ...(compareDecimals(value, '0') > 0 ? { initialRate: initialRate(appliedAmount, [value]) } : {}),
    ltv,
    waterLevel: waterLevel(ltv, product),
    ...(lineId === undefined ? {} : { available: (await availableToday(tools, lineId)).available }),
  }
}

/** The client file in force, with the terms agreed in it; a file that the user does not see is none. */
export async function clientOf(
  { kysely, tools, visible }: HandlerContext,
  enterpriseId: string,
  fundingPartyId: string,
): Promise<Client | undefined> {
  const files = kysely.selectFrom('client as c').select('c.id').where('c.enterprise_id', '=', enterpriseId)
  const inForce = files.where('c.funding_party_id', '=', fundingPartyId).where('c.effective_status', '=', 'ACTIVE')
  const seen = await visible('client', 'c', inForce).executeTakeFirst()
  return seen && tools.load('client', seen.id)
}

const noWarehouse = { warehouseType: '', warehouseGrade: '' }

/**
 * How much a borrower can be lent under a product today (E-08), summed over the lines that the user may see. Lines that are not in force, or used
 * beyond what they are now, count 0; those in another currency than the product's are listed and not added to it (decision D29).
 */
export const availableCredit: Handler<'availableCredit'> = async ({ kysely, visible, query, tools }) => {
  const { currency } = await tools.load('product', query.productId)
  const lines = await visible(
    'customerLine',
    'l',
    kysely
      .selectFrom('customer_line as l')
      .select('l.id')
      .where('l.borrower_id', '=', query.borrowerId)
      .where('l.product_id', '=', query.productId)
      .where('l.effective_status', 'in', ['ACTIVE', 'FROZEN', 'EXPIRED'])
      .orderBy('l.id'),
  ).execute()
  const result = []
  for (const { id } of lines) {
    const { line, ...amounts } = await availableToday(tools, id)
    result.push({ id: line.id, lineNo: line.lineNo, currency: line.currency, ...amounts })
  }
  const counted = result.filter((line) => line.currency === currency).map((line) => line.available)
  return { available: roundDecimal(sumDecimals(counted), 2), currency, lines: result }
}
