/**
 * E-40, step 7: what is drawn when a month has ended. A day of interest that comes late, as of a payout that is entered afterwards, is booked in the
 * month that it belongs to for one month more.
 */
import { addMonths } from '../../../engine/core/dateTime'
import { lastDayOf, periodOf } from '../../rules/accountPeriod'
import { areDrawn, bookInterest, unbooked } from '../rules/interestVouchers'
import { draftFee, feesDue, type FeeType } from '../rules/monthFees'
import type { StepHandler, StepRun } from '../ruleTypes'

export const endMonth: StepHandler = async (run) => {
  const month = periodOf(run.day)
  await bookMonth(run, periodOf(addMonths(`${month}-01`, -1)))
  if (run.day !== lastDayOf(month)) return
  await bookMonth(run, month)
  for (const feeType of ['SERVICE', 'TECH'] as const) await chargeMonth(run, feeType, month)
}

async function bookMonth({ kysely, once, signal }: StepRun, month: string): Promise<void> {
  if (!(await areDrawn(kysely))) return
  for (const { id } of await unbooked(kysely, month)) {
    signal.throwIfAborted()
    await once({ entity: 'debtNote', id, action: `interest ${month}` }, (tools) => bookInterest(tools, id, month))
  }
}

async function chargeMonth({ kysely, once, signal }: StepRun, feeType: FeeType, month: string): Promise<void> {
  for (const due of await feesDue(kysely, feeType, month)) {
    if (due.charged) continue
    signal.throwIfAborted()
    await once({ entity: 'loan', id: due.loanId, action: `fee ${feeType}` }, (tools) => draftFee(tools, feeType, month, due))
  }
}
