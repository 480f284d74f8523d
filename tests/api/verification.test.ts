import { beforeAll, describe, expect, it } from 'vitest'
import { compareDecimals, sumDecimals } from '../../engine/core/decimal'
import type { RecordValues } from '../../engine/core/wire'
import { violatedInvariants } from '../../src/server/invariants'
import type { Session } from './support/client'
import { inSystem } from './support/fees'
import { at, batchInStock, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'
import { rowsOf } from './support/rows'
import { approvedLoan } from './support/pledging'

describePlatform('receipts, what they pay and what is left of them', (platform) => {
  let [fn, fm] = [] as unknown as [Session, Session]
  let loan: RecordValues
  let serial = 0
  beforeAll(async () => {
    ;[fn, fm] = [await platform().as('fn01'), await platform().as('fm01')]
    const goodsId = await referenceGoods(platform())
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id)
    const stockBatchId = await batchInStock(platform(), goodsId, '10000')
    const goods = [{ goodsId, stockBatchId, qty: '10000', unitPrice: '120' }]
    loan = await approvedLoan(platform(), line.id, goodsId, { appliedAmount: '635250.00', goods })
  })

  const one = (table: string, column: string, value: string) => rowsOf(platform(), table, column, value)
  const owner = () => {
    const { borrowerId, departmentId, fundingPartyId } = loan
    return { payerId: borrowerId, borrowerId, departmentId, fundingPartyId, currency: 'CNY' }
  }
  const receiptValues = async (amount: string, more: object = {}) => ({
    ...owner(),
    receiptType: 'BOND',
    bankAccountId: await bondAccount(),
    bankSerialNo: `HX-${(serial += 1)}`,
    receivedAt: platform().clock.now(),
    amount,
    ...more,
  })
  const bondAccount = async () =>
    (await one('bank_account', 'account_purpose', 'BOND')).find(({ currency }) => currency === 'CNY')?.['id'] ?? ''
  const received = async (amount: string, more: object = {}) => fn.add(at.receipt, await receiptValues(amount, more))
  const bondOf = async () => (await one('bond', 'loan_id', loan.id))[0]!
  const dueOf = async () => (await one('receivable', 'loan_id', loan.id))[0]!
  const matched = (receipts: RecordValues[], lines: object[], more: object = {}) =>
    fn.add(at.verification, { ...owner(), receiptIds: receipts.map(({ id }) => id), lines, ...more })

  it('E-17, E-27: 31,762.50 is owed of a bond of 635,250.00, and distributed by due date; a receipt in a draft is not deleted', async () => {
    expect(await bondOf()).toMatchObject({ due_amount: '31762.50', status: 'UNPAID' })
    const due = await dueOf()
    expect(due).toMatchObject({ amount: '31762.50', status: 'OPEN' })
    const receipt = await received('32762.50')
    const { body } = await fn.ask<{ lines: Record<string, string>[] }>('GET', `${at.verification}/suggest?receiptIds=${receipt.id}`)
    const { lines } = body
    const dueDates = lines.flatMap(({ dueDate }) => dueDate ?? [])
    expect(dueDates).toEqual(dueDates.toSorted())
    expect(compareDecimals(sumDecimals(lines.map(({ verifiedAmount }) => verifiedAmount ?? '0')), '32762.50')).toBe(0)
    for (const { verifiedAmount, dueAmount } of lines.filter(({ receivableId }) => receivableId))
      expect(compareDecimals(verifiedAmount ?? '0', dueAmount ?? '0')).toBeLessThanOrEqual(0)

    await matched(
      [receipt],
      [
        { receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '31762.50' },
        { receiptId: receipt.id, verifiedAmount: '1000.00' },
      ],
    )
    expectRefusal(await fn.remove(at.receipt, receipt.id), 'receipt.referenced', { action: '删除' })
  })

  async function deposits(): Promise<number> {
    const accounts = await one('fund_account', 'borrower_id', String(loan['borrowerId']))
    return accounts
      .filter((account) => account['fund_account_kind'] === 'ADVANCE')
      .reduce((sum, { balance }) => sum + Number(balance ?? 0), 0)
  }

  it('E-27: neither side gives more than it has, with figures', async () => {
    const due = await dueOf()
    const [small, large] = [await received('100.00'), await received('40000.00')]
    const beyondReceipt = await matched([small], [{ receiptId: small.id, receivableId: due['id'], verifiedAmount: '100.01' }])
    expectRefusal(await fn.tryTo(at.verification, 'submit', beyondReceipt.id), 'receipt.beyond-unverified', {
      amount: '100.01',
      unverified: '100.00',
    })
    const beyondDue = await matched([large], [{ receiptId: large.id, receivableId: due['id'], verifiedAmount: '31762.51' }])
    expectRefusal(await fn.tryTo(at.verification, 'submit', beyondDue.id), 'receivable.beyond-unverified', {
      amount: '31762.51',
      unverified: '31762.50',
    })
  })

  it('E-27: a receipt of another payer is neither matched nor distributed', async () => {
    const other = await platform().idOf('enterprise', 'short_name', '演示铝业')
    const [own, foreign] = [await received('20.00'), await received('20.00', { payerId: other, borrowerId: other })]
    const lines = [{ receiptId: foreign.id, verifiedAmount: '20.00' }]
    const refused = await fn.ask('POST', at.verification, { ...owner(), receiptIds: [foreign.id], lines })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('receiptIds')
    const suggested = await fn.ask('GET', `${at.verification}/suggest?receiptIds=${own.id},${foreign.id}`)
    expect(suggested.status).toBe(422)
  })

  describe('E-27: what a draft names is judged again when it is matched', () => {
    const drafted = async () => {
      const [matching, changing] = [await received('15.00'), await received('16.00')]
      const draft = await matched([matching, changing], [{ receiptId: matching.id, verifiedAmount: '15.00' }])
      return { draft, changing }
    }
    it('a slip of another payer', async () => {
      const { draft, changing } = await drafted()
      const other = await platform().idOf('enterprise', 'short_name', '演示铝业')
      const version = await fn.versionOf(at.receipt, changing.id)
      const edited = await fn.ask('PATCH', `${at.receipt}/${changing.id}`, { version, payerId: other, borrowerId: other })
      expect(edited.status).toBe(200)
      expectRefusal(await fn.tryTo(at.verification, 'submit', draft.id), 'verification.other-payer', {
        document: `收款单 ${String(changing['receiptNo'])} `,
      })
      expect(await fn.read(at.verification, draft.id)).toMatchObject({ status: 'DRAFT' })
    })

    it('a slip of another currency', async () => {
      const { draft, changing } = await drafted()
      await inSystem(platform(), (tools) => tools.set('receipt', changing.id, { currency: 'USD' }))
      expectRefusal(await fn.tryTo(at.verification, 'submit', draft.id), 'verification.other-currency', {
        document: `收款单 ${String(changing['receiptNo'])} `,
        currency: 'USD',
        expected: 'CNY',
      })
    })

    it('what is owed by another, or in another currency', async () => {
      const [due, receipt] = [await dueOf(), await received('15.00')]
      const document = `应收 ${String(due['receivable_no'])} `
      const { id } = await matched([receipt], [{ receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '15.00' }])
      const payerId = await platform().idOf('enterprise', 'short_name', '演示铝业')
      await inSystem(platform(), (tools) => tools.set('receivable', due['id']!, { payerId }))
      expectRefusal(await fn.tryTo(at.verification, 'submit', id), 'verification.other-payer', { document })
      await inSystem(platform(), (tools) => tools.set('receivable', due['id']!, { payerId: due['payer_id']!, currency: 'USD' }))
      expectRefusal(await fn.tryTo(at.verification, 'submit', id), 'verification.other-currency', { document, currency: 'USD' })
      await inSystem(platform(), (tools) => tools.set('receivable', due['id']!, { currency: 'CNY' }))
      expect((await fn.tryTo(at.verification, 'submit', id)).status).toBe(200)
      await fm.act(at.verification, 'reverse', id, { opinion: '核对完毕' })
    })

    it('and a draft is not edited to another payer than its slips', async () => {
      const { draft } = await drafted()
      const other = await platform().idOf('enterprise', 'short_name', '演示铝业')
      const edited = await fn.ask('PATCH', `${at.verification}/${draft.id}`, { version: draft['version'], payerId: other })
      expect(edited).toMatchObject({ status: 422 })
      expect(JSON.stringify(edited.body)).toContain('receiptIds')
    })
  })

  it('E-27, D18, A15: 撤销核销 gives bond, deposit and receipt back to the cent, and turns both vouchers round', async () => {
    const [due, receipt, before] = [await dueOf(), await received('32762.50'), await deposits()]
    const { id, ...values } = await matched(
      [receipt],
      [
        { receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '31762.50' },
        { receiptId: receipt.id, verifiedAmount: '1000.00' },
      ],
    )
    const another = await received('1.00')
    const late = await matched([another], [{ receiptId: another.id, receivableId: due['id'], verifiedAmount: '1.00' }])
    await fn.act(at.verification, 'submit', id)
    expectRefusal(await fn.tryTo(at.verification, 'submit', late.id), 'verification.receivable-ended', {
      receivableNo: due['receivable_no'],
    })
    expect(await bondOf()).toMatchObject({ received_amount: '31762.50', balance_amount: '31762.50', status: 'PAID' })
    expect(await dueOf()).toMatchObject({ verified_amount: '31762.50', status: 'CLOSED' })
    expect(await fn.read(at.receipt, receipt.id)).toMatchObject({
      verifiedAmount: '31762.50',
      depositAmount: '1000.00',
      unverifiedAmount: '0.00',
      status: 'VERIFIED',
    })
    expect((await deposits()) - before).toBe(1000)
    const vouchers = async () =>
      (await one('voucher', 'doc_no', String(values['verificationNo']))).map(
        (row) => `${row['biz_event']} ${row['total_debit']} ${row['status']}`,
      )
    expect(new Set(await vouchers())).toEqual(new Set(['BOND_IN 31762.50 DRAFT', 'DEPOSIT_IN 1000.00 DRAFT']))

    expect((await fn.tryTo(at.verification, 'reverse', id, { opinion: '付款方填错' })).status).toBe(403)
    await fm.act(at.verification, 'reverse', id, { opinion: '付款方填错' })
    expect(await bondOf()).toMatchObject({ received_amount: '0.00', balance_amount: '0.00', status: 'UNPAID' })
    expect(await dueOf()).toMatchObject({ verified_amount: '0.00', status: 'OPEN' })
    expect(await fn.read(at.receipt, receipt.id)).toMatchObject({
      verifiedAmount: '0.00',
      depositAmount: '0.00',
      unverifiedAmount: '32762.50',
      status: 'UNVERIFIED',
    })
    expect((await deposits()) - before).toBe(0)
    expect(new Set(await vouchers())).toEqual(new Set(['BOND_IN 31762.50 REVERSED', 'DEPOSIT_IN 1000.00 REVERSED']))
    expect((await fm.tryTo(at.verification, 'reverse', id, { opinion: '再撤一次' })).status).toBe(417)
    expect(await violatedInvariants(platform().services.plan, platform().database)).toEqual([])
  })

  it('A31: what is left over becomes the deposit of the customer and the funding party that the receipt is of', async () => {
    const receipt = await received('30.00')
    const fundingPartyId = await platform().idOf('enterprise', 'short_name', '乙信托')
    const { id } = await matched([receipt], [{ receiptId: receipt.id, verifiedAmount: '30.00' }], { fundingPartyId })
    // Who has the money of another funding party sees nothing of what this one is matched with.
    expectRefusal(await fn.tryTo(at.verification, 'submit', id), 'verification.other-party', {
      document: `收款单 ${String(receipt['receiptNo'])} `,
    })
    const borrowerId = await platform().idOf('enterprise', 'short_name', '演示酒业')
    const other = await matched([receipt], [{ receiptId: receipt.id, verifiedAmount: '30.00' }], { borrowerId })
    expectRefusal(await fn.tryTo(at.verification, 'submit', other.id), 'verification.other-funds', { receiptNo: receipt['receiptNo'] })
  })

  it('A21: the number of a slip is compared as it looks: joiners nobody sees are none of it, and wide letters are not taken', async () => {
    await received('10.00', { bankSerialNo: 'AB123' })
    const taken = async (bankSerialNo: string) =>
      (await fn.ask('POST', at.receipt, await receiptValues('10.00', { bankSerialNo }))).body.errors
    expect(await taken('AB\u200d123')).toMatchObject([{ path: 'bankAccountId', rule: 'unique' }])
    expect(await taken('ＡＢ１２４')).toMatchObject([{ path: 'bankSerialNo', rule: 'pattern' }])
  })

  it('E-27 is of a day of the last two years: older ones would open all the months since', async () => {
    const old = await fn.ask('POST', at.receipt, await receiptValues('10.00', { receivedAt: '2024-11-19T12:00:00+08:00' }))
    expect([old.status, JSON.stringify(old.body)]).toEqual([422, expect.stringContaining('到账时间不能早于两年前')])
    const receipt = await received('10.00')
    const values = { verifyDate: '2024-11-19', receiptIds: [receipt.id], lines: [{ receiptId: receipt.id, verifiedAmount: '10.00' }] }
    const { status, body } = await fn.ask('POST', at.verification, { ...owner(), ...values })
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('核销日期不能早于两年前')])
  })

  it('A21: the same bank slip is not registered twice', async () => {
    const { bankSerialNo } = await received('10.00')
    const again = await fn.ask('POST', at.receipt, await receiptValues('10.00', { bankSerialNo }))
    expect(again.status).not.toBe(200)
    expect(JSON.stringify(again.body)).toContain('bankSerialNo')
  })

  it('two clerks who match the same receipt at once: one does, the other is told what is left', async () => {
    const due = await dueOf()
    const receipt = await received('500.00')
    const lines = [{ receiptId: receipt.id, receivableId: due['id'], verifiedAmount: '500.00' }]
    const [one, other] = [await matched([receipt], lines), await matched([receipt], lines)]
    const answers = await Promise.all([one, other].map(({ id }) => fn.tryTo(at.verification, 'submit', id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
    expect(await fn.read(at.receipt, receipt.id)).toMatchObject({ verifiedAmount: '500.00', status: 'VERIFIED' })
  })

  it('D20, A24: what is beyond the due amount stays with the bond until it is refunded; while the loan lives, the bond itself is not', async () => {
    const due = await dueOf()
    const receipt = await received(due['unverified_amount']!)
    const verification = await matched(
      [receipt],
      [{ receiptId: receipt.id, receivableId: due['id'], verifiedAmount: due['unverified_amount'] }],
    )
    await fn.act(at.verification, 'submit', verification.id)
    const bond = await bondOf()
    expect(bond).toMatchObject({ status: 'PAID', balance_amount: '31762.50' })
    const asked = { refundingAmount: '1.00', refundTo: 'DEPOSIT', refundReason: '多缴退还' }
    expectRefusal(await fn.tryTo(at.bond, 'refund', bond['id']!, asked), 'bond.not-refundable', {
      balanceAmount: '31762.50',
      dueAmount: '31762.50',
    })
  })

  it('A24: of a loan that has ended the bond goes back, to the deposit or to the bank; asked by one, confirmed by another, or taken back', async () => {
    await (await platform().as('bm01')).act(at.loan, 'close', loan.id, { opinion: '客户不再用款' })
    const bondId = (await bondOf())['id']!
    const toDeposit = { refundingAmount: '10000.00', refundTo: 'DEPOSIT', refundReason: '融资单已关闭' }
    const tooMuch = { ...toDeposit, refundingAmount: '31762.51' }
    expectRefusal(await fn.tryTo(at.bond, 'refund', bondId, tooMuch), 'bond.refund-too-much', {
      amount: '31762.51',
      refundable: '31762.50',
    })
    await fn.act(at.bond, 'refund', bondId, toDeposit)
    expect(await fm.act(at.bond, 'refundCancel', bondId, { opinion: '金额有误' })).toMatchObject({
      status: 'PAID',
      balanceAmount: '31762.50',
    })

    const before = await deposits()
    await fn.act(at.bond, 'refund', bondId, toDeposit)
    expect(await fm.act(at.bond, 'confirmRefund', bondId)).toMatchObject({ refundedAmount: '10000.00', balanceAmount: '21762.50' })
    expect((await deposits()) - before).toBe(10_000)

    const account = (await one('ent_account', 'enterprise_id', String(loan['borrowerId'])))[0]
    const toBank = { refundingAmount: '21762.50', refundTo: 'ORIGINAL', refundAccountId: account?.['id'], refundReason: '结清退还' }
    await fn.act(at.bond, 'refund', bondId, toBank)
    const bank = { refundBankAccountId: await bondAccount(), refundSerialNo: 'BOND-BACK-1' }
    const settled = await fm.act(at.bond, 'confirmRefund', bondId, bank)
    expect(settled).toMatchObject({ status: 'SETTLED', balanceAmount: '0.00', refundedAmount: '31762.50' })
    expect(await one('bank_flow', 'bank_serial_no', 'BOND-BACK-1')).toMatchObject([{ flow_direction: 'OUT', amount: '21762.50' }])
    const vouchers = await one('voucher', 'doc_no', String(settled['bondNo']))
    expect(vouchers.map((voucher) => voucher['biz_event'])).toEqual(['BOND_REFUND', 'BOND_REFUND'])
    const flows = await fn.list(`${at.bond}/flow`, { docNo: String(settled['bondNo']) })
    expect(flows.records.map(({ fundFlowType }) => fundFlowType)).toContain('REFUND')
    expect(await violatedInvariants(platform().services.plan, platform().database)).toEqual([])
  })

  it('a deposit is credited by a second person, from what is left of its receipt', async () => {
    const receipt = await received('8000.00', { receiptType: 'DEPOSIT' })
    const { borrowerId, departmentId, fundingPartyId, currency } = owner()
    const of = { borrowerId, departmentId, fundingPartyId, currency, receiptId: receipt.id }
    const { id: tooMuch } = await fn.add(at.deposit, { ...of, amount: '8000.01' })
    expectRefusal(await fn.tryTo(at.deposit, 'submit', tooMuch), 'receipt.beyond-unverified', { amount: '8000.01', unverified: '8000.00' })
    const { id } = await fn.add(at.deposit, { ...of, amount: '5000.00' })
    const before = await deposits()
    await fn.act(at.deposit, 'submit', id)
    const credited = await fm.act(at.deposit, 'approve', id, { opinion: '同意' })
    expect(credited).toMatchObject({ status: 'CREDITED', balanceAfter: (before + 5000).toFixed(2) })
    expect(await fn.read(at.receipt, receipt.id)).toMatchObject({
      status: 'PARTIAL',
      depositAmount: '5000.00',
      unverifiedAmount: '3000.00',
    })
    expect((await one('voucher', 'doc_no', String(credited['depositNo']))).map((voucher) => voucher['biz_event'])).toEqual(['DEPOSIT_IN'])
    const flows = await fn.list(`${at.deposit}/flow`, { borrowerId: String(borrowerId) })
    expect(JSON.stringify(flows.records)).toContain(String(credited['depositNo']))
    expect(await violatedInvariants(platform().services.plan, platform().database)).toEqual([])
  })
})
