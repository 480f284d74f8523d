import { describe, expect } from 'vitest'
import { test } from './support/test'

const mark = Date.now().toString(36).slice(-5)
const legalPerson = `新任法人 ${mark}`
const contact = `联系人 ${mark}`
const enterprise = '演示物流'

describe.sequential('D3 an enterprise in force', () => {
  test('is changed by its form: contacts at once, the rest by approval, which a list shows', async ({ visit }) => {
    const operator = await visit('/enterprise', { as: 'op01' })
    await operator.list.search({ 企业名称: enterprise })
    await operator.list.row(enterprise).press('编辑')
    await operator.expectText('这里的修改须经审批')
    await operator.form.fill({ 法定代表人: legalPerson, 联系人: contact })
    await operator.form.press('保存')
    await operator.dialog.fill({ 变更原因: '工商变更登记' })
    await operator.dialog.confirm()
    await operator.expectPath(/^\/enterprise/)
    const row = operator.list.row(enterprise)
    await row.expectCell('变更待批')
    // What needs no approval is written.
    await row.expectCell(contact)
  })

  test('shows old and new to who decides, and is as asked for when he agrees', async ({ visit }) => {
    const manager = await visit('/enterprise', { as: 'bm01' })
    await manager.list.search({ 企业名称: enterprise, 有效状态: '正常' })
    // A list shows less of an enterprise than the change is about.
    await manager.list.row(enterprise).press('审核通过')
    await manager.dialog.expectText(legalPerson)
    await manager.dialog.cancel()
    await manager.list.row(enterprise).open()
    await manager.record.expectState('待审核')
    await manager.expectText('待批变更')
    await manager.record.press('审核通过')
    await manager.dialog.expectText('待批变更')
    await manager.dialog.expectText(legalPerson)
    await manager.dialog.expectText('原因：工商变更登记')
    await manager.dialog.confirm()
    await manager.record.expectState('正常')
    await manager.record.expectFields({ 法定代表人: legalPerson, 联系人: contact })
    expect(manager.page.url()).toContain('/enterprise/')
  })
})
