import { minControlValue, releasableValue } from '../../rules/control'
import { no } from '../../rules/guards'
import { currentWaterline, recomputeWaterlines } from '../rules/waterline'
import type { Handler } from '../ruleTypes'
import { refuseUnseen } from './loadSeen'

/** Marks a loan to market at once, and answers its water line of the day (domain 60, recalc). */
export const recalcWaterline: Handler<'recalcWaterline'> = async (call) => {
  const { tools, params } = call
  const { loanId } = params
  await refuseUnseen(call, 'loan', loanId)
  await recomputeWaterlines(tools, [loanId])
  const [line] = await tools.find('waterline', { loanId, snapDate: tools.today })
  if (line) return line
  const { loanNo } = await tools.load('loan', loanId)
  return tools.refuseIf(no('waterline.nothing-pledged', { loanNo }))
}

/** E-14 for a loan as it is today, at its initial rate: what a control record begins with. */
export const suggestControl: Handler<'suggestControl'> = async ({ tools, query }) => {
  const line = await currentWaterline(tools, query.loanId)
  const [controlRate, exposure, value] = [line?.initialRate ?? '0', line?.exposure ?? '0', line?.totalValue ?? '0']
  const least = minControlValue(exposure, controlRate)
  return { controlRate, minControlValue: least, currentValue: value, releasableValue: releasableValue(value, least) }
}
