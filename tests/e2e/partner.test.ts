import { describe, expect } from 'vitest'
import { covers } from '../../engine/core/testing/covers'
import { testProduct } from '../api/support/product'
import { product } from './support/product'
import { test } from './support/test'

const { customs } = product.outside

describe('an entry of an application outside', () => {
  test('L3 R10 opens a new window of that application, signed in, with a ticket that is gone from the address', async ({ visit }) => {
    const officer = await visit('/loansmgr', { as: 'cu01' })
    const window = await officer.openWindow(() => officer.shell.open('关务管理', '历史单证'))
    const [first] = window.visited
    const link = new URL(first ?? '')
    expect(link.origin + link.pathname).toBe(`${customs}/partnerLogin`)
    const { access_token: ticket, ...rest } = Object.fromEntries(link.searchParams)
    expect(rest).toEqual({ type: 'GLP', partner: 'true', path: '/histBill', ieFlag: 'E' })
    expect(ticket).toMatch(/^[\w-]{43}$/)

    // The application is this product by another name, which has no such page yet: inside the shell, as the same user.
    await window.visitor.shell.expectSignedInAs('孙悦')
    await window.visitor.expectText('未找到页面')
    expect(new URL(window.visitor.page.url()).origin).toBe(customs)
    expect(window.visitor.page.url()).not.toContain(ticket)
    expect(await window.visitor.page.evaluate(() => [globalThis.opener, document.referrer])).toEqual([null, ''])

    window.visitor.complaints.allow(417)
    await window.visitor.page.goto(link.href)
    await window.visitor.expectText('登录链接无效、已使用或已过期，请回到原系统重新打开')
    expect(window.visitor.page.url()).toBe(`${customs}/partnerLogin`)
    await window.visitor.press('进入平台首页')
    await window.visitor.shell.expectSignedInAs('孙悦')
  })

  test('L3 a ticket cannot be used by who is signed in as somebody else', async ({ visit }) => {
    const officer = await visit('/loansmgr', { as: 'cu01' })
    const link = await officer.interceptWindow(() => officer.shell.open('关务管理', '进口报关申请'))
    expect(new URL(link).searchParams.get('ieFlag')).toBe('I')
    const other = await visit('/loansmgr', { as: 'op01', at: customs, refused: [417] })
    await other.page.goto(link)
    await other.expectText('本浏览器已登录其他账号')
    await other.press('进入平台首页')
    await other.shell.expectSignedInAs('林晓')
  })

  test('L3 a link that is none, or leads elsewhere, is refused before anything is sent', async ({ visit }) => {
    const ticket = 'A'.repeat(43)
    const guest = await visit(`/partnerLogin?type=XYZ&access_token=${ticket}&partner=true&path=/histBill`)
    await guest.expectText('登录链接无效或不完整')
    for (const query of [`access_token=${ticket}&path=/histBill`, `type=GLP&access_token=${ticket}&partner=true&path=//evil.example/`]) {
      await guest.goTo(`/partnerLogin?${query}`)
      await guest.expectText('登录链接无效或不完整')
      await guest.expectPath('/partnerLogin')
    }
    await guest.press('进入平台首页')
    await guest.expectPath('/login')
  })

  test('L3 E3 when there is no ticket the window closes and the reason is said', async ({ visit }) => {
    const officer = await visit('/loansmgr', { as: 'cu01', refused: [503] })
    await officer.page.route('**/api/keju/token', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"error":"服务繁忙，请稍后再试"}' }),
    )
    const opened = officer.page.waitForEvent('popup')
    await officer.shell.open('关务管理', '历史单证')
    const popup = await opened
    await officer.expectText('服务繁忙，请稍后再试')
    await expect.poll(() => popup.isClosed()).toBe(true)
    await officer.expectPath('/loansmgr')
  })

  test('R10 G2 is in the menu of who has it, and in no other', async ({ visit, task }) => {
    const outside = testProduct().menus.filter(({ externalApp }) => externalApp !== undefined)
    const names = outside.map(({ name }) => name)
    const officer = await visit('/loansmgr', { as: 'cu01' })
    await officer.list.firstRow().expectThere()
    expect(await officer.shell.entries()).toEqual(expect.arrayContaining(names))
    const keeper = await visit('/stockin', { as: 'wh01' })
    await keeper.list.firstRow().expectThere()
    expect((await keeper.shell.entries()).filter((entry) => names.includes(entry))).toEqual([])
    covers(
      task,
      'R10',
      outside.flatMap(({ router }) => router ?? []),
    )
  })
})
