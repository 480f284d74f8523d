import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import { demoPassword } from './support/config'
import {
  approvedInvoice,
  at,
  draftedStockIn,
  invoiceValues,
  lineInForce,
  lineValues,
  loanValues,
  orderInForce,
  quotaInForce,
  quotaValues,
  referenceGoods,
  submittedLoan,
} from './support/fixtures'
import type { ApiResponse } from './support/client'
import { describePlatform, type Platform } from './support/platform'

/** What the rules refuse in words of their own before a ledger does. */
const outOfReach: RefusalCode[] = [
  'credit.not-in-force',
  // Choices and conditions refuse it before: accounts that are closed or another party's, loans that are over, flows that are matched.
  'payment.loan-not-open',
  'payment.account-closed',
  'payment.account-of-other',
  'bank-flow.not-free',
  'release.out-under-way',
  'fill.other-type',
  'fill.ended',
  'fill.not-in-stock',
  // Of goods that do not suffice: their pledge is approved before, and src/rules/fill.test.ts judges them.
  'fill.not-reached',
]
/** Provoked in administrators.test.ts, where all other administrators are gone, in giving.test.ts, trials.test.ts and outside.test.ts, which see their words. */
const inWords: RefusalCode[] = [
  'role.last-administrator',
  'user.beyond-own',
  'user.gives-beyond',
  'user.own-rights',
  'role.own',
  'role.beyond-own',
  'department.beyond-own',
  'valuation.foreign-currency',
  'call.no-system',
]

/** Those that the other files here name. */
async function namedElsewhere(): Promise<RefusalCode[]> {
  const folder = import.meta.dirname
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name !== 'rules.test.ts')
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => texts.some((text) => text.includes(`'${code}'`)))
}

/** Every refusal of the catalogue, provoked over the wire: its code, and that nothing was stored. */
describePlatform('the business rules', (platform) => {
  const provoked = new Set<RefusalCode>()
  const expectRefusal = async (code: RefusalCode, asked: Promise<ApiResponse>, params?: object): Promise<void> => {
    const { status, body } = await asked
    expect({ status, code: body.code, detail: body.detail as string, params: body.params as object }).toMatchObject({
      status: 417,
      code: refusals[code].number,
      ...(params ? { params } : {}),
    })
    expect(body.detail).not.toMatch(/[{}]/)
    provoked.add(code)
  }
  let goodsId = ''
  let quota: RecordValues
  let line: RecordValues
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    quota = await quotaInForce(platform(), { approvedAmount: '40000000.00' })
    line = await lineInForce(platform(), quota.id, { lineAmount: '30000000.00' })
  })

  describe('of limits', () => {
    it('refuse dates that are over', async () => {
      const op = await platform().as('op01')
      const { id } = await op.add(at.quota, await quotaValues(platform(), { endDate: '2026-11-19' }))
      await expectRefusal('quota.dates', op.tryTo(at.quota, 'submit', id), { endDate: '2026-11-19' })
      expect(await op.read(at.quota, id)).toMatchObject({ status: 'DRAFT' })

      const [expired] = (await op.list(at.quota, { status: 'EXPIRED' })).records
      await expectRefusal('quota.renewal-date', op.tryTo(at.quota, 'renew', expired?.id ?? '', { endDate: '2026-11-20', opinion: '续期' }))
    })

    it('refuse an amount below what is used and given on', async () => {
      const manager = await platform().as('bm01')
      const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
      const given = await lineInForce(platform(), own.id, { lineAmount: '1500000.00' })
      const loan = await submittedLoan(platform(), given.id, goodsId)
      await manager.act(at.loan, 'approve', loan.id, { approvedAmount: '635250.00' })
      const adjust = (approvedAmount: string, more: object = {}) =>
        manager.tryTo(at.quota, 'adjust', own.id, { approvedAmount, opinion: '调额', ...more })
      await expectRefusal('quota.below-use', adjust('635249.99'), { inUse: '635250.00' })
      await expectRefusal('quota.below-lines', adjust('1499999.99'), { allocated: '1500000.00' })
      await expectRefusal('quota.temporary-without-date', adjust('2000000.00', { tempAmount: '1.00', tempExpireDate: '2026-11-19' }))
      expect((await adjust('1500000.00')).body).toMatchObject({ approvedAmount: '1500000.00' })
      await expectRefusal('quota.below-use', manager.tryTo(at.line, 'adjust', given.id, { lineAmount: '635249.99', opinion: '调额' }))
    })

    it('refuse lines that are too many, on a quota that is not in force, or of a product that it does not cover', async () => {
      const [op, risk] = [await platform().as('op01'), await platform().as('rk01')]
      const own = await quotaInForce(platform(), { approvedAmount: '1000000.00' })
      const draft = await op.add(at.line, await lineValues(platform(), own.id, { lineAmount: '1000000.01' }))
      await expectRefusal('customer-line.beyond-quota', op.tryTo(at.line, 'submit', draft.id), {
        allocated: '1000000.01',
        limit: '1000000.00',
      })
      const other = { productId: await platform().idOf('product', 'product_name', '甲行代理采购') }
      await expectRefusal('customer-line.product-not-covered', op.ask('POST', at.line, await lineValues(platform(), own.id, other)))
      await risk.act(at.quota, 'freeze', own.id, { opinion: '冻结' })
      await expectRefusal('quota.not-in-force', op.tryTo(at.line, 'submit', draft.id))
    })

    it('refuse who is no client, or not for this product', async () => {
      const [op, south] = [await platform().as('op01'), await platform().as('op02')]
      const borrowerId = await platform().idOf('enterprise', 'short_name', '演示酒业')
      const draft = await op.add(at.line, await lineValues(platform(), quota.id, { borrowerId }))
      await expectRefusal('client.not-active', op.tryTo(at.line, 'submit', draft.id))

      const trust = await platform().idOf('enterprise', 'short_name', '乙信托')
      const values = await lineValues(platform(), await platform().idOf('quota', 'quota_name', '乙信托华南大宗授信'), {
        borrowerId: await platform().idOf('enterprise', 'short_name', '演示浆纸'),
        productId: await platform().idOf('product', 'product_name', '乙信托进口代采'),
        departmentId: await platform().idOf('department', 'department_name', '华南业务部'),
        fundingPartyId: trust,
      })
      const southern = await south.add(at.line, values)
      await expectRefusal('client.product-not-admitted', south.tryTo(at.line, 'submit', southern.id))
    })
  })

  it('I-08 keep a limit with whom it was granted to, and above what is in use, when it is renewed', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
    const given = await lineInForce(platform(), own.id, { lineAmount: '1000000.00' })
    const loan = await submittedLoan(platform(), given.id, goodsId)
    await manager.act(at.loan, 'approve', loan.id, { approvedAmount: '600000.00' })
    await inWrite(platform().services, systemUser, async ({ tools }) => {
      await tools.set('customerLine', given.id, { endDate: '2026-11-19' })
      await tools.perform('customerLine', given.id, 'expire')
    })
    const renew = (more: object) => op.tryTo(at.line, 'renew', given.id, { endDate: '2028-12-30', opinion: '续期', ...more })
    await expectRefusal('quota.below-use', renew({ lineAmount: '599999.99' }), { inUse: '600000.00' })
    expect((await renew({})).status).toBe(200)
    await op.act(at.line, 'withdraw', given.id)
    const { version } = await op.read(at.line, given.id)
    const borrowerId = await platform().idOf('enterprise', 'short_name', '演示酒业')
    expect(await op.ask('PATCH', `${at.line}/${given.id}`, { version, borrowerId })).toMatchObject({ status: 417, body: { code: 100410 } })
  })

  it('refuse a line that has not begun', async () => {
    const own = await quotaInForce(platform())
    const line = await lineInForce(platform(), own.id)
    const op = await platform().as('op01')
    const values = await loanValues(platform(), line.id, goodsId)
    const { id } = await op.add(at.loan, values)
    await inWrite(platform().services, systemUser, ({ tools }) => tools.set('customerLine', line.id, { startDate: '2026-11-21' }))
    await expectRefusal('customer-line.not-in-force', op.tryTo(at.loan, 'submit', id))
    // It is no choice either.
    const chosen = await op.ask('POST', at.loan, values)
    expect(chosen.status).toBe(422)
    expect(chosen.body.errors).toContainEqual(expect.objectContaining({ path: 'customerLineId', rule: 'reference' }))
    const choices = await op.ask(
      'GET',
      `${at.loan}/options/customerLineId?values=${line.id}&borrowerId=${String(values['borrowerId'])}&productId=${String(values['productId'])}`,
    )
    expect(choices.body).toEqual([])
  })

  it('D6 an ended limit does not stand in the way of the next, and cannot come back beside it', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
    const first = await lineInForce(platform(), own.id, { lineAmount: '1000000.00' })
    const next = await lineValues(platform(), own.id, { lineAmount: '1000000.00' })
    expect(await op.ask('POST', at.line, next)).toMatchObject({
      status: 422,
      body: { code: 100411, errors: [{ rule: 'unique', params: { fields: ['quotaId', 'productId', 'borrowerId'] } }] },
    })
    await manager.act(at.line, 'close', first.id, { opinion: '改签' })
    expect((await op.add(at.line, next)).id).not.toBe(first.id)
  })

  describe('of loans', () => {
    const draft = async (more: object = {}, lineId = line.id): Promise<RecordValues> =>
      (await platform().as('op01')).add(at.loan, await loanValues(platform(), lineId, goodsId, more))
    const submit = async (id: string): Promise<ApiResponse> => (await platform().as('op01')).tryTo(at.loan, 'submit', id)
    const submitted = (more: object = {}, lineId = line.id): Promise<ApiResponse> => draft(more, lineId).then(({ id }) => submit(id))
    const cases = (qty: string) => [{ goodsId, qty, unitPrice: '120' }]

    it('refuse a cent more than the goods allow, and let the last cent through', async () => {
      await expectRefusal('loan.beyond-goods', submitted({ appliedAmount: '635250.01' }), { limit: '635250.00' })
      expect(await submitted()).toMatchObject({ status: 200, body: { status: 'AUDITING' } })
    })

    it.each([
      ['the money', 'fundingPartyId', 'enterprise', 'short_name', '乙信托'],
      ['the business', 'departmentId', 'department', 'department_name', '华南业务部'],
    ])('refuse a draft on %s of others than its line', async (_what, path, table, column, name) => {
      // Sees all rows, so only the rule is in the way.
      const op = await platform().as('multi01')
      // Nor is a contract, which is the other's no more.
      const { id, version, [path]: own } = await draft({ contractId: null })
      const other = await platform().idOf(table, column, name)
      const refusal = { status: 422, body: { errors: [{ path }] } }
      expect(await op.ask('PATCH', `${at.loan}/${id}`, { version, [path]: other })).toMatchObject(refusal)
      const values = await loanValues(platform(), line.id, goodsId, { contractId: null })
      expect(await op.ask('POST', at.loan, { ...values, [path]: other })).toMatchObject(refusal)
      expect(await op.read(at.loan, id)).toMatchObject({ version, [path]: own })
    })

    it('refuse a cent more than is available, and let the last cent through', async () => {
      const own = await quotaInForce(platform(), { approvedAmount: '600000.00' })
      const small = await lineInForce(platform(), own.id, { lineAmount: '500000.00' })
      await expectRefusal('loan.beyond-available', submitted({ appliedAmount: '500000.01' }, small.id), { available: '500000.00' })
      expect(await submitted({ appliedAmount: '500000.00' }, small.id)).toMatchObject({ status: 200 })
    })

    it('refuse amounts outside what the product lends', async () => {
      await expectRefusal('loan.below-minimum', submitted({ appliedAmount: '9999.99' }), { limit: '10000.00' })
      await expectRefusal('loan.above-maximum', submitted({ appliedAmount: '20000000.01', goods: cases('400000') }), {
        limit: '20000000.00',
      })
    })

    it('refuse to approve more than was applied for', async () => {
      const { body } = await submitted()
      const approve = async (approvedAmount: string) =>
        (await platform().as('bm01')).tryTo(at.loan, 'approve', String(body.id), { approvedAmount })
      await expectRefusal('loan.approved-above-applied', approve('635250.01'), { applied: '635250.00' })
      // D4: nor less than the product lends at all.
      await expectRefusal('loan.below-minimum', approve('0.01'), { amount: '0.01', limit: '10000.00' })
      await expectRefusal('loan.below-minimum', approve('9999.99'))
      expect((await approve('10000.00')).status).toBe(200)
    })

    it('D4 refuse a term beyond the product, and terms below what was agreed without a reason that the approver reads first', async () => {
      const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
      const reason = { termsReason: '战略客户，总行已批' }
      await expectRefusal('loan.term-too-long', submitted({ termDays: 181, ...reason }), { days: 181, limit: 180 })
      expect(await submitted({ termDays: 1 })).toMatchObject({ status: 200 })
      await expectRefusal('loan.terms-below-agreed', submitted({ annualRate: '0.071999' }), { agreed: '7.2000%', value: '7.1999%' })
      await expectRefusal('loan.terms-below-agreed', submitted({ bondRate: '0.0499' }), { agreed: '5.00%', value: '4.99%' })
      const { id } = await draft({ annualRate: '0.05', bondRate: '0', ...reason })
      expect((await submit(id)).status).toBe(200)
      // The list already carries what stands above the dialog.
      expect((await manager.list(at.loan, { status: 'AUDITING' })).records.find((row) => row.id === id)).toMatchObject(reason)
      expect(await manager.act(at.loan, 'approve', id, { approvedAmount: '10000.00' })).toMatchObject({ status: 'APPROVED', ...reason })

      // What was agreed by the time of the approval counts.
      const waiting = await submitted()
      const clientId = String(
        (
          await platform()
            .database.kysely.selectFrom('client')
            .select('id')
            .where('enterprise_id', '=', await platform().idOf('enterprise', 'short_name', '演示乳品'))
            .where('funding_party_id', '=', await platform().idOf('enterprise', 'short_name', '甲行'))
            .where('status', '=', 'ACTIVE')
            .executeTakeFirstOrThrow()
        )['id'],
      )
      const agree = (annualRate: string | null) =>
        inWrite(platform().services, systemUser, ({ tools }) => tools.set('client', clientId, { annualRate }))
      const { annualRate: before } = await op.read(at.client, clientId)
      await agree('0.080000')
      await expectRefusal(
        'loan.terms-below-agreed',
        manager.tryTo(at.loan, 'approve', String(waiting.body.id), { approvedAmount: '10000.00' }),
        { agreed: '8.0000%' },
      )
      await agree(before === null ? null : String(before))
    })

    it('D5 refuse to send for goods of a loan that has gone back to approval', async () => {
      const op = await platform().as('op01')
      const waiting = await submitted()
      const late = await draftedStockIn(platform(), goodsId)
      // Drafted while the loan was approved, and stored after it had gone back.
      const { kysely } = platform().database
      await kysely.updateTable('stock_in').set({ loan_id: waiting.body.id }).where('id', '=', late.id).execute()
      await expectRefusal('stock-in.loan-not-open', op.tryTo(at.stockIn, 'submit', late.id), { loanNo: waiting.body['loanNo'] })
      expect(await op.act(at.stockIn, 'cancel', late.id, { opinion: '融资已退回' })).toMatchObject({ status: 'CANCELLED' })
    })

    it('refuse goods without a rate, and more of a batch than there is', async () => {
      const plastics = await platform().idOf('goods', 'goods_name', '聚乙烯管材料')
      await expectRefusal('loan.no-pledge-rate', submitted({ goods: [{ goodsId: plastics, qty: '100', unitPrice: '8900' }] }), {
        goods: '聚乙烯管材料',
      })

      const { kysely } = platform().database
      const reference = await kysely
        .selectFrom('stock_batch as b')
        .innerJoin('stock_in as s', 's.id', 'b.stock_in_id')
        .select(['b.id', 'b.goods_id', 'b.batch_code'])
        .where('s.stock_in_no', '=', 'RK20260212-0001')
        .executeTakeFirstOrThrow()
      const goods = [{ goodsId: String(reference['goods_id']), stockBatchId: String(reference['id']), qty: '10000.0001', unitPrice: '120' }]
      await expectRefusal('loan.batch-short', submitted({ goods, appliedAmount: '100000.00' }), {
        // All of it is frozen for the loan of the reference case (D1).
        available: '0.0000',
        qty: '10000.0001',
      })
      // A batch stands on one line.
      const half = { ...goods[0], qty: '5000' }
      const twice = await loanValues(platform(), line.id, goodsId, { goods: [half, half] })
      expect((await (await platform().as('op01')).ask('POST', at.loan, twice)).body.errors).toMatchObject([
        { path: 'goods.1.stockBatchId', rule: 'unique' },
      ])
    })

    it('E-11 approve no more than the goods are worth on that day', async () => {
      const waiting = await submitted()
      const manager = await platform().as('bm01')
      const { kysely } = platform().database
      const priced = kysely.updateTable('collateral_price').where('goods_id', '=', goodsId).where('price_source', '=', 'MARKET')
      await priced.set({ price_cny: '100' }).execute()
      const approve = (approvedAmount: string) => manager.tryTo(at.loan, 'approve', String(waiting.body.id), { approvedAmount })
      await expectRefusal('loan.beyond-goods', approve('550000.01'), { amount: '550000.01', limit: '550000.00' })
      const { status, body } = await approve('550000.00')
      expect({ status, body }).toMatchObject({ status: 200, body: { initialRate: '0.5500', goods: [{ financeAmount: '550000.00' }] } })
      await priced.set({ price_cny: '115.5' }).execute()
    })

    it('refuse what is not in force: product, line, borrower', async () => {
      const [manager, risk] = [await platform().as('bm01'), await platform().as('rk01')]
      const waiting = await draft()
      const productId = await platform().idOf('product', 'product_name', '甲行存货质押')
      await manager.act(at.product, 'suspend', productId, { opinion: '暂停' })
      await expectRefusal('loan.product-not-active', submit(waiting.id))
      await manager.act(at.product, 'resume', productId)

      await risk.act(at.line, 'freeze', line.id, { opinion: '冻结' })
      await expectRefusal('customer-line.not-in-force', submit(waiting.id))
      await manager.act(at.line, 'unfreeze', line.id, { opinion: '解冻' })

      await manager.act(at.enterprise, 'freeze', String(waiting['borrowerId']), { opinion: '冻结' })
      await expectRefusal('enterprise.frozen', submit(waiting.id))
      await manager.act(at.enterprise, 'unfreeze', String(waiting['borrowerId']), { opinion: '解冻' })
      expect((await submit(waiting.id)).status).toBe(200)
    })

    it('refuse to close a loan whose goods are coming in', async () => {
      const [loan] = (await (await platform().as('op01')).list(at.loan, { projectName: '奶粉代理采购一期' })).records
      await expectRefusal(
        'loan.stock-in-under-way',
        (await platform().as('bm01')).tryTo(at.loan, 'close', loan?.id ?? '', { opinion: '关闭' }),
      )
    })
  })

  describe('of stock-in', () => {
    const notice = (more: object = {}): Promise<RecordValues> => draftedStockIn(platform(), goodsId, more)

    it('refuse receipts beyond 110 %, empty ones, and an end before every line was looked at', async () => {
      const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
      const { id, goods } = await op.act(at.stockIn, 'submit', (await notice()).id)
      const [first, second] = goods as { id: string }[]
      const receive = (receivedGoodQty: string, receivedDamagedQty = '0') =>
        keeper.tryTo(at.stockIn, 'receive', id, { goods: [{ id: first?.id, receivedGoodQty, receivedDamagedQty }] })
      await expectRefusal('stock-in.nothing-received', receive('0'))
      await expectRefusal('stock-in.too-much', receive('110', '0.0001'), { line: 1, limit: '110.0000' })
      expect((await receive('109', '1')).status).toBe(200)
      await expectRefusal('stock-in.too-much', receive('0.0001'))
      await expectRefusal('stock-in.has-receipts', op.tryTo(at.stockIn, 'cancel', id, { opinion: '不收了' }), { count: 2 })
      await expectRefusal('stock-in.line-not-received', keeper.tryTo(at.stockIn, 'finish', id), { line: 2 })
      expect(second).toBeDefined()
    })

    it('keep a line one batch, with the dates that its goods have', async () => {
      const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
      const { id, goods } = await op.act(at.stockIn, 'submit', (await notice()).id)
      const [first, second] = goods as { id: string }[]
      const receive = (row: string | undefined, more: object) =>
        keeper.tryTo(at.stockIn, 'receive', id, { goods: [{ id: row, receivedGoodQty: '10', ...more }] })
      const late = await receive(first?.id, { productionDate: '2026-10-01', expiryDate: '2020-01-01' })
      expect(late).toMatchObject({ status: 422, body: { errors: [{ path: 'goods.0.expiryDate' }] } })
      const { body } = await receive(first?.id, { batchNo: 'B1', productionDate: '2026-10-01' })
      expect((body.goods as object[])[0]).toMatchObject({ batchNo: 'B1', expiryDate: '2027-10-01', goodQty: '10.0000' })
      await expectRefusal('stock-in.other-batch', receive(first?.id, { batchNo: 'B9' }), { line: 1, batch: 'B1' })
      expect((await receive(first?.id, {})).body.goods[0]).toMatchObject({ batchNo: 'B1', goodQty: '20.0000' })
      expect((await receive(second?.id, { batchNo: 'B3' })).body.goods[1]).toMatchObject({ batchNo: 'B3' })
    })

    it('refuse goods that would belong to others than their loan', async () => {
      const loan = await submittedLoan(platform(), line.id, goodsId)
      await (await platform().as('bm01')).act(at.loan, 'approve', loan.id, { approvedAmount: '100000.00' })
      const op = await platform().as('op01')
      const [drafted] = (await op.list(at.stockIn, { loanId: loan.id })).records
      const { version } = await op.read(at.stockIn, drafted?.id ?? '')
      const moved = (more: object) => op.ask('PATCH', `${at.stockIn}/${drafted?.id}`, { version, ...more })
      const trust = await platform().idOf('enterprise', 'short_name', '乙信托')
      expect((await moved({ fundingPartyId: trust })).body.errors).toMatchObject([{ path: 'fundingPartyId' }])
    })

    it('refuse a confirmation by any of those who took goods in', async () => {
      const [op, admin] = [await platform().as('op01'), await platform().as('admin')]
      await letConfirm(platform(), 'WH')
      const keeperId = await admin.add(at.user, {
        userName: 'wh03',
        realName: '仓管三',
        mobile: '10000009999',
        roleIds: [await platform().idOf('role', 'role_code', 'WH')],
        dataScope: 'PARTNER',
        enterpriseId: await platform().idOf('enterprise', 'short_name', '演示仓储一'),
      })
      await admin.set(at.user, 'password', keeperId.id, { newPassword: 'Storage-2026!' })
      const [first, second] = [await platform().as('wh01'), await platform().guest.signIn('wh03', 'Storage-2026!')]
      await second.ask('POST', '/userLogin/changePassword', { oldPassword: 'Storage-2026!', newPassword: 'Storage-2026!!' })

      const { id, goods } = await op.act(at.stockIn, 'submit', (await notice()).id)
      const rows = goods as { id: string }[]
      await first.act(at.stockIn, 'receive', id, { goods: [{ id: rows[0]?.id, receivedGoodQty: '100' }] })
      await second.act(at.stockIn, 'receive', id, { goods: [{ id: rows[1]?.id, receivedGoodQty: '50' }] })
      await second.act(at.stockIn, 'finish', id)
      expect(await second.tryTo(at.stockIn, 'confirm', id)).toMatchObject({ status: 417, body: { code: 100500 } })
      await expectRefusal('stock-in.own-receipt', first.tryTo(at.stockIn, 'confirm', id))
      expect(await op.act(at.stockIn, 'confirm', id)).toMatchObject({ status: 'CONFIRMED' })
    })

    it('count goods as one that were called otherwise when some of them came', async () => {
      const op = await platform().as('op01')
      const before = await op.list(at.stock)
      const row = before.records.find(({ batchCount }) => Number(batchCount) > 1)
      const { kysely } = platform().database
      await kysely.updateTable('stock_batch').set({ goods_name: '旧名' }).where('id', '=', row?.id).execute()
      expect((await op.list(at.stock)).records).toEqual(before.records)
    })

    it('refuse a warehouse that is out of use, and to take one with stock out of use', async () => {
      const op = await platform().as('op01')
      const warehouse = await op.add(at.warehouse, {
        warehouseCode: 'WH0099',
        warehouseName: '测试仓',
        warehouseType: 'normal',
        operatorId: await platform().idOf('enterprise', 'short_name', '演示仓储一'),
        departmentId: await platform().idOf('department', 'department_name', '华东业务部'),
        supervisionMode: 'STATIC',
        warehouseGrade: 'A',
        region: '上海市',
        address: '测试路 1 号',
        managerName: '某某',
        managerMobile: '10000008888',
        wmsEnabled: false,
      })
      const { id } = await notice({ warehouseId: warehouse.id })
      await op.act(at.warehouse, 'disable', warehouse.id)
      await expectRefusal('stock-in.warehouse-disabled', op.tryTo(at.stockIn, 'submit', id))
      const full = await platform().idOf('warehouse', 'warehouse_name', '演示一号仓')
      await expectRefusal('warehouse.has-stock', op.tryTo(at.warehouse, 'disable', full))
    })
  })

  describe('of invoices', () => {
    type Line = Record<string, string>
    const lineOf = async (orderId: string): Promise<Line> => ((await invoiceValues(platform(), orderId))['lines'] as Line[])[0] ?? {}
    const submitted = async (orderId: string, more: object): Promise<ApiResponse> => {
      const clerk = await platform().as('fn01')
      const { id } = await clerk.add(at.invoice, await invoiceValues(platform(), orderId, more))
      return clerk.tryTo(at.invoice, 'submit', id)
    }

    it('E-26 refuse a tax or amount that is off by more than a cent, or by more than six in all', async () => {
      const { id } = await orderInForce(platform())
      const line = await lineOf(id)
      expect(line).toMatchObject({ qty: '100.0000', netAmount: '884.95', taxAmount: '115.04' })
      await expectRefusal('invoice.tax-differs', submitted(id, { lines: [{ ...line, taxAmount: '115.02' }] }), { expected: '115.04' })
      await expectRefusal('invoice.amount-differs', submitted(id, { lines: [{ ...line, netAmount: '884.93' }] }), { expected: '884.95' })
      const part = { ...line, qty: '1', unitPrice: '100', netAmount: '100.00', taxAmount: '13.01' }
      await expectRefusal('invoice.total-tax-differs', submitted(id, { lines: Array.from({ length: 7 }, () => part) }), {
        tax: '91.07',
        expected: '91.00',
      })
      expect((await submitted(id, { lines: [{ ...line, taxAmount: '115.03' }] })).status).toBe(200)
    })

    it('refuse more than the order has left, in goods and in money', async () => {
      const { id } = await orderInForce(platform())
      const line = await lineOf(id)
      await expectRefusal('invoice.beyond-line', submitted(id, { lines: [{ ...line, qty: '100.0001' }] }), { available: '100.0000' })
      const charge = { ...line, saleOrderLineId: null, qty: '1', unitPrice: '0.01', netAmount: '0.01', taxAmount: '0.00' }
      await expectRefusal('invoice.beyond-order', submitted(id, { lines: [line, charge] }), { amount: '1000.00', available: '999.99' })
    })

    it('refuse an order that is closed, and to close one while an invoice is on its way', async () => {
      const [clerk, manager] = [await platform().as('fn01'), await platform().as('bm01')]
      const { id } = await orderInForce(platform())
      const waiting = await clerk.add(at.invoice, await invoiceValues(platform(), id))
      const sentBack = await clerk.add(at.invoice, await invoiceValues(platform(), id))
      await clerk.act(at.invoice, 'submit', sentBack.id)
      await (await platform().as('fm01')).act(at.invoice, 'reject', sentBack.id, { opinion: '抬头有误' })
      const approved = await approvedInvoice(platform(), id)
      const close = () => manager.tryTo(at.order, 'close', id, { opinion: '取消' })
      await expectRefusal('sale-order.invoice-under-way', close(), { invoiceApplyNo: approved['invoiceApplyNo'] })
      await clerk.act(at.invoice, 'void', approved.id, { opinion: '作废' })
      expect((await close()).status).toBe(200)
      await expectRefusal('invoice.order-not-open', clerk.tryTo(at.invoice, 'submit', waiting.id))
      // What was sent back before the order was closed is not stranded: nobody could submit it again, nor may it be deleted.
      expect(await clerk.act(at.invoice, 'void', sentBack.id, { opinion: '订单已关闭' })).toMatchObject({ status: 'VOID' })
    })

    it('refuse an order of which nothing is left', async () => {
      const clerk = await platform().as('fn01')
      const { id } = await orderInForce(platform())
      await clerk.act(at.invoice, 'issue', (await approvedInvoice(platform(), id)).id)
      await expectRefusal('invoice.nothing-left', clerk.ask('GET', `${at.invoice}/fromorder?saleOrderId=${id}`))
    })
  })

  describe('of master data', () => {
    it('refuse the approval of an enterprise to who has edited it or submitted it again, and leave it to another', async () => {
      const [one, manager] = [await platform().as('multi01'), await platform().as('bm01')]
      const approve = (id: string, who = one) => who.tryTo(at.enterprise, 'approve', id, { enterpriseRoles: ['SUPPLIER'] })
      const fourEyes = { status: 417, body: { detail: expect.stringContaining('双人原则') as string } }
      const [rejected] = (await one.list(at.enterprise, { status: 'REJECTED' })).records
      const [waiting] = (await one.list(at.enterprise, { status: 'PENDING', effectiveStatus: 'PENDING' })).records
      const { id, version } = await one.act(at.enterprise, 'submit', rejected?.id ?? '')
      expect(await approve(id)).toMatchObject(fourEyes)
      expect((await manager.ask('PATCH', `${at.enterprise}/${id}`, { version })).status).toBe(403)

      const { id: edited, version: before } = await one.read(at.enterprise, waiting?.id ?? '')
      expect((await one.ask('PATCH', `${at.enterprise}/${edited}`, { version: before, legalPerson: '改动' })).status).toBe(200)
      expect(await approve(edited)).toMatchObject(fourEyes)
      expect(await approve(edited, manager)).toMatchObject({ status: 200, body: { status: 'ACTIVE' } })
    })

    it('refuse an enterprise without licence, a wrong name, and the end of one with obligations', async () => {
      const [op, manager, admin] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('admin')]
      const { id } = await op.add(at.enterprise, {
        enterpriseName: '演示测试有限公司',
        shortName: '演示测试',
        uscc: 'FOREIGN-0001',
        country: '德国',
        enterpriseNameEn: 'Demo Test GmbH',
        enterpriseRoles: ['SUPPLIER'],
        legalPerson: '某某',
        address: '测试路 2 号',
        contactName: '某某',
        contactMobile: '021-55559999',
      })
      await expectRefusal('enterprise.no-licence', manager.tryTo(at.enterprise, 'approve', id, { enterpriseRoles: ['SUPPLIER'] }))
      const dairy = await platform().idOf('enterprise', 'short_name', '演示乳品')
      await expectRefusal('enterprise.name-mismatch', admin.tryTo(at.enterprise, 'cancel', dairy, { confirmName: '演示乳品' }))
      await expectRefusal('enterprise.has-obligations', admin.tryTo(at.enterprise, 'cancel', dairy, { confirmName: '演示乳品有限公司' }))
      const client = await platform()
        .database.kysely.selectFrom('client')
        .select('id')
        .where('enterprise_id', '=', dairy)
        .where('status', '=', 'ACTIVE')
        .executeTakeFirstOrThrow()
      await expectRefusal('client.has-obligations', manager.tryTo(at.client, 'terminate', String(client['id']), { opinion: '终止' }))
    })

    it('refuse a client whose enterprise is not in business', async () => {
      const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
      const [draft] = (await op.list(at.client, { status: 'DRAFT' })).records
      const { enterpriseId } = await op.read(at.client, draft?.id ?? '')
      await manager.act(at.enterprise, 'freeze', String(enterpriseId), { opinion: '冻结' })
      await expectRefusal('client.enterprise-not-active', op.tryTo(at.client, 'submit', draft?.id ?? ''))
      await manager.act(at.enterprise, 'unfreeze', String(enterpriseId), { opinion: '解冻' })
    })

    it('refuse to remove what is needed', async () => {
      const admin = await platform().as('admin')
      const remove = (base: string, id: string) => admin.remove(base, id)
      await expectRefusal('currency.base', remove(at.currency, await platform().idOf('currency', 'currency_code', 'CNY')))
      const dollar = await admin.read(at.currency, await platform().idOf('currency', 'currency_code', 'USD'))
      const renamed = await admin.ask('PATCH', `${at.currency}/${dollar.id}`, { version: dollar['version'], currencyCode: 'USX' })
      expect(renamed).toMatchObject({ status: 417, body: { message: '该数据已被其他记录引用，不能更改其编码' } })
      const [item] = (await admin.list(at.dictionary, { dictCode: 'bizMode' })).records
      await expectRefusal('dictionary.system-item', remove(at.dictionary, item?.id ?? ''))
      await expectRefusal('role.in-use', remove(at.role, await platform().idOf('role', 'role_code', 'OP')))
      await expectRefusal('department.in-use', remove(at.department, await platform().idOf('department', 'department_name', '总部')))
      await expectRefusal('user.in-use', remove(at.user, await platform().idOf('app_user', 'user_name', 'op01')))
      const self = await platform().idOf('app_user', 'user_name', 'admin')
      await expectRefusal('user.self', remove(at.user, self))
      await expectRefusal('user.self', admin.tryTo(at.user, 'disable', self))
      expect((await platform().guest.ask('POST', '/login/login', { userName: 'admin', password: demoPassword })).status).toBe(200)
    })

    it('take new codes where the program does not know each of them', async () => {
      const admin = await platform().as('admin')
      const item = { dictName: '字典', itemCode: 'OTHER_THAN_SHIPPED', itemName: '新增项' }
      const closed = await admin.ask('POST', at.dictionary, { ...item, dictCode: 'dayCount' })
      expect({ status: closed.status, ...closed.body }).toMatchObject({ status: 422, errors: [{ path: 'dictCode' }] })
      expect((await admin.ask('POST', at.dictionary, { ...item, dictCode: 'riskRating' })).status).toBe(200)
    })

    it('ask of a rate that has jumped whether it is meant, before it is stored', async () => {
      const desk = await platform().as('fn01')
      const rate = { rateDate: '2026-11-21', fromCurrency: 'USD', toCurrency: 'CNY', rateType: 'MIDDLE', rate: '9.000000' }
      const { status, body } = await desk.ask('POST', at.rate, rate)
      const text = expect.stringMatching(/^汇率 9\.000000 与上一有效汇率 7\.\d+（2026-11-20）相差 \d\d\.\d\d%$/)
      expect({ status, ...body }).toMatchObject({ status: 417, code: 100415, errors: [{ path: 'rate', rule: 'warning', detail: text }] })
      const key = String(body.errors?.[0]?.params?.['key'])
      expect((await desk.ask('POST', at.rate, { ...rate, rate: '8.900000' }, { 'confirmed-warnings': key })).status).toBe(417)
      expect((await desk.ask('POST', at.rate, rate, { 'confirmed-warnings': key })).status).toBe(200)
    })

    it('keep categories in three levels and without circles, and Chinese codes right', async () => {
      const op = await platform().as('op01')
      const [root, leaf] = [
        await platform().idOf('category', 'category_code', '01'),
        await platform().idOf('category', 'category_code', '010101'),
      ]
      const below = { categoryCode: 'X', categoryName: '四级', baseUnit: '箱', parentId: leaf }
      expect((await op.ask('POST', at.category, below)).body.errors).toMatchObject([{ path: 'parentId' }])
      const moved = await op.ask('PATCH', `${at.category}/${root}`, { version: 1, parentId: leaf })
      expect(moved.body.errors).toMatchObject([{ path: 'parentId' }])
      // What stands below goes with it: 0101 has a third level.
      const branch = await op.read(at.category, await platform().idOf('category', 'category_code', '0101'))
      const other = await platform().idOf('category', 'category_code', '02')
      const under = (parentId: string, version: unknown) => op.ask('PATCH', `${at.category}/${branch.id}`, { version, parentId })
      const [sibling] = (await op.list(at.category)).records.filter(({ id, level }) => level === 2 && id !== branch.id)
      expect((await under(sibling?.id ?? '', branch['version'])).body.errors).toMatchObject([{ path: 'parentId' }])
      expect((await under(other, branch['version'])).status).toBe(200)
      const enterprise = await platform().idOf('enterprise', 'short_name', '演示日化')
      const change = (uscc: string) => op.tryTo(at.enterprise, 'change', enterprise, { uscc, opinion: '更正' })
      expect((await change('91310115MA1DEM001X')).body.errors).toMatchObject([{ path: 'uscc', rule: 'format' }])
      const before = (await op.read(at.enterprise, enterprise))['uscc'] as string
      // The same in capitals is no change.
      expect(await change(before.toLowerCase())).toMatchObject({ status: 417, body: { detail: '没有任何变化，无需变更' } })
    })
  })

  it('have all been heard, and left the data whole', async () => {
    const elsewhere = new Set(await namedElsewhere())
    const unheard = (Object.keys(refusals) as RefusalCode[]).filter((code) => !provoked.has(code) && !elsewhere.has(code))
    expect(unheard.sort()).toEqual([...outOfReach, ...inWords].sort())
    expect(await platform().violations()).toEqual([])
  })
})

/** Gives a role the right to confirm stock-ins, as an administrator does; it acts with the next request. */
async function letConfirm(platform: Platform, roleCode: string): Promise<void> {
  const admin = await platform.as('admin')
  const roleId = await platform.idOf('role', 'role_code', roleCode)
  const { body } = await admin.ask('GET', `${at.role}/permission/${roleId}`)
  const menuPermissions = (body.menuPermissions as { menuName: string; buttons: string[] }[]).map((menu) =>
    menu.menuName === 'loans_stockin' ? { ...menu, buttons: [...menu.buttons, 'confirm'] } : menu,
  )
  expect((await admin.set(at.role, 'permission', roleId, { menuPermissions })).status).toBe(200)
}
