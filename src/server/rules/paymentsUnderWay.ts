import { no } from '../../rules/guards'
import type { Tools } from '../ruleTypes'

/** What is on its way out of a loan; a loan is not ended while it is. */
export async function refuseWhilePaying(tools: Tools, loan: { id: string }, action: string): Promise<void> {
  const live = await tools.find('loanPayment', { loanId: loan.id, status: ['DRAFT', 'AUDITING', 'APPROVED', 'PAYING'] }, { lock: true })
  const payment = live.find(({ status }) => status !== 'DRAFT')
  if (payment) tools.refuseIf(no('payment.under-way', { paymentNo: payment.paymentNo, action }))
}
