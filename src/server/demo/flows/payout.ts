import type { Decimal } from '../../../../engine/core/decimal'
import { beginDebt } from '../../rules/debtNote'
import { draftOneOffFees } from '../../rules/monthFees'
import { businesses, type BusinessName } from './business'
import type { World } from '../world'
import type { LoanHandle } from './loan'

export interface PayingOut {
  business: BusinessName
  loan: LoanHandle
  day: string
  /** All that is approved when left out. */
  amount?: Decimal
}

/** Money is paid out of a loan: its debt note begins and its fees are drafted, as the confirmed payment of the loan has it. */
export function planPayout({ diary, office }: World, { business, loan, day, amount }: PayingOut): void {
  diary.at(day, '16:40', `payout to ${businesses[business].borrower}`, () =>
    office.system.work(async (tools) => {
      const { id: loanId, approvedAmount } = await tools.load('loan', loan.record().id)
      const paid = { loanId, amount: amount ?? approvedAmount ?? '0', startDate: day }
      await beginDebt(tools, { ...paid, paymentType: amount === undefined ? 'FINANCING_LOAN_ALL' : 'FINANCING_LOAN_ADVANCE' })
      await draftOneOffFees(tools, { loanId, financePart: paid.amount, paidOn: day })
    }),
  )
}
