/** A day of the money, each step by whom it belongs to: what came in is matched, what goes out is checked, and the books are closed over it. */
import { beforeAll, describe, expect } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { at } from '../api/support/fixtures'
import { product } from './support/product'
import { signIn } from './support/signIn'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-6)
/** Long due, so that it is what is paid first. */
const longDue = `${String(Number(today.slice(0, 4)) - 4)}-01-05`

describe.sequential('a day of the money', () => {
  let known: RecordValues = { id: '' }
  let feeNo = ''
  let receiptNo = ''
  /** The last month that the demo data has closed. */
  let closedMonth = ''

  beforeAll(async () => {
    const [fn, fm] = [await signIn('fn01', product.address), await signIn('fm01', product.address)]
    const row = (await fn.list(at.receipt)).records.find((each) => each['currency'] === 'CNY' && String(each['payerName']).includes('铝业'))
    known = await fn.read(at.receipt, row?.id ?? '')
    const { borrowerId, departmentId, fundingPartyId } = known
    const fee = await fn.add(at.miscFee, {
      borrowerId,
      departmentId,
      fundingPartyId,
      miscType: 'HANDLING',
      qty: '1',
      unitPrice: '1250.00',
      totalAmount: '1250.00',
      dueDate: longDue,
    })
    await fn.act(at.miscFee, 'submit', fee.id)
    feeNo = String((await fm.act(at.miscFee, 'approve', fee.id))['feeNo'])
    closedMonth = String((await fm.list(at.period)).records.find(({ isLastClosed }) => isLastClosed === true)?.['period'])
  })

  test('finance registers what the bank received', async ({ visit }) => {
    const clerk = await visit('/verification', { as: 'fn01' })
    await clerk.list.press('新增')
    await clerk.dialog.fill({
      收款类型: '费用',
      付款方: String(known['payerName']),
      融资客户: String(known['borrowerName']),
      所属部门: String(known['departmentName']),
      资金方: String(known['fundingPartyName']),
      收款账户: String(known['bankAccountNo'] ?? known['bankAccountName']),
      银行流水号: mark,
      到账时间: `${today} 00:00:01`,
      到账金额: '1250',
    })
    await clerk.dialog.press('保存')
    await clerk.dialog.gone()
    const receipt = clerk.list.firstRow()
    await receipt.expectCell('1,250.00')
    await receipt.expectCell('未核销')
    receiptNo = (await clerk.list.column('收款单号'))[0] ?? ''
    expect(receiptNo).toMatch(/^SK\d{8}-\d{4}$/)
  })

  test('E-27 it is matched with what the customer owes; too much is refused with the figures', async ({ visit }) => {
    const clerk = await visit('/verification', { as: 'fn01', refused: [417, 409] })
    await clerk.list.row(receiptNo).select()
    await clerk.list.press('核销')
    await clerk.form.press('建议分配')
    await clerk.form.expectLine(0, { 本次核销: '1,250.00', 来源单据号: feeNo })

    await clerk.form.fillLine(0, { 本次核销: '99999.99' })
    await clerk.form.press('核销')
    // What is asked reads as the lists do.
    await clerk.dialog.expectText('99,999.99')
    await clerk.dialog.cancel()

    await clerk.form.fillLine(0, { 本次核销: '1250' })
    await clerk.form.press('核销')
    await clerk.dialog.confirm()
    await clerk.expectPath(/^\/verification\/details\?id=\d+$/)
    await clerk.record.expectState('已核销')
    // The form has given way to the record: back is where it was begun.
    await clerk.back()
    await clerk.expectPath('/verification')
    await clerk.list.row(receiptNo).expectCell('已核销')
  })

  test('the finance manager checks a payout that finance has asked for', async ({ visit }) => {
    const clerk = await visit('/financeLoan?status=AUDITING', { as: 'fn01' })
    await clerk.list.firstRow().expectCell('审批中')
    const paymentNo = (await clerk.list.column('放款单号'))[0] ?? ''
    expect(await clerk.list.row(paymentNo).actions()).not.toContain('审批通过')

    const manager = await visit('/financeLoan?status=AUDITING', { as: 'fm01' })
    await manager.list.row(paymentNo).press('审批通过')
    await manager.dialog.fill({ 审批意见: '金额、收款账户一致' })
    await manager.dialog.confirm()
    await manager.goTo(`/financeLoan?paymentNo=${paymentNo}`)
    await manager.list.row(paymentNo).expectCell('待付款')
  })

  test('what a debt comes to is explained down to each day', async ({ visit }) => {
    const manager = await visit('/financingOverdueMonitoring', { as: 'fm01' })
    await manager.list.firstRow().press('算式')
    await manager.expectText('应还合计')
    await manager.expectText('未还本金')
  })

  test('the voucher of the fee is balanced', async ({ visit }) => {
    const manager = await visit('/certificateManage?bizEvent=FEE_IN', { as: 'fm01' })
    await manager.list.firstRow().expectCell('1,250.00')
    await manager.list.firstRow().open()
    await manager.record.expectFields({ 借方合计: '1,250.00', 贷方合计: '1,250.00' })
  })

  test('D23 a month is closed after it was opened again, and takes nothing more', async ({ visit }) => {
    const manager = await visit('/certificateManage', { as: 'fm01' })
    await manager.list.press('会计期间')
    const drawer = manager.drawer
    await drawer.row(closedMonth).press('反结账')
    await manager.question.expectText(`确认反结账 ${closedMonth}？`)
    await manager.question.confirm()
    await drawer.row(closedMonth).expectCell('否')
    await drawer.row(closedMonth).press('结账')
    await manager.question.confirm()
    await drawer.row(closedMonth).expectCell('是')

    const clerk = await visit('/certificateManage', { as: 'fn01', refused: [417] })
    await clerk.list.press('新增')
    await clerk.form.fill({ 凭证日期: `${closedMonth}-15`, 摘要: `补记 ${mark}` })
    await clerk.form.press('保存')
    await clerk.form.expectProblem(/.+/)
  })
})
