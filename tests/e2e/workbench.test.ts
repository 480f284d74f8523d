import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('what waits', () => {
  test('is where a user begins who has chosen so', async ({ visit }) => {
    const risk = await visit('/workbench', { as: 'rk01', ownSession: true })
    await risk.workbench.startsHere(true)
    try {
      await risk.shell.signOut()
      await risk.expectPath('/login')
      await risk.signInAs('rk01')
      await risk.expectPath('/workbench')
    } finally {
      await risk.workbench.startsHere(false)
    }
  })

  test('is decided in three clicks from any page, and is gone from the bell', async ({ visit }) => {
    const risk = await visit('/workbench', { as: 'rk01' })
    const before = await risk.workbench.count('控货管理', '审批中')
    expect(before).toBeGreaterThan(0)

    await risk.goTo('/loansmgr')
    const clicks = await risk.workbench.countClicks()
    await risk.workbench.openByBell()
    await risk.workbench.open('控货管理', '审批中')
    await risk.expectPath('/controlgoods?status=AUDITING')
    await risk.list.expectColumn('状态', (states) => states.length === before && states.every((state) => state === '审批中'))
    const [controlNo = ''] = await risk.list.column('控货编号')
    await risk.dialog.expectText(controlNo)
    await risk.dialog.confirm()
    await risk.list.row(controlNo).expectGone()
    expect(await clicks()).toBeLessThanOrEqual(3)

    await risk.goTo('/workbench')
    expect(await risk.workbench.count('控货管理', '审批中')).toBe(before - 1)
  })
})

describe('the keyboard', () => {
  test('opens a record by its number, a form by what it adds, and the form of the list in front', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const [loanNo = ''] = await operator.list.column('融资单号')
    await operator.palette.search(loanNo.toLowerCase())
    await operator.palette.openByKeys(loanNo)
    await operator.expectPath(/^\/loansmgr\/detail\?id=/)

    await operator.palette.search('xinzeng rongzi')
    await operator.palette.openByKeys('新增 融资')
    await operator.expectPath(/^\/loansmgr\/(edit|.*mode=add)/)

    const admin = await visit('/currency', { as: 'admin' })
    await admin.list.expectColumn('币种代码', (codes) => codes.length > 0)
    await admin.page.keyboard.press('n')
    await admin.dialog.expectText('币种代码')
    await admin.page.keyboard.press('Escape')
    await admin.dialog.gone()
  })
})
