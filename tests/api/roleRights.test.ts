import { expect, it } from 'vitest'
import { accountsWith } from './support/accounts'
import type { Session } from './support/client'
import { describeOnEach } from './support/platform'

/** What a set of roles gives is kept from request to request; whatever changes a role, and however it does, ends that. */
describeOnEach('the rights of roles', (platform) => {
  const roles = () => platform().database.kysely.updateTable('role')
  const statusOf = async (session: Session) => (await session.ask('GET', '/api/base/currency/list?pageSize=1')).status
  const reading = { menuName: 'base_currency', permissionType: 1, buttons: ['view'] }

  async function own(): Promise<{ session: Session; userId: string; roleId: string }> {
    const [session] = (await accountsWith(platform(), [{ base_currency: ['view'] }])) as [Session]
    const code = session.userName.toUpperCase()
    return {
      session,
      userId: await platform().idOf('app_user', 'user_name', session.userName),
      roleId: await platform().idOf('role', 'role_code', code),
    }
  }

  it('are those of the next request, also where a role is changed without a new version', async () => {
    const { session, roleId } = await own()
    expect([await statusOf(session), await statusOf(session)]).toEqual([200, 200])
    await roles().set({ menu_permissions: '[]' }).where('id', '=', roleId).execute()
    expect(await statusOf(session)).toBe(403)
    await roles()
      .set({ menu_permissions: JSON.stringify([reading]) })
      .where('id', '=', roleId)
      .execute()
    expect(await statusOf(session)).toBe(200)
  })

  it('are as they were after a change that is taken back', async () => {
    const { session, roleId } = await own()
    await platform()
      .database.kysely.transaction()
      .execute(async (trx) => {
        await trx.updateTable('role').set({ menu_permissions: '[]' }).where('id', '=', roleId).execute()
        throw new Error('taken back')
      })
      .catch(() => undefined)
    expect(await statusOf(session)).toBe(200)
  })

  it('end with a role that is disabled or taken from the account, and shut what another role shuts', async () => {
    const { session, userId, roleId } = await own()
    expect(await statusOf(session)).toBe(200)
    const { roleId: shutting } = await own()
    await roles()
      .set({ menu_permissions: JSON.stringify([{ ...reading, permissionType: 0, buttons: [] }]) })
      .where('id', '=', shutting)
      .execute()
    const give = (ids: string[]) =>
      platform().database.kysely.updateTable('app_user').set({ role_ids: ids }).where('id', '=', userId).execute()
    await give([roleId, shutting])
    expect(await statusOf(session)).toBe(403)
    await give([roleId])
    expect(await statusOf(session)).toBe(200)
    await roles().set({ status: 'DISABLED' }).where('id', '=', roleId).execute()
    expect(await statusOf(session)).toBe(403)
    await roles().set({ status: 'ENABLED' }).where('id', '=', roleId).execute()
    expect(await statusOf(session)).toBe(200)
    await give([])
    expect(await statusOf(session)).toBe(403)
  })
})
