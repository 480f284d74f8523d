import { beforeAll, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import { bookTogether } from '../../engine/server/ledger/bookTogether'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { explainRow, type StoredRow } from '../../src/rules/debt/explain'
import { refusals } from '../../src/rules/refusals'
import type { DebtNote } from '../../src/server/generated/debtNote'
import type { Session } from './support/client'
import { at, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'
import { approvedLoan, paidOut } from './support/pledging'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/** The reference case of domain 50 from 20 November on: 7.2 % by 360, 180 days, three of grace, half the rate on top when overdue. */
describePlatform(
  'a debt note',
  (platform) => {
    let op: Session | undefined
    let [goodsId, lineId] = ['', '']
    beforeAll(async () => {
      op = await platform().as('op01')
      goodsId = await referenceGoods(platform())
      lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
    })

    const goTo = (day: string): void => platform().clock.moveTo(day, '10:00:00')
    const step = (name: string): Promise<void> => runOneStep(platform().services, name)
    const endDebts = async (day: string): Promise<void> => {
      goTo(day)
      for (const name of ['interest', 'debtStates', 'penalties']) await step(name)
    }
    const loanOf = (amount: string) => approvedLoan(platform(), lineId, goodsId, { appliedAmount: amount })
    const noteOf = async (id: string) =>
      (await platform()
        .database.kysely.selectFrom('debt_note')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()) as unknown as Record<string, string>
    const rowsOf = (id: string) =>
      platform()
        .database.kysely.selectFrom('interest_accrual')
        .select(['accrual_type', 'accrual_date', 'base_principal', 'annual_rate', 'days', 'amount', 'doc_no'])
        .where('debt_note_id', '=', id)
        .orderBy('id')
        .execute()
    const lineNow = async () => (await op!.read(at.line, lineId)) as unknown as Record<string, string>

    let note: DebtNote
    it('A22 begins with its payout, is due after the term of the loan and the calendar, and takes what was reserved', async () => {
      const loan = await loanOf('635250.00')
      const before = await lineNow()
      note = await paidOut(platform(), loan.id, '635250.00')
      expect(note).toMatchObject({
        status: 'NORMAL',
        outstandingPrincipal: '635250.00',
        totalDue: '635250.00',
        startDate: '2026-11-20',
        dueDate: '2027-05-19',
        effectiveDueDate: '2027-05-19',
        graceEndDate: '2027-05-22',
      })
      expect(await op!.read(at.loan, loan.id)).toMatchObject({
        status: 'OUTSTANDING',
        paidAmount: '635250.00',
        repaidPrincipal: '0.00',
        outstandingPrincipal: '635250.00',
        startDate: '2026-11-20',
        dueDate: '2027-05-19',
      })
      const after = await lineNow()
      expect(Number(before['reservedAmount']) - Number(after['reservedAmount'])).toBe(635_250)
      expect(Number(after['usedAmount']) - Number(before['usedAmount'])).toBe(635_250)
    })

    it('pays no more out than is approved, and nothing that was paid more than 30 days ago, or will be', async () => {
      const loan = await loanOf('100000.00')
      await paidOut(platform(), loan.id, '60000.00')
      expect(await op!.read(at.loan, loan.id)).toMatchObject({ status: 'DISBURSING', paidAmount: '60000.00' })
      await expect(paidOut(platform(), loan.id, '40000.01')).rejects.toMatchObject({
        code: refusals['loan.beyond-approved'].number,
        message: '本次放款 40,000.01 超过批准金额内的余额 40,000.00',
      })
      await expect(paidOut(platform(), loan.id, '1.00', '2026-10-20')).rejects.toMatchObject({
        code: refusals['debt.start-date'].number,
        message: '起息日 2026-10-20 须在 2026-10-21 至今日之间',
      })
      await expect(paidOut(platform(), loan.id, '1.00', '2026-11-21')).rejects.toThrow('起息日 2026-11-21 须在')
      await paidOut(platform(), loan.id, '40000.00', '2026-10-21')
      expect(await op!.read(at.loan, loan.id)).toMatchObject({
        status: 'OUTSTANDING',
        paidAmount: '100000.00',
        outstandingPrincipal: '100000.00',
      })
      expect(await platform().violations()).toEqual([])
    })

    it('E-03 bears a row of interest at the end of its first day, and no second one however often the day ends', async () => {
      await step('interest')
      const first = [
        {
          accrual_type: 'INTEREST',
          accrual_date: '2026-11-20',
          base_principal: '635250.00',
          annual_rate: '0.072000',
          days: 1,
          amount: '127.050000',
          doc_no: '-',
        },
      ]
      expect(await rowsOf(note.id)).toEqual(first)
      await step('interest')
      await step('penalties')
      expect(await rowsOf(note.id)).toEqual(first)
      expect(await noteOf(note.id)).toMatchObject({
        accrued_interest: '127.050000',
        unpaid_interest: '127.05',
        last_accrual_date: '2026-11-20',
      })
    })

    it('E-03 makes up for 44 days that nobody ended, also when it is killed in the middle', async () => {
      goTo('2027-01-03')
      const { services } = platform()
      let transactions = 0
      const dying = {
        ...services.database,
        transaction: ((...work: Parameters<typeof services.database.transaction>) => {
          if (++transactions > 5) throw new Error('killed')
          return services.database.transaction(...work)
        }) as typeof services.database.transaction,
      }
      await expect(runOneStep({ ...services, database: dying }, 'interest')).rejects.toThrow('killed')
      const half = (await rowsOf(note.id)).length
      expect(half).toBeGreaterThan(1)
      expect(half).toBeLessThan(45)
      expect(await platform().violations()).toEqual([])
      await step('interest')
      const rows = await rowsOf(note.id)
      expect(rows.map((row) => row['accrual_date'])).toEqual(Array.from({ length: 45 }, (_, day) => addDays('2026-11-20', day)))
      // 45 days on 635,250.00.
      expect(await noteOf(note.id)).toMatchObject({ accrued_interest: '5717.250000', unpaid_interest: '5717.25', total_due: '640967.25' })
      expect(await platform().violations()).toEqual([])
    })

    it('I-06 I-11 is repaid in parts that its loan sums up, at most by what is owed, and taken back to the cent', async () => {
      const balance = { entity: 'debtNote', id: note.id }
      const repay = (type: string, amounts: Record<'principal' | 'interest' | 'penalty', string>) =>
        inWrite(platform().services, systemUser, (context) =>
          bookTogether(context, { name: 'repay', title: '还款' }, 'debt', [{ type, balance, amounts }]),
        )
      const owed = async () => {
        const { outstanding_principal: principal, unpaid_interest: interest, total_due: total } = await noteOf(note.id)
        const { outstandingPrincipal, repaidPrincipal } = await op!.read(at.loan, note.loanId)
        return [principal, interest, total, outstandingPrincipal, repaidPrincipal]
      }
      await expect(repay('REPAY', { principal: '0', interest: '5717.26', penalty: '0' })).rejects.toMatchObject({
        code: refusals['debt.beyond-interest'].number,
        message: `借据 ${note.debtNo} 未付利息为 5,717.25，不能冲抵更多利息`,
      })
      await expect(repay('REPAY', { principal: '0', interest: '0', penalty: '0.01' })).rejects.toMatchObject({
        code: refusals['debt.beyond-penalty'].number,
        message: `借据 ${note.debtNo} 未付罚息为 0.00，不能冲抵更多罚息`,
      })
      await expect(repay('REPAY', { principal: '635250.01', interest: '0', penalty: '0' })).rejects.toMatchObject({ status: 417 })
      const whole = ['635250.00', '5717.25', '640967.25', '635250.00', '0.00']
      expect(await owed()).toEqual(whole)
      await repay('REPAY', { principal: '100000.00', interest: '5717.25', penalty: '0' })
      expect(await owed()).toEqual(['535250.00', '0.00', '535250.00', '535250.00', '100000.00'])
      await repay('UNREPAY', { principal: '100000.00', interest: '5717.25', penalty: '0' })
      expect(await owed()).toEqual(whole)
      expect(await platform().violations()).toEqual([])
    })

    it('is asked for the interest of any days, the last not included, with its rows and a trial', async () => {
      const query = { dateFrom: '2026-12-01', dateTo: '2027-01-01', loanId: note.loanId }
      const { records, summary } = await op!.list(at.interest, query)
      expect(records).toMatchObject([
        {
          debtNo: note.debtNo,
          days: 31,
          interestAmount: '3938.55',
          penaltyAmount: '0.00',
          accruedInterest: '5717.25',
          unpaidInterest: '5717.25',
        },
      ])
      expect(summary).toMatchObject({ interestAmount: { CNY: '3938.55' } })
      const accruals = await op!.ask('GET', `${at.interest}/${note.id}/accruals?pageSize=200`)
      expect(accruals.body).toMatchObject({ total: 45 })
      expect(accruals.body.records[0]).toMatchObject({ accrualDate: '2027-01-03', accrualType: 'INTEREST', days: 1, amount: '127.050000' })
      const body = { principal: '1000000.00', annualRate: '0.072', dayCount: 'D30_360', dateFrom: '2026-01-31', dateTo: '2026-03-01' }
      const trial = await op!.ask('POST', `${at.interest}/trial`, body)
      expect(trial.body).toEqual({ days: 31, interest: '6200.00', explanation: '1,000,000.00 × 7.2000% × 31 ÷ 360' })
      const backwards = await op!.ask('POST', `${at.interest}/trial`, { ...body, dateTo: '2026-01-30' })
      expect(backwards).toMatchObject({ status: 422, body: { detail: expect.stringContaining('止息日不能早于起息日') } })
    })

    it('E-05 moves with the calendar as long as it is not due', async () => {
      const admin = await platform().as('admin')
      const dayOf = async (date: string) =>
        platform().database.kysely.selectFrom('calendar_days').select('id').where('calendar_date', '=', date).executeTakeFirstOrThrow()
      const change = async (dayType: string, holidayName?: string) =>
        expect(
          await admin.ask('PATCH', `/api/base/calendar/day/${String((await dayOf('2027-05-19'))['id'])}`, {
            dayType,
            ...(holidayName === undefined ? {} : { holidayName }),
          }),
        ).toMatchObject({ status: 200 })
      await change('HOLIDAY', '测试假日')
      expect(await noteOf(note.id)).toMatchObject({
        due_date: '2027-05-19',
        effective_due_date: '2027-05-20',
        grace_end_date: '2027-05-23',
      })
      await change('WORKDAY')
      expect(await noteOf(note.id)).toMatchObject({ effective_due_date: '2027-05-19', grace_end_date: '2027-05-22' })
    })

    it('E-05 E-36 falls into its days of grace, then overdue with a first row of penalty, and is graver from month to month', async () => {
      await endDebts('2027-05-19')
      expect((await noteOf(note.id))['status']).toBe('NORMAL')
      await endDebts('2027-05-20')
      expect(await noteOf(note.id)).toMatchObject({ status: 'GRACE', accrued_penalty: '0.000000', overdue_bucket: 'NORMAL' })
      await endDebts('2027-05-22')
      expect(await noteOf(note.id)).toMatchObject({ status: 'GRACE', accrued_penalty: '0.000000' })
      await endDebts('2027-05-23')
      // Five days since the due date: 635,250.00 × 7.2 % × 0.5 × 5 ÷ 360.
      expect(await noteOf(note.id)).toMatchObject({
        status: 'OVERDUE',
        accrued_penalty: '317.625000',
        unpaid_penalty: '317.63',
        overdue_bucket: 'ATTENTION',
      })
      expect((await op!.read(at.loan, note.loanId))['status']).toBe('OVERDUE')
      await endDebts('2027-05-25')
      await endDebts('2027-05-25')
      const penalties = (await rowsOf(note.id)).filter((row) => row['accrual_type'] === 'PENALTY')
      expect(penalties.map((row) => [row['accrual_date'], row['days'], row['amount']])).toEqual([
        ['2027-05-23', 5, '317.625000'],
        ['2027-05-24', 1, '63.525000'],
        ['2027-05-25', 1, '63.525000'],
      ])
      for (const [day, bucket] of [
        ['2027-06-18', 'ATTENTION'],
        ['2027-06-19', 'SUBSTANDARD'],
        ['2027-08-18', 'DOUBTFUL'],
        ['2027-11-16', 'LOSS'],
      ] as const) {
        await endDebts(day)
        expect([day, (await noteOf(note.id))['overdue_bucket']]).toEqual([day, bucket])
      }
    })

    it('is listed by the monitor with its days and class, summed up by class, and can be called in', async () => {
      goTo('2027-06-18')
      const { records } = await op!.list(at.overdue, { borrowerId: note.borrowerId, overdueBucket: 'LOSS' })
      expect(records.find(({ id }) => id === note.id)).toMatchObject({ overdueDays: 30, overdueBucket: 'LOSS', status: 'OVERDUE' })
      const summary = (await op!.ask('GET', `${at.overdue}/summary`)).body as Record<string, string>
      const listed = (await op!.list(at.overdue)).records
      expect(Number(summary['lossCount'])).toBe(listed.filter(({ overdueBucket }) => overdueBucket === 'LOSS').length)
      const due = listed.filter(({ overdueBucket }) => overdueBucket === 'LOSS').map(({ totalDue }) => Number(totalDue))
      expect(Number(summary['loss'])).toBeCloseTo(
        due.reduce((sum, each) => sum + each, 0),
        2,
      )
      const reminder = { remindMode: 'PHONE', opinion: '客户承诺本周内还款', nextFollowDate: '2027-06-25' }
      await op!.act(at.overdue, 'remind', note.id, reminder)
      const history = (await op!.ask('GET', `${at.overdue}/history/${note.id}`)).body as unknown
      expect(JSON.stringify(history)).toContain('客户承诺本周内还款')
      const refused = await op!.tryTo(at.overdue, 'remind', note.id, { ...reminder, nextFollowDate: '2027-06-17' })
      expect(refused).toMatchObject({
        status: 417,
        body: { code: refusals['debt.follow-date'].number, detail: '下次跟进日 2027-06-17 不能早于今日' },
      })
      expect(await (await platform().as('fn01')).tryTo(at.overdue, 'remind', note.id, reminder)).toMatchObject({ status: 403 })
    })

    it('explains every amount that is stored of debts, by the rules that have computed it', async () => {
      expect(await platform().violations()).toEqual([])
      const rows = (await platform()
        .database.kysely.selectFrom('interest_accrual as a')
        .innerJoin('debt_note as d', 'd.id', 'a.debt_note_id')
        .innerJoin('product as p', 'p.id', 'd.product_id')
        .select([
          'a.accrual_type',
          'a.accrual_date',
          'a.base_principal',
          'a.annual_rate',
          'a.days',
          'a.amount',
          'd.day_count',
          'p.penalty_uplift',
        ])
        .execute()) as unknown as Record<string, never>[]
      expect(rows.length).toBeGreaterThan(800)
      for (const row of rows) {
        const terms = { dayCount: row['day_count']!, penaltyUplift: row['penalty_uplift']! }
        const stored: StoredRow = {
          accrualType: row['accrual_type']!,
          accrualDate: row['accrual_date']!,
          basePrincipal: row['base_principal']!,
          annualRate: row['annual_rate']!,
          days: row['days']!,
          amount: row['amount']!,
        }
        expect(explainRow(terms, stored).value).toBe(stored.amount)
      }
      for (const { id } of await platform().database.kysely.selectFrom('debt_note').select('id').execute()) {
        const stored = await noteOf(String(id))
        const { body } = await (await platform().as('au01')).ask('GET', `${at.interest}/${String(id)}/explain`)
        expect([body.unpaidInterest.value, body.unpaidPenalty.value, body.totalDue.value]).toEqual([
          stored['unpaid_interest'],
          stored['unpaid_penalty'],
          stored['total_due'],
        ])
      }
    })

    it('is explained to who may see it, and to nobody else', async () => {
      const { body } = await op!.ask('GET', `${at.interest}/${note.id}/explain`)
      expect(body.unpaidPenalty).toMatchObject({ title: '未付罚息', formula: '四舍五入(累计罚息, 2 位小数) − 已付罚息 − 已核销罚息' })
      expect(body.unpaidPenalty.inputs[0].inputs[0]).toMatchObject({
        title: expect.stringMatching(/^当日罚息 \d{4}-\d\d-\d\d$/),
        figures: '635,250.00 × 7.2000% × 50.0000% × 5 ÷ 360',
      })
      expect((await (await platform().as('wh01')).ask('GET', `${at.interest}/${note.id}/explain`)).status).toBe(403)
      const borrower = await platform().as('br01')
      const own = (await borrower.list(at.interest)).records.map(({ id }) => id)
      for (const { id, borrower_id: borrowerId } of await platform()
        .database.kysely.selectFrom('debt_note')
        .select(['id', 'borrower_id'])
        .execute()) {
        const { status } = await borrower.ask('GET', `${at.interest}/${String(id)}/explain`)
        expect([borrowerId, status]).toEqual([borrowerId, own.includes(String(id)) ? 200 : 404])
      }
    })

    it('E-40 lists a debt whose day is booked already by somebody else, and accrues all others', async () => {
      const { kysely } = platform().database
      const day = '2027-11-17'
      const { last_accrual_date: accrued } = await noteOf(note.id)
      expect(accrued).toBe('2027-11-16')
      await kysely
        .insertInto('interest_accrual')
        .values({
          version: 1,
          created_at: `${day}T00:00:00Z`,
          updated_at: `${day}T00:00:00Z`,
          debt_note_id: note.id,
          accrual_date: day,
          accrual_type: 'INTEREST',
          base_principal: '1',
          annual_rate: '0',
          days: 1,
          amount: '0',
          doc_no: '-',
        })
        .execute()
      await endDebts(day)
      const notes = await kysely.selectFrom('debt_note').select(['id', 'last_accrual_date']).where('status', '<>', 'SETTLED').execute()
      expect(notes.length).toBeGreaterThan(5)
      for (const { id, last_accrual_date: last } of notes) expect([id, last]).toEqual([id, String(id) === note.id ? '2027-11-16' : day])
      const faults = await kysely
        .selectFrom('schedule_item')
        .select(['step', 'action', 'failure'])
        .where('day', '=', day)
        .where('entity', '=', '')
        .execute()
      expect(faults).toEqual([{ step: 'interest', action: `last_accrual_date ${note.id}`, failure: expect.stringContaining('计息') }])
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
