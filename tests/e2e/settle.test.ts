/** E-27 on the two-sided page: receipts on one side, what is owed on the other, lines between them. */
import { beforeAll, describe, expect } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import type { Session } from '../api/support/client'
import { at } from '../api/support/fixtures'
import { product } from './support/product'
import { signIn } from './support/signIn'
import { test } from './support/test'
import { today } from './support/today'

const mark = Date.now().toString(36).slice(-6)
/** Long due, so that they are paid first. */
const longDue = `${String(Number(today.slice(0, 4)) - 3)}-01-05`

describe.sequential('matching receipts with what is owed', () => {
  let [fn, fm] = [] as unknown as [Session, Session]
  let receipts: RecordValues[] = []
  const fees: RecordValues[] = []

  beforeAll(async () => {
    ;[fn, fm] = [await signIn('fn01', product.address), await signIn('fm01', product.address)]
    const known = (await fn.list(at.receipt)).records.find((row) => row['currency'] === 'CNY' && String(row['payerName']).includes('酒业'))
    const { payerId, borrowerId, departmentId, fundingPartyId, bankAccountId } = await fn.read(at.receipt, known?.id ?? '')
    const whose = { borrowerId, departmentId, fundingPartyId }
    const receipt = (amount: string, number: number) => ({
      ...whose,
      payerId,
      receiptType: 'FEE',
      bankAccountId,
      bankSerialNo: `${mark}-${number}`,
      receivedAt: `${addDays(today, -1)}T02:00:00.000Z`,
      currency: 'CNY',
      amount,
    })
    receipts = [await fn.add(at.receipt, receipt('300.00', 1)), await fn.add(at.receipt, receipt('200.00', 2))]
    for (const totalAmount of ['300.00', '200.00']) {
      const fee = await fn.add(at.miscFee, {
        ...whose,
        miscType: 'HANDLING',
        qty: '1',
        unitPrice: totalAmount,
        totalAmount,
        dueDate: longDue,
      })
      await fn.act(at.miscFee, 'submit', fee.id)
      fees.push(await fm.act(at.miscFee, 'approve', fee.id))
    }
  })
  const stateOf = async (): Promise<unknown[]> =>
    Promise.all([
      ...receipts.map(async ({ id }) => (await fn.read(at.receipt, id))['status']),
      ...fees.map(async ({ id }) => (await fn.read(at.miscFee, id))['status']),
    ])

  test('E-27 two receipts are chosen, the suggestion is taken, a line is changed to too much and refused with the figures', async ({
    visit,
  }) => {
    // A dry run of the form may be under way when the form is saved.
    const clerk = await visit('/verification', { as: 'fn01', refused: [417, 409] })
    for (const { receiptNo } of receipts) await clerk.list.row(String(receiptNo)).select()
    await clerk.list.press('核销')
    await clerk.expectPath(/^\/verification\/details/)
    await clerk.expectText('已选 2 笔，合计 500.00，已分配 0.00，剩余 500.00')

    await clerk.form.press('建议分配')
    await clerk.form.expectLine(0, { 本次核销: '300.00' })
    await clerk.form.expectLine(1, { 本次核销: '200.00', 来源单据号: String(fees[1]?.['feeNo']) })
    await clerk.expectText('已选 2 笔，合计 500.00，已分配 500.00，剩余 0.00')

    await clerk.form.fillLine(0, { 本次核销: '300.01' })
    await clerk.form.expectProblem('超出 0.01')
    await clerk.form.press('核销')
    await clerk.dialog.expectText('未核销 300.00，不能使用 300.01')
    await clerk.dialog.cancel()
    expect(await stateOf()).toEqual(['UNVERIFIED', 'UNVERIFIED', 'CONFIRMED', 'CONFIRMED'])

    // What was typed is still there, also after the tab was loaded anew.
    await clerk.reload()
    await clerk.form.expectLine(0, { 本次核销: '300.01' })
    await clerk.form.expectProblem('超出 0.01')
    await clerk.form.fillLine(0, { 本次核销: '300.00' })
    await clerk.form.press('核销')
    await clerk.dialog.confirm()
    await expect.poll(stateOf).toEqual(['VERIFIED', 'VERIFIED', 'COLLECTED', 'COLLECTED'])
  })

  test('D18 the manager takes it back from the tab of the verifications, which a reload keeps open', async ({ visit }) => {
    const manager = await visit('/verification', { as: 'fm01' })
    await manager.record.openTab('核销单')
    await manager.list.search({ 核销单号: 'HX' })
    await manager.reload()
    await manager.list.rowAt(0).expectCell('已核销')
    await manager.list.rowAt(0).press('撤销核销')
    await manager.dialog.fill({ 撤销原因: '付款方填错' })
    await manager.dialog.confirm()
    await manager.list.rowAt(0).expectCell('已撤销')
    expect(await stateOf()).toEqual(['UNVERIFIED', 'UNVERIFIED', 'CONFIRMED', 'CONFIRMED'])
  })

  test('a verification that is left as a draft is gone on with from the row of its receipt', async ({ visit }) => {
    const clerk = await visit('/verification', { as: 'fn01' })
    const receiptNo = String(receipts[0]?.['receiptNo'])
    await clerk.list.row(receiptNo).press('核销')
    await clerk.form.press('建议分配')
    await clerk.form.expectLine(0, { 本次核销: '300.00' })
    await clerk.form.press('保存')
    await clerk.expectPath('/verification')
    await clerk.goTo('/verification')
    await clerk.list.row(receiptNo).press('核销单')
    await clerk.drawer.row('草稿').press('编辑')
    await clerk.expectPath(/^\/verification\/details/)
    await clerk.form.expectLine(0, { 本次核销: '300.00' })
  })
})
