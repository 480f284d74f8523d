/** Many documents decided on one after the other, and several at once. */
import { beforeAll, describe, expect } from 'vitest'
import { at } from '../api/support/fixtures'
import { tabTo } from './support/keyboard'
import { product } from './support/product'
import { signIn } from './support/signIn'
import { test } from './support/test'
import { today } from './support/today'

describe('fees that wait for approval', () => {
  let manager: Awaited<ReturnType<typeof signIn>>
  /** Oldest first; the list has the newest first. */
  let fees: { id: string; feeNo: string }[] = []

  beforeAll(async () => {
    const clerk = await signIn('fn01', product.address)
    manager = await signIn('fm01', product.address)
    const [row] = (await clerk.list(at.receipt)).records
    const { borrowerId, departmentId, fundingPartyId } = await clerk.read(at.receipt, row?.id ?? '')
    const said = { miscType: 'HANDLING', qty: '1', unitPrice: '10.00', totalAmount: '10.00', dueDate: today }
    for (let count = 0; count < 6; count++) {
      const { id, feeNo } = await clerk.add(at.miscFee, { borrowerId, departmentId, fundingPartyId, ...said })
      await clerk.act(at.miscFee, 'submit', id)
      fees = [...fees, { id, feeNo: String(feeNo) }]
    }
  })

  const numbersFrom = (from: number, to: number): string[] => fees.slice(from, to).map(({ feeNo }) => feeNo)

  test('are approved beside the list by the keyboard alone, one after the other', async ({ visit }) => {
    const user = await visit('/misc?status=AUDITING', { as: 'fm01' })
    const { keyboard } = user.page
    await user.list.row(fees[5]?.feeNo ?? '').expectThere()
    await tabTo(user.page, '审批通过')
    await keyboard.press('Enter')
    for (const feeNo of numbersFrom(3, 6).toReversed()) {
      await user.dialog.expectTitled(`审批通过：${feeNo}`)
      await user.dialog.expectFocused()
      await user.dialog.expectReady()
      await user.list.row(feeNo).expectMarked()
      await tabTo(user.page, '审批意见')
      await keyboard.press('Control+Enter')
      await user.list.row(feeNo).expectGone()
    }
    await user.dialog.expectTitled(`审批通过：${fees[2]?.feeNo ?? ''}`)
    await user.dialog.expectFocused()
    await keyboard.press('ArrowDown')
    await user.dialog.expectTitled(`审批通过：${fees[1]?.feeNo ?? ''}`)
    await keyboard.press('ArrowUp')
    await user.dialog.expectTitled(`审批通过：${fees[2]?.feeNo ?? ''}`)
    await keyboard.press('Escape')
    await user.dialog.gone()
    for (const { id } of fees.slice(3)) expect((await manager.read(at.miscFee, id))['status']).toBe('CONFIRMED')
  })

  test('are approved together where each can be, and the one that cannot is told', async ({ visit }) => {
    const user = await visit('/misc?status=AUDITING', { as: 'fm01' })
    for (const feeNo of numbersFrom(0, 3)) await user.list.row(feeNo).select()
    // Somebody else was quicker with one of them.
    await manager.act(at.miscFee, 'reject', fees[1]?.id ?? '', { opinion: '金额有误' })
    await user.list.press('审批通过')
    await user.dialog.fill({ 审批意见: '同意' })
    await user.dialog.pressConfirm()
    await user.dialog.expectText('审批通过：完成 2 项，未完成 1 项')
    await user.dialog.expectText(fees[1]?.feeNo ?? '')
    await user.dialog.expectButtons('关闭')
    await user.dialog.confirm()
    // All three have left the list, and with it what was selected.
    await user.expectGone('已选择')
    const states = await Promise.all(fees.slice(0, 3).map(async ({ id }) => (await manager.read(at.miscFee, id))['status']))
    expect(states).toEqual(['CONFIRMED', 'REJECTED', 'CONFIRMED'])
  })
})
