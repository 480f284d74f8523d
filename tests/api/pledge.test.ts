import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import type { ApiResponse } from './support/client'
import {
  at,
  batchInStock,
  batchOf,
  draftedStockIn,
  lineInForce,
  quotaInForce,
  receivedStockIn,
  referenceGoods,
  submittedLoan,
  uploaded,
} from './support/fixtures'
import { describePlatform } from './support/platform'

interface Line {
  stockBatchId: string
  qty: string
}
type Batch = { stockBatchId: string; pledgedQty: string }

/** From an approved loan to goods that the warehouse holds for it (domain 40, pledgeStatus; decisions D1, D11, A1, A25, A38). */
describePlatform('a pledge', (platform) => {
  let goodsId = ''
  let lineId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    lineId = (
      await lineInForce(platform(), (await quotaInForce(platform(), { approvedAmount: '50000000.00' })).id, { lineAmount: '50000000.00' })
    ).id
  })

  const stocked = (qty: string) => batchInStock(platform(), goodsId, qty)
  /** A loan that was approved over batches in stock, all of what their lines may be financed with. */
  const approvedLoan = async (lines: Line[], amount = '10000.00'): Promise<RecordValues> => {
    const goods = lines.map((line) => ({ goodsId, unitPrice: '120', ...line }))
    const { id } = await submittedLoan(platform(), lineId, goodsId, { appliedAmount: amount, goods })
    return (await platform().as('bm01')).act(at.loan, 'approve', id, { approvedAmount: amount })
  }
  const valuesOf = ({ id, borrowerId, departmentId, fundingPartyId, warehouseId }: RecordValues, batches: Batch[]) => ({
    loanId: id,
    borrowerId,
    departmentId,
    fundingPartyId,
    warehouseId,
    batches,
  })
  const drafted = async (loan: RecordValues, batches: Batch[]) => (await platform().as('op01')).add(at.pledge, valuesOf(loan, batches))
  const submitted = async (loan: RecordValues, batches: Batch[]) =>
    (await platform().as('op01')).act(at.pledge, 'submit', (await drafted(loan, batches)).id)
  const notified = async (loan: RecordValues, batches: Batch[]) =>
    (await platform().as('rk01')).act(at.pledge, 'approve', (await submitted(loan, batches)).id)
  const receipt = async ({ noticeId }: RecordValues, qty: string) => {
    const keeper = await platform().as('wh01')
    const receiptFiles = [await uploaded(keeper, '回执.pdf')]
    return keeper.tryTo(at.notice, 'receipt', String(noticeId), { receiptPersonName: '仓管一', receiptQty: qty, receiptFiles })
  }
  const itemsOf = async (pledge: RecordValues) =>
    (await (await platform().as('op01')).ask('GET', `${at.pledge}/related/pledgeItem/${pledge.id}`)).body.records as RecordValues[]
  const bucketsOf = (batchId: string) =>
    platform()
      .database.kysely.selectFrom('stock_batch')
      .select(['available_qty', 'frozen_avail_qty', 'pledged_qty'])
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow()
  const frozenOf = async ({ id }: RecordValues) =>
    ((await (await platform().as('op01')).read(at.loan, id))['goods'] as { frozenQty: string }[]).map(({ frozenQty }) => frozenQty)
  const expectRefusal = (response: ApiResponse, code: RefusalCode, params: object = {}) =>
    expect(response).toMatchObject({ status: 417, body: { code: refusals[code].number, params } })

  it('E-09 E-10 E-11 I-03 I-04 A25 takes over what its loan has frozen, and holds it once the warehouse has counted the same', async () => {
    const [op, risk] = [await platform().as('op01'), await platform().as('rk01')]
    const stockBatchId = await stocked('10000')
    const loan = await approvedLoan([{ stockBatchId, qty: '10000' }], '635250.00')
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '0.0000', frozen_avail_qty: '10000.0000', pledged_qty: '0.0000' })

    const { body } = await op.ask('GET', `${at.pledge}/batches?loanId=${loan.id}&warehouseId=${String(loan['warehouseId'])}`)
    expect((body.batches as object[])[0]).toMatchObject({
      stockBatchId,
      frozenQty: '10000.0000',
      availableQty: '0.0000',
      pledgedQty: '10000.0000',
      pledgePrice: '115.5000',
      pledgeRate: '0.5500',
      financeAmount: '635250.00',
    })
    const draft = await drafted(loan, [{ stockBatchId, pledgedQty: '10000' }])
    expect(draft).toMatchObject({
      status: 'DRAFT',
      supervisionMode: expect.any(String) as string,
      totalQty: '10000.0000',
      pledgeValue: '1155000.00',
      financeAmount: '635250.00',
      batches: [{ pledgePrice: '115.5000', pledgeRate: '0.5500', financeAmount: '635250.00', financedAmount: '635250.00' }],
    })
    await op.act(at.pledge, 'submit', draft.id)
    expect(await op.tryTo(at.pledge, 'approve', draft.id)).toMatchObject({ status: 403 })
    const pledge = await risk.act(at.pledge, 'approve', draft.id, { opinion: '同意质押' })
    expect(pledge).toMatchObject({ status: 'NOTIFIED', batches: [{ fromLoanQty: '10000.0000' }] })
    // The freeze has changed hands; nothing was booked.
    expect(await frozenOf(loan)).toEqual(['0.0000'])
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '0.0000', frozen_avail_qty: '10000.0000', pledged_qty: '0.0000' })
    const [item] = await itemsOf(pledge)
    expect(item).toMatchObject({
      itemNo: `${String(pledge['pledgeNo'])}-01`,
      status: 'PENDING',
      pledgedQty: '10000.0000',
      remainQty: '0.0000',
    })
    const notice = await op.read(at.notice, String(pledge['noticeId']))
    expect(notice).toMatchObject({
      status: 'ISSUED',
      noticeType: 'PLEDGE',
      noticeQty: '10000.0000',
      supervisorName: expect.stringContaining('仓储') as string,
    })
    expect(await platform().violations()).toEqual([])

    expectRefusal(await receipt(pledge, '9980'), 'notice.quantity-differs', { receiptQty: '9980.0000', noticeQty: '10000.0000' })
    expect(await receipt(pledge, '10000')).toMatchObject({ status: 200, body: { status: 'RECEIPTED', receiptQty: '10000.0000' } })
    const effective = await op.read(at.pledge, pledge.id)
    expect(effective).toMatchObject({ status: 'EFFECTIVE', remainValue: '1155000.00', effectiveAt: expect.any(String) as string })
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '0.0000', frozen_avail_qty: '0.0000', pledged_qty: '10000.0000' })
    expect((await itemsOf(pledge))[0]).toMatchObject({ status: 'EFFECTIVE', remainQty: '10000.0000', unitPrincipal: '63.525000' })
    const [pledged] = (await op.list(at.pledgeItem, { itemNo: String(item?.['itemNo']) })).records
    expect(pledged).toMatchObject({ currentPrice: '115.5000', currentValue: '1155000.00', dropRate: '0.0000', lockedQty: '0.0000' })
    const movements = await platform()
      .database.kysely.selectFrom('stock_movement')
      .select(['movement_type', 'qty', 'doc_type'])
      .where('stock_batch_id', '=', stockBatchId)
      .orderBy('id')
      .execute()
    expect(movements.map(({ movement_type: type, doc_type: doc }) => [doc, type].join(' '))).toEqual([
      'stockIn IN',
      'loan FREEZE_A',
      'pledge UNFREEZE_A',
      'pledge PLEDGE',
    ])
    expect(await platform().violations()).toEqual([])

    const registered = await op.act(at.pledge, 'register', pledge.id, { registrationNo: '0123', registrationExpireDate: '2027-11-19' })
    expect(registered).toMatchObject({ status: 'EFFECTIVE', registrationNo: '0123' })
    const of = `borrowerId=${String(loan['borrowerId'])}&warehouseId=${String(loan['warehouseId'])}&goodsId=${goodsId}`
    const { body: listed } = await op.ask('GET', `/api/inventory/collateralstock/items?${of}`)
    expect(listed.records).toEqual(expect.arrayContaining([expect.objectContaining({ loanNo: loan['loanNo'], remainQty: '10000.0000' })]))
  })

  it('D1 freezes what its loan has not, and gives both back where they came from when it is cancelled', async () => {
    const [op, risk, manager] = [await platform().as('op01'), await platform().as('rk01'), await platform().as('bm01')]
    const stockBatchId = await stocked('1000')
    const loan = await approvedLoan([{ stockBatchId, qty: '400' }])
    const pledge = await notified(loan, [{ stockBatchId, pledgedQty: '600' }])
    expect(pledge['batches']).toMatchObject([{ fromLoanQty: '400.0000' }])
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '400.0000', frozen_avail_qty: '600.0000', pledged_qty: '0.0000' })
    for (const [action, opinion] of [
      ['close', '不再用款'],
      ['reApproval', '重审'],
    ] as const)
      expectRefusal(await (action === 'close' ? manager : op).tryTo(at.loan, action, loan.id, { opinion }), 'loan.pledged', {
        pledgeNo: pledge['pledgeNo'],
      })

    expect(await risk.act(at.pledge, 'cancel', pledge.id, { opinion: '另行安排' })).toMatchObject({ status: 'CANCELLED' })
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '600.0000', frozen_avail_qty: '400.0000', pledged_qty: '0.0000' })
    expect(await frozenOf(loan)).toEqual(['400.0000'])
    expect(await itemsOf(pledge)).toMatchObject([{ status: 'CANCELLED' }])
    expect(await op.read(at.notice, String(pledge['noticeId']))).toMatchObject({ status: 'VOID' })
    expect(await platform().violations()).toEqual([])

    expect(await manager.act(at.loan, 'close', loan.id, { opinion: '不再用款' })).toMatchObject({ status: 'CLOSED' })
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '1000.0000', frozen_avail_qty: '0.0000', pledged_qty: '0.0000' })
    expect(await platform().violations()).toEqual([])
  })

  it('D1 gives nothing back to a loan that waits for no payout any more, whether it is cancelled or its notice refused', async () => {
    const [risk, keeper] = [await platform().as('rk01'), await platform().as('wh01')]
    const stockBatchId = await stocked('1000')
    const loan = await approvedLoan([{ stockBatchId, qty: '400' }])
    /** Payouts, which lead there, are still to come. */
    const loanIs = (status: string) => platform().database.kysely.updateTable('loan').set({ status }).where('id', '=', loan.id).execute()
    const pledge = await notified(loan, [{ stockBatchId, pledgedQty: '300' }])
    await loanIs('OUTSTANDING')
    await risk.act(at.pledge, 'cancel', pledge.id, { opinion: '另行安排' })
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '900.0000', frozen_avail_qty: '100.0000', pledged_qty: '0.0000' })
    expect(await frozenOf(loan)).toEqual(['100.0000'])

    const rest = await notified(loan, [{ stockBatchId, pledgedQty: '250' }])
    expect(rest['batches']).toMatchObject([{ fromLoanQty: '100.0000' }])
    await loanIs('OVERDUE')
    await keeper.act(at.notice, 'refuse', String(rest['noticeId']), { opinion: '货位未腾空' })
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '1000.0000', frozen_avail_qty: '0.0000', pledged_qty: '0.0000' })

    await loanIs('APPROVED')
    await (await platform().as('bm01')).act(at.loan, 'close', loan.id, { opinion: '不再用款' })
    expect(await platform().violations()).toEqual([])
  })

  it('D11 goes back to its operator with the reason when the warehouse refuses the notice, and is approved anew for other quantities', async () => {
    const [op, risk, keeper] = [await platform().as('op01'), await platform().as('rk01'), await platform().as('wh01')]
    const stockBatchId = await stocked('1000')
    const loan = await approvedLoan([{ stockBatchId, qty: '1000' }])
    const pledge = await notified(loan, [{ stockBatchId, pledgedQty: '1000' }])
    const noticeId = String(pledge['noticeId'])
    expect(await op.tryTo(at.notice, 'void', noticeId, { opinion: '作废' })).toMatchObject({
      status: 417,
      body: { detail: expect.stringContaining('取消质押单') as string },
    })
    await keeper.act(at.notice, 'refuse', noticeId, { opinion: '货位未腾空' })
    expect(await op.read(at.pledge, pledge.id)).toMatchObject({ status: 'REJECTED', noticeId: null })
    expect(await itemsOf(pledge)).toMatchObject([{ status: 'PENDING' }])
    expect(await frozenOf(loan)).toEqual(['1000.0000'])
    const { body: history } = await op.ask('GET', `${at.pledge}/history/${pledge.id}`)
    expect(JSON.stringify(history)).toContain('货位未腾空')
    expect((await receipt(pledge, '1000')).status).toBe(417)

    const { version, batches } = await op.read(at.pledge, pledge.id)
    const [row] = batches as { id: string }[]
    const changed = await op.ask('PATCH', `${at.pledge}/${pledge.id}`, {
      version,
      batches: [{ id: row?.id, stockBatchId, pledgedQty: '700' }],
    })
    expect(changed.status).toBe(200)
    await op.act(at.pledge, 'submit', pledge.id)
    const again = await risk.act(at.pledge, 'approve', pledge.id)
    expect(await receipt(again, '700')).toMatchObject({ status: 200 })
    expect(
      (await itemsOf(pledge)).map(({ status, pledgedQty }) => [status, pledgedQty].join(' ')).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['CANCELLED 1000.0000', 'EFFECTIVE 700.0000'])
    // What the pledge did not take still waits for one.
    expect(await frozenOf(loan)).toEqual(['300.0000'])
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '0.0000', frozen_avail_qty: '300.0000', pledged_qty: '700.0000' })
    expect(await platform().violations()).toEqual([])
  })

  it('A1 is drafted by the stock-in that its loan has sent for, of good pieces alone, and ends with the loan', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const { id } = await submittedLoan(platform(), lineId, goodsId, {
      appliedAmount: '10000.00',
      goods: [{ goodsId, unitPrice: '120', qty: '300' }],
    })
    await manager.act(at.loan, 'approve', id, { approvedAmount: '10000.00' })
    const [sentFor] = (await op.list(at.stockIn, { loanId: id })).records
    const stockIn = await receivedStockIn(platform(), sentFor?.id ?? '', 20)
    const [pledge] = (await op.list(at.pledge, { loanId: id })).records
    expect(pledge).toMatchObject({ status: 'DRAFT', totalQty: '280.0000' })
    expect(await op.read(at.pledge, pledge?.id ?? '')).toMatchObject({
      stockInNo: stockIn['stockInNo'],
      batches: [{ stockBatchId: batchOf(stockIn), pledgedQty: '280.0000', pledgePrice: '115.5000' }],
    })
    // What came in for one loan is neither offered nor taken for another.
    const stock = await stocked('200')
    const other = await approvedLoan([{ stockBatchId: stock, qty: '200' }])
    const offered = (await op.ask('GET', `${at.pledge}/batches?loanId=${other.id}`)).body.batches as { stockBatchId: string }[]
    expect(offered.map(({ stockBatchId }) => stockBatchId)).toContain(stock)
    expect(offered.map(({ stockBatchId }) => stockBatchId)).not.toContain(batchOf(stockIn))
    const foreign = await drafted(other, [{ stockBatchId: batchOf(stockIn), pledgedQty: '10' }])
    expectRefusal(await op.tryTo(at.pledge, 'submit', foreign.id), 'loan.batch-of-other')

    await op.act(at.pledge, 'submit', pledge?.id ?? '')
    expect(await manager.act(at.loan, 'close', id, { opinion: '不再用款' })).toMatchObject({ status: 'CLOSED' })
    expect(await op.read(at.pledge, pledge?.id ?? '')).toMatchObject({ status: 'CANCELLED' })
    expect(await platform().violations()).toEqual([])
  })

  it('E-11 shares what is approved with what is pledged for the loan already', async () => {
    const [first, second] = [await stocked('600'), await stocked('400')]
    const loan = await approvedLoan(
      [
        { stockBatchId: first, qty: '600' },
        { stockBatchId: second, qty: '400' },
      ],
      '50000.00',
    )
    const pledge = await notified(loan, [{ stockBatchId: first, pledgedQty: '600' }])
    expect(await receipt(pledge, '600')).toMatchObject({ status: 200 })
    const rest = await drafted(loan, [{ stockBatchId: second, pledgedQty: '400' }])
    expect(rest['batches']).toMatchObject([{ financedAmount: '20000.00' }])
  })

  describe('refuses', () => {
    it('a batch twice, goods of another customer, damaged goods, and other goods than lie in its warehouse', async () => {
      const op = await platform().as('op01')
      const stockBatchId = await stocked('200')
      const loan = await approvedLoan([{ stockBatchId, qty: '200' }])
      const twice = { stockBatchId, pledgedQty: '50' }
      const foreign = await platform()
        .database.kysely.selectFrom('stock_batch as b')
        .select('b.id')
        .where('b.borrower_id', '<>', loan['borrowerId'])
        .where('b.warehouse_id', '=', loan['warehouseId'])
        .executeTakeFirstOrThrow()
      const elsewhere = await batchInStock(platform(), goodsId, '100', {
        warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示二号仓'),
      })
      const { id: draftId } = await draftedStockIn(platform(), goodsId, { goods: [{ goodsId, expectedQty: '50', unitPrice: '120' }] })
      const { id: stockInId } = await receivedStockIn(platform(), draftId, 10)
      const damaged = await platform()
        .database.kysely.selectFrom('stock_batch')
        .select('id')
        .where('stock_in_id', '=', stockInId)
        .where('quality_status', '=', 'DAMAGED')
        .executeTakeFirstOrThrow()
      for (const [batches, path] of [
        [[twice, twice], 'batches.1.stockBatchId'],
        [[{ ...twice, stockBatchId: String(foreign['id']) }], 'batches.0.stockBatchId'],
        [[{ ...twice, stockBatchId: elsewhere }], 'batches.0.stockBatchId'],
        [[{ ...twice, stockBatchId: String(damaged['id']) }], 'batches.0.stockBatchId'],
        [[{ ...twice, pledgedQty: '0' }], 'batches.0.pledgedQty'],
      ] as const) {
        const { status, body } = await op.ask('POST', at.pledge, valuesOf(loan, [...batches]))
        expect([status, (body.errors as { path: string }[])[0]?.path]).toEqual([422, path])
      }
      const other = { ...valuesOf(loan, [twice]), fundingPartyId: await platform().idOf('enterprise', 'short_name', '乙信托') }
      expect((await op.ask('POST', at.pledge, other)).status).toBe(422)
      const empty = await drafted(loan, [])
      expect((await op.tryTo(at.pledge, 'submit', empty.id)).status).toBe(422)
      expect(await platform().violations()).toEqual([])
    })

    it('more than there is, with the figures; goods that may not be pledged; goods without a rate; a loan that is not approved', async () => {
      const op = await platform().as('op01')
      const stockBatchId = await stocked('200')
      const loan = await approvedLoan([{ stockBatchId, qty: '160' }])
      const more = await drafted(loan, [{ stockBatchId, pledgedQty: '200.5' }])
      expectRefusal(await op.tryTo(at.pledge, 'submit', more.id), 'pledge.batch-short', {
        pledgeable: '200.0000',
        available: '40.0000',
        frozen: '160.0000',
        qty: '200.5000',
      })
      const { kysely } = platform().database
      const draft = await drafted(loan, [{ stockBatchId, pledgedQty: '100' }])
      await kysely.updateTable('goods').set({ pledgeable: false }).where('id', '=', goodsId).execute()
      expectRefusal(await op.tryTo(at.pledge, 'submit', draft.id), 'pledge.goods-not-pledgeable')
      await kysely.updateTable('goods').set({ pledgeable: true }).where('id', '=', goodsId).execute()
      await kysely.updateTable('base_pledge_rate').set({ base_rate: '0' }).where('goods_id', '=', goodsId).execute()
      expectRefusal(await op.tryTo(at.pledge, 'submit', draft.id), 'pledge.no-rate')
      await kysely.updateTable('base_pledge_rate').set({ base_rate: '0.55' }).where('goods_id', '=', goodsId).execute()

      const pending = await submittedLoan(platform(), lineId, goodsId, {
        appliedAmount: '10000.00',
        goods: [{ goodsId, unitPrice: '120', qty: '300' }],
      })
      const early = await op.ask('POST', at.pledge, valuesOf(await op.read(at.loan, pending.id), [{ stockBatchId, pledgedQty: '1' }]))
      expect([early.status, (early.body.errors as { path: string }[])[0]?.path]).toEqual([422, 'loanId'])
      await op.act(at.loan, 'reApproval', loan.id, { opinion: '重审' })
      expect(await op.read(at.pledge, draft.id)).toMatchObject({ status: 'CANCELLED' })
    })

    it('what has become of a batch or its loan since it was drafted', async () => {
      const op = await platform().as('op01')
      const stockBatchId = await stocked('200')
      const loan = await approvedLoan([{ stockBatchId, qty: '200' }])
      const draft = await drafted(loan, [{ stockBatchId, pledgedQty: '200' }])
      const { kysely } = platform().database
      const elsewhere = await platform().idOf('warehouse', 'warehouse_name', '演示二号仓')
      for (const [table, id, change, code] of [
        ['stock_batch', stockBatchId, { quality_status: 'DAMAGED' }, 'pledge.batch-not-good'],
        ['stock_batch', stockBatchId, { warehouse_id: elsewhere }, 'pledge.batch-elsewhere'],
        ['loan', loan.id, { status: 'SETTLED' }, 'pledge.loan-not-open'],
      ] as const) {
        const [column = ''] = Object.keys(change)
        const before = await kysely.selectFrom(table).select(column).where('id', '=', id).executeTakeFirstOrThrow()
        await kysely.updateTable(table).set(change).where('id', '=', id).execute()
        expectRefusal(await op.tryTo(at.pledge, 'submit', draft.id), code)
        await kysely.updateTable(table).set(before).where('id', '=', id).execute()
      }
      expect((await op.tryTo(at.pledge, 'submit', draft.id)).status).toBe(200)
    })

    it('A35 goods without a contract in force: of another loan, of another kind, ended yesterday, beginning tomorrow, or not signed', async () => {
      const op = await platform().as('op01')
      const stockBatchId = await stocked('200')
      const loan = await approvedLoan([{ stockBatchId, qty: '200' }])
      const draft = await drafted(loan, [{ stockBatchId, pledgedQty: '200' }])
      const { kysely } = platform().database
      const contracts = kysely
        .selectFrom('contract')
        .selectAll()
        .where('contract_type', '=', 'PLEDGE')
        .where('borrower_id', '=', loan['borrowerId'])
        .where('funding_party_id', '=', loan['fundingPartyId'])
      const before = await contracts.execute()
      const change = async (values: Record<string, unknown>) => {
        for (const { id } of before) await kysely.updateTable('contract').set(values).where('id', '=', id).execute()
      }
      const whole = { doc_no: null, contract_type: 'PLEDGE', start_date: '2026-01-01', end_date: '2030-12-31', status: 'SIGNED' }
      for (const fault of [
        { doc_no: 'RZ20260101-0001' },
        { contract_type: 'LOAN' },
        { end_date: '2026-11-19' },
        { start_date: '2026-11-21' },
        { status: 'SIGNING' },
      ]) {
        await change({ ...whole, ...fault })
        expectRefusal(await op.tryTo(at.pledge, 'submit', draft.id), 'pledge.no-contract', { loanNo: loan['loanNo'] })
      }
      // Its own loan, on the first and on the last day.
      await change({ ...whole, doc_no: loan['loanNo'], start_date: '2026-11-20', end_date: '2026-11-20' })
      expect((await op.tryTo(at.pledge, 'submit', draft.id)).status).toBe(200)
      await change(whole)
    })

    it('I-03 one of two pledges that are approved over the same goods at once', async () => {
      const [op, risk] = [await platform().as('op01'), await platform().as('rk01')]
      const stockBatchId = await stocked('1000')
      const loans = [await approvedLoan([{ stockBatchId, qty: '300' }]), await approvedLoan([{ stockBatchId, qty: '300' }])]
      const pledges = []
      for (const loan of loans) pledges.push(await submitted(loan, [{ stockBatchId, pledgedQty: '700' }]))
      const responses = await Promise.all(pledges.map(({ id }) => risk.tryTo(at.pledge, 'approve', id)))
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
      expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '0.0000', frozen_avail_qty: '1000.0000', pledged_qty: '0.0000' })
      const [loser] = pledges.filter((_, index) => responses[index]?.status !== 200)
      expect(await itemsOf(loser ?? { id: '', version: 1 })).toEqual([])
      expect(await op.read(at.pledge, loser?.id ?? '')).toMatchObject({ status: 'AUDITING', noticeId: null })
      expect(await platform().violations()).toEqual([])
    })

    it('A25 a notice typed by hand that a document has to make, but takes one of a change, which cannot be refused but voided', async () => {
      const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
      const stockBatchId = await stocked('200')
      const loan = await approvedLoan([{ stockBatchId, qty: '200' }])
      const { batches: _, ...about } = valuesOf(loan, [])
      const typed = (noticeType: string) => op.ask('POST', at.notice, { ...about, noticeType, noticeContent: '货位调整' })
      for (const noticeType of ['PLEDGE', 'RELEASE']) expect((await typed(noticeType)).status).toBe(422)
      // Whose business its loan is decides who is told.
      for (const [field, entity, name, column] of [
        ['borrowerId', 'enterprise', '演示酒业', 'short_name'],
        ['fundingPartyId', 'enterprise', '乙信托', 'short_name'],
        ['departmentId', 'department', '华南业务部', 'department_name'],
      ] as const) {
        const other = await platform().idOf(entity, column, name)
        const notice = { ...about, [field]: other, noticeType: 'CHANGE', noticeContent: '货位调整' }
        const answer = await (await platform().as('multi01')).ask('POST', at.notice, notice)
        expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: field }] } })
      }
      const { status, body } = await typed('CHANGE')
      expect(status).toBe(200)
      await op.act(at.notice, 'issue', body.id as string)
      const receiptFiles = [await uploaded(keeper, '回执.pdf')]
      const answer = { receiptPersonName: '仓管一', receiptFiles }
      expect((await keeper.tryTo(at.notice, 'refuse', body.id as string, { opinion: '不同意' })).status).toBe(417)
      expect(await keeper.act(at.notice, 'receipt', body.id as string, { ...answer, remark: '收悉' })).toMatchObject({
        status: 'RECEIPTED',
      })
      const { body: second } = await typed('CONTROL')
      await op.act(at.notice, 'issue', second.id as string)
      expect(await op.act(at.notice, 'void', second.id as string, { opinion: '另行通知' })).toMatchObject({ status: 'VOID' })
    })
  })

  it('D33 H.2 is seen by its borrower, funding party and warehouse from leaving the draft on, and by nobody else from outside', async () => {
    const stockBatchId = await stocked('200')
    const loan = await approvedLoan([{ stockBatchId, qty: '200' }])
    const draft = await drafted(loan, [{ stockBatchId, pledgedQty: '200' }])
    const seenBy = async (userName: string, base: string, id: string) =>
      (await (await platform().as(userName)).ask('GET', `${base}/${id}`)).status
    for (const partner of ['br01', 'fp01', 'wh01']) expect([partner, await seenBy(partner, at.pledge, draft.id)]).toEqual([partner, 404])
    await (await platform().as('op01')).act(at.pledge, 'submit', draft.id)
    const pledge = await (await platform().as('rk01')).act(at.pledge, 'approve', draft.id, { opinion: '内部意见' })
    const [item] = await itemsOf(pledge)
    for (const [base, id] of [
      [at.pledge, pledge.id],
      [at.notice, String(pledge['noticeId'])],
      [at.pledgeItem, item?.id ?? ''],
    ] as const) {
      for (const partner of ['br01', 'fp01', 'wh01']) expect([partner, base, await seenBy(partner, base, id)]).toEqual([partner, base, 200])
      // Another warehouse, and whoever has no such menu.
      expect(await seenBy('wh02', base, id)).toBe(404)
      for (const outsider of ['lg01', 'ta01']) expect(await seenBy(outsider, base, id)).toBe(403)
    }
    const theirs = await (await platform().as('br01')).read(at.pledge, pledge.id)
    expect(theirs['auditOpinion']).toBeUndefined()
    for (const partner of ['br01', 'fp01'])
      expect((await (await platform().as(partner)).tryTo(at.notice, 'receipt', String(pledge['noticeId']))).status).toBe(403)
    const { records } = await (await platform().as('br01')).list(at.pledgeItem)
    expect(new Set(records.map(({ borrowerName }) => borrowerName))).toEqual(new Set(['演示乳品有限公司']))
  })
})
