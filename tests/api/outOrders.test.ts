import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { refusals } from '../../src/rules/refusals'
import type { ApiResponse } from './support/client'
import { at, batchInStock, pickCodeOf, referenceGoods, uploaded } from './support/fixtures'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'

/** Goods of one's own leave a warehouse (domain 40, outStatus; decisions B29, B30, B39, B42, D12). */
describePlatform('an outbound order', (platform) => {
  let goodsId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
  })

  const stocked = (qty: string) => batchInStock(platform(), goodsId, qty)
  const valuesOf = async (lines: Record<string, string>, more: object = {}) => ({
    borrowerId: await platform().idOf('enterprise', 'short_name', '演示乳品'),
    warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示一号仓'),
    deliveryMode: 'SELF_PICK',
    planOutDate: '2026-11-21',
    plateNo: '沪A10001',
    driverName: '王师傅',
    goods: Object.entries(lines).map(([stockBatchId, qty]) => ({ stockBatchId, qty })),
    ...more,
  })
  const delivery = {
    deliveryMode: 'DELIVERY',
    receiverName: '李收货',
    receiverMobile: '13800000000',
    receiverAddress: '上海市浦东新区一号',
  }
  const ordered = async (lines: Record<string, string>, more: object = {}): Promise<RecordValues> =>
    (await platform().as('op01')).add(at.outOrder, await valuesOf(lines, more))
  const notified = async (lines: Record<string, string>, more: object = {}): Promise<RecordValues> =>
    (await platform().as('op01')).act(at.outOrder, 'submit', (await ordered(lines, more)).id)
  const picking = async (lines: Record<string, string>, more: object = {}): Promise<RecordValues> =>
    (await platform().as('wh01')).act(at.outOrder, 'pick', (await notified(lines, more)).id)
  const goOut = async (order: RecordValues, quantities: string[], givenCode?: string): Promise<ApiResponse> => {
    const goods = (order['goods'] as { id: string }[]).map(({ id }, index) => ({ id, goingQty: quantities[index] ?? '0' }))
    const code = givenCode ?? (await pickCodeOf(platform(), order.id))
    return (await platform().as('wh01')).tryTo(at.outOrder, 'out', order.id, { givenCode: code, goods })
  }
  const read = async (id: string): Promise<RecordValues> => (await platform().as('op01')).read(at.outOrder, id)
  /** Available, frozen and what is on hand in all. */
  const stockOf = async (batchId: string): Promise<number[]> => {
    const row = await platform().database.kysely.selectFrom('stock_batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
    const [available, frozen, pledged] = ['available_qty', 'frozen_avail_qty', 'pledged_qty'].map((bucket) => Number(row[bucket]))
    return [available!, frozen!, available! + frozen! + pledged!]
  }

  it('B30 I-04 freezes own goods, and lets them go against the code of who fetches them: picked up, it is signed for', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const [first, second] = [await stocked('500'), await stocked('300')]
    const offered = await op.ask('GET', `${at.outOrder}/batches?borrowerId=${String((await valuesOf({}))['borrowerId'])}`)
    expect((offered.body.records as { id: string }[]).map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]))
    const order = await ordered({ [first]: '400', [second]: '300' })
    expect(order).toMatchObject({
      status: 'NEW',
      stockOutType: 'FREE',
      departmentName: '华东业务部',
      totalQty: '700.0000',
      outQty: '0.0000',
      goodsValue: '80850.00',
      goods: [{ unitValue: '115.5000', goodsValue: '46200.00' }, { goodsValue: '34650.00' }],
      entryNo: null,
      pickCode: null,
    })
    expect([await stockOf(first), await stockOf(second)]).toEqual([
      [100, 400, 500],
      [0, 300, 300],
    ])
    expect(await platform().violations()).toEqual([])

    const told = await op.act(at.outOrder, 'submit', order.id)
    expect(told).toMatchObject({ status: 'NOTIFIED', entryNo: String(order['outNo']).replace('CK', 'CT') })
    expect(told['pickCode']).toMatch(/^\d{6}$/)
    expect(told['pickCode']).toBe(await pickCodeOf(platform(), order.id))
    expect(await keeper.act(at.outOrder, 'pick', order.id)).toMatchObject({ status: 'PICKING', pickCode: '****' })

    expectRefusal(await goOut(order, ['400.0001', '0']), 'out.too-much', { line: 1, out: '400.0001', qty: '400.0000' })
    expect(await goOut(order, ['0', '0'])).toMatchObject({ status: 417, body: { code: refusals['out.nothing'].number } })
    expect(await goOut(order, ['150', '300'])).toMatchObject({
      status: 200,
      body: { status: 'PARTIAL_OUT', outQty: '450.0000', outAt: null },
    })
    expect([await stockOf(first), await stockOf(second)]).toEqual([
      [100, 250, 350],
      [0, 0, 0],
    ])
    expect(await platform().violations()).toEqual([])
    expect(await goOut(order, ['250'])).toMatchObject({ status: 200 })
    expect(await read(order.id)).toMatchObject({
      status: 'SIGNED',
      outQty: '700.0000',
      outAt: expect.any(String) as string,
      signedAt: expect.any(String) as string,
      goods: [{ outQty: '400.0000', lastOutQty: '250.0000' }, { outQty: '300.0000' }],
    })
    expect(await stockOf(first)).toEqual([100, 0, 100])
    const { body: receipts } = await op.ask('GET', `${at.outOrder}/wms/${String(told['entryNo'])}`)
    expect((receipts.records as { wmsNo: string; qty: string }[]).map(({ wmsNo, qty }) => `${wmsNo.slice(-2)} ${qty}`).toSorted()).toEqual([
      '01 150.0000',
      '01 300.0000',
      '02 250.0000',
    ])
    expect(await platform().violations()).toEqual([])
  })

  it('B30 refuses goods that are not there, of others or in another warehouse, and the endpoint `free` does as the form', async () => {
    const op = await platform().as('op01')
    const batch = await stocked('100')
    const tooMuch = await op.ask('POST', at.outOrder, await valuesOf({ [batch]: '100.0001' }))
    expectRefusal(tooMuch, 'stock.not-enough', { available: '100.0000' })
    const elsewhere = { warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示二号仓') }
    for (const url of [at.outOrder, `${at.outOrder}/free`])
      expect(await op.ask('POST', url, await valuesOf({ [batch]: '10' }, elsewhere))).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'goods.0.stockBatchId' }] },
      })
    const { status, body } = await op.ask('POST', `${at.outOrder}/free`, await valuesOf({ [batch]: '60' }))
    expect({ status, body }).toMatchObject({ status: 200, body: { outNo: expect.stringMatching(/^CK/) as string } })
    expect(await stockOf(batch)).toEqual([40, 60, 100])
    expect(await read(String(body['id']))).toMatchObject({ status: 'NEW', stockOutType: 'FREE', totalQty: '60.0000' })
    // Goods and customer stay as they were frozen; how they are fetched may change.
    const order = await read(String(body['id']))
    expect((await op.ask('PATCH', `${at.outOrder}/${order.id}`, { version: order['version'], plateNo: '沪B20002' })).body).toMatchObject({
      plateNo: '沪B20002',
    })
    expect(await (await platform().as('wh01')).ask('POST', `${at.outOrder}/free`, await valuesOf({ [batch]: '10' }))).toMatchObject({
      status: 403,
    })
  })

  it('is told to the warehouse when it is known who fetches the goods, or where they go', async () => {
    const op = await platform().as('op01')
    const batch = await stocked('100')
    for (const more of [{ plateNo: null }, { driverName: null }, { ...delivery, receiverAddress: null }])
      expect(await op.tryTo(at.outOrder, 'submit', (await ordered({ [batch]: '10' }, more)).id)).toMatchObject({
        status: 417,
        body: { message: '提货信息不全：自提请填车牌号和司机，配送请填收货人、收货电话和收货地址' },
      })
    expect(await notified({ [batch]: '10' }, { ...delivery, plateNo: null, driverName: null })).toMatchObject({ status: 'NOTIFIED' })
  })

  it('B29 is signed for on delivery, with the receipt that the customer has signed', async () => {
    const keeper = await platform().as('wh01')
    const batch = await stocked('100')
    const order = await picking({ [batch]: '100' }, delivery)
    expect(await goOut(order, ['100'])).toMatchObject({ body: { status: 'OUT_DONE', signedAt: null } })
    expect(await keeper.tryTo(at.outOrder, 'sign', order.id, {})).toMatchObject({ status: 422, body: { errors: [{ path: 'signFiles' }] } })
    const signFiles = [await uploaded(keeper, '签收单.pdf')]
    expect(await keeper.act(at.outOrder, 'sign', order.id, { signFiles })).toMatchObject({
      status: 'SIGNED',
      signedAt: expect.any(String) as string,
    })
  })

  it('D12 gives the goods back to who owns them when it is cancelled, up to the picking of them', async () => {
    const manager = await platform().as('bm01')
    const batch = await stocked('300')
    const orders = [await ordered({ [batch]: '100' }), await notified({ [batch]: '100' }), await picking({ [batch]: '100' })]
    expect(await stockOf(batch)).toEqual([0, 300, 300])
    for (const { id } of orders)
      expect(await manager.act(at.outOrder, 'cancel', id, { opinion: '客户暂不提货' })).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(batch)).toEqual([300, 0, 300])
    const begun = await picking({ [batch]: '100' })
    await goOut(begun, ['40'])
    expect(await manager.tryTo(at.outOrder, 'cancel', begun.id, { opinion: '不提了' })).toMatchObject({ status: 417 })
    expect(await platform().violations()).toEqual([])
  })

  it('D12 B42 is closed short: what did not go stays frozen, line by line, until its short order is answered', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const [first, second, third] = [await stocked('100'), await stocked('100'), await stocked('100')]
    const order = await picking({ [first]: '100', [second]: '100', [third]: '100' })
    await goOut(order, ['60', '100', '90'])
    const closed = await manager.act(at.outOrder, 'closeShort', order.id, { opinion: '现场短少' })
    expect(closed).toMatchObject({ status: 'SIGNED', outQty: '250.0000', totalQty: '300.0000' })
    expect([await stockOf(first), await stockOf(third)]).toEqual([
      [0, 40, 40],
      [0, 10, 10],
    ])
    const { records } = (await op.ask('GET', `${at.outOrder}/related/shortOrder/${order.id}`)).body as { records: RecordValues[] }
    const shorts = await Promise.all(records.map(({ id }) => op.read(at.shortOrder, id)))
    expect(shorts).toHaveLength(2)
    const short = shorts.find(({ stockBatchId }) => stockBatchId === first)!
    expect(short).toMatchObject({
      status: 'PENDING',
      sourceType: 'STOCK_OUT',
      shortType: 'SHORT',
      outOrderNo: order['outNo'],
      diffQty: '-40.0000',
      diffAmount: '4620.00',
      heldQty: '40.0000',
    })
    expect(await platform().violations()).toEqual([])

    expect(await op.tryTo(at.shortOrder, 'submit', short.id, { responsibleParty: 'WAREHOUSE', shortHandle: 'REPLENISH' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'shortHandle' }] },
    })
    const claim = {
      responsibleParty: 'WAREHOUSE',
      responsibleEnterpriseId: await platform().idOf('enterprise', 'short_name', '演示仓储一'),
      shortHandle: 'CLAIM',
      claimAmount: '4620.00',
    }
    await op.act(at.shortOrder, 'submit', short.id, claim)
    expect(await manager.act(at.shortOrder, 'approve', short.id, { opinion: '向仓库索赔' })).toMatchObject({ status: 'HANDLED' })
    // The goods are gone.
    expect(await stockOf(first)).toEqual([0, 0, 0])
    const kept = shorts.find(({ stockBatchId }) => stockBatchId === third)!
    await op.act(at.shortOrder, 'submit', kept.id, { responsibleParty: 'WAREHOUSE', shortHandle: 'ACCEPT' })
    await manager.act(at.shortOrder, 'approve', kept.id, {})
    expect(await stockOf(third)).toEqual([10, 0, 10])
    expect(await platform().violations()).toEqual([])
  })

  it('B39 counts wrong codes although they are refused, and locks at the fifth, for 30 minutes and whoever tries', async () => {
    const op = await platform().as('op01')
    const batch = await stocked('100')
    const order = await picking({ [batch]: '100' })
    const code = await pickCodeOf(platform(), order.id)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const errors of [1, 2, 3, 4]) expectRefusal(await goOut(order, ['100'], wrong), 'out.pick-wrong', { errors, left: 5 - errors })
    expect(await read(order.id)).toMatchObject({ status: 'PICKING', version: order['version'], pickErrorCount: 4, outQty: '0.0000' })
    expectRefusal(await goOut(order, ['100'], wrong), 'out.pick-locked', { until: expect.stringMatching(/^\d{4}-/) as string })
    expect(await read(order.id)).toMatchObject({ pickErrorCount: 5, pickLockedUntil: expect.any(String) as string })
    // The right one is not looked at either.
    expectRefusal(await goOut(order, ['100'], code), 'out.pick-locked')
    expect(await stockOf(batch)).toEqual([0, 100, 100])
    // Neither code is in the history, which the keeper of the warehouse reads.
    const { body: history } = await op.ask('GET', `${at.outOrder}/history/${order.id}`)
    expect(JSON.stringify(history)).toContain('提货码不符')
    expect(JSON.stringify(history)).not.toContain(code)

    const { kysely } = platform().database
    await kysely.updateTable('out_order').set({ pick_locked_until: '2026-01-01T00:00:00.000Z' }).where('id', '=', order.id).execute()
    expectRefusal(await goOut(order, ['100'], wrong), 'out.pick-wrong', { errors: 1 })
    expect(await goOut(order, ['40'], code)).toMatchObject({ body: { status: 'PARTIAL_OUT', pickErrorCount: 0, pickLockedUntil: null } })
  })

  it('B39 E-40 is unlocked by the calendar when its time is over, and not before', async () => {
    const batch = await stocked('100')
    const order = await picking({ [batch]: '100' })
    const { kysely } = platform().database
    const lockedUntil = (moment: string) =>
      kysely.updateTable('out_order').set({ pick_error_count: 5, pick_locked_until: moment }).where('id', '=', order.id).execute()
    await lockedUntil('2099-01-01T00:00:00.000Z')
    await runOneStep(platform().services, 'expiry')
    expect(await read(order.id)).toMatchObject({ pickErrorCount: 5 })
    await lockedUntil('2026-01-01T00:00:00.000Z')
    await runOneStep(platform().services, 'expiry')
    expect(await read(order.id)).toMatchObject({ pickErrorCount: 0, pickLockedUntil: null, status: 'PICKING' })
  })

  it('B39 cannot be guessed by many at once: five are looked at, whoever comes first', async () => {
    const batch = await stocked('100')
    const order = await picking({ [batch]: '100' })
    const code = Number(await pickCodeOf(platform(), order.id))
    const guesses = Array.from({ length: 40 }, (_, step) => String((code + 1 + step) % 1_000_000).padStart(6, '0'))
    const responses = await Promise.all(guesses.map((guess) => goOut(order, ['100'], guess)))
    const told = responses.map(({ body }) => body.code)
    expect(told.filter((number) => number === refusals['out.pick-wrong'].number)).toHaveLength(4)
    expect(new Set(told)).toEqual(new Set([refusals['out.pick-wrong'].number, refusals['out.pick-locked'].number]))
    expect(await read(order.id)).toMatchObject({ status: 'PICKING', pickErrorCount: 5 })
  })

  it('moves goods once, however often its request is sent', async () => {
    const keeper = await platform().as('wh01')
    const batch = await stocked('100')
    const order = await picking({ [batch]: '100' })
    const [line] = order['goods'] as { id: string }[]
    const body = { version: order['version'], givenCode: await pickCodeOf(platform(), order.id), goods: [{ id: line!.id, goingQty: '30' }] }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (let sent = 0; sent < 2; sent++)
      expect(await keeper.ask('POST', `${at.outOrder}/out/${order.id}`, body, headers)).toMatchObject({
        status: 200,
        body: { status: 'PARTIAL_OUT', outQty: '30.0000' },
      })
    expect(await stockOf(batch)).toEqual([0, 70, 70])
  })

  it('is handled by who keeps the warehouse, and shows its code to nobody from outside', async () => {
    const batch = await stocked('100')
    const order = await picking({ [batch]: '100' })
    const [keeper, customer, other] = [await platform().as('wh01'), await platform().as('br01'), await platform().as('wh02')]
    const code = await pickCodeOf(platform(), order.id)
    expect(await keeper.read(at.outOrder, order.id)).toMatchObject({ pickCode: '****' })
    const { records } = await keeper.list(at.outOrder, { outNo: String(order['outNo']) })
    expect(records).toMatchObject([{ pickCode: '****' }])
    expect((await keeper.ask('GET', `${at.outOrder}/history/${order.id}`)).body).not.toContain(code)
    expect(await customer.ask('GET', `${at.outOrder}/${order.id}`)).toMatchObject({ status: 403 })
    expect(await other.ask('GET', `${at.outOrder}/${order.id}`)).toMatchObject({ status: 404 })
  })
})
