import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import type { Session } from './support/client'
import { at, batchInStock } from './support/fixtures'
import { moneyDesk, payableLoan, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { paidOut } from './support/pledging'
import { bySystem } from './support/repaying'

describePlatform('reports of early warnings', (platform) => {
  let desk: MoneyDesk
  let risk: Session
  const rows = async (base: string, query: Record<string, string>, session = risk): Promise<RecordValues[]> =>
    (await session.list(base, { pageSize: '100', ...query })).records
  const change = (table: 'goods' | 'stock_batch' | 'debt_note' | 'loan' | 'waterline', id: string, values: object): Promise<unknown> =>
    platform().database.kysely.updateTable(table).set(values).where('id', '=', id).execute()

  beforeAll(async () => {
    desk = await moneyDesk(platform())
    risk = await platform().as('rk01')
  })

  describe('of days that goods keep', () => {
    let [near, over]: string[] = []
    const batch = async (base: string, id: string): Promise<RecordValues | undefined> =>
      (await rows(base, { goodsName: '金装婴配奶粉1段' })).find((row) => row.id === id)

    beforeAll(async () => {
      await change('goods', desk.goodsId, { shelf_life_days: 365 })
      near = await batchInStock(platform(), desk.goodsId, '100')
      over = await batchInStock(platform(), desk.goodsId, '50')
      await change('stock_batch', near, { production_date: '2026-01-10', expiry_date: '2027-01-10' })
      await change('stock_batch', over, { production_date: '2025-11-20', expiry_date: '2026-11-20' })
    })

    it('E-25 51 of 365 days are 0.1397, which is L3; none left is beyond them', async () => {
      expect(await batch(at.innerValidity, near!)).toMatchObject({
        remainDays: 51,
        remainRatio: '0.1397',
        warnLevel: 'L3',
        onHandQty: '100.0000',
        pledgedQty: '0.0000',
        stockValue: '11550.00',
        ruleName: '临期',
      })
      expect(await batch(at.outerValidity, near!)).toBeUndefined()
      expect(await batch(at.outerValidity, over!)).toMatchObject({ remainDays: 0, remainRatio: '0.0000', warnLevel: 'L1' })
      expect(await batch(at.innerValidity, over!)).toBeUndefined()
      const borders: [string, string | undefined][] = [
        ['2027-01-19', 'L3'],
        ['2027-01-20', 'L2'],
        ['2027-02-19', 'L2'],
        ['2027-02-20', 'L1'],
        ['2027-03-21', 'L1'],
        ['2027-03-22', undefined],
      ]
      for (const [expiry, level] of borders) {
        await change('stock_batch', near!, { expiry_date: expiry })
        expect([expiry, (await batch(at.innerValidity, near!))?.['warnLevel']]).toEqual([expiry, level])
      }
      await change('stock_batch', near!, { expiry_date: '2027-01-10' })
      expect((await risk.read(at.innerValidity, near!))['stockBatchCode']).toMatch(/^PC/)
    })

    it('goes by the rules of the menu, typed by who may, and by their order', async () => {
      const values = {
        ruleName: '奶粉效期外',
        warnType: 'OUTER_VALIDITY',
        goodsId: desk.goodsId,
        compareOp: 'LE',
        valueUnit: 'DAYS',
        level1Value: '90',
        level2Value: '60',
        level3Value: '30',
        effectiveDate: '2026-01-01',
      }
      expect((await desk.op.ask('POST', at.warnRule, values)).status).toBe(403)
      const wrong = async (more: object): Promise<unknown> => (await risk.ask('POST', at.warnRule, { ...values, ...more })).body.errors
      expect(await wrong({ compareOp: 'EQ' })).toMatchObject([{ path: 'compareOp' }])
      // With more days the warning would be graver, or days would be compared with a ratio: nearly all goods would be warned of.
      expect(await wrong({ compareOp: 'GE', level1Value: '30', level3Value: '90' })).toMatchObject([{ path: 'compareOp' }])
      expect(await wrong({ valueUnit: 'RATIO' })).toMatchObject([{ path: 'valueUnit' }])
      expect(await wrong({ warnType: 'INNER_VALIDITY' })).toMatchObject([{ path: 'valueUnit' }])
      expect(await wrong({ level1Value: '10' })).toMatchObject([{ path: 'level1Value' }])
      expect(await wrong({ level3Value: '61' })).toMatchObject([{ path: 'level3Value' }])
      expect(await wrong({ level2Value: '' })).toMatchObject([{ path: 'level2Value' }])
      expect(await wrong({ expireDate: '2025-12-31' })).toMatchObject([{ path: 'expireDate' }])
      // Types that other menus keep are not this menu's.
      expect((await risk.ask('POST', at.warnRule, { ...values, warnType: 'PLEDGE' })).status).toBe(422)
      const { id } = await risk.add(at.warnRule, values)
      expect(await batch(at.outerValidity, near!)).toMatchObject({ warnLevel: 'L2' })
      expect(await batch(at.innerValidity, near!)).toBeUndefined()
      expect(await batch(at.outerValidity, over!)).toMatchObject({ warnLevel: 'L3' })
      await risk.act(at.warnRule, 'disable', id)
      expect(await batch(at.innerValidity, near!)).toMatchObject({ warnLevel: 'L3' })
    })

    it('E-24 E.6 is warned of at the end of the day, with goods that have lain long', async () => {
      await change('stock_batch', over!, { in_date: '2026-05-24' })
      await runOneStep(platform().services, 'warnings')
      const found = async (warnType: string, id: string) =>
        (
          await platform()
            .database.kysely.selectFrom('warn_record')
            .selectAll()
            .where('warn_type', '=', warnType)
            .where('stock_batch_id', '=', id)
            .execute()
        )[0]
      expect(await found('INNER_VALIDITY', near!)).toMatchObject({
        warn_level: 'L3',
        current_value: '0.139700',
        threshold_value: '0.166700',
        content: expect.stringContaining('将于 2027-01-10 到期，余 51 天，剩余效期 13.97%') as string,
      })
      expect(await found('OUTER_VALIDITY', over!)).toMatchObject({
        warn_level: 'L1',
        content: expect.stringContaining('今日（2026-11-20）到期') as string,
      })
      expect(await found('STOCK_AGE', over!)).toMatchObject({ warn_level: 'L2', current_value: '180.000000' })
      expect(await found('STOCK_AGE', near!)).toBeUndefined()
    })
  })

  describe('of goods that several have pledged', () => {
    it('adds up what who asks may see, and no more', async () => {
      const all = await rows(at.commonGoods, {})
      const items = async (session: Session): Promise<RecordValues[]> => rows(at.pledgeItem, { status: 'EFFECTIVE' }, session)
      for (const userName of ['rk01', 'op01', 'op02', 'fp01']) {
        const session = await platform().as(userName)
        const seen = await rows(at.commonGoods, {}, session)
        const own = await items(session)
        const goods = [...new Set(own.map((item) => String(item['goodsNo'])))].toSorted((a, b) => a.localeCompare(b))
        expect([userName, seen.map((row) => String(row['goodsNo'])).toSorted((a, b) => a.localeCompare(b))]).toEqual([userName, goods])
        for (const row of seen) {
          const of = own.filter((item) => item['goodsNo'] === row['goodsNo'])
          const sum = of.reduce((total, item) => total + Number(item['currentValue']), 0)
          expect([userName, row['goodsName'], Number(row['pledgedValue']).toFixed(2)]).toEqual([userName, row['goodsName'], sum.toFixed(2)])
          expect(row['borrowerCount']).toBe(new Set(of.map((item) => item['borrowerName'])).size)
        }
        const shares = seen.reduce((total, row) => total + Number(row['concentration']), 0)
        expect(shares).toBeCloseTo(1, 2)
      }
      expect(all.length).toBeGreaterThan((await rows(at.commonGoods, {}, await platform().as('op02'))).length)
    })

    it('E-13 says how far the price has fallen since, over 180 days, and who holds them', async () => {
      await payableLoan(platform(), desk, '63525.00', '1000')
      const find = async () => (await rows(at.commonGoods, { goodsName: '金装婴配奶粉1段' })).find((row) => row.id === desk.goodsId)!
      expect(await find()).toMatchObject({
        pledgedQty: '1000.0000',
        basePrice: '115.5000',
        latestPrice: '115.5000',
        dropRate: '0.0000',
        warnLevel: null,
      })
      const values = {
        goodsId: desk.goodsId,
        priceSource: 'APPRAISAL',
        priceDate: '2026-11-20',
        currency: 'CNY',
        exchangeRate: '1',
        price: '90',
        remark: '估价',
      }
      await desk.op.add(at.collateralPrice, values)
      await platform()
        .database.kysely.updateTable('collateral_price')
        .set({ price_cny: '101.64', price: '101.64' })
        .where('goods_id', '=', desk.goodsId)
        .where('price_source', '=', 'MARKET')
        .where('price_date', '=', '2026-11-20')
        .execute()
      const row = await find()
      expect(row).toMatchObject({
        latestPrice: '101.6400',
        priceDate: '2026-11-20',
        dropRate: '0.1200',
        warnLevel: 'L2',
        pledgedValue: '101640.00',
      })
      expect(await risk.read(at.commonGoods, row.id)).toMatchObject({ dropRate: '0.1200', categoryName: expect.any(String) as string })
      const { body } = await risk.ask('GET', `${at.commonGoods}/trend/${row.id}`)
      expect((body.records as RecordValues[]).at(-1)).toMatchObject({
        priceDate: '2026-11-20',
        priceSource: 'MARKET',
        priceCny: '101.6400',
      })
    })
  })

  describe('of what is at risk', () => {
    it('E-37 has no collateral for 306,100.00 of 400,000.00 on 348,000.00 and 254,100.00 on credit', async () => {
      const loan = await payableLoan(platform(), desk, '660000.00', '12000')
      await paidOut(platform(), loan.id, '400000.00')
      const { id: credit } = await paidOut(platform(), loan.id, '254100.00')
      await change('debt_note', credit, { payment_type: 'CREDIT_REDEMPTION' })
      // By itself, in a department of its own.
      const other = await platform().idOf('department', 'department_name', '关务部')
      await change('loan', loan.id, { department_id: other })
      await platform().database.kysely.updateTable('debt_note').set({ department_id: other }).where('loan_id', '=', loan.id).execute()
      await platform()
        .database.kysely.updateTable('collateral_price')
        .set({ price_cny: '29' })
        .where('goods_id', '=', desk.goodsId)
        .where('price_source', '=', 'MARKET')
        .execute()
      await risk.ask('POST', `${at.waterline}/recalc/${loan.id}`)
      const [row, ...more] = await rows(at.risk, { departmentId: other })
      expect(more).toEqual([])
      expect(row).toMatchObject({
        outstandingPrincipal: '654100.00',
        exposure: '400000.00',
        totalValue: '348000.00',
        creditUsed: '254100.00',
        unsecuredExposure: '306100.00',
        overduePrincipal: '0.00',
        inTransitPrincipal: '0.00',
        loanCount: 1,
        ltv: '1.1494',
        waterLevel: 'CLOSE',
        quotaAmount: '0.00',
      })
      expect(await rows(at.riskDetail, { loanId: loan.id })).toMatchObject([
        { exposure: '400000.00', totalValue: '348000.00', waterLevel: 'CLOSE' },
      ])
    })

    it('comes to what its rows come to, for who sees them', async () => {
      for (const userName of ['rk01', 'op02', 'fp01']) {
        const session = await platform().as(userName)
        const { body } = await session.ask('GET', `${at.risk}/summary`)
        const seen = await rows(at.risk, {}, session)
        const sum = (name: string): string => seen.reduce((total, row) => total + Number(row[name]), 0).toFixed(2)
        for (const name of ['exposure', 'totalValue', 'unsecuredExposure', 'overduePrincipal', 'outstandingPrincipal'])
          expect([userName, name, Number((body as RecordValues)[name]).toFixed(2)]).toEqual([userName, name, sum(name)])
      }
      expect((await (await platform().as('wh01')).ask('GET', `${at.risk}/summary`)).status).toBe(403)
    })
  })

  describe('of dates', () => {
    it('E.6 warns of debts, lines, contracts and customers that end, of stock-ins that are late or differ, and of what is registered', async () => {
      const kinds = await bySystem(platform(), async ({ trx }) =>
        trx.selectFrom('warn_record').select(['warn_type', 'doc_type']).distinct().execute(),
      )
      const found = new Set(kinds.map(({ warn_type, doc_type }) => `${warn_type} ${doc_type}`))
      for (const kind of ['DUE_SOON debtNote', 'OVERDUE debtNote', 'STOCKIN_DELAY stockIn', 'STOCKIN_DIFF stockIn', 'STOCK_AGE stockBatch'])
        expect([...found]).toContain(kind)
      const { kysely } = platform().database
      const [pledge] = await kysely.selectFrom('pledge').select(['id', 'pledge_no']).where('status', '=', 'EFFECTIVE').limit(1).execute()
      const [house] = await kysely.selectFrom('warehouse').select(['id']).where('status', '=', 'ENABLED').limit(1).execute()
      const [line] = await kysely.selectFrom('customer_line').select(['id']).where('effective_status', '=', 'ACTIVE').limit(1).execute()
      const [quota] = await kysely.selectFrom('quota').select(['id']).where('effective_status', '=', 'ACTIVE').limit(1).execute()
      const [client] = await kysely.selectFrom('client').select(['id']).where('effective_status', '=', 'ACTIVE').limit(1).execute()
      const [contract] = await kysely.selectFrom('contract').select(['id']).where('status', '=', 'SIGNED').limit(1).execute()
      await kysely.updateTable('pledge').set({ registration_expire_date: '2026-11-19' }).where('id', '=', String(pledge!.id)).execute()
      await kysely.updateTable('warehouse').set({ insurance_expire_date: '2026-12-20' }).where('id', '=', String(house!.id)).execute()
      await kysely.updateTable('customer_line').set({ end_date: '2026-12-05' }).where('id', '=', String(line!.id)).execute()
      await kysely.updateTable('quota').set({ end_date: '2026-11-27' }).where('id', '=', String(quota!.id)).execute()
      await kysely.updateTable('client').set({ coop_end_date: '2026-11-20' }).where('id', '=', String(client!.id)).execute()
      await kysely.updateTable('contract').set({ end_date: '2026-12-06' }).where('id', '=', String(contract!.id)).execute()
      const [limit] = await kysely
        .selectFrom('credit_limit')
        .select(['id', 'credit_limit_no'])
        .where('status', '=', 'ACTIVE')
        .limit(1)
        .execute()
      await kysely.updateTable('credit_limit').set({ end_date: '2026-12-20' }).where('id', '=', String(limit!.id)).execute()
      await runOneStep(platform().services, 'warnings')
      const of = async (docType: string, docId: unknown): Promise<unknown> =>
        (
          await kysely
            .selectFrom('warn_record')
            .selectAll()
            .where('doc_type', '=', docType)
            .where('doc_id', '=', String(docId))
            .where('status', '=', 'OPEN')
            .where('warn_type', 'in', ['DUE_SOON', 'REGISTRATION_EXPIRE'])
            .execute()
        )[0]
      expect(await of('pledge', pledge!.id)).toMatchObject({
        warn_level: 'L3',
        content: `质押登记 ${String(pledge!.pledge_no)} 已于 2026-11-19 到期`,
      })
      expect(await of('warehouse', house!.id)).toMatchObject({ warn_level: 'L1', borrower_id: null })
      expect(await of('customerLine', line!.id)).toMatchObject({ warn_level: 'L2', current_value: '15.000000' })
      expect(await of('quota', quota!.id)).toMatchObject({ warn_level: 'L3', current_value: '7.000000' })
      expect(await of('client', client!.id)).toMatchObject({ warn_level: 'L3', current_value: '0.000000' })
      expect(await of('contract', contract!.id)).toMatchObject({ warn_level: 'L1', current_value: '16.000000' })
      expect(await of('creditLimit', limit!.id)).toMatchObject({
        warn_level: 'L1',
        content: `信用额度 ${String(limit!.credit_limit_no)} 将于 2026-12-20 到期，余 30 天`,
      })
    })
  })
})
