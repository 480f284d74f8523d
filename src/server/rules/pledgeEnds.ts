/** How pledged goods, and with them their pledge, are released (domain 40, pledgeItemStatus, pledgeStatus). */
import { compareDecimals } from '../../../engine/core/decimal'
import type { ActionRule } from '../ruleTypes'

export const releasePledgeItem: ActionRule<'pledgeItem', 'release'> = (_tools, { record: { remainQty } }) => ({
  to: compareDecimals(remainQty ?? '0', '0') > 0 ? 'EFFECTIVE' : 'RELEASED',
})

/** With the last of its items. */
export const releasePledge: ActionRule<'pledge', 'release'> = async (tools, { record: { id } }) => {
  const [left] = await tools.find('pledgeItem', { pledgeId: id, status: 'EFFECTIVE' }, { limit: 1 })
  return { to: left ? 'PARTIAL_RELEASED' : 'RELEASED' }
}
