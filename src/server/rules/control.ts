/** Goods that stay under control (domain 40, effectStatus; E-14). */
import { addDecimals, sumDecimals } from '../../../engine/core/decimal'
import { minControlValue, refuseBelowControl } from '../../rules/control'
import { no } from '../../rules/guards'
import type { ControlGoods } from '../generated/controlGoods'
import type { ActionRule, Found, SaveRule, Tools } from '../ruleTypes'
import { openLoanStates, refuseOtherBusiness } from './loan'
import { currentWaterline } from './waterline'

export const saveControl: SaveRule<'controlGoods'> = async (tools, { values: control }) => {
  refuseOtherBusiness(tools, control, await tools.load('loan', control.loanId))
}

/** With the other records of the loan that stay in force it must control what E-14 asks for today (decision A28). */
export const submitControl: ActionRule<'controlGoods', 'submit'> = async (tools, { record }) => {
  await refuseUnlessLasting(tools, record)
  const others = (await tools.find('controlGoods', { loanId: record.loanId, status: 'EFFECTIVE' }, { past: 'submit' })).filter(
    (other) => other.id !== record.id && !replaces(record, other),
  )
  const controlled = addDecimals(record.minControlValue, sumDecimals(others.map((other) => other.minControlValue)))
  const exposure = (await currentWaterline(tools, record.loanId))?.exposure ?? '0'
  tools.refuseIf(refuseBelowControl(controlled, minControlValue(exposure, record.controlRate)))
}

export const approveControl: ActionRule<'controlGoods', 'approve'> = (tools, { record }) => refuseUnlessLasting(tools, record)

/** A record of the same key takes the place of an older one (decision A28). */
function replaces(control: ControlGoods, older: Found<'controlGoods'>): boolean {
  return (['controlMode', 'warehouseId', 'categoryId'] as const).every((field) => control[field] === older[field])
}

/** Nothing is controlled for a loan that has ended, or until a day that is over. */
async function refuseUnlessLasting(tools: Tools, { loanId, expireDate }: ControlGoods): Promise<void> {
  const { loanNo, status } = await tools.load('loan', loanId)
  if (!openLoanStates.includes(status)) tools.refuseIf(no('control.loan-not-open', { loanNo }))
  if (expireDate !== null && expireDate < tools.today) tools.refuseIf(no('control.expired', { expireDate, today: tools.today }))
}
