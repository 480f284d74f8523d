import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import type { Session } from './support/client'
import { at, batchInStock } from './support/fixtures'
import { moneyDesk, payableLoan, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { paidOut } from './support/pledging'
import { expectRefusal } from './support/refusal'
import { bySystem, received } from './support/repaying'

/** Two loans at 0.9 of what their goods are worth; what is asked for is exactly known, as nothing has borne interest yet. */
describePlatform('fills of loans', (platform) => {
  let desk: MoneyDesk
  let [risk, fm]: Session[] = []
  let loan: RecordValues
  let other: RecordValues

  const price = (amount: string): Promise<unknown> =>
    platform()
      .database.kysely.updateTable('collateral_price')
      .set({ price_cny: amount, price: amount })
      .where('goods_id', '=', desk.goodsId)
      .where('price_source', '=', 'MARKET')
      .execute()
  const mark = (id: string) => risk!.ask('POST', `${at.waterline}/recalc/${id}`)
  const warn = () => runOneStep(platform().services, 'warnings')
  const fillsOf = async (id: string): Promise<RecordValues[]> => (await risk!.list(at.fill, { loanId: id })).records
  const openFill = async (id: string): Promise<RecordValues> => (await fillsOf(id)).find(({ status }) => status === 'PENDING')!
  /** As the calendar ends one whose warning is over. */
  const ended = (id: string) => bySystem(platform(), (tools) => tools.perform('fill', id, 'recovered'))
  const warningOf = async (id: string, warnType = 'PLEDGE'): Promise<RecordValues> =>
    (await risk!.list(at.warning, { loanId: id, warnType })).records.find(({ status }) => status !== 'RECOVERED')!

  beforeAll(async () => {
    desk = await moneyDesk(platform())
    ;[risk, fm] = [await platform().as('rk01'), await platform().as('fm01')]
    loan = await payableLoan(platform(), desk, '60000.00', '1000')
    other = await payableLoan(platform(), desk, '60000.00', '1000')
    for (const { id } of [loan, other]) await paidOut(platform(), id, '60000.00')
    // 1,000 boxes at 66.60 for 60,000.00: 0.9009.
    await price('66.60')
    for (const { id } of [loan, other]) await mark(id)
  })

  describe('are asked for', () => {
    it('by the end of a day from the call line on, with what brings the rate back', async () => {
      await warn()
      const rate = Number((await risk!.read(at.loan, loan.id))['initialRate'])
      const fill = await openFill(loan.id)
      expect(fill).toMatchObject({
        ltvBefore: '0.9009',
        targetLtv: rate.toFixed(4),
        loanNo: loan['loanNo'],
        daysLeft: expect.any(Number) as number,
      })
      expect(Number(fill['requiredCash'])).toBeCloseTo(60_000 - rate * 66_600, 2)
      expect(Number(fill['requiredGoodsValue'])).toBeCloseTo(60_000 / rate - 66_600, 1)
      // Friday and three days of work: until Wednesday.
      expect(fill['deadline']).toBe('2026-11-25')
      expect(fill['daysLeft']).toBe(5)
    })

    it('not after a fall of 14 % from 0.7000: 0.8140 is beyond the warning line alone, and the fall itself is L2', async () => {
      await price('115.50')
      const fallen = await payableLoan(platform(), desk, '50000.00', '1000')
      await paidOut(platform(), fallen.id, '50000.00')
      const pledgedAt = (amount: string): Promise<unknown> =>
        platform().database.kysely.updateTable('pledge_item').set({ pledge_price: amount }).where('loan_id', '=', fallen.id).execute()
      await pledgedAt('71.4286')
      await price('71.4286')
      const lineOf = async () => (await mark(fallen.id)).body
      expect(await lineOf()).toMatchObject({ ltv: '0.7000', waterLevel: 'NORMAL' })
      await price('61.4286')
      expect(await lineOf()).toMatchObject({ ltv: '0.8140', waterLevel: 'WARN' })
      await warn()
      expect(await warningOf(fallen.id)).toMatchObject({ warnLevel: 'L1', currentValue: '0.814000' })
      expect(await warningOf(fallen.id, 'PRICE_DROP')).toMatchObject({ warnLevel: 'L2', currentValue: '0.140000' })
      expect(await fillsOf(fallen.id)).toEqual([])
      await price('66.60')
      for (const { id } of [loan, other]) await mark(id)
    })

    it('once, however many ask at the same time', async () => {
      const [waiting] = (await fillsOf(other.id)).filter(({ status }) => status === 'PENDING')
      await ended(waiting!.id)
      const { id } = await warningOf(other.id)
      const version = await risk!.versionOf(at.warning, id)
      const many = await Promise.all(
        Array.from({ length: 6 }, () =>
          risk!.ask('POST', `${at.warning}/createFill/${id}`, { version }, { 'idempotency-key': crypto.randomUUID() }),
        ),
      )
      expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await fillsOf(other.id)).filter(({ status }) => status === 'PENDING')).toHaveLength(1)
    })

    it('from the list of loans too, by who may, with a day that is not over', async () => {
      const ask = (form: object, session = risk!) => session.ask('POST', `${at.pledgeWarning}/createFill/${other.id}`, form)
      expectRefusal(await ask({}), 'fill.under-way', { loanNo: String(other['loanNo']) })
      await ended((await openFill(other.id)).id)
      expect((await ask({ deadline: '2026-11-19' })).body.errors).toMatchObject([{ path: 'deadline' }])
      expect((await ask({ thereIsNoSuchField: 1 })).status).toBe(422)
      expect((await ask({ fillMode: 'BARTER' })).status).toBe(422)
      expect(await ask({ deadline: '2026-12-01', fillMode: 'CASH' })).toMatchObject({
        status: 200,
        body: { deadline: '2026-12-01', fillMode: 'CASH' },
      })
    })

    it('not for what goods and cash do not put right, nor where nothing is missing', async () => {
      const [late] = (await risk!.list(at.warning, { warnType: 'OVERDUE', status: 'OPEN' })).records
      expect((await risk!.tryTo(at.warning, 'createFill', late!.id, {})).status).toBe(417)
      const unpaid = await payableLoan(platform(), desk, '10000.00', '1000')
      await warn()
      const drop = await warningOf(unpaid.id, 'PRICE_DROP')
      if (drop) expectRefusal(await risk!.tryTo(at.warning, 'createFill', drop.id, {}), 'fill.nothing-missing', {})
      else expect(await risk!.read(at.loan, unpaid.id)).toMatchObject({ waterLevel: 'NORMAL' })
    })
  })

  describe('are brought', () => {
    it('by an operator who may change how, and nothing of what is asked for', async () => {
      const fill = await openFill(loan.id)
      const edited = await desk.op.ask('PATCH', `${at.fill}/${fill.id}`, {
        version: fill['version'],
        fillMode: 'CASH',
        remark: '客户周一付款',
      })
      expect(edited).toMatchObject({ status: 200, body: { fillMode: 'CASH' } })
      for (const wrong of [{ requiredCash: '1.00' }, { deadline: '2027-01-01' }, { targetLtv: '0.9' }, { loanId: other.id }]) {
        const version = await desk.op.versionOf(at.fill, fill.id)
        expect((await desk.op.ask('PATCH', `${at.fill}/${fill.id}`, { version, ...wrong })).status).toBeGreaterThanOrEqual(417)
      }
      expect((await risk!.ask('PATCH', `${at.fill}/${fill.id}`, { version: 1, fillMode: 'GOODS' })).status).toBe(403)
      expect((await desk.op.ask('POST', at.fill, {})).status).toBe(404)
    })

    it('out of receipts and stock-ins that are offered for it', async () => {
      const receiptId = await received(platform(), loan, '50000.00')
      const offered = async (query: string, session = desk.op) => session.ask('GET', `${at.fill}/${query}`)
      const { body } = await offered(`receipts?borrowerId=${String(loan['borrowerId'])}`)
      expect((body.records as RecordValues[]).map(({ id }) => id)).toContain(receiptId)
      expect((await offered('receipts')).status).toBe(422)
      expect((await offered(`stockins?loanId=${loan.id}`)).body).toMatchObject({ records: [] })
      expect((await offered(`receipts?borrowerId=${String(loan['borrowerId'])}`, await platform().as('wh01'))).status).toBe(403)
    })

    it('with one receipt for two loans only as far as it goes', async () => {
      const [first, second] = [await openFill(loan.id), await openFill(other.id)]
      const need = Number(first['requiredCash'])
      const receiptId = await received(platform(), loan, (need * 1.5).toFixed(2))
      const form = { fillMode: 'CASH', receiptId, filledCash: first['requiredCash'] }
      for (const { id } of [first, second]) await desk.op.act(at.fill, 'submit', id, form)
      // What a fill rests on stays as it is.
      expectRefusal(await desk.fn.remove(at.receipt, receiptId), 'receipt.referenced', { by: `补仓单 ${String(first['fillNo'])}` })
      const both = await Promise.all([first, second].map(({ id }) => risk!.tryTo(at.fill, 'approve', id, { opinion: '同意' })))
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
      expect(await fm!.read(at.receipt, receiptId)).toMatchObject({ status: 'PARTIAL', unverifiedAmount: (need / 2).toFixed(2) })
      const left = both[0]!.status === 200 ? second : first
      expectRefusal(await risk!.tryTo(at.fill, 'approve', left.id, {}), 'fill.beyond-receipt', { unverified: (need / 2).toFixed(2) })
      await risk!.act(at.fill, 'reject', left.id, { opinion: '收款不足' })
      expect(await platform().violations()).toEqual([])
    })

    it('and are seen by the customer and the funding party, without what is internal', async () => {
      const [fill] = await fillsOf(loan.id)
      const customer = await (await platform().as('br01')).read(at.fill, fill!.id)
      expect(customer).toMatchObject({ fillNo: fill!['fillNo'] })
      expect(customer).not.toHaveProperty('auditOpinion')
      expect((await (await platform().as('fp01')).list(at.fill, { loanId: loan.id })).total).toBeGreaterThan(0)
      expect((await (await platform().as('op02')).list(at.fill, { loanId: loan.id })).total).toBe(0)
      expect((await (await platform().as('br01')).tryTo(at.fill, 'cancel', fill!.id, { opinion: '不' })).status).toBe(403)
    })
  })

  describe('D26 of a short order', () => {
    const remainder = async (rest: string): Promise<RecordValues> => {
      const { borrowerId, departmentId, fundingPartyId } = loan as Record<string, string>
      const [shortOrder] = await bySystem(platform(), (tools) => tools.find('shortOrder', {}, { limit: 1 }))
      const { id } = await bySystem(platform(), (tools) =>
        tools.create('fill', {
          shortOrderId: shortOrder!.id,
          loanId: loan.id,
          borrowerId: borrowerId!,
          departmentId: departmentId!,
          fundingPartyId: fundingPartyId!,
          requiredCash: rest,
        }),
      )
      return risk!.read(at.fill, id)
    }

    it('E-31 asks for what nobody has paid, whatever prices become, and is not held to the rate', async () => {
      const target = Number((await risk!.read(at.loan, loan.id))['initialRate'])
      const fill = await remainder('520.50')
      expect(fill).toMatchObject({ requiredCash: '520.50', status: 'PENDING' })
      expect(Number(fill['requiredGoodsValue'])).toBeCloseTo(520.5 / target, 1)
      await price('30.00')
      await mark(loan.id)
      const receiptId = await received(platform(), loan, '520.50')
      await desk.op.act(at.fill, 'submit', fill.id, { fillMode: 'CASH', receiptId, filledCash: '520.50' })
      expect(await risk!.read(at.fill, fill.id)).toMatchObject({ requiredCash: '520.50' })
      const done = await risk!.act(at.fill, 'approve', fill.id, { opinion: '已到账' })
      expect(done).toMatchObject({ status: 'COMPLETED', requiredCash: '520.50' })
      expect(Number(done['ltvAfter'])).toBeGreaterThan(target + 0.005)
      expect(await platform().violations()).toEqual([])
    })

    it('is overdue like any other, the day after its last day and not on it', async () => {
      const fill = await remainder('100.00')
      const deadline = String(fill['deadline'])
      platform().clock.moveTo(deadline, '10:00:00')
      await warn()
      expect(await bySystem(platform(), (tools) => tools.load('fill', fill.id))).toMatchObject({ status: 'PENDING' })
      platform().clock.moveTo(addDays(deadline, 1), '10:00:00')
      await warn()
      expect(await bySystem(platform(), (tools) => tools.load('fill', fill.id))).toMatchObject({ status: 'OVERDUE' })
    })
  })
})

/** A stock-in of goods that a loan was to be filled with knows for which fill they are pledged. */
describePlatform('goods for a fill', (platform) => {
  it('are pledged for the fill of their loan that waits for them, as their stock-in says', async () => {
    const desk = await moneyDesk(platform())
    const loan = await payableLoan(platform(), desk, '60000.00', '1000')
    const [idle] = await bySystem(platform(), (tools) => tools.find('loan', { status: 'OUTSTANDING' }, { limit: 1 }))
    const { borrowerId, departmentId, fundingPartyId, warehouseId } = loan as Record<string, string>
    const of = { loanId: loan.id, borrowerId: borrowerId!, departmentId: departmentId!, fundingPartyId: fundingPartyId! }
    const [shortOrder] = await bySystem(platform(), (tools) => tools.find('shortOrder', {}, { limit: 1 }))
    const fillOf = (loanId: string): Promise<string> =>
      bySystem(platform(), async (tools) => {
        const { id } = await tools.create('fill', { ...of, loanId, shortOrderId: shortOrder!.id, requiredCash: '100.00' })
        return id
      })
    const [own, others] = [await fillOf(loan.id), await fillOf(idle!.id)]
    const stockBatchId = await batchInStock(platform(), desk.goodsId, '100')
    const [batch] = await bySystem(platform(), (tools) => tools.find('stockBatch', { id: stockBatchId }))
    const stockInId = batch!.stockInId!
    const { kysely } = platform().database
    const typed = (stockInType: string): Promise<unknown> =>
      kysely.updateTable('stock_in').set({ loan_id: loan.id, stock_in_type: stockInType }).where('id', '=', stockInId).execute()
    const pledge = (more: object = {}) =>
      desk.op.ask('POST', at.pledge, { ...of, warehouseId, stockInId, batches: [{ stockBatchId, pledgedQty: '100' }], ...more })

    await typed('PLEDGE')
    expect(await pledge()).toMatchObject({ status: 200, body: { fillId: null } })
    await typed('FILL')
    const drafted = await pledge()
    expect(drafted).toMatchObject({ status: 200, body: { fillId: own } })
    // It may be taken off the draft again; a fill of another loan, or one that has ended, takes nothing.
    const { id, version } = drafted.body as RecordValues
    expect(await desk.op.ask('PATCH', `${at.pledge}/${id}`, { version, clear: ['fillId'] })).toMatchObject({
      status: 200,
      body: { fillId: null },
    })
    expect((await pledge({ fillId: others })).status).toBeGreaterThanOrEqual(417)
    await bySystem(platform(), (tools) => tools.perform('fill', own, 'recovered'))
    expect((await pledge({ fillId: own })).status).toBeGreaterThanOrEqual(417)
    expect(await pledge()).toMatchObject({ status: 200, body: { fillId: null } })
    expect(await platform().violations()).toEqual([])
  })
})
