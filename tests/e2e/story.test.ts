/**
 * The story of the product, each leg by whom it belongs to: quota, customer line, application, approval, goods coming in, stock. The legs
 * rest on each other, so they run in the order they stand in.
 */
import { addDays } from '../../engine/core/dateTime'
import { describe, expect } from 'vitest'
import { demoPassword } from '../api/support/config'
import { fileOf } from './support/files'
import { beginLoan, borrower, product } from './support/loan'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-5)
const quotaName = `铝业专项授信 ${mark}`
const projectName = `高纯铝锭质押 ${mark}`
const yearLater = addDays(today, 365)
const bank = '演示甲商业银行'

/** 100 t at 20,000.00: worth 2,000,000.00, of which the bank finances 70 % (E-10, E-11). */
const goods = { 商品: '高纯铝锭', 数量: '100', 单价: '20000' }

let quotaNo = ''
let loanNo = ''

describe.sequential('from a quota to goods that secure money', () => {
  test('an operator signs in and submits a quota', async ({ visit }) => {
    const operator = await visit('/login')
    await operator.signIn('op01', demoPassword)
    await operator.shell.expectSignedInAs('林晓')
    await operator.shell.open('额度管理', '授信额度管理')
    await operator.expectPath('/quotamgr')

    await operator.list.press('新增')
    await operator.form.fill({
      额度名称: quotaName,
      额度类型: '专项授信',
      资金方: bank,
      所属部门: '华东业务部',
      增信方式: '动产质押',
      适用产品: [product],
      授信金额: '3000000',
      起始日: today,
      到期日: yearLater,
    })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectPath('/quotamgr')

    const quota = operator.list.row(quotaName)
    await quota.expectCell('审批中')
    quotaNo = (await operator.list.column('额度编号'))[0] ?? ''
    expect(quotaNo).toMatch(/^ED\d{8}-\d{4}$/)
  })

  test('a manager approves the quota', async ({ visit }) => {
    const manager = await visit('/quotamgr', { as: 'bm01' })
    await manager.list.search({ 额度编号: quotaNo })
    await manager.list.row(quotaNo).press('审批通过')
    await manager.dialog.fill({ 审批意见: '同意授信' })
    await manager.dialog.confirm()
    await manager.list.row(quotaNo).expectCell('生效')

    await manager.list.row(quotaNo).open()
    await manager.record.expectFields({ 授信金额: '3,000,000.00', 可用金额: '3,000,000.00' })
    await manager.record.openTab('审批记录')
    await manager.record.expectInTab('审批通过', '陈立', '同意授信')
  })

  test('a customer line on it takes over funding party and department', async ({ visit }) => {
    const operator = await visit('/customerline', { as: 'op01' })
    await operator.list.press('新增')
    await operator.form.fill({ 授信额度: quotaNo })
    await operator.form.expectValues({ 资金方: bank, 所属部门: '华东业务部' })
    await operator.form.fill({ 融资客户: borrower, 产品: product, 额度金额: '1000000', 起始日: today, 到期日: yearLater })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.list.row(quotaNo).expectCell('审批中')

    const manager = await visit(`/customerline`, { as: 'bm01' })
    await manager.list.row(quotaNo).press('审批通过')
    await manager.dialog.confirm()
    await manager.list.row(quotaNo).expectCell('生效')
  })

  test('an application for more than is available is refused with the figures', async ({ visit }) => {
    const operator = await visit('/customerline', { as: 'op01', refused: [417] })
    await operator.list.row(quotaNo).expectThere()
    const lineNo = (await operator.list.column('客户额度编号'))[0] ?? ''
    await beginLoan(operator, projectName, lineNo)
    await operator.form.expectValues({ 业务模式: '存货质押', 期限: '180', 年利率: '7.2', 保证金比例: '5' })
    await operator.form.addLines([goods])
    await operator.form.expectLine(0, { 金额: '2,000,000.00' })
    await operator.form.fill({ 申请金额: '1400000' })
    await operator.form.expectValues({ 货值: '2,000,000.00', 应缴保证金: '70,000.00' })

    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectText('1,000,000.00')
    await operator.expectText('内容已保存')
  })

  test('with less it is submitted, and shows what each line may be financed with', async ({ visit }) => {
    const operator = await visit('/loansmgr', { as: 'op01' })
    const loan = operator.list.row(projectName)
    await loan.expectCell('草稿')
    await loan.press('编辑')
    await operator.form.fill({ 申请金额: '800000' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.list.row(projectName).expectCell('审批中')
    loanNo = (await operator.list.column('融资单号'))[0] ?? ''

    await operator.list.row(loanNo).open()
    await operator.record.expectFields({ 申请金额: '800,000.00', 应缴保证金: '40,000.00' })
    await operator.record.expectInTab('高纯铝锭', '70.00%', '1,400,000.00')
  })

  test('the approval reserves quota and line', async ({ visit }) => {
    const manager = await visit('/loansmgr', { as: 'bm01' })
    await manager.list.row(loanNo).press('审批通过')
    await manager.dialog.expectValues({ 批准金额: '' })
    await manager.dialog.fill({ 批准金额: '800000', 审批意见: '同意' })
    await manager.dialog.confirm()
    await manager.list.row(loanNo).expectCell('待放款')

    await manager.shell.open('额度管理', '授信额度管理')
    await manager.list.search({ 额度编号: quotaNo })
    await manager.list.row(quotaNo).open()
    await manager.record.expectFields({ 预占金额: '800,000.00', 可用金额: '2,200,000.00' })
    await manager.record.openTab('额度流水')
    await manager.record.expectInTab('800,000.00', loanNo)
  })

  test('the operator notifies the warehouse of what the approval has prepared', async ({ visit }) => {
    const operator = await visit('/stockin', { as: 'op01' })
    const arrival = operator.list.row(loanNo)
    await arrival.expectCell('草稿')
    await arrival.press('下发通知')
    await operator.dialog.confirm()
    await arrival.expectCell('待到货')
  })

  test('the warehouse keeper registers what has arrived', async ({ visit }) => {
    const keeper = await visit('/stockin', { as: 'wh01' })
    const arrival = keeper.list.row(loanNo)
    await arrival.press('收货登记')
    await keeper.dialog.expectLine(0, { 应收数量: '100.0000' })
    await keeper.dialog.fillLine(0, { 本次良品: '98', 本次残损: '2', 生产批号: `B-${mark}`, 库位: 'A-01' })
    await keeper.dialog.confirm()
    await arrival.expectCell('收货中')

    await arrival.press('收货完成')
    await keeper.dialog.fill({ 仓库回执号: `HZ-${mark}` })
    await keeper.dialog.confirm()
    await arrival.expectCell('待确认')
  })

  test('the operator confirms, and submits the pledge that was drafted of good pieces', async ({ visit }) => {
    const operator = await visit('/stockin', { as: 'op01' })
    const arrival = operator.list.row(loanNo)
    await arrival.press('确认入库')
    await operator.dialog.expectText('其中残损 2.0000')
    await operator.dialog.confirm()
    await arrival.expectCell('已入库')

    await operator.shell.open('质押管理', '押品管理')
    const pledge = operator.list.row(loanNo)
    await pledge.expectCell('98.0000')
    await pledge.press('提交')
    await operator.dialog.confirm()
    await pledge.expectCell('审批中')
  })

  test('the risk officer approves what is pledged, and the warehouse counts it', async ({ visit }) => {
    const officer = await visit('/collateralmgr', { as: 'rk01' })
    await officer.list.row(loanNo).press('审批通过')
    await officer.dialog.fill({ 审批意见: '同意质押' })
    await officer.dialog.confirm()
    await officer.list.row(loanNo).expectCell('待监管回执')

    const keeper = await visit('/inventoryPledgeNotification', { as: 'wh01' })
    const notice = keeper.list.row(loanNo)
    await notice.press('回执确认')
    await keeper.dialog.fill({ 回执人: '仓管一', 回执数量: '98' })
    await keeper.uploadInDialog(fileOf('回执.txt', '98 吨，已清点', 'text/plain'))
    await keeper.dialog.confirm()
    await notice.expectCell('已回执')
  })

  test('what is pledged stands in stock with what it is worth', async ({ visit }) => {
    const operator = await visit('/collateralstock', { as: 'op01' })
    await operator.list.search({ 商品名称: '高纯铝锭' })
    const stock = operator.list.row('高纯铝锭')
    // Good and damaged goods; damaged ones are worth nothing (E-09).
    await stock.expectCell('100.0000 吨')
    await stock.expectCell('1,960,000.00')
    await stock.unfold()
    await operator.list.row(`B-${mark}`).expectThere()
  })
})
