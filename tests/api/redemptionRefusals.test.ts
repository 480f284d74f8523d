import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import type { ApiResponse, Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'
import {
  approvedRedemption,
  calcDate,
  paidFor,
  redemptionCase,
  redemptionValues,
  type RedeemedLoan,
  type RedemptionCase,
} from './support/redeeming'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

/** What changed between the draft of a redemption and its submission, or between its approval and the check by finance, is told and books nothing. */
describePlatform(
  'a redemption whose ground has moved',
  (platform) => {
    let [op, fm]: Session[] = []
    let of: RedemptionCase
    let f1: RedeemedLoan
    let limit: RecordValues
    beforeAll(async () => {
      of = await redemptionCase(platform())
      ;[op, fm] = await Promise.all(['op01', 'fm01'].map((name) => platform().as(name)))
      f1 = await of.loan()
      const row = await kysely()
        .selectFrom('credit_limit')
        .select('id')
        .where('borrower_id', '=', String(f1.loan['borrowerId']))
        .where('status', '=', 'ACTIVE')
        .executeTakeFirstOrThrow()
      limit = await op!.read(at.creditLimit, String(row['id']))
    })
    const kysely = () => platform().database.kysely
    const untouched = { remain_qty: '10000.0000', locked_qty: '0.0000', status: 'EFFECTIVE' }

    function expectTold(answer: ApiResponse, code: RefusalCode, ...words: string[]): void {
      expect(answer).toMatchObject({ status: 417, body: { code: refusals[code].number } })
      for (const word of words) expect(String(answer.body['detail'])).toContain(word)
    }

    async function drafted(more: object = {}, base = at.redemption): Promise<string> {
      return (await op!.add(base, redemptionValues(f1.loan, { [f1.itemId]: '100' }, { calcDate, ...more }))).id
    }

    /** Refused while something is so, and taken when it is as before. */
    async function refusedWhile(
      id: string,
      base: string,
      change: () => Promise<unknown>,
      back: () => Promise<unknown>,
    ): Promise<ApiResponse> {
      await change()
      const answer = await op!.tryTo(base, 'submit', id)
      expect(await of.item(f1.itemId)).toMatchObject(untouched)
      await back()
      return answer
    }

    describe('at its submission', () => {
      it('says that the loan is over', async () => {
        const id = await drafted()
        const be = (status: string) => kysely().updateTable('loan').set({ status }).where('id', '=', f1.loan.id).execute()
        const answer = await refusedWhile(
          id,
          at.redemption,
          () => be('SETTLED'),
          () => be('OUTSTANDING'),
        )
        expectTold(answer, 'redemption.loan-not-open', String(f1.loan['loanNo']))
      })

      it('says which figure moved, with both, where no price did', async () => {
        const id = await drafted()
        const fee = (storage_fee_rate: string) =>
          kysely().updateTable('warehouse').set({ storage_fee_rate }).where('id', '=', String(f1.loan['warehouseId'])).execute()
        const answer = await refusedWhile(
          id,
          at.redemption,
          () => fee('0.0600'),
          () => fee('0.0500'),
        )
        // 100 boxes for 48 days.
        expectTold(answer, 'redemption.figures-moved', '240.00', '288.00')
      })

      it('says that the customer may not leave goods with us', async () => {
        const id = await drafted({ releaseMode: 'VIRTUAL' })
        const may = (virtual_release_allowed: boolean) =>
          kysely()
            .updateTable('client')
            .set({ virtual_release_allowed })
            .where('enterprise_id', '=', String(f1.loan['borrowerId']))
            .execute()
        const answer = await refusedWhile(
          id,
          at.redemption,
          () => may(false),
          () => may(true),
        )
        expectTold(answer, 'redemption.virtual-not-allowed', '演示乳品有限公司')
      })

      it('says that there is nothing to pay', async () => {
        const owe = async (principal: string, interest: string): Promise<void> => {
          await kysely()
            .updateTable('debt_note')
            .set({ outstanding_principal: principal, unpaid_interest: interest })
            .where('loan_id', '=', f1.loan.id)
            .execute()
          await kysely().updateTable('loan').set({ outstanding_principal: principal }).where('id', '=', f1.loan.id).execute()
        }
        const debt = await kysely().selectFrom('debt_note').selectAll().where('loan_id', '=', f1.loan.id).executeTakeFirstOrThrow()
        const fee = (storage_fee_rate: string) =>
          kysely().updateTable('warehouse').set({ storage_fee_rate }).where('id', '=', String(f1.loan['warehouseId'])).execute()
        await owe('0.00', '0.000000')
        await fee('0.0000')
        const id = await drafted()
        const answer = await op!.tryTo(at.redemption, 'submit', id)
        await owe(String(debt['outstanding_principal']), String(debt['unpaid_interest']))
        await fee('0.0500')
        expectTold(answer, 'redemption.nothing-to-pay')
      })
    })

    describe('on credit', () => {
      const onCredit = () => ({ creditLimitId: limit.id, creditTermDays: 30 })
      const ofLimit = (values: object) => kysely().updateTable('credit_limit').set(values).where('id', '=', limit.id).execute()

      it('says that the rate of the limit has changed', async () => {
        const id = await drafted(onCredit(), at.creditRedemption)
        const answer = await refusedWhile(
          id,
          at.creditRedemption,
          () => ofLimit({ credit_rate: '0.100000' }),
          () => ofLimit({ credit_rate: limit['creditRate'] }),
        )
        expectTold(answer, 'redemption.credit-rate', '10')
      })

      it('says that a debt is overdue, where the limit stops for that', async () => {
        const id = await drafted(onCredit(), at.creditRedemption)
        const debts = (status: string) => kysely().updateTable('debt_note').set({ status }).where('loan_id', '=', f1.loan.id).execute()
        const answer = await refusedWhile(
          id,
          at.creditRedemption,
          async () => {
            await debts('OVERDUE')
            await ofLimit({ overdue_block: true })
          },
          async () => {
            await debts('NORMAL')
            await ofLimit({ overdue_block: limit['overdueBlock'] })
          },
        )
        expectTold(answer, 'redemption.credit-overdue', '演示乳品有限公司')
      })
    })

    it('is not booked by finance before its debts bear interest up to its day', async () => {
      const redemption = await approvedRedemption(platform(), f1.loan, { [f1.itemId]: '100' }, { calcDate })
      await paidFor(platform(), f1.loan, redemption, String(redemption['cashDue']))
      const accrued = (last_accrual_date: string) =>
        kysely().updateTable('debt_note').set({ last_accrual_date }).where('loan_id', '=', f1.loan.id).execute()
      await accrued('2026-04-13')
      const answer = await fm!.tryTo(at.redemptionCheck, 'approve', redemption.id)
      await accrued('2026-04-15')
      expectTold(answer, 'redemption.not-accrued', '2026-04-13', calcDate)
      expect(await of.item(f1.itemId)).toMatchObject({ locked_qty: '100.0000' })
      expect(await fm!.act(at.redemptionCheck, 'approve', redemption.id)).toMatchObject({ status: 'CHECKED' })
      expect(await platform().violations()).toEqual([])
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
