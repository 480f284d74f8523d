import { beforeAll, expect, it } from 'vitest'
import { writeForm, type Cell } from '../../engine/server/xlsx'
import type { RecordValues } from '../../engine/core/wire'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import type { ApiResponse, Session } from './support/client'
import { at } from './support/fixtures'
import { bankTold } from './support/payouts'
import { describePlatform } from './support/platform'
import { rowsOf } from './support/rows'

/** Domain 40, receiptStatus and verificationStatus: what goes back to who has paid, what is refused, and what later acts stand on. */
describePlatform('money that came in', (platform) => {
  let [fn, fm] = [] as unknown as [Session, Session]
  let whose: Record<'payerId' | 'borrowerId' | 'departmentId' | 'fundingPartyId', string>
  let accounts: Record<'cny' | 'usd' | 'pay', string>
  let serial = 0
  beforeAll(async () => {
    ;[fn, fm] = [await platform().as('fn01'), await platform().as('fm01')]
    const borrowerId = await platform().idOf('enterprise', 'short_name', '演示铝业')
    whose = {
      payerId: borrowerId,
      borrowerId,
      departmentId: await platform().idOf('department', 'department_name', '华东业务部'),
      fundingPartyId: await platform().idOf('enterprise', 'short_name', '甲行'),
    }
    const open = (await fn.list(at.bankAccount)).records.filter(({ status }) => status === 'ENABLED')
    const ofCurrency = (currency: string) =>
      open.filter((account) => account['currency'] === currency).toSorted((a, b) => Number(b['balance']) - Number(a['balance']))[0]?.id ??
      ''
    accounts = { cny: ofCurrency('CNY'), usd: ofCurrency('USD'), pay: ofCurrency('CNY') }
  })

  const received = (amount: string, more: object = {}): Promise<RecordValues> => fn.add(at.receipt, slip(amount, more))
  const slip = (amount: string, more: object = {}) => ({
    ...whose,
    receiptType: 'FEE',
    bankAccountId: accounts.cny,
    bankSerialNo: `SK-${(serial += 1)}`,
    receivedAt: platform().clock.now(),
    currency: 'CNY',
    amount,
    ...more,
  })
  const matching = (receipt: RecordValues, lines: object[], more: object = {}) =>
    fn.add(at.verification, { ...whose, currency: 'CNY', receiptIds: [receipt.id], lines, ...more })
  const goingBack = (refundAmount: string, more: object = {}) => ({
    refundAmount,
    payAccountId: accounts.pay,
    paySerialNo: `TK-${(serial += 1)}`,
    opinion: '客户误汇',
    ...more,
  })
  const expectRefusal = (response: ApiResponse, code: RefusalCode, params: object = {}) =>
    expect(response).toMatchObject({ status: 417, body: { code: refusals[code].number, params } })
  const now = async ({ id }: RecordValues) => {
    const { status, refundedAmount, unverifiedAmount } = await fn.read(at.receipt, id)
    return [status, refundedAmount, unverifiedAmount]
  }

  /** A fee that is owed, with what is owed for it. */
  async function owed(totalAmount: string): Promise<{ fee: RecordValues; due: Record<string, string> }> {
    const { payerId: _payer, ...of } = whose
    const fee = await fn.add(at.miscFee, {
      ...of,
      miscType: 'HANDLING',
      qty: '1',
      unitPrice: totalAmount,
      totalAmount,
      dueDate: '2026-11-30',
    })
    await fn.act(at.miscFee, 'submit', fee.id)
    await fm.act(at.miscFee, 'approve', fee.id)
    const [due] = await rowsOf(platform(), 'receivable', 'doc_no', String(fee['feeNo']))
    return { fee, due: due! }
  }

  it('E-42 money that has been paid out since is not taken back by deleting or lowering its receipt', async () => {
    const { accountNo: _no, ...account } = await fn.read(at.bankAccount, accounts.cny)
    const { id: bankAccountId } = await fn.add(at.bankAccount, {
      accountName: '演示平台',
      accountNo: `9911000${(serial += 1)}`,
      bankName: '演示丁银行浦东支行',
      accountPurpose: 'COLLECT',
      departmentId: whose.departmentId,
      subAccountId: account['subAccountId'],
      openingBalance: '0.00',
    })
    const receipt = await received('100.00', { bankAccountId })
    await bankTold(platform(), { bankAccountId, amount: '60.00', bankSerialNo: `TK-${(serial += 1)}` })
    const short = { balance: '40.00', amount: '100.00' }
    expectRefusal(await fn.remove(at.receipt, receipt.id), 'payment.account-short', short)
    const lower = (amount: string) => fn.ask('PATCH', `${at.receipt}/${receipt.id}`, { version: receipt.version, amount })
    expectRefusal(await lower('59.99'), 'payment.account-short', { amount: '40.01' })
    expect((await lower('60.00')).status).toBe(200)
    expect(await fn.read(at.bankAccount, bankAccountId)).toMatchObject({ balance: '0.00' })
  })

  it('goes back in parts until nothing is left: PARTIAL, then REFUNDED, each with a flow out of the bank', async () => {
    const receipt = await received('500.00')
    const first = goingBack('200.00')
    await fm.act(at.receipt, 'refund', receipt.id, first)
    expect(await now(receipt)).toEqual(['PARTIAL', '200.00', '300.00'])
    const { body } = await fn.ask('GET', `${at.receipt}/${receipt.id}/explain`)
    expect(body).toMatchObject({ unverifiedAmount: { title: '未核销', value: '300.00' } })
    expect(await rowsOf(platform(), 'bank_flow', 'bank_serial_no', first.paySerialNo)).toMatchObject([
      { flow_direction: 'OUT', amount: '200.00', match_status: 'MATCHED', match_doc_no: receipt['receiptNo'] },
    ])
    await fm.act(at.receipt, 'refund', receipt.id, goingBack('300.00'))
    expect(await now(receipt)).toEqual(['REFUNDED', '500.00', '0.00'])
    expect((await fm.tryTo(at.receipt, 'refund', receipt.id, goingBack('0.01'))).status).toBe(417)
  })

  it('A31: of what is matched in part, the rest goes back and the receipt is VERIFIED; who is not the manager refunds nothing', async () => {
    const [{ due }, receipt] = [await owed('120.00'), await received('200.00')]
    const { id } = await matching(receipt, [{ receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '120.00' }])
    await fn.act(at.verification, 'submit', id)
    expect((await fn.tryTo(at.receipt, 'refund', receipt.id, goingBack('80.00'))).status).toBe(403)
    await fm.act(at.receipt, 'refund', receipt.id, goingBack('80.00'))
    expect(await now(receipt)).toEqual(['VERIFIED', '80.00', '0.00'])
    // What was matched can still be taken back; what went back stays gone.
    await fm.act(at.verification, 'reverse', id, { opinion: '收错款项' })
    expect(await now(receipt)).toEqual(['PARTIAL', '80.00', '120.00'])
    await fm.act(at.receipt, 'refund', receipt.id, goingBack('120.00'))
    expect(await now(receipt)).toEqual(['REFUNDED', '200.00', '0.00'])
  })

  it('E-27: no more goes back than is unverified, to the cent', async () => {
    const receipt = await received('100.00')
    expectRefusal(await fm.tryTo(at.receipt, 'refund', receipt.id, goingBack('100.01')), 'receipt.beyond-unverified', {
      amount: '100.01',
      unverified: '100.00',
    })
    expect(await now(receipt)).toEqual(['UNVERIFIED', '0.00', '100.00'])
  })

  it('two refunds of the same receipt at once: one goes, the other finds nothing left', async () => {
    const receipt = await received('90.00')
    const answers = await Promise.all([1, 2].map(() => fm.tryTo(at.receipt, 'refund', receipt.id, goingBack('90.00'))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await now(receipt)).toEqual(['REFUNDED', '90.00', '0.00'])
  })

  it('E-42: an account without the money pays nothing back, and says what it has', async () => {
    const account = await fn.read(at.bankAccount, accounts.pay)
    const more = (Number(account['balance']) + 1000).toFixed(2)
    const receipt = await received(more, { bankAccountId: accounts.cny })
    const poor = (await fn.list(at.bankAccount)).records
      .filter(({ status, currency }) => status === 'ENABLED' && currency === 'CNY')
      .toSorted((a, b) => Number(a['balance']) - Number(b['balance']))[0]!
    const short = (Number(poor['balance']) + 0.01).toFixed(2)
    expectRefusal(await fm.tryTo(at.receipt, 'refund', receipt.id, goingBack(short, { payAccountId: poor.id })), 'payment.account-short', {
      amount: short,
      balance: poor['balance'],
    })
    expect(await now(receipt)).toEqual(['UNVERIFIED', '0.00', more])
  })

  it('I-14: a bank number that the account has already is not used again for what goes back', async () => {
    const [one, other] = [await received('40.00'), await received('40.00')]
    const form = goingBack('40.00')
    await fm.act(at.receipt, 'refund', one.id, form)
    const again = await fm.tryTo(at.receipt, 'refund', other.id, form)
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(await now(other)).toEqual(['UNVERIFIED', '0.00', '40.00'])
    expect(await rowsOf(platform(), 'bank_flow', 'bank_serial_no', form.paySerialNo)).toHaveLength(1)
  })

  it('is in the currency of its account, is matched with none of another one, and goes back from an account of its own', async () => {
    const wrong = await fn.ask('POST', at.receipt, slip('10.00', { currency: 'USD' }))
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'currency' }] } })
    const dollars = await received('10.00', { bankAccountId: accounts.usd, currency: 'USD' })
    const { due } = await owed('10.00')
    const lines = [{ receiptId: dollars.id, receivableId: due['id'], verifiedAmount: '10.00' }]
    const refused = await fn.ask('POST', at.verification, { ...whose, currency: 'USD', receiptIds: [dollars.id], lines })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'lines.0.receivableId' }] } })
    const fromCny = await fm.tryTo(at.receipt, 'refund', dollars.id, goingBack('10.00'))
    expect(fromCny).toMatchObject({ status: 422, body: { errors: [{ path: 'payAccountId' }] } })
    await fm.act(at.receipt, 'refund', dollars.id, goingBack('10.00', { payAccountId: accounts.usd }))
    expect(await now(dollars)).toEqual(['REFUNDED', '10.00', '0.00'])
  })

  it('A21: a bank slip is registered once, by hand or by import, and an import with one that is there stores nothing', async () => {
    const known = await received('10.00')
    const account = await fn.read(at.bankAccount, accounts.cny)
    const [party] = await rowsOf(platform(), 'enterprise', 'id', whose.fundingPartyId)
    const head =
      '收款类型* 付款方* 融资客户 所属部门* 资金方 付款账号 收款账户* 银行流水 银行流水号 到账时间* 销售订单 币种* 到账金额* 备注'
    const columns = head.split(' ').map((title) => ({ title, width: 20 }))
    const row = (bankSerialNo: string): Cell[] => [
      '费用',
      '演示铝业有限公司',
      '演示铝业有限公司',
      '华东业务部',
      party?.['enterprise_name'] ?? '',
      null,
      String(account['accountNo']),
      null,
      bankSerialNo,
      '2026-11-19 10:00:00',
      null,
      'CNY',
      10,
      null,
    ]
    const send = async (rows: Cell[][]) => {
      const content = await writeForm([{ name: '导入', columns, rows }], 1)
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(content)]), '收款.xlsx')
      const headers = { authorization: `Bearer ${fn.token}` }
      const response = await fetch(`${fn.address}${at.receipt}/import`, { method: 'POST', headers, body: form })
      return { status: response.status, body: JSON.stringify(await response.json()) }
    }
    const refused = await send([row('NEW-1'), row(String(known['bankSerialNo']))])
    expect(refused.body).toMatch(/"row":3,"column":"[^"]*(银行流水号|收款账户)/)
    expect(await rowsOf(platform(), 'receipt', 'bank_serial_no', 'NEW-1')).toEqual([])
    const twice = await send([row('NEW-2'), row('NEW-2')])
    expect(twice.body).toMatch(/"row":3,"column":"[^"]*(银行流水号|收款账户)/)
    expect(await rowsOf(platform(), 'receipt', 'bank_serial_no', 'NEW-2')).toEqual([])
    expect((await send([row('NEW-3')])).body).toContain('"count":1')
    expect(await rowsOf(platform(), 'receipt', 'bank_serial_no', 'NEW-3')).toMatchObject([{ amount: '10.00', status: 'UNVERIFIED' }])
  })

  it('two clerks who pay one debt at once, each from a receipt of his own: one does, the other is told why not', async () => {
    const { due } = await owed('60.00')
    const receipts = [await received('60.00'), await received('60.00')]
    const drafts = await Promise.all(
      receipts.map((receipt) => matching(receipt, [{ receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '60.00' }])),
    )
    const answers = await Promise.all(drafts.map(({ id }) => fn.tryTo(at.verification, 'submit', id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
    const refused = answers.find(({ status }) => status === 417)!
    expectRefusal(refused, 'verification.receivable-ended', { receivableNo: due['receivable_no'] })
    const left = await Promise.all(receipts.map(async (receipt) => (await now(receipt))[2]))
    expect(new Set(left)).toEqual(new Set(['0.00', '60.00']))
  })

  it('D.10 来源单据未推进: what somebody has done with the fee since is not undone behind his back; what happened of itself is', async () => {
    const [{ fee, due }, receipt] = [await owed('100.00'), await received('40.00')]
    const { id } = await matching(receipt, [{ receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '40.00' }])
    await fn.act(at.verification, 'submit', id)
    await fm.act(at.miscFee, 'waive', fee.id, { amount: '10.00', opinion: '协商减免' })
    const refused = await fm.tryTo(at.verification, 'reverse', id, { opinion: '付款方填错' })
    expect(refused.status).toBe(417)
    expect(refused.body.message).toContain(`${String(fee['feeNo'])} 之后已有人办理，不能撤销`)
    expect(await now(receipt)).toEqual(['VERIFIED', '0.00', '0.00'])
    expect(await fn.read(at.miscFee, fee.id)).toMatchObject({ status: 'PARTIAL', receivedAmount: '40.00', waivedAmount: '10.00' })
  })

  it('E-28: matched for a day of a month that is closed, the vouchers stand on the first open day and name the original one', async () => {
    const [{ due }, receipt] = [await owed('70.00'), await received('80.00', { receivedAt: '2026-09-15T02:00:00.000Z' })]
    const lines = [
      { receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '70.00' },
      { receiptId: receipt.id, verifiedAmount: '10.00' },
    ]
    const { id, ...values } = await matching(receipt, lines, { verifyDate: '2026-09-15' })
    const explained = () => fn.ask<Record<string, { value: string }>>('GET', `${at.verification}/${id}/explain`)
    const draft = (await explained()).body
    expect(Object.fromEntries(Object.entries(draft).map(([name, { value }]) => [name, value]))).toEqual({
      totalPayment: '80.00',
      totalVerified: '70.00',
      toDepositAmount: '10.00',
      openAmount: '0.00',
    })
    await fn.act(at.verification, 'submit', id)
    expect((await explained()).body).toMatchObject({ openAmount: { value: '0.00' }, totalVerified: { value: '70.00' } })
    const vouchers = await rowsOf(platform(), 'voucher', 'doc_no', String(values['verificationNo']))
    expect(new Set(vouchers.map((each) => each['biz_event']))).toEqual(new Set(['DEPOSIT_IN', 'FEE_IN']))
    for (const voucher of vouchers) {
      expect(voucher['period']).not.toBe('2026-09')
      expect(voucher['summary']).toContain('（原日期 2026-09-15）')
    }
    await fm.act(at.verification, 'reverse', id, { opinion: '核销日填错' })
    expect(await now(receipt)).toEqual(['UNVERIFIED', '0.00', '80.00'])
    for (const [verifyDate, why] of [
      ['2026-11-21', '核销日期不能晚于今天'],
      ['2026-09-14', `收款单 ${String(receipt['receiptNo'])} 于 2026-09-15 到账，核销日期不能早于到账日期`],
    ]) {
      const refused = await fn.ask('POST', at.verification, { ...whose, currency: 'CNY', receiptIds: [receipt.id], lines, verifyDate })
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'verifyDate', detail: why }] } })
    }
    expect(await platform().violations()).toEqual([])
  })
})
