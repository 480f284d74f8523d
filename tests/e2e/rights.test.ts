import { describe, expect } from 'vitest'
import { test } from './support/test'

const mark = Date.now().toString(36).slice(-5)

describe('rights', () => {
  test('who submitted a quota cannot approve it, and reads why', async ({ visit }) => {
    const everybody = await visit('/quotamgr', { as: 'multi01' })
    await everybody.list.row('续授信').press('提交')
    await everybody.dialog.confirm()
    await everybody.list.row('续授信').expectCell('审批中')
    await everybody.list.row('续授信').press('审批通过')
    await everybody.expectText('双人原则：提交人不能审批通过')
    await everybody.list.row('续授信').press('撤回')
    await everybody.dialog.confirm()
    await everybody.list.row('续授信').expectCell('草稿')
  })

  test('an auditor reads everything and changes nothing', async ({ visit }) => {
    const auditor = await visit('/loansmgr', { as: 'au01' })
    expect(await auditor.list.firstRow().actions()).toEqual(['查看', '打印'])
    await auditor.list.expectToolbar(['导出'])
  })

  test('S2 R3 a page that the account has no menu for, and one that nobody has, are not found inside the shell', async ({ visit }) => {
    const keeper = await visit('/userManage', { as: 'wh01' })
    await keeper.expectText('未找到页面')
    await keeper.goTo('/nowhere/at/all')
    await keeper.expectText('未找到页面')
    await keeper.shell.open('项目与入库', '入库管理')
    await keeper.list.firstRow().expectThere()
  })

  test('S5 an admin adds a user, who must choose an own password', async ({ visit }) => {
    const admin = await visit('/userManage', { as: 'admin' })
    const userName = `e2e${mark}`
    await admin.list.press('新增')
    await admin.dialog.fill({
      登录名: userName,
      姓名: `新同事 ${mark}`,
      手机号: `138${String(Date.now()).slice(-8)}`,
      角色: ['业务操作员'],
      数据范围: '本部门',
      部门: '华东业务部',
    })
    await admin.dialog.press('保存')
    await admin.list.row(userName).expectThere()
    await admin.list.row(userName).press('重置密码')
    await admin.dialog.fill({ 临时密码: 'Linshi2026ab' })
    await Promise.all([admin.expectText('密码已重置'), admin.dialog.confirm()])

    // Until then the server answers to nothing else, in whatever tab.
    const colleague = await visit('/login', { refused: [403] })
    await colleague.signIn(userName, 'Linshi2026ab')
    await colleague.dialog.expectText('您的密码由管理员设置')
    const secondTab = await colleague.anotherWindow('/')
    secondTab.complaints.allow(403)
    await secondTab.dialog.expectText('您的密码由管理员设置')
    await secondTab.page.close()
    await colleague.dialog.fill({ 原密码: 'Linshi2026ab', 新密码: 'Zhiyun#2026x', 确认新密码: 'Zhiyun#2026x' })
    await Promise.all([colleague.expectText('密码修改成功'), colleague.dialog.confirm()])
    await colleague.shell.expectSignedInAs(`新同事 ${mark}`)

    await admin.list.row(userName).press('停用')
    await admin.dialog.confirm()
    await admin.list.row(userName).expectCell('停用')
    colleague.complaints.allow(401)
    await colleague.shell.open('额度管理', '客户额度管理')
    await colleague.expectPath('/login')
  })

  test('S2 P5 what an admin gives to a role and takes from it holds at the next request', async ({ visit }) => {
    const admin = await visit('/userManage/role', { as: 'admin' })
    const officer = await visit('/customerline', { as: 'cu01' })
    await officer.expectText('未找到页面')

    await admin.list.row('关务专员').choose()
    const role = admin.pane('关务专员')
    await role.press('分配权限')
    await admin.permissions.grant('客户额度管理', ['进入'])
    await admin.permissions.save()
    await officer.goTo('/customerline')
    await officer.list.firstRow().expectThere()
    expect(await officer.list.firstRow().actions()).toEqual(['查看'])

    await role.press('分配权限')
    await admin.permissions.revoke('客户额度管理', ['进入'])
    await admin.permissions.save()
    officer.complaints.allow(403)
    await officer.list.query()
    await officer.expectText('您没有此操作的权限')

    await role.press('分配权限')
    await admin.permissions.grant('客户额度管理', ['禁止进入'])
    await admin.permissions.save()
    await officer.goTo('/customerline')
    await officer.expectPath('/noPermission')
    await officer.expectText('无权访问该页面')

    await role.press('分配权限')
    await admin.permissions.revoke('客户额度管理', ['禁止进入'])
    await admin.permissions.save()
  })
})
