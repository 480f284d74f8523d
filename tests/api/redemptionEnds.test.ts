import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { refusals } from '../../src/rules/refusals'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'
import {
  approvedRedemption,
  calcDate,
  paidFor,
  receivableOf,
  redemptionCase,
  redemptionValues,
  submittedRedemption,
  type RedeemedLoan,
  type RedemptionCase,
} from './support/redeeming'
import { bookedRepayment, received, submittedRepayment } from './support/repaying'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

describePlatform(
  'what becomes of redemptions',
  (platform) => {
    let [op, manager, fm, risk]: Session[] = []
    let of: RedemptionCase
    let f1: RedeemedLoan
    beforeAll(async () => {
      of = await redemptionCase(platform())
      ;[op, manager, fm, risk] = await Promise.all(['op01', 'bm01', 'fm01', 'rk01'].map((name) => platform().as(name)))
      f1 = await of.loan()
    })
    const kysely = () => platform().database.kysely
    const refusal = (code: keyof typeof refusals) => ({ status: 417, body: { code: refusals[code].number } })
    const stateOf = async (id: string, base = at.redemption) => (await op!.read(base, id))['status']
    const untouched = { remain_qty: '10000.0000', locked_qty: '0.0000', status: 'EFFECTIVE' }

    describe('for cash', () => {
      it.each(['withdraw', 'reject', 'refuse'] as const)('%s lets the goods go', async (action) => {
        const { id } = await submittedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, { calcDate })
        expect(await of.item(f1.itemId)).toMatchObject({ locked_qty: '100.0000' })
        await (action === 'withdraw' ? op : manager)!.act(at.redemption, action, id, action === 'withdraw' ? {} : { opinion: '资料不全' })
        expect(await of.item(f1.itemId)).toMatchObject(untouched)
      })

      it('D13 one that is not paid in time expires: goods, offset and what has come in go back, and what was owed is void', async () => {
        await of.deposit(f1.loan, '1000.00')
        const redemption = await approvedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, { calcDate, depositOffset: '1000.00' })
        await paidFor(platform(), f1.loan, redemption, '500.00')
        of.goTo(calcDate, '16:59:59')
        await runOneStep(platform().services, 'expiry')
        expect(await stateOf(redemption.id)).toBe('PENDING_PAY')
        of.goTo(calcDate, '17:00:01')
        const added = await of.added(f1.loan, () => runOneStep(platform().services, 'expiry'))
        expect([added, (await of.balances(f1.loan))[1]]).toEqual(['500', '0.00'])
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'EXPIRED', receivedAmount: '0.00' })
        expect(await receivableOf(platform(), redemption.id)).toMatchObject({ status: 'CANCELLED' })
        expect(await of.item(f1.itemId)).toMatchObject(untouched)
        expect(await of.vouchers(redemption['redemptionNo'])).toEqual([
          expect.stringMatching(/^DEPOSIT_IN 1002\S* 500.00 0.00$/),
          'DEPOSIT_IN 2203 0.00 500.00',
        ])
        // It is asked for again, by another day and with another receivable.
        of.goTo(calcDate, '18:00:00')
        const again = await op!.ask('PATCH', `${at.redemption}/${redemption.id}`, {
          version: await op!.versionOf(at.redemption, redemption.id),
          calcDate: '2026-04-17',
        })
        expect(again).toMatchObject({ status: 200 })
        await op!.act(at.redemption, 'submit', redemption.id)
        await manager!.act(at.redemption, 'approve', redemption.id, { opinion: '同意' })
        await paidFor(platform(), f1.loan, redemption, '600.00')
        expect(await of.added(f1.loan, () => op!.act(at.redemption, 'cancel', redemption.id, { opinion: '不再提货' }))).toBe('600')
        expect(await of.item(f1.itemId)).toMatchObject(untouched)
        expect(await platform().violations()).toEqual([])
      })

      it('B13 finance refuses: the money goes to the deposit, and the goods stay', async () => {
        of.goTo(calcDate)
        const redemption = await approvedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, { calcDate })
        const cash = String((await op!.read(at.redemption, redemption.id))['cashDue'])
        await paidFor(platform(), f1.loan, redemption, cash)
        expect((await manager!.tryTo(at.redemptionCheck, 'refuse', redemption.id, { opinion: '试' })).status).toBe(403)
        expect(await fm!.tryTo(at.redemptionCheck, 'refuse', redemption.id)).toMatchObject({ status: 422 })
        const added = await of.added(f1.loan, () => fm!.act(at.redemptionCheck, 'refuse', redemption.id, { opinion: '付款人不符' }))
        expect(Number(added)).toBe(Number(cash))
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'REFUSED', receivedAmount: '0.00' })
        expect(await of.item(f1.itemId)).toMatchObject(untouched)
        expect(await platform().violations()).toEqual([])
      })

      it('two clerks who check at once book it once, and the second is told', async () => {
        const redemption = await approvedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, { calcDate })
        await paidFor(platform(), f1.loan, redemption, String((await op!.read(at.redemption, redemption.id))['cashDue']))
        const answers = await Promise.all([1, 2].map(() => fm!.tryTo(at.redemptionCheck, 'approve', redemption.id)))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
        const booked = await kysely().selectFrom('repayment').select('id').where('doc_id', '=', redemption.id).execute()
        expect(booked.length).toBe(1)
        expect(await of.item(f1.itemId)).toMatchObject({ remain_qty: '9900.0000', released_qty: '100.0000' })
      })

      it('goods whose order is cancelled stay in the warehouse, and it is completed all the same', async () => {
        const redemption = await approvedRedemption(platform(), f1.loan, { [f1.itemId]: '50' }, { calcDate })
        await paidFor(platform(), f1.loan, redemption, String((await op!.read(at.redemption, redemption.id))['cashDue']))
        const { outOrderId } = await fm!.act(at.redemptionCheck, 'approve', redemption.id)
        const order = '/api/redemption/outbound'
        await (await platform().as('bm01')).act(order, 'cancel', String(outOrderId), { opinion: '客户留仓' })
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'COMPLETED', afterHandle: 'FREE_STOCK' })
        expect(await of.batch(f1.batchId)).toMatchObject({ available_qty: '50.0000' })
        expect(await platform().violations()).toEqual([])
      })

      it('a virtual one leaves the goods where they are, as goods of their own', async () => {
        const virtual = { calcDate, releaseMode: 'VIRTUAL' }
        const before = await of.batch(f1.batchId)
        const redemption = await approvedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, virtual)
        await paidFor(platform(), f1.loan, redemption, String((await op!.read(at.redemption, redemption.id))['cashDue']))
        await fm!.act(at.redemptionCheck, 'approve', redemption.id)
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'COMPLETED', afterHandle: 'FREE_STOCK' })
        const after = await of.batch(f1.batchId)
        expect(Number(after['available_qty']) - Number(before['available_qty'])).toBe(100)
        expect(Number(before['pledged_qty']) - Number(after['pledged_qty'])).toBe(100)
        const orders = await kysely().selectFrom('out_order').select('id').where('redemption_id', '=', redemption.id).execute()
        expect(orders).toEqual([])
        expect(await platform().violations()).toEqual([])
      })

      it('E-15 two of different days each pay interest up to their own, and leave none behind', async () => {
        of.goTo(calcDate)
        const { loan, itemId } = await of.loan()
        const paid = async (qty: string, day: string): Promise<RecordValues> => {
          const redemption = await approvedRedemption(platform(), loan, { [itemId]: qty }, { calcDate: day })
          await paidFor(platform(), loan, redemption, String(redemption['cashDue']))
          return redemption
        }
        const [later, last] = [await paid('4000', '2026-04-20'), await paid('6000', calcDate)]
        expect([later['interestDue'], last['interestDue']]).toEqual(['2490.18', '3430.35'])
        const booked = async ({ id }: RecordValues) =>
          fm!.read(at.repayment, String((await fm!.act(at.redemptionCheck, 'approve', id))['repaymentId']))
        expect(await booked(last)).toMatchObject({ principalAmount: '381150.00', interestAmount: '3430.35', overpaidAmount: '0.00' })
        await of.comeTo('2026-04-20')
        expect(await booked(later)).toMatchObject({ principalAmount: '254100.00', interestAmount: '2490.18', overpaidAmount: '0.00' })
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'SETTLED', outstandingPrincipal: '0.00' })
        expect(await platform().violations()).toEqual([])
        of.goTo(calcDate)
      })

      it('one that is paid is checked before a repayment of a later day is booked, so that neither pays for the days of the other', async () => {
        of.goTo(calcDate)
        const { loan, itemId } = await of.loan()
        const redemption = await approvedRedemption(platform(), loan, { [itemId]: '4000' }, { calcDate })
        await paidFor(platform(), loan, redemption, String(redemption['cashDue']))
        await of.comeTo('2026-04-18')
        const receiptId = await received(platform(), loan, '100000.00')
        const values = { receiptId, receiptAmount: '100000.00', valueDate: '2026-04-18' }
        const { id } = await submittedRepayment(platform(), loan, values)
        const waits = await fm!.tryTo(at.repayment, 'approve', id)
        expect(waits).toMatchObject(refusal('repayment.redemption-waits'))
        expect(waits.body.detail).toContain(String(redemption['redemptionNo']))
        await fm!.act(at.redemptionCheck, 'approve', redemption.id)
        // 47 days of the 381,150.00 that the redemption leaves.
        expect(await fm!.act(at.repayment, 'approve', id)).toMatchObject({ interestAmount: '3582.81', principalAmount: '96417.19' })
        expect(await platform().violations()).toEqual([])
        of.goTo(calcDate)
      })

      it('a day that has passed, and more than is pledged, are refused', async () => {
        of.goTo('2026-04-17')
        const late = await op!.add(at.redemption, redemptionValues(f1.loan, { [f1.itemId]: '1' }, { calcDate }))
        expect(await op!.tryTo(at.redemption, 'submit', late.id)).toMatchObject(refusal('redemption.calc-date'))
        const offset = await op!.add(
          at.redemption,
          redemptionValues(f1.loan, { [f1.itemId]: '1' }, { calcDate: '2026-04-17', depositOffset: '900000.00' }),
        )
        expect(await op!.tryTo(at.redemption, 'submit', offset.id)).toMatchObject(refusal('redemption.offset-too-much'))
        of.goTo(calcDate)
      })
    })

    describe('on credit (E-16)', () => {
      let limit: RecordValues
      const onCredit = (more: object = {}) => ({ calcDate, creditLimitId: limit.id, creditTermDays: 30, ...more })
      beforeAll(async () => {
        f1 = await of.loan()
        // The demo data have one of 500,000.00 for the customer.
        const row = await kysely()
          .selectFrom('credit_limit')
          .select('id')
          .where('borrower_id', '=', String(f1.loan['borrowerId']))
          .where('product_id', '=', String(f1.loan['productId']))
          .executeTakeFirstOrThrow()
        limit = await op!.read(at.creditLimit, String(row['id']))
        // What the demo data move to credit notes in later months is not used yet.
        of.goTo(calcDate)
      })
      /** In cents. */
      const amounts = async () => {
        const { reservedAmount, usedAmount } = await op!.read(at.creditLimit, limit.id)
        return [Math.round(Number(reservedAmount) * 100), Math.round(Number(usedAmount) * 100)] as const
      }

      it('moves 254,100.00 to a note of their own, for 11,886.90 in cash; what is lent stays the same', async () => {
        const [reserved, used] = await amounts()
        await manager!.act(at.creditLimit, 'adjust', limit.id, {
          limitAmount: ((reserved + used) / 100 + 380_000).toFixed(2),
          opinion: '测试',
        })
        const submitted = await submittedRedemption(platform(), f1.loan, { [f1.itemId]: '4000' }, onCredit(), at.creditRedemption)
        expect(submitted).toMatchObject({ status: 'AUDITING', principalDue: '254100.00', cashDue: '11886.90' })
        expect(await amounts()).toEqual([reserved + 25_410_000, used])
        expect(await op!.read(at.creditLimit, limit.id)).toMatchObject({ availableAmount: '125900.00' })
        await manager!.act(at.creditRedemption, 'approve', submitted.id, { opinion: '同意' })
        await paidFor(platform(), f1.loan, submitted, '11886.90')
        const line = async () =>
          kysely().selectFrom('customer_line').select('used_amount').where('id', '=', String(f1.loan['customerLineId'])).executeTakeFirst()
        const lent = await line()
        const checked = await fm!.act(at.redemptionCheck, 'approve', submitted.id)
        expect(await amounts()).toEqual([reserved, used + 25_410_000])
        expect(await line()).toEqual(lent)
        expect(await op!.read(at.loan, f1.loan.id)).toMatchObject({ outstandingPrincipal: '635250.00' })
        const note = await kysely()
          .selectFrom('debt_note')
          .selectAll()
          .where('id', '=', String(checked['debtNoteId']))
          .executeTakeFirstOrThrow()
        expect(note).toMatchObject({
          payment_type: 'CREDIT_REDEMPTION',
          principal: '254100.00',
          annual_rate: '0.090000',
          due_date: '2026-05-16',
        })
        const repayment = await fm!.read(at.repayment, String(checked['repaymentId']))
        expect(repayment).toMatchObject({ totalAmount: '265986.90', receiptAmount: '11886.90', transferAmount: '254100.00' })
        expect(await of.vouchers(repayment['repaymentNo'])).toEqual([
          expect.stringMatching(/^REPAY 1002\S* 11886.90 0.00$/),
          'REPAY 1132 0.00 2286.90',
          'REPAY 1122 0.00 9600.00',
        ])
        // Units answer for what is secured: 381,150.00 on 6,000 boxes.
        expect(await of.item(f1.itemId)).toMatchObject({ unit_principal: '63.525000', remain_qty: '6000.0000' })
        expect(await platform().violations()).toEqual([])
      })

      it('is repaid by the menu of credit notes, which gives back both limits', async () => {
        await of.comeTo('2026-05-16')
        const [, used] = await amounts()
        const receiptId = await received(platform(), f1.loan, '256005.75')
        const values = { receiptId, receiptAmount: '256005.75', valueDate: '2026-05-16' }
        const other = await op!.ask('GET', `${at.creditRepayment}/debts?borrowerId=${String(f1.loan['borrowerId'])}`)
        expect(other.body.debts.length).toBeGreaterThan(0)
        const booked = await bookedRepayment(platform(), f1.loan, values, at.creditRepayment)
        expect(booked).toMatchObject({
          status: 'CONFIRMED',
          principalAmount: '254100.00',
          interestAmount: '1905.75',
          overpaidAmount: '0.00',
        })
        expect((await amounts())[1]).toBe(used - 25_410_000)
        expect(await platform().violations()).toEqual([])
        await fm!.act(at.creditRepayment, 'reverse', booked.id, { opinion: '测试冲销' })
        expect((await amounts())[1]).toBe(used)
        expect(await platform().violations()).toEqual([])
      })

      it.each([
        ['more than is left', 'loan.beyond-available', {}, '3000'],
        ['a term beyond the limit', 'redemption.credit-terms', { creditTermDays: 61 }, '100'],
      ] as const)('refuses %s', async (_name, code, more, qty) => {
        of.goTo(calcDate)
        const { id } = await op!.add(at.creditRedemption, redemptionValues(f1.loan, { [f1.itemId]: qty }, onCredit(more)))
        expect(await op!.tryTo(at.creditRedemption, 'submit', id)).toMatchObject(refusal(code))
        expect(await of.item(f1.itemId)).toMatchObject({ locked_qty: '0.0000' })
      })

      it('B38 a customer who is frozen may redeem for cash, and not on credit', async () => {
        const client = { table: 'client', of: 'enterprise_id' }
        const suspended = (status: string) =>
          kysely().updateTable(client.table).set({ status }).where(client.of, '=', String(f1.loan['borrowerId'])).execute()
        await suspended('SUSPENDED')
        try {
          const { id } = await op!.add(at.creditRedemption, redemptionValues(f1.loan, { [f1.itemId]: '100' }, onCredit()))
          expect(await op!.tryTo(at.creditRedemption, 'submit', id)).toMatchObject(refusal('redemption.credit-not-in-force'))
          const cash = await submittedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, { calcDate })
          expect(cash).toMatchObject({ status: 'AUDITING' })
          await op!.act(at.redemption, 'withdraw', cash.id)
        } finally {
          await suspended('ACTIVE')
        }
      })
    })

    it('keeps the rights of its menus apart', async () => {
      const cash = await submittedRedemption(platform(), f1.loan, { [f1.itemId]: '10' }, { calcDate })
      // Of the other kind there is no such record, and finance decides nothing that the business does.
      expect((await op!.ask('GET', `${at.creditRedemption}/${cash.id}`)).status).toBe(404)
      expect((await manager!.tryTo(at.creditRedemption, 'approve', cash.id)).status).toBe(404)
      expect((await fm!.tryTo(at.redemption, 'approve', cash.id)).status).toBe(403)
      // What is under approval is not finance's yet.
      expect((await fm!.tryTo(at.redemptionCheck, 'approve', cash.id)).status).toBe(404)
      expect((await risk!.tryTo(at.redemption, 'approve', cash.id)).status).toBe(403)
      await op!.act(at.redemption, 'withdraw', cash.id)
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
