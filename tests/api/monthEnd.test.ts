import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import type { DebtNote } from '../../src/server/generated/debtNote'
import type { Session } from './support/client'
import { refusedBy, voucherValues } from './support/books'
import { entriesOf } from './support/fees'
import { at, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'
import { approvedLoan, paidOut } from './support/pledging'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/** E-40, step 7, with E-21, E-28 and A17: what is drawn when a month has ended. */
describePlatform(
  'the end of a month',
  (platform) => {
    let [officer, manager] = [] as unknown as [Session, Session]
    let note: DebtNote
    let lateLoanId = ''
    beforeAll(async () => {
      officer = await platform().as('fn01')
      manager = await platform().as('fm01')
      const goodsId = await referenceGoods(platform())
      const lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
      const loan = await approvedLoan(platform(), lineId, goodsId)
      note = await paidOut(platform(), loan.id, '635250.00')
      lateLoanId = (await approvedLoan(platform(), lineId, goodsId)).id
    })

    const goTo = (day: string): void => platform().clock.moveTo(day, '23:00:00')
    const step = (name: string): Promise<void> => runOneStep(platform().services, name)
    const count = async (table: string, where: string): Promise<number> => {
      const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(
        platform().database.kysely,
      )
      return Number(rows[0]?.count)
    }
    const accrualVouchers = () => count('voucher', `biz_event = 'INTEREST_ACCRUAL'`)
    /** Debts whose vouchers do not come to what they have borne until a day, to the cent. */
    const unbookedUntil = async (day: string): Promise<unknown[]> => {
      const { rows } = await sql`
        select d.debt_no from debt_note d
        where round((select coalesce(sum(amount), 0) from interest_accrual
            where debt_note_id = d.id and accrual_type in ('INTEREST', 'MIN_SUPPLEMENT', 'ADJUST') and accrual_date <= ${day}::date), 2)
          <> (select coalesce(sum(e.debit_amount), 0) from voucher v join voucher_entries e on e.parent_id = v.id and e.subject_code = '1132'
            where v.doc_type = 'debtNote' and v.doc_no = d.debt_no and v.biz_event = 'INTEREST_ACCRUAL' and v.doc_step <= ${day.slice(0, 7)})`.execute(
        platform().database.kysely,
      )
      return rows
    }
    const wine = (more: Record<string, string> = {}) => officer.list(at.serviceFee, { feeMode: 'DAILY', ...more })
    const generate = (base: string, month: string, who = officer) => who.ask('POST', `${base}/generate/${month}`)
    const close = (period: string) => manager.ask('POST', `${at.period}/close/${period}`)

    it('has booked what each debt of the demo data bore, month by month, in periods that could be closed', async () => {
      expect(await accrualVouchers()).toBeGreaterThan(10)
      expect(await unbookedUntil('2026-10-31')).toEqual([])
      expect(await unbookedUntil('2026-08-31')).toEqual([])
      expect(await platform().violations()).toEqual([])
    })

    it('E-21 has charged each day of a month by its balance at the end, and each month by its last', async () => {
      const fees = (await wine()).records.toSorted((a, b) => String(a['periodStart']).localeCompare(String(b['periodStart'])))
      expect(fees.map(({ periodStart }) => periodStart)).toEqual(['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'])
      // Paid out on 3 July, and repaid in part on 21 October.
      const { rows } = await sql<{ days: number; base: string }>`
        select count(*)::int as days, sum(d.principal - (select coalesce(sum(a.principal_part), 0)
            from repayment_allocs a join repayment r on r.id = a.parent_id
            where a.debt_note_id = d.id and r.status = 'CONFIRMED' and r.value_date <= day)) as base
        from debt_note d join loan l on l.id = d.loan_id, generate_series(d.start_date, '2026-10-31'::date, interval '1 day') day
        where l.loan_no = ${String(fees[0]?.['loanNo'])} group by date_trunc('month', day) order by date_trunc('month', day)`.execute(
        platform().database.kysely,
      )
      const days = rows.map((row) => row.days)
      expect(days).toEqual([29, 31, 30, 31])
      expect(fees.map(({ baseAmount }) => Number(baseAmount))).toEqual(rows.map(({ base }) => Number(base)))
      expect(Number(rows[3]?.base)).toBeLessThan(Number(rows[1]?.base))
      for (const [index, { id, totalAmount, baseAmount, periodEnd, dueDate }] of fees.entries()) {
        expect(Number(totalAmount)).toBeCloseTo((Number(baseAmount) * 0.01) / 360, 2)
        const { body } = await officer.ask('GET', `${at.serviceFee}/${id}/explain`)
        expect(body.totalAmount).toMatchObject({ title: '按日服务费', value: totalAmount })
        expect(body.totalAmount.inputs).toHaveLength(1 + (days[index] ?? 0))
        expect((Date.parse(String(dueDate)) - Date.parse(String(periodEnd))) / 86_400_000).toBe(10)
      }
      const monthly = (await officer.list(at.techFee, { feeMode: 'MONTHLY' })).records
      expect(monthly.length).toBeGreaterThanOrEqual(4)
      for (const { totalAmount, baseAmount } of monthly) expect(Number(totalAmount)).toBeCloseTo((Number(baseAmount) * 0.006) / 12, 2)
    })

    it('is generated again only for what was deleted, and is refused before it is over, and while days of it bear no interest yet', async () => {
      expect((await generate(at.serviceFee, '2026-10')).body).toEqual({ created: 0, skipped: 1 })
      const [october] = (await wine({ status: 'DRAFT' })).records.filter(({ periodStart }) => periodStart === '2026-10-01')
      expect((await officer.ask('DELETE', `${at.serviceFee}/${october?.id}?version=${String(october?.version)}`)).status).toBe(200)
      const all = await Promise.all([1, 2, 3].map(() => generate(at.serviceFee, '2026-10')))
      expect(all.filter(({ status, body }) => status === 200 && body.created === 1)).toHaveLength(1)
      expect((await generate(at.serviceFee, '2026-10')).body).toEqual({ created: 0, skipped: 1 })
      const again = (await wine()).records.filter(({ periodStart }) => periodStart === '2026-10-01')
      expect(again).toMatchObject([{ baseAmount: october?.['baseAmount'], totalAmount: october?.['totalAmount'], status: 'DRAFT' }])
      expect(refusedBy(await generate(at.serviceFee, '2026-11'))).toEqual({
        code: 'fee.month-open',
        params: { month: '2026-11', endDate: '2026-11-30', today: '2026-11-20' },
      })
      expect((await generate(at.serviceFee, '2026-13')).status).toBe(422)
      expect((await generate(at.serviceFee, '2026-10', manager)).status).toBe(403)
      goTo('2026-12-01')
      const early = refusedBy(await generate(at.techFee, '2026-11'))
      expect(early).toMatchObject({ code: 'fee.not-accrued', params: { endDate: '2026-11-30', month: '2026-11' } })
      expect(early.params['count']).toBe(await count('debt_note', `status in ('NORMAL', 'GRACE', 'OVERDUE')`))
    })

    it('E-28 books what a debt bore in the month once, without its tax to the cent', async () => {
      goTo('2026-11-30')
      await step('interest')
      await step('monthEnd')
      // Eleven days of 127.05.
      expect(await entriesOf(platform(), note.debtNo, 'INTEREST_ACCRUAL')).toEqual([{ 1132: 1397.55, 6011: -1318.44, 222102: -79.11 }])
      expect(await officer.list(at.voucher, { docNo: note.debtNo })).toMatchObject({
        records: [{ voucherDate: '2026-11-30', period: '2026-11', docNo: note.debtNo, createdByName: null, status: 'DRAFT' }],
      })
      const before = [await accrualVouchers(), await count('service_fee', 'true')]
      expect((await wine()).records.map(({ periodStart }) => periodStart)).toContain('2026-11-01')
      await step('monthEnd')
      expect([await accrualVouchers(), await count('service_fee', 'true')]).toEqual(before)
      expect(await unbookedUntil('2026-11-30')).toEqual([])
      expect(await platform().violations()).toEqual([])
    })

    it('A17 closes no period before its accruals are booked, unless such vouchers are switched off', async () => {
      goTo('2027-01-01')
      const posted = async (period: string) => {
        for (const [state, action] of [
          ['DRAFT', 'audit'],
          ['AUDITED', 'post'],
        ] as const)
          for (const { id } of (await manager.list(at.voucher, { period, status: state })).records)
            await manager.act(at.voucher, action, id)
      }
      await posted('2026-11')
      expect((await close('2026-11')).status).toBe(200)
      await officer.add(at.voucher, await voucherValues(platform(), { voucherDate: '2026-12-31' }))
      await posted('2026-12')
      const behind = refusedBy(await close('2026-12'))
      expect(behind).toMatchObject({ code: 'period.not-accrued', params: { endDate: '2026-12-31', period: '2026-12' } })
      expect(behind.params['count']).toBe(await count('debt_note', `status in ('NORMAL', 'GRACE', 'OVERDUE')`))
      goTo('2026-12-31')
      await step('interest')
      goTo('2027-01-01')
      const refused = refusedBy(await close('2026-12'))
      expect(refused).toMatchObject({ code: 'period.no-accrual-voucher', params: { period: '2026-12' } })
      expect(Number(refused.params['count'])).toBeGreaterThan(3)
      const type = await platform().idOf('voucher_type', 'type_code', 'INTEREST_ACCRUAL')
      await officer.act(at.voucherType, 'disable', type)
      await step('monthEnd')
      expect(await count('voucher', `biz_event = 'INTEREST_ACCRUAL' and doc_step = '2026-12'`)).toBe(0)
      expect((await close('2026-12')).status).toBe(200)
      await manager.ask('POST', `${at.period}/reopen/2026-12`)
      await officer.act(at.voucherType, 'enable', type)
      // The day after is early enough to make up for it.
      await step('monthEnd')
      expect(await count('voucher', `biz_event = 'INTEREST_ACCRUAL' and doc_step = '2026-12'`)).toBe(Number(refused.params['count']))
      await posted('2026-12')
      expect((await close('2026-12')).status).toBe(200)
      expect(await unbookedUntil('2026-12-31')).toEqual([])
    })

    it('waits for the interest of a payout that is entered afterwards, and books it in the earliest open period', async () => {
      const late = await paidOut(platform(), lateLoanId, '635250.00', '2026-12-22')
      await step('interest')
      await step('monthEnd')
      // Ten days of December, whose books are closed.
      expect(await entriesOf(platform(), late.debtNo, 'INTEREST_ACCRUAL')).toEqual([{ 1132: 1270.5, 6011: -1198.58, 222102: -71.92 }])
      const { records } = await officer.list(at.voucher, { docNo: late.debtNo })
      expect(records).toMatchObject([
        { voucherDate: '2027-01-01', period: '2027-01', summary: expect.stringContaining('原日期 2026-12-31') },
      ])
      expect(await platform().violations()).toEqual([])
    })
  },
  { settings: { tokenLifetimeMs: aYear, tokenIdleMs: aYear } },
)
