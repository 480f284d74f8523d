import { expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { SpokenDerivation } from '../../src/rules/debt/explain'
import { accountsWith, type Rights } from './support/accounts'
import type { Session } from './support/client'
import { rederived } from './support/explained'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'
import { feeDue } from './support/repaying'

/** Figures are of rows: of those that an account does not see none may be told, on whatever way they are computed. */
describePlatform('of rows out of sight', (platform) => {
  const kysely = () => platform().database.kysely

  /** An account that sees these rows alone. */
  async function boundTo(rights: Rights, binding: Record<string, unknown>): Promise<Session> {
    const [session] = await accountsWith(platform(), [rights])
    await kysely().updateTable('app_user').set(binding).where('user_name', '=', session!.userName).execute()
    return session!
  }

  /** A loan of a funding party with a debt that is not repaid. */
  async function owing(fundingParty: string): Promise<RecordValues> {
    const { loanId } = await kysely()
      .selectFrom('debt_note as d')
      .innerJoin('enterprise as e', 'e.id', 'd.funding_party_id')
      .select('d.loan_id as loanId')
      .where('e.short_name', '=', fundingParty)
      .where('d.status', 'in', ['NORMAL', 'GRACE', 'OVERDUE'])
      .where('d.payment_type', '<>', 'CREDIT_REDEMPTION')
      .executeTakeFirstOrThrow()
    return (await platform().as('au01')).read(at.loan, String(loanId))
  }

  it('a repayment that is only tried tells no debts', async () => {
    const ours = await platform().idOf('enterprise', 'short_name', '甲行')
    const clerk = await boundTo({ redemption_cashRepayment: ['view', 'add'] }, { data_scope: 'ALL', funding_party_ids: [ours] })
    const asked = ({ borrowerId, fundingPartyId, departmentId, currency }: RecordValues) => ({
      borrowerId,
      fundingPartyId,
      departmentId,
      currency,
      payChannel: 'BANK',
      valueDate: '2026-11-20',
      receiptAmount: '100.00',
    })
    const tried = async (loan: RecordValues) => (await clerk.ask('POST', `${at.repayment}/try`, asked(loan))).body
    expect(await tried(await owing('甲行'))).toMatchObject({ lines: { allocs: expect.arrayContaining([expect.anything()]) } })
    const foreign = await tried(await owing('乙信托'))
    expect(Object.keys(foreign).sort()).toEqual(['asOf', 'problems'])
    expect(foreign.problems).toContainEqual(expect.objectContaining({ path: 'fundingPartyId', rule: 'scope' }))
  })

  it('an explanation of a sum tells what they come to together, and none of them', async () => {
    const departmentId = await platform().idOf('department', 'department_name', '华东业务部')
    const rights = { evidence_subAccount: ['view'], evidence_certificateManage: ['view'] }
    const [all, east] = [
      await boundTo(rights, { data_scope: 'ALL' }),
      await boundTo(rights, { data_scope: 'DEPT', department_id: departmentId }),
    ]
    const base = '/api/finance/subaccount'
    let folded = 0
    for (const { id } of (await all.list(base, { pageSize: '200' })).records) {
      const told = async (session: Session) => (await session.ask<Record<string, SpokenDerivation>>('GET', `${base}/${id}/explain`)).body
      const [whole, part] = [await told(all), await told(east)]
      for (const [field, explanation] of Object.entries(part).filter(([name]) => name !== 'balance')) {
        expect([explanation.value, rederived(explanation)]).toEqual([whole[field]?.value, whole[field]?.value])
        const nameless = (explanation.inputs ?? []).filter(({ source }) => source === undefined)
        expect(nameless.filter(({ title }) => !title.startsWith('其余 '))).toEqual([])
        folded += nameless.filter(({ title }) => title.endsWith('（无权查看）')).length
      }
    }
    expect(folded).toBeGreaterThan(0)
  })

  it('what a repayment would come to leaves out fees too', async () => {
    const loan = await owing('甲行')
    const feeId = await feeDue(platform(), loan, '100.00', '2026-11-19')
    const elsewhere = await kysely()
      .selectFrom('department')
      .select('id')
      .where('id', '<>', String(loan['departmentId']))
      .executeTakeFirstOrThrow()
    await kysely().updateTable('receivable').set({ department_id: elsewhere.id }).where('id', '=', feeId).execute()
    const rights = { redemption_cashRepayment: ['view', 'add', 'trial'] }
    const all = await boundTo(rights, { data_scope: 'ALL' })
    const east = await boundTo(rights, { data_scope: 'DEPT', department_id: loan['departmentId'] })
    const body = { borrowerId: loan['borrowerId'], loanId: loan.id, valueDate: '2026-11-20', totalAmount: '1000000.00' }
    const told = async (session: Session) => (await session.ask('POST', `${at.repayment}/trial`, body)).body
    const [whole, part] = [await told(all), await told(east)]
    expect(Number(whole.feeAmount) - Number(part.feeAmount)).toBe(100)
  })
})
