/** Warnings and what people do about them (domain 40, warnStatus). */
import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { fillTypes } from '../../rules/warning'
import type { ActionRule, Tools } from '../ruleTypes'
import { openFillOf, requiredOfWarning } from './fill'

/** Only of what goods or cash put right, where something is missing, and once for a loan. */
export const createFillOfWarning: ActionRule<'warnRecord', 'createFill'> = async (tools, { record: warning, form }) => {
  const { warnNo, warnType, loanId, loanNo } = warning
  if (!fillTypes.has(warnType) || loanId === null) return tools.refuseIf(no('fill.other-type', { warnNo }))
  if (form.deadline && form.deadline < tools.today) tools.invalid('deadline', '补仓截止日不能早于今天')
  // Of two who ask at once the later one sees the fill of the earlier one.
  await tools.load('loan', loanId, { lock: true })
  const other = await openFillOf(tools, loanId)
  if (other) tools.refuseIf(no('fill.under-way', { loanNo: loanNo ?? '', fillNo: other.fillNo }))
  const { requiredCash, requiredGoodsValue } = await requiredOfWarning(tools, warning)
  if (compareDecimals(requiredCash, '0') <= 0 && compareDecimals(requiredGoodsValue, '0') <= 0)
    tools.refuseIf(no('fill.nothing-missing', { loanNo: loanNo ?? '' }))
}

/** Tells those whom the rule of a warning names (domain 20, warnRule.notifyRoleIds); nobody where none matched. */
export async function notifyOfWarning(tools: Tools, id: string): Promise<void> {
  const { ruleId, content } = await tools.load('warnRecord', id)
  if (ruleId === null) return
  const { notifyRoleIds } = await tools.load('warnRule', ruleId)
  if (!notifyRoleIds || notifyRoleIds.length === 0) return
  const roles = await tools.find('role', { id: notifyRoleIds })
  const receivers = roles.map(({ roleName }) => roleName).join('、')
  await tools.note('warnRecord', id, 'NOTIFY', '通知预警', { receivers, content })
}
