import type { ProductPlan } from '../../../engine/core/plan'
import { refuseStale } from '../../../engine/server/record/guards'
/** Import taxes of a loan's goods (E-19, domain 50 E.7). */
import type { Decimal } from '../../../engine/core/decimal'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { importTax, type TaxedGoods } from '../../rules/importTax'
import type { Handler, Tools } from '../ruleTypes'
import { loadSeen } from './loadSeen'

const baseCurrency = 'CNY'

interface AskedGoods extends TaxedGoods {
  goodsId?: string
}

/** Taxes by line and in all, for goods as they are typed; rates that are not given are those of the goods, the rate that of customs. */
export const loanTaxes: Handler<'loanTaxes'> = async ({ tools, body }) => {
  const { customsMode, currency, freight, insurance } = body
  const goods = await Promise.all(body.goods.map((line) => withRates(tools, line)))
  const exchangeRate = body.exchangeRate ?? (await customsRate(tools, currency))
  if (exchangeRate === undefined) throw invalid([fieldProblem('exchangeRate', 'required', `没有 ${currency} 的海关汇率，请填写`)])
  return {
    exchangeRate,
    ...importTax(goods, {
      mode: customsMode,
      exchangeRate,
      freight,
      insurance,
    }),
  }
}

/** Writes the estimate into a loan that may still be changed: general trade, the goods' own rates, the rate of customs. */
export const estimateLoanTaxes =
  ({ entities }: Pick<ProductPlan, 'entities'>): Handler<'estimateLoanTaxes'> =>
  async (call) => {
    const { tools } = call
    const loan = await loadSeen(call, 'loan', call.params.id, { toEdit: true })
    if (entities['loan']) refuseStale(entities['loan'], { ...loan }, call.body.version)
    const exchangeRate = await customsRate(tools, loan.currency)
    if (exchangeRate === undefined) throw invalid([fieldProblem('', 'check', `没有 ${loan.currency} 的海关汇率，不能预估税款`)])
    const rows = loan.goods.map(({ amount, goodsId }) => ({ amount: amount ?? '0', goodsId }))
    const tax = importTax(await Promise.all(rows.map((row) => withRates(tools, row))), { mode: 'GENERAL', exchangeRate })
    await tools.set('loan', loan.id, { taxEstimate: tax.totalTax })
    return { exchangeRate, ...tax }
  }

async function withRates(tools: Tools, { goodsId, ...line }: AskedGoods): Promise<TaxedGoods> {
  if (goodsId === undefined) return line
  const file = await tools.load('goods', goodsId)
  return {
    amount: line.amount,
    dutyRate: line.dutyRate ?? file.dutyRate,
    consumptionTaxRate: line.consumptionTaxRate ?? file.consumptionTaxRate,
    vatRate: line.vatRate ?? file.vatRate,
  }
}

/** Of today, or the last before; yuan are worth themselves. */
async function customsRate(tools: Tools, fromCurrency: string): Promise<Decimal | undefined> {
  if (fromCurrency === baseCurrency) return '1.000000'
  const asked = {
    fromCurrency,
    toCurrency: baseCurrency,
    rateType: 'CUSTOMS',
    status: 'ENABLED',
    rateDate: { atMost: tools.today },
  } as const
  const [latest] = await tools.find('exchangeRate', asked, { newest: 'rateDate', limit: 1 })
  return latest?.rate
}
