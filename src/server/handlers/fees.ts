import { compareDecimals, sumDecimals } from '../../../engine/core/decimal'
import type { Derivation, DerivationInput } from '../../../engine/core/derivation'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { spoken, type SpokenDerivation } from '../../rules/debt/explain'
import { figure } from '../../rules/debt/terms'
import { dailyFee, feeOf, feeParts, type FeeMode } from '../../rules/serviceFee'
import type { MiscFee } from '../generated/miscFee'
import type { ServiceFee } from '../generated/serviceFee'
import { balancesOf, draftFee, feesDue, refuseUnended, type FeeType } from '../rules/monthFees'
import type { Handler, HandlerContext } from '../ruleTypes'
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
export const explainServiceFee: Handler<'explainServiceFee'> = async (call) => {
  const fee = await loadSeen(call, 'serviceFee', call.params.id)
  const total = await totalOf(call, fee)
  return { totalAmount: spoken(total), ...partsOf(total, fee) }
}

export const explainMiscFee: Handler<'explainMiscFee'> = async (call) => {
  const fee = await loadSeen(call, 'miscFee', call.params.id)
  return partsOf(figure('fee.total', fee.totalAmount), fee)
}

async function totalOf({ kysely }: HandlerContext, fee: ServiceFee): Promise<Derivation> {
  const whole = feeOf(fee.feeMode as FeeMode, fee.baseAmount, fee.feeRate)
  if (fee.feeMode !== 'DAILY') return whole
  const balances = await balancesOf(kysely, fee)
  // What somebody has typed may be another base than the days have.
  return compareDecimals(sumDecimals(balances), fee.baseAmount) === 0 ? dailyFee(balances, fee.feeRate) : whole
}

function partsOf(
  total: DerivationInput,
  { taxRate, receivedAmount, waivedAmount }: ServiceFee | MiscFee,
): Record<string, SpokenDerivation> {
  const parts = feeParts(total, { taxRate, receivedAmount: receivedAmount ?? '0', waivedAmount: waivedAmount ?? '0' })
  return { netAmount: spoken(parts.netAmount), taxAmount: spoken(parts.taxAmount), openAmount: spoken(parts.openAmount) }
}
