import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { EffectsResponse, RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { refusals } from '../../src/rules/refusals'
import { Random } from '../../src/server/demo/random'
import type { Session } from './support/client'
import { at, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'
import { approvedLoan, paidOut } from './support/pledging'
import { bookedRepayment, bySystem, feeDue, received, repaymentValues, submittedRepayment, verified } from './support/repaying'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/** The reference case of domain 50, on its own days: paid out on 2 March 2026 at 7.2 % by 360, due on 31 August, three days of grace. */
describePlatform(
  'a repayment',
  (platform) => {
    let [fn, fm, op]: Session[] = []
    let [goodsId, lineId] = ['', '']
    beforeAll(async () => {
      ;[fn, fm, op] = await Promise.all(['fn01', 'fm01', 'op01'].map((name) => platform().as(name)))
      await platform().as('br01')
      goodsId = await referenceGoods(platform())
      lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
    })

    const goTo = (day: string): void => platform().clock.moveTo(day, '10:00:00')
    const endOf = async (day: string): Promise<void> => {
      goTo(day)
      for (const step of ['interest', 'monthlyInterest', 'debtStates', 'penalties', 'settlements'])
        await runOneStep(platform().services, step)
    }
    /** The ends of all days before this one, then its morning. */
    const comeTo = async (day: string): Promise<void> => {
      await endOf(addDays(day, -1))
      goTo(day)
    }
    /** Approved on the last day of the demo data, when goods have prices; paid out on its own day. */
    const approvedOn = async (day: string, appliedAmount: string): Promise<RecordValues> => {
      goTo('2026-11-20')
      const loan = await approvedLoan(platform(), lineId, goodsId, { appliedAmount })
      goTo(day)
      return loan
    }
    const loanPaidOn = async (day: string, amount: string): Promise<RecordValues> => {
      const loan = await approvedOn(day, amount)
      await paidOut(platform(), loan.id, amount)
      return op!.read(at.loan, loan.id)
    }
    const kysely = () => platform().database.kysely
    const noteOf = async (loan: RecordValues) =>
      (await kysely().selectFrom('debt_note').selectAll().where('loan_id', '=', loan.id).executeTakeFirstOrThrow()) as Record<
        string,
        unknown
      >
    const accrualsOf = async (docNo: string) =>
      kysely()
        .selectFrom('interest_accrual')
        .select(['accrual_type', 'accrual_date', 'days', 'amount'])
        .where('doc_no', '=', docNo)
        .orderBy('id')
        .execute()
    const vouchersOf = async (docNo: string) => {
      const rows = await kysely()
        .selectFrom('voucher as v')
        .innerJoin('voucher_entries as e', 'e.parent_id', 'v.id')
        .select(['v.biz_event', 'e.subject_code', 'e.debit_amount', 'e.credit_amount', 'v.status'])
        .where('v.doc_no', '=', docNo)
        .orderBy('v.id')
        .orderBy('e.id')
        .execute()
      return rows.map((row) => Object.values(row).map(String).join(' '))
    }
    /** Every figure that a repayment touches, but versions, times and the money itself. */
    const figures = async (loan: RecordValues) => {
      const of = async (table: string, column: string, value: unknown, ...names: string[]) =>
        kysely()
          .selectFrom(table)
          .select(names as never)
          .where(column, '=', value as never)
          .orderBy('id')
          .execute()
      const line = loan['customerLineId']
      const [{ quota_id: quota } = { quota_id: '' }] = (await of('customer_line', 'id', line, 'quota_id')) as { quota_id: string }[]
      const note = ['status', 'outstanding_principal', 'repaid_principal', 'accrued_interest', 'paid_interest', 'unpaid_interest']
      return {
        notes: await of('debt_note', 'loan_id', loan.id, ...note, 'accrued_penalty', 'paid_penalty', 'last_penalty_date', 'settled_at'),
        loan: await of('loan', 'id', loan.id, 'status', 'outstanding_principal', 'repaid_principal'),
        line: await of('customer_line', 'id', line, 'used_amount', 'reserved_amount'),
        quota: await of('quota', 'id', quota, 'used_amount', 'reserved_amount'),
        receipts: await of('receipt', 'borrower_id', loan['borrowerId'], 'verified_amount', 'deposit_amount', 'status'),
        receivables: await of('receivable', 'loan_id', loan.id, 'amount', 'verified_amount', 'status'),
        fees: await of('misc_fee', 'loan_id', loan.id, 'received_amount', 'status'),
        bonds: await of('bond', 'loan_id', loan.id, 'used_amount', 'balance_amount', 'status'),
        accounts: await of('fund_account', 'borrower_id', loan['borrowerId'], 'balance', 'frozen_amount'),
      }
    }
    const refusal = (code: keyof typeof refusals, detail: string) => ({ status: 417, body: { code: refusals[code].number, detail } })

    describe('of 635,250.00', () => {
      let loan: RecordValues
      let receiptId: string
      let first: RecordValues
      beforeAll(async () => {
        loan = await loanPaidOn('2026-03-02', '635250.00')
        await comeTo('2026-04-16')
        receiptId = await received(platform(), loan, '100000.00')
      })

      it('E-06 is tried before anything is stored', async () => {
        const body = { borrowerId: loan['borrowerId'], loanId: loan.id, valueDate: '2026-04-14', totalAmount: '100000.00' }
        const { status, body: answer } = await fn!.ask('POST', `${at.repayment}/trial`, body)
        expect({ status, ...answer }).toMatchObject({
          status: 200,
          feeAmount: '0.00',
          penaltyAmount: '0.00',
          interestAmount: '5463.15',
          principalAmount: '94536.85',
          overpaidAmount: '0.00',
          owedAmount: '640713.15',
        })
        expect(await platform().violations()).toEqual([])
      })

      it('E-06 shows how a form divides the money while it is filled', async () => {
        const values = repaymentValues(loan, { receiptId, receiptAmount: '100000.00', valueDate: '2026-04-14' })
        const { debt_no: debtNo } = await noteOf(loan)
        expect((await fn!.ask('POST', `${at.repayment}/try`, values)).body).toMatchObject({
          problems: [],
          values: { owedAmount: '640713.15', interestAmount: '5463.15', principalAmount: '94536.85', overpaidAmount: '0.00' },
          lines: { allocs: [{ debtNoteNo: debtNo, allocType: 'PAY', interestPart: '5463.15', principalPart: '94536.85' }] },
        })
      })

      it('E-03b A10 books 100,000.00 of 16 April for the 14th: interest 5,463.15, principal 94,536.85, 37.814740 taken back', async () => {
        first = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '100000.00', valueDate: '2026-04-14' })
        expect(first).toMatchObject({
          status: 'CONFIRMED',
          totalAmount: '100000.00',
          interestAmount: '5463.15',
          principalAmount: '94536.85',
          overpaidAmount: '0.00',
          allocs: [{ allocType: 'PAY', penaltyPart: '0.00', interestPart: '5463.15', principalPart: '94536.85' }],
          accruals: [{ accrualType: 'ADJUST', accrualDate: '2026-04-16', basePrincipal: '94536.85', days: 2, amount: '37.814740' }],
        })
        expect(await noteOf(loan)).toMatchObject({
          outstanding_principal: '540713.15',
          accrued_interest: '5679.435260',
          paid_interest: '5463.15',
        })
        expect(await accrualsOf(String(first['repaymentNo']))).toEqual([
          { accrual_type: 'ADJUST', accrual_date: '2026-04-16', days: 2, amount: '-37.814740' },
        ])
        expect(await vouchersOf(String(first['repaymentNo']))).toEqual(
          ['REPAY 100205 100000.00 0.00 DRAFT', 'REPAY 122101 0.00 94536.85 DRAFT', 'REPAY 1132 0.00 5463.15 DRAFT'].map((each) =>
            expect.stringMatching(each.replace('100205', '1002\\d\\d')),
          ),
        )
        expect(await platform().violations()).toEqual([])
      })

      it('D18 A41 is taken back on the same day to the last figure, and booked again', async () => {
        await fm!.act(at.repayment, 'reverse', first.id, { opinion: '入账日有误' })
        const [before, no] = [await figures(loan), String(first['repaymentNo'])]
        expect(before.notes).toMatchObject([{ outstanding_principal: '635250.00', accrued_interest: '5717.250000', paid_interest: '0.00' }])
        expect(await accrualsOf(`${no}-R`)).toEqual([{ accrual_type: 'ADJUST', accrual_date: '2026-04-16', days: 2, amount: '37.814740' }])
        expect(await platform().violations()).toEqual([])
        const again = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '100000.00', valueDate: '2026-04-14' })
        expect(await noteOf(loan)).toMatchObject({ outstanding_principal: '540713.15', accrued_interest: '5679.435260' })
        await fm!.act(at.repayment, 'reverse', again.id, { opinion: '再次冲销' })
        expect(await figures(loan)).toEqual(before)
        await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '100000.00', valueDate: '2026-04-14' })
        expect(await platform().violations()).toEqual([])
      })

      it('refuses with the figures what cannot be booked', async () => {
        const other = await received(platform(), loan, '500.00')
        const trying = async (sources: object) => {
          const { id } = await fn!.add(at.repayment, repaymentValues(loan, sources))
          const tried = await fn!.tryTo(at.repayment, 'submit', id)
          expect((await fn!.remove(at.repayment, id)).status).toBe(200)
          return tried
        }
        const { receiptNo } = (await kysely()
          .selectFrom('receipt')
          .select('receipt_no as receiptNo')
          .where('id', '=', other)
          .executeTakeFirstOrThrow()) as { receiptNo: string }
        const { debt_no: debtNo } = await noteOf(loan)
        expect(await trying({ receiptId: other, receiptAmount: '500.01' })).toMatchObject(
          refusal('receipt.beyond-unverified', `收款单 ${receiptNo} 未核销 500.00，不能使用 500.01`),
        )
        expect(await trying({ receiptId: other, receiptAmount: '500.00', valueDate: '2026-04-17' })).toMatchObject(
          refusal('debt.value-date-ahead', '入账日 2026-04-17 晚于今日 2026-04-16'),
        )
        expect(await trying({ receiptId: other, receiptAmount: '500.00', valueDate: '2026-04-13' })).toMatchObject(
          refusal('debt.value-date-before-repayment', `入账日 2026-04-13 早于借据 ${String(debtNo)} 的上次还款日 2026-04-14`),
        )
        expect(await trying({ receiptId: other, receiptAmount: '500.00', valueDate: '2026-03-01' })).toMatchObject(
          refusal('debt.value-date-before-start', `入账日 2026-03-01 早于借据 ${String(debtNo)} 的起息日 2026-03-02`),
        )
        expect(await trying({})).toMatchObject(refusal('repayment.nothing', '到账金额与抵扣合计为 0，没有可入账的还款'))
        expect((await trying({ depositOffset: '500000.00' })).body.code).toBe(refusals['funds.not-enough'].number)
        expect((await trying({ depositOffset: '600000.00' })).body).toMatchObject({
          code: refusals['repayment.offset-too-much'].number,
          detail: '抵扣合计 600,000.00 超过应还 540,929.44，抵扣不能转预存款',
        })
        const { id } = await fn!.add(at.repayment, repaymentValues(loan, { receiptId: other, receiptAmount: '500.00' }))
        await fn!.act(at.repayment, 'submit', id)
        expect(await fn!.tryTo(at.repayment, 'approve', id)).toMatchObject({ status: 403 })
        expect((await fm!.tryTo(at.repayment, 'reverse', id, { opinion: '未入账' })).status).toBe(417)
        await fn!.act(at.repayment, 'withdraw', id)
        expect((await fn!.remove(at.repayment, id)).status).toBe(200)
      })

      it('E-06 tells who approves it that others have paid meanwhile, and what it comes to now', async () => {
        const sources = async (amount: string) => ({ receiptId: await received(platform(), loan, amount), receiptAmount: amount })
        const waiting = await submittedRepayment(platform(), loan, await sources('500.00'))
        const { version } = await fm!.read(at.repayment, waiting.id)
        const shown = async () =>
          (await fm!.ask<{ effects: EffectsResponse }>('POST', `${at.repayment}/try/approve/${waiting.id}`, { version })).body.effects
        const before = await shown()
        expect(before.figures).toEqual([])
        const other = await bookedRepayment(platform(), loan, await sources('300.00'))
        const { hash, figures } = await shown()
        expect(figures).toEqual([
          { title: '应还合计', unit: 'CNY', before: '540929.44', after: '540629.44' },
          { title: '冲利息', unit: 'CNY', before: '216.29', after: '0.00' },
          { title: '冲本金', unit: 'CNY', before: '283.71', after: '500.00' },
        ])
        expect(hash).not.toBe(before.hash)
        const confirmed = await fm!.ask(
          'POST',
          `${at.repayment}/approve/${waiting.id}?preview=${before.hash}`,
          { version },
          { 'idempotency-key': 'as-shown' },
        )
        expect(confirmed).toMatchObject({ status: 409, body: { effects: { figures } } })
        await fm!.act(at.repayment, 'reverse', other.id, { opinion: '冲回' })
        await fn!.act(at.repayment, 'withdraw', waiting.id)
        expect((await fn!.remove(at.repayment, waiting.id)).status).toBe(200)
      })

      it('E-03 is not booked before the days until then have borne their interest', async () => {
        const receiptId = await received(platform(), loan, '700.00')
        goTo('2026-04-18')
        const { id } = await fn!.add(at.repayment, repaymentValues(loan, { receiptId, receiptAmount: '700.00' }))
        await fn!.act(at.repayment, 'submit', id)
        const { debt_no: number } = await noteOf(loan)
        expect(await fm!.tryTo(at.repayment, 'approve', id)).toMatchObject(
          refusal('repayment.not-accrued', `借据 ${String(number)} 只计息到 2026-04-15，入账日 2026-04-18 之前的日终未完成，请先完成日终`),
        )
        await fn!.act(at.repayment, 'withdraw', id)
        expect((await fn!.remove(at.repayment, id)).status).toBe(200)
        goTo('2026-04-16')
      })

      it('refuses money of a customer that owes nothing', async () => {
        const values = repaymentValues(loan, { depositOffset: '100.00', loanId: undefined })
        const { id } = await fn!.add(at.repayment, {
          ...values,
          fundingPartyId: await platform().idOf('enterprise', 'short_name', '乙信托'),
        })
        expect(await fn!.tryTo(at.repayment, 'submit', id)).toMatchObject(
          refusal('repayment.no-debt', '该客户没有未结清的借据或到期未付费用，不能还款；收到的款项请做预存款'),
        )
        expect((await fn!.remove(at.repayment, id)).status).toBe(200)
      })

      it('D27 lets a customer use its deposit and what it has paid itself, never its bond nor what others have paid', async () => {
        const br = await platform().as('br01')
        const payerId = await platform().idOf('enterprise', 'short_name', '演示酒业')
        const [own, foreign] = [await received(platform(), loan, '300.00'), await received(platform(), loan, '400.00', { payerId })]
        const seen = await br.ask('GET', `${at.repayment}/receipts?borrowerId=${String(loan['borrowerId'])}`)
        const ids = (seen.body.receipts as { id: string }[]).map(({ id }) => id)
        expect([ids.includes(own), ids.includes(foreign)]).toEqual([true, false])
        const all = await fn!.ask('GET', `${at.repayment}/receipts?borrowerId=${String(loan['borrowerId'])}`)
        expect((all.body.receipts as { id: string }[]).map(({ id }) => id)).toEqual(expect.arrayContaining([own, foreign]))
        const tried = await br.ask('POST', at.repayment, repaymentValues(loan, { receiptId: foreign, receiptAmount: '400.00' }))
        expect(tried.status).toBe(422)
        const { id } = await br.add(at.repayment, repaymentValues(loan, { bondOffset: '1.00' }))
        expect((await br.tryTo(at.repayment, 'submit', id)).body.code).toBe(refusals['repayment.bond-by-partner'].number)
        expect((await br.remove(at.repayment, id)).status).toBe(200)
        // E-03b: of others it is judged at approval; a customer has no interest back of days on which his money was not there.
        const early = repaymentValues(loan, { receiptId: own, receiptAmount: '300.00', valueDate: addDays(platform().clock.today(), -1) })
        expect((await br.ask('POST', at.repayment, early)).body.errors).toMatchObject([{ path: 'valueDate' }])
        const mine = await br.add(at.repayment, repaymentValues(loan, { receiptId: own, receiptAmount: '300.00' }))
        expect(await br.act(at.repayment, 'submit', mine.id)).toMatchObject({
          status: 'AUDITING',
          interestAmount: '216.29',
          principalAmount: '83.71',
        })
        await fm!.act(at.repayment, 'reject', mine.id, { opinion: '与财务合并入账' })
      })

      it('E-05 E-06 pays 500.00, 540.71, 16,113.25 and 182,846.04 of 200,000.00 on 10 September', async () => {
        await comeTo('2026-09-10')
        const due = await feeDue(platform(), loan, '500.00', '2026-09-01')
        const id = await received(platform(), loan, '200000.00')
        const paid = await bookedRepayment(
          platform(),
          loan,
          { receiptId: id, receiptAmount: '200000.00', valueDate: '2026-09-10' },
          at.overdueRepayment,
        )
        expect(paid).toMatchObject({
          feeAmount: '500.00',
          penaltyAmount: '540.71',
          interestAmount: '16113.25',
          principalAmount: '182846.04',
          overpaidAmount: '0.00',
        })
        const [receivable] = await kysely().selectFrom('receivable').select(['status', 'verified_amount']).where('id', '=', due).execute()
        expect(receivable).toEqual({ status: 'CLOSED', verified_amount: '500.00' })
        expect(await vouchersOf(String(paid['repaymentNo']))).toEqual([
          expect.stringMatching(/^REPAY 1002\d\d 200000.00 0.00 DRAFT$/),
          'REPAY 122101 0.00 182846.04 DRAFT',
          'REPAY 1132 0.00 16113.25 DRAFT',
          'REPAY 6301 0.00 510.10 DRAFT',
          'REPAY 222102 0.00 30.61 DRAFT',
          'REPAY 1122 0.00 500.00 DRAFT',
        ])
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'OVERDUE', outstandingPrincipal: '357867.11' })
        expect(await platform().violations()).toEqual([])
      })

      it('A41 is not taken back on the next day', async () => {
        const { records } = await fm!.list(at.overdueRepayment, { loanId: loan.id, status: 'CONFIRMED' })
        goTo('2026-09-11')
        expect(await fm!.tryTo(at.overdueRepayment, 'reverse', String(records[0]?.id), { opinion: '隔日' })).toMatchObject(
          refusal(
            'repayment.not-today',
            `还款单 ${String(records[0]?.['repaymentNo'])} 于 2026-09-10 入账，今日 2026-09-11 不能冲销，只能在入账当日冲销`,
          ),
        )
      })
    })

    describe('of 335,412.00', () => {
      let loan: RecordValues
      beforeAll(async () => {
        loan = await loanPaidOn('2026-03-02', '335412.00')
        await comeTo('2026-09-10')
        await feeDue(platform(), loan, '500.00', '2026-09-01')
      })

      it('E-06 A9 pays 500.00, 335.41, 12,879.82 and 186,284.77 of 200,000.00, and is taken back', async () => {
        const receiptId = await received(platform(), loan, '200000.00')
        const before = await figures(loan)
        const paid = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '200000.00', valueDate: '2026-09-10' })
        expect(paid).toMatchObject({
          feeAmount: '500.00',
          penaltyAmount: '335.41',
          interestAmount: '12879.82',
          principalAmount: '186284.77',
        })
        expect(await noteOf(loan)).toMatchObject({ outstanding_principal: '149127.23' })
        await fm!.act(at.repayment, 'reverse', paid.id, { opinion: '错记' })
        expect(await figures(loan)).toEqual(before)
        expect(await platform().violations()).toEqual([])
      })

      it('E-07 A5 deposits 50,872.77 of 400,000.00, settles debt, loan and bond, and brings all of it back', async () => {
        const receiptId = await received(platform(), loan, '400000.00')
        const before = await figures(loan)
        const paid = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '400000.00', valueDate: '2026-09-10' })
        expect(paid).toMatchObject({ principalAmount: '335412.00', overpaidAmount: '50872.77' })
        expect(await vouchersOf(String(paid['repaymentNo']))).toEqual([
          expect.stringMatching(/^REPAY 1002\d\d 349127.23 0.00 DRAFT$/),
          'REPAY 122101 0.00 335412.00 DRAFT',
          'REPAY 1132 0.00 12879.82 DRAFT',
          'REPAY 6301 0.00 316.42 DRAFT',
          'REPAY 222102 0.00 18.99 DRAFT',
          'REPAY 1122 0.00 500.00 DRAFT',
          expect.stringMatching(/^DEPOSIT_IN 1002\d\d 50872.77 0.00 DRAFT$/),
          'DEPOSIT_IN 2203 0.00 50872.77 DRAFT',
        ])
        const [receipt] = await kysely()
          .selectFrom('receipt')
          .select(['status', 'verified_amount', 'deposit_amount'])
          .where('id', '=', receiptId)
          .execute()
        expect(receipt).toEqual({ status: 'VERIFIED', verified_amount: '349127.23', deposit_amount: '50872.77' })
        expect(await noteOf(loan)).toMatchObject({ status: 'SETTLED', total_due: '0.00' })
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'SETTLED', outstandingPrincipal: '0.00' })
        expect(await platform().violations()).toEqual([])
        await fm!.act(at.repayment, 'reverse', paid.id, { opinion: '错记' })
        const after = await figures(loan)
        // The account that was opened for what was left over stays, with nothing in it.
        expect({ ...after, accounts: after.accounts.filter((account) => (account as { balance: string }).balance !== '0.00') }).toEqual({
          ...before,
          accounts: before.accounts.filter((account) => (account as { balance: string }).balance !== '0.00'),
        })
        expect(await platform().violations()).toEqual([])
      })

      it('A5 leaves a loan open whose fee is not paid yet, and ends it with the fee', async () => {
        const receiptId = await received(platform(), loan, '348627.23')
        const before = await figures(loan)
        // A fee that is not due yet keeps the loan open, but is not paid by a repayment.
        const feeId = await feeDue(platform(), loan, '200.00', '2026-09-20')
        const paid = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '348627.23', valueDate: '2026-09-10' })
        expect(paid).toMatchObject({ feeAmount: '500.00', overpaidAmount: '0.00', principalAmount: '334912.00' })
        const rest = await bookedRepayment(platform(), loan, {
          receiptId: await received(platform(), loan, '500.00'),
          receiptAmount: '500.00',
          valueDate: '2026-09-10',
        })
        expect(await noteOf(loan)).toMatchObject({ status: 'SETTLED' })
        // None of its debts is overdue any more.
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'OUTSTANDING', outstandingPrincipal: '0.00' })
        const matched = await verified(platform(), loan, await received(platform(), loan, '200.00'), feeId, '200.00')
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'SETTLED' })
        expect(await platform().violations()).toEqual([])
        await bySystem(platform(), (tools) => tools.perform('verification', matched, 'reverse', { opinion: '核销有误' }))
        expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'OUTSTANDING' })
        await fm!.act(at.repayment, 'reverse', rest.id, { opinion: '错记' })
        await fm!.act(at.repayment, 'reverse', paid.id, { opinion: '错记' })
        const after = await figures(loan)
        expect([after.notes, after.loan, after.line, after.quota]).toEqual([before.notes, before.loan, before.line, before.quota])
        expect(await platform().violations()).toEqual([])
      })

      it('is taken back in the order in which it was booked, the last one first', async () => {
        const [one, two] = [await received(platform(), loan, '400000.00'), await received(platform(), loan, '1000.00')]
        const whole = await bookedRepayment(platform(), loan, { receiptId: one, receiptAmount: '400000.00', valueDate: '2026-09-10' })
        await fm!.act(at.repayment, 'reverse', whole.id, { opinion: '错记' })
        const part = await bookedRepayment(platform(), loan, { receiptId: two, receiptAmount: '1000.00', valueDate: '2026-09-10' })
        const next = await bookedRepayment(platform(), loan, { receiptId: one, receiptAmount: '10000.00', valueDate: '2026-09-10' })
        const { debt_no: debtNo } = await noteOf(loan)
        expect(await fm!.tryTo(at.repayment, 'reverse', part.id, { opinion: '顺序' })).toMatchObject(
          refusal('repayment.later', `借据 ${String(debtNo)} 此后另有还款单 ${String(next['repaymentNo'])}，请先冲销该还款单`),
        )
        await fm!.act(at.repayment, 'reverse', next.id, { opinion: '顺序' })
        await fm!.act(at.repayment, 'reverse', part.id, { opinion: '顺序' })
        expect(await platform().violations()).toEqual([])
      })
    })

    it('E-07 offsets the bond and the deposit, each at most what is there, and gives both back', async () => {
      const loan = await loanPaidOn('2026-03-02', '200000.00')
      await comeTo('2026-04-16')
      const bill = await kysely()
        .selectFrom('receivable')
        .select('id')
        .where('loan_id', '=', loan.id)
        .where('receivable_type', '=', 'BOND')
        .executeTakeFirstOrThrow()
      await verified(platform(), loan, await received(platform(), loan, '10000.00'), String(bill['id']), '10000.00')
      await verified(platform(), loan, await received(platform(), loan, '5000.00'), undefined, '5000.00')
      const receiptId = await received(platform(), loan, '3000.00')
      const before = await figures(loan)
      expect(before.bonds).toMatchObject([{ balance_amount: '10000.00', status: 'PAID' }])
      const sources = { receiptId, receiptAmount: '3000.00', bondOffset: '10000.00', depositOffset: '5000.00', valueDate: '2026-04-16' }
      const { id } = await fn!.add(at.repayment, repaymentValues(loan, { ...sources, bondOffset: '10000.01' }))
      const detail = expect.stringMatching(/余额 10,000.00，不足 10,000.01$/)
      const code = refusals['bond.not-enough'].number
      expect(await fn!.tryTo(at.repayment, 'submit', id)).toMatchObject({ status: 417, body: { code, detail } })
      await fn!.remove(at.repayment, id)
      const paid = await bookedRepayment(platform(), loan, sources)
      expect(paid).toMatchObject({
        totalAmount: '18000.00',
        interestAmount: '1800.00',
        principalAmount: '16200.00',
        allocs: [
          { allocType: 'PAY', interestPart: '1800.00', principalPart: '1200.00' },
          { allocType: 'OFFSET', interestPart: '0.00', principalPart: '15000.00' },
        ],
      })
      expect(await vouchersOf(String(paid['repaymentNo']))).toEqual([
        expect.stringMatching(/^REPAY 1002\d\d 3000.00 0.00 DRAFT$/),
        'REPAY 2203 5000.00 0.00 DRAFT',
        'REPAY 224101 10000.00 0.00 DRAFT',
        'REPAY 122101 0.00 16200.00 DRAFT',
        'REPAY 1132 0.00 1800.00 DRAFT',
      ])
      const after = await figures(loan)
      expect(after.bonds).toMatchObject([{ used_amount: '10000.00', balance_amount: '0.00' }])
      expect(
        Number((before.line[0] as Record<string, string>)['used_amount']) -
          Number((after.line[0] as Record<string, string>)['used_amount']),
      ).toBe(16_200)
      expect(await platform().violations()).toEqual([])
      await fm!.act(at.repayment, 'reverse', paid.id, { opinion: '错记' })
      expect(await figures(loan)).toEqual(before)
      expect(await platform().violations()).toEqual([])
    })

    it('E-06 without a loan pays all debts of the customer, whichever department they are of', async () => {
      const loan = await loanPaidOn('2026-03-02', '20000.00')
      await comeTo('2026-04-16')
      const owed = async () => {
        const body = {
          borrowerId: loan['borrowerId'],
          fundingPartyId: loan['fundingPartyId'],
          valueDate: '2026-04-16',
          totalAmount: '99999999.00',
        }
        return Number((await fn!.ask('POST', `${at.repayment}/trial`, body)).body['owedAmount'])
      }
      const before = await owed()
      const elsewhere = await paidOut(platform(), (await approvedOn('2026-04-16', '10000.00')).id, '10000.00')
      const departmentId = await platform().idOf('department', 'department_code', '0102')
      await bySystem(platform(), (tools) => tools.set('debtNote', elsewhere.id, { departmentId }))
      // 10,000.00 with the 30 days of interest that it costs at least.
      expect((await owed()) - before).toBeCloseTo(10_060, 2)
      const paying = (depositOffset: string) => fn!.add(at.repayment, repaymentValues(loan, { loanId: undefined, depositOffset }))
      const { id, allocs } = await paying('99999999.00')
      const paid = (allocs as { debtNoteId: string | null }[]).map(({ debtNoteId }) => debtNoteId)
      expect(paid).toEqual(expect.arrayContaining([elsewhere.id, String((await noteOf(loan))['id'])]))
      expect((await fn!.remove(at.repayment, id)).status).toBe(200)
    })

    it('I-06 I-11 holds through repayments and reversals in any order that is allowed, and each reversal leaves what was before', async () => {
      const loan = await loanPaidOn('2026-03-02', '300000.00')
      const random = new Random(20_260_302)
      let day = '2026-03-20'
      let counted = day
      await comeTo(day)
      let booked: { id: string; before: unknown }[] = []
      for (let step = 0; step < 24; step++) {
        const last = booked.at(-1)
        const luck = random.integer(1, 10)
        if (luck <= 2) {
          day = addDays(day, random.integer(1, 45))
          booked = []
          await comeTo(day)
        } else if (luck <= 5 && last) {
          booked.pop()
          await fm!.act(at.repayment, 'reverse', last.id, { opinion: '冲销' })
          expect(await figures(loan)).toEqual(last.before)
        } else {
          const amount = `${random.integer(1, 40_000)}.${random.integer(10, 99)}`
          const receiptId = await received(platform(), loan, amount)
          const before = await figures(loan)
          const earliest = addDays(day, -random.integer(0, 6))
          const valueDate = earliest > counted ? earliest : counted
          const { id } = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: amount, valueDate })
          booked.push({ id, before })
          counted = valueDate
        }
        expect(await platform().violations()).toEqual([])
      }
    })

    it('E-04 A34 repays 98,122.16 of 100,000.00 on the 12th day, with 353.24 for the days that are missing', async () => {
      const loan = await loanPaidOn('2026-03-02', '635250.00')
      await comeTo('2026-03-14')
      const receiptId = await received(platform(), loan, '100000.00')
      const paid = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '100000.00', valueDate: '2026-03-14' })
      expect(paid).toMatchObject({
        interestAmount: '1877.84',
        principalAmount: '98122.16',
        accruals: [{ accrualType: 'MIN_SUPPLEMENT', days: 18, basePrincipal: '98122.16', amount: '353.240000' }],
      })
      expect(await noteOf(loan)).toMatchObject({ unpaid_interest: '0.00', outstanding_principal: '537127.84' })
      expect(await platform().violations()).toEqual([])
      expect((await fn!.ask('GET', `${at.repayment}/${paid.id}/explain`)).body).toMatchObject({
        totalAmount: { value: '100000.00' },
        interestAmount: { value: '1877.84' },
        principalAmount: { value: '98122.16' },
        overpaidAmount: { value: '0.00' },
      })
    })

    describe('of interest by the month', () => {
      let loan: RecordValues
      beforeAll(async () => {
        const productId = await platform().idOf('product', 'product_name', '甲行存货质押')
        await bySystem(platform(), (tools) => tools.set('product', productId, { interestMode: 'MONTHLY' }))
        loan = await loanPaidOn('2026-03-02', '600000.00')
      })
      const billsOf = () =>
        kysely()
          .selectFrom('receivable')
          .select(['id', 'period', 'due_date', 'amount', 'verified_amount', 'status'])
          .where('loan_id', '=', loan.id)
          .where('receivable_type', '=', 'REPAYMENT')
          .orderBy('period')
          .execute()

      it('E-04b is billed at the end of each 20th, once, for the days since the one before', async () => {
        for (const day of ['2026-03-20', '2026-03-20', '2026-03-21', '2026-04-20']) await endOf(day)
        expect(await billsOf()).toMatchObject([
          { period: '2026-03', due_date: '2026-03-21', amount: '2280.00', status: 'OPEN' },
          { period: '2026-04', due_date: '2026-04-21', amount: '3720.00', status: 'OPEN' },
        ])
        expect(await noteOf(loan)).toMatchObject({ due_date: '2026-08-29', effective_due_date: '2026-08-31' })
        expect(await platform().violations()).toEqual([])
      })

      it('A33 is paid by matching a receipt with its bill, which books a repayment of that interest alone, and is taken back with it', async () => {
        goTo('2026-04-21')
        const receiptId = await received(platform(), loan, '2280.00')
        const before = await figures(loan)
        const [bill] = await billsOf()
        const id = await verified(platform(), loan, receiptId, String(bill?.['id']), '2280.00')
        const [repayment] = await kysely().selectFrom('repayment').selectAll().where('verification_id', '=', id).execute()
        expect(repayment).toMatchObject({
          status: 'CONFIRMED',
          repayment_type: 'CASH',
          value_date: '2026-04-21',
          interest_amount: '2280.00',
          principal_amount: '0.00',
          overpaid_amount: '0.00',
        })
        expect(await noteOf(loan)).toMatchObject({ paid_interest: '2280.00', unpaid_interest: '3720.00' })
        expect((await billsOf())[0]).toMatchObject({ verified_amount: '2280.00', status: 'CLOSED' })
        expect(await vouchersOf(String(repayment?.['repayment_no']))).toEqual([
          expect.stringMatching(/^REPAY 1002\d\d 2280.00 0.00 DRAFT$/),
          'REPAY 1132 0.00 2280.00 DRAFT',
        ])
        expect(await platform().violations()).toEqual([])
        expect((await fm!.tryTo(at.repayment, 'reverse', String(repayment?.['id']), { opinion: '单独冲销' })).status).toBe(417)
        await bySystem(platform(), (tools) => tools.perform('verification', id, 'reverse', { opinion: '核销有误' }))
        expect(await figures(loan)).toEqual(before)
        expect(await platform().violations()).toEqual([])
      })

      it('counts from the day of the verification where that is an earlier one, and is taken back with it', async () => {
        goTo('2026-04-21')
        const receiptId = await received(platform(), loan, '2280.00', { receivedAt: '2026-04-16T02:00:00.000Z' })
        const before = await figures(loan)
        const bill = String((await billsOf())[0]?.['id'])
        const id = await verified(platform(), loan, receiptId, bill, '2280.00', { verifyDate: '2026-04-18' })
        const [repayment] = await kysely().selectFrom('repayment').selectAll().where('verification_id', '=', id).execute()
        const repaymentNo = String(repayment?.['repayment_no'])
        expect(repayment).toMatchObject({
          value_date: '2026-04-18',
          booked_on: '2026-04-21',
          interest_amount: '2280.00',
          principal_amount: '0.00',
        })
        expect(await noteOf(loan)).toMatchObject({ paid_interest: '2280.00', unpaid_interest: '3720.00' })
        // E-03b takes back the interest of principal that was repaid; none was.
        expect(await accrualsOf(repaymentNo)).toEqual([])
        const vouchers = await kysely()
          .selectFrom('voucher')
          .select(['voucher_date', 'summary'])
          .where('doc_no', '=', repaymentNo)
          .execute()
        // April is closed in the books: the voucher goes to the first day that is open, and says its own.
        expect(vouchers).toEqual([{ voucher_date: '2026-11-01', summary: expect.stringContaining('2026-04-18') }])
        expect(await platform().violations()).toEqual([])
        await bySystem(platform(), (tools) => tools.perform('verification', id, 'reverse', { opinion: '核销有误' }))
        expect(await figures(loan)).toEqual(before)
        expect(await accrualsOf(`${repaymentNo}-R`)).toEqual([])
        expect(await platform().violations()).toEqual([])
      })

      it('refuses a day of the verification from which a repayment may not count', async () => {
        goTo('2026-04-21')
        const receiptId = await received(platform(), loan, '2280.00', { receivedAt: '2026-03-10T02:00:00.000Z' })
        const before = await figures(loan)
        const bill = String((await billsOf())[0]?.['id'])
        const on = (verifyDate: string, amount: string) => verified(platform(), loan, receiptId, bill, amount, { verifyDate })
        await expect(on('2026-03-21', '2280.00')).rejects.toMatchObject({ code: refusals['debt.value-date-too-old'].number })
        const paid = await bookedRepayment(platform(), loan, {
          receiptId: await received(platform(), loan, '100.00'),
          receiptAmount: '100.00',
          valueDate: '2026-04-20',
        })
        // What the other repayment has paid is not billed any more.
        await expect(on('2026-04-19', '2180.00')).rejects.toMatchObject({ code: refusals['debt.value-date-before-repayment'].number })
        await fm!.act(at.repayment, 'reverse', paid.id, { opinion: '错记' })
        // The money of the two receipts alone is more than before.
        const after = await figures(loan)
        expect({ ...after, receipts: [] }).toEqual({ ...before, receipts: [] })
      })

      it('A22 is billed for the 20ths that had ended before its payout was entered, a month each', async () => {
        const late = await approvedOn('2026-03-21', '600000.00')
        await paidOut(platform(), late.id, '600000.00', '2026-02-19')
        for (const day of ['2026-03-21', '2026-03-22', '2026-04-20']) await endOf(day)
        const bills = await kysely()
          .selectFrom('receivable')
          .select(['period', 'due_date', 'amount'])
          .where('loan_id', '=', late.id)
          .where('receivable_type', '=', 'REPAYMENT')
          .orderBy('period')
          .execute()
        expect(bills).toEqual([
          { period: '2026-02', due_date: '2026-02-21', amount: '240.00' },
          { period: '2026-03', due_date: '2026-03-21', amount: '3360.00' },
          { period: '2026-04', due_date: '2026-04-21', amount: '3720.00' },
        ])
        expect(await platform().violations()).toEqual([])
      })

      it('A33 is billed less when another repayment has paid it, the earliest month first, and as before when that is taken back', async () => {
        goTo('2026-04-21')
        const receiptId = await received(platform(), loan, '5000.00')
        const before = await figures(loan)
        const part = await bookedRepayment(platform(), loan, { receiptId, receiptAmount: '5000.00', valueDate: '2026-04-21' })
        expect(part).toMatchObject({ interestAmount: '5000.00', principalAmount: '0.00' })
        expect(await billsOf()).toMatchObject([
          { period: '2026-03', amount: '0.00', status: 'CLOSED' },
          { period: '2026-04', amount: '1000.00', status: 'OPEN' },
        ])
        expect(await platform().violations()).toEqual([])
        await fm!.act(at.repayment, 'reverse', part.id, { opinion: '错记' })
        expect(await figures(loan)).toEqual(before)
      })
    })

    it('explains every amount of the demo data, by the rules that have computed it', async () => {
      const rows = await kysely().selectFrom('repayment').select(['id', 'repayment_type']).where('basis', 'is not', null).execute()
      expect(rows.length).toBeGreaterThan(5)
      const names = ['totalAmount', 'feeAmount', 'penaltyAmount', 'interestAmount', 'principalAmount', 'overpaidAmount']
      for (const row of rows) {
        const bases: Record<string, string> = { OVERDUE: at.overdueRepayment, CREDIT: at.creditRepayment }
        const base = bases[String(row['repayment_type'])] ?? at.repayment
        const [stored, { body }] = [await fn!.read(base, String(row['id'])), await fn!.ask('GET', `${base}/${String(row['id'])}/explain`)]
        expect(Object.fromEntries(names.map((name) => [name, body[name].value]))).toEqual(
          Object.fromEntries(names.map((name) => [name, stored[name]])),
        )
      }
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
