/** Import taxes of a loan's goods (E-19, domain 50 E.7). */
import type { Decimal } from '../../../engine/core/decimal'
import type { RecordValues } from '../../../engine/core/wire'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import type { Handler, RuleTools } from '../../../engine/server/extensions'
import { importTax, type CustomsMode, type TaxedGoods } from '../../rules/importTax'
import { loadSeen } from './loadSeen'

const baseCurrency = 'CNY'

interface AskedGoods extends TaxedGoods {
  goodsId?: string
}

/** Taxes by line and in all, for goods as they are typed; rates that are not given are those of the goods, the rate that of customs. */
export const loanTaxes: Handler = async ({ tools, body }) => {
  const { customsMode, currency, freight, insurance } = body as {
    customsMode: CustomsMode
    currency: string
    freight?: Decimal
    insurance?: Decimal
  }
  const goods = await Promise.all((body['goods'] as AskedGoods[]).map((line) => withRates(tools, line)))
  const exchangeRate = (body['exchangeRate'] as Decimal | undefined) ?? (await customsRate(tools, currency))
  if (exchangeRate === undefined) throw invalid([fieldProblem('exchangeRate', 'required', `没有 ${currency} 的海关汇率，请填写`)])
  return {
    exchangeRate,
    ...importTax(goods, { mode: customsMode, exchangeRate, ...(freight ? { freight } : {}), ...(insurance ? { insurance } : {}) }),
  }
}

/** Writes the estimate into a loan that may still be changed: general trade, the goods' own rates, the rate of customs. */
export const estimateLoanTaxes: Handler = async (call) => {
  const { tools } = call
  const loan = await loadSeen(call, 'loan', call.params['id'] ?? '', { toEdit: true })
  const currency = String(loan['currency'])
  const exchangeRate = await customsRate(tools, currency)
  if (exchangeRate === undefined) throw invalid([fieldProblem('', 'check', `没有 ${currency} 的海关汇率，不能预估税款`)])
  const rows = (loan['goods'] as RecordValues[]).map((row) => ({ amount: String(row['amount']), goodsId: String(row['goodsId']) }))
  const tax = importTax(await Promise.all(rows.map((row) => withRates(tools, row))), { mode: 'GENERAL', exchangeRate })
  await tools.set('loan', loan.id, { taxEstimate: tax.totalTax })
  return { exchangeRate, ...tax }
}

async function withRates(tools: RuleTools, { goodsId, ...line }: AskedGoods): Promise<TaxedGoods> {
  if (goodsId === undefined) return line
  const file = (await tools.load('goods', goodsId)) as Pick<TaxedGoods, 'dutyRate' | 'consumptionTaxRate' | 'vatRate'>
  return {
    amount: line.amount,
    dutyRate: line.dutyRate ?? file.dutyRate ?? null,
    consumptionTaxRate: line.consumptionTaxRate ?? file.consumptionTaxRate ?? null,
    vatRate: line.vatRate ?? file.vatRate ?? null,
  }
}

/** Of today, or the last before; yuan are worth themselves. */
async function customsRate(tools: RuleTools, fromCurrency: string): Promise<Decimal | undefined> {
  if (fromCurrency === baseCurrency) return '1.000000'
  const rates = await tools.find('exchangeRate', { fromCurrency, toCurrency: baseCurrency, rateType: 'CUSTOMS', status: 'ENABLED' })
  const dated = rates.filter((rate) => String(rate['rateDate']) <= tools.today)
  const last = dated.toSorted((a, b) => String(b['rateDate']).localeCompare(String(a['rateDate'])))[0]
  return last && String(last['rate'])
}
