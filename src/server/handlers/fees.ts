import { compareDecimals, sumDecimals } from '../../../engine/core/decimal'
import type { Derivation, DerivationInput } from '../../../engine/core/derivation'
import type { ProductPlan } from '../../../engine/core/plan'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { figure } from '../../rules/debt/terms'
import { dailyFee, feeOf, feeParts, type FeeMode, type FeeSources } from '../../rules/serviceFee'
import type { MiscFee } from '../generated/miscFee'
import type { ServiceFee } from '../generated/serviceFee'
import { balancesOf, draftFee, feesDue, refuseUnended, type FeeType } from '../rules/monthFees'
import type { Handler, HandlerContext, Past } from '../ruleTypes'
import { answer } from './explain'
import { loadSeen } from './loadSeen'

/** The fees of a month for the loans that the account sees; what is charged already is passed over (domain 60, generate). */
export function generateFees(feeType: FeeType): Handler<'generateServiceFees'> {
  return async ({ tools, kysely, visible, params: { month } }) => {
    if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw invalid([fieldProblem('month', 'pattern', '月份为 YYYY-MM')])
    await refuseUnended(tools, month)
    const rows = await visible('loan', 'l', kysely.selectFrom('loan as l').select('l.id')).execute()
    const seen = new Set(rows.map(({ id }) => String(id)))
    const due = (await feesDue(kysely, feeType, month)).filter(({ loanId }) => seen.has(loanId))
    const open = due.filter(({ charged }) => !charged)
    for (const each of open) await draftFee(tools, feeType, month, each)
    return { created: open.length, skipped: due.length - open.length }
  }
}

/** How a service fee came about: of balances by the day where the ends of these days say them. */
export function explainServiceFee(plan: ProductPlan): Handler<'explainServiceFee'> {
  return async (call) => {
    const fee = await loadSeen(call, 'serviceFee', call.params.id, { past: 'submit' })
    const total = await totalOf(call, fee)
    return answer(call, plan, { totalAmount: total, ...partsOf(total, fee) })
  }
}

export function explainMiscFee(plan: ProductPlan): Handler<'explainMiscFee'> {
  return async (call) => {
    const fee = await loadSeen(call, 'miscFee', call.params.id, { past: 'submit' })
    return answer(call, plan, partsOf(figure('fee.total', fee.totalAmount), fee))
  }
}

async function totalOf(call: HandlerContext, fee: Past<'serviceFee', 'submit'>): Promise<Derivation> {
  const sources = await sourcesOf(call, fee)
  const whole = feeOf(fee.feeMode as FeeMode, fee.baseAmount, fee.feeRate, sources)
  if (fee.feeMode !== 'DAILY') return whole
  const balances = await balancesOf(call.kysely, fee)
  // What somebody has typed may be another base than the days have.
  return compareDecimals(sumDecimals(balances.map(({ balance }) => balance)), fee.baseAmount) === 0
    ? dailyFee(balances, fee.feeRate, sources)
    : whole
}

/** The loan says the rate; the payout, or else the loan, what it is charged of. */
async function sourcesOf({ tools }: HandlerContext, { loanId, loanPaymentId }: ServiceFee): Promise<FeeSources> {
  const { loanNo } = await tools.system.load('loan', loanId)
  const loan = { entity: 'loan', id: loanId, label: loanNo }
  if (loanPaymentId === null || loanPaymentId === undefined) return { base: loan, rate: loan }
  const { paymentNo } = await tools.system.load('loanPayment', loanPaymentId)
  return { base: { entity: 'loanPayment', id: loanPaymentId, label: paymentNo }, rate: loan }
}

function partsOf(
  total: DerivationInput,
  { taxRate, receivedAmount, waivedAmount }: ServiceFee | MiscFee,
): Record<'netAmount' | 'taxAmount' | 'openAmount', Derivation> {
  return feeParts(total, { taxRate, receivedAmount: receivedAmount ?? '0', waivedAmount: waivedAmount ?? '0' })
}
