import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('roles', () => {
  test('the menus and buttons of the chosen role stand right of the roles, in an address of their own', async ({ visit }) => {
    const admin = await visit('/userManage/role', { as: 'admin' })
    const region = (name: string) => admin.page.getByRole('region', { name, exact: true })
    await admin.list.row('只读审计').choose()
    await admin.pane('只读审计').expectFields({ 角色编码: 'AU', 默认数据范围: '全部' })
    await region('只读审计')
      .getByText(/^可进入 \d+ 个菜单$/)
      .waitFor()
    await admin.expectPath(/^\/userManage\/role\?_row=\d+$/)

    const splitter = admin.page.getByRole('separator', { name: '调整左右宽度' })
    await splitter.focus()
    await admin.page.keyboard.press('ArrowLeft')
    const box = await splitter.boundingBox()
    await admin.reload()
    await region('只读审计').waitFor()
    await expect.poll(async () => Math.round((await splitter.boundingBox())?.x ?? 0)).toBe(Math.round(box?.x ?? -1))

    await admin.list.row('只读审计').root.focus()
    await admin.page.keyboard.press('ArrowDown')
    await region('关务专员').waitFor()
    await admin.list.search({ 角色名称: '财务' })
    await region('财务经理').waitFor()
    await splitter.dblclick()
  })

  test('on a phone a role stands in place of the roles, and going back leads to them', async ({ visit }) => {
    const phone = await visit('/userManage/role', { as: 'admin', window: { viewport: { width: 375, height: 812 } } })
    await phone.list.row('只读审计').choose()
    await phone.pane('只读审计').expectFields({ 角色编码: 'AU' })
    await phone.shell.expectNoSidewaysScroll()
    await phone.back()
    await phone.expectPath('/userManage/role')
    await phone.list.row('关务专员').choose()
    await phone.pane('关务专员').press('返回列表')
    await phone.list.row('关务专员').expectThere()
  })
})
