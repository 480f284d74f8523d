/** What an account from outside may do to what it sees: a paper is seen by all whom it is about, and asks one of them. */
import { no } from '../../rules/guards'
import type { Tools } from '../ruleTypes'

/** Goods are taken in, and counted, by who keeps the warehouse (domain 80, WH), not by whom they belong to. */
export async function refuseUnlessKeeper(tools: Tools, warehouseId: string): Promise<void> {
  const { user } = tools
  if (user.outside === undefined) return
  const { operatorId, warehouseName } = await tools.load('warehouse', warehouseId)
  if (operatorId !== user.outside) tools.refuseIf(no('partner.not-keeper', { warehouse: warehouseName }))
}
