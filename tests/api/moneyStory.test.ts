import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { refusedBy, voucherValues } from './support/books'
import { at } from './support/fixtures'
import { moneyDesk, payableLoan, paymentValues, registered, verifiedSlip, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { bookedRepayment, feeDue, received } from './support/repaying'
import { rowsOf } from './support/rows'

/** In ms: sessions live through the days of the story. */
const aYear = 31_536_000_000

/** Money goes out, earns, and comes back: the reference case of domain 50 (A9), through the hands of those who do it. */
describePlatform(
  'the money of a loan',
  (platform) => {
    let { fn, fm, op, goodsId, lineId } = {} as MoneyDesk
    let loan: RecordValues
    let debtNoteId = ''
    beforeAll(async () => {
      ;({ fn, fm, op, goodsId, lineId } = await moneyDesk(platform()))
      loan = await payableLoan(platform(), { lineId, goodsId }, '635250.00')
    })

    const goTo = (day: string): void => platform().clock.moveTo(day, '10:00:00')
    const endOf = async (day: string): Promise<void> => {
      goTo(day)
      for (const step of ['interest', 'debtStates', 'penalties', 'settlements']) await runOneStep(platform().services, step)
    }
    const note = async () => (await rowsOf(platform(), 'debt_note', 'id', debtNoteId))[0]!
    const bond = async () => (await rowsOf(platform(), 'bond', 'loan_id', loan.id))[0]!
    /** Vouchers of a document, each as its event with what stands on both sides. */
    const vouchersOf = async (docNo: unknown) =>
      (await rowsOf(platform(), 'voucher', 'doc_no', String(docNo))).map(
        ({ biz_event, total_debit, total_credit }) => `${biz_event} ${total_debit} ${total_credit}`,
      )
    const expectSound = async () => expect(await platform().violations()).toEqual([])

    it('E-17 E-27 begins with the bond: 31,762.50 come in, and are matched with what is due', async () => {
      goTo('2026-03-02')
      const { bond_no: bondNo } = await bond()
      const { borrowerId, departmentId, fundingPartyId, currency } = loan
      const of = { payerId: borrowerId, borrowerId, departmentId, fundingPartyId, currency }
      const receipt = await fn.add(at.receipt, {
        ...of,
        receiptType: 'BOND',
        bankAccountId: await platform().idOf('bank_account', 'account_no', '6000000000001705'),
        bankSerialNo: 'STORY-BOND',
        receivedAt: platform().clock.now(),
        amount: '31762.50',
      })
      const [due] = await rowsOf(platform(), 'receivable', 'doc_no', bondNo!)
      expect(due).toMatchObject({ receivable_type: 'BOND', amount: '31762.50', status: 'OPEN' })
      const receivableId = due?.['id']
      const lines = [{ receiptId: receipt.id, receivableId, verifiedAmount: '31762.50' }]
      const verification = await fn.add(at.verification, { ...of, receiptIds: [receipt.id], lines })
      await expectSound()
      expect(await fn.act(at.verification, 'submit', verification.id)).toMatchObject({ status: 'DONE', totalVerified: '31762.50' })
      expect(await bond()).toMatchObject({ received_amount: '31762.50', balance_amount: '31762.50', status: 'PAID' })
      expect(await fn.read(at.receipt, receipt.id)).toMatchObject({ status: 'VERIFIED', unverifiedAmount: '0.00' })
      expect(await vouchersOf(verification['verificationNo'])).toEqual(['BOND_IN 31762.50 31762.50'])
      // What came in is listed by its loan.
      const flows = await fn.list('/api/capital/guarantee/flow', { loanId: loan.id })
      expect(flows.records).toMatchObject([{ fundFlowType: 'DEPOSIT', amount: '31762.50', docNo: bondNo }])
      // What is left of the bond is so whichever of its flows are listed.
      const figures = `/api/capital/guarantee/flow/figures/list?loanId=${loan.id}&fundFlowType=REFUND`
      expect(JSON.stringify((await fn.ask('GET', figures)).body)).toContain('31762.50')
      await expectSound()
    })

    it('A22 E-28 is paid out by fn01 and confirmed by fm01: 635,250.00, from which day on the debt note counts', async () => {
      const { id } = await fn.add(at.payment, await paymentValues(platform(), loan))
      await fn.act(at.payment, 'submit', id)
      await registered(platform(), await fm.act(at.payment, 'approve', id, { opinion: '同意' }), 'STORY-PAY')
      await expectSound()
      await verifiedSlip(platform(), await fn.read(at.payment, id))
      expect((await fn.tryTo(at.payment, 'confirmPaid', id)).status).toBe(403)
      const paid = await fm.act(at.payment, 'confirmPaid', id)
      debtNoteId = String(paid['debtNoteId'])
      expect(await note()).toMatchObject({
        principal: '635250.00',
        annual_rate: '0.072000',
        start_date: '2026-03-02',
        due_date: '2026-08-29',
        effective_due_date: '2026-08-31',
        grace_end_date: '2026-09-03',
      })
      expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'OUTSTANDING', paidAmount: '635250.00' })
      expect(await vouchersOf(paid['paymentNo'])).toEqual(['PAYOUT 635250.00 635250.00'])
      await expectSound()
    })

    it('E-03 earns 45 days, one row at the end of each', async () => {
      for (let day = '2026-03-02'; day <= '2026-04-15'; day = addDays(day, 1)) await endOf(day)
      expect(await note()).toMatchObject({ accrued_interest: '5717.250000', unpaid_interest: '5717.25', last_accrual_date: '2026-04-15' })
      expect(await rowsOf(platform(), 'interest_accrual', 'debt_note_id', debtNoteId)).toHaveLength(45)
      await expectSound()
    })

    it('E-03b A9 A10 comes back in part: 100,000.00 of 16 April that count from the 14th', async () => {
      goTo('2026-04-16')
      const receiptId = await received(platform(), loan, '100000.00')
      const paid = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '100000.00', valueDate: '2026-04-14' })
      expect(paid).toMatchObject({
        status: 'CONFIRMED',
        interestAmount: '5463.15',
        principalAmount: '94536.85',
        accruals: [{ accrualType: 'ADJUST', days: 2, amount: '37.814740' }],
      })
      expect(await note()).toMatchObject({ outstanding_principal: '540713.15', accrued_interest: '5679.435260' })
      expect(await vouchersOf(paid['repaymentNo'])).toEqual(['REPAY 100000.00 100000.00'])
      await expectSound()
    })

    it('E-05 E-06 A9 falls overdue, and 200,000.00 of 10 September pay 500.00, 540.71, 16,113.25 and 182,846.04', async () => {
      await endOf('2026-08-31')
      expect((await note())['status']).toBe('NORMAL')
      await endOf('2026-09-01')
      expect((await note())['status']).toBe('GRACE')
      await endOf('2026-09-09')
      expect(await op.read(at.loan, loan.id)).toMatchObject({ status: 'OVERDUE' })
      await expectSound()
      goTo('2026-09-10')
      await feeDue(platform(), loan, '500.00', '2026-09-01')
      const receiptId = await received(platform(), loan, '200000.00')
      const sources = { receiptId, receiptAmount: '200000.00', valueDate: '2026-09-10' }
      const paid = await bookedRepayment(platform(), loan, sources, at.overdueRepayment)
      const parts = ['feeAmount', 'penaltyAmount', 'interestAmount', 'principalAmount', 'overpaidAmount'].map((part) => paid[part])
      expect(parts).toEqual(['500.00', '540.71', '16113.25', '182846.04', '0.00'])
      expect(await note()).toMatchObject({ outstanding_principal: '357867.11', unpaid_interest: '0.00', unpaid_penalty: '0.00' })
      expect(await vouchersOf(paid['repaymentNo'])).toEqual(['REPAY 200000.00 200000.00'])
      // The monitor tells what has been repaid of it.
      const { body } = await op.ask('GET', `${at.overdue}/related/repaymentAlloc/${debtNoteId}`)
      expect(body).toMatchObject({ records: [{ principalPart: '182846.04' }, { principalPart: '94536.85' }] })
      await expectSound()
    })

    it('E-28 I-12 D23 balances in every voucher, numbered without gaps, until the month is closed, which takes nothing more', async () => {
      goTo('2026-11-30')
      for (const step of ['interest', 'monthEnd']) await runOneStep(platform().services, step)
      await expectSound()
      goTo('2026-12-01')
      for (const [state, action] of [
        ['DRAFT', 'audit'],
        ['AUDITED', 'post'],
      ] as const)
        for (const { id } of (await fm.list(at.voucher, { period: '2026-11', status: state })).records) await fm.act(at.voucher, action, id)
      const { debt_no: debtNo, accrued_interest: accrued } = await note()
      const { rows } = await sql<{ unbalanced: string; gaps: string; posted: string; interest: string }>`
        select count(*) filter (where total_debit <> total_credit) as unbalanced, count(*) filter (where status = 'POSTED') as posted,
          sum(gap) as gaps, sum(total_debit) filter (where doc_no = ${debtNo!}) as interest
        from (select *, case when voucher_seq is not null and voucher_seq <>
            row_number() over (partition by period, voucher_word order by voucher_seq) then 1 else 0 end as gap from voucher) v`.execute(
        platform().database.kysely,
      )
      expect(rows).toEqual([
        { unbalanced: '0', gaps: '0', posted: expect.stringMatching(/^\d{2,}$/), interest: Number(accrued).toFixed(2) },
      ])
      expect((await fm.ask('POST', `${at.period}/close/2026-11`)).status).toBe(200)
      await expectSound()

      // Typed by hand into a closed month it is refused; what comes of itself stands in the earliest open one.
      const late = await fn.ask('POST', at.voucher, await voucherValues(platform(), { voucherDate: '2026-11-30' }))
      expect(refusedBy(late)).toEqual({ code: 'period.closed', params: { period: '2026-11' } })
      goTo('2026-11-30')
      const receiptId = await received(platform(), loan, '1000.00')
      const paid = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '1000.00', valueDate: '2026-11-30' })
      expect(await rowsOf(platform(), 'voucher', 'doc_no', String(paid['repaymentNo']))).toMatchObject([
        { period: '2026-12', voucher_date: '2026-12-01', summary: expect.stringContaining('原日期 2026-11-30'), status: 'DRAFT' },
      ])
      await expectSound()
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
