import { addDecimals, type Decimal } from '../../../../engine/core/decimal'
import type { Receipt } from '../../generated/receipt'
import { businesses, type BusinessName } from '../flows/business'
import type { World } from '../world'

const [receipts, settlements, deposits] = ['funds/verification', 'funds/verification.settlement', 'funds/advancedeposit'] as const

/** What customers pay in advance, and what becomes of it: receipts, their verification and deposits, in each of their states. */
export function planReceipts(world: World): void {
  const { diary, office } = world
  const finance = () => office.as('fn01')
  const manager = () => office.as('fm01')

  diary.at('2026-11-10', '09:40', 'money that customers pay in advance', async () => {
    const desk = await finance()
    await deposit(world, 'dairy', '200000.00', 'CREDITED')
    await deposit(world, 'dairy', '50000.00', 'AUDITING')
    await deposit(world, 'plastics', '30000.00', 'REJECTED')
    await deposit(world, 'aluminium', '20000.00', 'DRAFT')
    // Left over wholly: it goes to the deposit; the second one was matched by mistake.
    for (const [business, isReversed] of [
      ['plastics', false],
      ['metal', true],
    ] as const) {
      const receipt = await received(world, business, '68000.00')
      const { id } = await desk.add(settlements, matching(receipt, '68000.00'))
      await desk.act(settlements, id, 'submit')
      if (isReversed) await (await manager()).act(settlements, id, 'reverse', { opinion: '客户要求改用于还款，撤销转预存' })
    }
    const waiting = await received(world, 'wine', '15000.00')
    await desk.add(settlements, matching(waiting, '5000.00'))
  })
  diary.at('2026-11-11', '10:15', 'money that was sent by mistake goes back', async () => {
    const receipt = await received(world, 'beauty', '9800.00')
    await (
      await manager()
    ).act(receipts, receipt.id, 'refund', {
      refundAmount: receipt.unverifiedAmount,
      payAccountId: world.names.id('bankAccount', '回款户'),
      paySerialNo: `TK-${receipt.receiptNo}`,
      opinion: '客户误汇，原路退回',
    })
  })
}

async function received({ office, names, clock }: World, business: BusinessName, amount: Decimal): Promise<Receipt> {
  const { borrower, party, department } = businesses[business]
  const payerId = names.id('enterprise', borrower)
  return (await office.as('fn01')).add(receipts, {
    receiptType: 'DEPOSIT',
    payerId,
    borrowerId: payerId,
    fundingPartyId: names.id('enterprise', party),
    departmentId: names.id('department', department),
    bankAccountId: names.id('bankAccount', '回款户'),
    receivedAt: clock.now(),
    currency: 'CNY',
    amount,
  })
}

/** A verification that pays nothing and leaves so much to the advance deposit. */
function matching({ id, payerId, borrowerId, fundingPartyId, departmentId, currency }: Receipt, verifiedAmount: Decimal) {
  const whose = { payerId, borrowerId: borrowerId ?? undefined, fundingPartyId: fundingPartyId ?? undefined, departmentId, currency }
  return { ...whose, receiptIds: [id], lines: [{ receiptId: id, verifiedAmount }] }
}

/** All but a thousand of a receipt. */
async function deposit(world: World, business: BusinessName, amount: Decimal, until: 'DRAFT' | 'AUDITING' | 'REJECTED' | 'CREDITED') {
  const {
    id: receiptId,
    borrowerId,
    fundingPartyId,
    departmentId,
    currency,
  } = await received(world, business, addDecimals(amount, '1000.00'))
  const desk = await world.office.as('fn01')
  const { id } = await desk.add(deposits, {
    borrowerId: borrowerId ?? '',
    fundingPartyId: fundingPartyId ?? '',
    departmentId,
    receiptId,
    currency,
    amount,
    depositPurpose: '备付到期本息',
  })
  if (until === 'DRAFT') return
  await desk.act(deposits, id, 'submit')
  const manager = await world.office.as('fm01')
  if (until === 'REJECTED') await manager.act(deposits, id, 'reject', { opinion: '请补汇款用途说明' })
  if (until === 'CREDITED') await manager.act(deposits, id, 'approve', { opinion: '款项已到账' })
}
