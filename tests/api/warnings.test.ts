import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import type { Session } from './support/client'
import { at, batchInStock, uploaded } from './support/fixtures'
import { bondPaid, moneyDesk, payableLoan, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { paidOut } from './support/pledging'
import { expectRefusal } from './support/refusal'
import { quoted } from './support/quotes'
import { bySystem, received } from './support/repaying'

const lastDemoDay = '2026-11-20'
/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/**
 * E-12's loan: 335,412.00 outstanding with 105 days of interest (7,043.65) and a bond of 31,762.50, so 310,693.15 at risk. Its 10,000 boxes stand for
 * the 6,000 of the example at 0.6 of each of its prices.
 */
describePlatform(
  'warnings',
  (platform) => {
    let desk: MoneyDesk
    let [risk, manager]: Session[] = []
    let loan: RecordValues
    /** E-13's: 6,000 boxes, and nothing is paid out of it. */
    let unpaid: RecordValues
    let today = lastDemoDay
    const quotes = new Map<string, string>()

    const moveTo = (day: string): void => {
      today = day
      platform().clock.moveTo(today, '10:00:00')
    }
    /** The market price of the day, in place of one that was typed before. */
    const quote = async (price: string): Promise<void> => {
      quotes.set(today, await quoted(platform(), desk.goodsId, today, price, quotes.get(today)))
    }
    /** The step of the end of a day alone, which leaves the day's interest out. */
    const warn = (): Promise<void> => runOneStep(platform().services, 'warnings')
    const list = async (query: Record<string, string>, session = risk!): Promise<RecordValues[]> =>
      (await session.list(at.warning, query)).records
    const one = async (query: Record<string, string>): Promise<RecordValues> => {
      const found = await list(query)
      expect(found).toHaveLength(1)
      return found[0]!
    }
    const ofLoan = (warnType: string, more: Record<string, string> = {}) => one({ loanId: loan.id, warnType, ...more })
    /** That the goods of the other loan have lost in value, as far as it is not over. */
    const ofGoods = () => one({ loanId: unpaid.id, warnType: 'PRICE_DROP', status: 'OPEN' })
    const line = async (): Promise<RecordValues> => (await risk!.list(at.waterline, { loanId: loan.id })).records[0]!
    const fillsOf = async (): Promise<RecordValues[]> => (await risk!.list(at.fill, { loanId: loan.id })).records
    const historyOf = async (id: string): Promise<RecordValues[]> =>
      (await risk!.ask('GET', `${at.warning}/history/${id}`)).body as RecordValues[]

    beforeAll(async () => {
      desk = await moneyDesk(platform())
      ;[risk, manager] = [await platform().as('rk01'), await platform().as('bm01')]
      loan = await payableLoan(platform(), desk, '635250.00')
      await bondPaid(platform(), loan.id)
      unpaid = await payableLoan(platform(), desk, '381150.00', '6000')
      const { id } = await paidOut(platform(), loan.id, '335412.00', addDays(lastDemoDay, -7))
      // Eight days at 0.945 stand for 105 at 0.072, and nothing is charged for days that are missing (E-04).
      const { kysely } = platform().database
      await kysely.updateTable('debt_note').set({ annual_rate: '0.945' }).where('id', '=', id).execute()
      await kysely.updateTable('product').set({ min_interest_days: 1 }).where('id', '=', String(loan['productId'])).execute()
      await runOneStep(platform().services, 'interest')
      moveTo(addDays(lastDemoDay, 1))
    })

    describe('of a control record', () => {
      it('E-12b asks for 79,693.15 in cash or 144,896.64 in goods at its own rate, below the warning line too', async () => {
        await quote('42.00')
        expect(await line()).toMatchObject({
          totalValue: '420000.00',
          exposure: '310693.15',
          ltv: '0.7397',
          waterLevel: 'NORMAL',
          fillCash: '0.00',
        })
        const { borrowerId, departmentId, fundingPartyId } = loan
        const control = await desk.op.add(at.control, {
          loanId: loan.id,
          borrowerId,
          departmentId,
          fundingPartyId,
          controlMode: 'TOTAL',
          effectiveDate: today,
          controlRate: '0.5500',
          minControlValue: '564896.64',
        })
        await desk.op.act(at.control, 'submit', control.id)
        await risk!.act(at.control, 'approve', control.id)
        await warn()
        const warning = await ofLoan('CONTROL_LINE')
        expect(warning).toMatchObject({ warnLevel: 'L3', currentValue: '0.256500', thresholdValue: '0.100000', status: 'HANDLING' })
        const [fill] = await fillsOf()
        expect(fill).toMatchObject({
          warnRecordNo: warning['warnNo'],
          status: 'PENDING',
          requiredCash: '79693.15',
          requiredGoodsValue: '144896.64',
          targetLtv: '0.5500',
          ltvBefore: '0.7397',
          // Three days of work from Saturday on.
          deadline: '2026-11-25',
        })
        // One at a time for a loan, and its warning knows it.
        expect(warning).toMatchObject({ fillNo: fill!['fillNo'] })
        expectRefusal(await risk!.tryTo(at.warning, 'createFill', warning.id, {}), 'fill.under-way', { fillNo: fill!['fillNo'] })
        await risk!.act(at.fill, 'cancel', fill!.id, { opinion: '已另行约定' })
        expect((await fillsOf())[0]).toMatchObject({ status: 'CANCELLED' })
      })
    })

    describe('of a loan that sinks', () => {
      it('E-12 warns at 0.8352, and asks for 119,293.15 or 216,896.64 at 0.8928', async () => {
        await quote('37.20')
        await warn()
        const warning = await ofLoan('PLEDGE')
        expect(warning).toMatchObject({
          warnLevel: 'L1',
          status: 'OPEN',
          currentValue: '0.835200',
          thresholdValue: '0.800000',
          content: '质押率 83.52%，达到警戒线 80.00%；净敞口 310,693.15，押品总值 372,000.00',
        })
        expect((await risk!.list(at.pledgeWarning, { loanId: loan.id })).records).toMatchObject([{ ltv: '0.8352', waterLevel: 'WARN' }])
        await quote('34.80')
        await warn()
        expect(await ofLoan('PLEDGE')).toMatchObject({ id: warning.id, warnLevel: 'L2', currentValue: '0.892800', status: 'HANDLING' })
        const [fill] = (await fillsOf()).filter(({ status }) => status === 'PENDING')
        expect(fill).toMatchObject({ requiredCash: '119293.15', requiredGoodsValue: '216896.64', targetLtv: '0.5500', ltvBefore: '0.8928' })
        // At 0.9085 it stands at the closing line; nothing is asked for twice.
        await quote('34.20')
        expect(await line()).toMatchObject({ ltv: '0.9085', waterLevel: 'CLOSE' })
        await warn()
        expect((await fillsOf()).filter(({ status }) => status === 'PENDING')).toHaveLength(1)
        await quote('34.80')
        expect(await platform().violations()).toEqual([])
      })

      it('B36 is filled in cash: at least what is missing today, at most what has come in; then it recovers at once', async () => {
        const fm = await platform().as('fm01')
        const [fill] = (await fillsOf()).filter(({ status }) => status === 'PENDING')
        const receiptId = await received(platform(), loan, '119300.00')
        const submit = (filledCash: string, more: object = {}) =>
          desk.op.tryTo(at.fill, 'submit', fill!.id, { fillMode: 'CASH', receiptId, filledCash, ...more })
        expectRefusal(await submit('119293.14'), 'fill.too-little', { filled: '119293.14', required: '119293.15' })
        expectRefusal(await submit('119300.01'), 'fill.beyond-receipt', { unverified: '119300.00' })
        const stranger = await received(
          platform(),
          { ...loan, borrowerId: await platform().idOf('enterprise', 'short_name', '演示酒业') },
          '119300.00',
        )
        expect((await submit('119293.15', { receiptId: stranger })).body.errors).toMatchObject([{ path: 'receiptId' }])
        expect(await submit('119293.15')).toMatchObject({ status: 200, body: { status: 'AUDITING' } })
        // Four eyes, and the right of who fills.
        expect((await desk.op.tryTo(at.fill, 'approve', fill!.id, {})).status).toBe(403)
        expect((await fm.tryTo(at.fill, 'approve', fill!.id, {})).status).toBe(403)
        // Prices that have fallen since ask for more.
        await quote('34.20')
        expectRefusal(await risk!.tryTo(at.fill, 'approve', fill!.id, {}), 'fill.too-little', { required: '122593.15' })
        await quote('34.80')
        const done = await risk!.act(at.fill, 'approve', fill!.id, { opinion: '已到账' })
        expect(done).toMatchObject({ status: 'COMPLETED', ltvAfter: '0.5500', filledCash: '119293.15' })
        const booked = await fm.read(at.repayment, String(done['repaymentId']))
        expect(booked).toMatchObject({
          status: 'CONFIRMED',
          receiptAmount: '119293.15',
          interestAmount: '7043.65',
          principalAmount: '112249.50',
          docNo: fill!['fillNo'],
        })
        expect(await fm.read(at.receipt, receiptId)).toMatchObject({ status: 'PARTIAL', unverifiedAmount: '6.85' })
        expect(await line()).toMatchObject({ exposure: '191400.00', ltv: '0.5500', waterLevel: 'NORMAL' })
        expect(await ofLoan('PLEDGE')).toMatchObject({ status: 'RECOVERED' })
        // What rests on a fill is not taken back from under it.
        expect((await fm.tryTo(at.repayment, 'reverse', booked.id, { opinion: '误' })).status).toBe(417)
        expect(await platform().violations()).toEqual([])
      })

      it('is not filled without a reason, nor by a warning that is over', async () => {
        const over = await ofLoan('PLEDGE')
        expect((await risk!.tryTo(at.warning, 'createFill', over.id, {})).status).toBe(417)
        expectRefusal(await risk!.ask('POST', `${at.pledgeWarning}/createFill/${loan.id}`, {}), 'warning.none-of-pledge', {
          loanNo: String(loan['loanNo']),
        })
        expect((await desk.op.ask('POST', `${at.pledgeWarning}/createFill/${loan.id}`, {})).status).toBe(403)
        expect((await risk!.ask('POST', `${at.pledgeWarning}/createFill/999999999`, {})).status).toBe(404)
      })

      it('B36 is filled in goods: they come in, are pledged for it, and the warning recovers', async () => {
        moveTo(addDays(today, 1))
        await quote('20.00')
        await warn()
        const [fill] = (await fillsOf()).filter(({ status }) => status === 'PENDING')
        const extra = await batchInStock(platform(), desk.goodsId, '9000')
        const { borrowerId, departmentId, fundingPartyId, warehouseId } = loan
        const of = { loanId: loan.id, borrowerId, departmentId, fundingPartyId, warehouseId }
        const pledge = await desk.op.add(at.pledge, { ...of, fillId: fill!.id, batches: [{ stockBatchId: extra, pledgedQty: '9000' }] })
        await desk.op.act(at.pledge, 'submit', pledge.id)
        const stockInId = await confirmedStockIn()
        const submit = () => desk.op.tryTo(at.fill, 'submit', fill!.id, { fillMode: 'GOODS', stockInId })
        expect((await submit()).body.errors).toMatchObject([{ path: 'stockInId' }])
        const { noticeId } = await risk!.act(at.pledge, 'approve', pledge.id, { opinion: '同意' })
        const keeper = await platform().as('wh01')
        const receipt = { receiptPersonName: '仓管一', receiptQty: '9000.0000', receiptFiles: [await uploaded(keeper, '回执.pdf')] }
        await keeper.act(at.notice, 'receipt', String(noticeId), receipt)
        expect(await submit()).toMatchObject({ status: 200, body: { filledGoodsValue: '180000.00', pledgeId: pledge.id } })
        expect(await risk!.act(at.fill, 'reject', fill!.id, { opinion: '待复核' })).toMatchObject({ status: 'REJECTED' })
        expect(await submit()).toMatchObject({ status: 200 })
        expect(await desk.op.act(at.fill, 'withdraw', fill!.id)).toMatchObject({ status: 'PENDING' })
        // 191,400 on 19,000 boxes at 20 is 0.5037: the calendar finds it recovered, by the goods of the fill.
        moveTo(addDays(today, 1))
        await warn()
        expect(await risk!.read(at.fill, fill!.id)).toMatchObject({
          status: 'COMPLETED',
          filledGoodsValue: '180000.00',
          ltvAfter: '0.5037',
        })
        // It has ended: nothing more is pledged for it.
        const late = await desk.op.ask('POST', at.pledge, { ...of, fillId: fill!.id, batches: [{ stockBatchId: extra, pledgedQty: '1' }] })
        expect(late.status).toBeGreaterThanOrEqual(417)
      })

      it('is overdue after its day, and may be cancelled only out of danger', async () => {
        moveTo(addDays(today, 1))
        await quote('10.00')
        await warn()
        const [fill] = (await fillsOf()).filter(({ status }) => status === 'PENDING')
        expectRefusal(await risk!.tryTo(at.fill, 'cancel', fill!.id, { opinion: '误' }), 'fill.still-warned', {
          fillNo: String(fill!['fillNo']),
        })
        moveTo(addDays(String(fill!['deadline']), 1))
        await warn()
        expect(await risk!.read(at.fill, fill!.id)).toMatchObject({ status: 'OVERDUE' })
        await quote('60.00')
        expect(await risk!.act(at.fill, 'cancel', fill!.id, { opinion: '价格回升' })).toMatchObject({ status: 'CANCELLED' })
      })
    })

    /** Goods of the loan that have come in. */
    const confirmedStockIn = async (): Promise<string> => {
      const [found] = (await desk.op.list(at.stockIn, { borrowerId: String(loan['borrowerId']), status: 'CONFIRMED' })).records
      await platform().database.kysely.updateTable('stock_in').set({ loan_id: loan.id }).where('id', '=', found!.id).execute()
      return found!.id
    }

    describe('of goods that lose in value', () => {
      it('E-13 L2 from 10 % on, with what was financed on the loss; kept up and not repeated, and over when the price recovers', async () => {
        moveTo(addDays(today, 1))
        await quote('115.50')
        await warn()
        moveTo(addDays(today, 1))
        await quote('101.64')
        await warn()
        const first = await ofGoods()
        expect(first).toMatchObject({
          status: 'OPEN',
          warnLevel: 'L2',
          currentValue: '0.120000',
          thresholdValue: '0.100000',
          exceedValue: '0.020000',
          lastDays: 0,
          content: '金装婴配奶粉1段 较质押时下跌 12.00%（115.5000 → 101.6400），跌价补偿 45,738.00',
        })
        // Water levels have nothing to do with it (decision A37).
        expect(await list({ loanId: unpaid.id, warnType: 'PLEDGE' })).toEqual([])

        moveTo(addDays(today, 1))
        await quote('97.00')
        await warn()
        await warn()
        expect(await ofGoods()).toMatchObject({
          id: first.id,
          warnLevel: 'L3',
          currentValue: '0.160200',
          lastDays: 1,
          version: 2,
        })
        await quote('110.00')
        moveTo(addDays(today, 1))
        await warn()
        expect(await risk!.read(at.warning, first.id)).toMatchObject({ status: 'RECOVERED' })
      })
    })

    describe('are handled', () => {
      it('taken on, finished with a result, and closed by another', async () => {
        moveTo(addDays(today, 1))
        await quote('100.00')
        await warn()
        const { id } = await ofGoods()
        expect((await desk.op.tryTo(at.warning, 'handle', id, {})).status).toBe(403)
        expect(await risk!.act(at.warning, 'handle', id, { opinion: '跟进' })).toMatchObject({ status: 'HANDLING', handlerName: '许静' })
        expect((await risk!.tryTo(at.warning, 'finish', id, {})).body.errors).toMatchObject([{ path: 'handleResult' }])
        expect(await risk!.act(at.warning, 'finish', id, { handleResult: '客户同意补足' })).toMatchObject({ status: 'HANDLED' })
        // What is handled and not closed is kept up, neither repeated nor recovered.
        moveTo(addDays(today, 1))
        await warn()
        expect(await list({ loanId: unpaid.id, warnType: 'PRICE_DROP', status: 'HANDLED' })).toMatchObject([{ id, lastDays: 1 }])
        expect(await list({ loanId: unpaid.id, warnType: 'PRICE_DROP', status: 'OPEN' })).toEqual([])
        expect((await risk!.tryTo(at.warning, 'close', id, {})).status).toBe(403)
        expect(await manager!.act(at.warning, 'close', id)).toMatchObject({ status: 'CLOSED' })
      })
    })

    describe('by rules', () => {
      const rule = async (more: object): Promise<RecordValues> =>
        bySystem(platform(), (tools) =>
          tools.create('warnRule', {
            ruleName: '测试规则',
            warnType: 'PRICE_DROP',
            compareOp: 'GE',
            valueUnit: 'RATIO',
            level2Value: '0.5',
            effectiveDate: '2026-01-01',
            ...more,
          } as never),
        ) as unknown as Promise<RecordValues>
      const nextWarning = async (): Promise<RecordValues | undefined> => {
        moveTo(addDays(today, 1))
        await warn()
        return (await list({ loanId: unpaid.id, warnType: 'PRICE_DROP', status: 'OPEN' }))[0]
      }

      it('the one of the goods before its category before none, the nearest and latest first; told to whom it names', async () => {
        const [goods] = await bySystem(platform(), (tools) => tools.find('goods', { id: desk.goodsId }))
        const category = await bySystem(platform(), (tools) => tools.load('category', goods!.categoryId))
        const [role] = await bySystem(platform(), (tools) => tools.find('role', { roleCode: 'RK' }))
        // A drop of 13.42 % is L2 by the standard.
        expect(await nextWarning()).toMatchObject({ warnLevel: 'L2', thresholdValue: '0.100000' })
        await rule({ ruleName: '全部', level1Value: '0.10' })
        const general = await nextWarning()
        expect(general).toMatchObject({ warnLevel: 'L1', thresholdValue: '0.100000' })
        await rule({ ruleName: '上级品类', categoryId: category.parentId, level2Value: '0.13' })
        expect(await nextWarning()).toMatchObject({ warnLevel: 'L2', thresholdValue: '0.130000' })
        await rule({ ruleName: '本品类', categoryId: category.id, level2Value: '0.12', level3Value: '0.13', notifyRoleIds: [role!.id] })
        const told = await nextWarning()
        expect(told).toMatchObject({ warnLevel: 'L3', thresholdValue: '0.130000' })
        expect((await historyOf(told!.id)).filter(({ action }) => action === 'NOTIFY')).toHaveLength(2)
        // Of another customer, over already, not in force yet, switched off: none of them is asked.
        await rule({ ruleName: '他人', goodsId: desk.goodsId, borrowerId: await platform().idOf('enterprise', 'short_name', '演示酒业') })
        await rule({ ruleName: '已失效', goodsId: desk.goodsId, expireDate: lastDemoDay })
        await rule({ ruleName: '未生效', goodsId: desk.goodsId, effectiveDate: '2099-01-01' })
        await rule({ ruleName: '停用', goodsId: desk.goodsId, status: 'DISABLED' })
        expect(await nextWarning()).toMatchObject({ id: told!.id, warnLevel: 'L3' })
        // The rule of the goods asks for more than has happened: there is nothing to warn of.
        await rule({ ruleName: '商品', goodsId: desk.goodsId })
        expect(await nextWarning()).toBeUndefined()
        expect(await risk!.read(at.warning, told!.id)).toMatchObject({ status: 'RECOVERED' })
        const repeated = await nextWarning()
        expect(repeated).toBeUndefined()
      })
    })
  },
  { settings: { tokenLifetimeMs: aYear, tokenIdleMs: aYear } },
)
