/** The repayment that a checked redemption books (E-07; decision B2): of its agreed parts what is owed at that moment. */
import { compareDecimals } from '../../../engine/core/decimal'
import { accrualsOf } from '../../rules/debt/repayment'
import { bookingOf, splitArrivals, stillOwed } from '../../rules/redemptionBooking'
import type { Redemption } from '../generated/redemption'
import type { ActionRule, Tools } from '../ruleTypes'
import { fundAccountOf } from './fundAccount'
import { sharesOf } from './redemption'
import { billsReducedBy } from './repayment'
import { repaymentBasis } from './repaymentBasis'

export const bookRepaymentOfDocument: ActionRule<'repayment', 'book'> = async (tools, { record }) => {
  const { borrowerId, fundingPartyId, currency, loanId, valueDate, docId } = record
  const redemption = await tools.load('redemption', docId ?? '')
  const { debts: owed } = await repaymentBasis(tools, { borrowerId, fundingPartyId, currency, loanId, overdueOnly: false }, { lock: true })
  const debts = stillOwed(sharesOf(redemption), owed, valueDate)
  const { allocs, overpaid, ...money } = bookingOf(debts, await feesOf(tools, redemption), {
    isCredit: redemption.redemptionType === 'CREDIT',
    cash: record.receiptAmount,
    bondOffset: record.bondOffset ?? '0',
    depositOffset: record.depositOffset ?? '0',
  })
  const arrivals = redemption.receipts.map(({ bankAccountId, amount }) => ({ bankAccountId, amount: amount ?? '0.00' }))
  const isDeposit = [money.depositOffset, overpaid].some((amount) => compareDecimals(amount, '0') > 0)
  return {
    set: {
      ...money,
      allocs,
      arrivals: splitArrivals(arrivals, overpaid),
      accruals: accrualsOf(debts, valueDate, tools.today).map(({ id, ...row }) => ({ debtNoteId: id, ...row })),
      reductions: await billsReducedBy(tools, debts),
      advanceAccountId: isDeposit ? await fundAccountOf(tools, record, 'ADVANCE') : null,
    },
  }
}

/** The service fees that were agreed, as far as they are still open, and the storage fee that was made out just now. */
async function feesOf(tools: Tools, { fees, storageFeeId }: Redemption) {
  const agreed = new Map(fees.flatMap(({ receivableId, feePart }) => (receivableId ? [[receivableId, feePart ?? '0.00']] : [])))
  const found = await tools.find('receivable', { id: [...agreed.keys()], status: ['OPEN', 'PARTIAL'] }, { lock: true })
  const storage = storageFeeId === null ? [] : await tools.find('receivable', { docType: 'miscFee', docId: storageFeeId, status: 'OPEN' })
  return [...found, ...storage].map(({ id, unverifiedAmount }) => {
    const part = agreed.get(id) ?? unverifiedAmount
    return { receivableId: id, feePart: compareDecimals(part, unverifiedAmount) < 0 ? part : unverifiedAmount }
  })
}
