import { beforeAll, expect, it } from 'vitest'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { refusals } from '../../src/rules/refusals'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000

describePlatform(
  'a limit for redemptions on credit',
  (platform) => {
    let [op, manager, risk]: Session[] = []
    beforeAll(async () => {
      ;[op, manager, risk] = await Promise.all(['op01', 'bm01', 'rk01'].map((name) => platform().as(name)))
    })
    const refusal = (code: keyof typeof refusals) => ({ status: 417, body: { code: refusals[code].number } })
    const valuesOf = async (more: object = {}) => ({
      borrowerId: await platform().idOf('enterprise', 'short_name', '演示酒业'),
      productId: await platform().idOf('product', 'product_name', '丙保理快消质押'),
      departmentId: await platform().idOf('department', 'department_name', '华东业务部'),
      fundingPartyId: await platform().idOf('enterprise', 'short_name', '丙保理'),
      limitAmount: '300000.00',
      maxTermDays: 60,
      creditRate: '0.090000',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      ...more,
    })
    const flows = async (id: string) =>
      ((await op!.ask('GET', `${at.creditLimit}/flow/${id}`)).body.records as { flowType: string; amount: string }[]).map(
        ({ flowType, amount }) => [flowType, amount],
      )
    const allowed = (isAllowed: boolean) =>
      platform().database.kysely.updateTable('client').set({ credit_redemption_allowed: isAllowed }).execute()

    it('is granted to clients who may redeem on credit alone, by another than who asked for it', async () => {
      const { id } = await op!.add(at.creditLimit, await valuesOf())
      await allowed(false)
      expect(await op!.tryTo(at.creditLimit, 'submit', id)).toMatchObject(refusal('credit-limit.not-allowed'))
      await allowed(true)
      await op!.act(at.creditLimit, 'submit', id)
      expect((await op!.tryTo(at.creditLimit, 'approve', id)).status).toBe(403)
      expect(await manager!.act(at.creditLimit, 'approve', id, { opinion: '同意' })).toMatchObject({
        status: 'ACTIVE',
        currency: 'CNY',
        availableAmount: '300000.00',
      })
      const again = await op!.ask('POST', at.creditLimit, await valuesOf())
      expect(again.status).toBe(422)
    })

    it('is adjusted, frozen and in force again, each in its journal', async () => {
      const [row] = (await op!.list(at.creditLimit, { status: 'ACTIVE', sortField: 'creditLimitNo', sortOrder: 'descend' })).records
      const id = String(row!.id)
      expect(await manager!.tryTo(at.creditLimit, 'adjust', id, { limitAmount: '0.00', opinion: '试' })).toMatchObject({ status: 422 })
      await manager!.act(at.creditLimit, 'adjust', id, { limitAmount: '350000.00', opinion: '增额' })
      await risk!.act(at.creditLimit, 'freeze', id, { opinion: '风险提示' })
      expect(await op!.read(at.creditLimit, id)).toMatchObject({ status: 'FROZEN', availableAmount: '0.00' })
      await manager!.act(at.creditLimit, 'unfreeze', id, { opinion: '恢复' })
      expect(await flows(id)).toEqual([
        ['UNFREEZE', '350000.00'],
        ['FREEZE', '350000.00'],
        ['ADJUST', '350000.00'],
        ['GRANT', '300000.00'],
      ])
      expect(await platform().violations()).toEqual([])
    })

    it('E.6 is stopped while something of its customer is overdue at the funding party, unless it says otherwise, and tells so', async () => {
      const { kysely } = platform().database
      const [row] = (await op!.list(at.creditLimit, { status: 'ACTIVE', sortField: 'creditLimitNo', sortOrder: 'ascend' })).records
      const { borrowerId, fundingPartyId } = await op!.read(at.creditLimit, String(row!.id))
      const stopped = async () => (await op!.read(at.creditLimit, String(row!.id)))['stopped']
      const notes = kysely
        .updateTable('debt_note')
        .where('borrower_id', '=', String(borrowerId))
        .where('funding_party_id', '=', String(fundingPartyId))
      await notes.set({ status: 'NORMAL' }).where('status', '=', 'OVERDUE').execute()
      expect(await stopped()).toBe(false)
      await notes.set({ status: 'OVERDUE' }).where('status', '=', 'NORMAL').execute()
      expect(await stopped()).toBe(true)
      await kysely.updateTable('credit_limit').set({ overdue_block: false }).where('id', '=', String(row!.id)).execute()
      expect(await stopped()).toBe(false)
      await kysely.updateTable('credit_limit').set({ overdue_block: true }).where('id', '=', String(row!.id)).execute()
    })

    it('D7 expires after its last day, and its renewal holds once it is approved', async () => {
      const [row] = (await op!.list(at.creditLimit, { status: 'ACTIVE', sortField: 'creditLimitNo', sortOrder: 'descend' })).records
      const id = String(row!.id)
      platform().clock.moveTo('2027-01-01', '10:00:00')
      await runOneStep(platform().services, 'expiry')
      expect(await op!.read(at.creditLimit, id)).toMatchObject({ status: 'EXPIRED' })
      const renewal = { endDate: '2027-12-31', limitAmount: '400000.00', opinion: '续期' }
      expect(await op!.tryTo(at.creditLimit, 'renew', id, { ...renewal, endDate: '2026-12-31' })).toMatchObject({ status: 417 })
      await op!.act(at.creditLimit, 'renew', id, renewal)
      expect(await op!.read(at.creditLimit, id)).toMatchObject({ status: 'AUDITING', endDate: '2026-12-31', limitAmount: '350000.00' })
      await manager!.act(at.creditLimit, 'reject', id, { opinion: '资料不全' })
      expect(await op!.read(at.creditLimit, id)).toMatchObject({ status: 'EXPIRED' })
      await op!.act(at.creditLimit, 'renew', id, renewal)
      await manager!.act(at.creditLimit, 'approve', id, { opinion: '同意' })
      expect(await op!.read(at.creditLimit, id)).toMatchObject({ status: 'ACTIVE', endDate: '2027-12-31', limitAmount: '400000.00' })
      await manager!.act(at.creditLimit, 'close', id, { opinion: '业务结束' })
      expect(await op!.read(at.creditLimit, id)).toMatchObject({ status: 'CLOSED' })
    })
  },
  { settings: { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear } },
)
