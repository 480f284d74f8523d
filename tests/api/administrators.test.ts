import { expect, it } from 'vitest'
import type { ApiResponse } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

const lastOne = '此后将没有可用的账号能分配权限，请先让另一个正常账号拥有“分配权限”'
const oneself = '不能停用、锁定或删除自己的账号'

/** P6: whoever gives rights cannot take the last such right away, from himself or from anybody. */
describePlatform('P6 the last administrator', (platform) => {
  const admin = () => platform().as('admin')
  const id = (userName: string) => platform().idOf('app_user', 'user_name', userName)
  const roleId = (code: string) => platform().idOf('role', 'role_code', code)
  const outcomeOf = ({ status, body }: ApiResponse): unknown => [status, body.message]

  async function patch(path: string, values: object): Promise<ApiResponse> {
    const { body } = await (await admin()).ask('GET', path)
    return (await admin()).ask('PATCH', path, { ...values, version: body.version })
  }
  async function rightsOf(code: string): Promise<{ menuName: string; permissionType: number; buttons: string[] }[]> {
    return (await (await admin()).ask('GET', `${at.role}/permission/${await roleId(code)}`)).body.menuPermissions
  }
  const give = async (code: string, menuPermissions: object): Promise<ApiResponse> =>
    (await admin()).set(at.role, 'permission', await roleId(code), { menuPermissions })

  it('keeps the role, its button and its menu', async () => {
    const rights = await rightsOf('AD')
    const without = rights.map((entry) => ({ ...entry, buttons: entry.buttons.filter((button) => button !== 'assignPermission') }))
    const shut = rights.map((entry) => (entry.menuName === 'manage_userManage' ? { ...entry, permissionType: 0 } : entry))
    expect(outcomeOf(await give('AD', without))).toEqual([417, lastOne])
    expect(outcomeOf(await give('AD', shut))).toEqual([417, lastOne])
    expect(outcomeOf(await give('AD', []))).toEqual([417, lastOne])
    expect(outcomeOf(await patch(`${at.role}/${await roleId('AD')}`, { status: 'DISABLED' }))).toEqual([417, lastOne])
    expect(outcomeOf(await patch(`${at.user}/${await id('admin')}`, { roleIds: [await roleId('OP')] }))).toEqual([417, lastOne])
    expect(await rightsOf('AD')).toEqual(rights)
  })

  it('leaves a role what it has of menus that are not installed here', async () => {
    const rights = await rightsOf('BM')
    const foreign = { menuName: 'customs_elsewhere', permissionType: 1, buttons: ['view'] }
    const store = { menu_permissions: JSON.stringify([...rights, foreign]) }
    await platform().database.kysely.updateTable('role').set(store).where('role_code', '=', 'BM').execute()
    expect((await give('BM', rights.slice(1))).status).toBe(200)
    expect(await rightsOf('BM')).toEqual([...rights.slice(1), foreign])
    expect((await give('BM', [...rights, foreign])).status).toBe(200)
    expect(await rightsOf('BM')).toEqual([...rights, foreign])
    expect((await give('BM', [...rights, { ...foreign, menuName: 'customs_nowhere' }])).status).toBe(422)
  })

  it('cannot disable or delete his own account', async () => {
    const own = await id('admin')
    expect(outcomeOf(await (await admin()).tryTo(at.user, 'disable', own))).toEqual([417, oneself])
    expect(outcomeOf(await (await admin()).set(at.user, 'status', own, { status: 'DISABLED' }))).toEqual([417, oneself])
    expect(outcomeOf(await (await admin()).remove(at.user, own))).toEqual([417, oneself])
  })

  it('changes no account or role that somebody has changed since', async () => {
    const boss = await admin()
    const [user, role] = [await id('op02'), await roleId('LG')]
    for (const [base, what, target, values] of [
      [at.user, 'status', user, { status: 'DISABLED' }],
      [at.user, 'password', user, { newPassword: 'Linshi2026ab' }],
      [at.role, 'permission', role, { menuPermissions: [] }],
    ] as const) {
      const version = await boss.versionOf(base, target)
      expect([what, (await boss.set(base, what, target, { ...values, version: version + 1 })).status]).toEqual([what, 409])
      expect([what, await boss.versionOf(base, target)]).toEqual([what, version])
    }
  })

  it('lets a role enable, disable or unlock by the button that it has, at the endpoint of all three too', async () => {
    const own = await rightsOf('CU')
    const manager = await platform().as('cu01')
    // Of the same role: an account that may do more is not his to keep.
    const colleague = { userName: 'cu09', realName: '同事', mobile: '19912340009', dataScope: 'ALL', roleIds: [await roleId('CU')] }
    const departmentId = await platform().idOf('department', 'department_name', '华东业务部')
    const { id: target } = await (await admin()).add(at.user, { ...colleague, departmentId })
    const status = async () =>
      (await platform().database.kysely.selectFrom('app_user').select('status').where('id', '=', target).executeTakeFirst())?.['status']
    const be = (now: string) => platform().database.kysely.updateTable('app_user').set({ status: now }).where('id', '=', target).execute()
    await platform().database.kysely.updateTable('app_user').set({ data_scope: 'ALL' }).where('user_name', '=', 'cu01').execute()
    for (const [button, from, to] of [
      ['enable', 'DISABLED', 'ENABLED'],
      ['disable', 'ENABLED', 'DISABLED'],
      ['unlock', 'LOCKED', 'ENABLED'],
    ] as const) {
      for (const given of ['enable', 'disable', 'unlock', undefined]) {
        const others = own.filter(({ menuName }) => menuName !== 'manage_userManage')
        const rights = [...others, { menuName: 'manage_userManage', permissionType: 1, buttons: given === undefined ? [] : [given] }]
        expect((await give('CU', rights)).status).toBe(200)
        await be(from)
        const { status: answered } = await manager.set(at.user, 'status', target, { status: to })
        const may = given === button
        expect([button, given, answered, await status()]).toEqual([button, given, may ? 200 : 403, may ? to : from])
      }
    }
    await be('ENABLED')
    await give('CU', own)
    expect((await manager.set(at.user, 'status', target, { status: 'DISABLED' })).status).toBe(403)
  })

  it('may go as soon as another can take over, and not when that one cannot sign in', async () => {
    const rights = await rightsOf('AD')
    await patch(`${at.user}/${await id('op02')}`, { roleIds: [await roleId('OP'), await roleId('AD')] })
    const second = await platform().guest.signIn('op02')
    // Only accounts in her department are hers to change.
    expect((await second.tryTo(at.user, 'disable', await id('admin'))).status).toBe(404)
    expect(outcomeOf(await patch(`${at.user}/${await id('admin')}`, { roleIds: [await roleId('AU')] }))).toEqual([200, undefined])
    expect((await (await admin()).ask('GET', `${at.user}/list`)).status).toBe(200)
    expect((await second.set(at.role, 'permission', await roleId('AD'), { menuPermissions: rights })).status).toBe(200)
    expect((await second.tryTo(at.user, 'disable', await id('op02'))).body.message).toBe(oneself)
    expect((await second.set(at.role, 'permission', await roleId('AD'), { menuPermissions: [] })).body.message).toBe(lastOne)
  })

  it('is not one who has no password yet, or whose enterprise does not work', async () => {
    const { kysely } = platform().database
    const [own, other] = [await id('op02'), await id('op01')]
    const before = await kysely.selectFrom('app_user').selectAll().where('id', '=', other).executeTakeFirstOrThrow()
    const second = await platform().guest.signIn('op02')
    const frozen = await kysely.selectFrom('enterprise').select('id').where('effective_status', '!=', 'ACTIVE').executeTakeFirstOrThrow()
    const change = async (values: object) => kysely.updateTable('app_user').set(values).where('id', '=', other).execute()
    const leave = async () => {
      const { body } = await second.ask('GET', `${at.user}/${own}`)
      return second.ask('PATCH', `${at.user}/${own}`, { roleIds: [await roleId('OP')], version: body.version })
    }
    await change({ role_ids: [await roleId('AD')], password_hash: null })
    expect(outcomeOf(await leave())).toEqual([417, lastOne])
    await change({ password_hash: before['password_hash'], enterprise_id: frozen['id'] })
    expect(outcomeOf(await leave())).toEqual([417, lastOne])
    await change({ role_ids: before['role_ids'], enterprise_id: null })
  })

  it('takes everything from a role that nobody needs', async () => {
    const second = await platform().guest.signIn('op02')
    const path = `${at.role}/permission/${await roleId('LG')}`
    expect((await second.set(at.role, 'permission', await roleId('LG'), { menuPermissions: [] })).status).toBe(200)
    expect((await second.ask('GET', path)).body.menuPermissions).toEqual([])
    expect((await second.ask('PATCH', path, {})).status).toBe(422)
  })

  it('stays when two shut each other out in the same moment', async () => {
    const second = await platform().guest.signIn('op02')
    const ids = { admin: await id('admin'), op02: await id('op02') }
    await platform()
      .database.kysely.updateTable('app_user')
      .set({ role_ids: [await roleId('AD')], data_scope: 'ALL' })
      .where('id', 'in', Object.values(ids))
      .execute()
    const first = await platform().guest.signIn('admin')
    const [one, other] = await Promise.all([first.tryTo(at.user, 'disable', ids.op02), second.tryTo(at.user, 'disable', ids.admin)])
    expect([one.status, other.status].filter((status) => status === 200)).toHaveLength(1)
    const left = one.status === 200 ? first : second
    expect((await left.ask('GET', `${at.user}/list`)).status).toBe(200)
  })
})
