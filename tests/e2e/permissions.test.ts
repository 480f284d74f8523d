import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('what is shown', () => {
  test('P1 G2 is the full menu for an account without subMenu, whose every business call is refused', async ({ visit }) => {
    const admin = await visit('/userManage', { as: 'admin' })
    const nobody = await visit('/', { as: 'nomenu01', refused: [403] })
    await nobody.expectPath('/loansmgr')
    await nobody.expectText('您没有此操作的权限')
    const [all, some] = [await nobody.shell.entries(), await admin.shell.entries()]
    expect(all).toEqual(expect.arrayContaining(some))
    for (const entry of ['用户管理', '融资管理', '入库管理', '授信额度管理']) expect(all).toContain(entry)
    await nobody.list.expectToolbar([])
    for (const path of ['/api/finance/loan/list', '/api/base/user/list', '/api/credit/list'])
      expect([path, (await nobody.asks('GET', path)).status]).toEqual([path, 403])
  })

  test('P2 P3 are the buttons that the server names when the menu is opened, wherever they would stand', async ({ visit }) => {
    const officer = await visit('/currency', { as: 'op01' })
    await officer.list.expectAnswered()
    const asked: URL[] = []
    await officer.page.route('**/ucmanage/permission/button?**', async (route) => {
      asked.push(new URL(route.request().url()))
      await route.fulfill({ json: { result: ['view', 'submit', 'delete'].map((code) => ({ code })) } })
    })
    await officer.shell.open('项目与入库', '融资管理')
    const draft = officer.list.row('草稿')
    await expect.poll(() => draft.actions()).toEqual(['提交', '查看', '删除'])
    expect(asked.map(({ searchParams }) => [...searchParams.keys()])).toEqual([['systemCode', 'menuId', 't']])
    expect(asked[0]?.searchParams.get('systemCode')).toBe('supplyChainFin')
    expect(Math.abs(Date.now() - Number(asked[0]?.searchParams.get('t')))).toBeLessThan(60_000)
    await officer.list.expectToolbar([])
    // Not hidden: there is none.
    for (const hidden of ['新增', '编辑', '导出', '撤回']) await officer.expectNowhere(hidden)
  })

  test('P5 protects nothing: forged requests of the page itself are refused by the server', async ({ visit }) => {
    const southern = await visit('/loansmgr', { as: 'op02' })
    const foreign = ((await southern.asks('GET', '/api/finance/loan/list?pageSize=1')).body as { records: { id: string }[] }).records[0]?.id
    const auditor = await visit('/loansmgr', { as: 'au01', refused: [403, 404] })
    await auditor.list.firstRow().expectThere()
    for (const [method, path, form = {}] of [
      ['POST', `/api/finance/loan/approve/${foreign}`],
      ['POST', '/api/finance/loan'],
      ['PATCH', `/api/finance/loan/${foreign}`],
      ['DELETE', `/api/finance/loan/${foreign}`],
      ['PATCH', '/api/base/user/status/1', { status: 'DISABLED', version: 1 }],
    ] as const)
      expect([path, (await auditor.asks(method, path, form)).status]).toEqual([path, 403])

    const eastern = await visit('/loansmgr', { as: 'op01', refused: [404] })
    await eastern.list.firstRow().expectThere()
    expect((await eastern.asks('GET', `/api/finance/loan/${foreign}`)).status).toBe(404)
    expect((await eastern.asks('POST', `/api/finance/loan/submit/${foreign}`, { version: 1 })).status).toBe(404)
    await eastern.goTo(`/loansmgr/detail?id=${foreign}`)
    await eastern.expectText('记录不存在，或您没有查看权限')
  })
})
