import { beforeAll, describe, expect, it } from 'vitest'
import { addDecimals, roundDecimal } from '../../engine/core/decimal'
import type { RecordValues } from '../../engine/core/wire'
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
  type RedemptionCase,
} from './support/redeeming'
import { bookedRepayment, received } from './support/repaying'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000
const plus = (one: string, other: string): string => roundDecimal(addDecimals(one, other), 2)

/** F1 of domain 50: 10,000 boxes of 20 February, 635,250.00 paid out on 2 March 2026, redeemed in part on 16 April. */
describePlatform(
  'a redemption',
  (platform) => {
    let [op, manager, fn, fm]: Session[] = []
    let of: RedemptionCase
    beforeAll(async () => {
      of = await redemptionCase(platform())
      ;[op, manager, fn, fm] = await Promise.all(['op01', 'bm01', 'fn01', 'fm01'].map((name) => platform().as(name)))
    })
    const kysely = () => platform().database.kysely
    const refusal = (code: keyof typeof refusals) => ({ status: 417, body: { code: refusals[code].number } })

    describe('for cash', () => {
      let [loan, itemId, batchId]: [RecordValues, string, string] = [{ id: '' }, '', '']
      let redemption: RecordValues
      let begun = '0'
      beforeAll(async () => {
        ;({ loan, itemId, batchId } = await of.loan())
        await of.price('101.64')
        ;[begun] = await of.balances(loan)
        await of.deposit(loan, '12136.54')
      })

      it('E-15 is tried before anything is stored, in the form and on its own', async () => {
        const asked = { loanId: loan.id, calcDate, depositOffset: '12136.54', goods: [{ pledgeItemId: itemId, qty: '4000' }] }
        const { status, body } = await op!.ask('POST', `${at.redemption}/trial`, asked)
        expect({ status, ...body }).toMatchObject({
          status: 200,
          principalDue: '254100.00',
          topUpPrincipal: '45738.00',
          interestDue: '2698.54',
          storageFeeDue: '9600.00',
          totalDue: '312136.54',
          cashDue: '300000.00',
          ltvBefore: '0.6250',
          ltvAfter: '0.5500',
          goods: [{ unitPrincipal: '63.525000', principalDue: '254100.00', stockDays: 55, storageFee: '9600.00' }],
        })
        const typed = redemptionValues(loan, { [itemId]: '4000' }, { calcDate, depositOffset: '12136.54' })
        expect((await op!.ask('POST', `${at.redemption}/try`, typed)).body).toMatchObject({
          problems: [],
          values: { totalDue: '312136.54', cashDue: '300000.00', topUpPrincipal: '45738.00' },
          lines: { debts: [{ principalPart: '299838.00', interestPart: '2698.54' }] },
        })
        const offered = await op!.ask('GET', `${at.redemption}/pledgeItems?loanId=${loan.id}`)
        expect(offered.body.items).toMatchObject([
          { pledgeItemId: itemId, qty: '10000.0000', unitPrincipal: '63.525000', unitValue: '101.6400' },
        ])
        expect((await kysely().selectFrom('redemption').select('id').where('loan_id', '=', loan.id).execute()).length).toBe(0)
      })

      it('names prices that moved since it was tried with both figures, and books nothing', async () => {
        const { id } = await op!.add(at.redemption, redemptionValues(loan, { [itemId]: '4000' }, { calcDate, depositOffset: '12136.54' }))
        await of.price('115.5')
        const moved = await op!.tryTo(at.redemption, 'submit', id)
        expect(moved).toMatchObject(refusal('redemption.prices-moved'))
        expect(moved.body.detail).toContain('101.6400 → 115.5000')
        expect(moved.body.detail).toContain('由 312,136.54 变为 265,986.90')
        expect(await of.item(itemId)).toMatchObject({ locked_qty: '0.0000' })
        await of.price('101.64')
        redemption = await op!.act(at.redemption, 'submit', id)
        expect(redemption).toMatchObject({ status: 'AUDITING', totalDue: '312136.54', cashDue: '300000.00', redemptionNo: /^SH2026/ })
        expect(await of.item(itemId)).toMatchObject({ locked_qty: '4000.0000', remain_qty: '10000.0000' })
        expect(await of.batch(batchId)).toMatchObject({ pledged_qty: '6000.0000', frozen_pledge_qty: '4000.0000' })
      })

      it('a second one starts from what the first leaves', async () => {
        const { body } = await op!.ask('POST', `${at.redemption}/trial`, {
          loanId: loan.id,
          calcDate,
          goods: [{ pledgeItemId: itemId, qty: '1000' }],
        })
        expect(body).toMatchObject({ ltvBefore: '0.5500', goods: [{ unitPrincipal: '55.902000', principalDue: '55902.00' }] })
        const beyond = await op!.add(at.redemption, redemptionValues(loan, { [itemId]: '6000.0001' }, { calcDate }))
        expect(await op!.tryTo(at.redemption, 'submit', beyond.id)).toMatchObject(refusal('redemption.beyond-unlocked'))
      })

      it('is approved by another, freezes the deposit and asks for the cash', async () => {
        expect((await op!.tryTo(at.redemption, 'approve', redemption.id)).status).toBe(403)
        redemption = await manager!.act(at.redemption, 'approve', redemption.id, { opinion: '同意' })
        expect(redemption).toMatchObject({ status: 'PENDING_PAY' })
        expect(await of.balances(loan)).toEqual([plus(begun, '12136.54'), '12136.54'])
        expect(await receivableOf(platform(), redemption.id)).toMatchObject({
          amount: '300000.00',
          status: 'OPEN',
          receivable_type: 'REDEMPTION',
        })
      })

      it('waits for all of its money, and gives back what was verified by mistake', async () => {
        const first = await paidFor(platform(), loan, redemption, '100000.00')
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'PENDING_PAY', receivedAmount: '100000.00' })
        await fm!.act(at.verification, 'reverse', first, { opinion: '付款人有误' })
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'PENDING_PAY', receivedAmount: '0.00' })
        await paidFor(platform(), loan, redemption, '100000.00')
        await paidFor(platform(), loan, redemption, '200000.00')
        expect(await op!.read(at.redemption, redemption.id)).toMatchObject({ status: 'PENDING_CHECK', receivedAmount: '300000.00' })
        expect(await platform().violations()).toEqual([])
      })

      it('E-07 E-15b is booked when finance has checked it: debts, deposit, fee, goods and units', async () => {
        expect((await fn!.tryTo(at.redemptionCheck, 'approve', redemption.id)).status).toBe(403)
        redemption = await fm!.act(at.redemptionCheck, 'approve', redemption.id, { opinion: '核对无误' })
        expect(redemption).toMatchObject({ status: 'CHECKED' })
        const repayment = await fm!.read(at.repayment, String(redemption['repaymentId']))
        expect(repayment).toMatchObject({
          status: 'CONFIRMED',
          docNo: redemption['redemptionNo'],
          valueDate: calcDate,
          totalAmount: '312136.54',
          receiptAmount: '300000.00',
          depositOffset: '12136.54',
          feeAmount: '9600.00',
          interestAmount: '2698.54',
          principalAmount: '299838.00',
          overpaidAmount: '0.00',
        })
        expect(await of.vouchers(repayment['repaymentNo'])).toEqual([
          expect.stringMatching(/^REPAY 1002\S* 300000.00 0.00$/),
          'REPAY 2203 12136.54 0.00',
          'REPAY 122101 0.00 299838.00',
          'REPAY 1132 0.00 2698.54',
          'REPAY 1122 0.00 9600.00',
        ])
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ outstandingPrincipal: '335412.00', status: 'OUTSTANDING' })
        expect(await of.balances(loan)).toEqual([plus(begun, '0'), '0.00'])
        expect(await of.item(itemId)).toEqual({
          remain_qty: '6000.0000',
          locked_qty: '0.0000',
          released_qty: '4000.0000',
          unit_principal: '55.902000',
          status: 'EFFECTIVE',
        })
        expect(await of.batch(batchId)).toEqual({
          available_qty: '0.0000',
          pledged_qty: '6000.0000',
          frozen_avail_qty: '4000.0000',
          frozen_pledge_qty: '0.0000',
        })
        const order = await kysely()
          .selectFrom('out_order')
          .selectAll()
          .where('redemption_id', '=', redemption.id)
          .executeTakeFirstOrThrow()
        expect(order).toMatchObject({ stock_out_type: 'REDEMPTION', status: 'NEW', total_qty: '4000.0000', plate_no: '沪A12345' })
        const fee = await kysely()
          .selectFrom('misc_fee')
          .selectAll()
          .where('doc_no', '=', String(redemption['redemptionNo']))
          .executeTakeFirstOrThrow()
        expect(fee).toMatchObject({ misc_type: 'STORAGE', total_amount: '9600.00', received_amount: '9600.00', status: 'COLLECTED' })
        expect(await platform().violations()).toEqual([])
      })

      it('B2 its repayment cannot be taken back by itself, and nobody edits what is booked', async () => {
        const repayment = String(redemption['repaymentId'])
        expect((await fm!.tryTo(at.repayment, 'reverse', repayment, { opinion: '试' })).status).toBe(417)
        expect((await op!.tryTo(at.redemption, 'cancel', redemption.id, { opinion: '试' })).status).toBe(417)
      })
    })

    it('B5 what others repaid meanwhile goes to the deposit: 64,588.00 of principal, and its interest', async () => {
      const { loan, itemId } = await of.loan()
      await of.price('101.64')
      const redemption = await approvedRedemption(platform(), loan, { [itemId]: '4000' }, { calcDate })
      await paidFor(platform(), loan, redemption, '312136.54')
      const receiptId = await received(platform(), loan, '405717.25')
      await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '405717.25', valueDate: calcDate })
      let checked = redemption
      const added = await of.added(loan, async () => {
        checked = await fm!.act(at.redemptionCheck, 'approve', redemption.id, {})
      })
      expect(added).toBe('67286.54')
      const repayment = await fm!.read(at.repayment, String(checked['repaymentId']))
      // Its interest was paid with the 400,000.00 as well.
      expect(repayment).toMatchObject({
        principalAmount: '235250.00',
        interestAmount: '0.00',
        feeAmount: '9600.00',
        overpaidAmount: '67286.54',
      })
      expect(await of.vouchers(repayment['repaymentNo'])).toContainEqual(expect.stringMatching(/^DEPOSIT_IN 1002\S* 67286.54 0.00$/))
      expect(await op!.read(at.loan, loan.id)).toMatchObject({ outstandingPrincipal: '0.00' })
      expect(await platform().violations()).toEqual([])
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
