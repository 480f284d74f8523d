/**
 * Goods go back as money comes in (issue 15): three loans from their first redemption to their end, each step by whom it belongs to, with the
 * numbers of domain 50. The legs of a loan rest on each other, so they run in the order they stand in.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { at, pickCodeOf } from '../api/support/fixtures'
import { bondPaid, moneyDesk, payableLoan, type MoneyDesk } from '../api/support/payouts'
import { paidOut } from '../api/support/pledging'
import { quoted } from '../api/support/quotes'
import { approvedRedemption, paidFor } from '../api/support/redeeming'
import { received, verified } from '../api/support/repaying'
import { ownProduct, type OwnProduct } from './support/ownProduct'
import { test, type Visit } from './support/test'
import { today } from './support/today'
import type { Visitor } from './support/visitor'

let own: OwnProduct
let desk: MoneyDesk
/** One for each story, of the same customer. */
let loans: Record<'cash' | 'credit' | 'falling', RecordValues>

beforeAll(async () => {
  own = await ownProduct()
  desk = await moneyDesk(own.served)
  const { kysely } = own.served.database
  const longAgo = addDays(today, -100)
  await kysely.updateTable('collateral_price').set({ price_date: longAgo }).where('goods_id', '=', desk.goodsId).execute()
  await kysely.updateTable('customer_price').set({ effective_date: longAgo }).where('goods_id', '=', desk.goodsId).execute()
  await kysely
    .updateTable('warehouse')
    .set({ storage_fee_rate: '0.0500', free_days: 7 })
    .where('warehouse_name', '=', '演示一号仓')
    .execute()
  // This product runs on the real date, by which the debts of the demo data would be overdue.
  const later = addDays(today, 90)
  await kysely
    .updateTable('debt_note')
    .set({ due_date: later, effective_due_date: later, grace_end_date: addDays(later, 3) })
    .where('borrower_id', '=', await own.served.idOf('enterprise', 'enterprise_name', '演示乳品有限公司'))
    .execute()
  loans = {
    cash: await securedLoan(),
    credit: await securedLoan(),
    // 310,693.15 at risk beyond its bond (E-12).
    falling: await securedLoan('342455.65', today),
  }
  // Up to the day before interest is accrued, as by the ends of the days.
  own.served.clock.moveTo(addDays(today, -1))
  await runOneStep(own.served.services, 'interest')
  own.served.clock.moveTo(today)
})
afterAll(() => own.stop())

const come =
  (visit: Visit) =>
  (path: string, userName: string, refused: number[] = []): Promise<Visitor> =>
    visit(path, { server: own.address, as: userName, refused })

async function itemOf(loan: RecordValues): Promise<{ id: string; batchId: string }> {
  const row = await own.served.database.kysely
    .selectFrom('pledge_item')
    .select(['id', 'stock_batch_id'])
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  return { id: String(row['id']), batchId: String(row['stock_batch_id']) }
}

/** 10,000 boxes that have been in stock for 55 days, and 635,250.00 on them for 45 (F1 of domain 50), or so much since today. */
async function securedLoan(amount = '635250.00', paidOn = addDays(today, -45)): Promise<RecordValues> {
  const loan = await payableLoan(own.served, desk, '635250.00')
  await bondPaid(own.served, loan.id)
  await own.served.database.kysely
    .updateTable('stock_batch')
    .set({ in_date: addDays(today, -55) })
    .where('id', '=', (await itemOf(loan)).batchId)
    .execute()
  own.served.clock.moveTo(paidOn)
  await paidOut(own.served, loan.id, amount)
  own.served.clock.moveTo(today)
  return desk.op.read(at.loan, loan.id)
}

/** The rest of a story that is told already: redeemed, paid, checked and handed over. */
async function redeemed(loan: RecordValues, qty: string, more: object): Promise<void> {
  const { served } = own
  const { id: itemId } = await itemOf(loan)
  const { id } = await approvedRedemption(served, loan, { [itemId]: qty }, more)
  const { cashDue } = await desk.op.read(at.redemption, id)
  await paidFor(served, loan, { id }, String(cashDue))
  const { outOrderId } = await desk.fm.act(at.redemptionCheck, 'approve', id)
  const orderId = String(outOrderId)
  const { version } = await desk.op.read(at.outOrder, orderId)
  await desk.op.ask('PATCH', `${at.outOrder}/${orderId}`, { version, driverName: '王师傅' })
  await desk.op.act(at.outOrder, 'submit', orderId)
  const keeper = await served.as('wh01')
  const { goods } = await keeper.act(at.outOrder, 'pick', orderId)
  const lines = (goods as { id: string; qty: string }[]).map((line) => ({ id: line.id, goingQty: line.qty }))
  await keeper.act(at.outOrder, 'out', orderId, { givenCode: await pickCodeOf(served, orderId), goods: lines })
}

let latest: string | undefined
/** What the market says of the boxes today, in place of what it has said before. */
async function quote(price: string): Promise<void> {
  latest = await quoted(own.served, desk.goodsId, today, price, latest)
}

describe.sequential('a loan of which goods are redeemed on credit', () => {
  let loan: RecordValues = { id: '' }
  let limit: RecordValues = { id: '' }
  let redemptionNo = ''
  const limitNo = () => String(limit['creditLimitNo'])
  beforeAll(async () => {
    loan = loans.credit
    const manager = await own.served.as('bm01')
    const [known] = (await manager.list(at.creditLimit, { borrowerId: String(loan['borrowerId']), status: 'ACTIVE' })).records
    const { reservedAmount, usedAmount } = await manager.read(at.creditLimit, known?.id ?? '')
    const limitAmount = (Number(reservedAmount) + Number(usedAmount) + 380_000).toFixed(2)
    limit = await manager.act(at.creditLimit, 'adjust', known?.id ?? '', { limitAmount, opinion: '增额' })
  })

  test('E-16 its operator types 4,000 boxes: 254,100.00 go to the limit, 11,886.90 are paid', async ({ visit }) => {
    expect(await own.violations()).toEqual([])
    const operator = await come(visit)('/creditredemption', 'op01')
    await operator.list.press('新增')
    await operator.form.fill({ 融资单: String(loan['loanNo']), 车牌号: '沪A10002', 信用额度: limitNo() })
    await operator.form.pickLines('可赎质押明细')
    await operator.form.fillLine(0, { 赎货数量: '4000' })
    await operator.form.expectValues({ 置换金额: '254,100.00', 应付现金: '11,886.90', 应付合计: '265,986.90' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectPath('/creditredemption')
    const row = operator.list.row(String(loan['loanNo']))
    await row.expectCell('业务审核中')
    redemptionNo = (await operator.list.column('赎货单号'))[0] ?? ''
    expect(redemptionNo).toMatch(/^XS\d{8}-\d{4}$/)
    // The menu of what is redeemed for cash has nothing of it.
    await operator.goTo(`/redempreq?redemptionNo=${redemptionNo}`)
    expect(await operator.list.hasRows()).toBe(false)
    await operator.goTo('/creditlimit')
    await operator.list.row(limitNo()).expectCell('125,900.00')
  })

  test('it is repaid by the menu of credit notes, which says what is owed while it is typed', async ({ visit }) => {
    const id = (await desk.op.list(at.creditRedemption, { redemptionNo })).records[0]?.id ?? ''
    await (await own.served.as('bm01')).act(at.creditRedemption, 'approve', id, { opinion: '同意' })
    await paidFor(own.served, loan, { id }, '11886.90')
    await desk.fm.act(at.redemptionCheck, 'approve', id)
    const receiptId = await received(own.served, loan, '256005.75')
    const { receiptNo } = await desk.fn.read(at.receipt, receiptId)

    const clerk = await come(visit)('/creditrepayment', 'fn01')
    await clerk.list.press('新增')
    await clerk.form.fill({ 融资客户: '演示乳品', 融资单: String(loan['loanNo']), 收款单: String(receiptNo), 到账金额: '256005.75' })
    await clerk.form.expectValues({ 应还合计: '256,005.75', 冲本金: '254,100.00', 冲利息: '1,905.75', 多还转预存: '0.00' })
    await clerk.form.press('提交')
    await clerk.dialog.confirm()
    await clerk.expectPath('/creditrepayment')
    const row = clerk.list.row(String(loan['loanNo']))
    await row.expectCell('待确认')
    expect(await row.actions()).not.toContain('审批通过')

    const manager = await come(visit)('/creditrepayment', 'fm01')
    const given = manager.list.row(String(loan['loanNo']))
    await given.press('审批通过')
    await manager.dialog.fill({ 审批意见: '同意' })
    await manager.dialog.confirm()
    await given.expectCell('已入账')
    await manager.goTo('/creditlimit')
    await manager.list.row(limitNo()).expectCell('380,000.00')
    expect(await own.violations()).toEqual([])
  })
})

describe.sequential('a loan that is redeemed for cash', () => {
  let loan: RecordValues = { id: '' }
  let loanNo = ''
  let redemptionNo = ''
  beforeAll(async () => {
    loan = loans.cash
    loanNo = String(loan['loanNo'])
    await verified(own.served, loan, await received(own.served, loan, '12136.54'), undefined, '12136.54')
    await quote('101.64')
  })

  test('E-15 its operator types 4,000 boxes, and sees 312,136.54 due before anything is saved', async ({ visit }) => {
    const operator = await come(visit)('/redempreq', 'op01')
    await operator.list.press('新增')
    await operator.form.fill({ 融资单: loanNo, 车牌号: '沪A10001' })
    await operator.form.expectValues({ 融资客户: '演示乳品', 仓库: '演示一号仓' })
    await operator.form.pickLines('可赎质押明细')
    await operator.form.fillLine(0, { 赎货数量: '4000' })
    await operator.form.expectValues({ 应付合计: '312,136.54', 补还本金: '45,738.00', 仓储费: '9,600.00' })
    await operator.form.fill({ 预存款抵扣: '12136.54' })
    await operator.form.expectValues({ 应付现金: '300,000.00' })
    await operator.form.press('提交')
    await operator.dialog.expectText('312,136.54')
    await operator.dialog.confirm()
    await operator.expectPath('/redempreq')
    const row = operator.list.row(loanNo)
    for (const cell of ['业务审核中', '312,136.54', '300,000.00']) await row.expectCell(cell)
    redemptionNo = (await operator.list.column('赎货单号'))[0] ?? ''
    expect(redemptionNo).toMatch(/^SH\d{8}-\d{4}$/)
    expect(await row.actions()).not.toContain('审核通过')
  })

  test('is approved by another, as what it was typed as', async ({ visit }) => {
    const manager = await come(visit)('/redempreq', 'bm01')
    const row = manager.list.row(redemptionNo)
    await row.press('审核通过')
    await manager.dialog.fill({ 审批意见: '同意' })
    await manager.dialog.confirm()
    await row.expectCell('待付款')
    await row.open()
    await manager.record.expectFields({ 应付合计: '312,136.54', 预存款抵扣: '12,136.54', 应付现金: '300,000.00' })
  })

  test('its money is matched by finance, and checked by the manager of finance', async ({ visit }) => {
    const receiptId = await received(own.served, loan, '300000.00')
    const { receiptNo } = await desk.fn.read(at.receipt, receiptId)
    const clerk = await come(visit)('/verification', 'fn01')
    await clerk.list.row(String(receiptNo)).press('核销')
    // Other debts of the customer are due before it, which a suggestion would pay first.
    await clerk.list.row(redemptionNo).select()
    await clerk.form.expectLine(0, { 本次核销: '300,000.00', 来源单据号: redemptionNo })
    await clerk.form.press('核销')
    await clerk.dialog.confirm()
    await clerk.record.expectState('已核销')
    await clerk.goTo('/redempcheck')
    await clerk.list.row(redemptionNo).expectCell('待财务审核')
    expect(await clerk.list.row(redemptionNo).actions()).not.toContain('审核通过')

    const manager = await come(visit)('/redempcheck', 'fm01')
    const row = manager.list.row(redemptionNo)
    await row.press('审核通过')
    await manager.dialog.fill({ 审核意见: '款已到账' })
    await manager.dialog.confirm()
    await manager.list.showState('已核准')
    await row.open()
    await manager.record.expectFields({ 应付合计: '312,136.54', 应付现金: '300,000.00', 已核销: '300,000.00' })
  })

  test('B39 its goods are handed over against the code that its operator reads', async ({ visit }) => {
    const operator = await come(visit)('/outorder', 'op01')
    const order = operator.list.row(redemptionNo)
    await order.press('编辑')
    await operator.form.fill({ 司机: '王师傅' })
    await operator.form.press('下发仓库')
    await operator.dialog.confirm()
    await operator.expectPath('/outorder')
    await order.expectCell('已通知')
    await operator.goTo(`/outorder?loanId=${loan.id}`)
    await order.expectThere()
    const [outNo = ''] = await operator.list.column('出库单号')
    const [pickCode = ''] = await operator.list.column('提货码')
    expect(pickCode).toMatch(/^\d{6}$/)

    const keeper = await come(visit)('/outorder', 'wh01')
    const given = keeper.list.row(outNo)
    await given.press('开始拣货')
    await keeper.dialog.confirm()
    await given.expectCell('拣货中')
    await given.expectCell('****')
    await given.press('出库登记')
    await keeper.dialog.fill({ 提货码: pickCode })
    await keeper.dialog.press('全部按未出')
    await keeper.dialog.confirm()
    await given.expectCell('已签收')
  })

  test('with the rest of its goods it is settled: nothing is owed, pledged or in stock', async ({ visit }) => {
    await redeemed(loan, '6000', { bondOffset: '31762.50' })
    const operator = await come(visit)('/loansmgr', 'op01')
    await operator.list.row(loanNo).open()
    await operator.record.expectState('已结清')
    await operator.record.expectFields({ 融资余额: '0.00' })
    await operator.goTo(`/inventorystock?loanId=${loan.id}`)
    const item = operator.list.firstRow()
    for (const cell of ['已释放', '0.0000 箱', '10,000.0000 箱']) await item.expectCell(cell)
    expect(await own.violations()).toEqual([])
  })
})

describe.sequential('a loan whose goods lose in value', () => {
  let loan: RecordValues = { id: '' }
  let loanNo = ''
  beforeAll(async () => {
    loan = loans.falling
    loanNo = String(loan['loanNo'])
    await quote('34.80')
  })

  test('E-12 stands at the call line, is warned of by the end of the day, and a fill of 119,293.15 is asked for', async ({ visit }) => {
    const risk = await come(visit)(`/pledgewarn?loanId=${loan.id}`, 'rk01')
    const line = risk.list.row(loanNo)
    for (const cell of ['补仓', '89.28%', '119,293.15']) await line.expectCell(cell)
    await runOneStep(own.served.services, 'warnings')
    await line.press('预警明细')
    const warning = risk.list.row('达到补仓线')
    for (const cell of ['质押率超线', '处理中']) await warning.expectCell(cell)
    expect(await warning.actions()).not.toContain('关闭')
  })

  test('B36 is filled by its operator with what has come in, and recovers when risk has approved', async ({ visit }) => {
    const { receiptNo } = await desk.fn.read(at.receipt, await received(own.served, loan, '119293.15'))
    const operator = await come(visit)(`/fill?loanId=${loan.id}`, 'op01')
    const fill = operator.list.row(loanNo)
    for (const cell of ['待补仓', '119,293.15']) await fill.expectCell(cell)
    await fill.press('提交补仓')
    await operator.dialog.fill({ 补仓方式: '补现金(还本)', 收款单: String(receiptNo), 已补现金: '119293.15' })
    await operator.dialog.confirm()
    await fill.expectCell('审核中')
    expect(await fill.actions()).not.toContain('审核通过')

    const risk = await come(visit)(`/fill?loanId=${loan.id}`, 'rk01')
    const given = risk.list.row(loanNo)
    await given.press('审核通过')
    await risk.dialog.fill({ 审批意见: '款已到账' })
    await risk.dialog.confirm()
    // 711.49 of it are the least interest that was agreed on (E-04), so that the rate ends a little above its target.
    for (const cell of ['已补足', '55.20%']) await given.expectCell(cell)
    await risk.goTo(`/pledgewarndetail?loanId=${loan.id}`)
    await risk.list.row('质押率超线').expectCell('自动恢复')
    await risk.goTo(`/pledgewarn?loanId=${loan.id}`)
    expect(await risk.list.hasRows()).toBe(false)
    expect(await own.violations()).toEqual([])
  })

  test('E-14 gives back what is pledged beyond its need once the price has risen', async ({ visit }) => {
    await quote('40.00')
    const operator = await come(visit)('/pledgeout', 'op01')
    await operator.list.press('新增')
    await operator.form.fill({ 融资单: loanNo, 原因: '价格回升，押品超额' })
    await operator.form.pickLines('可解押的质押明细')
    // 400,000.00 secure 192,111.49 at 55 %, for which 349,293.62 are enough.
    await operator.form.expectLine(0, { 解押数量: '1,267.6595' })
    await operator.form.expectValues({ 可释放货值: '50,706.38', 解押货值: '50,706.38' })
    await operator.form.press('提交')
    await operator.dialog.confirm()
    await operator.expectPath('/pledgeout')
    const release = operator.list.row(loanNo)
    await release.expectCell('审批中')
    expect(await release.actions()).not.toContain('审批通过')

    const risk = await come(visit)('/pledgeout', 'rk01')
    const given = risk.list.row(loanNo)
    await given.press('审批通过')
    await risk.dialog.fill({ 审批意见: '同意' })
    await risk.dialog.confirm()
    for (const cell of ['待出库', '55.00%']) await given.expectCell(cell)
    expect(await own.violations()).toEqual([])
  })
})

describe.sequential('money that a customer takes back', () => {
  let loan: RecordValues = { id: '' }
  beforeAll(async () => {
    loan = loans.cash
    const of = String(loan['borrowerId'])
    // Nothing of the customer's is beyond its line, whatever became of the demo data by today.
    await own.served.database.kysely.updateTable('waterline').set({ water_level: 'NORMAL' }).where('borrower_id', '=', of).execute()
    await verified(own.served, loan, await received(own.served, loan, '20010.00'), undefined, '20010.00')
  })

  test('E-33 20,000.00 are asked for by its operator, approved, paid by finance and confirmed by another', async ({ visit }) => {
    const { kysely } = own.served.database
    const account = await kysely
      .selectFrom('fund_account')
      .select('account_code')
      .where('borrower_id', '=', String(loan['borrowerId']))
      .where('funding_party_id', '=', String(loan['fundingPartyId']))
      .where('fund_account_kind', '=', 'ADVANCE')
      .executeTakeFirstOrThrow()
    const payee = await kysely
      .selectFrom('ent_account')
      .select('account_no')
      .where('enterprise_id', '=', String(loan['borrowerId']))
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow()
    const operator = await come(visit)('/customerWithdrawalPayment', 'op01')
    await operator.list.press('新增')
    await operator.dialog.fill({
      融资客户: '演示乳品',
      资金账户: String(account['account_code']),
      提现金额: '20000',
      手续费: '10',
      收款账户: String(payee['account_no']),
      提现原因: '结余提现',
    })
    await operator.dialog.press('提交')
    await operator.question.confirm()
    const row = operator.list.firstRow()
    for (const cell of ['审批中', '20,000.00']) await row.expectCell(cell)
    const [withdrawalNo = ''] = await operator.list.column('提现单号')

    const manager = await come(visit)('/customerWithdrawalPayment', 'fm01')
    const given = manager.list.row(withdrawalNo)
    await given.press('审批通过')
    await manager.dialog.fill({ 审批意见: '同意' })
    await manager.dialog.confirm()
    await given.expectCell('待付款')
    expect(await given.actions()).not.toContain('付款登记')

    const clerk = await come(visit)('/customerWithdrawalPayment', 'fn01')
    const paid = clerk.list.row(withdrawalNo)
    await paid.press('付款登记')
    await clerk.dialog.fill({ 付款账户: '6000000000001701', 银行流水号: 'TX-WALK-1' })
    await clerk.dialog.confirm()
    await paid.expectCell('付款中')
    expect(await paid.actions()).not.toContain('确认付款')

    await manager.list.query()
    await given.press('确认付款')
    await manager.dialog.confirm()
    await given.expectCell('已付款')
    expect(await own.violations()).toEqual([])
  })
})
