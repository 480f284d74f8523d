import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { refusals } from '../../src/rules/refusals'
import { typed } from '../../src/server/ruleTypes'
import { insertRows } from '../../src/server/seed/insertRows'
import type { Session } from './support/client'
import { at, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'

/** The business day of the demo data. */
const today = '2026-11-20'

describePlatform('prices and pledge rates', (platform) => {
  let [op, risk]: Session[] = []
  let goodsId = ''
  beforeAll(async () => {
    ;[op, risk] = [await platform().as('op01'), await platform().as('rk01')]
    goodsId = await referenceGoods(platform())
  })
  const idOf = (table: string, column: string, value: string): Promise<string> => platform().idOf(table, column, value)
  const inForce = async (id: string): Promise<RecordValues> => {
    await op!.act(at.collateralPrice, 'submit', id)
    await risk!.act(at.collateralPrice, 'approve', id, { opinion: '同意' })
    return op!.read(at.collateralPrice, id)
  }
  const explain = async (base: string, { id, version }: RecordValues, remark: string): Promise<void> =>
    expect((await op!.ask('PATCH', `${base}/${id}`, { version, remark })).status).toBe(200)
  const quote = (more: object): Promise<RecordValues> =>
    op!.add(at.collateralPrice, {
      goodsId,
      priceSource: 'APPRAISAL',
      priceDate: today,
      currency: 'CNY',
      price: '100',
      exchangeRate: '1',
      ...more,
    })

  describe('of collateral', () => {
    it('priceStatus.submit explain a change of more than 30 %, against what was approved since the draft', async () => {
      const steep = await quote({ price: '130.01' })
      expect(steep).toMatchObject({ priceCny: '130.0100' })
      await inForce((await quote({ price: '100', priceDate: '2026-11-18' })).id)
      expect((await op!.tryTo(at.collateralPrice, 'submit', steep.id)).body).toMatchObject({
        code: refusals['price.unexplained-change'].number,
        params: { price: '130.0100', previous: '100.0000', change: '30.01%' },
      })
      await explain(at.collateralPrice, steep, '产区减产')
      const raised = await inForce(steep.id)
      expect(raised).toMatchObject({ status: 'EFFECTIVE', previousPrice: '100.0000', changeRate: '0.3001' })
    })

    it('have the price before them as it is when they are submitted and approved, not as it was when they were typed', async () => {
      const other = await idOf('goods', 'goods_no', 'SP000040')
      const of = (price: string, priceDate: string): Promise<RecordValues> =>
        quote({ goodsId: other, price, priceDate, remark: '季度评估' })
      const draft = await of('110', today)
      expect(draft).toMatchObject({ previousPrice: null })
      await inForce((await of('100', '2026-11-17')).id)
      await op!.act(at.collateralPrice, 'submit', draft.id)
      // What the approver reads, with the reason that he has to judge.
      const [waiting] = (await risk!.list(at.collateralPrice, { goodsId: other, priceSource: 'APPRAISAL', status: 'AUDITING' })).records
      expect(waiting).toMatchObject({ id: draft.id, previousPrice: '100.0000', changeRate: '0.1000', remark: '季度评估' })
      await inForce((await of('105', '2026-11-18')).id)
      await risk!.act(at.collateralPrice, 'approve', draft.id)
      expect(await op!.read(at.collateralPrice, draft.id)).toMatchObject({ previousPrice: '105.0000', changeRate: '0.0476' })
    })

    it('A13 end the older ones of their source, and end at once when they come late', async () => {
      const { body: latest } = await op!.ask('GET', `${at.collateralPrice}/latest?goodsId=${goodsId}`)
      const appraised = (latest.records as RecordValues[]).filter(({ priceSource }) => priceSource === 'APPRAISAL')
      expect(appraised).toMatchObject([{ priceCny: '130.0100' }])
      const late = await inForce((await quote({ price: '110', priceDate: '2026-11-19' })).id)
      expect(late).toMatchObject({ status: 'EXPIRED' })

      const { body: trend } = await op!.ask('GET', `${at.collateralPrice}/trend?goodsId=${goodsId}`)
      const days = (trend.records as RecordValues[])
        .filter(({ priceSource }) => priceSource === 'APPRAISAL')
        .map(({ priceDate }) => priceDate)
      expect(days).toEqual(['2026-11-18', '2026-11-19', today])
    })

    it('are of no day to come', async () => {
      const { status, body } = await op!.ask('POST', at.collateralPrice, {
        goodsId,
        priceSource: 'INVOICE',
        priceDate: '2026-11-21',
        currency: 'CNY',
        price: '1',
        exchangeRate: '1',
      })
      expect([status, body.errors]).toMatchObject([422, [{ path: 'priceDate', detail: '价格日期不能晚于今日' }]])
    })

    it('are approved by nobody who submitted them, several at once', async () => {
      const ids = [(await quote({ priceSource: 'INVOICE', price: '90' })).id, (await quote({ priceSource: 'CONTRACT', price: '91' })).id]
      for (const id of ids) await op!.act(at.collateralPrice, 'submit', id)
      expect((await op!.tryTo(at.collateralPrice, 'approve', ids[0] ?? '')).status).toBe(403)
      const records = await Promise.all(ids.map(async (id) => ({ id, version: (await op!.read(at.collateralPrice, id)).version })))
      const { status } = await risk!.ask(
        'POST',
        `${at.collateralPrice}/batch/approve`,
        { ids: records, opinion: '同意' },
        { 'idempotency-key': 'prices' },
      )
      expect(status).toBe(200)
      for (const id of ids) expect(await op!.read(at.collateralPrice, id)).toMatchObject({ status: 'EFFECTIVE' })
    })
  })

  describe('agreed with customers', () => {
    const values = async (more: object): Promise<object> => ({
      borrowerId: await idOf('enterprise', 'short_name', '演示乳品'),
      fundingPartyId: await idOf('enterprise', 'short_name', '甲行'),
      departmentId: await idOf('department', 'department_name', '华东业务部'),
      goodsId,
      price: '118',
      effectiveDate: '2026-12-01',
      expireDate: '2027-11-30',
      ...more,
    })

    it('are confirmed when they are more than 10 % above the market, and counted in yuan', async () => {
      const high = await values({ price: '127.06' })
      const asked = await op!.ask('POST', at.customerPrice, high)
      expect([asked.status, asked.body.errors]).toMatchObject([
        417,
        [{ path: 'price', rule: 'warning', detail: expect.stringContaining('115.5000') as string }],
      ])
      const { body } = await op!.ask('POST', at.customerPrice, await values({ price: '127.05' }))
      expect(body).toMatchObject({ currency: 'CNY', status: 'DRAFT' })
      expect((await op!.ask('POST', at.customerPrice, await values({ currency: 'USD' }))).status).toBe(422)
    })

    it('priceStatus.submit priceStatus.approve are of use until their last day, and none that is over ends the one in force', async () => {
      const dates = (effectiveDate: string, expireDate: string) => ({ effectiveDate, expireDate })
      const over = await op!.add(at.customerPrice, await values(dates('2026-11-01', '2026-11-19')))
      expect((await op!.tryTo(at.customerPrice, 'submit', over.id)).body).toMatchObject({
        status: 417,
        detail: expect.stringContaining('失效日') as string,
      })
      const last = await op!.add(at.customerPrice, await values(dates('2026-11-02', today)))
      await op!.act(at.customerPrice, 'submit', last.id)
      const { kysely } = platform().database
      const expiring = (day: string) => kysely.updateTable('customer_price').set({ expire_date: day }).where('id', '=', last.id).execute()
      await expiring('2026-11-19')
      expect((await risk!.tryTo(at.customerPrice, 'approve', last.id)).status).toBe(417)
      await expiring(today)
      await risk!.act(at.customerPrice, 'reject', last.id, { opinion: '期限过短' })
    })

    it('A12 explain a change of more than 30 % against the last one of the same customer and funding party', async () => {
      const low = await op!.add(at.customerPrice, await values({ price: '82.59', effectiveDate: '2026-12-02' }))
      const refused = await op!.tryTo(at.customerPrice, 'submit', low.id)
      expect(refused.body).toMatchObject({
        code: refusals['price.unexplained-change'].number,
        params: { previous: '118.0000', change: '-30.01%' },
      })
      const other = await idOf('enterprise', 'short_name', '丙保理')
      const elsewhere = await op!.add(at.customerPrice, await values({ price: '82.59', fundingPartyId: other }))
      await op!.act(at.customerPrice, 'submit', elsewhere.id)
      await explain(at.customerPrice, low, '框架协议降价')
      await op!.act(at.customerPrice, 'submit', low.id)
      await risk!.act(at.customerPrice, 'approve', low.id)
      expect(await op!.read(at.customerPrice, low.id)).toMatchObject({ status: 'EFFECTIVE' })
    })
  })

  describe('a pledge rate', () => {
    const preview = async (query: Record<string, string>) =>
      risk!.ask('GET', `${at.pledgeRule}/preview?${new URLSearchParams(query).toString()}`)

    it('E-10 is told with what it is made of: the rules that a batch meets, its base rate and what caps it', async () => {
      const productId = await idOf('product', 'product_name', '甲行存货质押')
      const biz = {
        borrowerId: await idOf('enterprise', 'short_name', '演示乳品'),
        fundingPartyId: await idOf('enterprise', 'short_name', '甲行'),
      }
      const where = {
        warehouseId: await idOf('warehouse', 'warehouse_name', '演示一号仓'),
        departmentId: await idOf('department', 'department_name', '华东业务部'),
      }
      const batch = await inWrite(platform().services, systemUser, async (context) => {
        const { categoryId, goodsNo, goodsName, spec, unit } = await typed(context.tools).load('goods', goodsId)
        const stock = {
          qualityStatus: 'GOOD',
          sourceType: 'PLEDGE',
          inDate: '2026-08-17',
          expiryDate: '2027-05-01',
          costPrice: '120',
        } as const
        const values = { batchCode: 'PC-AGED', goodsId, categoryId, goodsNo, goodsName, spec, unit, ...biz, ...where, ...stock }
        const [id = ''] = await insertRows(context, 'stockBatch', [{ values }])
        return id
      })
      const { status, body } = await preview({ productId, stockBatchId: batch })
      expect([status, body]).toMatchObject([200, { baseRate: '0.5500', source: expect.stringContaining('金装婴配奶粉1段') as string }])
      expect(body.rules).toContain('剩余效期不足一半：-10.00%')
      expect(body.rules).toContain('库龄超过 90 天：-5.00%')
      expect(body.pledgeRate).toBe('0.4000')
    })

    it('is told of goods to come, and that there is none', async () => {
      const productId = await idOf('product', 'product_name', '甲行存货质押')
      expect((await preview({ productId, goodsId })).body).toMatchObject({ pledgeRate: '0.5500', rules: '未命中规则' })
      const virtual = await idOf('warehouse', 'warehouse_name', '演示虚拟仓')
      expect((await preview({ productId, goodsId, warehouseId: virtual })).body).toMatchObject({ pledgeRate: '0.0000' })
      expect((await preview({ productId })).body).toMatchObject({ errors: [{ path: 'goodsId' }] })
      const uncovered = await idOf('goods', 'goods_name', '漂白针叶浆')
      expect((await preview({ productId, goodsId: uncovered })).body).toMatchObject({ code: refusals['pledge-rate.none'].number })
    })

    it('is adjusted by rules that can hold', async () => {
      const rule = { ruleName: '仓库等级', adjustType: 'ADD', adjustValue: '-0.01', priority: 1, effectiveDate: today }
      const graded = { ...rule, ruleCondition: 'WAREHOUSE_GRADE', compareOp: 'IN' }
      const { status, body } = await risk!.ask('POST', at.pledgeRule, { ...graded, conditionValue: 'B，D' })
      expect([status, body.errors]).toMatchObject([422, [{ path: 'conditionValue', detail: '条件值“D”不是可用的代码：A、B、C' }]])
      expect(await risk!.add(at.pledgeRule, { ...graded, conditionValue: 'B， C' })).toMatchObject({ conditionValue: 'B,C' })
      const capped = { ...rule, ruleCondition: 'STOCK_AGE', compareOp: 'GT', conditionValue: '90', adjustType: 'CAP', adjustValue: '-0.1' }
      expect((await risk!.ask('POST', at.pledgeRule, capped)).body.errors).toMatchObject([{ path: 'adjustValue' }])
    })

    it('A26 has no overlap and no gap among those of its key', async () => {
      const base = {
        fundingPartyId: await idOf('enterprise', 'short_name', '丙保理'),
        categoryId: await idOf('category', 'category_code', '0403'),
        baseRate: '0.5',
        maxRate: '0.6',
      }
      const first = await risk!.add(at.baseRate, { ...base, effectiveDate: '2026-01-01', expireDate: '2026-06-30' })
      // Called by its category, whose id would say nothing to who reads the log.
      const [entry] = await platform()
        .database.kysely.selectFrom('document_history')
        .select('document_label')
        .where('entity', '=', 'basePledgeRate')
        .where('document_id', '=', first.id)
        .execute()
      expect(entry).toEqual({ document_label: first['categoryName'] })
      const other = (more: object) => risk!.ask('POST', at.baseRate, { ...base, ...more })
      const overlap = await other({ effectiveDate: '2026-06-30' })
      expect([overlap.status, JSON.stringify(overlap.body)]).toEqual([422, expect.stringContaining('2026-06-30')])
      const gap = await other({ effectiveDate: '2026-07-02' })
      expect([gap.status, JSON.stringify(gap.body)]).toEqual([422, expect.stringContaining('2026-07-02')])
      expect((await other({ effectiveDate: '2026-07-01' })).status).toBe(200)
    })
  })
})
