import { describe, expect } from 'vitest'
import { beginLoan, borrower, product } from './support/loan'
import { focusedName, pasteText, tabTo, typeFast } from './support/keyboard'
import { test } from './support/test'

const mark = Date.now().toString(36)
const projectName = `表格录入 ${mark}`
const goods = ['SP000001', 'SP000002', 'SP000003', 'SP000004', 'SP000005']
/** No other delivery is expected on that day. */
const arrival = '2027-01-20'

describe('a line table', () => {
  test('takes the twenty lines of a loan from a spreadsheet, by the keyboard alone', async ({ visit }) => {
    const operator = await visit('/customerline', { as: 'op01' })
    await operator.list.search({ 融资客户: borrower, 产品: product, 状态: '生效' })
    await beginLoan(operator, projectName, (await operator.list.column('客户额度编号'))[0] ?? '')

    const lines = Array.from({ length: 20 }, (_, index) => ['备注', `${index + 1}`, '1,200.50', goods[index % goods.length]].join('\t'))
    await tabTo(operator.page, '新增一行')
    await operator.page.keyboard.press('Enter')
    await expect.poll(() => focusedName(operator.page)).toMatch(/^第 1 行/)
    await pasteText(operator.page, ['说明\t数量\t单价\t商品编号', ...lines].join('\n'))
    await operator.expectText('已读入 20 行；表中没有的列未读入：说明')
    await operator.form.expectLine(0, { 数量: '1', 金额: '1,200.50', 商品编号: 'SP000001' })
    await operator.form.expectLine(19, { 数量: '20', 金额: '24,010.00', 商品编号: 'SP000005' })

    await tabTo(operator.page, '第 2 行数量')
    await operator.page.keyboard.press('Control+D')
    await operator.form.expectLine(1, { 数量: '1' })
  })

  test('is cards on a phone: five lines are received without scrolling sideways, by their barcodes', async ({ visit }) => {
    const operator = await visit('/stockin', { as: 'op01' })
    await operator.list.press('新增')
    await operator.form.fill({
      仓库: '演示二号仓',
      融资客户: borrower,
      所属部门: '华东业务部',
      资金方: '演示甲商业银行股份有限公司',
      预计到货日: arrival,
    })
    await tabTo(operator.page, '新增一行')
    await operator.page.keyboard.press('Enter')
    await expect.poll(() => focusedName(operator.page)).toMatch(/^第 1 行/)
    await pasteText(operator.page, ['商品\t应收数量\t单价', ...goods.map((code, index) => `${code}\t${index + 10}\t100`)].join('\n'))
    await operator.expectText('已读入 5 行')
    await operator.form.press('保存')
    await operator.list.row(arrival).press('下发通知')
    await operator.dialog.confirm()

    const keeper = await visit('/stockin', { as: 'wh01', window: { viewport: { width: 375, height: 812 } } })
    await keeper.list.row(arrival).press('收货登记')
    await keeper.dialog.press('全部按应收')
    await keeper.dialog.expectLineInput(4, '本次良品', '14')
    await expect.poll(() => keeper.dialog.scrolledSideways()).toBe(false)
    await typeFast(keeper.page, '6900000000003')
    await keeper.dialog.expectFocusOnLine(2, '本次良品')
    await expect.poll(() => keeper.dialog.smallInputs()).toEqual([])
    await expect.poll(() => keeper.dialog.scrolledSideways()).toBe(false)
    await keeper.dialog.confirm()
    await keeper.list.row(arrival).expectCell('收货中')
  })
})
