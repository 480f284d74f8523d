/** What is owed, by whom, for which document (domain 40, receivableStatus). Its documents hear of what is received by its own actions. */
import { compareDecimals, subtractDecimals } from '../../../engine/core/decimal'
import type { ActionRule } from '../ruleTypes'

export const verifyReceivable: ActionRule<'receivable', 'verify'> = (_tools, { record, form }) => ({
  to: compareDecimals(form.verified, record.unverifiedAmount) < 0 ? 'PARTIAL' : 'CLOSED',
})

export const reduceReceivable: ActionRule<'receivable', 'reduce'> = (_tools, { record: { unverifiedAmount, verifiedAmount }, form }) => {
  if (compareDecimals(subtractDecimals(unverifiedAmount, form.reduced), '0') <= 0) return { to: 'CLOSED' }
  return { to: compareDecimals(verifiedAmount ?? '0', '0') > 0 ? 'PARTIAL' : 'OPEN' }
}

/** Of what was received, or of a reduction, that is taken back. */
export const reopenReceivable: ActionRule<'receivable', 'reopen' | 'restore'> = (_tools, { record: { verifiedAmount } }) => ({
  to: compareDecimals(verifiedAmount ?? '0', '0') > 0 ? 'PARTIAL' : 'OPEN',
})
