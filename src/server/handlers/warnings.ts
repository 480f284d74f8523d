import { no } from '../../rules/guards'
import { loanToValue } from '../../rules/waterline'
import type { Decimal } from '../../../engine/core/decimal'
import type { Handler } from '../ruleTypes'
import { warningViews } from '../warnings/views'
import { refuseUnseen } from './loadSeen'

/** Asks for a fill by the warning about the rate of a loan that is not closed (domain 60, createFill); answers the fill. */
export const createPledgeFill: Handler<'createPledgeFill'> = async (call) => {
  const { tools, params, body } = call
  const { loanId } = params
  await refuseUnseen(call, 'loan', loanId)
  const [warning] = await tools.find('warnRecord', { warnType: 'PLEDGE', loanId, status: ['OPEN', 'HANDLING'] }, { limit: 1 })
  if (!warning) return tools.refuseIf(no('warning.none-of-pledge', { loanNo: (await tools.load('loan', loanId)).loanNo }))
  await tools.perform('warnRecord', warning.id, 'createFill', body)
  const { fillId } = await tools.load('warnRecord', warning.id)
  return tools.load('fill', fillId ?? '')
}

const sums = ['outstandingPrincipal', 'exposure', 'totalValue', 'creditUsed', 'unsecuredExposure', 'overduePrincipal'] as const

/** What the list of risks comes to, over all rows that who asks sees (E-37). */
export const riskSummary: Handler<'riskSummary'> = async ({ kysely, clock, visible }) => {
  const view = warningViews.riskSum({ kysely, today: clock.today(), params: {}, visible: (_entity, _alias, query) => query })
  const rows = visible('riskSumView', 't', kysely.selectFrom(view.as('t')))
  const total = await rows
    .select((t) => [
      ...sums.map((name) => t.fn.coalesce(t.fn.sum<Decimal>(name), t.lit(0)).as(name)),
      t.fn.sum<number>('loanCount').as('loanCount'),
    ])
    .executeTakeFirstOrThrow()
  const { exposure, totalValue } = total as Record<(typeof sums)[number], Decimal>
  return { ...total, loanCount: Number(total.loanCount ?? 0), ltv: loanToValue(exposure, totalValue) }
}
