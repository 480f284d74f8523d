import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { remove } from '../write/remove'
import { inWrite } from '../write/transaction'
import { carelessPlan } from './testing/branch'
import { newName } from './testing/newName'
import { openBranch, type Branch, type Said } from './testing/openBranch'

type Values = Record<string, unknown>

/** What language.md calls bad input: each is refused with its reason and figures, and nothing is half-booked. */
describe.each(usualTestDatabaseKinds)('refused between documents on %s', (kind) => {
  let branch: Branch
  beforeAll(async () => {
    branch = await openBranch(kind, carelessPlan)
  })
  afterAll(() => branch?.close())

  /** Presses the button, and proves that nothing at all has changed. */
  async function refused(who: 'clerk' | 'boss', entity: string, action: string, id: string): Promise<Omit<Said, 'body'>> {
    const before = await branch.everything()
    const { status, message } = await branch.press(who, entity, action, id)
    expect(await branch.everything()).toEqual(before)
    return { status, message }
  }

  async function addCard(ceiling = '100', household = '1000'): Promise<{ card: string; cardNo: string; householdName: string }> {
    const [cardNo, householdName] = [newName('Card'), newName('House')]
    const householdId = await branch.add('household', { householdName, ceiling: household })
    return { cardNo, householdName, card: await branch.add('card', { cardNo, householdId, ceiling }) }
  }
  async function addOrder(cardId: string, amount: string, books: Values[] = [], more: Values = {}): Promise<string> {
    const order = await branch.add('order', { orderNo: newName('Order'), cardId, amount, books, ...more })
    await branch.act('clerk', 'order', 'submit', order)
    return order
  }
  async function addBilled(amount: string): Promise<{ service: string; bill: string }> {
    const service = await branch.add('service', { serviceNo: newName('Service'), amount })
    await branch.act('clerk', 'service', 'approve', service)
    return { service, bill: String((await branch.all('bill')).at(-1)?.['id']) }
  }
  async function addSettled(values: Values = {}): Promise<{ settlement: string; slip: string; service: string; bill: string }> {
    const [{ service, bill }, slip] = [await addBilled('15'), await branch.add('slip', { slipNo: newName('Slip'), amount: '100' })]
    const rows = [{ slipId: slip, billId: bill, amount: '15' }]
    const settlement = await branch.add('settlement', { settlementNo: newName('Settlement'), rows, ...values })
    await branch.act('clerk', 'settlement', 'submit', settlement)
    return { settlement, slip, service, bill }
  }

  describe('a move beyond a limit', () => {
    it('says what is needed and what there is, in the words of the product', async () => {
      const { card, cardNo } = await addCard('100')
      await branch.act('boss', 'order', 'approve', await addOrder(card, '60'))
      expect(await refused('boss', 'order', 'approve', await addOrder(card, '40.01'))).toEqual({
        status: 417,
        message: `${cardNo}的额度不足：需要 40.01，可用 40.00`,
      })
      // To the last cent it passes.
      await branch.act('boss', 'order', 'approve', await addOrder(card, '40'))
    })

    it('of what the balance hangs on names that one', async () => {
      const { card, householdName } = await addCard('100', '50')
      expect(await refused('boss', 'order', 'approve', await addOrder(card, '60'))).toEqual({
        status: 417,
        message: `${householdName}的额度不足：需要 60.00，可用 50.00`,
      })
    })

    it('a bucket that does not hold so much, counted over all rows of the document', async () => {
      const [{ card }, batch] = [await addCard(), await branch.addBatch(newName('Batch'), 5)]
      const books = [
        { batchId: batch, qty: '3' },
        { batchId: batch, qty: '2.5' },
      ]
      const { batchNo } = await branch.read('batch', batch)
      expect(await refused('boss', 'order', 'approve', await addOrder(card, '10', books))).toEqual({
        status: 417,
        message: `${String(batchNo)}的可借册数不足：需要 5.50，现有 5.00`,
      })
    })

    it('in the words of the engine, where the product has none', async () => {
      const { bill } = await addBilled('15')
      const slip = await branch.add('slip', { slipNo: newName('Slip'), amount: '10' })
      const { slipNo } = await branch.read('slip', slip)
      const rows = [{ slipId: slip, billId: bill, amount: '12' }]
      const settlement = await branch.add('settlement', { settlementNo: newName('Settlement'), rows })
      expect(await refused('clerk', 'settlement', 'submit', settlement)).toEqual({
        status: 417,
        message: `Matching：${String(slipNo)} 超出限额，金额 12.00`,
      })
    })

    it('passes what gives back when the ceiling has sunk below what is reserved', async () => {
      const { card } = await addCard('100')
      const order = await addOrder(card, '60')
      await branch.act('boss', 'order', 'approve', order)
      await branch.set('card', card, { ceiling: '20' })
      await branch.act('clerk', 'order', 'close', order)
      expect(await branch.read('card', card, 'reserved', 'left')).toEqual({ reserved: '0.00', left: '20.00' })
    })
  })

  it('what another holds cannot be used', async () => {
    const batch = await branch.addBatch(newName('Batch'), 5)
    const { card } = await addCard()
    await branch.act('boss', 'order', 'approve', await addOrder(card, '10', [{ batchId: batch, qty: 5 }]))
    const other = await addOrder(card, '10')
    await branch.act('boss', 'order', 'approve', other)
    const delivery = await branch.add('delivery', { deliveryNo: newName('Delivery'), orderId: other, items: [{ batchId: batch, qty: 1 }] })
    const { batchNo } = await branch.read('batch', batch)
    // Nothing to take over from its own order, and nothing left to freeze.
    expect(await refused('clerk', 'delivery', 'approve', delivery)).toEqual({
      status: 417,
      message: `${String(batchNo)}的可借册数不足：需要 1.00，现有 0.00`,
    })
    const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: other, amount: '3' })
    await branch.act('clerk', 'payout', 'approve', payout)
    await branch.act('clerk', 'order', 'reApproval', other)
    // Of an order that holds nothing any more there is nothing to use; that it was not performed on is what refuses.
    expect(await refused('boss', 'payout', 'confirm', payout)).toEqual({
      status: 417,
      message: `Order ${String((await branch.read('order', other))['orderNo'])}：当前状态为“审批中”，不能已付`,
    })
  })

  describe('undo', () => {
    it('of what never happened', async () => {
      const settlement = await branch.add('settlement', { settlementNo: newName('Settlement') })
      expect(await refused('clerk', 'settlement', 'reverse', settlement)).toMatchObject({
        status: 417,
        message: '当前状态为“Draft”，不能冲销',
      })
      expect(await refused('clerk', 'settlement', 'reverseAgain', settlement)).toEqual({ status: 417, message: '没有可以撤销的“核对”' })
    })

    it('twice', async () => {
      const { settlement } = await addSettled()
      await branch.act('clerk', 'settlement', 'reverse', settlement)
      expect(await refused('clerk', 'settlement', 'reverse', settlement)).toMatchObject({ status: 417 })
      expect(await refused('clerk', 'settlement', 'reverseAgain', settlement)).toEqual({ status: 417, message: '没有可以撤销的“核对”' })
    })

    it('after a unit was spent', async () => {
      const readerName = newName('Reader')
      const purse = await branch.addPurse(readerName, 0)
      const { settlement } = await addSettled({ purseId: purse, surplus: '8' })
      const { card } = await addCard()
      const order = await addOrder(card, '10')
      await branch.act('boss', 'order', 'approve', order)
      const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: order, readerName, amount: '1', withheld: '3' })
      await branch.act('clerk', 'payout', 'approve', payout)
      expect(await refused('clerk', 'settlement', 'reverse', settlement)).toEqual({
        status: 417,
        message: `${readerName} 的Amount不足：需要 8.00，现有 5.00`,
      })
      // Given back, it can be taken back.
      await branch.act('clerk', 'payout', 'cancel', payout)
      await branch.act('clerk', 'settlement', 'reverse', settlement)
      expect(await branch.read('purse', purse, 'amount', 'frozen')).toEqual({ amount: '0.00', frozen: '0.00' })
    })

    it('after a person has acted on one of the records since', async () => {
      const { settlement, slip } = await addSettled()
      const { slipNo } = await branch.read('slip', slip)
      await branch.act('clerk', 'slip', 'archive', slip)
      expect(await refused('clerk', 'settlement', 'reverse', settlement)).toEqual({
        status: 417,
        message: `Slip ${String(slipNo)} 之后已有人办理，不能撤销`,
      })
    })

    it('where an inverse is not possible in the state that the record is in now', async () => {
      const { settlement, slip } = await addSettled()
      const other = await branch.add('settlement', {
        settlementNo: newName('Settlement'),
        rows: [{ slipId: slip, billId: (await addBilled('15')).bill, amount: '15' }],
      })
      await branch.act('clerk', 'settlement', 'submit', other)
      // The later one reopens the slip; then the earlier one finds it open.
      await branch.act('clerk', 'settlement', 'reverse', other)
      expect(await refused('clerk', 'settlement', 'reverse', settlement)).toEqual({
        status: 417,
        message: `Slip ${String((await branch.read('slip', slip))['slipNo'])}：当前状态为“Open”，不能Reopen`,
      })
    })
  })

  it('an ended record that would still hold is a mistake of ours, and nothing is stored', async () => {
    const { card } = await addCard()
    const order = await addOrder(card, '10')
    await branch.act('boss', 'order', 'approve', order)
    expect(await refused('boss', 'order', 'forget', order)).toMatchObject({ status: 500 })
    expect(await branch.holds('card', card)).toEqual([`order ${order} reserved 10`])
  })

  describe('a hold of an ended owner', () => {
    async function addTaken() {
      const batch = await branch.addBatch(newName('Batch'), 5)
      const { card } = await addCard()
      const order = await addOrder(card, '10', [{ batchId: batch, qty: 5 }])
      await branch.act('boss', 'order', 'approve', order)
      const delivery = await branch.add('delivery', {
        deliveryNo: newName('Delivery'),
        orderId: order,
        items: [{ batchId: batch, qty: 3 }],
      })
      await branch.act('clerk', 'delivery', 'approve', delivery)
      return { batch, card, order, delivery }
    }
    const labels = async (order: string, entity: string, id: string) => [
      String((await branch.read('order', order))['orderNo']),
      String((await branch.read(entity, id))[entity === 'card' ? 'cardNo' : 'batchNo']),
    ]

    it('cannot come back by an undo: what it gave is freed instead', async () => {
      const { batch, order, delivery } = await addTaken()
      await branch.act('clerk', 'order', 'close', order)
      const [orderNo, batchNo] = await labels(order, 'batch', batch)
      expect(await refused('clerk', 'delivery', 'unapprove', delivery)).toEqual({
        status: 417,
        message: `Order ${orderNo} 已终结，不能再占用 ${batchNo} 的冻结册数`,
      })
      await branch.act('clerk', 'delivery', 'cancel', delivery)
      expect(await branch.holds('batch', batch)).toEqual([])
      expect(await branch.read('batch', batch, 'available', 'frozen')).toEqual({ available: '5.00', frozen: '0.00' })
    })

    it('cannot be opened for it by another document, nor shown as if it could', async () => {
      const { card, order } = await addTaken()
      await branch.act('clerk', 'order', 'close', order)
      const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: order, amount: '3' })
      const [orderNo, cardNo] = await labels(order, 'card', card)
      const message = `Order ${orderNo} 已终结，不能再占用 ${cardNo} 的Reserved`
      expect(await refused('clerk', 'payout', 'promise', payout)).toEqual({ status: 417, message })
      expect((await branch.try('clerk', 'payout', 'promise', payout)).body['problems']).toMatchObject([{ detail: message }])
      // One that lives may hold more.
      const other = await addOrder(card, '10')
      await branch.set('payout', payout, { orderId: other })
      await branch.act('clerk', 'payout', 'promise', payout)
      expect(await branch.holds('card', card)).toEqual([`order ${other} reserved 3`])
    })
  })

  it('what is given to a closed document is refused also when the same action asks for it to be opened again', async () => {
    const { card, cardNo } = await addCard()
    const order = await addOrder(card, '10')
    await branch.act('boss', 'order', 'approve', order)
    await branch.act('clerk', 'order', 'close', order)
    const { orderNo } = await branch.read('order', order)
    const payout = await branch.add('payout', { payoutNo: newName('Payout'), orderId: order, amount: '3' })
    const message = `Order ${String(orderNo)} 已终结，不能再占用 ${cardNo} 的Reserved`
    expect(await refused('clerk', 'payout', 'promiseAnew', payout)).toEqual({ status: 417, message })
    // As if it had been asked for before.
    await branch.act('clerk', 'order', 'askAnew', order, { payingAmount: '1' })
    expect(await refused('clerk', 'payout', 'promise', payout)).toEqual({ status: 417, message })
    await branch.act('boss', 'order', 'allow', order)
    await branch.act('clerk', 'payout', 'promise', payout)
    expect(await branch.holds('card', card)).toEqual([`order ${order} reserved 3`])
  })

  it('a voucher that does not balance is a mistake of ours, and nothing is stored', async () => {
    const slipId = await branch.add('slip', { slipNo: newName('Slip'), amount: '100' })
    const feeNoteId = await branch.add('feeNote', { noteNo: newName('Fees') })
    await branch.act('clerk', 'chain', 'charge', await branch.add('chain', { chainNo: newName('Charge'), feeNoteId, step: 50 }))
    const writeOff = { writeOffNo: newName('Write-off'), slipId, amount: '60', parts: [{ feeNoteId, ofBase: '50' }] }
    expect(await refused('clerk', 'writeOff', 'settle', await branch.add('writeOff', writeOff))).toMatchObject({ status: 500 })
  })

  describe('holds of a reference that is empty', () => {
    it("are nobody's, not the record's own", async () => {
      const readerName = newName('Reader')
      const purse = await branch.addPurse(readerName, 10)
      const chain = await branch.add('chain', { chainNo: newName('Chain'), readerName, step: 4 })
      await branch.act('clerk', 'chain', 'hoard', chain)
      expect(await refused('clerk', 'chain', 'draw', chain)).toEqual({ status: 417, message: '“Next”为空，无法确定是谁的占用' })
      expect(await refused('clerk', 'chain', 'give', chain)).toEqual({ status: 417, message: '“Parent”为空，无法确定是谁的占用' })
      expect(await branch.holds('purse', purse)).toEqual([`chain ${chain} frozen 4`])
      // Of nothing there is nobody to be asked for.
      await branch.set('chain', chain, { step: 0 })
      await branch.act('clerk', 'chain', 'draw', chain)
    })

    it('cannot be taken over', async () => {
      const outItemId = await branch.add('outItem', { itemNo: newName('Item'), batchId: await branch.addBatch(newName('Batch'), 5) })
      const release = await branch.add('release', { releaseNo: newName('Release'), goods: [{ outItemId, qty: 1 }] })
      expect(await refused('clerk', 'release', 'seize', release)).toEqual({ status: 417, message: '“Swap”为空，无法确定是谁的占用' })
    })
  })

  it('what is deleted and would still hold is a mistake of ours, and stays', async () => {
    const { card } = await addCard()
    const order = await addOrder(card, '10')
    await branch.act('boss', 'order', 'approve', order)
    // Nothing else keeps it from being deleted.
    await sql`delete from arrival where order_id = ${order}`.execute(branch.database.kysely)
    const before = await branch.everything()
    await expect(inWrite(branch.services, branch.users.boss, (context) => remove(context, 'order', order))).rejects.toThrow('still holds')
    expect(await branch.everything()).toEqual(before)
  })

  it('a follow-up that its target refuses takes all back, and names the other document', async () => {
    const { card } = await addCard()
    const order = await addOrder(card, '10', [], { depositBase: '5' })
    await branch.act('boss', 'order', 'approve', order)
    const { depositId, orderNo } = await branch.read('order', order)
    const bill = await branch.add('bill', { billNo: newName('Bill'), docType: 'deposit', docId: depositId, amount: '5' })
    await branch.act('clerk', 'deposit', 'void', String(depositId))
    const slip = await branch.add('slip', { slipNo: newName('Slip'), amount: '100' })
    const settlement = await branch.add('settlement', { settlementNo: newName('S'), rows: [{ slipId: slip, billId: bill, amount: '5' }] })
    expect(await refused('clerk', 'settlement', 'submit', settlement)).toEqual({
      status: 417,
      message: `Deposit D ${String(orderNo)}：当前状态为“作废”，不能Collect`,
    })
  })

  it('four eyes: nobody approves what he has submitted, nor what nobody has', async () => {
    const { card } = await addCard()
    expect(await refused('clerk', 'order', 'approve', await addOrder(card, '10'))).toEqual({
      status: 417,
      message: '双人原则：Submitter不能批准',
    })
    const nobodys = await addOrder(card, '10')
    await branch.set('order', nobodys, { submittedById: null })
    expect(await refused('boss', 'order', 'approve', nobodys)).toEqual({
      status: 417,
      message: '双人原则：没有Submitter的记录，不能批准',
    })
  })

  describe('a key with an empty part', () => {
    it('of a balance finds none, and an amount cannot be booked on none', async () => {
      const empty = await branch.add('chain', { chainNo: newName('Chain'), step: 5 })
      // Even when there is a balance whose key is empty there too.
      expect(await refused('clerk', 'chain', 'fill', empty)).toMatchObject({ status: 500 })
    })

    it('of what is created finds the one that is there, with a whole key', async () => {
      const twin = async (readerName?: string) => {
        const chain = await branch.add('chain', { chainNo: newName('Chain'), readerName })
        return branch.press('clerk', 'chain', 'twin', chain)
      }
      const purses = await branch.count('purse')
      const readerName = newName('Reader')
      expect((await twin(readerName)).status).toBe(200)
      expect((await twin(readerName)).status).toBe(200)
      expect(await branch.count('purse')).toBe(purses + 1)
    })

    it('is no key: each creates a record of its own', async () => {
      const deposits = await branch.count('deposit')
      for (let time = 0; time < 2; time++)
        await branch.act('clerk', 'chain', 'adrift', await branch.add('chain', { chainNo: newName('Chain') }))
      expect(await branch.count('deposit')).toBe(deposits + 2)
    })
  })

  describe('an amount', () => {
    it('below 0 is a mistake of ours, and nothing is stored', async () => {
      const batch = await branch.addBatch(newName('Batch'), 5)
      const chain = await branch.add('chain', { chainNo: newName('Chain'), batchId: batch, step: -1 })
      expect(await refused('clerk', 'chain', 'gain', chain)).toMatchObject({ status: 500 })
    })

    it('of 0 books nothing', async () => {
      const batch = await branch.addBatch(newName('Batch'), 5)
      const chain = await branch.add('chain', { chainNo: newName('Chain'), batchId: batch, step: 0 })
      await branch.act('clerk', 'chain', 'gain', chain)
      expect(await branch.movements('chain', chain)).toEqual([])
    })
  })

  describe('too much at once', () => {
    const tooMuch = { status: 417, message: expect.stringContaining('一次操作牵涉的单据或流水太多，请分批办理') as unknown }
    const chainOf = async (length: number): Promise<string> => {
      let next: string | undefined
      for (let left = length; left > 0; left--) next = await branch.add('chain', { chainNo: newName('Chain'), nextId: next })
      return String(next)
    }

    it('is a chain of more than 8', async () => {
      await branch.act('clerk', 'chain', 'go', await chainOf(8))
      expect(await refused('clerk', 'chain', 'go', await chainOf(9))).toEqual(tooMuch)
    })

    it('is more than 500 runs', async () => {
      const fan = async (children: number): Promise<string> => {
        const parentId = await branch.add('chain', { chainNo: newName('Fan') })
        await branch.addAll(
          'chain',
          Array.from({ length: children }, () => ({ chainNo: newName('Child'), parentId })),
        )
        return parentId
      }
      await branch.act('clerk', 'chain', 'fan', await fan(499))
      expect(await refused('clerk', 'chain', 'fan', await fan(500))).toEqual(tooMuch)
    })

    it('is more than 2,000 movements', async () => {
      const batch = await branch.addBatch(newName('Batch'), 5)
      const rows = (count: number) => Array.from({ length: count }, () => ({ batchId: batch, difference: '1' }))
      const count = await branch.add('count', { countNo: newName('Count'), rows: rows(2001) })
      expect(await refused('clerk', 'count', 'approve', count)).toEqual(tooMuch)
      expect(await branch.read('batch', batch, 'available')).toEqual({ available: '5.00' })
    })
  })
})
