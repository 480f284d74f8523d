import { multiplyDecimals, roundDecimal, subtractDecimals, type Decimal } from '../../../../engine/core/decimal'
import { businesses, type BusinessName } from './business'
import type { LoanHandle } from './loan'
import type { World } from '../world'

/**
 * The customer pays what is missing of the bond of a loan; the finance officer registers the receipt and matches it.
 * @param share of what is missing
 */
export async function payBond(
  { office, names, clock }: World,
  business: BusinessName,
  loan: LoanHandle,
  share: Decimal = '1',
): Promise<void> {
  const { borrower } = businesses[business]
  const payerId = names.id('enterprise', borrower)
  const finance = await office.as('fn01')
  const due = await finance.work((tools) =>
    tools.find('receivable', { loanId: loan.record().id, receivableType: 'BOND', status: ['OPEN', 'PARTIAL'] }),
  )
  for (const { id: receivableId, receivableNo, unverifiedAmount, departmentId, fundingPartyId, currency } of due)
    await finance.work(async (tools) => {
      const amount = roundDecimal(multiplyDecimals(unverifiedAmount, share), 2)
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

export interface BondPart {
  business: BusinessName
  loan: LoanHandle
  day: string
}

/** Paid before anything is paid out; all of it, or a share. */
export function planBondPayment(world: World, { business, loan, day, share }: BondPart & { share?: Decimal }): void {
  world.diary.at(day, '11:40', `bond of ${business}`, () => payBond(world, business, loan, share))
}

/** What is beyond the due amount, or all of a loan that is over, goes back to where it came from; until the manager confirms it, it is frozen. */
export function planBondRefund(
  world: World,
  { business, loan, day, reason, confirmedOn }: BondPart & { reason: string; confirmedOn?: string },
): void {
  const { office, names, diary } = world
  const { borrower } = businesses[business]
  const screen = 'funds/bond'
  const bondOf = () => office.system.work((tools) => tools.find('bond', { loanId: loan.record().id }))
  diary.at(day, '15:05', `refund of the bond of ${borrower}`, async () => {
    const [bond] = await bondOf()
    if (!bond) throw new RangeError(`no bond of ${borrower}`)
    const { status } = await office.system.read('loan', loan.record().id)
    await (
      await office.as('fn01')
    ).act(screen, bond.id, 'refund', {
      refundingAmount: status === 'SETTLED' ? bond.balanceAmount : roundDecimal(subtractDecimals(bond.balanceAmount, bond.dueAmount), 2),
      refundTo: 'ORIGINAL',
      refundAccountId: names.id('account', borrower),
      refundReason: reason,
    })
  })
  if (confirmedOn === undefined) return
  diary.at(confirmedOn, '15:35', `confirming the refund of the bond of ${borrower}`, async () => {
    const [bond] = await bondOf()
    await (
      await office.as('fm01')
    ).act(screen, bond?.id ?? '', 'confirmRefund', {
      refundBankAccountId: names.id('bankAccount', '保证金户'),
      refundSerialNo: `TBZ-${bond?.bondNo}`,
      opinion: '融资已结清，同意退还',
    })
  })
}
