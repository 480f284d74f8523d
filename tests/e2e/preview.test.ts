import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('the preview of a role', () => {
  test('P6 shows the menus and buttons of the role, and a write is refused', async ({ visit }) => {
    const officer = await visit('/loansmgr', { as: 'op01' })
    await officer.list.firstRow().expectThere()
    await expect.poll(() => officer.list.toolbar()).toContain('新增')
    const toolbar = await officer.list.toolbar()
    const entries = await officer.shell.entries()

    const admin = await visit('/userManage/role', { as: 'admin', ownSession: true })
    const ownEntries = await admin.shell.entries()
    const { visitor: preview } = await admin.openWindow(async () => {
      await admin.list.row('业务操作员').choose()
      await admin.pane('业务操作员').press('预览')
      await admin.dialog.press('打开预览')
    })
    await preview.expectText('正在预览角色「业务操作员」，只读')
    await expect.poll(() => preview.shell.entries()).toEqual(entries)
    await preview.shell.open('项目与入库', '融资管理')
    await preview.list.firstRow().expectThere()
    await preview.list.expectToolbar(toolbar)
    const actions = await officer.list.row('草稿').actions()
    await expect.poll(() => preview.list.row('草稿').actions()).toEqual(actions)

    await preview.expectWhole('.app-preview')
    preview.complaints.allow(403)
    await preview.list.press('导出')
    await preview.expectText('预览时不能修改数据，也不能导出')
    await preview.goTo('/userManage')
    await preview.expectText('未找到页面')
    await preview.expectText('正在预览角色「业务操作员」，只读')

    // The window beside it goes on as the admin.
    await admin.reload()
    await admin.list.row('业务操作员').expectThere()
    expect(await admin.shell.entries()).toEqual(ownEntries)
    await admin.expectNoText('正在预览角色')

    const closed = preview.page.waitForEvent('close')
    await preview.page.getByRole('button', { name: '退出预览' }).click()
    await closed
    await admin.list.query()
    await admin.list.row('业务操作员').expectThere()
  })

  test('P6 it ends when the admin signs out', async ({ visit }) => {
    const admin = await visit('/userManage/role', { as: 'admin', ownSession: true })
    const { visitor: preview } = await admin.openWindow(async () => {
      await admin.list.row('只读审计').choose()
      await admin.pane('只读审计').press('预览')
      await admin.dialog.press('打开预览')
    })
    await preview.expectText('正在预览角色「只读审计」，只读')
    preview.complaints.allow(401)
    await admin.shell.signOut()
    await admin.expectPath('/login')
    const closed = preview.page.waitForEvent('close')
    await preview.shell.open('主数据', '币种')
    await preview.expectText('预览已结束')
    await closed
  })
})
