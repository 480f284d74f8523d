import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { tamperWithin } from '../../engine/server/testing/tamper'
import { invariants } from '../../src/server/invariants'
import type { Violation } from '../../src/server/invariants/violation'
import { describePlatform, type Platform } from './support/platform'

/** Runs a statement that breaks the data past all guards, returns the violations that the invariant finds, and rolls the statement back. */
async function whileBroken(platform: Platform, number: string, breaks: string): Promise<Violation[]> {
  let found: Violation[] = []
  const takenBack = new Error('the break is taken back')
  const broken = platform.database.transaction(async (trx) => {
    await tamperWithin(trx, breaks)
    found = (await invariants[number]?.({ plan: platform.plan, kysely: trx })) ?? []
    throw takenBack
  })
  await expect(broken).rejects.toBe(takenBack)
  return found
}

describePlatform('an invariant', (platform) => {
  const onF1 = `(select id from loan where loan_no = 'RZ20260302-0001')`
  const batch = `(select min(id) from stock_batch)`
  const lastNumbered = `(select max(id) from voucher where voucher_seq is not null)`
  const oneNote = `(select min(id) from debt_note)`
  const onePledged = `(select min(i.id) from pledge_item i join loan l on l.id = i.loan_id
    where i.status = 'EFFECTIVE' and i.remain_qty > 100 and l.outstanding_principal > 0)`
  const oneDeposit = `(select min(id) from fund_account where fund_account_kind = 'ADVANCE' and balance > 0)`
  const oneVerification = `(select min(id) from verification where status = 'DONE' and to_deposit_amount > 0)`
  const paidLoan = `(select loan_no from loan join debt_note on debt_note.loan_id = loan.id order by loan.id limit 1)`

  describe.each([
    [
      'I-01',
      'a bucket that is not the sum of its movements',
      '流水合计',
      `update stock_batch set available_qty = available_qty + 1 where id = ${batch}`,
    ],
    ['I-04', 'goods that are frozen for no loan', '融资已批待质押', `update loan_goods set qty = qty - 1 where parent_id = ${onF1}`],
    [
      'E-05',
      'a debt that is due before its term ends',
      '顺延后',
      `update debt_note set due_date = effective_due_date + 1 where id = ${oneNote}`,
    ],
    [
      'I-09',
      'a deposit account that is not the sum of its flows',
      '流水合计',
      `update fund_account set balance = balance + 0.01 where id = ${oneDeposit}`,
    ],
    [
      'I-10',
      'a receipt of which no verification tells',
      '与核销单、预存款单、还款单合计不符',
      `update verification_lines set deposit_part = deposit_part + 0.01 where parent_id = ${oneVerification}`,
    ],
    [
      'I-06',
      'a loan that owes what no debt note says',
      '借据合计',
      `update loan set outstanding_principal = outstanding_principal + 0.01 where loan_no = ${paidLoan}`,
    ],
    [
      'I-06',
      'a loan of which more was paid out than its debt notes say',
      '已放',
      `update loan set paid_amount = paid_amount + 0.01 where loan_no = ${paidLoan}`,
    ],
    [
      'I-06',
      'a debt note whose principal does not add up',
      '未还',
      `update debt_note set repaid_principal = repaid_principal + 0.01 where id = ${oneNote}`,
    ],
    [
      'I-07',
      'pledged goods that answer for more than their loan owes',
      '押品对应余额',
      `update pledge_item set unit_principal = unit_principal + 0.01 where id = ${onePledged}`,
    ],
    [
      'I-07',
      'pledged goods that answer for less than their loan owes',
      '押品对应余额',
      `update pledge_item set unit_principal = unit_principal - 0.01 where id = ${onePledged}`,
    ],
    [
      'I-11',
      'interest that no row has accrued',
      '计息明细合计',
      `update debt_note set accrued_interest = accrued_interest + 0.000001 where id = ${oneNote}`,
    ],
    [
      'I-11',
      'a bucket that its movements do not explain',
      '流水合计',
      `update debt_note set accrued_penalty = accrued_penalty + 0.000001 where id = ${oneNote}`,
    ],
    [
      'I-11',
      'more interest paid than was accrued',
      '超过累计利息',
      `update debt_note set paid_interest = paid_interest + 1000000 where id = ${oneNote}`,
    ],
    [
      'I-08',
      'a line that reserves what no loan has',
      '融资单合计',
      `update customer_line set reserved_amount = reserved_amount + 0.01 where line_no = 'KE20260108-0001'`,
    ],
    [
      'I-08',
      'a quota whose use is not that of its loans',
      '融资单合计',
      `update quota set used_amount = used_amount + 1 where quota_no = 'ED20260108-0001'`,
    ],
    [
      'I-12',
      'a voucher whose sides differ by a cent',
      '分录借方',
      `update voucher_entries set debit_amount = debit_amount + 0.01 where id = (select min(id) from voucher_entries)`,
    ],
    ['I-12', 'a gap in the numbers of vouchers', '最大号', `update voucher set voucher_seq = voucher_seq + 100 where id = ${lastNumbered}`],
    [
      'I-12',
      'a voucher below 0 that reverses none',
      '应大于 0',
      `update voucher set doc_step = null, doc_type = null where doc_type = 'voucher'`,
    ],
    [
      'I-12',
      'a voucher in a closed month that is not posted',
      '已结账',
      `update voucher set status = 'AUDITED' where id = (select min(id) from voucher where period = '2026-01')`,
    ],
    [
      'I-14',
      'a bank account that has more than its flows',
      '期初加流水',
      `update bank_account set balance = balance + 0.01 where account_no = '6000000000001701'`,
    ],
    [
      'I-16',
      'a loan whose newest water line is not the latest',
      '最近的快照为',
      `update waterline set is_latest = false where is_latest and loan_id = ${onF1}`,
    ],
    [
      'E-26',
      'an order that is invoiced by what no invoice says',
      '销售发票合计',
      `update sale_order set invoiced_amount = invoiced_amount - 0.01 where sale_no = 'XD20260420-0001'`,
    ],
    [
      'E-26',
      'goods that are invoiced by what no invoice says',
      '销售发票合计',
      `update sale_order_lines set invoiced_qty = invoiced_qty - 1 where id = (select min(id) from sale_order_lines)`,
    ],
    [
      'E-26',
      'an order that is not the sum of its lines',
      '抬头与明细',
      `update sale_order set tax_amount = tax_amount + 0.01 where sale_no = 'XD20260420-0001'`,
    ],
    [
      'E-26',
      'an invoice that is not the sum of its lines',
      '抬头与明细',
      `update sale_invoice set net_amount = net_amount + 0.01 where invoice_apply_no = 'FP20260428-0001'`,
    ],
    ['I-13', 'a state that no history leads to', '记录中为', `update loan set status = 'SETTLED' where id = ${onF1}`],
    ['I-15', 'a state that there is not', '未知状态', `update warehouse set status = 'LOST' where warehouse_code = 'WH0001'`],
    ['I-15', 'a code that is in no dictionary', '不在字典中', `update quota set quota_type = 'X' where quota_no = 'ED20260108-0001'`],
    [
      'I-15',
      'a reference among several that leads nowhere',
      '引用的记录不存在',
      `update client set product_ids = product_ids || 999999::bigint where client_no = 'KH000001'`,
    ],
    [
      'I-15',
      'an open loan of a cancelled enterprise',
      '已注销',
      `update enterprise set status = 'CANCELLED' where short_name = '演示乳品'`,
    ],
    ['I-01', 'a balance that is not the sum so far', '应为', `update stock_movement set on_hand_after = on_hand_after + 1 where id = 1`],
    ['I-02', 'a movement that does not agree with itself', '不连续', `update stock_movement set d_pledged = 1 where id = 1`],
    [
      'I-08',
      'a ledger that ends at another balance',
      '末条流水',
      `update quota_flow set reserved_after = 7 where id = (select max(id) from quota_flow where quota_id is not null)`,
    ],
    [
      'I-13',
      'a step that no action makes',
      '不合流程',
      `update document_history set from_state = 'CLOSED' where id = (select min(id) from document_history where entity = 'loan' and action = 'approve')`,
    ],
  ])('%s', (number, what, words, breaks) => {
    it(`finds ${what}`, async () => {
      expect((await whileBroken(platform(), number, breaks)).map((violation) => violation.what).join()).toContain(words)
    })
  })

  it('I-15 knows the codes that administrators have added', async () => {
    const item = { dictCode: 'quotaType', dictName: '额度类型', itemCode: 'SEASONAL', itemName: '季节授信' }
    await (await platform().as('admin')).add('/api/base/basicdata', item)
    expect(await whileBroken(platform(), 'I-15', `update quota set quota_type = 'SEASONAL' where quota_no = 'ED20260108-0001'`)).toEqual([])
  })

  it('I-02 finds a ledger that could be changed', async () => {
    const { kysely } = platform().database
    await sql.raw('alter table quota_flow disable trigger user').execute(kysely)
    expect(await platform().violations()).toEqual(['I-02 表 quota_flow 没有防改触发器'])
    await sql.raw('alter table quota_flow enable trigger user').execute(kysely)
  })

  it('is kept by the database where it can: ledgers refuse change, buckets refuse to sink below zero', async () => {
    const { kysely } = platform().database
    for (const statement of [
      'update stock_movement set qty = 1',
      'delete from quota_flow',
      'truncate document_history',
      `update stock_batch set available_qty = -1 where id = ${batch}`,
      `update customer_line set reserved_amount = -0.01 where line_no = 'KE20260108-0001'`,
    ])
      await expect(sql.raw(statement).execute(kysely)).rejects.toThrow()
    expect(await platform().violations()).toEqual([])
  })
})
