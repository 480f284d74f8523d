/**
 * E-40, step 7: what is drawn when a month has ended. A day of interest that comes late, as of a payout that is entered afterwards, is booked in the
 * month that it belongs to for one month more.
 */
import { addMonths } from '../../../engine/core/dateTime'
import { lastDayOf, periodOf } from '../../rules/accountPeriod'
import { areDrawn, bookInterest, unbooked } from '../rules/interestVouchers'
import { openMonth } from '../rules/accountPeriod'
import { draftFee, feesDue, type FeeType } from '../rules/monthFees'
import type { StepHandler, StepRun } from '../ruleTypes'

export const endMonth: StepHandler = async (run) => {
  const month = periodOf(run.day)
  await run.together((tools) => openMonth(tools, month))
  await bookMonth(run, periodOf(addMonths(`${month}-01`, -1)))
  if (run.day !== lastDayOf(month)) return
  await bookMonth(run, month)
  for (const feeType of ['SERVICE', 'TECH'] as const) await chargeMonth(run, feeType, month)
}

async function bookMonth({ kysely, several }: StepRun, month: string): Promise<void> {
  if (!(await areDrawn(kysely))) return
  await several(
    await unbooked(kysely, month),
    ({ id }) => ({ entity: 'debtNote', id, action: `interest ${month}` }),
    (tools, debts) => bookInterest(tools, debts, month),
  )
}

async function chargeMonth({ kysely, each }: StepRun, feeType: FeeType, month: string): Promise<void> {
  const due = await feesDue(kysely, feeType, month)
  await each(
    due.filter(({ charged }) => !charged),
    ({ loanId }) => ({ entity: 'loan', id: loanId, action: `fee ${feeType}` }),
    (tools, fee) => draftFee(tools, feeType, month, fee),
  )
}
