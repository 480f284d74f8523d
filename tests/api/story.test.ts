import { expect, it } from 'vitest'
import type { Option } from '../../engine/core/wire'
import { at, draftedStockIn, lineInForce, loanValues, quotaInForce, referenceGoods, submittedLoan, uploaded } from './support/fixtures'
import { describeOnEach } from './support/platform'

/** Issue 2: quota → customer line → loan → approval reserves quota → stock-in with receipt → stock on hand, with the numbers of F1. */
describeOnEach('the story', (platform) => {
  it('leads from a quota to stock on hand, each step with its numbers', async () => {
    const [op, manager, keeper] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('wh01')]
    const goodsId = await referenceGoods(platform())

    const quota = await quotaInForce(platform())
    expect(quota).toMatchObject({
      quotaNo: 'ED20261120-0001',
      status: 'ACTIVE',
      availableAmount: '10000000.00',
      submittedByName: '林晓',
      auditedByName: '陈立',
    })
    // Operators know it by its name, and find it by that.
    const called = `?keyword=${encodeURIComponent(String(quota['quotaName']))}`
    const { body: choices } = await op.ask<Option[]>('GET', `${at.line}/options/quotaId${called}`)
    expect(choices).toMatchObject([{ value: quota.id, label: 'ED20261120-0001', hint: quota['quotaName'] }])
    const line = await lineInForce(platform(), quota.id)
    expect(line).toMatchObject({ status: 'ACTIVE', currency: 'CNY', availableAmount: '5000000.00' })

    // E-09 to E-11 and E-17 stand on the draft already.
    const draft = await op.add(at.loan, await loanValues(platform(), line.id, goodsId))
    expect(draft).toMatchObject({
      status: 'DRAFT',
      goodsAmount: '1200000.00',
      appliedAmount: '635250.00',
      annualRate: '0.072000',
      bondRate: '0.0500',
      bondAmount: '31762.50',
      termDays: 180,
      currency: 'CNY',
      goods: [{ amount: '1200000.00', pledgeRate: '0.5500', financeAmount: '635250.00' }],
    })
    await op.act(at.loan, 'submit', draft.id)
    expect(await manager.act(at.loan, 'approve', draft.id, { approvedAmount: '635250.00' })).toMatchObject({
      status: 'APPROVED',
      initialRate: '0.5500',
    })

    expect(await op.read(at.quota, quota.id)).toMatchObject({
      reservedAmount: '635250.00',
      usedAmount: '0.00',
      availableAmount: '9364750.00',
    })
    expect(await op.read(at.line, line.id)).toMatchObject({ reservedAmount: '635250.00', availableAmount: '4364750.00' })
    const flows = (await op.ask('GET', `${at.line}/flow/${line.id}`)).body.records as object[]
    expect(flows).toMatchObject([
      { flowType: 'RESERVE', amount: '635250.00', reservedAfter: '635250.00', docNo: draft['loanNo'] },
      { flowType: 'GRANT', amount: '5000000.00', reservedAfter: '0.00' },
    ])

    const [sent] = (await op.list(at.stockIn, { loanId: draft.id })).records
    const stockInId = sent?.id ?? ''
    expect(await op.read(at.stockIn, stockInId)).toMatchObject({
      status: 'DRAFT',
      stockInType: 'PLEDGE',
      autoPledge: true,
      expectedQty: '10000.0000',
    })
    const notified = await op.act(at.stockIn, 'submit', stockInId)
    expect(notified).toMatchObject({ status: 'NOTIFIED', entryNo: String(notified['stockInNo']).replace('RK', 'RT') })

    const [row] = notified['goods'] as { id: string }[]
    const receipt = (good: string) => ({ goods: [{ id: row?.id, receivedGoodQty: good, batchNo: 'B1', productionDate: '2026-10-01' }] })
    await keeper.act(at.stockIn, 'receive', stockInId, receipt('6000'))
    expect(await keeper.act(at.stockIn, 'receive', stockInId, receipt('4000'))).toMatchObject({
      status: 'RECEIVING',
      receivedQty: '10000.0000',
      diffQty: '0.0000',
    })
    const receipts = (await keeper.ask('GET', `/api/inventory/stockin/wms/${String(notified['entryNo'])}`)).body.records as object[]
    expect(receipts).toMatchObject([{ qty: '4000.0000', qualityStatus: 'GOOD' }, { qty: '6000.0000' }])
    expect(await keeper.act(at.stockIn, 'finish', stockInId, { receiptNo: 'HZ-1' })).toMatchObject({
      status: 'RECEIVED',
      receiptNo: 'HZ-1',
      receivedByName: '仓管一',
    })
    expect(await op.act(at.stockIn, 'confirm', stockInId)).toMatchObject({ status: 'CONFIRMED', goodsAmount: '1200000.00' })

    const collateral = async () =>
      (await op.list(at.stock, { goodsName: '金装婴配奶粉1段', warehouseId: String(draft['warehouseId']) })).records.find(
        ({ spec }) => spec === '900g×6 罐',
      )
    expect(await collateral()).toBeUndefined()
    const [drafted] = (await op.list(at.pledge, { loanId: draft.id })).records
    await op.act(at.pledge, 'submit', drafted?.id ?? '')
    const { noticeId } = await (await platform().as('rk01')).act(at.pledge, 'approve', drafted?.id ?? '', { opinion: '同意质押' })
    const counted = { receiptPersonName: '仓管一', receiptQty: '10000', receiptFiles: [await uploaded(keeper, '回执.pdf')] }
    await keeper.act(at.notice, 'receipt', String(noticeId), counted)
    expect(await collateral()).toMatchObject({
      onHandQty: '10000.0000',
      availableQty: '0.0000',
      pledgedQty: '10000.0000',
      valuationPrice: '115.5000',
      stockValue: '1155000.00',
      pledgedValue: '1155000.00',
    })
    expect(await platform().violations()).toEqual([])
  })

  it('takes a loan back to approval and reserves only what is approved anew', async () => {
    const [op, manager] = [await platform().as('op02'), await platform().as('bm01')]
    const [loan] = (await op.list(at.loan, { projectName: '进口家电代采' })).records
    const { customerLineId } = await op.read(at.loan, loan?.id ?? '')
    await op.act(at.loan, 'reApproval', loan?.id ?? '', { opinion: '减少用款', appliedAmount: '900000.00' })
    expect(await op.read(at.line, String(customerLineId))).toMatchObject({ reservedAmount: '0.00' })
    await manager.act(at.loan, 'approve', loan?.id ?? '', { approvedAmount: '800000.00' })
    expect(await op.read(at.line, String(customerLineId))).toMatchObject({ reservedAmount: '800000.00' })
    expect(await platform().violations()).toEqual([])
  })

  it('gives back what was reserved when a loan is closed, and cancels its notice', async () => {
    const [op, manager] = [await platform().as('op02'), await platform().as('bm01')]
    const [approved] = (await op.list(at.loan, { projectName: '进口家电代采' })).records
    const line = await op.read(at.line, String((await op.read(at.loan, approved?.id ?? ''))['customerLineId']))
    expect(await manager.act(at.loan, 'close', approved?.id ?? '', { opinion: '客户取消' })).toMatchObject({ status: 'CLOSED' })
    const notices = (await op.list(at.stockIn, { loanId: approved?.id ?? '' })).records
    expect(new Set(notices.map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
    expect(line).toMatchObject({ reservedAmount: '800000.00' })
    expect(await op.read(at.line, line.id)).toMatchObject({ reservedAmount: '0.00' })
    expect(await platform().violations()).toEqual([])
  })

  it('D1 D5 freezes what is in stock with each approval, sends for the rest, and can be closed but not deleted', async () => {
    const [op, manager, keeper] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('wh01')]
    const { kysely } = platform().database
    const [milk] = await kysely
      .selectFrom('goods')
      .select('id')
      .where('goods_name', '=', '金装婴配奶粉1段')
      .where('spec', '=', '900g×6 罐')
      .execute()
    const goodsId = String(milk?.['id'])
    const notified = await op.act(at.stockIn, 'submit', (await draftedStockIn(platform(), goodsId)).id)
    const [first, second] = notified['goods'] as { id: string }[]
    const receipts = [
      { id: first?.id, receivedGoodQty: '100' },
      { id: second?.id, receivedGoodQty: '50' },
    ]
    await keeper.act(at.stockIn, 'receive', notified.id, { goods: receipts })
    await keeper.act(at.stockIn, 'finish', notified.id)
    const [row] = (await op.act(at.stockIn, 'confirm', notified.id))['goods'] as { stockBatchId: string }[]
    const stockBatchId = row?.stockBatchId ?? ''
    const buckets = () =>
      kysely
        .selectFrom('stock_batch')
        .select(['available_qty', 'frozen_avail_qty'])
        .where('id', '=', stockBatchId)
        .executeTakeFirstOrThrow()
    const free = { available_qty: '100.0000', frozen_avail_qty: '0.0000' }
    const frozen = { available_qty: '40.0000', frozen_avail_qty: '60.0000' }

    const line = await lineInForce(platform(), (await quotaInForce(platform())).id)
    const goods = [
      { goodsId, stockBatchId, qty: '60', unitPrice: '120' },
      { goodsId, qty: '300', unitPrice: '120' },
    ]
    const { id } = await submittedLoan(platform(), line.id, goodsId, { goods, appliedAmount: '10000.00' })
    expect(await buckets()).toEqual(free)
    const notices = async () => (await op.list(at.stockIn, { loanId: id })).records.map(({ status, expectedQty }) => [status, expectedQty])

    await manager.act(at.loan, 'approve', id, { approvedAmount: '10000.00' })
    expect(await buckets()).toEqual(frozen)
    expect(await notices()).toEqual([['DRAFT', '300.0000']])
    await op.act(at.loan, 'reApproval', id, { opinion: '重审' })
    expect(await buckets()).toEqual(free)
    expect(await notices()).toEqual([['CANCELLED', '300.0000']])
    await manager.act(at.loan, 'approve', id, { approvedAmount: '10000.00' })
    expect(await buckets()).toEqual(frozen)
    expect((await notices()).map(([status]) => String(status)).toSorted()).toEqual(['CANCELLED', 'DRAFT'])

    await op.act(at.loan, 'reApproval', id, { opinion: '重审' })
    expect(await op.act(at.loan, 'withdraw', id)).toMatchObject({ status: 'DRAFT' })
    expect(await op.remove(at.loan, id)).toMatchObject({
      status: 417,
      body: { detail: '曾获批准的融资申请不能删除，请关闭' },
    })
    expect(await manager.act(at.loan, 'close', id, { opinion: '不再用款' })).toMatchObject({ status: 'CLOSED' })
    expect(await buckets()).toEqual(free)
    const movements = await kysely
      .selectFrom('stock_movement')
      .select('movement_type')
      .where('stock_batch_id', '=', stockBatchId)
      .orderBy('id')
      .execute()
    expect(movements.map((movement) => movement['movement_type'])).toEqual(['IN', 'FREEZE_A', 'UNFREEZE_A', 'FREEZE_A', 'UNFREEZE_A'])
    expect(await platform().violations()).toEqual([])
  })

  it('books damaged goods as a batch of their own that is worth nothing', async () => {
    const op = await platform().as('op01')
    const [waiting] = (await op.list(at.stockIn, { status: 'RECEIVED', warehouseType: 'normal' })).records.filter(
      ({ damagedQty, stockInNo }) => damagedQty !== '0.0000' && stockInNo === 'RK20261110-0001',
    )
    const confirmed = await op.act(at.stockIn, 'confirm', waiting?.id ?? '')
    expect(confirmed).toMatchObject({ receivedQty: '40.0000', damagedQty: '0.5000', goodsAmount: '2804500.00' })
    const batches = await platform()
      .database.kysely.selectFrom('stock_batch')
      .select(['quality_status', 'available_qty'])
      .where('stock_in_id', '=', confirmed.id)
      .orderBy('id')
      .execute()
    expect(batches).toEqual([
      { quality_status: 'GOOD', available_qty: '39.5000' },
      { quality_status: 'DAMAGED', available_qty: '0.5000' },
    ])
    expect(await platform().violations()).toEqual([])
  })
})
