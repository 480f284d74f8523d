import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { keepHouse } from '../../src/server/housekeeping'
import { demoPassword } from './support/config'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

const log = '/api/base/userlog'

/** Security.md, security events: what the auditor finds of what others did. */
describePlatform('the security log', (platform) => {
  const auditor = () => platform().as('au01')
  const admin = () => platform().as('admin')
  const desk = () => platform().guest.from('10.7.0.1')
  /** What was added since the beginning, oldest first; events are written beside the calls that they tell of. */
  async function events(expected: number, query: Record<string, string> = { address: '10.7.0.1' }): Promise<RecordValues[]> {
    let records: RecordValues[] = []
    await expect.poll(async () => (records = (await (await auditor()).list(log, query)).records).length).toBeGreaterThanOrEqual(expected)
    return records.toReversed()
  }
  const shown = ({ kind, account, userName, detail }: RecordValues): unknown[] => [kind, account, userName, detail]

  it('tells of sign-ins that were accepted, refused and slowed down', async () => {
    const form = (userName: string, password = demoPassword) => ({ userName, password })
    const responses = [
      await desk().ask('POST', '/login/login', form('op01')),
      await desk().ask('POST', '/login/login', form('fm01', 'wrong')),
      await desk().ask('POST', '/login/login', form('fm01')),
      await desk().ask('POST', '/login/login', form('My-Password-1', 'op01')),
      await desk().ask('POST', '/login/login', form('locked01')),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 417, 429, 417, 417])
    const told = await events(5)
    expect(told.map(shown)).toEqual([
      ['signIn', 'op01', '林晓', null],
      ['signInRefused', 'fm01', '吴刚', null],
      ['signInSlowed', 'fm01', '吴刚', null],
      ['signInRefused', 'My***', null, null],
      ['signInRefused', 'locked01', '锁定用户', null],
    ])
    expect(told.map(({ traceId }) => traceId)).toEqual(responses.map(({ headers }) => headers.get('x-request-id')))
    expect(told[0]?.['occurredAt']).toBe(platform().clock.now())
    expect(JSON.stringify(told)).not.toContain(demoPassword)
    platform().clock.advance(60_000)
  })

  it('tells once of an address that tries one name after the other', async () => {
    const stranger = platform().guest.from('10.7.0.9')
    const statuses: number[] = []
    for (let nth = 1; nth <= 105; nth++)
      statuses.push((await stranger.ask('POST', '/login/login', { userName: `name${nth}`, password: '' })).status)
    expect(statuses).toEqual([...Array<number>(100).fill(422), ...Array<number>(5).fill(429)])
    const told = await events(1, { address: '10.7.0.9' })
    expect(told.map(shown)).toEqual([['signInSlowed', null, null, '同一来源在 1 分钟内登录超过 100 次']])
  })

  it('tells of a changed and of a reset password', async () => {
    const session = (await desk().signIn('cu01')).from('10.7.0.2')
    const change = (oldPassword: string) => session.ask('POST', '/userLogin/changePassword', { oldPassword, newPassword: 'Neues-2026!abc' })
    expect((await change('wrong')).status).toBe(422)
    expect((await change(demoPassword)).status).toBe(200)
    const id = await platform().idOf('app_user', 'user_name', 'ta01')
    const path = `${at.user}/password/${id}`
    const boss = (await admin()).from('10.7.0.2')
    const { version } = (await boss.ask('GET', `${at.user}/${id}`)).body
    expect((await boss.ask('PATCH', path, { newPassword: 'short', version })).status).toBe(422)
    expect((await boss.ask('PATCH', path, { newPassword: 'Linshi-2026ab', version })).status).toBe(200)
    expect((await events(3, { address: '10.7.0.2' })).map(shown)).toEqual([
      ['signInRefused', 'cu01', '孙悦', '修改密码时原密码不正确'],
      ['password', 'cu01', '孙悦', '修改自己的密码'],
      ['password', 'admin', '系统管理员', '重置 ta01 的密码'],
    ])
  })

  it('tells of rights that were changed, by a user or a role, and of who was locked out or let in', async () => {
    const boss = (await admin()).from('10.7.0.3')
    const ok = ({ status, body }: { status: number; body: unknown }): void => expect([status, body]).toEqual([200, body])
    const id = await platform().idOf('app_user', 'user_name', 'op02')
    const role = async (code: string) => platform().idOf('role', 'role_code', code)
    const version = async (): Promise<number> => (await boss.ask('GET', `${at.user}/${id}`)).body.version
    for (const action of ['lock', 'unlock', 'disable', 'enable'])
      ok(await boss.ask('POST', `${at.user}/${action}/${id}`, { version: await version() }, { 'idempotency-key': randomUUID() }))
    ok(
      await boss.ask('PATCH', `${at.user}/${id}`, {
        version: await version(),
        roleIds: [await role('OP'), await role('WH')],
        dataScope: 'DEPT_TREE',
      }),
    )
    const rights = (await boss.ask('GET', `${at.role}/permission/${await role('CU')}`)).body
    const menuPermissions = (rights.menuPermissions as { menuName: string }[]).slice(1)
    ok(await boss.ask('PATCH', `${at.role}/permission/${await role('CU')}`, { menuPermissions, version: rights.version }))
    expect((await events(6, { address: '10.7.0.3' })).map(shown)).toEqual([
      ['lock', 'admin', '系统管理员', '锁定 op02'],
      ['unlock', 'admin', '系统管理员', '解锁 op02'],
      ['lock', 'admin', '系统管理员', '停用 op02'],
      ['unlock', 'admin', '系统管理员', '启用 op02'],
      ['rights', 'admin', '系统管理员', '用户 op02：角色 业务操作员 改为 业务操作员、仓储伙伴；数据范围 本部门 改为 本部门及下级'],
      ['rights', 'admin', '系统管理员', expect.stringMatching(/^角色 .+：减少 /)],
    ])
  })

  it('tells of every other write that changes whose rows are seen, or who may sign in', async () => {
    const boss = (await admin()).from('10.7.0.5')
    const change = async (base: string, id: string, values: object): Promise<void> => {
      const { version } = (await boss.ask('GET', `${base}/${id}`)).body
      const { status, body } = await boss.ask('PATCH', `${base}/${id}`, { ...values, version })
      expect([status, body]).toEqual([200, body])
    }
    const department = async (name: string) => platform().idOf('department', 'department_name', name)
    const [east, finance] = [await department('华东业务部'), await department('财务部')]
    const top = (await boss.ask('GET', `${at.department}/${east}`)).body.parentId
    await change(at.department, east, { parentId: finance })
    await change(at.department, east, { clear: ['parentId'] })
    await change(at.department, east, { parentId: top, seq: 3 })
    await change(at.department, east, { seq: 4 })

    const user = await platform().idOf('app_user', 'user_name', 'op02')
    const { enterpriseId: partner } = (await boss.ask('GET', `${at.user}/${await platform().idOf('app_user', 'user_name', 'wh01')}`)).body
    const [funding] = (await (await admin()).list(at.enterprise, { enterpriseRoles: 'FUNDING', status: 'ACTIVE' })).records
    const fundingPartyIds = [funding?.id]
    await change(at.user, user, { departmentId: finance })
    await change(at.user, user, { fundingPartyIds })
    const role = await platform().idOf('role', 'role_code', 'LG')
    await change(at.role, role, { dataScope: 'SELF' })
    await change(at.role, role, { status: 'DISABLED' })

    const manager = (await platform().as('bm01')).from('10.7.0.5')
    const act = async (action: string, values: object): Promise<void> => {
      const { version } = (await manager.ask('GET', `${at.enterprise}/${partner}`)).body
      const key = { 'idempotency-key': randomUUID() }
      const { status, body } = await manager.ask('POST', `${at.enterprise}/${action}/${partner}`, { ...values, version }, key)
      expect([status, body]).toEqual([200, body])
    }
    await act('freeze', { opinion: '核查' })
    await act('unfreeze', { opinion: '核查完毕' })
    expect((await events(9, { address: '10.7.0.5' })).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['rights', expect.stringMatching(/^部门“华东业务部”的上级由“.+”改为“财务部”$/)],
      ['rights', '部门“华东业务部”的上级由“财务部”改为无'],
      ['rights', expect.stringMatching(/^部门“华东业务部”的上级由无改为“.+”$/)],
      ['rights', expect.stringMatching(/^用户 op02：部门 .+ 改为 财务部$/)],
      ['rights', expect.stringMatching(/^用户 op02：资金方 .+$/)],
      ['rights', expect.stringMatching(/^角色 .+：数据范围 .+ 改为 .+$/)],
      ['rights', expect.stringMatching(/^角色 .+：状态 .+ 改为 .+$/)],
      ['lock', expect.stringMatching(/^冻结企业“.+”，其 \d+ 个账号不能登录$/)],
      ['unlock', expect.stringMatching(/^解冻企业“.+”，其 \d+ 个账号可以登录$/)],
    ])
  })

  it('tells of an account that changes its enterprise, and of those that a first approval lets in and a cancellation locks out', async () => {
    const { kysely } = platform().database
    const [boss, manager] = [(await admin()).from('10.7.0.6'), (await platform().as('bm01')).from('10.7.0.6')]
    const user = await platform().idOf('app_user', 'user_name', 'lg01')
    const other = await platform().idOf('enterprise', 'short_name', '演示贸易代理')
    const { version } = (await boss.ask('GET', `${at.user}/${user}`)).body
    expect((await boss.ask('PATCH', `${at.user}/${user}`, { enterpriseId: other, version })).status).toBe(200)

    const [waiting] = (await (await admin()).list(at.enterprise, { status: 'PENDING' })).records.filter((each) => !each['pendingChange'])
    const id = waiting?.id ?? ''
    // As if his account had been made before his enterprise was looked at.
    await kysely.updateTable('app_user').set({ enterprise_id: id }).where('id', '=', user).execute()
    const { enterpriseName, enterpriseRoles } = (await boss.ask('GET', `${at.enterprise}/${id}`)).body
    const act = async (by: typeof boss, action: string, values: object): Promise<void> => {
      const { body: record } = await by.ask('GET', `${at.enterprise}/${id}`)
      const asked = { ...values, version: record.version }
      const { status, body } = await by.ask('POST', `${at.enterprise}/${action}/${id}`, asked, { 'idempotency-key': randomUUID() })
      expect([status, body]).toEqual([200, body])
    }
    await act(manager, 'approve', { enterpriseRoles })
    await act(boss, 'cancel', { confirmName: enterpriseName })

    const told = (await events(3, { address: '10.7.0.6' })).map(({ kind, account, detail }) => [kind, account, detail])
    expect(told).toEqual([
      ['rights', 'admin', expect.stringMatching(/^用户 lg01：企业 .+ 改为 .*贸易代理.*$/)],
      ['unlock', 'bm01', expect.stringMatching(`^审核通过企业“${enterpriseName}”，其 \\d+ 个账号可以登录$`)],
      ['lock', 'admin', expect.stringMatching(`^注销企业“${enterpriseName}”，其 \\d+ 个账号不能登录$`)],
    ])
  })

  it('tells of a dozen refused calls, and of an address without an account', async () => {
    const session = (await platform().as('wh01')).from('10.7.0.4')
    for (let call = 1; call <= 12; call++) expect((await session.ask('GET', `${at.user}/list`)).status).toBe(403)
    for (let call = 1; call <= 12; call++) expect((await desk().from('10.7.0.4').ask('GET', `${at.user}/list`)).status).toBe(401)
    expect((await events(2, { address: '10.7.0.4' })).map(shown)).toEqual([
      ['refused', 'wh01', '仓管一', expect.stringContaining('12 次请求被拒（403 × 12）')],
      ['refused', null, null, expect.stringContaining('401 × 12')],
    ])
  })

  it('is read by the auditor and the administrator alone, and written by nobody', async () => {
    for (const reader of [auditor, admin]) expect((await (await reader()).ask('GET', `${log}/list`)).status).toBe(200)
    for (const userName of ['op01', 'bm01', 'fm01', 'wh01', 'multi01'])
      expect([userName, (await (await platform().as(userName)).ask('GET', `${log}/list`)).status]).toEqual([userName, 403])
    for (const method of ['POST', 'PATCH', 'DELETE'] as const)
      expect([405, 404]).toContain((await (await admin()).ask(method, `${log}/1`, {})).status)
    const found = async (query: Record<string, string>) => (await (await auditor()).list(log, query)).records.map(({ kind }) => kind)
    expect(new Set(await found({ kind: 'rights', account: 'admin' }))).toEqual(new Set(['rights']))
    expect(await found({ account: 'nobody-like-that' })).toEqual([])
    expect(await found({ occurredAtEnd: '2020-01-01' })).toEqual([])
  })

  it('is kept for half a year', async () => {
    const before = (await events(1)).length
    const { services, clock } = platform()
    const limits = { lifetimeMs: 86_400_000, idleMs: 7_200_000 }
    clock.advance(179 * 86_400_000)
    await keepHouse(services, limits, services.log)
    const left = async () => (await platform().database.kysely.selectFrom('security_event').select('id').execute()).length
    expect(await left()).toBeGreaterThanOrEqual(before)
    clock.advance(2 * 86_400_000)
    await keepHouse(services, limits, services.log)
    expect(await left()).toBe(0)
  })
})
