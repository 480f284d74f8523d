/** What browsers, people and networks put in the way: the pages go on, nothing typed is lost, and nothing more is allowed. */
import { describe, expect } from 'vitest'
import { routesOf } from '../../engine/core/compile'
import { config } from '../../src/app/config'
import { testProduct } from '../api/support/product'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-5)
const key = (name: string): string => config.storagePrefix + name

describe('what the browser keeps', () => {
  test('S7 L10 may be broken, old or of another shape', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    for (const [currentUser, others] of [
      ['{not JSON', '{not JSON'],
      ['{"createTime":1,"userName":"op01"}', '{"open":["3"]}'],
      ['{"createTime":1,"userId":"2","parentMenu":[],"subMenu":[null],"departmentElement":[],"fundingElement":[]}', 'null'],
      ['[]', '[1,null,{}]'],
    ] as const) {
      await operator.page.evaluate(
        ([prefix, user, value]) => {
          localStorage.setItem(`${prefix}currentUser`, user)
          for (const name of ['siderFold', 'darkTheme', 'navOpenKeys']) localStorage.setItem(prefix + name, value)
          for (const name of ['returnTo', 'belongdepartment', 'searchForm:base/currency:list::', 'section', 'lastUserId'])
            sessionStorage.setItem(prefix + name, value)
        },
        [config.storagePrefix, currentUser, others] as const,
      )
      await operator.reload()
      await operator.list.firstRow().expectThere()
      expect(await operator.shell.box('sidebar')).toMatchObject({ width: 200 })
    }
  })

  test('S7 P6 may be forged: more is shown for a moment, nothing more is allowed, and the next check puts it right', async ({ visit }) => {
    const keeper = await visit('/stockin', { as: 'wh01', refused: [403] })
    await keeper.list.firstRow().expectThere()
    // The account's rights, and the menus and routes that the server has not told it of.
    const plan = testProduct()
    const branch = plan.menus.find(({ name }) => name === '系统管理')?.id
    const forged = {
      menus: plan.menus.filter(({ id, menuName }) => id === branch || menuName === 'manage_userManage'),
      routes: routesOf(plan.screens).filter(({ menuName }) => menuName === 'manage_userManage'),
    }
    await keeper.page.evaluate(
      ([userName, productName, more]) => {
        const read = (name: string) => JSON.parse(localStorage.getItem(name) ?? '') as Record<string, object[]>
        const [user, product] = [read(userName), read(productName)]
        const entry = { menuName: 'manage_userManage', menuId: '11-2', permissionType: 1, children: [{ menuName: 'userManage_delete' }] }
        localStorage.setItem(userName, JSON.stringify({ ...user, subMenu: [...(user['subMenu'] ?? []), entry] }))
        const whole = {
          ...product,
          menus: [...(product['menus'] ?? []), ...more.menus],
          routes: [...(product['routes'] ?? []), ...more.routes],
        }
        localStorage.setItem(productName, JSON.stringify(whole))
      },
      [key('currentUser'), key('product'), forged] as const,
    )
    const responses = await keeper.hold('**/userLogin/begin')
    await keeper.reload()
    await responses.asked()
    await keeper.shell.branch('系统管理').waitFor()
    expect(await keeper.ask('GET', '/api/base/user/list')).toBe(403)

    responses.release()
    await keeper.shell.branch('系统管理').waitFor({ state: 'detached' })
    await keeper.goTo('/userManage')
    await keeper.expectText('未找到页面')
  })

  test('S7 may throw: the session lives in the page', async ({ visit }) => {
    const operator = await visit('/login', { window: { own: true } })
    await operator.page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await operator.goTo('/exchangerate?fromCurrency=EUR')
    await operator.expectPath('/login')
    await operator.signInAs('op01')
    await operator.expectPath('/exchangerate?fromCurrency=EUR')
    await operator.shell.open('额度管理', '授信额度管理')
    await operator.list.press('新增')
    await operator.form.fill({ 额度名称: `无存储 ${mark}` })
    // What is typed is in memory, and is asked about.
    await operator.shell.signOut()
    await operator.dialog.expectText('有未保存的内容，确定退出登录吗？')
    await operator.dialog.press('退出登录')
    await operator.expectPath('/login')
  })

  test('S7 may be full: what is typed is kept by the page', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit', { as: 'op01' })
    await operator.page.evaluate(() => {
      for (let size = 5_000_000; size >= 1; size = Math.floor(size / 2)) {
        for (let index = 0; ; index++) {
          try {
            sessionStorage.setItem(`filler-${size}-${index}`, 'x'.repeat(size))
          } catch {
            break
          }
        }
      }
    })
    await operator.form.fill({ 额度名称: `存满了 ${mark}`, 起始日: today })
    await operator.shell.open('额度管理', '授信额度管理')
    await operator.dialog.press('离开')
    await operator.expectPath('/quotamgr')
    await operator.list.press('新增')
    await operator.form.expectValues({ 额度名称: `存满了 ${mark}`, 起始日: today })
  })

  test('S7 may hold a draft that no form has written', async ({ visit }) => {
    // References that are none are asked for, and refused.
    const operator = await visit('/quotamgr', { as: 'op01', refused: [422] })
    await operator.list.firstRow().expectThere()
    const { userId } = (await operator.stored()).local['currentUser'] as { userId: string }
    for (const values of [
      { quotaName: { a: 1 }, approvedAmount: ['x'], startDate: 7, productIds: 'none', fundingPartyId: {}, isRevolving: 'yes' },
      { quotaName: null, unknown: 1, approvedAmount: 'abc', endDate: 'someday' },
    ]) {
      const draft = { values, base: null, idempotencyKey: 'k', at: 'now' }
      await operator.page.evaluate(([name, text]) => sessionStorage.setItem(name, text), [
        key(`draft:${userId}:limit/quotamgr:edit:new`),
        JSON.stringify(draft),
      ] as const)
      await operator.goTo('/quotamgr/edit')
      await operator.form.fill({ 额度名称: `可用 ${mark}` })
      await operator.form.expectValues({ 额度名称: `可用 ${mark}` })
      await operator.expectNothingWrong()
    }
  })

  test('S7 keeps column settings per user in every window', async ({ visit }) => {
    const first = await visit('/currency', { as: 'fn01' })
    await first.list.firstRow().expectThere()
    const [hidden = ''] = (await first.list.titles()).slice(-2)
    const second = await visit('/currency', { as: 'fn01' })
    await second.list.expectTitles({ with: [hidden] })

    await first.list.switchColumn(hidden)
    await first.list.expectTitles({ without: [hidden] })
    // At once: the choice is sent when the page goes.
    await first.reload()
    await first.list.expectTitles({ without: [hidden] })
    const third = await visit('/currency', { as: 'fn01' })
    await third.list.expectTitles({ without: [hidden] })
    // A window that was open before sees it when it is come back to.
    await second.comeBack()
    await second.list.expectTitles({ without: [hidden] })
    const other = await visit('/currency', { as: 'op01' })
    await other.list.expectTitles({ with: [hidden] })

    await first.list.switchColumn(hidden)
    await first.list.expectTitles({ with: [hidden] })
    await first.reload()
    await first.list.expectTitles({ with: [hidden] })
  })
})

describe('an address', () => {
  test('R8 may say what nobody understands', async ({ visit }) => {
    const operator = await visit(
      '/exchangerate?foo=1&page=-3&pageSize=7&sortField=__proto__&sortOrder=up&fromCurrency=EUR&toString=1&a=%E0%A4%A',
      {
        as: 'op01',
      },
    )
    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'EUR'))
    await operator.expectNothingWrong()
    operator.complaints.allow(404)
    await operator.goTo('/quotamgr/detail?id=999999999&mode=nonsense&tab=none')
    await operator.expectText('不存在')
  })

  test('R8 may ask for what the server refuses, and says what to do', async ({ visit }) => {
    const operator = await visit('/exchangerate?rateDateStart=someday', { as: 'op01', refused: [422] })
    await operator.expectText('重试')
    await operator.list.reset()
    await operator.list.firstRow().expectThere()
  })
})

describe('the network', () => {
  test('C3 R8 may answer out of order: the newest request wins', async ({ visit }) => {
    const operator = await visit('/exchangerate', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    const slow = await operator.hold(/exchangerate\/list\?.*fromCurrency=EUR/)
    await operator.list.ask({ 原币: 'EUR' })
    await slow.asked()
    await operator.list.ask({ 原币: 'USD' })
    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'USD'))
    slow.release()
    await operator.expectPath(/fromCurrency=USD/)
    await operator.page.waitForLoadState('networkidle')
    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'USD'))
  })

  test('E1 may be gone: a list says so and is asked again when it is back, a form keeps what was typed', async ({ visit }) => {
    const operator = await visit('/quotamgr', { as: 'op01' })
    operator.complaints.allowFailedConnections()
    await operator.list.firstRow().expectThere()
    await operator.context.setOffline(true)
    await operator.list.ask({ 额度名称: '授信' })
    await operator.expectText('网络错误')
    await operator.page.getByRole('table').getByRole('button', { name: '重试' }).waitFor()
    // When the network is back, all that failed is asked again by itself, the figures above too.
    await operator.context.setOffline(false)
    await operator.page.getByText('数字加载失败').waitFor({ state: 'detached' })
    await operator.list.expectColumn('额度名称', (names) => names.length > 0 && names.every((name) => name.includes('授信')))

    const name = `授信断网 ${mark}`
    await operator.list.press('新增')
    await operator.form.fill({
      额度名称: name,
      额度类型: '综合授信',
      资金方: '演示甲商业银行',
      所属部门: '华东业务部',
      增信方式: '信用',
      适用产品: ['甲行存货质押'],
      授信金额: '100000',
      起始日: today,
      到期日: today,
    })
    await operator.context.setOffline(true)
    await operator.form.press('保存')
    await operator.expectText('网络错误')
    await operator.form.expectValues({ 额度名称: name, 授信金额: '100,000.00' })
    await operator.context.setOffline(false)
    await operator.form.press('保存')
    await operator.list.row(name).expectCell('草稿')
  })
})
