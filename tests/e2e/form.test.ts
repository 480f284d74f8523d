import { describe, expect } from 'vitest'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-5)

describe('a form', () => {
  test('marks what is missing and leads to it', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit', { as: 'op01' })
    await operator.form.fill({ 额度名称: `缺字段 ${mark}` })
    await operator.form.press('保存')
    await operator.form.expectProblem('“资金方”不能为空')
    await operator.form.expectFocusOn('资金方')
    // What only a submit needs a draft may lack.
    expect(await operator.form.problemOf('额度类型')).toBe('')
    await operator.form.press('提交')
    await operator.form.expectFocusOn('额度类型')
  })

  test('stays where it is when it says what is missing, and while that is filled in', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit?mode=add', { as: 'op01' })
    const places = () => operator.form.places('额度名称', '授信金额', '备注')
    const before = await places()
    await operator.form.press('提交')
    await operator.expectText('有 9 处需要修改')
    expect(await places()).toEqual(before)
    await operator.form.fill({ 额度名称: `不跳动 ${mark}`, 授信金额: '1' })
    await operator.expectText('有 7 处需要修改')
    expect(await places()).toEqual(before)
  })

  test('asks before it is left, and keeps what was typed until it is opened again', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit', { as: 'op01' })
    await operator.form.fill({ 额度名称: `未保存 ${mark}`, 授信金额: '1234567.5' })
    await operator.shell.open('额度管理', '授信额度管理')
    await operator.dialog.expectText('有未保存的内容')
    await operator.dialog.press('继续编辑')
    await operator.expectPath('/quotamgr/edit?mode=add')

    await operator.shell.open('额度管理', '授信额度管理')
    await operator.dialog.press('离开')
    await operator.expectPath('/quotamgr')
    await operator.list.press('新增')
    await operator.form.expectValues({ 额度名称: `未保存 ${mark}`, 授信金额: '1,234,567.50' })
  })

  test('is as it was after a reload', async ({ visit }) => {
    const operator = await visit('/quotamgr/edit', { as: 'op01' })
    await operator.form.fill({ 额度名称: `刷新前 ${mark}`, 起始日: today })
    await operator.reload()
    await operator.expectText('已恢复上次未保存的内容')
    await operator.form.expectValues({ 额度名称: `刷新前 ${mark}`, 起始日: today })
    await operator.form.press('放弃')
    await operator.form.expectValues({ 额度名称: '' })
  })

  test('is there again after the session has ended in the middle of it', async ({ visit }) => {
    const operator = await visit('/currency', { as: 'op02', refused: [401], ownSession: true })
    await operator.shell.open('额度管理', '授信额度管理')
    await operator.list.press('新增')
    await operator.form.fill({
      额度名称: `会话结束 ${mark}`,
      额度类型: '综合授信',
      资金方: '演示甲商业银行',
      所属部门: '华南业务部',
      增信方式: '信用',
      适用产品: ['甲行存货质押'],
      授信金额: '500000',
      起始日: today,
      到期日: today,
    })
    await operator.endSession()
    await operator.form.press('保存')
    await operator.expectText('认证失败，请重新登录')
    await operator.expectPath('/login')

    await operator.signInAs('op02')
    await operator.expectPath('/quotamgr/edit?mode=add')
    await operator.form.expectValues({ 额度名称: `会话结束 ${mark}`, 授信金额: '500,000.00', 适用产品: '甲行存货质押' })
    await operator.form.press('保存')
    await operator.list.row(`会话结束 ${mark}`).expectCell('草稿')
  })

  test('that somebody else has saved meanwhile is compared and merged', async ({ visit }) => {
    const first = await visit('/quotamgr', { as: 'op01', refused: [409] })
    await first.list.row('续授信').press('编辑')
    await first.form.fill({ 额度名称: `甲行华东 2027 年续授信 ${mark}` })

    const second = await visit('/quotamgr', { as: 'multi01' })
    await second.list.row('续授信').press('编辑')
    await second.form.fill({ 备注: `资金方已口头同意 ${mark}` })
    await second.form.press('保存')
    await second.expectPath('/quotamgr')

    await first.form.press('保存')
    await first.dialog.expectText('全能测试')
    await first.dialog.press('对比并合并')
    await first.expectText('已与最新内容合并')
    await first.form.expectValues({ 额度名称: `续授信 ${mark}`, 备注: `资金方已口头同意 ${mark}` })
    await first.form.press('保存')
    await first.list.row(`续授信 ${mark}`).expectThere()
  })

  test('that the server refuses says why until the value changes, also when a dialog has closed over it', async ({ visit }) => {
    const operator = await visit('/customerline', { as: 'op01', refused: [422] })
    await operator.list.search({ 状态: '生效' })
    await operator.list.firstRow().expectThere()
    // A client has one open line for a product of a quota; the browser knows nothing of the others.
    const line = async (title: string) => {
      const texts = await operator.list.column(title)
      return { taken: texts[0] ?? '', other: texts.find((text) => text !== texts[0]) ?? '' }
    }
    const [quota, borrower, product] = [await line('授信额度'), await line('融资客户'), await line('产品')]
    await operator.list.press('新增')
    await operator.form.fill({ 授信额度: quota.taken, 融资客户: borrower.taken })
    await operator.form.fill({ 产品: product.taken, 额度金额: '1000', 起始日: today, 到期日: today })
    const taken = '“授信额度、产品、融资客户”已存在，不能重复'
    // The value that is marked, and before it one that it was found of together.
    for (const [label, other] of [
      ['融资客户', borrower.other],
      ['授信额度', quota.other],
    ] as const) {
      await operator.form.fill({ 融资客户: borrower.taken })
      await operator.form.press('提交')
      await operator.dialog.confirm()
      await expect.poll(() => operator.form.problemOf('授信额度')).toBe(taken)
      // What is computed of the form comes later, and changes nothing of it.
      await operator.page.waitForTimeout(3000)
      expect(await operator.form.problemOf('授信额度')).toBe(taken)
      await operator.form.expectFocusOn('授信额度')
      await operator.expectText('有 1 处需要修改')
      // Whoever goes on without having changed it is still told.
      await operator.page.keyboard.press('Tab')
      await operator.breathe()
      expect(await operator.form.problemOf('授信额度')).toBe(taken)
      await operator.form.fill({ [label]: other })
      await expect.poll(() => operator.form.problemOf('授信额度')).toBe('')
    }
  })
})
