import { compareDecimals, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { Found, Tools } from '../ruleTypes'

export interface PaidAtBank {
  bankAccountId: string | null
  bankSerialNo: string | null
  docNo: string
  amount: Decimal
}

/** The flow of the bank that a payment is, where the bank has told of it (E-42). */
export async function flowOfPayment(
  tools: Tools,
  { bankAccountId, bankSerialNo, docNo, amount }: PaidAtBank,
): Promise<Found<'bankFlow'> | undefined> {
  if (bankAccountId === null || bankSerialNo === null) return undefined
  const [flow] = await tools.find('bankFlow', { bankAccountId, bankSerialNo }, { lock: true })
  if (!flow) return undefined
  const isOurs = flow.matchDocNo === null || flow.matchDocNo === docNo
  if (!isOurs || flow.flowDirection !== 'OUT' || compareDecimals(flow.amount, amount) !== 0)
    tools.refuseIf(no('payment.other-flow', { serialNo: bankSerialNo, bankFlowNo: flow.bankFlowNo }))
  return flow
}
