/** Goods leave a warehouse against the code of who fetches them (decision B39), on the demo data: an order that is being picked at 演示三号仓. */
import { describe } from 'vitest'
import { test } from './support/test'

describe.sequential('an order that is being picked', () => {
  test('B39 is not handed over against a wrong code, which is counted', async ({ visit }) => {
    const keeper = await visit('/outorder', { as: 'wh02', refused: [417] })
    await keeper.list.search({ 状态: '拣货中' })
    const order = keeper.list.row('演示家电')
    await order.expectCell('拣货中')
    await order.press('出库登记')
    await keeper.dialog.fill({ 提货码: '12345' })
    await keeper.dialog.press('全部按未出')
    await keeper.dialog.pressConfirm()
    await keeper.dialog.expectText('提货码为六位数字')
    await keeper.dialog.fill({ 提货码: '000000' })
    await keeper.dialog.pressConfirm()
    await keeper.expectText('提货码不符，已连续错 1 次')
  })

  test('is fetched with the code that its operator reads, and is signed for', async ({ visit }) => {
    const operator = await visit('/outorder', { as: 'op02' })
    await operator.list.search({ 状态: '拣货中' })
    const [outNo = ''] = await operator.list.column('出库单号')
    const [pickCode = ''] = await operator.list.column('提货码')

    const keeper = await visit('/outorder', { as: 'wh02' })
    await keeper.list.search({ 出库单号: outNo })
    await keeper.list.row(outNo).expectCell('****')
    await keeper.list.row(outNo).press('出库登记')
    await keeper.dialog.fill({ 提货码: pickCode })
    await keeper.dialog.press('全部按未出')
    await keeper.dialog.confirm()
    await keeper.list.row(outNo).expectCell('已签收')

    const later = await visit('/outorder', { as: 'op02' })
    await later.list.search({ 出库单号: outNo })
    await later.list.row(outNo).open()
    await later.record.expectState('已签收')
    await later.record.expectFields({ 实出数量: '10.0000', 提货方式: '自提' })
  })
})
