/** Issue 8, number 6: the log of security events as the auditor reads it. */
import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('the security log', () => {
  test('tells the auditor who was refused, and nothing of it can be changed', async ({ visit }) => {
    const stranger = await visit('/login', { refused: [417] })
    await stranger.signIn('wh02', 'Guessed-2026x')
    await stranger.page.getByRole('alert').first().waitFor()

    const auditor = await visit('/userManage', { as: 'au01' })
    await auditor.list.firstRow().expectThere()
    await auditor.list.expectToolbar(['角色管理', '日志'])
    await auditor.list.press('日志')
    await auditor.expectPath('/userManage/log')
    await auditor.list.firstRow().expectThere()
    await auditor.list.search({ 账号: 'wh02', 事件: '登录被拒' })
    await auditor.list.row('wh02').expectCell('登录被拒')
    await auditor.list.row('wh02').expectCell('仓管二')
    await auditor.list.row('wh02').expectCell('127.0.0.1')

    expect(await auditor.list.toolbar()).toEqual([])
    expect(await auditor.list.titles()).not.toContain('操作')
    expect(await auditor.list.firstRow().root.getByRole('button').count()).toBe(0)
    expect(await auditor.list.firstRow().root.getByRole('checkbox').count()).toBe(0)
  })

  test('is neither offered nor opened to who keeps users without it', async ({ visit }) => {
    const admin = await visit('/userManage/role', { as: 'admin' })
    await admin.list.row('财务经理').choose()
    const role = admin.pane('财务经理')
    await role.press('分配权限')
    await admin.permissions.grant('用户管理', ['进入'])
    await admin.permissions.save()

    const keeper = await visit('/userManage', { as: 'fm01', refused: [403] })
    await keeper.list.firstRow().expectThere()
    await keeper.expectNowhere('日志')
    await keeper.goTo('/userManage/log')
    await keeper.expectText('无权访问该页面')
    expect(await keeper.ask('GET', '/api/base/userlog/list')).toBe(403)

    await role.press('分配权限')
    await admin.permissions.revoke('用户管理', ['进入'])
    await admin.permissions.save()
  })
})
