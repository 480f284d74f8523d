import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { endDays, type StepReport } from '../../engine/server/schedule/endOfDay'
import { dropLevel } from '../../src/rules/priceDrop'
import { refusals } from '../../src/rules/refusals'
import type { Session } from './support/client'
import { at, batchInStock, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'
import { approvedLoan, pledged } from './support/pledging'

const lastDemoDay = '2026-11-20'
/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/** F1 of domain 50: 10,000 boxes at 115.50, pledged at 0.5500 for 635,250.00. */
describePlatform(
  'a loan marked to market',
  (platform) => {
    let [op, risk, manager]: Session[] = []
    let [goodsId, lineId, loanId] = ['', '', '']
    let today = lastDemoDay
    beforeAll(async () => {
      ;[op, risk, manager] = [await platform().as('op01'), await platform().as('rk01'), await platform().as('bm01')]
      goodsId = await referenceGoods(platform())
      lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
      const stockBatchId = await batchInStock(platform(), goodsId, '10000')
      const lineOf = (batch: string, qty: string) => [{ goodsId, stockBatchId: batch, qty, unitPrice: '120' }]
      const loan = await approvedLoan(platform(), lineId, goodsId, { goods: lineOf(stockBatchId, '10000') })
      loanId = loan.id
      await pledged(platform(), loan, [{ stockBatchId, pledgedQty: '10000' }])
      const further = await batchInStock(platform(), goodsId, '500')
      const other = await approvedLoan(platform(), lineId, goodsId, { appliedAmount: '20000.00', goods: lineOf(further, '500') })
      await pledged(platform(), other, [{ stockBatchId: further, pledgedQty: '500' }])
    })

    const lines = async (query = '', session = risk!): Promise<RecordValues[]> =>
      (await session.ask('GET', `${at.waterline}/list?loanId=${loanId}${query}`)).body.records
    const line = async (): Promise<RecordValues | undefined> => (await lines())[0]
    const item = async (): Promise<RecordValues> =>
      (await platform()
        .database.kysely.selectFrom('pledge_item')
        .selectAll()
        .where('loan_id', '=', loanId)
        .executeTakeFirstOrThrow()) as never
    const nextDay = (): void => {
      today = addDays(today, 1)
      platform().clock.moveTo(today, '10:00:00')
    }
    /** A market price of the day, typed by op01 and approved by rk01. */
    const quote = async (price: string): Promise<string> => {
      const values = { goodsId, priceSource: 'MARKET', priceDate: today, currency: 'CNY', exchangeRate: '1', price, remark: '测试行情' }
      const { id } = await op!.add(at.collateralPrice, values)
      await op!.act(at.collateralPrice, 'submit', id)
      await risk!.act(at.collateralPrice, 'approve', id, { opinion: '同意' })
      return id
    }
    const recalc = (session = risk!, id = loanId) => session.ask('POST', `${at.waterline}/recalc/${id}`)
    /** What a loan was paid comes with payouts; until there are some, the sum of its payments stands in for them. */
    const paid = (amount: string) =>
      platform().database.kysely.updateTable('loan').set({ outstanding_principal: amount }).where('id', '=', loanId).execute()

    it('E-11 E-12 E-15b has a water line from its pledge on, of 0 as long as nothing is paid out', async () => {
      expect(await lines()).toMatchObject([
        {
          snapDate: lastDemoDay,
          pledgedValue: '1155000.00',
          provisionalValue: '0.00',
          totalValue: '1155000.00',
          outstandingPrincipal: '0.00',
          inTransitPrincipal: '0.00',
          unpaidInterest: '0.00',
          bondBalance: '0.00',
          exposure: '0.00',
          ltv: '0.0000',
          initialRate: '0.5500',
          warnLtv: '0.8000',
          callLtv: '0.8500',
          closeLtv: '0.9000',
          waterLevel: 'NORMAL',
          minControlValue: '0.00',
          gapValue: '1155000.00',
          fillCash: '0.00',
          fillGoodsValue: '0.00',
        },
      ])
      expect(await item()).toMatchObject({ unit_principal: '63.525000', pledge_price: '115.5000' })
      expect(await op!.read(at.loan, loanId)).toMatchObject({ ltv: '0.0000', waterLevel: 'NORMAL', initialRate: '0.5500' })
    })

    it('E-13 A37 loses 12 % with its goods, a PRICE_DROP of level 2, and stays NORMAL', async () => {
      nextDay()
      await quote('101.64')
      expect(await line()).toMatchObject({ snapDate: today, totalValue: '1016400.00', ltv: '0.0000', waterLevel: 'NORMAL' })
      const pledgedItem = async () => (await op!.list(at.pledgeItem, { loanId })).records[0]
      expect(await pledgedItem()).toMatchObject({ currentPrice: '101.6400', dropRate: '0.1200', dropLevel: 'L2' })
      // Lists mark by the same borders as the rule.
      const pledgePrice = (price: string) =>
        platform().database.kysely.updateTable('pledge_item').set({ pledge_price: price }).where('loan_id', '=', loanId).execute()
      for (const [price, rate, level] of [
        ['106.9782', '0.0499', null],
        ['106.9895', '0.0500', 'L1'],
        ['112.9208', '0.0999', 'L1'],
        ['112.9334', '0.1000', 'L2'],
        ['119.5625', '0.1499', 'L2'],
        ['119.5766', '0.1500', 'L3'],
        ['90.0000', '-0.1293', null],
      ] as const) {
        await pledgePrice(price)
        expect(await pledgedItem()).toMatchObject({ dropRate: rate, dropLevel: level })
        expect(dropLevel(rate)).toBe(level ?? undefined)
      }
      await pledgePrice('115.5000')
    })

    it('is shown as it is now, unless a day is asked for, and over 90 days', async () => {
      expect((await lines()).map(({ snapDate }) => snapDate)).toEqual([today])
      expect((await lines(`&snapDateEnd=${lastDemoDay}`)).map(({ snapDate }) => snapDate)).toEqual([lastDemoDay])
      expect((await lines('&snapDateStart=2026-01-01')).map(({ snapDate }) => snapDate)).toEqual([today, lastDemoDay])
      const { body } = await risk!.ask('GET', `${at.waterline}/trend/${loanId}`)
      expect((body.records as RecordValues[]).map(({ snapDate, totalValue }) => [snapDate, totalValue])).toEqual([
        [lastDemoDay, '1155000.00'],
        [today, '1016400.00'],
      ])
      // Its client sees it, and to the client of others there is no such loan.
      const asked = async (userName: string) => (await (await platform().as(userName)).ask('GET', `${at.waterline}/trend/${loanId}`)).status
      expect([await asked('br01'), await asked('op02')]).toEqual([200, 404])
      expect((await risk!.ask('GET', `${at.waterline}/trend/999999999`)).status).toBe(404)
    })

    it('E-12 sinks from WARN to CLOSE with the price of its goods, and says what is to be filled', async () => {
      await paid('635250.00')
      try {
        nextDay()
        for (const [price, expected] of [
          ['115.50', { totalValue: '1155000.00', exposure: '635250.00', ltv: '0.5500', waterLevel: 'NORMAL', fillCash: '0.00' }],
          ['79.40', { totalValue: '794000.00', ltv: '0.8001', waterLevel: 'WARN', fillCash: '198550.00', fillGoodsValue: '361000.00' }],
          ['74.00', { totalValue: '740000.00', ltv: '0.8584', waterLevel: 'CALL', fillCash: '228250.00', fillGoodsValue: '415000.00' }],
          ['70.00', { totalValue: '700000.00', ltv: '0.9075', waterLevel: 'CLOSE', fillCash: '250250.00', fillGoodsValue: '455000.00' }],
        ] as const) {
          await quote(price)
          expect(await line()).toMatchObject({ snapDate: today, ...expected })
          nextDay()
        }
        // 2026-11-26 has no price of its own: the one before is carried on (E-40, step 1).
        expect((await recalc()).body).toMatchObject({ snapDate: today, totalValue: '700000.00', waterLevel: 'CLOSE' })
        expect(await op!.read(at.loan, loanId)).toMatchObject({ ltv: '0.9075', waterLevel: 'CLOSE' })
        expect((await risk!.ask('GET', `${at.waterline}/list?waterLevel=CLOSE&loanId=${loanId}`)).body.total).toBe(1)
        // What was paid out has fixed the rate (decision A27).
        expect(await line()).toMatchObject({ initialRate: '0.5500' })
      } finally {
        await paid('0.00')
      }
    })

    it('A13 goes by what is left when a price expires, and by a price that was agreed with its borrower alone', async () => {
      const id = await quote('90.00')
      expect(await line()).toMatchObject({ totalValue: '900000.00' })
      await risk!.act(at.collateralPrice, 'expire', id, { opinion: '报价有误' })
      // The agreed price of 118 is left, and the cost of 120.
      expect(await line()).toMatchObject({ totalValue: '1180000.00', exposure: '0.00' })

      const values = {
        goodsId,
        borrowerId: await platform().idOf('enterprise', 'short_name', '演示乳品'),
        fundingPartyId: await platform().idOf('enterprise', 'short_name', '甲行'),
        departmentId: await platform().idOf('department', 'department_name', '华东业务部'),
        price: '100',
        effectiveDate: today,
        expireDate: '2027-12-31',
      }
      const agreed = await op!.add(at.customerPrice, values)
      await op!.act(at.customerPrice, 'submit', agreed.id)
      await risk!.act(at.customerPrice, 'approve', agreed.id)
      expect(await line()).toMatchObject({ totalValue: '1000000.00' })
      await risk!.act(at.customerPrice, 'expire', agreed.id, { opinion: '到期' })
      expect(await line()).toMatchObject({ totalValue: '1200000.00' })
    })

    it('is marked again by who may, when there is something to mark', async () => {
      expect((await recalc(op)).status).toBe(403)
      expect((await recalc(risk, '999999999')).status).toBe(404)
      const unpledged = await approvedLoan(platform(), lineId, goodsId, {
        appliedAmount: '10000.00',
        goods: [{ goodsId, qty: '500', unitPrice: '120' }],
      })
      expect(await recalc(risk, unpledged.id)).toMatchObject({
        status: 417,
        body: { code: refusals['waterline.nothing-pledged'].number, params: { loanNo: unpledged['loanNo'] } },
      })
      const before = await line()
      expect((await recalc()).status).toBe(200)
      // Nothing has changed, so nothing was written.
      expect(await line()).toEqual(before)
      expect(await platform().violations()).toEqual([])
    })

    describe('is controlled', () => {
      const values = (more: object = {}) => ({
        loanId,
        borrowerId: '',
        controlMode: 'TOTAL',
        effectiveDate: today,
        expireDate: addDays(today, 30),
        controlRate: '0.5500',
        minControlValue: '800000.00',
        ...more,
      })
      const draft = async (more: object = {}): Promise<RecordValues> => {
        const loan = await op!.read(at.loan, loanId)
        const { borrowerId, departmentId, fundingPartyId } = loan
        return op!.add(at.control, values({ borrowerId, departmentId, fundingPartyId, ...more }))
      }
      const inForce = async (more: object = {}): Promise<RecordValues> => {
        const { id } = await draft(more)
        await op!.act(at.control, 'submit', id)
        return risk!.act(at.control, 'approve', id, { opinion: '同意' })
      }
      const notices = (controlId: string) =>
        platform()
          .database.kysely.selectFrom('pledge_notice')
          .select(['notice_type', 'status', 'min_control_value', 'warehouse_id'])
          .where('control_id', '=', controlId)
          .execute()

      it('E-14 suggests what its exposure asks for, and takes no less', async () => {
        await paid('603487.50')
        try {
          expect((await op!.ask('GET', `${at.control}/calc?loanId=${loanId}`)).body).toEqual({
            controlRate: '0.5500',
            minControlValue: '1097250.00',
            currentValue: '1200000.00',
            releasableValue: '102750.00',
          })
          const { id } = await draft({ minControlValue: '1097249.99' })
          expect(await op!.tryTo(at.control, 'submit', id)).toMatchObject({
            status: 417,
            body: {
              code: refusals['control.below-least'].number,
              params: { controlled: '1097249.99', least: '1097250.00' },
            },
          })
          const exact = await draft({ minControlValue: '1097250.00' })
          expect(await op!.act(at.control, 'submit', exact.id)).toMatchObject({ status: 'AUDITING' })
          expect(await risk!.act(at.control, 'reject', exact.id, { opinion: '先不控' })).toMatchObject({ status: 'REJECTED' })
          // What was rejected is a part of the file; a draft that nobody has seen is not.
          expect(await op!.remove(at.control, exact.id)).toMatchObject({ status: 417 })
          expect(await op!.remove(at.control, id)).toMatchObject({ status: 200 })
        } finally {
          await paid('0.00')
        }
      })

      it('A28 ends the older record of its key and its notice, and no other, and tells the warehouse the least', async () => {
        const first = await inForce()
        expect(await notices(first.id)).toMatchObject([{ notice_type: 'CONTROL', status: 'ISSUED', min_control_value: '800000.00' }])
        const loan = await op!.read(at.loan, loanId)
        const other = await inForce({ warehouseId: loan['warehouseId'], minControlValue: '100000.00' })
        expect(await line()).toMatchObject({ minControlValue: '900000.00', gapValue: '300000.00' })
        const second = await inForce({ minControlValue: '850000.00' })
        expect(await op!.read(at.control, first.id)).toMatchObject({ status: 'EXPIRED' })
        expect(await notices(first.id)).toMatchObject([{ status: 'VOID' }])
        expect(await op!.read(at.control, other.id)).toMatchObject({ status: 'EFFECTIVE' })
        expect(await line()).toMatchObject({ minControlValue: '950000.00', gapValue: '250000.00' })
        // 1,200,000 − 850,000, but no more than both records leave.
        expect(await op!.read(at.control, second.id)).toMatchObject({ currentValue: '1200000.00', releasableValue: '250000.00' })
        expect(await op!.read(at.control, other.id)).toMatchObject({ releasableValue: '250000.00' })

        await risk!.act(at.control, 'expire', other.id, { opinion: '不再分仓控货' })
        expect(await notices(other.id)).toMatchObject([{ status: 'VOID' }])
        expect(await line()).toMatchObject({ minControlValue: '850000.00' })
      })

      it('counts goods of the category and those below it, in the warehouse of the record', async () => {
        const { body } = await op!.ask('GET', `${at.goods}/${goodsId}`)
        const { categoryId } = body as RecordValues
        const parent = await platform()
          .database.kysely.selectFrom('category')
          .select('parent_id')
          .where('id', '=', String(categoryId))
          .executeTakeFirstOrThrow()
        const elsewhere = await platform()
          .database.kysely.selectFrom('category')
          .select('id')
          .where('category_name', 'like', '%葡萄酒%')
          .limit(1)
          .executeTakeFirstOrThrow()
        for (const [category, current] of [
          [categoryId, '1200000.00'],
          [parent['parent_id'] ?? categoryId, '1200000.00'],
          [elsewhere['id'], '0.00'],
        ])
          expect(await draft({ controlMode: 'CATEGORY', categoryId: category, minControlValue: '1.00' })).toMatchObject({
            currentValue: current,
          })
        const other = await platform().idOf('warehouse', 'warehouse_name', '演示二号仓')
        expect(await draft({ warehouseId: other })).toMatchObject({ currentValue: '0.00', releasableValue: '0.00' })
      })

      it('is refused for another borrower, without a category, until a day that is over, and for a loan that has ended', async () => {
        const loan = await op!.read(at.loan, loanId)
        const { departmentId, fundingPartyId, borrowerId } = loan
        const say = async (more: object) =>
          (await op!.ask('POST', at.control, values({ borrowerId, departmentId, fundingPartyId, ...more }))).body.errors as {
            path: string
          }[]
        const stranger = await platform().idOf('enterprise', 'short_name', '演示酒业')
        expect(await say({ borrowerId: stranger })).toMatchObject([{ path: 'borrowerId' }])
        expect(await say({ controlRate: '0' })).toMatchObject([{ path: 'controlRate' }])
        expect(await say({ expireDate: addDays(today, -1) })).toMatchObject([{ path: 'expireDate' }])
        const ofCategory = await draft({ controlMode: 'CATEGORY' })
        expect(await op!.tryTo(at.control, 'submit', ofCategory.id)).toMatchObject({
          status: 422,
          body: { errors: [{ path: 'categoryId', rule: 'required' }] },
        })
        const ended = await approvedLoan(platform(), lineId, goodsId, {
          appliedAmount: '10000.00',
          goods: [{ goodsId, qty: '500', unitPrice: '120' }],
        })
        const { id } = await draft({ loanId: ended.id })
        await manager!.act(at.loan, 'close', ended.id, { opinion: '不再用款' })
        expect(await op!.tryTo(at.control, 'submit', id)).toMatchObject({
          status: 417,
          body: { code: refusals['control.loan-not-open'].number },
        })
        const late = await draft({ expireDate: today })
        nextDay()
        expect(await op!.tryTo(at.control, 'submit', late.id)).toMatchObject({
          status: 417,
          body: { code: refusals['control.expired'].number },
        })
      })
    })

    describe('at the end of a day', () => {
      const end = (onStep?: (report: StepReport) => void, signal?: AbortSignal) =>
        endDays(platform().services, today, { waitMs: 0, ...(onStep ? { onStep } : {}), ...(signal ? { signal } : {}) })
      const ofDay = async (): Promise<{ lines: number; loans: number }> => {
        const { rows } = await sql<{ lines: number; loans: number }>`
        select (select count(*)::integer from waterline where snap_date = ${today}::date) as lines,
          (select count(*)::integer from loan l where l.outstanding_principal > 0
            or exists (select from pledge_item where loan_id = l.id and status = 'EFFECTIVE')) as loans`.execute(platform().database.kysely)
        return rows[0]!
      }

      it('E-40 steps 4 and 5 lapse what is over, then mark every loan once, also when the day was broken off', async () => {
        const control = await platform()
          .database.kysely.selectFrom('control_goods')
          .select(['id', 'expire_date'])
          .where('loan_id', '=', loanId)
          .where('status', '=', 'EFFECTIVE')
          .executeTakeFirstOrThrow()
        today = addDays(String(control['expire_date']), 1)
        platform().clock.moveTo(today, '23:30:00')
        const stop = new AbortController()
        const steps: string[] = []
        await expect(
          end(({ step }) => {
            steps.push(step.name)
            if (step.name === 'expiry') stop.abort(new Error('the server stops'))
          }, stop.signal),
        ).rejects.toThrow('the server stops')
        expect(await op!.read(at.control, String(control['id']))).toMatchObject({ status: 'EXPIRED' })
        // The lapse has marked its own loan already, and debts that fell overdue theirs; the day goes on with the others.
        expect(await line()).toMatchObject({ snapDate: today, minControlValue: '0.00' })
        const overdue = await platform()
          .database.kysely.selectFrom('document_history')
          .select('document_id')
          .where('entity', '=', 'loan')
          .where('action', '=', 'overdue')
          .where('at', '>=', `${today}T00:00:00+08:00`)
          .execute()
        const { lines: marked, loans } = await ofDay()
        expect([marked, overdue.length > 0, loans > marked]).toEqual([1 + overdue.length, true, true])

        expect(await end(({ step }) => steps.push(step.name))).toBe('done')
        expect(steps).toEqual([
          'interest',
          'monthlyInterest',
          'debtStates',
          'penalties',
          'settlements',
          'expiry',
          'waterlines',
          'warnings',
          'monthEnd',
          'verification',
          'invariants',
          'checkpoint',
        ])
        expect(await ofDay()).toEqual({ lines: loans, loans })
        expect(await end()).toBe('ended')
        expect(await ofDay()).toEqual({ lines: loans, loans })
        expect(await platform().violations()).toEqual([])
      })

      it('E-40 step 8 lists what must hold and does not, until it does', async () => {
        const broken = (latest: boolean) =>
          platform()
            .database.kysely.updateTable('waterline')
            .set({ is_latest: latest })
            .where('loan_id', '=', loanId)
            .where('snap_date', '=', today)
            .execute()
        const listed = async () =>
          (
            (await (await platform().as('admin')).ask('GET', '/api/schedule')).body.failures as {
              day: string
              action: string
              failure: string
            }[]
          )
            .filter(({ day }) => day === today)
            .map(({ action, failure }) => `${action} ${failure}`)
        nextDay()
        await end(({ step }) => void (step.name === 'verification' && broken(false)))
        expect(await listed()).toEqual([expect.stringMatching(/^I-16 融资单 RZ.*：最新水位 0 条/)])
        await broken(true)
        nextDay()
        await end()
        expect(await listed()).toEqual([])
      })
    })
  },
  { settings: { tokenLifetimeMs: aYear, tokenIdleMs: aYear } },
)
