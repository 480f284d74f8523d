import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals } from '../../src/rules/refusals'
import { at, batchInStock, lineInForce, loanValues, quotaInForce, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform } from './support/platform'

/** Decisions D1, D5 and A1: goods in stock back one loan only, and what a loan sent for goes with it. */
describePlatform('the goods of a loan', (platform) => {
  let goodsId = ''
  let lineId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
  })

  const thousand = () => batchInStock(platform(), goodsId, '1000')
  const bucketsOf = async (batchId: string) =>
    platform()
      .database.kysely.selectFrom('stock_batch')
      .select(['available_qty', 'frozen_avail_qty'])
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow()
  const applied = (goods: object[]): Promise<RecordValues> =>
    submittedLoan(platform(), lineId, goodsId, {
      appliedAmount: '10000.00',
      goods: goods.map((row) => ({ goodsId, unitPrice: '120', ...row })),
    })
  const approve = async (id: string) => (await platform().as('bm01')).tryTo(at.loan, 'approve', id, { approvedAmount: '10000.00' })
  const frozenOf = (loan: RecordValues) => (loan['goods'] as { frozenQty: string }[]).map(({ frozenQty }) => frozenQty)

  it('D1 A38 back one of two loans that name the same batch, also when both are approved at once', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const stockBatchId = await thousand()
    const line = { stockBatchId, qty: '600' }
    const loans = [await applied([line]), await applied([line])]
    const responses = await Promise.all(loans.map(({ id }) => approve(id)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '400.0000', frozen_avail_qty: '600.0000' })
    const [winner, loser] = responses[0]?.status === 200 ? loans : loans.toReversed()
    expect(frozenOf(await op.read(at.loan, winner?.id ?? ''))).toEqual(['600.0000'])
    expect(frozenOf(await op.read(at.loan, loser?.id ?? ''))).toEqual(['0.0000'])

    const ended = await manager.act(at.loan, 'close', winner?.id ?? '', { opinion: '不再用款' })
    expect(frozenOf(ended)).toEqual(['0.0000'])
    expect((await approve(loser?.id ?? '')).status).toBe(200)
    const again = await op.act(at.loan, 'reApproval', loser?.id ?? '', { opinion: '重审' })
    expect(frozenOf(again)).toEqual(['0.0000'])
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '1000.0000', frozen_avail_qty: '0.0000' })
    // Refused now, it holds nothing that would have to be given back.
    expect(await manager.act(at.loan, 'refuse', loser?.id ?? '', { opinion: '不同意' })).toMatchObject({ status: 'REFUSED' })
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '1000.0000', frozen_avail_qty: '0.0000' })
    expect(await platform().violations()).toEqual([])
  })

  it('D1 back the loan that they came in for alone, until it has ended', async () => {
    const [op, keeper, manager] = [await platform().as('op01'), await platform().as('wh01'), await platform().as('bm01')]
    const loan = await applied([{ qty: '300' }])
    expect((await approve(loan.id)).status).toBe(200)
    const [drafted] = (await op.list(at.stockIn, { loanId: loan.id })).records
    const notice = await op.act(at.stockIn, 'submit', drafted?.id ?? '')
    const [row] = notice['goods'] as { id: string }[]
    await keeper.act(at.stockIn, 'receive', notice.id, { goods: [{ id: row?.id, receivedGoodQty: '300' }] })
    await keeper.act(at.stockIn, 'finish', notice.id)
    const { goods } = await op.act(at.stockIn, 'confirm', notice.id)
    const [batch] = goods as { stockBatchId: string }[]
    const stockBatchId = batch?.stockBatchId ?? ''
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '300.0000', frozen_avail_qty: '0.0000' })

    const other = await op.add(
      at.loan,
      await loanValues(platform(), lineId, goodsId, {
        appliedAmount: '10000.00',
        goods: [{ goodsId, unitPrice: '120', stockBatchId, qty: '300' }],
      }),
    )
    const submit = () => op.tryTo(at.loan, 'submit', other.id)
    const refusal = { status: 417, body: { code: refusals['loan.batch-of-other'].number, params: { loanNo: loan['loanNo'] } } }
    expect(await submit()).toMatchObject(refusal)
    // Sent back and rejected it may be approved again, with the goods that are there for it.
    await op.act(at.loan, 'reApproval', loan.id, { opinion: '重审' })
    expect(await submit()).toMatchObject(refusal)
    await manager.act(at.loan, 'reject', loan.id, { opinion: '补充资料' })
    expect(await submit()).toMatchObject(refusal)
    await manager.act(at.loan, 'close', loan.id, { opinion: '不再用款' })
    expect((await submit()).status).toBe(200)
    expect((await approve(other.id)).status).toBe(200)
    expect(await bucketsOf(stockBatchId)).toEqual({ available_qty: '0.0000', frozen_avail_qty: '300.0000' })
    expect(await platform().violations()).toEqual([])
  })

  it('D5 are asked for anew or refused with a loan that was never approved: closing is for those that were', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const { id } = await applied([{ qty: '300' }])
    await manager.act(at.loan, 'reject', id, { opinion: '补充资料' })
    const closed = await manager.tryTo(at.loan, 'close', id, { opinion: '关闭' })
    expect(closed).toMatchObject({ status: 417, body: { detail: expect.stringContaining('从未批准') as string } })
    await op.act(at.loan, 'submit', id)
    expect(await manager.act(at.loan, 'refuse', id, { opinion: '不同意' })).toMatchObject({ status: 'REFUSED' })
  })

  it('D5 A1 are not received for a loan that went back: its notice is cancelled, and one under way has to be given up first', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const { id } = await applied([{ qty: '300' }])
    const noticeOf = async () => {
      const { records } = await op.list(at.stockIn, { loanId: id })
      return records.find(({ status }) => status !== 'CANCELLED')?.id ?? ''
    }
    const back = () => op.tryTo(at.loan, 'reApproval', id, { opinion: '重审' })
    expect((await approve(id)).status).toBe(200)
    const first = await op.act(at.stockIn, 'submit', await noticeOf())
    const receiptOf = ({ goods }: RecordValues) => ({ goods: [{ id: (goods as { id: string }[])[0]?.id, receivedGoodQty: '300' }] })
    expect((await back()).status).toBe(200)
    expect(await op.read(at.stockIn, first.id)).toMatchObject({ status: 'CANCELLED' })
    expect((await keeper.tryTo(at.stockIn, 'receive', first.id, receiptOf(first))).status).toBe(417)

    expect((await approve(id)).status).toBe(200)
    const second = await op.act(at.stockIn, 'submit', await noticeOf())
    await keeper.act(at.stockIn, 'receive', second.id, receiptOf(second))
    expect(await back()).toMatchObject({ status: 417, body: { params: { stockInNo: second['stockInNo'] } } })
    await keeper.act(at.stockIn, 'finish', second.id)
    expect((await back()).status).toBe(417)
    // The way out: what was received becomes void, and the notice is cancelled (D2).
    await op.act(at.stockIn, 'returnReceive', second.id, { opinion: '退货' })
    expect((await back()).status).toBe(417)
    await op.act(at.stockIn, 'cancel', second.id, { opinion: '退货' })
    expect((await back()).status).toBe(200)
    expect(await platform().violations()).toEqual([])
  })

  it('D5 A1 stay where they are when they have come in already, and are not sent for again', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const { id } = await applied([{ qty: '300' }])
    expect((await approve(id)).status).toBe(200)
    const notices = async () => (await op.list(at.stockIn, { loanId: id })).records
    const [drafted] = await notices()
    const notice = await op.act(at.stockIn, 'submit', drafted?.id ?? '')
    const [row] = notice['goods'] as { id: string }[]
    await keeper.act(at.stockIn, 'receive', notice.id, { goods: [{ id: row?.id, receivedGoodQty: '300' }] })
    await keeper.act(at.stockIn, 'finish', notice.id)
    await op.act(at.stockIn, 'confirm', notice.id)
    await op.act(at.loan, 'reApproval', id, { opinion: '重审' })
    expect((await approve(id)).status).toBe(200)
    expect((await notices()).map(({ status }) => status)).toEqual(['CONFIRMED'])
    expect(await (await platform().as('bm01')).act(at.loan, 'close', id, { opinion: '不再用款' })).toMatchObject({ status: 'CLOSED' })
    expect(await platform().violations()).toEqual([])
  })
})
