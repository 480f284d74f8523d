import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals } from '../../src/rules/refusals'
import { at, batchInStock, lineInForce, quotaInForce, referenceGoods, submittedLoan, uploaded } from './support/fixtures'
import { describePlatform } from './support/platform'

/** Decision A30, I-04: goods about which something is unusual are frozen on both sides until it is cleared up. */
describePlatform('notices of something unusual in stock', (platform) => {
  let goodsId = ''
  let batch: Record<string, unknown> & { id: string }
  /** Of one batch of 1,000: 200 are available, 600 and 200 are pledged for two loans. */
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    const lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
    const [op, keeper, risk] = [await platform().as('op01'), await platform().as('wh01'), await platform().as('rk01')]
    const stockBatchId = await batchInStock(platform(), goodsId, '1000')
    for (const qty of ['600', '200']) {
      const line = { goodsId, stockBatchId, qty, unitPrice: '120' }
      const { id } = await submittedLoan(platform(), lineId, goodsId, { appliedAmount: '10000.00', goods: [line] })
      const loan = await (await platform().as('bm01')).act(at.loan, 'approve', id, { approvedAmount: '10000.00' })
      const { borrowerId, departmentId, fundingPartyId, warehouseId } = loan
      const owned = { borrowerId, departmentId, fundingPartyId, warehouseId }
      const pledge = await op.add(at.pledge, { loanId: id, ...owned, batches: [{ stockBatchId, pledgedQty: qty }] })
      await op.act(at.pledge, 'submit', pledge.id)
      const { noticeId } = await risk.act(at.pledge, 'approve', pledge.id)
      const receiptFiles = [await uploaded(keeper, '回执.pdf')]
      await keeper.act(at.notice, 'receipt', String(noticeId), { receiptPersonName: '仓管一', receiptQty: qty, receiptFiles })
      batch = { ...owned, id: stockBatchId }
    }
  })

  const values = (more: object = {}) => ({
    unusualType: 'SEAL',
    stockBatchId: batch.id,
    qty: '10',
    foundAt: '2026-11-20T03:00:00.000Z',
    reporterName: '仓管一',
    description: '封条破损',
    ...more,
  })
  const reported = async (more: object = {}): Promise<RecordValues> => (await platform().as('wh01')).add(at.unusual, values(more))
  const freeze = { freeze: true, opinion: '先冻结' }
  const tryToHandle = async ({ id }: RecordValues, form: object = freeze) =>
    (await platform().as('rk01')).tryTo(at.unusual, 'handle', id, form)
  const handled = async (notice: RecordValues, form: object = freeze) => (await tryToHandle(notice, form)).body as RecordValues
  const finished = async ({ id }: RecordValues): Promise<RecordValues> =>
    (await platform().as('rk01')).act(at.unusual, 'finish', id, { handleResult: '已复核，解除冻结' })
  /** Available, pledged, frozen of each; what is locked of each pledged item. */
  const held = async () => {
    const { kysely } = platform().database
    const stock = await kysely.selectFrom('stock_batch').selectAll().where('id', '=', batch.id).executeTakeFirstOrThrow()
    const items = await kysely.selectFrom('pledge_item').select('locked_qty').where('stock_batch_id', '=', batch.id).orderBy('id').execute()
    return [
      ...['available_qty', 'pledged_qty', 'frozen_avail_qty', 'frozen_pledge_qty'].map((bucket) => Number(stock[bucket])),
      items.map((item) => Number(item['locked_qty'])),
    ]
  }
  const free = [200, 800, 0, 0, [0, 0]]

  it('are made by the keeper of the warehouse for goods that are in it, whose owner he may name and nobody else', async () => {
    const keeper = await platform().as('wh01')
    const { borrowerId, fundingPartyId, departmentId, warehouseId } = batch
    const owned = { borrowerId, fundingPartyId, departmentId, warehouseId, goodsId }
    const notice = await keeper.add(at.unusual, values(owned))
    expect(notice).toMatchObject({ status: 'OPEN', frozenAvailQty: '0.0000', frozenPledgeQty: '0.0000', ...owned })
    // Nor does he see that enterprise among his own; the batch tells what it is called.
    const { body: choices } = await keeper.ask('GET', `${at.unusual}/options/stockBatchId?values=${batch.id}`)
    expect(choices).toMatchObject([{ fill: owned, fillNames: { borrowerId: notice['borrowerName'] } }])
    expect((await keeper.ask('GET', `${at.unusual}/options/borrowerId?values=${String(borrowerId)}`)).body).toEqual([])
    // What the batch says need not be sent along.
    expect(await reported()).toMatchObject({ borrowerName: notice['borrowerName'], goodsName: notice['goodsName'], ...owned })
    const wrong = async (more: object) => {
      const { status, body } = await keeper.ask('POST', at.unusual, values(more))
      return [status, ...(body.errors as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)]
    }
    const other = await platform().idOf('enterprise', 'short_name', '演示酒业')
    expect(await wrong({ ...owned, borrowerId: other })).toEqual([422, 'borrowerId reference'])
    expect(await wrong({ ...owned, fundingPartyId: await platform().idOf('enterprise', 'short_name', '丙保理') })).toEqual([
      422,
      'fundingPartyId reference',
    ])
    expect(await wrong({ foundAt: '2026-11-21T00:00:00.000Z' })).toEqual([422, 'foundAt check'])
    const { kysely } = platform().database
    const elsewhere = await kysely
      .selectFrom('stock_batch')
      .innerJoin('warehouse', 'warehouse.id', 'stock_batch.warehouse_id')
      .select('stock_batch.id as id')
      .where('warehouse_name', '=', '演示三号仓')
      .executeTakeFirstOrThrow()
    expect((await wrong({ stockBatchId: String(elsewhere['id']) }))[1]).toBe('stockBatchId reference')
    // Who sees the owner's enterprise may not name it for the goods of somebody else either.
    const op = await platform().as('op01')
    expect(await op.ask('POST', at.unusual, values({ ...owned, borrowerId: other }))).toMatchObject({ status: 422 })

    for (const [who, status] of [
      ['wh01', 200],
      ['wh02', 404],
      ['op02', 404],
      ['fp01', 200],
      ['br01', 403],
    ] as const)
      expect([who, (await (await platform().as(who)).ask('GET', `${at.unusual}/${notice.id}`)).status]).toEqual([who, status])
    expect((await keeper.tryTo(at.unusual, 'handle', notice.id, freeze)).status).toBe(403)
  })

  it('A30 I-04 freeze what is available first, then what is pledged by the order of its items, and give all of it back', async () => {
    expect(await held()).toEqual(free)
    const notice = await reported({ qty: '900' })
    const risk = await platform().as('rk01')
    const version = await risk.versionOf(at.unusual, notice.id)
    const { body } = await risk.ask('POST', `${at.unusual}/try/handle/${notice.id}`, { version, ...freeze })
    expect((body.effects.balances as object[]).length).toBeGreaterThan(1)
    expect(await handled(notice)).toMatchObject({
      status: 'HANDLING',
      handlerName: '许静',
      frozenAvailQty: '200.0000',
      frozenPledgeQty: '700.0000',
      frozenItems: [{ qty: '600.0000' }, { qty: '100.0000' }],
    })
    expect(await held()).toEqual([0, 100, 200, 700, [600, 100]])
    expect(await platform().violations()).toEqual([])
    // To a partner it is us who handle it.
    expect(await (await platform().as('wh01')).read(at.unusual, notice.id)).toMatchObject({ handlerName: '平台' })

    const done = await finished(notice)
    expect(done).toMatchObject({
      status: 'HANDLED',
      frozenAvailQty: '0.0000',
      frozenPledgeQty: '0.0000',
      handledAt: expect.any(String) as string,
    })
    expect((done['frozenItems'] as { qty: string }[]).map(({ qty }) => qty)).toEqual(['0.0000', '0.0000'])
    expect(await held()).toEqual(free)
    expect((await (await platform().as('rk01')).tryTo(at.unusual, 'close', notice.id)).status).toBe(403)
    expect(await (await platform().as('bm01')).act(at.unusual, 'close', notice.id)).toMatchObject({ status: 'CLOSED' })
    const movements = await platform()
      .database.kysely.selectFrom('stock_movement')
      .select(['movement_type', 'qty'])
      .where('doc_no', '=', String(notice['unusualNo']))
      .execute()
    expect(movements.map((row) => `${String(row['movement_type'])} ${Number(row['qty'])}`).toSorted()).toEqual([
      'FREEZE_A 200',
      'FREEZE_P 100',
      'FREEZE_P 600',
      'UNFREEZE_A 200',
      'UNFREEZE_P 100',
      'UNFREEZE_P 600',
    ])
    expect(await platform().violations()).toEqual([])
  })

  it('A30 are refused a freeze of goods that are not named or not there, with the figures, and nothing is booked', async () => {
    const { borrowerId, fundingPartyId, departmentId, warehouseId } = batch
    const op = await platform().as('op01')
    const loose = await op.add(at.unusual, values({ stockBatchId: null, borrowerId, fundingPartyId, departmentId, warehouseId, goodsId }))
    expect(await tryToHandle(loose)).toMatchObject({ status: 417, body: { code: refusals['unusual.without-batch'].number } })
    expect(await handled(loose, { opinion: '无需冻结' })).toMatchObject({ status: 'HANDLING', frozenAvailQty: '0.0000', frozenItems: [] })
    expect(await finished(loose)).toMatchObject({ status: 'HANDLED' })

    const beyond = await reported({ qty: '1000.0001' })
    expect(await tryToHandle(beyond)).toMatchObject({
      status: 417,
      body: { code: refusals['unusual.beyond-stock'].number, params: { qty: '1000.0001', available: '200.0000', unlocked: '800.0000' } },
    })
    expect((await tryToHandle(beyond, { freeze: true })).status).toBe(422)
    expect(await held()).toEqual(free)
    const exact = await handled(await reported({ qty: '1000' }))
    expect(await held()).toEqual([0, 0, 200, 800, [600, 200]])
    // All is frozen, so that there is nothing left for another notice.
    expect(await tryToHandle(await reported({ qty: '0.0001' }))).toMatchObject({
      status: 417,
      body: { params: { available: '0.0000', unlocked: '0.0000' } },
    })
    await finished(exact)
    expect(await held()).toEqual(free)
    expect(await platform().violations()).toEqual([])
  })

  it('I-04 freeze the same goods once when two are taken up at once, and give it back once when one is finished twice', async () => {
    const both = [await reported({ qty: '600' }), await reported({ qty: '600' })]
    const taken = await Promise.all(both.map((notice) => tryToHandle(notice)))
    expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
    expect(await held()).toEqual([0, 400, 200, 400, [400, 0]])
    const winner = both[taken.findIndex(({ status }) => status === 200)]
    const risk = await platform().as('rk01')
    const finish = () => risk.tryTo(at.unusual, 'finish', winner?.id ?? '', { handleResult: '已复核，解除冻结' })
    const ended = await Promise.all([finish(), finish()])
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await held()).toEqual(free)
    expect(await platform().violations()).toEqual([])
  })

  it('are changed and deleted only as long as nobody has taken them up', async () => {
    const keeper = await platform().as('wh01')
    const notice = await reported()
    const edit = async (qty: string) =>
      (await keeper.ask('PATCH', `${at.unusual}/${notice.id}`, { version: await keeper.versionOf(at.unusual, notice.id), qty })).status
    expect(await edit('12')).toBe(200)
    await handled(notice, { opinion: '核实中' })
    expect(await edit('13')).toBe(417)
    expect((await keeper.remove(at.unusual, notice.id)).status).toBe(417)
    expect((await keeper.remove(at.unusual, (await reported()).id)).status).toBe(200)
  })
})
