import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals } from '../../src/rules/refusals'
import type { Session } from './support/client'
import { entriesOf, inSystem, paid, receivableOf, takenBack } from './support/fees'
import { at, draftedStockIn, lineInForce, quotaInForce, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform } from './support/platform'
import { paidOut } from './support/pledging'

/** E-31, decisions A7, A40 and D26: what a stock-in brings too little, too much or damaged. */
describePlatform('short orders', (platform) => {
  let goodsId = ''
  let lineId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
  })

  const receive = async (notice: RecordValues, ...quantities: [good: string, damaged?: string][]): Promise<RecordValues> => {
    const keeper = await platform().as('wh01')
    const rows = notice['goods'] as { id: string }[]
    await keeper.act(at.stockIn, 'receive', notice.id, {
      goods: quantities.map(([receivedGoodQty, receivedDamagedQty = '0'], index) => ({
        id: rows[index]?.id,
        receivedGoodQty,
        receivedDamagedQty,
      })),
    })
    return keeper.act(at.stockIn, 'finish', notice.id)
  }
  const shortsOf = async ({ id }: RecordValues, who = 'op01'): Promise<RecordValues[]> =>
    (await (await platform().as(who)).list(at.shortOrder, { stockInId: id })).records.toSorted((a, b) => Number(a.id) - Number(b.id))
  /** A stock-in of 演示乳品 without a loan, its two lines expected to bring 100 and 50. */
  const arrived = async (...quantities: [good: string, damaged?: string][]): Promise<RecordValues> => {
    const op = await platform().as('op01')
    const notice = await op.act(at.stockIn, 'submit', (await draftedStockIn(platform(), goodsId)).id)
    await receive(notice, ...quantities)
    return op.act(at.stockIn, 'confirm', notice.id)
  }
  const approvedLoan = async (qty: string, approvedAmount: string): Promise<RecordValues> => {
    const goods = [{ goodsId, qty, unitPrice: '120' }]
    const { id } = await submittedLoan(platform(), lineId, goodsId, { appliedAmount: approvedAmount, goods })
    return (await platform().as('bm01')).act(at.loan, 'approve', id, { approvedAmount })
  }
  /** What came for a loan, of one line. */
  const arrivedFor = async (loan: RecordValues, good: string, damaged = '0'): Promise<RecordValues> => {
    const op = await platform().as('op01')
    const [drafted] = (await op.list(at.stockIn, { loanId: loan.id })).records
    const notice = await op.act(at.stockIn, 'submit', drafted?.id ?? '')
    await receive(notice, [good, damaged])
    return op.act(at.stockIn, 'confirm', notice.id)
  }
  const deduct = { responsibleParty: 'SUPPLIER', shortHandle: 'DEDUCT' }
  /** What the customer of a fee has in deposit. */
  const depositOf = async ({ borrowerId, fundingPartyId }: RecordValues): Promise<string> =>
    inSystem(platform(), async (tools) => {
      const owner = { borrowerId: String(borrowerId), fundingPartyId: String(fundingPartyId), fundAccountKind: 'ADVANCE' }
      const [account] = await tools.find('fundAccount', owner)
      return account?.balance ?? '0'
    })
  const reservedOf = async () => (await (await platform().as('op01')).read(at.line, lineId))['reservedAmount']
  const tried = async (who: Session, base: string, action: string, { id }: RecordValues, form: object = {}) => {
    const version = await who.versionOf(base, id)
    return (await who.ask('POST', `${base}/try/${action}/${id}`, { version, ...form })).body
  }

  it('A40 come of a confirmed stock-in: one for each line that came short or with too much, one for what is damaged; the preview says so', async () => {
    const op = await platform().as('op01')
    const notice = await op.act(at.stockIn, 'submit', (await draftedStockIn(platform(), goodsId)).id)
    await receive(notice, ['94', '4'], ['51'])
    const { effects } = await tried(op, at.stockIn, 'confirm', notice)
    expect((effects.created as { title: string }[]).filter(({ title }) => title === '短溢单')).toHaveLength(3)
    await op.act(at.stockIn, 'confirm', notice.id)
    const [short, over, damage] = await shortsOf(notice)
    const common = { sourceType: 'STOCK_IN', stockInNo: notice['stockInNo'], unitPrice: '120.0000', loanId: null, status: 'PENDING' }
    expect(short).toMatchObject({
      shortType: 'SHORT',
      expectedQty: '100.0000',
      actualQty: '98.0000',
      diffQty: '-2.0000',
      diffAmount: '240.00',
      batchNo: null,
      sourceType: 'STOCK_IN',
    })
    expect(over).toMatchObject({ shortType: 'OVER', expectedQty: '50.0000', actualQty: '51.0000', diffQty: '1.0000', batchNo: 'B2' })
    expect(damage).toMatchObject({
      shortType: 'DAMAGE',
      expectedQty: '98.0000',
      actualQty: '94.0000',
      diffQty: '-4.0000',
      diffAmount: '480.00',
    })
    expect(await op.read(at.shortOrder, damage?.id ?? '')).toMatchObject({
      ...common,
      borrowerName: notice['borrowerName'],
      unit: expect.any(String) as string,
    })
    expect(await shortsOf(await arrived(['100'], ['50']))).toEqual([])
  })

  it('E-31 D26 take what 20 missing cases were to be financed with from the approved amount and from what it reserves', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const loan = await approvedLoan('10000', '635250.00')
    const reserved = Number(await reservedOf())
    const [order] = await shortsOf(await arrivedFor(loan, '9980'))
    expect(order).toMatchObject({ diffQty: '-20.0000', diffAmount: '2400.00' })
    const id = order?.id ?? ''
    expect(await op.read(at.shortOrder, id)).toMatchObject({ loanNo: loan['loanNo'], stockBatchCode: expect.any(String) as string })
    expect(await op.act(at.shortOrder, 'submit', id, deduct)).toMatchObject({
      status: 'AUDITING',
      deductAmount: '1270.50',
      deductedAmount: null,
    })
    // What was reckoned for a submission goes with it.
    expect(await op.act(at.shortOrder, 'withdraw', id)).toMatchObject({ status: 'PENDING', deductAmount: null })
    await op.act(at.shortOrder, 'submit', id, deduct)
    const { effects } = await tried(manager, at.shortOrder, 'approve', { id })
    expect(effects.balances).toContainEqual(
      expect.objectContaining({
        title: '客户额度',
        buckets: [expect.objectContaining({ before: reserved.toFixed(2), after: (reserved - 1270.5).toFixed(2) })],
      }),
    )
    expect(await manager.act(at.shortOrder, 'approve', id)).toMatchObject({
      status: 'HANDLED',
      deductAmount: '1270.50',
      deductedAmount: '1270.50',
      handledAt: expect.any(String) as string,
    })
    expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'APPROVED', approvedAmount: '633979.50', initialRate: '0.5500' })
    expect(await reservedOf()).toBe((reserved - 1270.5).toFixed(2))
    expect(await platform().violations()).toEqual([])
  })

  it('A7 deduct no more than is left, and nothing of a loan that waits for its approval again', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    // A tenth of what the goods allow is asked for, so that half of them missing is more than all of it.
    const loan = await approvedLoan('1000', '10000.00')
    const [first] = await shortsOf(await arrivedFor(loan, '500'))
    expect(await op.act(at.shortOrder, 'submit', first?.id ?? '', deduct)).toMatchObject({ deductAmount: '31762.50' })
    expect(await manager.act(at.shortOrder, 'approve', first?.id ?? '')).toMatchObject({ deductedAmount: '10000.00' })
    expect(await op.read(at.loan, loan.id)).toMatchObject({ approvedAmount: '0.00', bondAmount: '0.00' })

    const again = await approvedLoan('1000', '10000.00')
    const [second] = await shortsOf(await arrivedFor(again, '999'))
    await op.act(at.shortOrder, 'submit', second?.id ?? '', deduct)
    await op.act(at.loan, 'reApproval', again.id, { opinion: '重审' })
    expect(await manager.act(at.shortOrder, 'approve', second?.id ?? '')).toMatchObject({ deductAmount: '63.53', deductedAmount: '0.00' })
    expect(await platform().violations()).toEqual([])
  })

  it('E-31 are deducted once each when all are approved at once, and the loan is closed meanwhile or not', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const loan = await approvedLoan('1000', '60000.00')
    const orders = await shortsOf(await arrivedFor(loan, '985', '5'))
    expect(orders.map(({ shortType }) => shortType)).toEqual(['SHORT', 'DAMAGE'])
    for (const { id } of orders) await op.act(at.shortOrder, 'submit', id, deduct)
    const approvals = await Promise.all([...orders, ...orders].map(({ id }) => manager.tryTo(at.shortOrder, 'approve', id)))
    expect(
      approvals
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .slice(0, 2),
    ).toEqual([200, 200])
    expect(approvals.filter(({ status }) => status === 200)).toHaveLength(2)
    // 10 × 115.50 × 0.55 and 5 × 115.50 × 0.55.
    expect(await op.read(at.loan, loan.id)).toMatchObject({ approvedAmount: '59047.12' })

    const other = await approvedLoan('1000', '60000.00')
    const [order] = await shortsOf(await arrivedFor(other, '999'))
    await op.act(at.shortOrder, 'submit', order?.id ?? '', deduct)
    const [approved, closed] = await Promise.all([
      manager.tryTo(at.shortOrder, 'approve', order?.id ?? ''),
      manager.tryTo(at.loan, 'close', other.id, { opinion: '不再用款' }),
    ])
    expect(approved.status).toBe(200)
    expect([200, 409]).toContain(closed.status)
    const { status, approvedAmount } = await op.read(at.loan, other.id)
    expect({ status, approvedAmount, deducted: approved.body.deductedAmount }).toEqual({
      status: closed.status === 200 ? 'CLOSED' : 'APPROVED',
      approvedAmount: approved.body.deductedAmount === '0.00' ? '60000.00' : '59936.47',
      deducted: approved.body.deductedAmount === '0.00' ? '0.00' : '63.53',
    })
    expect(await platform().violations()).toEqual([])
  })

  it('are replenished by a notice like the one that came short, as long as the loan lives', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const loan = await approvedLoan('1000', '10000.00')
    const stockIn = await arrivedFor(loan, '990', '10')
    const [damage] = await shortsOf(stockIn)
    const replenish = { responsibleParty: 'WAREHOUSE', shortHandle: 'REPLENISH' }
    await op.act(at.shortOrder, 'submit', damage?.id ?? '', replenish)
    await op.act(at.loan, 'reApproval', loan.id, { opinion: '重审' })
    const refused = await manager.tryTo(at.shortOrder, 'approve', damage?.id ?? '')
    expect(refused).toMatchObject({
      status: 417,
      body: { code: refusals['short-order.loan-not-open'].number, params: { loanNo: loan['loanNo'] } },
    })
    await manager.act(at.loan, 'approve', loan.id, { approvedAmount: '10000.00' })
    expect(await manager.act(at.shortOrder, 'approve', damage?.id ?? '')).toMatchObject({ status: 'HANDLED' })
    const drafted = (await op.list(at.stockIn, { loanId: loan.id })).records.filter(({ status }) => status === 'DRAFT')
    expect(drafted).toHaveLength(1)
    const { stockInType, warehouseId, supplierId, autoPledge } = await op.read(at.stockIn, stockIn.id)
    const goods = [expect.objectContaining({ goodsId, expectedQty: '10.0000', unitPrice: '120.0000', goodQty: null })]
    expect(await op.read(at.stockIn, drafted[0]?.id ?? '')).toMatchObject({ stockInType, warehouseId, supplierId, autoPledge, goods })
    expect(await platform().violations()).toEqual([])
  })

  it('A7 refuse what does not fit: a deduction without a loan, another handling of what is too much, a claim against nobody', async () => {
    const op = await platform().as('op01')
    const [short, over] = await shortsOf(await arrived(['98'], ['55']))
    const [shortId, overId] = [short?.id ?? '', over?.id ?? '']
    const without = await op.tryTo(at.shortOrder, 'submit', shortId, deduct)
    expect(without).toMatchObject({ status: 417, body: { code: refusals['short-order.without-loan'].number } })
    for (const shortHandle of ['CLAIM', 'REPLENISH']) {
      const responsibleEnterpriseId = await platform().idOf('enterprise', 'short_name', '演示冶炼')
      const form = { responsibleParty: 'SUPPLIER', responsibleEnterpriseId, shortHandle, claimAmount: '1.00' }
      const { status, body } = await op.tryTo(at.shortOrder, 'submit', overId, form)
      expect([status, body.errors?.[0]?.path, body.errors?.[0]?.detail]).toEqual([422, 'shortHandle', '溢装只能据实入账'])
    }
    const missing = async (form: object) => {
      const { status, body } = await op.tryTo(at.shortOrder, 'submit', shortId, form)
      return [status, ...(body.errors as { path: string }[]).map(({ path }) => path)]
    }
    expect(await missing({})).toEqual([422, 'responsibleParty', 'shortHandle'])
    expect(await missing({ responsibleParty: 'SUPPLIER', shortHandle: 'CLAIM', clear: ['claimAmount'] })).toEqual([
      422,
      'responsibleEnterpriseId',
      'claimAmount',
    ])
    // Whoever is to pay is one of those who are responsible.
    const responsibleEnterpriseId = await platform().idOf('enterprise', 'short_name', '演示物流')
    expect(await missing({ responsibleParty: 'SUPPLIER', responsibleEnterpriseId, shortHandle: 'CLAIM' })).toEqual([
      422,
      'responsibleEnterpriseId',
    ])
    const claim = { responsibleParty: 'LOGISTICS', responsibleEnterpriseId, shortHandle: 'CLAIM' }
    expect(await op.act(at.shortOrder, 'submit', shortId, claim)).toMatchObject({ status: 'AUDITING', claimAmount: '240.00' })
  })

  it('A19 are claimed from who is responsible; the money goes to the deposit of the customer, and back when it is taken back', async () => {
    const [op, manager, officer] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('fm01')]
    const [order] = await shortsOf(await arrived(['98'], ['50']))
    const responsibleEnterpriseId = await platform().idOf('enterprise', 'short_name', '演示物流')
    const claim = { responsibleParty: 'LOGISTICS', responsibleEnterpriseId, shortHandle: 'CLAIM', claimAmount: '235.00' }
    await op.act(at.shortOrder, 'submit', order?.id ?? '', claim)
    const { claimFeeId } = await manager.act(at.shortOrder, 'approve', order?.id ?? '')
    const fee = await officer.read(at.miscFee, String(claimFeeId))
    expect(fee).toMatchObject({
      miscType: 'CLAIM',
      status: 'CONFIRMED',
      payerName: expect.stringContaining('物流'),
      docType: 'shortOrder',
      docNo: order?.['shortNo'],
      qty: '2.0000',
      totalAmount: '235.00',
      taxAmount: '0.00',
      openAmount: '235.00',
    })
    const owed = await receivableOf(platform(), fee['feeNo'])
    expect(owed).toMatchObject({
      receivableType: 'MISC_FEE',
      payerId: responsibleEnterpriseId,
      borrowerId: fee['borrowerId'],
      amount: '235.00',
      intoDeposit: true,
    })
    const none = Number(await depositOf(fee))
    await paid(platform(), owed, '10.00')
    const before = Number(await depositOf(fee))
    expect(before).toBe(none + 10)
    const verification = await paid(platform(), owed, '200.00')
    expect(await entriesOf(platform(), verification.verificationNo, 'DEPOSIT_IN')).toEqual([{ 1002: 200, 2203: -200 }])
    expect(await entriesOf(platform(), verification.verificationNo, 'FEE_IN')).toEqual([])
    expect(await officer.read(at.miscFee, fee.id)).toMatchObject({ status: 'PARTIAL', receivedAmount: '210.00', openAmount: '25.00' })
    expect(Number(await depositOf(fee))).toBe(before + 200)
    await takenBack(platform(), verification.id)
    expect(await officer.read(at.miscFee, fee.id)).toMatchObject({ status: 'PARTIAL', receivedAmount: '10.00', openAmount: '225.00' })
    expect(Number(await depositOf(fee))).toBe(before)
    // It is no income of the platform, whether it comes or is let off.
    await officer.act(at.miscFee, 'waive', fee.id, { amount: '225.00', opinion: '责任方免赔' })
    expect(await receivableOf(platform(), fee['feeNo'])).toMatchObject({ status: 'CLOSED', amount: '10.00' })
    expect(await entriesOf(platform(), fee['feeNo'], 'FEE_CONFIRM')).toEqual([])
    expect(await platform().violations()).toEqual([])
  })

  it('E-31 A7 claim what a loan has nothing left to be deducted from, which is paid out with that', async () => {
    const [op, manager, officer] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('fn01')]
    const loan = await approvedLoan('10000', '635250.00')
    await paidOut(platform(), loan.id, '634500.00')
    const stockIn = await arrivedFor(loan, '9970', '10')
    const [short, damage] = await shortsOf(stockIn)
    const responsibleEnterpriseId = await platform().idOf('enterprise', 'short_name', '演示冶炼')
    await op.act(at.shortOrder, 'submit', short?.id ?? '', { ...deduct, responsibleEnterpriseId })
    const { effects } = await tried(manager, at.shortOrder, 'approve', { id: short?.id ?? '' })
    expect((effects.created as { title: string }[]).map(({ title }) => title)).toEqual(expect.arrayContaining(['杂费', '应收项']))
    const handled = await manager.act(at.shortOrder, 'approve', short?.id ?? '')
    expect(handled).toMatchObject({ deductAmount: '1270.50', deductedAmount: '750.00', claimAmount: '520.50' })
    expect(await officer.read(at.miscFee, String(handled['claimFeeId']))).toMatchObject({
      status: 'CONFIRMED',
      totalAmount: '520.50',
      loanNo: loan['loanNo'],
    })
    expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'OUTSTANDING', approvedAmount: '634500.00', paidAmount: '634500.00' })
    // Nobody to claim it from: what is not deducted waits for a fill.
    await op.act(at.shortOrder, 'submit', damage?.id ?? '', deduct)
    expect(await manager.act(at.shortOrder, 'approve', damage?.id ?? '')).toMatchObject({
      deductAmount: '635.25',
      deductedAmount: '0.00',
      claimAmount: null,
      claimFeeId: null,
    })
    const { records: fills } = await manager.list(at.fill, { loanId: loan.id })
    expect(fills).toMatchObject([{ status: 'PENDING', requiredCash: '635.25', warnRecordNo: null }])
    expect(await manager.read(at.fill, fills[0]?.id ?? '')).toMatchObject({ shortOrderNo: damage?.['shortNo'] })
    expect(await platform().violations()).toEqual([])
  })

  it('are approved by another than who submitted them, rejected with a reason, and closed only when nothing is left to be handled', async () => {
    const [op, manager, both] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('multi01')]
    const [order] = await shortsOf(await arrived(['98'], ['50']))
    const id = order?.id ?? ''
    const accept = { responsibleParty: 'NONE', shortHandle: 'ACCEPT' }
    await both.act(at.shortOrder, 'submit', id, accept)
    expect(await both.tryTo(at.shortOrder, 'approve', id)).toMatchObject({
      status: 417,
      body: { detail: expect.stringContaining('提交人') as string },
    })
    expect((await op.tryTo(at.shortOrder, 'withdraw', id)).status).toBe(417)
    expect((await manager.tryTo(at.shortOrder, 'reject', id)).status).toBe(422)
    expect(await manager.act(at.shortOrder, 'reject', id, { opinion: '请复点' })).toMatchObject({
      status: 'REJECTED',
      auditOpinion: '请复点',
    })
    expect((await manager.tryTo(at.shortOrder, 'close', id, { opinion: '关闭' })).status).toBe(417)

    const [found] = await shortsOf(await arrived(['98'], ['50']))
    const foundId = found?.id ?? ''
    const close = () => manager.tryTo(at.shortOrder, 'close', foundId, { opinion: '复点已找到' })
    expect(await close()).toMatchObject({ status: 417, body: { detail: expect.stringContaining('仍有差异') as string } })
    const edit = async (values: object) =>
      op.ask(
        'PATCH',
        `${at.shortOrder}/${foundId}`,
        { version: await op.versionOf(at.shortOrder, foundId), ...values },
        { 'idempotency-key': randomUUID() },
      )
    // What the stock-in says stays; what was counted again may be corrected, but not into something else.
    for (const closed of [{ expectedQty: '98' }, { unitPrice: '1' }, { shortType: 'DAMAGE' }, { goodsId: '1' }, { loanId: '1' }])
      expect([closed, (await edit(closed)).status]).toEqual([closed, 422])
    expect((await edit({ actualQty: '101' })).status).toBe(422)
    expect(await edit({ actualQty: '100', remark: '复点已找到' })).toMatchObject({ status: 200 })
    expect(await close()).toMatchObject({ status: 200, body: { status: 'CLOSED', diffQty: '0.0000' } })
  })

  it('are seen by the client and the keeper of the warehouse whose they are, and handled by neither', async () => {
    const [order] = await shortsOf(await arrived(['98'], ['50']))
    const id = order?.id ?? ''
    for (const [who, sees] of [
      ['wh01', true],
      ['wh02', false],
      ['br01', true],
      ['fp01', true],
      ['op02', false],
    ] as const) {
      const session = await platform().as(who)
      expect([who, (await session.ask('GET', `${at.shortOrder}/${id}`)).status]).toEqual([who, sees ? 200 : 404])
      expect([who, (await session.list(at.shortOrder)).records.some((row) => row.id === id)]).toEqual([who, sees])
    }
    for (const who of ['wh01', 'br01']) {
      const session = await platform().as(who)
      const submitted = await session.tryTo(at.shortOrder, 'submit', id, { responsibleParty: 'NONE', shortHandle: 'ACCEPT' })
      expect([who, submitted.status]).toEqual([who, 403])
    }
    for (const who of ['ta01', 'lg01']) expect((await (await platform().as(who)).ask('GET', `${at.shortOrder}/list`)).status).toBe(403)
  })
})
