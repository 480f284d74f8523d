/** What the server computes before anything is saved or confirmed: a loan while it is filled, and what its approval will book. */
import { describe, expect } from 'vitest'
import { beginLoan, borrower, product } from './support/loan'
import { test } from './support/test'

const mark = Date.now().toString(36).slice(-5)
const projectName = `边填边算 ${mark}`

let loanNo = ''

describe.sequential('a loan is computed by the server', () => {
  test('while it is filled, before it is saved', async ({ visit }) => {
    const operator = await visit('/customerline', { as: 'op01' })
    await operator.list.search({ 融资客户: borrower, 产品: product, 状态: '生效' })
    const lineNo = (await operator.list.column('客户额度编号'))[0] ?? ''
    expect(lineNo).not.toBe('')

    await beginLoan(operator, projectName, lineNo)
    // 100 t at 20,000.00: worth 2,000,000.00, of which the bank finances 70 % (E-10, E-11).
    await operator.form.addLines([{ 商品: '高纯铝锭', 数量: '100', 单价: '20000' }])
    await operator.form.expectLine(0, { 金额: '2,000,000.00', 拟质押率: '70.00%', 可融资额: '1,400,000.00' })
    await operator.expectText('计算结果以保存时为准')
    await operator.form.fillLine(0, { 数量: '50' })
    await operator.form.expectLine(0, { 可融资额: '700,000.00' })

    await operator.form.fill({ 申请金额: '20000' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.list.row(projectName).expectCell('审批中')
    loanNo = (await operator.list.column('融资单号'))[0] ?? ''
  })

  test('and its approval shows what it will reserve, and for which goods it sends', async ({ visit }) => {
    const manager = await visit('/loansmgr', { as: 'bm01' })
    await manager.list.row(loanNo).press('审批通过')
    await manager.dialog.expectText('预占金额')
    await manager.dialog.expectText('将生成：')
    await manager.dialog.fill({ 批准金额: '' })
    await manager.dialog.expectText('填写完整后显示将产生的变动')
    await manager.dialog.fill({ 批准金额: '15000' })
    await manager.dialog.expectText('预占金额')
    await manager.dialog.fill({ 审批意见: '同意' })
    await manager.dialog.confirm()
    await manager.list.row(loanNo).expectCell('待放款')
  })
})
