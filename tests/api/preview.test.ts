import { expect, it } from 'vitest'
import type { SubMenu } from '../../engine/core/permission'
import { permits } from '../../engine/server/authorise'
import { Session } from './support/client'
import { contractOf } from './support/contract'
import { openGate } from './support/decisions'
import { requestTo } from './support/endpoints'
import { at } from './support/fixtures'
import { describePlatform, type Platform } from './support/platform'

async function previewOf(platform: Platform, roleCode: string, by: Session): Promise<Session> {
  const id = await platform.idOf('role', 'role_code', roleCode)
  const { status, body } = await by.ask('POST', `${at.role}/preview/${id}`)
  if (status !== 200) throw new Error(`${status} ${body.message}`)
  return new Session(by.address, `${by.userName} as ${roleCode}`, body.previewToken as string)
}

/** P6: what a role sees can be looked at, and nothing more can be done with it than looking. */
describePlatform('P6 the preview of a role', (platform) => {
  const menuOf = async (session: Session) =>
    (await session.ask('POST', '/userLogin/getUserMenu', { systemCode: 'SCS_PSM' })).body.userMenuElement

  it('shows the menus and buttons of the role, and names it', async () => {
    const preview = await previewOf(platform(), 'OP', await platform().as('admin'))
    const [shown, real] = [await menuOf(preview), await menuOf(await platform().as('op01'))]
    expect(shown.subMenu).toEqual(real.subMenu)
    expect(shown.parentMenu).toEqual(real.parentMenu)
    expect(shown.preview).toMatchObject({ roleName: '业务操作员', until: expect.any(String) as string })
    expect(real.preview).toBeUndefined()
    const { menuId } = (shown.subMenu as { menuName: string; menuId: string }[]).find(({ menuName }) => menuName === 'loans_loansmgr') ?? {}
    const { body } = await preview.ask('GET', `/ucmanage/permission/button?systemCode=supplyChainFin&menuId=${menuId}&t=1`)
    expect((body.result as { code: string }[]).map(({ code }) => code)).toContain('submit')
    expect((await preview.ask('POST', '/userLogin/getUserRoles')).body.roles).toEqual([{ roleCode: 'OP', roleName: '业务操作员' }])
  })

  it('refuses every write with words of its own, whatever role and account may do', async () => {
    const preview = await previewOf(platform(), 'AD', await platform().as('admin'))
    const currency = (await preview.list(at.currency)).records[0]?.id ?? ''
    const before = await platform().database.kysely.selectFrom('document_history').select('id').execute()
    const written = [
      ['POST', at.currency, { currencyCode: 'JPY', currencyName: '日元' }],
      ['PATCH', `${at.currency}/${currency}`, { seq: 9, version: 1 }],
      ['DELETE', `${at.currency}/${currency}`, undefined],
      ['POST', `${at.currency}/disable/${currency}`, {}],
      ['POST', `${at.quota}/export`, {}],
      ['PATCH', `${at.user}/password/1`, { newPassword: 'Linshi2026ab' }],
      ['POST', `${at.role}/preview/1`, undefined],
      ['POST', '/file/upload', undefined],
      ['POST', '/userLogin/changePassword', { oldPassword: 'a', newPassword: 'b' }],
      ['PUT', '/userLogin/preferences/list', { value: {} }],
    ] as const
    for (const [method, path, sent] of written) {
      const { status, body } = await preview.ask(method, path, sent)
      expect([path, status, body.message]).toEqual([path, 403, '预览时不能修改数据，也不能导出'])
    }
    expect(await platform().database.kysely.selectFrom('document_history').select('id').execute()).toHaveLength(before.length)
  })

  it('writes by no endpoint that there is, and reads by none whose right the role lacks', async () => {
    const contract = await contractOf(platform())
    const menuNames = new Set(Object.values(platform().plan.screens).map(({ menuName }) => menuName))
    const gate = await openGate(platform())
    const rolesAsked = ['AD', 'LG']
    const reading: string[] = []
    const wrong: string[] = []
    try {
      for (const roleCode of rolesAsked) {
        const preview = await previewOf(platform(), roleCode, await platform().as('admin'))
        const subMenus = (await menuOf(preview)).subMenu as SubMenu[]
        for (const { method, path, permission } of contract) {
          const isLetIn = permission === 'open' || (await gate.lets(preview, method, requestTo(method, path).path))
          const needsRight = permission !== 'session' && permission !== 'open'
          if (isLetIn && needsRight && !permits({ subMenus }, permission, menuNames)) wrong.push(`${roleCode} ${method} ${path}`)
          if (isLetIn && method !== 'GET') reading.push(`${method} ${path}`)
        }
      }
    } finally {
      await gate.close()
    }
    expect(wrong).toEqual([])
    // Questions that are asked by POST, since they are long, and what is open to strangers.
    const { screens } = platform().plan
    const lists = Object.values(screens).flatMap(({ base, extra }) => [
      `POST ${base}/list`,
      `POST ${base}/options/{key}`,
      ...Object.values(extra).flatMap(({ method, url, list, permission }) => (list || permission === 'open' ? [`${method} ${url}`] : [])),
    ])
    const others = [...new Set(reading)].filter((address) => !lists.includes(address))
    // Who one is, signing in and out, and that a page could not be drawn.
    expect(others.toSorted()).toEqual([
      'POST /api/keju/ticket',
      'POST /api/playground/failed',
      'POST /login/login',
      'POST /uccas/account/logout',
      'POST /userLogin/begin',
      'POST /userLogin/getFundingDepartment',
      'POST /userLogin/getUserDetail',
      'POST /userLogin/getUserMenu',
      'POST /userLogin/getUserRoles',
    ])
    expect(new Set(reading).size).toBeGreaterThan(20)
  })

  it('answers no more than the account sees itself: neither other menus nor other rows', async () => {
    const admin = await platform().as('admin')
    const preview = await previewOf(platform(), 'LG', admin)
    for (const base of Object.values(at)) {
      const [own, seen] = [await admin.ask('GET', `${base}/list`), await preview.ask('GET', `${base}/list`)]
      if (own.status !== 200) expect([base, seen.status]).toEqual([base, 403])
      if (seen.status === 200) expect([base, seen.body.total]).toEqual([base, own.body.total])
    }
    // A role of this menu alone looks at another through its own rights only.
    const { kysely } = platform().database
    const keeper = await platform().as('cu01')
    const role = await platform().idOf('role', 'role_code', 'CU')
    const { menu_permissions: before } = await kysely
      .selectFrom('role')
      .select('menu_permissions')
      .where('id', '=', role)
      .executeTakeFirstOrThrow()
    const only = JSON.stringify([{ menuName: 'manage_userManage', permissionType: 1, buttons: ['view', 'assignPermission'] }])
    await kysely.updateTable('role').set({ menu_permissions: only }).where('id', '=', role).execute()
    const narrow = await previewOf(platform(), 'FM', keeper)
    expect((await menuOf(narrow)).subMenu.map(({ menuName }: { menuName: string }) => menuName)).toContain('loans_loansmgr')
    expect((await narrow.ask('GET', `${at.loan}/list`)).status).toBe(403)
    await kysely
      .updateTable('role')
      .set({ menu_permissions: JSON.stringify(before) })
      .where('id', '=', role)
      .execute()
    // The right to look is gone with the right to give rights.
    expect((await narrow.ask('POST', '/userLogin/getUserMenu')).status).toBe(401)
  })

  it('is refused to who may not give rights', async () => {
    const role = await platform().idOf('role', 'role_code', 'OP')
    for (const userName of ['op01', 'au01', 'nomenu01'])
      expect([userName, (await (await platform().as(userName)).ask('POST', `${at.role}/preview/${role}`)).status]).toEqual([userName, 403])
    expect((await platform().guest.ask('POST', `${at.role}/preview/${role}`)).status).toBe(401)
    expect((await (await platform().as('admin')).ask('POST', `${at.role}/preview/999999999`)).status).toBe(404)
  })

  it('is written into the history of the role', async () => {
    const admin = await platform().as('admin')
    const id = await platform().idOf('role', 'role_code', 'TA')
    await previewOf(platform(), 'TA', admin)
    const rows = await platform()
      .database.kysely.selectFrom('document_history')
      .selectAll()
      .where('entity', '=', 'role')
      .where('document_id', '=', id)
      .where('action', '=', 'preview')
      .execute()
    expect(rows).toMatchObject([{ operator_name: '系统管理员' }])
    const stored = await platform().database.kysely.selectFrom('role_preview').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(admin.token)
  })

  it('ends when it is left, without ending the session, and with the session', async () => {
    const admin = await platform().guest.signIn('admin')
    const asks = async (session: Session): Promise<number> => (await session.ask('POST', '/userLogin/getUserDetail')).status
    const [left, open] = [await previewOf(platform(), 'OP', admin), await previewOf(platform(), 'OP', admin)]
    expect((await left.ask('POST', '/uccas/account/logout')).status).toBe(200)
    expect([await asks(left), await asks(open), await asks(admin)]).toEqual([401, 200, 200])
    await admin.ask('POST', '/uccas/account/logout')
    expect(await asks(open)).toBe(401)
  })

  it('ends after half an hour', async () => {
    const admin = await platform().guest.signIn('admin')
    const preview = await previewOf(platform(), 'OP', admin)
    platform().clock.advance(30 * 60_000)
    expect((await preview.ask('GET', `${at.loan}/list`)).status).toBe(200)
    platform().clock.advance(1)
    expect((await preview.ask('GET', `${at.loan}/list`)).status).toBe(401)
    expect((await admin.ask('GET', `${at.loan}/list`)).status).toBe(200)
  })
})
