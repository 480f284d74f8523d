/** How pledged goods, and with them their pledge, are released and come back (domain 40, pledgeItemStatus, pledgeStatus). */
import { compareDecimals } from '../../../engine/core/decimal'
import type { ActionRule } from '../ruleTypes'

export const releaseItem: ActionRule<'pledgeItem', 'release'> = (_tools, { record: { remainQty } }) => ({
  to: compareDecimals(remainQty ?? '0', '0') > 0 ? 'EFFECTIVE' : 'RELEASED',
})

/** With the last of its items. */
export const releasePledge: ActionRule<'pledge', 'release'> = async (tools, { record: { id } }) => {
  const [left] = await tools.find('pledgeItem', { pledgeId: id, status: 'EFFECTIVE' }, { limit: 1 })
  return { to: left ? 'PARTIAL_RELEASED' : 'RELEASED' }
}

/** As before the release that is taken back. */
export const unreleasePledge: ActionRule<'pledge', 'unrelease'> = async (tools, { record: { id } }) => {
  const released = await tools.find('pledgeItem', { pledgeId: id, releasedQty: { above: '0' } }, { limit: 1 })
  return { to: released.length > 0 ? 'PARTIAL_RELEASED' : 'EFFECTIVE' }
}
