/** A morning of risk control: what the night has warned of is taken on, a fill is asked for and brought, and what is at risk is looked through. */
import { describe, expect } from 'vitest'
import { test } from './support/test'

describe.sequential('a morning of risk control', () => {
  let warnNo = ''
  let fillNo = ''

  test('a loan beyond its line is marked, with its rate over 90 days, and leads to its warnings', async ({ visit }) => {
    const risk = await visit('/pledgewarn', { as: 'rk01' })
    const first = risk.list.firstRow()
    expect((await risk.list.column('水位'))[0]).toMatch(/警戒|补仓|平仓/)
    expect(await first.actions()).toEqual(expect.arrayContaining(['查看', '生成补仓单', '重算']))
    await first.press('查看')
    await risk.expectText('近 90 天质押率')
  })

  test('a warning is taken on, finished with a result, and closed by the manager alone', async ({ visit }) => {
    const risk = await visit('/pledgewarndetail?status=OPEN', { as: 'rk01' })
    await risk.list.firstRow().expectCell('待处理')
    warnNo = (await risk.list.column('预警编号'))[0] ?? ''
    expect(warnNo).toMatch(/^YJ\d{8}-\d{4}$/)
    await risk.list.row(warnNo).press('受理')
    await risk.dialog.fill({ 说明: '联系客户' })
    await risk.dialog.confirm()
    await risk.goTo(`/pledgewarndetail?warnNo=${warnNo}`)
    const row = risk.list.row(warnNo)
    await row.expectCell('处理中')
    await row.press('处理完成')
    await risk.dialog.fill({ 处理说明: '已与客户约定补足' })
    await risk.dialog.confirm()
    await row.expectCell('已处理')
    expect(await row.actions()).not.toContain('关闭')

    const manager = await visit(`/pledgewarndetail?warnNo=${warnNo}`, { as: 'bm01' })
    await manager.list.row(warnNo).press('关闭')
    await manager.question.confirm()
    await manager.list.row(warnNo).expectCell('已关闭')
  })

  test('a fill says what it asks for and until when, and is decided on by another', async ({ visit }) => {
    const clerk = await visit('/fill?status=AUDITING', { as: 'op01' })
    await clerk.list.firstRow().expectCell('审核中')
    fillNo = (await clerk.list.column('补仓单号'))[0] ?? ''
    expect(await clerk.list.row(fillNo).actions()).not.toContain('审核通过')
    const risk = await visit(`/fill?fillNo=${fillNo}`, { as: 'rk01' })
    await risk.list.row(fillNo).press('驳回')
    await risk.dialog.fill({ 审批意见: '请补付款凭证' })
    await risk.dialog.confirm()
    await risk.list.row(fillNo).expectCell('已驳回')
    await risk.list.row(fillNo).open()
    await risk.expectText('应补现金')
  })

  test('what is at risk leads from the customer to each loan', async ({ visit }) => {
    const risk = await visit('/risksum', { as: 'rk01' })
    await risk.list.firstRow().press('明细')
    await risk.expectText('风险敞口明细')
    expect((await risk.list.column('融资单'))[0]).toMatch(/^RZ/)
  })

  test('goods that several have pledged show their price and who holds them', async ({ visit }) => {
    const risk = await visit('/commongoods', { as: 'rk01' })
    await risk.list.firstRow().open()
    await risk.expectText('价格走势')
    await risk.expectText('集中度')
    await risk.record.openTab('价格走势')
    await risk.record.expectInTab(/市场行情|第三方评估|采购合同|发票/)
    await risk.record.openTab('持有人')
    await risk.record.expectInTab(/RZ\d{8}-\d{4}/)
  })

  test('a warning says its value in what it is counted in', async ({ visit }) => {
    const risk = await visit('/pledgewarndetail?warnType=STOCK_AGE', { as: 'rk01' })
    await risk.list.firstRow().expectThere()
    for (const value of await risk.list.column('当前值')) expect(value).toMatch(/^-?\d+ 天$/)
    await risk.goTo('/pledgewarndetail?warnType=PRICE_DROP')
    await risk.list.firstRow().expectThere()
    for (const value of await risk.list.column('当前值')) expect(value).toMatch(/^-?\d+\.\d\d%$/)
  })
})
