import { describe, expect } from 'vitest'
import { createGate } from '../../engine/client/testing/gate'
import { config } from '../../src/app/config'
import { test } from './support/test'

const wide = { width: 1440, height: 900 }
const middling = { width: 1024, height: 768 }
const phone = { width: 375, height: 812 }
const asked = { viewport: phone, hasTouch: true }

describe('the layout', () => {
  test('L1 has the sizes of the old platform at 1440 × 900 and 1024 × 768', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const { shell } = operator
    for (const window of [wide, middling]) {
      await operator.resize(window)
      await shell.expectBox('sidebar', { x: 0, width: 200, height: window.height })
      await shell.expectBox('logo', { width: 108, height: 40 })
      expect(await shell.part('sidebar').getByText(config.title).isVisible()).toBe(true)
      await shell.expectBox('header', { y: 0, height: 58 })
      await shell.expectBox('tabs', { y: 58, height: 40 })
      await shell.expectBox('body', { x: 200, y: 98, width: window.width - 200, height: window.height - 58 - 40 - 20 })
      await shell.expectBox('footer', { y: window.height - 20, height: 20 })
    }
    await shell.fold()
    await shell.expectBox('sidebar', { width: 64 })
    await shell.expectBox('body', { x: 64, height: 768 - 58 - 40 - 20 })
    await operator.list.firstRow().expectThere()
    await shell.expectNoSidewaysScroll()
  })

  test('L2 has the menu in a drawer below 769 px, 300 ms after the window was resized', async ({ visit }) => {
    const { shell } = await visit('/loansmgr', { as: 'op01', window: { viewport: { width: 769, height: 800 } } })
    await shell.part('sidebar').waitFor()
    expect(await shell.timeAfterResize(768, 800, '.app-shell > .app-sidebar')).toBeGreaterThanOrEqual(300)
    expect(await shell.timeAfterResize(769, 800, '.app-shell > .app-sidebar')).toBeGreaterThanOrEqual(300)
  })

  test('keeps totals clear of the columns that stay, in lists and in forms', async ({ visit }) => {
    const operator = await visit('/saleManage', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    await expect.poll(() => operator.list.totalsBelow('操作')).toEqual([''])
    await expect.poll(() => operator.list.totalsBelow('销售单号')).toEqual(['总合计'])

    await operator.goTo('/saleManage/edit')
    await operator.form.addLines([{ 数量: '3' }])
    await expect.poll(() => operator.form.totalsBelow('操作')).toEqual([''])
    await expect.poll(() => operator.form.totalsBelow('序号')).toEqual(['合计'])
  })

  test('has the labels of a search form begin at the edge of their columns, and what is typed into of one width', async ({ visit }) => {
    const operator = await visit('/enterprise', { as: 'op01' })
    const { list } = operator
    // Where a range of days is among them, they are fewer.
    for (const [route, window, columns] of [
      ['/pledgerules', wide, 4],
      ['/enterprise', wide, 3],
      ['/enterprise', middling, 2],
    ] as const) {
      await operator.resize(window)
      await operator.follow(route)
      await list.unfold()
      await expect.poll(async () => (await list.searchColumns()).labels.length).toBe(columns)
      const { labels, inputs, widths } = await list.searchColumns()
      expect(labels[0]).toBe(0)
      expect(inputs).toHaveLength(columns)
      expect(widths).toHaveLength(1)
      await expect.poll(() => list.narrowInputs()).toEqual([])
    }
  })

  test('has a range of days below its label in the search form of a phone', async ({ visit }) => {
    const { list, shell } = await visit('/enterprise', { as: 'op01', window: { viewport: phone } })
    await list.unfold()
    await expect.poll(async () => (await list.searchColumns()).labels).toEqual([0])
    await expect.poll(() => list.narrowInputs()).toEqual([])
    await shell.expectNoSidewaysScroll()
  })

  test('keeps the state of a row and its first figure in sight at 1440 px, and in a form the figures of a line', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: wide } })
    await expect
      .poll(() => operator.list.columnsInSight())
      .toEqual(expect.arrayContaining(['融资单号', '状态', '融资客户', '申请金额', '到期日']))
    await operator.goTo('/loansmgr/detail?mode=add')
    await operator.form.addLines([{ 数量: '3' }])
    await expect.poll(() => operator.form.columnsInSight()).toEqual(expect.arrayContaining(['商品', '数量', '单价', '金额', '可融资额']))
  })

  test('has the head of the lines of a repayment in sight on a low window, with room for the first of them', async ({ visit }) => {
    const { form } = await visit('/cashRepayment/0?mode=add', { as: 'fn01', window: { viewport: middling } })
    await expect.poll(() => form.roomForLines()).toBeGreaterThan(32)
  })

  test('begins the rows of a list in the upper third of a phone, with what they are searched by behind a button', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: { width: 375, height: 740 }, hasTouch: true } })
    for (const route of ['/loansmgr', '/quotamgr', '/entaccount', '/financingOverdueMonitoring', '/stockin']) {
      await operator.follow(route)
      await operator.list.firstRow().expectThere()
      await expect.poll(() => operator.list.topOfRow(0)).toBeLessThanOrEqual(250)
      await operator.shell.expectNoSidewaysScroll()
      await expect.poll(() => operator.list.tooSmallToTouch()).toEqual([])
      await expect.poll(() => operator.list.brokenValues()).toEqual([])
      await expect.poll(() => operator.list.tornFacts()).toEqual([])
    }
    // Sums of many figures stand below the last card, not over the first.
    await operator.follow('/interestquery')
    await operator.list.firstRow().expectThere()
    await expect.poll(() => operator.list.areSumsInSight()).toBe(false)
    await operator.follow('/entaccount')
    await operator.list.search({ 账号: 'DE8937' })
    await operator.list.row('演示海外仓储有限公司').expectThere()
    expect(await operator.list.total()).toBe(1)
    await expect.poll(() => operator.list.topOfRow(0)).toBeLessThanOrEqual(250)
  })

  test('has the rows of a line table as cards in sight on a phone, and what it says when it is empty', async ({ visit }) => {
    const { form } = await visit('/saleManage/edit', { as: 'op01', window: asked })
    await expect.poll(() => form.hintOutOfSight()).toBe(0)
    await form.addLines([{ 数量: '3' }])
    await expect.poll(() => form.linesOutOfSight()).toBe(0)
  })

  test('fades a row that is scrolled sideways where it goes on, and nowhere else', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', window: asked })
    await operator.list.firstRow().open()
    const { record } = operator
    await expect.poll(() => record.fadingOfPlaces()).toEqual({ start: '0px', end: '24px' })
    // The row grows while what belongs to the record comes.
    await expect.poll(() => record.scrollPlacesToEnd().then(() => record.fadingOfPlaces())).toEqual({ start: '24px', end: '0px' })
    await operator.page.setViewportSize(wide)
    await expect.poll(() => record.fadingOfPlaces()).toEqual({ start: '0px', end: '0px' })
  })

  test('has the tab of a record in sight as far as the button that closes it, once the record has named it', async ({ visit }) => {
    const operator = await visit('/saleManage', { as: 'op01', window: asked })
    const { list, shell } = operator
    await list.firstRow().expectThere()
    await operator.follow('/loansmgr')
    await list.firstRow().open()
    await expect.poll(async () => (await shell.tabs()).at(-1)).toMatch(/^RZ/)
    await expect.poll(() => shell.tabOutOfSight()).toBe(0)
  })

  test('L2 opens the drawer of a phone by its button, and closes it by Esc, its veil, and the choice of a page', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', window: asked })
    const { page, shell } = operator
    await shell.expectWithout('sidebar')
    await shell.openMenuDrawer()
    // The keyboard is inside, and stays there.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.app-drawer') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await shell.expectDrawerClosed()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('打开菜单')

    await shell.openMenuDrawer()
    await shell.pressVeil()

    await shell.openMenuDrawer()
    await shell.open('项目与入库', '入库管理')
    await shell.expectDrawerClosed()
    await operator.expectPath('/stockin')
    await operator.list.firstRow().expectThere()
    await shell.expectNoSidewaysScroll()
  })

  test('L2 L8 shows the pages of a folded branch beside it, 100 ms after the pointer has come and gone', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const { page, shell } = operator
    await shell.fold()
    // Icons alone.
    await expect.poll(async () => (await shell.part('sidebar').innerText()).trim()).toBe('')
    await shell.part('body').hover()

    expect(await shell.timeAfterPointing(shell.branch('额度管理'), '.app-menu-flyout')).toBeGreaterThanOrEqual(100)
    expect(await shell.flyout('额度管理').getByRole('link').allTextContents()).toEqual(['授信额度管理', '客户额度管理'])
    expect(await shell.timeAfterPointing(shell.part('body'), '.app-menu-flyout')).toBeGreaterThanOrEqual(100)

    // By the keyboard too.
    await shell.branch('库存管理').press('Enter')
    await shell.flyout('库存管理').waitFor()
    await page.keyboard.press('Escape')
    await shell.flyout('库存管理').waitFor({ state: 'detached' })
    await shell.branch('项目与入库').press('Enter')
    await shell.flyout('项目与入库').getByRole('link', { name: '入库管理' }).press('Enter')
    await operator.expectPath('/stockin')
  })

  test('G5 ends with partners, help, copyright and filing number, which a phone reaches by scrolling', async ({ visit }) => {
    const visitor = await visit('/loansmgr', { as: 'op01' })
    const { shell } = visitor
    const { partners, links, copyright, filingNumber } = config.footer
    expect(partners).toHaveLength(2)
    expect(links.map(({ name }) => name)).toEqual(['帮助中心', '联系我们', '在线客服', '客服邮箱'])
    for (const window of [wide, phone]) {
      await visitor.resize(window)
      const footer = shell.part('footer')
      await footer.waitFor()
      for (const { name, href } of [...partners, ...links]) {
        expect(await footer.getByRole('link', { name }).getAttribute('href')).toBe(href)
      }
      for (const { name } of partners) expect(await footer.getByRole('link', { name }).locator('svg').count()).toBe(1)
      expect(await footer.innerText()).toContain(copyright)
      expect(await footer.innerText()).toContain(filingNumber)
    }
    await shell.expectBox('body', { y: 98, height: phone.height - 98 })
    await expect.poll(async () => (await shell.box('footer')).y).toBeGreaterThanOrEqual(phone.height)
    await shell.part('footer').getByText(filingNumber).scrollIntoViewIfNeeded()
    await expect.poll(async () => (await shell.box('footer')).y).toBeLessThan(phone.height)
    await shell.expectNoSidewaysScroll()
  })

  test('G4 shows who is here, whom to call and the way out, and folds the menu', async ({ visit }) => {
    const { page, shell } = await visit('/currency', { as: 'op01' })
    await shell.expectSignedInAs('林晓')
    const panel = await shell.openUserMenu()
    expect(await panel.innerText()).toMatch(/客服电话 021-\d{4} \d{4}\s+工作日 9:00-18:00/)
    await panel.getByRole('button', { name: '退出登录' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    await shell.fold()
    await shell.unfold()
    await shell.expectBox('sidebar', { width: 200 })
  })

  test('G4 calls a user without a name 用户', async ({ visit }) => {
    const operator = await visit('/login')
    await operator.page.route('**/userLogin/begin', async (route) => {
      const response = await route.fetch()
      const { detail, ...others } = (await response.json()) as { detail: object }
      await route.fulfill({ response, json: { ...others, detail: { ...detail, realName: null } } })
    })
    await operator.signInAs('op01')
    await operator.shell.expectSignedInAs('用户')
  })

  test('L5 R1 draws the open pages without menu, header and breadcrumb', async ({ visit }) => {
    const stranger = await visit('/login')
    for (const [path, text] of [
      ['/login', '登录综合服务平台'],
      ['/noPermission', '无权访问该页面'],
      ['/enterprise/register', '企业注册'],
    ] as const) {
      await stranger.goTo(path)
      await stranger.expectText(text)
      await stranger.expectPath(path)
      await stranger.shell.expectWithout('sidebar', 'header', 'tabs', 'footer')
      expect(await stranger.page.getByRole('navigation', { name: '当前位置' }).count()).toBe(0)
    }

    const operator = await visit('/enterprise/register', { as: 'op01' })
    await operator.expectText('企业注册')
    await operator.shell.expectWithout('sidebar', 'header', 'tabs', 'footer')
  })
})

describe('the breadcrumb', () => {
  test('L4 leads from the platform through the menu to what is done on the page', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.shell.expectTrail('综合服务平台', '项目与入库', '融资管理')
    await operator.list.firstRow().open()
    await operator.shell.expectTrail('综合服务平台', '项目与入库', '融资管理', '融资详情')
    await operator.shell.followTrail('融资管理')
    await operator.expectPath('/loansmgr')
    await operator.list.press('新增')
    await operator.shell.expectTrail('综合服务平台', '项目与入库', '融资管理', '新增融资申请')
    await operator.shell.followTrail('综合服务平台')
    await operator.expectPath('/enterprise')

    await operator.goTo('/nowhere')
    await operator.shell.expectTrail('综合服务平台', '未找到页面')
  })

  test('L4 follows links of the old platform, when the page is loaded and later, and none that leads elsewhere', async ({ visit }) => {
    const operator = await visit('/#/exchangerate?fromCurrency=EUR', { as: 'op01' })
    await operator.expectPath('/exchangerate?fromCurrency=EUR')
    await operator.shell.expectTrail('综合服务平台', '主数据', '汇率')

    await operator.page.evaluate(() => (window.location.hash = '#/currency'))
    await operator.expectPath('/currency')
    await operator.shell.expectTrail('综合服务平台', '主数据', '币种')

    await operator.goTo('/currency#//evil.example.com/currency')
    await operator.list.firstRow().expectThere()
    expect(new URL(operator.page.url()).host).not.toContain('evil')
  })
})

describe('the menu', () => {
  test('L8 keeps one branch open, selects the entry that a page lies below, and folds to icons', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op01' })
    const { shell } = operator
    await shell.expectOpenBranches('主数据')
    await shell.expectSelected('币种')

    await shell.branch('额度管理').click()
    await shell.expectOpenBranches('额度管理')
    await shell.entry('授信额度管理').click()
    await shell.expectSelected('授信额度管理')
    await operator.list.press('新增')
    await operator.expectPath('/quotamgr/edit?mode=add')
    // 3-1-1 stands for 3-1.
    await shell.expectSelected('授信额度管理')
    await shell.branch('额度管理').click()
    await shell.expectOpenBranches()

    await operator.goTo('/stockin')
    await shell.expectOpenBranches('项目与入库')
    await operator.list.firstRow().open()
    await operator.expectPath(/^\/stockin\/\d+/)
    await shell.expectSelected('入库管理')
  })

  test('L8 is dark in both themes, and the pages follow the theme', async ({ visit }) => {
    const { page, shell } = await visit('/currency', { as: 'op01', window: { colorScheme: 'light' } })
    const lightness = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
          return (red + green + blue) / 3
        })
    expect(await lightness('.app-sidebar')).toBeLessThan(64)
    expect(await lightness('.app-header')).toBeGreaterThan(200)
    await shell.switchTheme()
    await shell.expectTheme('dark')
    expect(await lightness('.app-sidebar')).toBeLessThan(64)
    await expect.poll(() => lightness('.app-header')).toBeLessThan(64)
  })

  test('L9 has the icons of the old platform', async ({ visit }) => {
    const { shell } = await visit('/userManage', { as: 'admin' })
    await shell.branch('主数据').waitFor()
    expect(await shell.icons()).toMatchObject({ 主数据: 'bars', 系统管理: 'desktop' })
    const everybody = await visit('/currency', { as: 'multi01' })
    await everybody.shell.branch('主数据').waitFor()
    expect(await everybody.shell.icons()).toMatchObject({
      主数据: 'bars',
      额度管理: 'red-envelope',
      项目与入库: 'bank',
      库存管理: 'dot-chart',
    })
  })

  test('L10 L8 is as it was left after a reload: folded or not, dark or light, and the branch that was open', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op01', window: { colorScheme: 'light' } })
    const { page, shell } = operator
    await shell.branch('库存管理').click()
    await shell.expectOpenBranches('库存管理')
    await operator.reload()
    await shell.expectSelected('币种')
    await shell.expectOpenBranches('库存管理')

    await shell.switchTheme()
    await shell.fold()
    await operator.reload()
    await operator.list.firstRow().expectThere()
    await shell.expectBox('sidebar', { width: 64 })
    await shell.expectTheme('dark')
    await operator.list.search({ 币种名称: '元' })
    const stored = async (): Promise<{ local: object; session: object }> =>
      page.evaluate(() => ({
        local: Object.fromEntries(Object.entries(localStorage)),
        session: Object.fromEntries(Object.entries(sessionStorage)),
      }))
    await expect
      .poll(async () => Object.keys((await stored()).session))
      .toEqual(expect.arrayContaining(['scf-belongName', 'scf-searchForm:base/currency:list::']))
    const { local, session } = await stored()
    expect(local).toMatchObject({ 'scf-siderFold': 'true', 'scf-darkTheme': 'true', 'scf-navOpenKeys': '["6"]' })
    expect(Object.keys({ ...local, ...session }).filter((key) => !key.startsWith(config.storagePrefix))).toEqual([])
  })

  test('G2 holds only what the account may see', async ({ visit }) => {
    const keeper = await visit('/stockin', { as: 'wh01' })
    await keeper.shell.entry('入库管理').waitFor()
    expect(await keeper.shell.entries()).not.toContain('授信额度管理')
    const operator = await visit('/stockin', { as: 'op01' })
    await operator.shell.entry('授信额度管理').waitFor()
    expect(await operator.shell.entries()).not.toContain('用户管理')
  })
})

describe('what is under way', () => {
  test('L11 is shown by an indicator until it has ended', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op01', ownSession: true })
    const { page, shell } = operator
    await operator.list.firstRow().expectThere()
    const indicator = page.getByRole('progressbar', { name: '正在处理' })
    // The indicator may appear before the request is intercepted; a gate that was opened early lets the request pass all the same.
    const gate = createGate()
    await page.route('**/uccas/account/logout', async (route) => {
      await gate.opened
      await route.continue()
    })
    await shell.signOut()
    await indicator.waitFor()
    gate.open()
    await operator.expectPath('/login')
    await expect.poll(() => indicator.count()).toBe(0)
  })
})
