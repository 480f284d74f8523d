import { describe, expect } from 'vitest'
import { createGate } from '../../engine/client/testing/gate'
import { test } from './support/test'

const rates = '**/api/base/exchangerate/list?*'

const problem = (status: number, body: object) => ({
  status,
  contentType: 'application/problem+json; charset=utf-8',
  body: JSON.stringify({ status, ...body }),
})

/** Answers that are no success, and what the operator reads of each. */
const answers = [
  { status: 500, contentType: 'text/html', body: '<h1>Stack trace</h1>', text: '服务器错误' },
  { ...problem(404, { error: '不给人看的文字' }), text: '页面不存在' },
  { ...problem(403, { error: '您没有此操作的权限' }), text: '您没有此操作的权限' },
  { status: 413, contentType: 'text/html', body: '<h1>nginx</h1>', text: '发送的内容超过大小限制' },
  { ...problem(417, { message: '可用额度不足', code: 100501 }), text: '可用额度不足' },
]

describe('an answer that is no success', () => {
  test('E1 500, E1 404, E1 403 with its error, E1 413 of a proxy without a body that can be read and E2 417 tell the operator, and the list stays as it was', async ({
    visit,
  }) => {
    const operator = await visit('/exchangerate', { as: 'op01', refused: answers.map(({ status }) => status) })
    await operator.list.firstRow().expectThere()
    const refused: [number, string][] = []
    operator.page.on('response', (response) => {
      if (response.status() >= 400) refused.push([response.status(), new URL(response.url()).pathname])
    })
    for (const { text, ...response } of answers) {
      await operator.page.route(rates, (route) => route.fulfill(response))
      await operator.list.refresh()
      await operator.expectText(text)
      await operator.list.firstRow().expectThere()
      await operator.expectNoText('Stack trace')
      await operator.page.unroute(rates)
    }
    // Nothing else was refused.
    expect(refused).toEqual(answers.map(({ status }) => [status, '/api/base/exchangerate/list']))
  })

  test('E2 417 with code 100520 says nothing', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', refused: [417] })
    await operator.page.route('**/api/finance/loan/withdraw/*', (route) =>
      route.fulfill(problem(417, { message: '此消息不应显示', error: '此消息不应显示', code: 100520 })),
    )
    await operator.list.row('审批中').press('撤回')
    await operator.dialog.pressConfirm()
    await operator.dialog.gone()
    await operator.expectNoText('此消息不应显示')
  })

  test('E1 none at all is 网络错误, and the next try succeeds', async ({ visit }) => {
    const operator = await visit('/exchangerate', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    operator.complaints.allowFailedConnections()
    await operator.page.route(rates, (route) => route.abort('connectionreset'))
    await operator.list.refresh()
    await operator.expectText('网络错误')
    await operator.page.unroute(rates)
    await operator.list.query()
    await operator.list.firstRow().expectThere()
  })

  test('a program that does not come: the window says so, and leads to another try', async ({ visit }) => {
    const operator = await visit('/login')
    operator.complaints.allowFailedConnections()
    await operator.page.route('**/assets/*.js', (route) => route.abort('connectionreset'))
    await operator.page.reload({ waitUntil: 'commit' })
    await operator.expectText('正在进入…')
    // As it is after ten seconds.
    await operator.page.evaluate(() =>
      document.getAnimations().forEach((animation) => animation.timeline === document.timeline && animation.finish()),
    )
    await operator.page.unroute('**/assets/*.js')
    await operator.page.getByRole('link', { name: '重新载入' }).click()
    await operator.expectText('登录综合服务平台')
  })

  test('a form whose code does not come: the page says so, and is there when the browser begins anew', async ({ visit }) => {
    const operator = await visit('/warehouse', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    operator.complaints.allowFailedConnections()
    operator.complaints.allowText('dynamically imported module')
    await operator.page.route('**/assets/{form,record}-*.js', (route) => route.abort('connectionreset'))
    await operator.press('新增')
    await operator.expectText('页面未能加载')
    await operator.page.unroute('**/assets/{form,record}-*.js')
    await operator.press('刷新浏览器')
    await operator.expectPath('/warehouse/edit?mode=add')
    await operator.form.fill({ 仓库名称: '线路恢复后的仓库' })
  })

  test('a slow line: the old page stays or the new one is outlined, and no window is blank', async ({ visit }) => {
    const operator = await visit('/warehouse', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    const line = await operator.page.context().newCDPSession(operator.page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 125_000,
      uploadThroughput: 125_000,
    })
    const seen = await operator.page.evaluateHandle(() => {
      const counted = { blankFrames: 0 }
      const look = (): void => {
        const front = document.querySelector('kept-page:not([data-away]), .app-skeleton')
        if (!front || front.getBoundingClientRect().height === 0 || front.querySelectorAll('*').length < 3) counted.blankFrames++
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      return counted
    })
    await operator.press('新增')
    await operator.form.fill({ 仓库名称: '慢线路上的仓库' })
    expect(await seen.jsonValue()).toEqual({ blankFrames: 0 })
  })

  test('E3 the user who cannot be asked for', async ({ visit }) => {
    const operator = await visit('/login', { refused: [500] })
    await operator.page.route('**/userLogin/begin', (route) => route.fulfill({ status: 500 }))
    await operator.signInAs('op01')
    await operator.expectText('获取用户信息失败')
    await operator.expectPath('/login')
    await operator.page.unroute('**/userLogin/begin')
    await operator.signInAs('op01')
    await operator.shell.expectSignedInAs('林晓')
  })

  test('E3 the business entity that cannot be asked for', async ({ visit }) => {
    const operator = await visit('/login')
    await operator.page.route('**/userLogin/begin', async (route) => {
      const response = await route.fetch()
      const { belonging: _, ...others } = (await response.json()) as { belonging: object }
      await route.fulfill({ response, json: others })
    })
    await operator.signInAs('op01')
    await operator.expectText('获取业务主体信息失败')
    await operator.shell.expectSignedInAs('林晓')
  })

  test('an older one does not take the place of a newer', async ({ visit }) => {
    const operator = await visit('/exchangerate', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    const older = createGate()
    const ended = createGate()
    await operator.page.route(rates, async (route) => {
      if (!route.request().url().includes('EUR')) return route.continue()
      await older.opened
      // The page may have given it up.
      await route.continue().catch(() => undefined)
      ended.open()
    })
    await operator.list.ask({ 原币: 'EUR' })
    await operator.list.ask({ 原币: 'USD' })
    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'USD'))
    older.open()
    await ended.opened
    await operator.page.waitForLoadState('networkidle')
    await operator.list.expectColumn('原币', (codes) => codes.length > 0 && codes.every((code) => code === 'USD'))
  })
})

describe('messages and dialogs', () => {
  test('E4 a toast hangs at 65 px and goes after 3 s', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01', refused: [417] })
    await operator.page.route('**/api/finance/loan/withdraw/*', (route) =>
      route.fulfill(problem(417, { message: '审批已经开始', error: '审批已经开始', code: 100501 })),
    )
    await operator.list.row('审批中').press('撤回')
    const toast = operator.message('审批已经开始')
    const [life, top] = await Promise.all([toast.life(), operator.dialog.pressConfirm().then(() => toast.top())])
    expect(top).toBe(65)
    // React counts from a moment before the observer does, a second before at most; that it is 3 s and no more is in notify.test.ts.
    expect(life).toBeGreaterThan(2000)
  })

  test('E4 a note hangs at 100 px', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.search({ 项目名称: '没有这个项目' })
    await operator.list.press('导出')
    expect(await operator.message('暂无数据').top()).toBe(100)
  })

  test('a message over a dialog leaves its title to be read', async ({ visit }) => {
    const officer = await visit('/currency', { as: 'admin' })
    await officer.list.row('CNY').press('编辑')
    await officer.dialog.press('保存')
    const top = await officer.message('没有需要保存的修改').top()
    expect(top).toBeGreaterThan(await officer.dialog.titleBottom())
  })

  test('E5 a confirmation opens from where was clicked', async ({ visit }) => {
    const operator = await visit('/clientrelation', { as: 'op01', window: { reducedMotion: 'no-preference', own: true } })
    // Nothing comes any more where time stands still.
    await operator.list.firstRow().expectThere()
    await operator.page.clock.install()
    const originAfter = async (position: { x: number; y: number }): Promise<{ x: number; y: number }> => {
      // A click is remembered for 100 ms, which are over when this test says so.
      await operator.page.clock.pauseAt(Date.now() + 60_000)
      await operator.list.firstRow().pressAt('删除', position)
      await operator.dialog.expectText('删除')
      await operator.page.clock.runFor(50)
      const origin = await operator.dialog.origin()
      await operator.page.clock.resume()
      await operator.dialog.cancel()
      return origin
    }
    const [from, to] = [await originAfter({ x: 3, y: 4 }), await originAfter({ x: 12, y: 9 })]
    expect([to.x - from.x, to.y - from.y]).toEqual([9, 5])
  })

  test('E5 a confirmation is 416 px wide, its buttons are 取消 and the act, and it waits for what it does', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const answer = createGate()
    await operator.page.route('**/api/finance/loan/withdraw/*', async (route) => {
      await answer.opened
      await route.fulfill({ contentType: 'application/json', body: '{}' })
    })
    await operator.list.row('审批中').press('撤回')
    expect(await operator.dialog.width()).toBe(416)
    await operator.dialog.expectButtons('取消', '撤回')
    await operator.dialog.pressConfirm()
    await operator.dialog.expectBusy()
    answer.open()
    await operator.dialog.gone()
  })

  test('E5 a form dialog is 520 px wide, and a click on its mask counts only after 300 ms', async ({ visit }) => {
    const manager = await visit('/misc', { as: 'fm01' })
    await manager.list.row('审批中').open()
    await manager.record.press('驳回')
    expect(await manager.dialog.width()).toBe(520)
    await manager.dialog.settle()
    await manager.dialog.clickMask()
    await manager.dialog.gone()
    const early = manager.dialog.clickMaskWhenItOpens()
    await manager.record.press('驳回')
    await early
    await manager.dialog.settle()
    expect(await manager.dialog.width()).toBe(520)
  })

  test('a dialog that shows the lines that are decided on is as wide as they ask, and no wider than 960 px', async ({ visit }) => {
    const manager = await visit('/loansmgr', { as: 'bm01' })
    await manager.list.row('审批中').open()
    await manager.record.press('驳回')
    await expect.poll(() => manager.dialog.width()).toBeGreaterThan(520)
    expect(await manager.dialog.width()).toBeLessThanOrEqual(960)
  })

  test('E6 an amount is typed with commas and two decimals, and what is no digit does not stay', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    await operator.list.press('新增')
    await operator.form.fill({ 申请金额: 'a1234567.895b' })
    await operator.form.expectValues({ 申请金额: '1,234,567.89' })
  })
})
