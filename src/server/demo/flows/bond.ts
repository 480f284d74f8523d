import { businesses, type BusinessName } from './business'
import type { LoanHandle } from './loan'
import type { World } from '../world'

/** The customer pays what is missing of the bond of a loan; the finance officer registers the receipt and matches it. */
export async function payBond({ office, names, clock }: World, business: BusinessName, loan: LoanHandle): Promise<void> {
  const { borrower } = businesses[business]
  const payerId = names.id('enterprise', borrower)
  const finance = await office.as('fn01')
  const due = await finance.work((tools) =>
    tools.find('receivable', { loanId: loan.record().id, receivableType: 'BOND', status: ['OPEN', 'PARTIAL'] }),
  )
  for (const { id: receivableId, receivableNo, unverifiedAmount: amount, departmentId, fundingPartyId, currency } of due)
    await finance.work(async (tools) => {
      const of = { payerId, borrowerId: payerId, departmentId, fundingPartyId: fundingPartyId ?? undefined, currency }
      const receipt = await tools.create('receipt', {
        ...of,
        receiptType: 'BOND',
        bankAccountId: names.id('bankAccount', '保证金户'),
        bankSerialNo: `BZJ-${receivableNo}`,
        receivedAt: clock.now(),
        amount,
      })
      const lines = [{ receiptId: receipt.id, receivableId, verifiedAmount: amount }]
      const verification = await tools.create('verification', { ...of, receiptIds: [receipt.id], lines })
      await tools.perform('verification', verification.id, 'submit')
    })
}
