import { describe, expect } from 'vitest'
import { config } from '../../src/app/config'
import { demoPassword } from '../api/support/config'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-5)

describe('a session', () => {
  test('S1 begins where the user was going, with what was asked for there', async ({ visit }) => {
    const operator = await visit('/exchangerate?fromCurrency=EUR')
    await operator.expectPath('/login')
    await operator.signInAs('op01')
    await operator.expectPath('/exchangerate?fromCurrency=EUR')
    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'EUR'))
    // Once: the next sign-in goes home.
    await operator.shell.signOut()
    await operator.expectPath('/login')
    await operator.signInAs('op01')
    await operator.expectPath('/enterprise')
  })

  test('begins at a form that stays where it is when the demo accounts come, and when it refuses', async ({ visit }) => {
    const stranger = await visit('/noPermission', { refused: [417] })
    const demo = await stranger.hold('**/login/demo')
    await stranger.goTo('/login')
    const before = await stranger.signInPlaces()
    demo.release()
    await stranger.expectText('演示账号')
    expect(await stranger.signInPlaces()).toEqual(before)
    await stranger.signIn('op01', 'not the password')
    await stranger.expectText('登录名或密码')
    expect(await stranger.signInPlaces()).toEqual(before)
  })

  test('S7 keeps its user, token and belongings where the old platform did, and takes them away at its end', async ({ visit }) => {
    const operator = await visit('/login')
    await operator.signInAs('op01')
    await operator.expectPath('/enterprise')
    await operator.list.search({ 企业名称: '演示' })
    await operator.expectPath(/enterpriseName=/)

    const { local, session } = await operator.stored()
    expect(Object.keys(local['currentUser'] as object).sort()).toEqual(
      ['createTime', 'departmentElement', 'fundingElement', 'parentMenu', 'subMenu', 'userId'].sort(),
    )
    const token = (await operator.context.cookies()).find(({ name }) => name === config.tokenName)?.value
    expect(session).toMatchObject({ belongdepartment: [{ name: '华东业务部' }], belongfunding: [], belongName: '林晓', accessToken: token })
    expect(session['searchForm:base/enterprise:list::']).toContain('enterpriseName=')

    await operator.shell.signOut()
    await operator.expectPath('/login')
    const after = await operator.stored()
    expect(after.local['currentUser']).toBeUndefined()
    expect(Object.keys(after.session).filter((key) => /^(belong|accessToken|searchForm|draft)/.test(key))).toEqual([])
    expect((await operator.context.cookies()).filter(({ name }) => name === config.tokenName)).toEqual([])
  })

  test('S7 keeps what a funding party belongs to, in the window and no longer than its session', async ({ visit }) => {
    const partner = await visit('/login')
    await partner.signInAs('fp01')
    await partner.shell.expectSignedInAs('资金方专员')
    const funding = [{ id: expect.any(String) as string, name: '演示甲商业银行股份有限公司' }]
    const { local, session } = await partner.stored()
    expect(local['currentUser']).toMatchObject({ departmentElement: [], fundingElement: funding })
    expect(session).toMatchObject({ belongdepartment: [], belongfunding: funding, belongName: '资金方专员' })

    await partner.shell.signOut()
    await partner.expectPath('/login')
    expect((await partner.stored()).session['belongfunding']).toBeUndefined()
  })

  test('S3 that is older than its lifetime is asked for again before anything is shown', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    await operator.page.evaluate(
      ([key, lifetime]) => {
        const user = JSON.parse(localStorage.getItem(key) ?? '') as { createTime: number }
        localStorage.setItem(key, JSON.stringify({ ...user, createTime: Date.now() - lifetime - 1 }))
      },
      [`${config.storagePrefix}currentUser`, config.tokenExpired] as const,
    )
    const responses = await operator.hold('**/userLogin/begin')
    await operator.reload()
    await responses.asked()
    await operator.shell.expectWithout('sidebar', 'header')
    responses.release()
    await operator.list.firstRow().expectThere()
    const { local } = await operator.stored()
    expect((local['currentUser'] as { createTime: number }).createTime).toBeGreaterThan(Date.now() - 600_000)
  })

  test('S3 S5 that the server has ended leads to the sign-in page 2 s after it was said, and back', async ({ visit }) => {
    const operator = await visit('/exchangerate?fromCurrency=EUR', { as: 'op02', refused: [401], ownSession: true })
    await operator.list.firstRow().expectThere()
    await operator.endSession()
    const beforeAsking = Date.now()
    // Seen by the page itself: on a busy machine it may be at the sign-in page before anybody outside has looked.
    const saidAt = operator.message('认证失败，请重新登录').arrivedAt()
    await operator.list.query()
    expect(await saidAt).toBe('/exchangerate?fromCurrency=EUR')
    await operator.expectPath('/login')
    expect(Date.now() - beforeAsking).toBeGreaterThanOrEqual(2000)
    expect((await operator.stored()).session[config.tokenName]).toBeUndefined()
    await operator.signInAs('op02')
    await operator.expectPath('/exchangerate?fromCurrency=EUR')
  })

  test('S5 leads nobody away from the register page', async ({ visit }) => {
    const visitor = await visit('/currency', { as: 'op02', refused: [401], ownSession: true })
    await visitor.list.firstRow().expectThere()
    await visitor.endSession()
    await visitor.goTo('/enterprise/register')
    await visitor.expectText('认证失败，请重新登录')
    await visitor.page.waitForTimeout(2500)
    await visitor.expectPath('/enterprise/register')
    await visitor.expectText('企业注册')
  })

  test('S4 goes on when signing out has failed, and says so', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op01', ownSession: true, refused: [500] })
    operator.complaints.allowFailedConnections()
    await operator.list.firstRow().expectThere()
    const logout = '**/uccas/account/logout'
    await operator.page.route(logout, (route) => route.fulfill({ status: 500, body: '' }))
    await operator.shell.signOut()
    await operator.expectText('服务器错误')
    await operator.page.unroute(logout)
    await operator.page.route(logout, (route) => route.abort())
    await operator.page.getByRole('button', { name: '退出登录' }).click()
    await operator.expectText('网络错误')
    await operator.expectPath('/currency')
    await operator.page.unroute(logout)
    await operator.page.keyboard.press('Escape')
    await operator.list.query()
    await operator.list.firstRow().expectThere()
    await operator.shell.signOut()
    await operator.expectPath('/login')
  })

  test('S4 asks before it forgets what was typed, even in the moment before', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit', { as: 'op01', ownSession: true })
    await operator.form.fill({ 额度名称: '' })
    await operator.shell.openUserMenu()
    // Typed and signed out in one go: the draft is written a moment after the last key.
    await operator.typeAndPress('额度名称', `未写完 ${mark}`, '退出登录')
    await operator.dialog.expectText('有未保存的内容，确定退出登录吗？')
    await operator.dialog.press('取消')
    await operator.form.expectValues({ 额度名称: `未写完 ${mark}` })
    await operator.shell.signOut()
    await operator.dialog.press('退出登录')
    await operator.expectPath('/login')
    expect(Object.keys((await operator.stored()).session).filter((key) => key.startsWith('draft'))).toEqual([])
  })

  test('S5 keeps what was typed for the same user, and for nobody else', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit', { as: 'op02', refused: [401], ownSession: true })
    await operator.form.fill({ 额度名称: `会话结束 ${mark}`, 起始日: today })
    await operator.endSession()
    await operator.form.openChoices('资金方')
    await operator.expectText('认证失败，请重新登录')
    await operator.expectPath('/login')
    await operator.signInAs('op02')
    await operator.expectPath('/quotamgr/edit?mode=add')
    await operator.expectText('已恢复上次未保存的内容')
    await operator.form.expectValues({ 额度名称: `会话结束 ${mark}`, 起始日: today })

    await operator.endSession()
    await operator.form.openChoices('资金方')
    await operator.expectPath('/login')
    await operator.signInAs('op01')
    await operator.expectPath('/enterprise')
    await operator.goTo('/quotamgr/edit')
    await operator.form.expectValues({ 额度名称: '' })
    expect(Object.keys((await operator.stored()).session).filter((key) => key.startsWith('draft'))).toEqual([])
  })
})

describe('several windows of one browser', () => {
  test('S4 S1 go to the sign-in page together, and come back together with what was typed', async ({ visit }) => {
    const first = await visit('/currency', { as: 'op01', ownSession: true })
    await first.list.firstRow().expectThere()
    const second = await first.anotherWindow('/quotamgr/edit')
    await second.form.fill({ 额度名称: `另一窗口 ${mark}` })

    await first.shell.signOut()
    await first.expectPath('/login')
    await second.expectPath('/login')

    await first.signInAs('op01')
    await first.shell.expectSignedInAs('林晓')
    await second.shell.expectSignedInAs('林晓')
    await second.expectPath('/quotamgr/edit?mode=add')
    await second.form.expectValues({ 额度名称: `另一窗口 ${mark}` })
  })

  test('S1 S4 follow when somebody else signs in, and show them nothing of the first', async ({ visit }) => {
    const first = await visit('/loansmgr', { as: 'op01', ownSession: true })
    await first.list.firstRow().expectThere()
    const second = await first.anotherWindow('/quotamgr/edit')
    await second.form.fill({ 额度名称: `别人的 ${mark}` })

    await first.shell.signOut()
    await first.expectPath('/login')
    await first.signInAs('wh01')
    await first.shell.expectSignedInAs('仓管一')
    await second.shell.expectSignedInAs('仓管一')
    await second.shell.entry('入库管理').waitFor()
    expect(await second.shell.entries()).not.toContain('授信额度管理')
    expect(await second.shell.tabs()).not.toContain('新增授信额度')
    expect(Object.keys((await second.stored()).session).filter((key) => key.startsWith('draft'))).toEqual([])
  })
})

describe('the password', () => {
  test('L7 is changed in a dialog that names each mistake, and ends the other sessions', async ({ visit }) => {
    const newPassword = `Xin${mark}#2026a`
    const elsewhere = await visit('/currency', { as: 'ta01', ownSession: true, refused: [401, 403, 422] })
    const user = await visit('/login', { refused: [422] })
    await user.signInAs('ta01')
    await user.shell.changePassword()
    await user.dialog.expectText('修改密码')
    await user.dialog.press('取消')
    await user.dialog.gone()

    await user.shell.changePassword()
    await user.dialog.fill({ 原密码: 'Falsch2026abc', 新密码: newPassword, 确认新密码: `${newPassword}x` })
    await user.dialog.press('确定')
    await user.dialog.expectText('两次输入的新密码不一致')
    await user.dialog.fill({ 确认新密码: newPassword })
    await user.dialog.press('确定')
    await user.dialog.expectText('原密码不正确')
    await user.dialog.fill({ 原密码: demoPassword, 新密码: 'kurz', 确认新密码: 'kurz' })
    await user.dialog.press('确定')
    await user.dialog.expectProblem(/新密码.*至少|至少.*位/)

    await user.dialog.fill({ 新密码: newPassword, 确认新密码: newPassword })
    await user.dialog.press('确定')
    await user.expectText('密码修改成功')
    await user.dialog.gone()
    // This session goes on, the other has ended.
    await user.reload()
    await user.shell.openUserMenu()
    await elsewhere.reload()
    await elsewhere.expectPath('/login')
    await elsewhere.signIn('ta01', newPassword)
    await elsewhere.shell.openUserMenu()

    // What stands in the README is nobody's choice.
    await elsewhere.page.keyboard.press('Escape')
    await elsewhere.shell.changePassword()
    await elsewhere.dialog.fill({ 原密码: newPassword, 新密码: demoPassword, 确认新密码: demoPassword })
    await elsewhere.dialog.press('确定')
    await elsewhere.dialog.expectProblem(/容易被猜中/)
  })
})
