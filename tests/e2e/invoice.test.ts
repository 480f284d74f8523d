/** An order and its invoice, each leg by whom it belongs to; the legs rest on each other, so they run in the order they stand in. */
import { addDays } from '../../engine/core/dateTime'
import { describe, expect } from 'vitest'
import { digitalInvoiceNo } from '../../src/rules/invoice'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-5)
const buyer = '演示商超有限公司'
const seller = '演示综合服务平台有限公司'

/** A4 in points, as Chromium writes it. */
const a4 = /^0 0 59[45](\.\d+)? 84[12](\.\d+)?$/

let saleNo = ''
let applyNo = ''
let invoiceNo = ''

describe.sequential('from an order to its invoice', () => {
  test('an operator takes an order, a manager approves it', async ({ visit }) => {
    const operator = await visit('/saleManage', { as: 'op01' })
    await operator.list.press('新增')
    await operator.form.fill({
      客户: buyer,
      所属部门: '华东业务部',
      出货仓库: '演示一号仓',
      交货日期: addDays(today, 10),
      备注: `订单 ${mark}`,
    })
    await operator.form.addLines([{ 商品: '高纯铝锭', 数量: '100', 含税单价: '9.9999' }])
    await operator.form.expectLine(0, { 税率: '13.00', 价税合计: '999.99', 税额: '115.04' })
    await operator.form.expectValues({ 价税合计: '999.99', 不含税合计: '884.95' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectPath('/saleManage')
    // A list that comes back shows what it showed before, until it has been asked again.
    await operator.list.row('999.99').expectCell('审批中')
    saleNo = (await operator.list.column('销售单号'))[0] ?? ''
    expect(saleNo).toMatch(/^XD\d{8}-\d{4}$/)

    const manager = await visit('/saleManage', { as: 'bm01' })
    await manager.list.row(saleNo).press('审批通过')
    await manager.dialog.confirm()
    await manager.list.row(saleNo).expectCell('执行中')
  })

  test('choosing the order brings buyer, seller and lines, and amounts follow a quantity that is typed over', async ({ visit }) => {
    const clerk = await visit('/saleInvoice', { as: 'fn01' })
    await clerk.list.press('新增')
    await clerk.form.fill({ 销售订单: saleNo })
    await clerk.form.expectValues({ 销售方: seller, 购方名称: buyer, 购方税号: '91310115MA1DEM0334', 价税合计: '999.99' })
    await clerk.form.expectLine(0, { 货物或服务名称: '高纯铝锭', 数量: '100', 金额: '884.95', 税额: '115.04' })
    await clerk.form.fillLine(0, { 数量: '40' })
    await clerk.form.expectLine(0, { 金额: '353.98', 税额: '46.02' })
    await clerk.form.expectValues({ 价税合计: '400.00' })
    await clerk.form.fillLine(0, { 数量: '100', 税收分类编码: '1080309000000000000' })
    // The tax that the rest of the order has: within a cent of amount × rate (E-26).
    await clerk.form.expectLine(0, { 金额: '884.95', 税额: '115.04' })
    await clerk.form.fill({ 票种: '数电票(普通发票)', 备注: `发票 ${mark}` })
    await clerk.form.press('提交')
    await clerk.dialog.confirm()
    await clerk.expectPath('/saleInvoice')
    await clerk.list.row(saleNo).expectCell('审批中')
    applyNo = (await clerk.list.column('开票申请号'))[0] ?? ''
    expect(applyNo).toMatch(/^FP\d{8}-\d{4}$/)

    const manager = await visit('/saleInvoice', { as: 'fm01' })
    await manager.list.row(applyNo).press('审批通过')
    await manager.dialog.confirm()
    await manager.list.row(applyNo).expectCell('待开票')
  })

  test('L6 issuing leads to the preview of the real invoice, which is saved and printed on one page of A4', async ({ visit }) => {
    const clerk = await visit('/saleInvoice', { as: 'fn01' })
    await clerk.list.row(applyNo).press('发票预览')
    await clerk.invoicePreview.expectTexts('样稿 未开具')
    await clerk.invoicePreview.close()

    await clerk.list.row(applyNo).press('开票')
    await clerk.dialog.pressConfirm()
    await clerk.invoicePreview.expectTexts('电子发票（普通发票）', '玖佰玖拾玖元玖角玖分', '¥999.99', `发票 ${mark}`)
    await clerk.invoicePreview.expectSides({ left: [buyer, '91310115MA1DEM0334'], right: [seller, '91310115MA1DEM001T'] })
    await clerk.list.row(applyNo).expectCell('已开票')
    invoiceNo = digitalInvoiceNo(applyNo, today, 'invoice')
    await clerk.list.row(applyNo).expectCell(invoiceNo)
    await clerk.invoicePreview.expectTexts(invoiceNo, today)

    const { name, content } = await clerk.invoicePreview.save()
    expect(name).toBe(`电子发票（普通发票）-${invoiceNo}.pdf`)
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')

    const { pages, text, beside } = await clerk.invoicePreview.print()
    expect(pages).toEqual([expect.stringMatching(a4)])
    for (const part of [invoiceNo, buyer, seller, '高纯铝锭', '玖佰玖拾玖元玖角玖分']) expect(text).toContain(part)
    expect(beside).toEqual([])
    await clerk.invoicePreview.close()

    await clerk.list.row(applyNo).open()
    await clerk.record.expectFields({ 发票号码: invoiceNo, 开票人: '赵敏', '价税合计（大写）': '玖佰玖拾玖元玖角玖分' })
    await clerk.record.press('发票预览')
    await clerk.invoicePreview.expectTexts(invoiceNo)
  })

  test('L6 the reversal gives the order back what was invoiced, and is a sheet of its own', async ({ visit }) => {
    const manager = await visit('/saleInvoice', { as: 'fm01' })
    await manager.list.row(applyNo).press('红冲')
    await manager.dialog.fill({ 红冲原因: '销货退回' })
    await manager.dialog.pressConfirm()
    await manager.invoicePreview.expectTexts('¥-999.99', '负玖佰玖拾玖元玖角玖分', `被红冲蓝字发票号码：${invoiceNo}`, '红冲原因：销货退回')
    await manager.invoicePreview.show('原发票')
    await manager.invoicePreview.expectTexts('已红冲', '¥999.99')
    await manager.invoicePreview.close()
    await manager.list.row(applyNo).expectCell('已红冲')

    const operator = await visit('/saleManage', { as: 'op01' })
    await operator.list.row(saleNo).open()
    await operator.record.expectFields({ 价税合计: '999.99', 已开票: '0.00' })
    await operator.record.openTab('发票')
    await operator.record.expectInTab(applyNo, invoiceNo, '已红冲')
  })
})
