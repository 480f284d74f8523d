/** Dialogs that reckon for an application, with the server's figures beside what was asked. */
import { describe, expect } from 'vitest'
import { test } from './support/test'

describe('a loan that is still a draft', () => {
  test('E-10 E-19 is tried out, its import taxes are reckoned and estimated into it', async ({ visit }) => {
    const operator = await visit('/loansmgr?status=DRAFT', { as: 'op01' })
    await operator.list.firstRow().open()
    await operator.record.expectState('草稿')

    await operator.record.press('试算')
    await operator.dialog.expectText('试算：RZ')
    await operator.dialog.press('试算')
    expect((await operator.dialog.figures('试算结果'))['可融资额合计']).toMatch(/^[\d,]+\.\d{2}元$/)
    await operator.dialog.fill({ 申请金额: '1' })
    await operator.dialog.expectText('条件已修改，结果是修改前的')
    await operator.dialog.press('关闭')
    await operator.dialog.gone()

    await operator.record.press('税款计算')
    await operator.dialog.expectValues({ 贸易方式: '一般贸易' })
    await operator.dialog.fill({ 贸易方式: '保税' })
    await operator.dialog.press('税款计算')
    expect((await operator.dialog.figures('税款计算结果'))['税款合计']).toBe('0.00元')
    await operator.dialog.fill({ 贸易方式: '一般贸易' })
    await operator.dialog.press('税款计算')
    await expect.poll(async () => (await operator.dialog.figures('税款计算结果'))['税款合计']).not.toBe('0.00元')
    const { 税款合计: total = '' } = await operator.dialog.figures('税款计算结果')
    await operator.dialog.press('关闭')
    await operator.dialog.gone()

    await operator.record.press('预估税款')
    await Promise.all([operator.expectText('已写入预估税款'), operator.dialog.confirm()])
    await operator.record.expectFields({ 预估税款: total.replace('元', '') })
  })
})

describe('a product', () => {
  test('E-02 E-05 is tried out in a tab of its own page', async ({ visit }) => {
    const risk = await visit('/product', { as: 'rk01' })
    await risk.list.firstRow().press('试算')
    await risk.form.fill({ 融资本金: '335,412', 起息日: '2026-03-02', 还款日: '2026-09-02' })
    await risk.form.press('试算')
    expect((await risk.form.figures('试算结果'))['利息']).toMatch(/^[\d,]+\.\d{2}$/)
    // In whose currency stands beside the figures, for a product may be in any.
    await risk.expectText('人民币，计息 184 天')
  })
})
