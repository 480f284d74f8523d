import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('a number that opens the list it counts', () => {
  test('the users of a department stand over the departments, where the account may see users', async ({ visit }) => {
    const admin = await visit('/department', { as: 'admin' })
    const number = admin.list.row('华东业务部').root.getByRole('button', { name: /^用户数 \d+，查看列表$/ })
    const count = Number(await number.innerText())
    expect(count).toBeGreaterThan(0)
    await number.click()
    const rows = admin.page.getByRole('dialog').locator('tbody tr[data-row]')
    await expect.poll(() => rows.count()).toBe(count)
    await expect.poll(() => rows.filter({ hasText: '华东业务部' }).count()).toBe(count)
    await admin.back()
    await admin.expectPath('/department')
    await admin.list.row('华东业务部').expectThere()

    const officer = await visit('/department', { as: 'op01' })
    await officer.list.row('华东业务部').expectThere()
    expect(
      await officer.list
        .row('华东业务部')
        .root.getByRole('button', { name: /查看列表$/ })
        .count(),
    ).toBe(0)
    await officer.list.row('华东业务部').expectCell(String(count))
  })
})
