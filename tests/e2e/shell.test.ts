import { describe, expect } from 'vitest'
import { covers } from '../../engine/core/testing/covers'
import { config } from '../../src/app/config'
import { test } from './support/test'

describe('a section', () => {
  test('R8 keeps search form, page and scroll while the user moves inside it, over a reload too, and forgets them with it', async ({
    visit,
  }) => {
    const operator = await visit('/loansmgr?page=2&pageSize=10', { as: 'multi01' })
    await operator.list.search({ 项目名称: '质押' })
    await operator.list.goToPage(2)
    await operator.expectPath(/page=2/)
    const asked = await operator.path()
    await operator.list.scrollToRow(7)
    const top = await operator.list.topOfRow(7)

    // One that is in sight: another would first be scrolled to.
    await operator.list.rowAt(7).open()
    await operator.expectPath(/^\/loansmgr\/detail/)
    await operator.record.press('返回')
    await operator.expectPath(asked)
    await expect.poll(() => operator.list.topOfRow(7)).toBe(top)

    await operator.list.firstRow().open()
    await operator.expectPath(/^\/loansmgr\/detail/)
    await operator.reload()
    await operator.record.press('返回')
    await operator.expectPath(asked)

    await operator.shell.open('额度管理', '授信额度管理')
    await operator.list.firstRow().expectThere()
    await operator.shell.open('项目与入库', '融资管理')
    await operator.expectPath('/loansmgr')
    await operator.list.expectColumn('序号', (numbers) => numbers.length === 20 && numbers[0] === '1')
  })

  test('R7 begins with the first tab where the screen says so, and shows nothing of the last time', async ({ visit, task }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.firstRow().open()
    await operator.record.openTab('附件')
    await operator.record.expectOpenTab('附件')
    const { pathname, search } = new URL(operator.page.url())
    await operator.record.press('返回')
    await operator.expectPath('/loansmgr')

    const response = await operator.hold(`**/api/finance/loan/${new URLSearchParams(search).get('id')}`)
    await operator.list.firstRow().open()
    await operator.expectPath(pathname + search)
    await response.asked()
    expect(await operator.record.isShown()).toBe(false)
    response.release()
    await operator.record.expectFirstTabOpen()
    covers(task, 'R7', [pathname])
  })

  test('S6 keeps the tabs over a reload, each as it was left, until the user signs out', async ({ visit }) => {
    const operator = await visit('/loansmgr?pageSize=50', { as: 'op01', ownSession: true })
    await operator.list.scrollToRow(15)
    const top = await operator.list.topOfRow(15)
    await operator.list.rowAt(15).open()
    await operator.expectPath(/^\/loansmgr\/detail/)
    await operator.record.expectChain()
    await operator.record.leadTo('期限利率')
    const scrolled = await operator.record.scrolledBy()
    expect(scrolled).toBeGreaterThan(100)
    await operator.shell.open('主数据', '币种')
    await operator.list.firstRow().expectThere()
    await expect.poll(async () => (await operator.shell.tabs())[1]).toMatch(/^RZ/)
    const tabs = await operator.shell.tabs()

    const asked: string[] = []
    operator.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await operator.reload()
    await operator.list.firstRow().expectThere()
    await expect.poll(() => operator.shell.tabs()).toEqual(tabs)
    // A tab behind is asked for when it is shown.
    expect(asked).toContain('/api/base/currency/list')
    expect(asked).not.toContain('/api/finance/loan/list')
    await operator.shell.showTab(tabs[0] ?? '')
    await operator.expectPath('/loansmgr?pageSize=50')
    await expect.poll(() => operator.list.topOfRow(15)).toBe(top)
    await operator.shell.showTab(tabs[1] ?? '')
    await expect.poll(() => operator.record.scrolledBy()).toBe(scrolled)
    await operator.reload()
    await expect.poll(() => operator.record.scrolledBy()).toBe(scrolled)
    await operator.shell.showTab(tabs[0] ?? '')

    await operator.shell.signOut()
    await operator.expectPath('/login')
    await operator.signInAs('op01')
    await operator.list.firstRow().expectThere()
    await operator.reload()
    await expect.poll(async () => (await operator.shell.tabs()).length).toBe(1)
  })

  test('R9 of stock keeps the header of its table in sight, and nothing of what it showed when it is left', async ({ visit, task }) => {
    const operator = await visit('/stockin?pageSize=50', { as: 'op01' })
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
    ]) {
      await operator.resize(viewport)
      await operator.list.firstRow().expectThere()
      await operator.list.expectHeaderStays()
    }

    await operator.resize({ width: 1440, height: 900 })
    await operator.shell.open('库存管理', '质押库存')
    await operator.list.firstRow().unfold()
    await operator.list.expectUnfolded(1)
    await operator.shell.open('主数据', '币种')
    await operator.list.firstRow().expectThere()
    const rows = await operator.hold('**/api/inventory/collateralstock/list*')
    await operator.shell.showTab('质押库存')
    await rows.asked()
    await operator.list.expectLoading()
    // Left before the answer came: nothing of that is left over.
    await operator.shell.showTab('币种')
    rows.release()
    await operator.shell.showTab('质押库存')
    await operator.list.firstRow().expectThere()
    await operator.list.expectUnfolded(0)
    await operator.list.expectAtRest()

    await operator.shell.open('质押管理', '存货质押明细')
    await operator.resize({ width: 1440, height: 500 })
    await operator.list.firstRow().expectThere()
    await operator.list.expectHeaderStays()
    covers(task, 'R9', ['stockin', 'collateralstock', 'inventorystock'])
  })
})

describe('the language', () => {
  test('G1 is Chinese, in the parts of antd and Formily too, and the title is that of the platform', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    expect(await operator.page.title()).toBe('综合服务平台')
    expect(config.title).toBe('综合服务平台')
    expect(await operator.page.locator('html').getAttribute('lang')).toBe('zh-CN')
    expect(await operator.latinWords()).toEqual([])

    // Date picker, with weekdays from Monday on and months by number.
    await operator.list.unfold()
    const days = await operator.list.openDays('申请日期')
    expect(await days.innerText()).toMatch(/一\s*二\s*三\s*四\s*五\s*六\s*日/)
    expect(await days.innerText()).toMatch(/\d+年\s*\d+月/)
    expect(await operator.latinWords()).toEqual([])
    await operator.page.keyboard.press('Escape')

    // Empty list, empty choices, confirmation, form with mistakes.
    await operator.list.search({ 融资单号: '没有这样的单号' })
    await operator.expectText('没有符合条件的数据')
    await operator.goTo('/quotamgr/edit')
    await operator.form.press('保存')
    await operator.form.expectProblem('“额度名称”不能为空')
    await operator.form.fill({ 额度名称: '不保存' })
    await operator.form.searchChoices('资金方', '没有这样的资金方')
    await operator.expectText('没有匹配的选项')
    expect(await operator.latinWords()).toEqual([])
    await operator.page.keyboard.press('Escape')
    await operator.shell.open('额度管理', '授信额度管理')
    await operator.dialog.expectText('有未保存的内容')
    expect(await operator.latinWords()).toEqual([])
    await operator.dialog.press('离开')

    for (const path of ['/enterprise', '/stockin', '/collateralstock', '/goodsinf', '/enterprise/edit', '/nowhere', '/noPermission']) {
      await operator.goTo(path)
      await operator.page.locator('.app-page:not([aria-busy]):visible h3, tbody tr[data-row], .app-status').first().waitFor()
      expect([path, ...(await operator.latinWords())]).toEqual([path])
    }
  })
})
