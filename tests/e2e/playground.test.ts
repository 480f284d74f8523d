import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { demoPassword, testRoot } from '../api/support/config'
import { signIn } from './support/signIn'
import { tabTo } from './support/keyboard'
import { Playground } from './support/playground'
import { product } from './support/product'
import { test } from './support/test'

interface ScreenText {
  title: string
  pages: { list: { columns: string[] } }
}

/** The screen of currencies with its last columns right behind those that a row is judged by, the last one first. */
function withLastAhead(count: number): string {
  const screen = JSON.parse(readFileSync(join(testRoot, 'schemas/screens/base/currency.screen.json'), 'utf8')) as ScreenText
  const { columns } = screen.pages.list
  columns.splice(3, 0, ...columns.splice(-count).reverse())
  return JSON.stringify(screen, null, 2)
}

describe('the playground', () => {
  test('shows an edit beside it, keeps the last good preview while the text is broken, and the draft over a reload', async ({ visit }) => {
    const admin = await visit('/', { as: 'admin' })
    await admin.shell.openUserMenu()
    await admin.press('界面工作台')
    await admin.expectPath('/playground')
    const playground = new Playground(admin.page)
    await playground.open('currency.screen')
    await playground.list.firstRow().expectThere()
    const shipped = await playground.list.titles()

    await playground.releases.type(withLastAhead(1))
    const edited = [...shipped.slice(0, 5), shipped.at(-2), ...shipped.slice(5, -2), '操作']
    await expect.poll(() => playground.list.titles()).toEqual(edited)

    await playground.typeAtTheBeginning('"nonsense": 1,')
    await admin.page.keyboard.press('ControlOrMeta+End')
    await admin.expectText('预览停留在最后一次正确的内容')
    expect(await playground.list.titles()).toEqual(edited)
    await playground.problems.getByText('未知的键“nonsense”').click()
    await expect.poll(() => playground.line.innerText()).toContain('nonsense')
    // The focus is there too: what is typed next mends it.
    await admin.page.keyboard.press('Shift+End')
    await admin.page.keyboard.press('Delete')
    await admin.expectText('没有问题')
    await admin.expectNoText('预览停留在最后一次正确的内容')

    await admin.reload()
    await playground.front.waitFor()
    await expect.poll(() => playground.list.titles()).toEqual(edited)
    await admin.press('恢复')
    await admin.page.getByRole('dialog').getByRole('button', { name: '恢复' }).click()
    await expect.poll(() => playground.list.titles()).toEqual(shipped)
    await admin.press('返回平台')
    await admin.shell.expectSignedInAs('系统管理员')
  })

  test('shows a page to a role and says why a button is not there, in each state, theme and width, and without data', async ({ visit }) => {
    const admin = await visit('/playground', { as: 'admin' })
    const playground = new Playground(admin.page)
    await playground.open('loansmgr.screen')
    await playground.list.firstRow().expectThere()
    await expect.poll(() => playground.list.toolbar()).toContain('新增')
    await playground.choose('权限', '只读审计')
    await expect.poll(() => playground.list.toolbar()).not.toContain('新增')
    await playground.look('为何看不到')
    await expect
      .poll(() => playground.explained.allInnerTexts())
      .toContainEqual(expect.stringMatching(/工具栏按钮 新增\s+隐藏\s+没有权限“loansmgr_add”/))
    await playground.look('页面')

    await playground.choose('页面', '融资详情（查看）')
    await playground.choose('单据状态', '草稿')
    await playground.record.expectState('草稿')
    await playground.choose('页面', '融资管理')
    await playground.list.firstRow().expectThere()

    await expect.poll(() => playground.scheme()).toBe('light')
    await playground.choose('主题', '深色')
    await expect.poll(() => playground.scheme()).toBe('dark')
    await expect.poll(() => playground.width()).toBe(1024)
    await playground.choose('宽度', '375')
    await expect.poll(() => playground.width()).toBe(375)
    await playground.choose('宽度', '1440')

    await playground.choose('数据', '无数据')
    await playground.frame.getByText('暂无数据').filter({ visible: true }).waitFor()
    await playground.choose('数据', '服务器错误')
    await playground.frame.getByText('列表加载失败：服务器错误').waitFor()
    await playground.choose('数据', '加载中')
    await playground.loading.waitFor()
    await playground.choose('数据', '示例数据')
    await playground.list.firstRow().expectThere()

    await playground.expectShell(true)
    await playground.tick('嵌入模式')
    await playground.list.firstRow().expectThere()
    await playground.expectShell(false)
  })

  test('shows real rows as a role reads them, and the server refuses it any write', async ({ visit }) => {
    const admin = await visit('/playground', { as: 'admin' })
    const playground = new Playground(admin.page)
    await playground.open('currency.screen')
    await playground.choose('权限', '系统管理员')
    const given = admin.page.waitForResponse(/\/api\/base\/role\/preview\//)
    await playground.choose('数据', '真实数据（只读）')
    const { previewToken } = (await (await given).json()) as { previewToken: string }
    await playground.list.row('CNY').expectThere()

    const write = (token: string): Promise<number> =>
      admin.page.evaluate(async (authorization) => {
        const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
        return (await fetch('/api/base/currency', { method: 'POST', headers, body: '{}' })).status
      }, `Bearer ${token}`)
    admin.complaints.allow(403)
    expect(await write(previewToken)).toBe(403)
    // With the right that the role has too, an own session gets as far as what it sends.
    admin.complaints.allow(422)
    expect(await write((await signIn('admin', product.address)).token)).toBe(422)
  })

  test('needs no mouse: from the sign-in to a changed preview, its release, and back', async ({ visit }) => {
    const admin = await visit('/login')
    const { page } = admin
    const { keyboard } = page
    await page.getByLabel('登录名').waitFor()
    await tabTo(page, '登录名')
    await keyboard.type('admin')
    await keyboard.press('Tab')
    await keyboard.type(demoPassword)
    await keyboard.press('Enter')
    // On a busy machine signing in takes longer than going round the page with Tab.
    await page.getByRole('button', { name: /账号菜单$/ }).waitFor()
    await tabTo(page, /账号菜单$/)
    await keyboard.press('Enter')
    await tabTo(page, '界面工作台')
    await keyboard.press('Enter')
    await admin.expectPath('/playground')

    const playground = new Playground(page)
    await playground.editor.waitFor()
    await tabTo(page, '搜索标题或文件名')
    await keyboard.type('currency.screen')
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect.poll(() => playground.iframe.getAttribute('title')).toContain('币种')
    await playground.follows()
    await playground.list.firstRow().expectThere()
    const ahead = (await playground.list.titles())[5]
    await tabTo(page, '模式文本')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.insertText(withLastAhead(1))
    await expect.poll(async () => (await playground.list.titles())[6]).toBe(ahead)
    // Tab indents, until Esc has said that it is to leave; where names are proposed the first one puts them away.
    await keyboard.press('Escape')
    await keyboard.press('Escape')
    await keyboard.press('Tab')
    await tabTo(page, '预览')
    await keyboard.press('ArrowRight')
    await expect.poll(() => playground.releases.changes.allTextContents()).toEqual([expect.stringMatching(/移到“.+”之后$/)])
    await tabTo(page, '返回平台')
    await keyboard.press('Enter')
    await admin.shell.expectSignedInAs('系统管理员')
  })

  test('opens the draft of a link only when it is asked to', async ({ visit }) => {
    const one = await visit('/playground', { as: 'admin' })
    const sender = new Playground(one.page)
    await sender.open('currency.screen')
    await sender.releases.type(withLastAhead(1))
    await one.press('分享链接')
    await one.page.waitForURL(/#draft=/)
    const { pathname, hash } = new URL(one.page.url())

    const two = await visit('/playground', { as: 'admin' })
    const receiver = new Playground(two.page)
    await receiver.open('currency.screen')
    await receiver.releases.type(withLastAhead(2))
    await two.expectText('已改')
    await two.goTo(pathname + hash)
    await receiver.shared.getByText('此文件已有您自己的草稿').waitFor()
    expect(await receiver.shared.innerText()).toContain('schemas/screens/base/currency.screen.json')
    await two.press('不打开')
    await expect.poll(() => two.page.evaluate(() => window.location.hash)).toBe('')
    await receiver.show('比较与发布')
    await expect.poll(() => receiver.releases.changes.count()).toBe(2)
    await two.goTo(pathname + hash)
    await two.press('打开草稿')
    await expect.poll(() => receiver.releases.changes.count()).toBe(1)
  })

  test('is not there for who has no right to it', async ({ visit }) => {
    const officer = await visit('/playground', { as: 'op01' })
    await officer.expectText('未找到页面')
  })
})
