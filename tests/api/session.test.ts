import { expect, it } from 'vitest'
import type { ApiResponse } from './support/client'
import { demoPassword } from './support/config'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

/** Acceptance S, P and security.md: signing in, locks, and rights that end with the next request. */
describePlatform('a session', (platform) => {
  const tryToSignIn = (userName: string, password = demoPassword, from = '10.2.0.99') =>
    platform().guest.from(from).ask('POST', '/login/login', { userName, password })

  it('begins with name and password, and carries the rights of the account', async () => {
    const { status, body } = await tryToSignIn('op01')
    expect({ status, ...body }).toMatchObject({
      status: 200,
      accessToken: expect.stringMatching(/^[\w-]{43}$/) as string,
      realName: '林晓',
      mustChangePassword: false,
    })
    const menu = await (await platform().as('op01')).ask('POST', '/userLogin/getUserMenu', { systemCode: 'supplyChainFin' })
    const loans = (menu.body.userMenuElement.subMenu as { menuName: string; children: { menuName: string }[] }[]).find(
      ({ menuName }) => menuName === 'loans_loansmgr',
    )
    expect(loans?.children.map(({ menuName }) => menuName)).toContain('loansmgr_submit')
    expect(loans?.children.map(({ menuName }) => menuName)).not.toContain('loansmgr_approve')
    expect(menu.body.userMenuElement.departmentElement).toMatchObject([{ name: '华东业务部' }])
  })

  it('is refused alike for a wrong password, for a name that there is not, and to who may not sign in, whatever the password', async () => {
    const refusals = [
      await tryToSignIn('au01', 'wrong'),
      await tryToSignIn('nobody', 'wrong'),
      await tryToSignIn('locked01'),
      await tryToSignIn('locked01', 'wrong', '10.2.0.4'),
    ]
    const told = (response?: ApiResponse): unknown => [response?.status, { ...response?.body, traceId: '' }]
    // The second try of locked01 came at once: slowed down, as any other account would be.
    expect(refusals.map(({ status }) => status)).toEqual([417, 417, 417, 429])
    expect(told(refusals[1])).toEqual(told(refusals[0]))
    expect(told(refusals[2])).toEqual(told(refusals[0]))
    expect(refusals[0]?.body.detail).toContain('请联系系统管理员')
    platform().clock.advance(1_000)
  })

  it('is refused to locked01, until an administrator takes the lock away', async () => {
    platform().clock.advance(3_600_000)
    expect((await tryToSignIn('locked01')).status).toBe(417)
    platform().clock.advance(1_000)
    const admin = await platform().as('admin')
    await admin.act(at.user, 'unlock', await platform().idOf('app_user', 'user_name', 'locked01'))
    expect((await tryToSignIn('locked01')).status).toBe(200)
  })

  it('goes on for an administrator and for anybody else while strangers guess at the account', async () => {
    for (const userName of ['admin', 'cu01']) {
      const session = await platform().guest.signIn(userName)
      const statuses: number[] = []
      for (let tries = 1; tries <= 30; tries++) statuses.push((await tryToSignIn(userName, 'wrong', `10.2.5.${tries}`)).status)
      expect(statuses).toEqual([417, ...Array<number>(29).fill(429)])
      expect((await session.ask('POST', '/userLogin/getUserDetail')).status).toBe(200)
      platform().clock.advance(1_000)
      expect((await tryToSignIn(userName)).status).toBe(200)
    }
    const users = await platform()
      .database.kysely.selectFrom('app_user')
      .select('status')
      .where('user_name', 'in', ['admin', 'cu01'])
      .execute()
    expect(users).toEqual([{ status: 'ENABLED' }, { status: 'ENABLED' }])
  })

  it('has one answer while the account is slowed down, whatever the password, the account and the address', async () => {
    await tryToSignIn('ta01', 'wrong', '10.2.6.1')
    await tryToSignIn('nobody01', 'wrong', '10.2.6.1')
    const slowed = [
      await tryToSignIn('ta01', demoPassword, '10.2.6.1'),
      await tryToSignIn('ta01', demoPassword, '10.2.6.2'),
      await tryToSignIn('ta01', 'wrong', '10.2.6.2'),
      await tryToSignIn('nobody01', 'wrong', '10.2.6.2'),
    ]
    for (const { status, headers, body } of slowed) {
      expect([status, headers.get('retry-after'), { ...body, traceId: '' }]).toEqual([429, '1', { ...slowed[0]?.body, traceId: '' }])
    }
    expect(slowed[0]?.body).toMatchObject({
      code: 429000,
      retryAfter: 1,
      error: '登录失败次数较多，请稍后再试；忘记密码请联系系统管理员重置',
    })
    platform().clock.advance(1_000)
    expect((await tryToSignIn('ta01')).status).toBe(200)
  })

  it('is not asked for by more than ten guesses of an address, however the name is typed and whatever address it claims', async () => {
    const typed = ['somebody', ' somebody', 'somebody  ', '\u3000somebody', 'somebody\t']
    const statuses: number[] = []
    for (let tries = 0; tries < 14; tries++) {
      const forged = `10.9.9.${tries}, 10.2.0.1`
      statuses.push((await tryToSignIn(typed[tries % 5] ?? '', 'wrong', forged)).status)
      // As if the account were not slowed down: this is about the address alone.
      await platform().database.kysely.deleteFrom('sign_in_delay').execute()
    }
    expect(statuses).toEqual([...Array<number>(10).fill(417), ...Array<number>(4).fill(429)])
    const { headers } = await tryToSignIn('somebody', 'wrong', '10.2.0.1')
    expect(headers.get('retry-after')).toBe('600')
    expect((await platform().guest.from('10.2.0.1').signIn('op01')).userName).toBe('op01')
  })

  it('S4 ends with the next request when an administrator locks its account, and is refused until it is unlocked', async () => {
    const admin = await platform().as('admin')
    const id = await platform().idOf('app_user', 'user_name', 'op02')
    const session = await platform().guest.signIn('op02')
    await admin.act(at.user, 'lock', id)
    expect((await session.ask('POST', '/userLogin/getUserDetail')).status).toBe(401)
    expect((await tryToSignIn('op02')).status).toBe(417)
    await admin.act(at.user, 'unlock', id)
    expect((await session.ask('POST', '/userLogin/getUserDetail')).status).toBe(401)
    platform().clock.advance(1_000)
    expect((await tryToSignIn('op02')).status).toBe(200)
    const own = await platform().idOf('app_user', 'user_name', 'admin')
    expect((await admin.tryTo(at.user, 'lock', own)).body.message).toBe('不能停用、锁定或删除自己的账号')
  })

  it('begins at once with the password that an administrator has set', async () => {
    const id = await platform().idOf('app_user', 'user_name', 'br01')
    for (let tries = 1; tries <= 2; tries++) await tryToSignIn('br01', 'wrong')
    expect((await tryToSignIn('br01')).status).toBe(429)
    const newPassword = 'Linshi-2026ab'
    expect((await (await platform().as('admin')).set(at.user, 'password', id, { newPassword })).status).toBe(200)
    expect((await tryToSignIn('br01', newPassword)).status).toBe(200)
  })

  it('slows down who tries names from one address', async () => {
    const [desk, another] = [platform().guest.from('10.2.0.2'), platform().guest.from('10.2.0.3')]
    const form = (userName: string) => ({ userName, password: '' })
    for (let tries = 1; tries <= 100; tries++) {
      expect((await desk.ask('POST', '/login/login', form(`name${tries}`))).status).toBe(422)
    }
    const { status, headers, body } = await desk.ask('POST', '/login/login', { userName: 'op01', password: demoPassword })
    expect({ status, error: body.error as string }).toEqual({ status: 429, error: '操作过于频繁，请稍后再试' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await another.signIn('op01')).userName).toBe('op01')
  })

  it('is needed, and nothing but the header carries it', async () => {
    const { token } = await platform().as('op01')
    const carriers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${token}` },
      { cookie: `accessToken=${token}` },
    ]
    for (const headers of carriers) {
      const {
        status,
        headers: answered,
        body,
      } = await platform().guest.ask('GET', `${at.loan}/list?access_token=${token}`, undefined, headers)
      expect({ status, code: body.code as number }).toEqual({ status: 401, code: 401000 })
      expect(answered.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('S4 S5 ends with the next request when its account is disabled, and with signing out', async () => {
    const admin = await platform().as('admin')
    const id = await platform().idOf('app_user', 'user_name', 'fm01')
    const session = await platform().guest.signIn('fm01')
    const asks = async (): Promise<number> => (await session.ask('GET', `${at.loan}/list`)).status
    expect(await asks()).toBe(200)
    await admin.act(at.user, 'disable', id)
    expect(await asks()).toBe(401)
    expect((await tryToSignIn('fm01')).status).toBe(417)
    await admin.act(at.user, 'enable', id)
    expect(await asks()).toBe(401)
    platform().clock.advance(1_000)

    const again = await platform().guest.signIn('fm01')
    expect((await again.ask('POST', '/uccas/account/logout')).status).toBe(200)
    expect((await again.ask('GET', `${at.loan}/list`)).status).toBe(401)
  })

  it('P5 loses a right with the next request when its role does', async () => {
    const [admin, session] = [await platform().as('admin'), await platform().guest.signIn('cu01')]
    expect((await session.ask('GET', `${at.loan}/list`)).status).toBe(200)
    const roleId = await platform().idOf('role', 'role_code', 'CU')
    const { body } = await admin.ask('GET', `${at.role}/permission/${roleId}`)
    const menuPermissions = (body.menuPermissions as { menuName: string }[]).filter(({ menuName }) => menuName !== 'loans_loansmgr')
    expect((await admin.set(at.role, 'permission', roleId, { menuPermissions })).status).toBe(200)
    expect((await session.ask('GET', `${at.loan}/list`)).status).toBe(403)
    const unknown = await admin.set(at.role, 'permission', roleId, {
      menuPermissions: [{ menuName: 'loans_nothing', permissionType: 1, buttons: [] }],
    })
    expect(unknown.status).toBe(422)
  })

  it('ends for the partners of an enterprise that is frozen', async () => {
    const session = await platform().guest.signIn('lg01')
    const enterprise = await platform().idOf('enterprise', 'short_name', '演示物流')
    await (await platform().as('bm01')).act(at.enterprise, 'freeze', enterprise, { opinion: '冻结' })
    expect((await session.ask('POST', '/userLogin/getUserDetail')).status).toBe(401)
    expect((await tryToSignIn('lg01')).status).toBe(417)
    platform().clock.advance(1_000)
    await (await platform().as('bm01')).act(at.enterprise, 'unfreeze', enterprise, { opinion: '解冻' })
    expect((await tryToSignIn('lg01')).status).toBe(200)
  })

  it('L7 goes on where the password was changed, and ends everywhere else', async () => {
    const [here, there] = [await platform().guest.signIn('rk01'), await platform().guest.signIn('rk01')]
    const change = (oldPassword: string, newPassword: string) => here.ask('POST', '/userLogin/changePassword', { oldPassword, newPassword })
    expect((await change('wrong', 'Another-Way-2026!')).body.errors).toMatchObject([{ path: 'oldPassword' }])
    for (const refused of ['short', 'Ｓcf@2026demo', 'Admin@123456', 'Scf@2026demo!'])
      expect((await change(demoPassword, refused)).body.errors).toMatchObject([{ path: 'newPassword' }])
    expect((await change(demoPassword, 'Another-Way-2026!')).status).toBe(200)
    expect((await here.ask('POST', '/userLogin/getUserDetail')).status).toBe(200)
    expect((await there.ask('POST', '/userLogin/getUserDetail')).status).toBe(401)
    expect((await tryToSignIn('rk01')).status).toBe(417)
    platform().clock.advance(1_000)
    expect((await tryToSignIn('rk01', 'Another-Way-2026!')).status).toBe(200)
  })

  it('L7 does nothing with a password that somebody else has set but change it', async () => {
    const [admin, password] = [await platform().as('admin'), 'Linshi-2026ab']
    const id = await platform().idOf('app_user', 'user_name', 'fp01')
    expect((await admin.set(at.user, 'password', id, { newPassword: demoPassword })).status).toBe(422)
    expect((await admin.set(at.user, 'password', id, { newPassword: password })).status).toBe(200)
    const session = await platform().guest.signIn('fp01', password)
    const asks = async (path: string, method: 'GET' | 'POST' = 'GET'): Promise<unknown[]> => {
      const { status, body } = await session.ask(method, path)
      return [status, body.code, body.error]
    }
    const refusedPaths = [`${at.loan}/list`, '/userLogin/preferences', '/api/base/basicdata/dict/all', '/ucmanage/permission/button']
    for (const path of refusedPaths) expect(await asks(path)).toEqual([403, 403000, '请先修改密码'])
    expect(await asks('/file/upload', 'POST')).toEqual([403, 403000, '请先修改密码'])
    for (const query of ['getUserDetail', 'getUserRoles', 'getFundingDepartment']) {
      expect((await session.ask('POST', `/userLogin/${query}`)).status).toBe(200)
    }
    const menu = async () => (await session.ask('POST', '/userLogin/getUserMenu', { systemCode: 'supplyChainFin' })).body.userMenuElement
    expect(await menu()).toMatchObject({ mustChangePassword: true })
    const parts = async () => Object.keys((await session.ask('POST', '/userLogin/begin', {})).body as object)
    expect(await parts()).toEqual(['menu', 'detail', 'roles', 'belonging'])

    const change = await session.ask('POST', '/userLogin/changePassword', { oldPassword: password, newPassword: 'Own-2026!abc' })
    expect(change.status).toBe(200)
    expect(await menu()).not.toHaveProperty('mustChangePassword')
    expect(await parts()).toEqual(['menu', 'detail', 'roles', 'belonging', 'dictionaries', 'preferences'])
    expect((await session.ask('GET', `${at.loan}/list`)).status).toBe(200)
    expect((await session.ask('POST', '/uccas/account/logout')).status).toBe(200)
  })

  it('does not let the old password be guessed', async () => {
    const session = await platform().guest.signIn('ta01')
    const guess = (sender: string) =>
      session.from(sender).ask('POST', '/userLogin/changePassword', { oldPassword: 'wrong', newPassword: 'Another-Way-2026!' })
    const statuses: number[] = []
    for (let tries = 1; tries <= 11; tries++) statuses.push((await guess(`10.2.1.${tries}`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  })

  it('S3 ends after two hours without use', async () => {
    const [rested, idle] = [await platform().guest.signIn('au01'), await platform().guest.signIn('au01')]
    platform().clock.advance(7_200_000)
    expect((await rested.ask('POST', '/userLogin/getUserDetail')).status).toBe(200)
    platform().clock.advance(1)
    expect((await idle.ask('POST', '/userLogin/getUserDetail')).status).toBe(401)
  })

  it('S3 ends after a day, however busy it was', async () => {
    const busy = await platform().guest.signIn('au01')
    const asks = async (): Promise<number> => (await busy.ask('POST', '/userLogin/getUserDetail')).status
    for (let hour = 1; hour <= 24; hour++) {
      platform().clock.advance(3_600_000)
      expect([hour, await asks()]).toEqual([hour, 200])
    }
    platform().clock.advance(1)
    expect(await asks()).toBe(401)
  })

  it('keeps two hundred small choices of an account, forgets one by null, and has no key that every object has', async () => {
    const session = await platform().as('multi01')
    const choose = async (key: string, value: unknown) => (await session.ask('PUT', `/userLogin/preferences/${key}`, { value })).status
    const chosen = async () => (await session.ask('GET', '/userLogin/preferences')).body.preferences as Record<string, unknown>
    for (let number = 1; number <= 200; number++) expect(await choose(`columns:${number}`, { value: number })).toBe(200)
    const { status, body } = await session.ask('PUT', '/userLogin/preferences/columns:201', { value: 1 })
    expect([status, body.error]).toEqual([417, '个人设置最多保存 200 项，请先清除不用的设置'])
    expect(await choose('columns:200', { value: [1, 'a'] })).toBe(200)
    expect(await choose('columns:1', null)).toBe(200)
    expect(await choose('columns:201', 'text')).toBe(200)
    const all = await chosen()
    expect([Object.keys(all).length, all['columns:1'], all['columns:200'], all['columns:201']]).toEqual([
      200,
      undefined,
      { value: [1, 'a'] },
      'text',
    ])
    for (const key of ['__proto__', 'constructor', 'prototype']) expect([key, await choose(key, null)]).toEqual([key, 404])
  })

  it('keeps a password out of every answer', async () => {
    const admin = await platform().guest.signIn('admin')
    const texts = [
      await admin.list(at.user),
      (await admin.ask('POST', `${at.user}/account/infos`, {})).body,
      (await admin.ask('GET', '/api/contract')).body,
    ]
    for (const text of texts) expect(JSON.stringify(text)).not.toMatch(/passwordHash|scrypt\$/)
    expect((await admin.ask('GET', `${at.user}/list?passwordHash=x`)).status).toBe(422)
  })
})

/** security.md, signing in: nobody stands in front of the server, so nobody tells it where a request comes from. */
describePlatform(
  'a session, where no proxy is trusted,',
  (platform) => {
    const forged: Record<string, (tries: number) => Record<string, string>> = {
      'X-Forwarded-For': (tries) => ({ 'x-forwarded-for': `10.9.9.${tries}` }),
      'X-Forwarded-For with several addresses': (tries) => ({ 'x-forwarded-for': `10.9.9.${tries}, 127.0.0.1, ::${tries}` }),
      'X-Forwarded-For that is no address': (tries) => ({ 'x-forwarded-for': `unknown${tries}` }),
      'headers of other proxies': (tries) => ({
        forwarded: `for=10.9.9.${tries}`,
        'x-real-ip': `10.9.9.${tries}`,
        'x-client-ip': `10.9.9.${tries}`,
        'cf-connecting-ip': `10.9.9.${tries}`,
        'true-client-ip': `10.9.9.${tries}`,
      }),
    }
    it.each(Object.entries(forged))(
      'is refused with 429 from the 11th guess at a name on, whatever is said in %s',
      async (name, headersOf) => {
        const statuses: number[] = []
        for (let tries = 1; tries <= 14; tries++) {
          const form = { userName: `guessed${Object.keys(forged).indexOf(name)}`, password: 'wrong' }
          statuses.push((await platform().guest.ask('POST', '/login/login', form, headersOf(tries))).status)
          // As if the account were not slowed down: this is about the address alone.
          await platform().database.kysely.deleteFrom('sign_in_delay').execute()
        }
        expect(statuses).toEqual([...Array<number>(10).fill(417), ...Array<number>(4).fill(429)])
      },
    )

    it('is slowed down for the account, whatever the header says', async () => {
      const statuses: number[] = []
      for (let tries = 1; tries <= 11; tries++) {
        const from = { 'x-forwarded-for': `10.9.8.${tries}` }
        statuses.push((await platform().guest.ask('POST', '/login/login', { userName: 'op01', password: 'wrong' }, from)).status)
      }
      expect(statuses[0]).toBe(417)
      expect(statuses[10]).toBe(429)
    })
  },
  { settings: { trustedProxies: [] } },
)
