import { beforeAll, expect, it } from 'vitest'
import type { ChainResponse, EffectsResponse, RecordValues } from '../../engine/core/wire'
import { at, batchInStock, pickCodeOf } from './support/fixtures'
import { bondPaid, moneyDesk, payableLoan, type MoneyDesk } from './support/payouts'
import { approvedLoan, paidOut, pledged } from './support/pledging'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'
import { bookedRepayment, received } from './support/repaying'

/** Goods that are pledged no longer (domain 40, releaseStatus; E-14, E-15b; decisions D19, B30). */
describePlatform('a release of pledged goods', (platform) => {
  let { fm, fn, op, goodsId, lineId } = {} as MoneyDesk
  beforeAll(async () => {
    ;({ fm, fn, op, goodsId, lineId } = await moneyDesk(platform()))
  })

  /** Paid out and secured: of the reference case a tenth, or so much. */
  const securedLoan = async (amount = '63525.00', qty = '1000'): Promise<RecordValues> => {
    const loan = await payableLoan(platform(), { lineId, goodsId }, amount, qty)
    await bondPaid(platform(), loan.id)
    await paidOut(platform(), loan.id, amount)
    return op.read(at.loan, loan.id)
  }
  const itemOf = async (loan: RecordValues) =>
    (await platform()
      .database.kysely.selectFrom('pledge_item')
      .selectAll()
      .where('loan_id', '=', loan.id)
      .executeTakeFirstOrThrow()) as Record<string, unknown> & { id: string }
  const pledgeOf = async (loan: RecordValues) =>
    (await platform().database.kysely.selectFrom('pledge').select('status').where('loan_id', '=', loan.id).executeTakeFirstOrThrow())[
      'status'
    ]
  const stockOf = async (loan: RecordValues) => {
    const { stock_batch_id: id } = await itemOf(loan)
    const row = await platform()
      .database.kysely.selectFrom('stock_batch')
      .selectAll()
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow()
    return ['available_qty', 'pledged_qty', 'frozen_avail_qty', 'frozen_pledge_qty'].map((bucket) => Number(row[bucket]))
  }
  const valuesOf = async (loan: RecordValues, qty: string, more: object = {}) => {
    const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
    const about = { loanId, borrowerId, departmentId, fundingPartyId, warehouseId }
    const terms = { releaseType: 'EXCESS', releaseReason: '押品超额', needOutbound: true }
    return { ...about, ...terms, goods: [{ pledgeItemId: (await itemOf(loan)).id, qty }], ...more }
  }
  const drafted = async (loan: RecordValues, qty: string, more: object = {}) => op.add(at.release, await valuesOf(loan, qty, more))
  const submitted = async (loan: RecordValues, qty: string, more: object = {}) =>
    op.act(at.release, 'submit', (await drafted(loan, qty, more)).id)
  const approved = async (loan: RecordValues, qty: string, more: object = {}) =>
    (await platform().as('rk01')).act(at.release, 'approve', (await submitted(loan, qty, more)).id, { opinion: '同意' })
  const read = (release: RecordValues) => op.read(at.release, release.id)
  const orderOf = (release: RecordValues) => op.read(at.outOrder, String(release['outOrderId']))
  /** Its order, of which the warehouse has been told. */
  const notified = async (release: RecordValues): Promise<RecordValues> => {
    const { id, version } = await orderOf(release)
    await op.ask('PATCH', `${at.outOrder}/${id}`, { version, plateNo: '沪A1', driverName: '王' })
    return op.act(at.outOrder, 'submit', id)
  }
  const picking = async (release: RecordValues): Promise<RecordValues> =>
    (await platform().as('wh01')).act(at.outOrder, 'pick', (await notified(release)).id)
  /** So much of its only line, against its code. */
  const goOut = async ({ id, goods }: RecordValues, goingQty: string): Promise<RecordValues> => {
    const lines = (goods as { id: string }[]).map((line) => ({ id: line.id, goingQty }))
    return (await platform().as('wh01')).act(at.outOrder, 'out', id, { givenCode: await pickCodeOf(platform(), id), goods: lines })
  }
  const expectSound = async () => expect(await platform().violations()).toEqual([])

  it('E-14 lets go what is beyond the least that has to stay: 57,750.00, which are 500.0000 cases', async () => {
    const loan = await securedLoan('635250.00', '10000')
    const { body } = await op.ask('GET', `${at.release}/releasable?loanId=${loan.id}`)
    expect(body).toMatchObject({
      totalValue: '1155000.00',
      exposure: '603487.50',
      minControlValue: '1097250.00',
      releasableValue: '57750.00',
      ltv: '0.5225',
      goods: [{ unlockedQty: '10000.0000', releasableQty: '500.0000', qty: '500.0000', unitValue: '115.5000' }],
    })
    const beyond = await drafted(loan, '500.0001')
    expect(beyond).toMatchObject({ releasableValue: '57750.00', ltvBefore: '0.5225', releaseShare: '1.0000' })
    expectRefusal(await op.tryTo(at.release, 'submit', beyond.id), 'release.beyond-releasable', {
      value: '57750.01',
      releasable: '57750.00',
    })
    const release = await submitted(loan, '500')
    expect(release).toMatchObject({ status: 'AUDITING', releaseValue: '57750.00', ltvBefore: '0.5225', ltvAfter: '0.5500' })
    expect(await stockOf(loan)).toEqual([0, 9500, 0, 500])
    expect(await itemOf(loan)).toMatchObject({ locked_qty: '500.0000', unit_principal: '63.525000' })
    await expectSound()
    expect(await op.tryTo(at.release, 'approve', release.id)).toMatchObject({ status: 403 })

    const risk = await platform().as('rk01')
    const done = await risk.act(at.release, 'approve', release.id, { opinion: '同意' })
    expect(done).toMatchObject({ status: 'APPROVED', releasedAt: expect.any(String) as string, afterHandle: null })
    expect(await stockOf(loan)).toEqual([0, 9500, 500, 0])
    // E-15b: the same debt on fewer cases.
    expect(await itemOf(loan)).toMatchObject({ locked_qty: '0.0000', released_qty: '500.0000', unit_principal: '66.868421' })
    expect(await pledgeOf(loan)).toBe('PARTIAL_RELEASED')
    expect(await orderOf(done)).toMatchObject({ status: 'NEW', stockOutType: 'EXCESS', totalQty: '500.0000', goodsValue: '57750.00' })
    // What it keeps of what came of it does not come before it.
    const { before, after } = (await op.ask('GET', `/api/chain?entity=pledgeRelease&id=${release.id}`)).body as ChainResponse
    expect([before.map(({ entity }) => entity), after.map(({ title }) => title)]).toEqual([
      expect.not.arrayContaining(['outOrder']),
      expect.arrayContaining(['出库单']),
    ])
    const { body: notices } = await op.ask('GET', `${at.release}/related/pledgeNotice/${release.id}`)
    expect(notices.records).toMatchObject([{ noticeType: 'RELEASE', status: 'ISSUED', noticeQty: '500.0000' }])
    expect((await op.ask('GET', `${at.release}/releasable?loanId=${loan.id}`)).body).toMatchObject({ releasableValue: '0.00' })
    await expectSound()

    // D19: nothing has been picked yet, so all of it can be taken back.
    expect(await op.act(at.release, 'cancel', release.id, { opinion: '客户不提了' })).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(loan)).toEqual([0, 10_000, 0, 0])
    expect(await itemOf(loan)).toMatchObject({ released_qty: '0.0000', remain_qty: '10000.0000', unit_principal: '63.525000' })
    expect(await pledgeOf(loan)).toBe('EFFECTIVE')
    expect(await orderOf(done)).toMatchObject({ status: 'CANCELLED' })
    expect((await op.ask('GET', `${at.release}/related/pledgeNotice/${release.id}`)).body.records).toMatchObject([{ status: 'VOID' }])
    await expectSound()
  })

  it('E-14 is judged again when it is approved, as another release may have been first', async () => {
    const loan = await securedLoan()
    const [first, second] = [await submitted(loan, '40'), await submitted(loan, '40')]
    const risk = await platform().as('rk01')
    await risk.act(at.release, 'approve', first.id, {})
    expectRefusal(await risk.tryTo(at.release, 'approve', second.id, {}), 'release.beyond-releasable', { releasable: '1155.00' })
    expect(await risk.act(at.release, 'refuse', second.id, { opinion: '已超出可释放' })).toMatchObject({ status: 'REFUSED' })
    expect(await stockOf(loan)).toEqual([0, 960, 40, 0])
    await expectSound()
  })

  it('I-03 I-04 locks the goods while it is under approval, and no more of them than are there', async () => {
    const loan = await securedLoan()
    const receiptId = await received(platform(), loan, '50000.00')
    const valueDate = platform().clock.today()
    await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '50000.00', valueDate })
    const release = await submitted(loan, '700')
    expectRefusal(await op.tryTo(at.release, 'submit', (await drafted(loan, '300.0001')).id), 'pledge.beyond-unlocked', {
      unlocked: '300.0000',
      amount: '300.0001',
    })
    const risk = await platform().as('rk01')
    expect(await op.act(at.release, 'withdraw', release.id)).toMatchObject({ status: 'DRAFT' })
    expect(await stockOf(loan)).toEqual([0, 1000, 0, 0])
    await op.act(at.release, 'submit', release.id)
    expect(await risk.act(at.release, 'reject', release.id, { opinion: '请补充材料' })).toMatchObject({ status: 'REJECTED' })
    expect(await stockOf(loan)).toEqual([0, 1000, 0, 0])
    expect(await op.act(at.release, 'cancel', release.id, { opinion: '不办了' })).toMatchObject({ status: 'CANCELLED' })
    const elsewhere = { warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示二号仓') }
    expect(await op.ask('POST', at.release, await valuesOf(loan, '1', elsewhere))).toMatchObject({ status: 422 })
    expectRefusal(
      await op.tryTo(at.release, 'submit', (await drafted(loan, '1', { releaseType: 'SETTLE' })).id),
      'release.loan-not-settled',
      { loanNo: loan['loanNo'] },
    )
    expect(await op.ask('POST', at.release, await valuesOf(loan, '1', { releaseType: 'DISPOSAL' }))).toMatchObject({ status: 422 })
    await expectSound()
  })

  it('follows its order: picked, gone, and no way back once it is picked', async () => {
    const loan = await securedLoan()
    const release = await approved(loan, '30')
    const order = await picking(release)
    expect(await read(release)).toMatchObject({ status: 'OUTBOUND' })
    expect(await op.tryTo(at.release, 'cancel', release.id, { opinion: '不提了' })).toMatchObject({ status: 417 })
    await goOut(order, '30')
    expect(await orderOf(release)).toMatchObject({ status: 'SIGNED' })
    expect(await read(release)).toMatchObject({ status: 'COMPLETED', afterHandle: 'OUTBOUND' })
    expect(await stockOf(loan)).toEqual([0, 970, 0, 0])
    const movements = await platform()
      .database.kysely.selectFrom('stock_movement')
      .select(['movement_type', 'doc_type'])
      .where('stock_batch_id', '=', String((await itemOf(loan))['stock_batch_id']))
      .orderBy('id')
      .execute()
    expect(movements.map(({ movement_type: type, doc_type: doc }) => [doc, type].join(' ')).slice(-3)).toEqual([
      'pledgeRelease FREEZE_P',
      'pledgeRelease RELEASE',
      'outOrder OUT',
    ])
    await expectSound()
  })

  it('D19 cannot be cancelled under the hands of who picks', async () => {
    const keeper = await platform().as('wh01')
    const loan = await securedLoan()
    const release = await approved(loan, '10')
    const order = await notified(release)
    const [picked, cancelled] = await Promise.all([
      keeper.tryTo(at.outOrder, 'pick', order.id),
      op.tryTo(at.release, 'cancel', release.id, { opinion: '不提了' }),
    ])
    // Whoever comes first, one of them.
    expect([picked.status, cancelled.status].filter((status) => status === 200)).toHaveLength(1)
    const state = (await orderOf(release))['status']
    expect((await read(release))['status']).toBe(state === 'PICKING' ? 'OUTBOUND' : 'CANCELLED')
    await expectSound()
  })

  it('B30 leaves the goods where they are as own stock, and is told when they go', async () => {
    const keeper = await platform().as('wh01')
    const loan = await securedLoan()
    const { id, version } = await submitted(loan, '50', { needOutbound: false })
    const risk = await platform().as('rk01')
    // It is completed at once, by a second step; that its version grows is nothing that is decided on.
    const { body } = await risk.ask<{ effects: EffectsResponse }>('POST', `${at.release}/try/approve/${id}`, { version })
    expect(body.effects.figures.map(({ title }) => title)).not.toContain('版本号')
    const release = await risk.act(at.release, 'approve', id, { opinion: '同意' })
    expect(release).toMatchObject({ status: 'COMPLETED', afterHandle: 'FREE_STOCK', outOrderId: null })
    expect(await stockOf(loan)).toEqual([50, 950, 0, 0])
    await expectSound()
    const { borrowerId, warehouseId, goods } = release as RecordValues & { goods: { stockBatchId: string }[] }
    const order = await op.add(at.outOrder, {
      borrowerId,
      warehouseId,
      pledgeReleaseId: release.id,
      deliveryMode: 'SELF_PICK',
      planOutDate: platform().clock.today(),
      plateNo: '沪A1',
      driverName: '王',
      goods: goods.map(({ stockBatchId }) => ({ stockBatchId, qty: '50' })),
    })
    await op.act(at.outOrder, 'submit', order.id)
    await keeper.act(at.outOrder, 'pick', order.id)
    expect(await read(release)).toMatchObject({ status: 'COMPLETED', afterHandle: 'FREE_STOCK' })
    await goOut(order, '50')
    expect(await read(release)).toMatchObject({ status: 'COMPLETED', afterHandle: 'OUTBOUND' })
    await expectSound()
  })

  it('D12 keeps its goods in stock when its order is cancelled', async () => {
    const loan = await securedLoan()
    const release = await approved(loan, '20')
    await (await platform().as('bm01')).act(at.outOrder, 'cancel', String(release['outOrderId']), { opinion: '留仓' })
    expect(await read(release)).toMatchObject({ status: 'COMPLETED', afterHandle: 'FREE_STOCK' })
    expect(await stockOf(loan)).toEqual([20, 980, 0, 0])
    expect(await op.tryTo(at.release, 'cancel', release.id, { opinion: '晚了' })).toMatchObject({ status: 417 })
    await expectSound()
  })

  it('B42 ends with its order that is closed short; what did not go waits for its short order, and secures nothing any more', async () => {
    const loan = await securedLoan()
    const release = await approved(loan, '30')
    const order = await picking(release)
    await goOut(order, '18')
    expect(await read(release)).toMatchObject({ status: 'OUTBOUND', afterHandle: null })
    await (await platform().as('bm01')).act(at.outOrder, 'closeShort', order.id, { opinion: '破损' })
    expect(await read(release)).toMatchObject({ status: 'COMPLETED', afterHandle: 'OUTBOUND' })
    expect(await stockOf(loan)).toEqual([0, 970, 12, 0])
    expect(await itemOf(loan)).toMatchObject({ released_qty: '30.0000', remain_qty: '970.0000' })
    await expectSound()
  })

  it('releases two items of one batch in one go, and takes both back', async () => {
    const stockBatchId = await batchInStock(platform(), goodsId, '1000')
    const goods = [{ goodsId, stockBatchId, qty: '1000', unitPrice: '120' }]
    const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '63525.00', goods })
    for (const pledgedQty of ['600', '400']) await pledged(platform(), loan, [{ stockBatchId, pledgedQty }])
    await bondPaid(platform(), loan.id)
    await paidOut(platform(), loan.id, '63525.00')
    const items = await platform()
      .database.kysely.selectFrom('pledge_item')
      .select('id')
      .where('loan_id', '=', loan.id)
      .orderBy('id')
      .execute()
    const both = items.map(({ id }) => ({ pledgeItemId: String(id), qty: '20' }))
    const release = await approved(loan, '0', { goods: both })
    expect(release).toMatchObject({ status: 'APPROVED', totalQty: '40.0000', releaseValue: '4620.00' })
    expect(await orderOf(release)).toMatchObject({ totalQty: '40.0000', goods: [{ qty: '20.0000' }, { qty: '20.0000' }] })
    expect(await stockOf(loan)).toEqual([0, 960, 40, 0])
    await expectSound()
    expect(await op.act(at.release, 'cancel', release.id, { opinion: '不提了' })).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(loan)).toEqual([0, 1000, 0, 0])
    const states = await platform().database.kysely.selectFrom('pledge').select('status').where('loan_id', '=', loan.id).execute()
    expect(states.map(({ status }) => status)).toEqual(['EFFECTIVE', 'EFFECTIVE'])
    await expectSound()
  })

  it('is read by the customer and the keeper of the warehouse once it is submitted, and by nobody else from outside', async () => {
    const loan = await securedLoan()
    const release = await drafted(loan, '10')
    const [customer, keeper, other] = [await platform().as('br01'), await platform().as('wh01'), await platform().as('wh02')]
    const seenBy = async () =>
      Promise.all([customer, keeper, other].map(async (one) => (await one.ask('GET', `${at.release}/${release.id}`)).status))
    expect(await seenBy()).toEqual([404, 404, 404])
    await op.act(at.release, 'submit', release.id)
    expect(await seenBy()).toEqual([200, 200, 404])
    expect(await customer.tryTo(at.release, 'approve', release.id, {})).toMatchObject({ status: 403 })
    expect((await customer.ask('GET', `${at.release}/releasable?loanId=${loan.id}`)).body).toMatchObject({ releasableValue: '5775.00' })
    expect((await other.ask('GET', `${at.release}/releasable?loanId=${loan.id}`)).status).toBe(422)
  })

  it('loanStatus.settle drafts the release of what is left, loanStatus.reopen cancels it, and not once it is under way', async () => {
    const risk = await platform().as('rk01')
    const loan = await securedLoan('20000.00', '400')
    const repaid = async (): Promise<RecordValues> => {
      const body = { borrowerId: loan['borrowerId'], loanId: loan.id, valueDate: platform().clock.today(), totalAmount: '1.00' }
      const receiptAmount = String((await fn.ask('POST', `${at.repayment}/trial`, body)).body.owedAmount)
      const receiptId = await received(platform(), loan, receiptAmount)
      return bookedRepayment(platform(), loan, { receiptId, receiptAmount, valueDate: platform().clock.today() })
    }
    const drafts = async () => (await op.list(at.release, { loanId: loan.id, releaseType: 'SETTLE' })).records
    const first = await repaid()
    const [draft] = await drafts()
    expect(draft).toMatchObject({ status: 'DRAFT', totalQty: '400.0000', needOutbound: false })
    expect(await fm.act(at.repayment, 'reverse', first.id, { opinion: '到账有误' })).toMatchObject({ status: 'REVERSED' })
    expect(await drafts()).toMatchObject([{ status: 'CANCELLED' }])
    expect((await op.read(at.loan, loan.id))['status']).toBe('OUTSTANDING')

    const second = await repaid()
    const again = (await drafts()).find(({ status }) => status === 'DRAFT')!
    await op.act(at.release, 'submit', again.id)
    expectRefusal(await fm.tryTo(at.repayment, 'reverse', second.id, { opinion: '到账有误' }), 'release.settled', {
      releaseNo: again['releaseNo'],
    })
    expect(await risk.act(at.release, 'approve', again.id, {})).toMatchObject({ status: 'COMPLETED', afterHandle: 'FREE_STOCK' })
    expect(await stockOf(loan)).toEqual([400, 0, 0, 0])
    expect(await itemOf(loan)).toMatchObject({ status: 'RELEASED', remain_qty: '0.0000', released_qty: '400.0000' })
    expect(await pledgeOf(loan)).toBe('RELEASED')
    expectRefusal(await fm.tryTo(at.repayment, 'reverse', second.id, { opinion: '到账有误' }), 'release.settled')
    await expectSound()
  })

  it('D19 is not taken back once the warehouse picks its goods', async () => {
    const loan = await securedLoan()
    const release = await approved(loan, '10')
    const order = await picking(release)
    for (const session of [op, await platform().as('rk01')]) {
      const answer = await session.tryTo(at.release, 'cancel', release.id, { opinion: '客户不提了' })
      expect([403, 417]).toContain(answer.status)
    }
    expect(await read(release)).toMatchObject({ status: 'OUTBOUND' })
    expect(await orderOf(release)).toMatchObject({ status: 'PICKING', outNo: order['outNo'] })
    await expectSound()
  })

  it('is refused when its loan has ended between draft and submission, and taken when it goes on', async () => {
    const loan = await securedLoan()
    const release = await drafted(loan, '10')
    const be = (status: string) => platform().database.kysely.updateTable('loan').set({ status }).where('id', '=', loan.id).execute()
    await be('SETTLED')
    expectRefusal(await op.tryTo(at.release, 'submit', release.id), 'release.loan-not-open', { loanNo: String(loan['loanNo']) })
    await be(String(loan['status']))
    expect(await op.act(at.release, 'submit', release.id)).toMatchObject({ status: 'AUDITING' })
    await expectSound()
  })
})
