import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { endDays } from '../schedule/endOfDay'
import { systemUser } from '../session'
import { inTransaction } from '../write/transaction'
import { newName } from './testing/newName'
import { openBranch, type Branch } from './testing/openBranch'

type Values = Record<string, unknown>

/** The ten hardest transitions of language.md, in the library's words: figures, holds, journals and histories after each step. */
describe.each(usualTestDatabaseKinds)('between documents on %s', (kind) => {
  let branch: Branch
  beforeAll(async () => {
    branch = await openBranch(kind)
  })
  afterAll(() => branch?.close())

  async function addCard({ ceiling = '1000', household = '2000', ...more }: Values = {}): Promise<{ card: string; household: string }> {
    const householdId = await branch.add('household', { householdName: newName('House'), ceiling: household })
    return { household: householdId, card: await branch.add('card', { cardNo: newName('Card'), householdId, ceiling, ...more }) }
  }
  async function addOrder(cardId: string, books: Values[], values: Values = {}): Promise<string> {
    const order = await branch.add('order', { orderNo: newName('Order'), cardId, amount: '100', books, ...values })
    await branch.act('clerk', 'order', 'submit', order)
    return order
  }
  const allowanceOf = (card: string) => branch.read('card', card, 'reserved', 'used', 'left')
  const copiesOf = async (batch: string) => {
    const { available, lent, frozen, frozenLent } = await branch.read('batch', batch)
    return [available, lent, frozen, frozenLent].map(Number)
  }
  /** A batch of which some are outside, as an item of their own. */
  async function addOutside(qty: number, ofCard: Values = {}): Promise<{ batch: string; item: string; order: string; card: string }> {
    const [batch, { card }] = [await branch.addBatch(newName('Batch'), qty), await addCard(ofCard)]
    const order = await addOrder(card, [{ batchId: batch, qty }])
    await branch.act('boss', 'order', 'approve', order)
    const delivery = await branch.add('delivery', { deliveryNo: newName('Delivery'), orderId: order, items: [{ batchId: batch, qty }] })
    await branch.act('clerk', 'delivery', 'approve', delivery)
    await branch.act('clerk', 'delivery', 'effective', delivery)
    const item = (await branch.all('outItem')).at(-1)?.['id']
    return { batch, item: String(item), order, card }
  }
  /** Entries of the voucher of an event, `debit FEES 40`. */
  async function entriesOf(event: string, docId: string): Promise<string[]> {
    const found = (await branch.all('voucher')).filter((voucher) => voucher['event'] === event && voucher['docId'] === docId)
    expect(found).toHaveLength(1)
    const { entries } = await branch.read('voucher', String(found[0]?.['id']))
    return (entries as Values[]).map(({ account, debit, credit }) =>
      Number(credit) === 0 ? `debit ${String(account)} ${Number(debit)}` : `credit ${String(account)} ${Number(credit)}`,
    )
  }
  async function addFees(base: string, values: Values = {}): Promise<string> {
    const id = await branch.add('feeNote', { noteNo: newName('Fees'), ...values })
    await branch.act('clerk', 'chain', 'charge', await branch.add('chain', { chainNo: newName('Charge'), feeNoteId: id, step: base }))
    return id
  }

  describe('1 · return: locked, frozen, released, paid', () => {
    async function addReturn(values: Values = {}, ofCard: Values = {}) {
      const { batch, item, card, order } = await addOutside(5, ofCard)
      const reader = newName('Reader')
      const purse = await branch.addPurse(reader, 50)
      const note = await addFees('30', { orderId: order })
      const id = await branch.add('returnOrder', {
        returnNo: newName('Return'),
        readerName: reader,
        orderId: order,
        goods: [{ outItemId: item, qty: 3 }],
        debts: [{ feeNoteId: note, ofBase: '30' }],
        ...values,
      })
      return { id, batch, item, card, order, purse, note }
    }

    it('submit locks the item and freezes the batch that it is of; withdraw gives both back', async () => {
      const { id, batch, item } = await addReturn()
      await branch.act('clerk', 'returnOrder', 'submit', id)
      expect(await branch.read('outItem', item, 'out', 'locked')).toEqual({ out: '2.00', locked: '3.00' })
      expect(await copiesOf(batch)).toEqual([0, 2, 0, 3])
      expect(await branch.holds('outItem', item)).toEqual([`returnOrder ${id} locked 3`])
      expect(await branch.holds('batch', batch)).toEqual([`returnOrder ${id} frozenLent 3`])
      await branch.act('clerk', 'returnOrder', 'withdraw', id)
      expect(await branch.read('outItem', item, 'out', 'locked')).toEqual({ out: '5.00', locked: '0.00' })
      expect(await copiesOf(batch)).toEqual([0, 5, 0, 0])
      expect([await branch.holds('outItem', item), await branch.holds('batch', batch)]).toEqual([[], []])
      expect(await branch.movements('returnOrder', id)).toEqual([
        `outside.LOCK outItem ${item}: 3`,
        `copies.FREEZE_L batch ${batch}: 3`,
        `outside.UNLOCK outItem ${item}: 3`,
        `copies.UNFREEZE_L batch ${batch}: 3`,
      ])
    })

    it('reserves another card by what the record says when it is submitted, and gives back just that', async () => {
      const { card } = await addCard()
      const { id } = await addReturn({ cardId: card, reserving: '70' })
      await branch.act('clerk', 'returnOrder', 'submit', id)
      expect(await allowanceOf(card)).toEqual({ reserved: '70.00', used: '0.00', left: '930.00' })
      await branch.set('returnOrder', id, { reserving: '10' })
      await branch.act('clerk', 'returnOrder', 'withdraw', id)
      expect(await allowanceOf(card)).toEqual({ reserved: '0.00', used: '0.00', left: '1000.00' })
    })

    it('cancel pays back what was received before its own `set` emptied it, and voids its bill', async () => {
      const { id, purse, item } = await addReturn({ cashDue: '20', offset: '10' })
      await branch.act('clerk', 'returnOrder', 'submit', id)
      await branch.act('boss', 'returnOrder', 'approve', id)
      expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '40.00', frozen: '10.00' })
      const bill = (await branch.all('bill')).at(-1) as { id: string }
      expect(bill).toMatchObject({ docType: 'returnOrder', docId: id, amount: '20.00', status: 'OPEN' })
      const slip = await branch.add('slip', { slipNo: newName('Slip'), amount: '20' })
      const rows = [{ slipId: slip, billId: bill.id, amount: '20' }]
      const settlement = await branch.add('settlement', { settlementNo: newName('Settlement'), rows })
      await branch.act('clerk', 'settlement', 'submit', settlement)
      expect(await branch.read('returnOrder', id, 'status', 'received')).toEqual({ status: 'CHECKING', received: '20.00' })
      await branch.act('clerk', 'returnOrder', 'cancel', id)
      expect(await branch.read('returnOrder', id, 'status', 'received')).toEqual({ status: 'CANCELLED', received: '0.00' })
      // 40 + the 10 that were frozen + the 20 that were received.
      expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '70.00', frozen: '0.00' })
      expect(await branch.holds('outItem', item)).toEqual([])

      const other = await addReturn({ cashDue: '20' })
      await branch.act('clerk', 'returnOrder', 'submit', other.id)
      await branch.act('boss', 'returnOrder', 'approve', other.id)
      await branch.act('clerk', 'returnOrder', 'cancel', other.id)
      const bills = (await branch.all('bill')).filter(({ docId }) => docId === other.id)
      expect(bills.map(({ status }) => status)).toEqual(['VOID'])
    })

    it('finish uses what was held, hands the copies to an out order, settles what is paid and refreshes the order once', async () => {
      const other = (await addCard()).card
      const { id, batch, item, purse, note, order } = await addReturn({ offset: '10', cardId: other, reserving: '70' })
      await branch.act('clerk', 'returnOrder', 'submit', id)
      await branch.act('boss', 'returnOrder', 'approve', id)
      await branch.act('clerk', 'returnOrder', 'finish', id)
      const { outOrderId } = await branch.read('returnOrder', id)
      expect(await branch.read('outItem', item, 'out', 'locked')).toEqual({ out: '2.00', locked: '0.00' })
      expect(await copiesOf(batch)).toEqual([0, 2, 3, 0])
      expect(await branch.holds('batch', batch)).toEqual([`outOrder ${String(outOrderId)} frozen 3 from returnOrder ${id}`])
      // What is handed over is named; the rest stays with whom it belongs to.
      expect(await branch.holds('card', other)).toEqual([`returnOrder ${id} used 70`])
      expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '40.00', frozen: '0.00' })
      expect(await branch.read('feeNote', note, 'totalDue', 'status')).toEqual({ totalDue: '0.00', status: 'SETTLED' })
      expect(await branch.read('order', order, 'refreshed')).toEqual({ refreshed: 1 })
      // What it makes belongs to nobody.
      expect(await branch.read('outOrder', String(outOrderId), 'createdById')).toEqual({ createdById: null })
      expect(await entriesOf('RETURN', id)).toEqual(['debit PURSE 10', 'debit CASH 20', 'credit FEES 30'])
      await branch.act('clerk', 'outOrder', 'ship', String(outOrderId))
      expect(await copiesOf(batch)).toEqual([0, 2, 0, 0])
      expect(await branch.holds('batch', batch)).toEqual([])
    })

    it.each([
      [true, { reserved: '70.00', used: '0.00', left: '930.00' }],
      [false, { reserved: '70.00', used: '30.00', left: '900.00' }],
    ])('what was used may be used again, on a card of which that is said: %s', async (isRevolving, allowance) => {
      const { id, card, order } = await addReturn({}, { isRevolving })
      const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: order, amount: '30' })
      await branch.act('clerk', 'payout', 'approve', payout)
      await branch.act('boss', 'payout', 'confirm', payout)
      await branch.act('clerk', 'returnOrder', 'submit', id)
      await branch.act('boss', 'returnOrder', 'approve', id)
      await branch.act('clerk', 'returnOrder', 'finish', id)
      expect(await allowanceOf(card)).toEqual(allowance)
    })
  })

  describe('2 · order and delivery: a freeze is taken over and goes back to the nearest that lives', () => {
    async function addApproved(qty = 5) {
      const [batch, { card, household }] = [await branch.addBatch(newName('Batch'), 10), await addCard()]
      const order = await addOrder(card, [{ batchId: batch, qty }], { depositBase: '20' })
      await branch.act('boss', 'order', 'approve', order)
      return { batch, card, household, order }
    }
    const addDelivery = (orderId: string, batchId: string, qty: number) =>
      branch.add('delivery', { deliveryNo: newName('Delivery'), orderId, items: [{ batchId, qty }] })

    it('approve reserves on the card and the household of the card, and freezes copies', async () => {
      const { batch, card, household, order } = await addApproved()
      expect(await allowanceOf(card)).toEqual({ reserved: '100.00', used: '0.00', left: '900.00' })
      expect(await branch.read('household', household, 'reserved')).toEqual({ reserved: '100.00' })
      expect(await copiesOf(batch)).toEqual([5, 0, 5, 0])
      expect(await branch.holds('card', card)).toEqual([`order ${order} reserved 100`])
      expect(await branch.movements('order', order)).toEqual([
        `allowance.RESERVE card ${card}: 100`,
        `allowance.RESERVE household ${household}: 100`,
        `copies.FREEZE batch ${batch}: 5`,
      ])
      const journal = (await branch.all('copyEntry')).filter(({ batchId }) => batchId === batch)
      expect(
        journal.map(({ entryType, qty, toAvailable, toFrozen, onHandAfter, operatorId }) => [
          entryType,
          qty,
          toAvailable,
          toFrozen,
          onHandAfter,
          operatorId,
        ]),
      ).toEqual([
        ['GAIN', '10.00', '10.00', '0.00', '10.00', branch.users.clerk.id],
        ['FREEZE', '5.00', '-5.00', '5.00', '10.00', branch.users.boss.id],
      ])
    })

    it('a second approval finds the deposit of the first, and what had to come begins anew', async () => {
      const { card } = await addCard()
      const order = await addOrder(card, [{ bookTitle: 'Journey', qty: 2 }], { depositBase: '20' })
      await branch.act('boss', 'order', 'approve', order)
      const { depositId } = await branch.read('order', order)
      expect(await branch.read('deposit', String(depositId), 'base', 'resized', 'status')).toEqual({
        base: '20.00',
        resized: 1,
        status: 'OPEN',
      })
      await branch.act('clerk', 'order', 'reApproval', order)
      expect(await allowanceOf(card)).toMatchObject({ reserved: '0.00' })
      await branch.act('boss', 'order', 'approve', order)
      expect(await branch.read('order', order, 'depositId')).toEqual({ depositId })
      expect(await branch.read('deposit', String(depositId), 'base', 'resized')).toEqual({ base: '20.00', resized: 2 })
      const arrivals = (await branch.all('arrival')).filter(({ orderId }) => orderId === order)
      expect(arrivals.map(({ status }) => status)).toEqual(['CANCELLED', 'DRAFT'])
      // Arrivals that are through are not asked.
      await branch.act('clerk', 'arrival', 'notify', String(arrivals[1]?.['id']))
      await branch.act('clerk', 'arrival', 'finish', String(arrivals[1]?.['id']))
      await branch.act('clerk', 'order', 'reApproval', order)
      expect((await branch.all('arrival')).filter(({ orderId }) => orderId === order).map(({ status }) => status)).toEqual([
        'CANCELLED',
        'DONE',
      ])
    })

    it('a delivery takes over what there is and freezes the rest; cancelled, each goes where it came from', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 7)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      expect((await branch.read('delivery', delivery))['items']).toMatchObject([{ qty: '7.00', fromOrder: '5.00' }])
      expect(await copiesOf(batch)).toEqual([3, 0, 7, 0])
      expect(await branch.holds('batch', batch)).toEqual([
        `delivery ${delivery} frozen 5 from order ${order}`,
        `delivery ${delivery} frozen 2`,
      ])
      expect(await branch.movements('delivery', delivery)).toEqual([`copies.FREEZE batch ${batch}: 2`])
      const { noticeId } = await branch.read('delivery', delivery)
      expect(await branch.read('notice', String(noticeId), 'status')).toEqual({ status: 'ISSUED' })
      await branch.act('clerk', 'delivery', 'cancel', delivery)
      expect(await branch.holds('batch', batch)).toEqual([`order ${order} frozen 5`])
      expect(await copiesOf(batch)).toEqual([5, 0, 5, 0])
    })

    it('taken back, the order holds again what was taken from it, and what the delivery froze itself is free', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 7)
      for (let time = 0; time < 2; time++) {
        await branch.act('clerk', 'delivery', 'approve', delivery)
        await branch.act('clerk', 'delivery', 'unapprove', delivery)
        expect(await branch.holds('batch', batch)).toEqual([`order ${order} frozen 5`])
        expect(await copiesOf(batch)).toEqual([5, 0, 5, 0])
      }
      expect((await branch.movements('delivery', delivery)).slice(-2)).toEqual([
        `copies.FREEZE batch ${batch}: 2`,
        `copies.UNFREEZE batch ${batch}: 2`,
      ])
    })

    it('taken back, of a part that was taken over the rest was never touched', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 3)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      expect(await branch.holds('batch', batch)).toEqual([`order ${order} frozen 2`, `delivery ${delivery} frozen 3 from order ${order}`])
      await branch.act('clerk', 'delivery', 'unapprove', delivery)
      expect(await branch.holds('batch', batch)).toEqual([`order ${order} frozen 5`])
      expect(await branch.movements('delivery', delivery)).toEqual([])
    })

    it('what was freed and given back is held again when that is taken back', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 7)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      const before = await branch.holds('batch', batch)
      await branch.act('clerk', 'delivery', 'withdraw', delivery)
      expect(await copiesOf(batch)).toEqual([5, 0, 5, 0])
      await branch.act('clerk', 'delivery', 'rewithdraw', delivery)
      expect(await branch.holds('batch', batch)).toEqual(before)
      expect(await copiesOf(batch)).toEqual([3, 0, 7, 0])
    })

    it('what was drawn from the holds of another is held by that one again when it is taken back', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 3)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      const before = await branch.holds('batch', batch)
      await branch.act('clerk', 'delivery', 'spare', delivery)
      expect(await branch.holds('batch', batch)).toEqual([`delivery ${delivery} frozen 3 from order ${order}`])
      expect(await copiesOf(batch)).toEqual([7, 0, 3, 0])
      await branch.act('clerk', 'delivery', 'unspare', delivery)
      expect(await branch.holds('batch', batch)).toEqual(before)
      expect(await copiesOf(batch)).toEqual([5, 0, 5, 0])
    })

    it('what is not taken this time is kept as 0, whatever was taken another time', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 5)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      await branch.act('clerk', 'delivery', 'withdraw', delivery)
      await branch.set('delivery', delivery, { taking: false })
      await branch.act('clerk', 'delivery', 'approve', delivery)
      expect((await branch.read('delivery', delivery))['items']).toMatchObject([{ qty: '5.00', fromOrder: '0.00' }])
      expect(await branch.holds('batch', batch)).toEqual([`order ${order} frozen 5`, `delivery ${delivery} frozen 5`])
    })

    it('what a closed order gave is freed for good when the delivery is cancelled', async () => {
      const { batch, order, card } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 3)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      await branch.act('clerk', 'order', 'close', order)
      expect(await allowanceOf(card)).toMatchObject({ reserved: '0.00' })
      expect(await copiesOf(batch)).toEqual([7, 0, 3, 0])
      await branch.act('clerk', 'delivery', 'cancel', delivery)
      expect(await copiesOf(batch)).toEqual([10, 0, 0, 0])
      expect(await branch.holds('batch', batch)).toEqual([])
    })

    it('what an overdue order gave is freed for good, while it still holds what nobody took', async () => {
      const { batch, order } = await addApproved(5)
      const delivery = await addDelivery(order, batch, 3)
      await branch.act('clerk', 'delivery', 'approve', delivery)
      await inTransaction(branch.services, systemUser, (tools) => tools.perform('order', order, 'overdue'))
      expect(await branch.read('order', order, 'status')).toEqual({ status: 'OVERDUE' })
      await branch.act('clerk', 'delivery', 'cancel', delivery)
      expect(await branch.holds('batch', batch)).toEqual([`order ${order} frozen 2`])
      expect(await copiesOf(batch)).toEqual([8, 0, 2, 0])
    })

    it('effective lends what was frozen and puts an item outside for each row, which moves open', async () => {
      const { batch, item } = await addOutside(5)
      expect(await copiesOf(batch)).toEqual([0, 5, 0, 0])
      expect(await branch.read('outItem', item, 'batchId', 'out', 'locked')).toEqual({ batchId: batch, out: '5.00', locked: '0.00' })
    })
  })

  describe('3 · settlement: a tree of runs is taken back', () => {
    async function addSettlement() {
      const { card } = await addCard()
      const order = await addOrder(card, [], { depositBase: '20' })
      await branch.act('boss', 'order', 'approve', order)
      const deposit = String((await branch.read('order', order))['depositId'])
      const service = await branch.add('service', { serviceNo: newName('Service'), amount: '15' })
      await branch.act('clerk', 'service', 'approve', service)
      const ofService = (await branch.all('bill')).at(-1)?.['id']
      const ofDeposit = await branch.add('bill', { billNo: newName('Bill'), docType: 'deposit', docId: deposit, amount: '30' })
      const slip = await branch.add('slip', { slipNo: newName('Slip'), amount: '100' })
      const purse = await branch.add('purse', { purseName: newName('Purse'), readerName: newName('Reader'), kind: 'ADVANCE' })
      const feeNoteId = await addFees('30')
      const settlement = await branch.add('settlement', {
        settlementNo: newName('Settlement'),
        purseId: purse,
        surplus: '8',
        feeNoteId,
        rows: [
          { slipId: slip, billId: ofDeposit, amount: '10' },
          { slipId: slip, billId: ofService, amount: '15' },
          { slipId: slip, billId: ofDeposit, amount: '20', feePart: '12.5' },
        ],
      })
      return { settlement, slip, ofDeposit, ofService: String(ofService), deposit, service, purse, feeNoteId, order }
    }

    it('performs each thing once per target, by the kind of what a bill is for', async () => {
      const { settlement, slip, ofDeposit, ofService, deposit, service, purse, feeNoteId } = await addSettlement()
      await branch.act('clerk', 'settlement', 'submit', settlement)
      expect(await branch.read('slip', slip, 'matched', 'verified', 'status')).toEqual({
        matched: '45.00',
        verified: 1,
        status: 'CHECKED',
      })
      expect(await branch.read('bill', ofDeposit, 'matched', 'verified')).toEqual({ matched: '30.00', verified: 1 })
      expect(await branch.read('bill', ofService, 'matched', 'verified')).toEqual({ matched: '15.00', verified: 1 })
      expect(await branch.read('deposit', deposit, 'collected', 'status')).toEqual({ collected: 1, status: 'COLLECTED' })
      expect(await branch.read('service', service, 'collected', 'status')).toEqual({ collected: 1, status: 'COLLECTED' })
      expect(await branch.read('purse', purse, 'amount')).toEqual({ amount: '8.00' })
      expect(await branch.read('feeNote', feeNoteId, 'base')).toEqual({ base: '17.50' })
      expect(await branch.history('slip', slip)).toEqual(['create by Clerk', 'verify by Clerk'])
      expect(await entriesOf('SETTLE', settlement)).toEqual([
        'debit SLIP 45',
        'credit BILL 10',
        'credit BILL 15',
        'credit BILL 20',
        'debit SURPLUS 8',
        'credit PURSE 8',
      ])
      const [payment] = (await branch.all('payment')).slice(-1)
      expect(payment).toMatchObject({ status: 'CONFIRMED', amount: '12.50', createdById: null })
      expect(await branch.history('payment', String(payment?.['id']))).toEqual(['create by nobody', 'autoConfirm by nobody'])
    })

    it('takes all of it back, last first, and both journals tell it', async () => {
      const { settlement, slip, ofDeposit, ofService, deposit, service, purse, feeNoteId } = await addSettlement()
      await branch.act('clerk', 'settlement', 'submit', settlement)
      await branch.act('clerk', 'settlement', 'reverse', settlement)
      expect(await branch.read('settlement', settlement, 'status')).toEqual({ status: 'REVERSED' })
      expect(await branch.read('slip', slip, 'matched', 'verified', 'status')).toEqual({ matched: '0.00', verified: 0, status: 'OPEN' })
      for (const bill of [ofDeposit, ofService])
        expect(await branch.read('bill', bill, 'matched', 'verified', 'status')).toEqual({ matched: '0.00', verified: 0, status: 'OPEN' })
      expect(await branch.read('deposit', deposit, 'collected', 'status')).toEqual({ collected: 0, status: 'OPEN' })
      expect(await branch.read('service', service, 'collected', 'status')).toEqual({ collected: 0, status: 'CONFIRMED' })
      expect(await branch.read('purse', purse, 'amount')).toEqual({ amount: '0.00' })
      expect(await branch.read('feeNote', feeNoteId, 'base')).toEqual({ base: '30.00' })
      const [payment] = (await branch.all('payment')).slice(-1)
      expect(payment).toMatchObject({ status: 'REVERSED' })
      expect((await branch.all('voucher')).at(-1)).toMatchObject({ event: 'SETTLE', docId: settlement, status: 'REVERSED' })
      expect(await branch.movements('payment', String(payment?.['id']))).toEqual([
        `fees.PAY feeNote ${feeNoteId}: 12.5 0 0`,
        `fees.CHARGE feeNote ${feeNoteId}: 12.5 0 0`,
      ])
      expect(await branch.movements('settlement', settlement)).toEqual([
        `matching.MATCH slip ${slip}: 10`,
        `matching.MATCH slip ${slip}: 15`,
        `matching.MATCH slip ${slip}: 20`,
        `matching.MATCH bill ${ofDeposit}: 10`,
        `matching.MATCH bill ${ofService}: 15`,
        `matching.MATCH bill ${ofDeposit}: 20`,
        `purse.DEPOSIT purse ${purse}: 8`,
        `purse.WITHDRAW purse ${purse}: 8`,
        `matching.UNMATCH bill ${ofDeposit}: 20`,
        `matching.UNMATCH bill ${ofService}: 15`,
        `matching.UNMATCH bill ${ofDeposit}: 10`,
        `matching.UNMATCH slip ${slip}: 20`,
        `matching.UNMATCH slip ${slip}: 15`,
        `matching.UNMATCH slip ${slip}: 10`,
      ])
    })

    it('takes back what was done, and neither what was passed over nor what was only noted', async () => {
      const settle = async (readerId: string) => {
        const service = await branch.add('service', { serviceNo: newName('Service'), amount: '10' })
        await branch.act('clerk', 'service', 'approve', service)
        const rows = [
          {
            slipId: await branch.add('slip', { slipNo: newName('Slip'), amount: '10' }),
            billId: (await branch.all('bill')).at(-1)?.['id'],
            amount: '10',
          },
        ]
        const settlement = await branch.add('settlement', { settlementNo: newName('S'), readerId, rows })
        await branch.act('clerk', 'settlement', 'submit', settlement)
        return settlement
      }
      const [here, away] = [await branch.add('reader', { readerName: 'Here' }), await branch.add('reader', { readerName: 'Away' })]
      await branch.act('clerk', 'reader', 'leave', away)
      for (const reader of [here, away]) await branch.act('clerk', 'settlement', 'reverse', await settle(reader))
      expect(await branch.read('reader', here, 'thanks')).toEqual({ thanks: 0 })
      expect(await branch.read('reader', away, 'thanks')).toEqual({ thanks: 0 })
      expect((await branch.history('reader', here)).slice(1)).toEqual(['LETTER by Clerk', 'thank by Clerk', 'unthank by Clerk'])
      expect((await branch.history('reader', away)).slice(2)).toEqual(['skipped by Clerk'])
    })

    it('takes back one settlement of a slip and leaves the other', async () => {
      const slip = await branch.add('slip', { slipNo: newName('Slip'), amount: '100' })
      const settle = async (amount: string) => {
        const service = await branch.add('service', { serviceNo: newName('Service'), amount })
        await branch.act('clerk', 'service', 'approve', service)
        const billId = (await branch.all('bill')).at(-1)?.['id']
        const id = await branch.add('settlement', { settlementNo: newName('S'), rows: [{ slipId: slip, billId, amount }] })
        await branch.act('clerk', 'settlement', 'submit', id)
        return { id, service }
      }
      const [first, second] = [await settle('10'), await settle('20')]
      await branch.act('clerk', 'settlement', 'reverse', second.id)
      expect(await branch.read('slip', slip, 'matched', 'verified')).toEqual({ matched: '10.00', verified: 1 })
      expect(await branch.read('service', first.service, 'status')).toEqual({ status: 'COLLECTED' })
      expect(await branch.read('service', second.service, 'status')).toEqual({ status: 'CONFIRMED' })
    })
  })

  it('4 · transfer: what comes in parts finds the batch of the first part, what is left is freed', async () => {
    const batch = await branch.addBatch(newName('Batch'), 10)
    const transfer = await branch.add('transfer', { transferNo: newName('Transfer'), goods: [{ batchId: batch, qty: 8 }] })
    await branch.act('clerk', 'transfer', 'approve', transfer)
    const [row] = (await branch.read('transfer', transfer))['goods'] as { id: string }[]
    const part = (action: 'out' | 'in', qty: number) =>
      branch.act('clerk', 'transfer', action, transfer, { goods: [{ id: row?.id, [action === 'out' ? 'nowOut' : 'nowIn']: qty }] })
    const here = async () => (await branch.all('batch')).filter(({ transferId }) => transferId === transfer)
    await part('out', 4)
    await part('in', 3)
    expect(await here()).toMatchObject([{ available: '3.00', sourceLineId: row?.id }])
    await part('out', 2)
    await part('in', 2)
    expect(await here()).toMatchObject([{ available: '5.00' }])
    expect(await copiesOf(batch)).toEqual([2, 0, 2, 0])
    await branch.act('clerk', 'transfer', 'finish', transfer)
    expect(await copiesOf(batch)).toEqual([4, 0, 0, 0])
    expect(await branch.holds('batch', batch)).toEqual([])
    // Nothing was lost: no note of it.
    expect(await branch.count('short_note')).toBe(0)
  })

  it('4 · transfer: of what got lost on the way there is a note', async () => {
    const batch = await branch.addBatch(newName('Batch'), 10)
    const transfer = await branch.add('transfer', { transferNo: newName('Transfer'), goods: [{ batchId: batch, qty: 8 }] })
    await branch.act('clerk', 'transfer', 'approve', transfer)
    const [row] = (await branch.read('transfer', transfer))['goods'] as { id: string }[]
    await branch.act('clerk', 'transfer', 'out', transfer, { goods: [{ id: row?.id, nowOut: 6 }] })
    await branch.act('clerk', 'transfer', 'in', transfer, { goods: [{ id: row?.id, nowIn: 4.5 }] })
    await branch.set('transfer', transfer, { lostQty: '1.5' })
    await branch.act('clerk', 'transfer', 'finish', transfer)
    expect(await copiesOf(batch)).toEqual([4, 0, 0, 0])
    const { transferNo } = await branch.read('transfer', transfer)
    expect(await branch.all('shortNote')).toMatchObject([{ shortNo: `S ${String(transferNo)}`, qty: '1.50', createdById: null }])
  })

  describe('5 · swap: its release takes its locks over', () => {
    async function addSwap() {
      const { batch, item } = await addOutside(5)
      const goods = [{ outItemId: item, qty: 3 }]
      const swap = await branch.add('swap', { swapNo: newName('Swap'), goods })
      await branch.act('clerk', 'swap', 'approve', swap)
      const release = await branch.add('release', { releaseNo: newName('Release'), swapId: swap, goods })
      await branch.act('clerk', 'release', 'submit', release)
      return { batch, item, swap, release }
    }

    it('the freeze of the batch goes with the lock of the item', async () => {
      const { batch, item, swap, release } = await addSwap()
      expect(await branch.holds('outItem', item)).toEqual([`release ${release} locked 3 from swap ${swap}`])
      expect(await branch.holds('batch', batch)).toEqual([`release ${release} frozenLent 3 from swap ${swap}`])
      expect(await branch.movements('release', release)).toEqual([])
    })

    it('sent back it is the swap that holds; submitted again it is taken again', async () => {
      const { batch, item, swap, release } = await addSwap()
      await branch.act('boss', 'release', 'reject', release)
      expect(await branch.holds('outItem', item)).toEqual([`swap ${swap} locked 3`])
      expect(await branch.holds('batch', batch)).toEqual([`swap ${swap} frozenLent 3`])
      expect(await copiesOf(batch)).toEqual([0, 2, 0, 3])
      await branch.act('clerk', 'release', 'submit', release)
      expect(await branch.holds('outItem', item)).toEqual([`release ${release} locked 3 from swap ${swap}`])
    })

    it('refused it ends the swap, which frees all of it in the ledger', async () => {
      const { batch, item, swap, release } = await addSwap()
      await branch.act('boss', 'release', 'refuse', release)
      expect(await branch.read('swap', swap, 'status')).toEqual({ status: 'CANCELLED' })
      expect(await branch.holds('outItem', item)).toEqual([])
      expect(await branch.holds('batch', batch)).toEqual([])
      expect(await copiesOf(batch)).toEqual([0, 5, 0, 0])
      expect(await branch.read('outItem', item, 'out', 'locked')).toEqual({ out: '5.00', locked: '0.00' })
    })

    it('without a swap it locks by itself', async () => {
      const { item } = await addOutside(5)
      const release = await branch.add('release', { releaseNo: newName('Release'), goods: [{ outItemId: item, qty: 2 }] })
      await branch.act('clerk', 'release', 'submit', release)
      expect(await branch.holds('outItem', item)).toEqual([`release ${release} locked 2`])
    })
  })

  it('6 · count: movements read the rows that the rule has written', async () => {
    const [more, fewer] = [await branch.addBatch(newName('Batch'), 10), await branch.addBatch(newName('Batch'), 10)]
    const { card } = await addCard()
    const [order, other, third] = [await addOrder(card, []), await addOrder(card, []), await addOrder(card, [])]
    const rows = [
      { batchId: more, difference: '2.5', orderId: third },
      { batchId: fewer, difference: '-1', orderId: order },
      { batchId: fewer, difference: '-2', orderId: order },
      { batchId: fewer, difference: '-0.5', orderId: other },
      { batchId: fewer, difference: '-0.5' },
    ]
    const count = await branch.add('count', { countNo: newName('Count'), rows })
    await branch.act('boss', 'count', 'approve', count)
    expect(await copiesOf(more)).toEqual([12.5, 0, 0, 0])
    expect(await copiesOf(fewer)).toEqual([6, 0, 0, 0])
    expect((await branch.read('count', count))['spread']).toMatchObject(['1.00', '2.00', '0.50', '0.50'].map((missing) => ({ missing })))
    expect(await branch.movements('count', count)).toEqual([
      `copies.GAIN batch ${more}: 2.5`,
      ...[1, 2, 0.5, 0.5].map((missing) => `copies.LOSS batch ${fewer}: ${missing}`),
    ])
    // Those of the rows that the rule wrote, each once.
    const refreshed = await Promise.all([order, other, third].map((id) => branch.read('order', id, 'refreshed')))
    expect(refreshed.map(Object.values)).toEqual([[1], [1], [0]])
  })

  it('7 · payout: uses in parts what the order has reserved, and what is left of it is freed at its end', async () => {
    const { card, household } = await addCard()
    const order = await addOrder(card, [])
    await branch.act('boss', 'order', 'approve', order)
    const readerName = newName('Reader')
    const purse = await branch.addPurse(readerName, 50)
    const pay = async (amount: string, withheld = '0') => {
      const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: order, readerName, amount, withheld })
      await branch.act('clerk', 'payout', 'approve', payout)
      return payout
    }
    const first = await pay('40', '15')
    expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '35.00', frozen: '15.00' })
    await branch.act('boss', 'payout', 'confirm', first)
    expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '35.00', frozen: '0.00' })
    expect(await allowanceOf(card)).toEqual({ reserved: '60.00', used: '40.00', left: '900.00' })
    expect(await branch.holds('card', card)).toEqual([`order ${order} reserved 60`, `order ${order} used 40`])
    expect(await branch.holds('household', household)).toEqual([`order ${order} reserved 60`, `order ${order} used 40`])
    expect(await branch.read('order', order, 'status', 'refreshed')).toEqual({ status: 'RUNNING', refreshed: 1 })
    // A sum follows what is computed anew, as it follows what somebody enters.
    expect(await branch.read('card', card, 'refreshed')).toEqual({ refreshed: 1 })
    expect(await entriesOf('PAY', first)).toEqual(['debit FEES 40', 'credit PURSE 15', 'credit CASH 25'])
    // A payout that is given up gives back what it has frozen itself, and nothing of the order's.
    await branch.act('clerk', 'payout', 'cancel', await pay('30', '20'))
    expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '35.00', frozen: '0.00' })
    // The last one takes at most what is left.
    const last = await pay('75')
    await branch.act('boss', 'payout', 'confirm', last)
    // An entry of nothing is none.
    expect(await entriesOf('PAY', last)).toEqual(['debit FEES 75', 'credit CASH 75'])
    expect(await allowanceOf(card)).toEqual({ reserved: '0.00', used: '100.00', left: '900.00' })
    await branch.act('clerk', 'order', 'close', order)
    expect(await allowanceOf(card)).toEqual({ reserved: '0.00', used: '0.00', left: '1000.00' })
    const journal = (await branch.all('allowanceEntry')).filter(({ cardId }) => cardId === card)
    expect(journal.map(({ entryType, amount, reservedAfter, usedAfter }) => [entryType, amount, reservedAfter, usedAfter])).toEqual([
      ['RESERVE', '100.00', '100.00', '0.00'],
      ['USE', '40.00', '60.00', '40.00'],
      ['USE', '60.00', '0.00', '100.00'],
      ['RELEASE', '40.00', '0.00', '60.00'],
      ['RELEASE', '60.00', '0.00', '0.00'],
    ])
  })

  it('8 · service: the rule chooses the state, and with it what follows', async () => {
    const { card } = await addCard()
    const order = await addOrder(card, [])
    const billed = await branch.add('service', { serviceNo: newName('Service'), amount: '15' })
    await branch.act('clerk', 'service', 'approve', billed)
    expect(await branch.read('service', billed, 'status', 'payoutId')).toEqual({ status: 'CONFIRMED', payoutId: null })
    expect((await branch.all('bill')).at(-1)).toMatchObject({ docType: 'service', docId: billed, amount: '15.00' })
    const bills = await branch.count('bill')
    const added = await branch.add('service', { serviceNo: newName('Service'), amount: '15', mode: 'ORDER', orderId: order })
    await branch.act('clerk', 'service', 'approve', added)
    const { status, payoutId } = await branch.read('service', added)
    expect(status).toBe('COLLECTED')
    expect(await branch.read('payout', String(payoutId), 'orderId', 'amount', 'status')).toEqual({
      orderId: order,
      amount: '15.00',
      status: 'DRAFT',
    })
    expect(await branch.count('bill')).toBe(bills)
  })

  it('9 · write-off: several named amounts at once, and only what is fully paid is settled', async () => {
    const slip = await branch.add('slip', { slipNo: newName('Slip'), amount: '100' })
    const purse = await branch.add('purse', { purseName: newName('Purse'), readerName: newName('Reader'), kind: 'ADVANCE' })
    const [paid, partly] = [await addFees('40'), await addFees('50')]
    const id = await branch.add('writeOff', {
      writeOffNo: newName('Write-off'),
      slipId: slip,
      amount: '80',
      surplus: '5',
      shortfall: '15',
      purseId: purse,
      parts: [
        { feeNoteId: paid, ofBase: '30' },
        { feeNoteId: paid, ofBase: '10' },
        { feeNoteId: partly, ofBase: '35' },
      ],
    })
    await branch.act('clerk', 'writeOff', 'settle', id)
    expect(await branch.read('feeNote', paid, 'totalDue', 'status')).toEqual({ totalDue: '0.00', status: 'SETTLED' })
    expect(await branch.read('feeNote', partly, 'totalDue', 'status')).toEqual({ totalDue: '15.00', status: 'OPEN' })
    expect(await branch.read('slip', slip, 'matched', 'status')).toEqual({ matched: '80.00', status: 'CHECKED' })
    expect(await branch.read('purse', purse, 'amount')).toEqual({ amount: '5.00' })
    expect((await branch.history('feeNote', paid)).filter((line) => line.startsWith('settle'))).toEqual(['settle by Clerk'])
    expect(await entriesOf('WRITE-OFF', id)).toEqual([
      'debit SLIP 80',
      'credit FEES 30',
      'credit FEES 10',
      'credit FEES 35',
      'credit PURSE 5',
    ])
    // What the step says goes before what its template says.
    const { writeOffNo } = await branch.read('writeOff', id)
    expect((await branch.all('voucher')).at(-1)).toMatchObject({
      voucherNo: `W ${String(writeOffNo)}`,
      event: 'WRITE-OFF',
      createdById: null,
    })
  })

  it('a balance that acts itself is read as it has been booked', async () => {
    const note = await addFees('40')
    await branch.act('clerk', 'feeNote', 'payAll', note)
    expect(await branch.read('feeNote', note, 'totalDue', 'status')).toEqual({ totalDue: '0.00', status: 'SETTLED' })
  })

  it('10 · end of day: what is late makes its order overdue, which frees what is not in payment', async () => {
    const { card } = await addCard()
    const order = await addOrder(card, [], { payingAmount: '30' })
    await branch.act('boss', 'order', 'approve', order)
    const readerName = newName('Reader')
    const purse = await branch.addPurse(readerName, 50)
    const payouts = []
    for (const withheld of ['0', '10']) {
      const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: order, readerName, amount: '10', withheld })
      if (withheld !== '0') await branch.act('clerk', 'payout', 'approve', payout)
      payouts.push(payout)
    }
    const late = await addFees('40', { orderId: order, dueDate: '2026-11-19' })
    const intime = await addFees('40', { orderId: order, dueDate: '2026-11-20' })
    expect(await endDays(branch.services, '2026-11-20', { waitMs: 0 })).toBe('done')
    expect(await branch.read('feeNote', late, 'base', 'delay', 'status')).toEqual({ base: '40.00', delay: '4.00', status: 'LATE' })
    expect(await branch.read('feeNote', intime, 'delay', 'status')).toEqual({ delay: '0.00', status: 'OPEN' })
    expect(await branch.read('order', order, 'status')).toEqual({ status: 'OVERDUE' })
    expect(await allowanceOf(card)).toEqual({ reserved: '30.00', used: '0.00', left: '970.00' })
    expect(await branch.holds('card', card)).toEqual([`order ${order} reserved 30`])
    // Only those in the states that are named; what is being paid goes on.
    expect(await branch.read('payout', payouts[0]!, 'status')).toEqual({ status: 'CANCELLED' })
    expect(await branch.read('payout', payouts[1]!, 'status')).toEqual({ status: 'PAYING' })
    expect(await branch.read('purse', purse, 'frozen')).toEqual({ frozen: '10.00' })
    // Each run names the one that caused it, and the one that all began with.
    const runOf = async (name: string, id: string) =>
      (await branch.rows('document_history')).findLast(({ entity, document_id }) => entity === name && document_id === id)
    const [begun, middle, last] = [await runOf('feeNote', late), await runOf('order', order), await runOf('payout', payouts[0]!)]
    expect([begun, middle, last].map((run) => [run?.['cause_id'], run?.['root_id']])).toEqual([
      [null, null],
      [begun?.['id'], begun?.['id']],
      [middle?.['id'], begun?.['id']],
    ])
    // The next one finds the order overdue already, passes it over and says so.
    branch.time.today = '2026-11-21'
    expect(await endDays(branch.services, '2026-11-21', { waitMs: 0 })).toBe('done')
    branch.time.today = '2026-11-20'
    expect(await branch.read('feeNote', intime, 'delay', 'status')).toEqual({ delay: '4.00', status: 'LATE' })
    expect(await allowanceOf(card)).toMatchObject({ reserved: '30.00' })
    const told = (await branch.rows('document_history')).filter(({ entity, document_id }) => entity === 'order' && document_id === order)
    expect(told.slice(-2).map(({ action_title, to_state }) => [action_title, to_state])).toEqual([
      ['逾期', 'OVERDUE'],
      ['逾期（略过）', null],
    ])
  })
})
