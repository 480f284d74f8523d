import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inTransaction } from '../../engine/server/write/transaction'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import { balancesCall, settleBalances } from '../../src/server/calls/balances'
import type { OutsideCall } from '../../src/server/calls/call'
import { runCall, type Calls } from '../../src/server/calls/calls'
import { settleTransfer, transferCancelCall } from '../../src/server/calls/transfer'
import { syncInstitutionAccounts } from '../../src/server/handlers/institutionAccounts'
import type { OutsideResponse } from '../../src/server/providers/provider'
import { typed } from '../../src/server/ruleTypes'
import type { ApiResponse, Session } from './support/client'
import { institutionSecret } from './support/config'
import { at, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { institutionPaymentValues, tell } from './support/institution'
import { bondPaid, payableLoan } from './support/payouts'
import { describePlatform } from './support/platform'
import { rowsOf } from './support/rows'

const dollars = '支付机构美元户'

describePlatform('the payment institution', (platform) => {
  let [fn, fm, op] = [] as unknown as [Session, Session, Session]
  let loan: RecordValues
  let [goodsId, lineId] = ['', '']
  beforeAll(async () => {
    ;[fn, fm, op] = [await platform().as('fn01'), await platform().as('fm01'), await platform().as('op01')]
    goodsId = await referenceGoods(platform())
    lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
    loan = await loanOf('300000.00')
  })

  const loanOf = async (amount: string): Promise<RecordValues> => {
    const payable = await payableLoan(platform(), { lineId, goodsId }, amount)
    await bondPaid(platform(), payable.id)
    return payable
  }
  const approved = async (more: object = {}, of = loan): Promise<RecordValues> => {
    const { id } = await fn.add(at.payment, await institutionPaymentValues(platform(), of, more))
    await fn.act(at.payment, 'submit', id)
    return fm.act(at.payment, 'approve', id)
  }
  const form = { transferReason: '货款', transferRef: 'INV-1' }
  const transferOf = async ({ awxTransferId }: RecordValues): Promise<RecordValues> => fn.read(at.transfer, String(awxTransferId))
  const paying = async (more: object = {}, of = loan) => {
    const payment = await fn.act(at.payment, 'payout', (await approved(more, of)).id, form)
    return { id: payment.id, payment, transfer: await transferOf(payment) }
  }
  /** The institution has answered the request, as is waited for before a payment can be called failed. */
  const asked = (payment: RecordValues) =>
    expect.poll(() => transferOf(payment)).toMatchObject({ awxTransferId: expect.any(String) as string })
  const account = async (name = dollars) => {
    const [row] = await rowsOf(platform(), 'awx_account', 'awx_account_name', name)
    return { id: String(row?.['id']), balance: Number(row?.['balance']), frozen: Number(row?.['frozen_amount']) }
  }
  const expectRefusal = (response: ApiResponse, code: RefusalCode, params: object = {}) =>
    expect(response).toMatchObject({ status: 417, body: { code: refusals[code].number, params } })
  const logs = async (requestId: unknown) =>
    (await rowsOf(platform(), 'interface_log', 'biz_no', String(requestId))).filter((log) => log['call_direction'] === 'IN')
  const callbacks = (requestId: unknown) => rowsOf(platform(), 'awx_callback', 'request_id', String(requestId))

  it('I-14 awxTransferStatus.advance: freezes, pays, and its arrival lets the payment be confirmed: debt, flow and voucher', async () => {
    const before = await account()
    const { id, payment, transfer } = await paying({ amount: '2500.00' })
    expect(payment).toMatchObject({ status: 'PAYING', payChannel: 'AIRWALLEX' })
    expect(transfer).toMatchObject({
      status: 'SCHEDULED',
      amount: '2500.00',
      currency: 'USD',
      requestId: `${String(payment.paymentNo)}-1`,
      ...form,
    })
    expect(await account()).toEqual({ ...before, frozen: before.frozen + 2_500 })
    expectRefusal(await fm.tryTo(at.payment, 'confirmPaid', id), 'payment.not-arrived', { transferCode: transfer.transferCode })

    const { requestId } = transfer
    await asked(payment)
    for (const status of ['PROCESSING', 'SENT'])
      expect(await tell(platform(), { requestId, status })).toEqual({ status: 200, body: JSON.stringify({ requestId, status }) })
    expectRefusal(await fn.tryTo(at.payment, 'fail', id, { failReason: '不付了' }), 'payment.transfer-under-way', { state: '已汇出' })
    expect(await account()).toEqual({ ...before, frozen: before.frozen + 2_500 })
    const transferId = String((await transferOf(payment)).awxTransferId)
    const arrival = { requestId, status: 'PAID', transferId, amount: '2500.00', currency: 'USD', feeAmount: '15.00' }
    expect((await tell(platform(), arrival)).status).toBe(200)
    expect(await transferOf(payment)).toMatchObject({ status: 'PAID', feeAmount: '15.00', paidAt: expect.any(String) as string })
    expect(await account()).toEqual({ ...before, balance: before.balance - 2_500 })
    expect(await logs(requestId)).toMatchObject(
      [true, true, true].map((success) => ({ success, interface_name: '付款状态通知', system_code: 'AIRWALLEX', http_status: 200 })),
    )

    expect(await fn.tryTo(at.payment, 'confirmPaid', id)).toMatchObject({ status: 403 })
    const paid = await fm.act(at.payment, 'confirmPaid', id)
    expect(paid).toMatchObject({ status: 'PAID', financePart: '17800.00', bankSerialNo: transfer.transferCode })
    expect(await rowsOf(platform(), 'debt_note', 'id', String(paid.debtNoteId))).toMatchObject([{ principal: '17800.00' }])
    expect(await rowsOf(platform(), 'bank_flow', 'match_doc_no', String(paid.paymentNo))).toMatchObject([
      { flow_direction: 'OUT', amount: '2500.00', currency: 'USD', match_status: 'MATCHED' },
    ])
    expect(await rowsOf(platform(), 'voucher', 'doc_no', String(paid.paymentNo))).toMatchObject([
      { biz_event: 'PAYOUT', total_debit: '17800.00' },
    ])
    expect(await platform().violations()).toEqual([])
  })

  it('D28 tells each state once: a replay is answered 200 and changes nothing, whatever else it says', async () => {
    const { payment, transfer } = await paying()
    const { requestId } = transfer
    const notice = { requestId, status: 'PROCESSING', feeAmount: '1.00' }
    expect((await tell(platform(), notice)).status).toBe(200)
    for (const again of [notice, { ...notice, feeAmount: '99.00' }, { requestId, status: 'PROCESSING' }])
      expect((await tell(platform(), again)).status).toBe(200)
    expect(await transferOf(payment)).toMatchObject({ status: 'PROCESSING', feeAmount: '1.00' })
    expect(await callbacks(requestId)).toHaveLength(1)
    await tell(platform(), { requestId, status: 'SENT' })
    // Told late, but told before.
    expect((await tell(platform(), notice)).status).toBe(200)
    expect(await transferOf(payment)).toMatchObject({ status: 'SENT' })
  })

  it('D28 goes only forward', async () => {
    const { payment, transfer } = await paying()
    const { requestId } = transfer
    expect((await tell(platform(), { requestId, status: 'FAILED', failReason: '尚未受理' })).status).toBe(401)
    expect((await tell(platform(), { requestId, status: 'SENT' })).status).toBe(200)
    for (const status of ['PROCESSING', 'OVERDUE']) expect((await tell(platform(), { requestId, status })).status).toBe(401)
    expect(await transferOf(payment)).toMatchObject({ status: 'SENT' })
    expect((await tell(platform(), { requestId, status: 'PAID' })).status).toBe(200)
    expect((await tell(platform(), { requestId, status: 'FAILED' })).status).toBe(401)
    expect(await transferOf(payment)).toMatchObject({ status: 'PAID', failReason: null })
    expect((await logs(requestId)).map((log) => log['success'])).toEqual([false, true, false, false, true, false])
    expect((await logs(requestId)).find((log) => log['error_message'])).toMatchObject({ http_status: 401 })
    expect((await callbacks(requestId)).map((row) => row['notice_status'])).toEqual(['SENT', 'PAID'])
  })

  describe('what is not rightly signed, of now, and about a payment of ours', () => {
    let requestId: unknown
    let payment: RecordValues
    beforeAll(async () => {
      ;({
        payment,
        transfer: { requestId },
      } = await paying().then((made) => ({ ...made, transfer: made.transfer })))
    })
    const now = (ms = 0) => String(Date.parse(platform().clock.now()) + ms)
    const notice = (more: object = {}) => ({ requestId, status: 'PROCESSING', ...more })

    /** With what is rightly signed and refused all the same, as 接口日志 says it. */
    const strange: [string, () => Promise<{ status: number; body: string }>, RefusalCode?][] = [
      ['by another secret', () => tell(platform(), notice(), { secret: 'a-secret-of-somebody-else-entirely-000' })],
      ['by no secret', () => tell(platform(), notice(), { headers: { 'x-signature': '' } })],
      ['of another body', () => tell(platform(), notice(), { signed: JSON.stringify(notice({ status: 'PAID' })) })],
      ['five minutes and a moment late', () => tell(platform(), notice(), { timestamp: now(-300_001) })],
      ['as much ahead', () => tell(platform(), notice(), { timestamp: now(300_001) })],
      ['with another moment than signed', () => tell(platform(), notice(), { headers: { 'x-timestamp': now(1) } })],
      ['with no moment', () => tell(platform(), notice(), { headers: { 'x-timestamp': '' } })],
      ['with too much', () => tell(platform(), notice({ failReason: 'x'.repeat(70_000) }))],
      ['as a form', () => tell(platform(), notice(), { headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
      ['as text', () => tell(platform(), notice(), { headers: { 'content-type': 'text/plain' } })],
      ['about nothing of ours', () => tell(platform(), notice({ requestId: 'FK000000000000-1' })), 'transfer.unknown'],
      ['in a state that there is not', () => tell(platform(), notice({ status: 'CANCELLED' }))],
      ['of another amount', () => tell(platform(), notice({ amount: '1000.01' })), 'transfer.differs'],
      ['of another currency', () => tell(platform(), notice({ currency: 'EUR' })), 'transfer.differs'],
      ['with more than it may say', () => tell(platform(), notice({ awxAccountId: '1' }))],
      ['that is no JSON', () => tell(platform(), '{"requestId":')],
      ['that is nothing', () => tell(platform(), '')],
      [
        'with an account of ours in place of a signature',
        () => tell(platform(), notice(), { headers: { authorization: `Bearer ${fn.token}`, 'x-signature': '' } }),
      ],
    ]
    it.each(strange)('D28 %s: 401, the same for all, and nothing is changed', async (_what, send, code) => {
      const { status, body } = await send()
      const { traceId, ...problem } = JSON.parse(body) as Record<string, unknown>
      expect([status, typeof traceId]).toEqual([401, 'string'])
      expect(problem).toMatchObject({ status: 401, code: 401_000, detail: '认证失败，请重新登录' })
      expect(Object.keys(problem)).not.toContain('errors')
      expect(await transferOf(payment)).toMatchObject({ status: 'SCHEDULED', feeAmount: null })
      expect(await callbacks(requestId)).toEqual([])
      if (code === undefined) return
      const [words = ''] = refusals[code].text.split('{')
      const told = await rowsOf(platform(), 'interface_log', 'call_direction', 'IN')
      const last = told.toSorted((a, b) => Number(a['id']) - Number(b['id'])).at(-1)
      expect(last).toMatchObject({ success: false, http_status: 401, error_message: expect.stringContaining(words) as string })
    })

    it('D28 at the edge of five minutes, and in capitals, it is taken; of two keys the last counts', async () => {
      const raw = `{"requestId":${JSON.stringify(requestId)},"status":"PAID","status":"PROCESSING"}`
      expect((await tell(platform(), raw, { timestamp: now(-300_000) })).status).toBe(200)
      expect(await transferOf(payment)).toMatchObject({ status: 'PROCESSING' })
      const sent = { requestId, status: 'SENT' }
      const signature = createHmac('sha256', institutionSecret)
        .update(now() + JSON.stringify(sent))
        .digest('hex')
      expect((await tell(platform(), sent, { headers: { 'x-signature': signature.toUpperCase() } })).status).toBe(200)
    })

    it('strangers do not lock the institution out', async () => {
      const wrong = Array.from({ length: 40 }, () => tell(platform(), notice(), { secret: 'a-secret-of-somebody-else-entirely-000' }))
      expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]))
      expect((await tell(platform(), { requestId, status: 'SENT' })).status).toBe(200)
    })
  })

  it('of several callbacks at once each state is carried out once', async () => {
    const before = await account()
    const { payment, transfer } = await paying()
    const { requestId } = transfer
    const same = await Promise.all(Array.from({ length: 8 }, () => tell(platform(), { requestId, status: 'PAID' })))
    expect(same.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await callbacks(requestId)).toHaveLength(1)
    expect(await account()).toEqual({ ...before, balance: before.balance - 1_000 })
    const other = await paying()
    await tell(platform(), { requestId: other.transfer.requestId, status: 'SENT' })
    const ends = await Promise.all(['PAID', 'FAILED'].map((status) => tell(platform(), { requestId: other.transfer.requestId, status })))
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(await transferOf(payment)).toMatchObject({ status: 'PAID' })
    expect(await platform().violations()).toEqual([])
  })

  it('B14 awxTransferStatus.fail paymentStatus.payoutFailed gives the money back, and the payment is paid again under another number', async () => {
    const before = await account()
    const { id, payment, transfer } = await paying({ amount: '1200.00' })
    const { requestId } = transfer
    await tell(platform(), { requestId, status: 'PROCESSING' })
    expect((await tell(platform(), { requestId, status: 'FAILED', failReason: '收款人名称不符' })).status).toBe(200)
    expect(await fn.read(at.payment, id)).toMatchObject({ status: 'FAILED', failReason: '收款人名称不符' })
    expect(await transferOf(payment)).toMatchObject({ status: 'FAILED', failReason: '收款人名称不符' })
    expect(await account()).toEqual(before)
    const again = await fn.act(at.payment, 'payout', id, form)
    expect(await transferOf(again)).toMatchObject({ status: 'SCHEDULED', requestId: `${String(payment.paymentNo)}-2` })
    expect(await rowsOf(platform(), 'awx_transfer', 'doc_id', id)).toHaveLength(2)
    expect((await tell(platform(), { requestId, status: 'PAID' })).status).toBe(401)
    expect(await account()).toEqual({ ...before, frozen: before.frozen + 1_200 })
  })

  it('B14 awxTransferStatus.cancel follows a payment that people call failed before the institution has begun', async () => {
    const before = await account()
    const waiting = await paying()
    await asked(waiting.payment)
    expect(await fn.act(at.payment, 'fail', waiting.id, { failReason: '换账户' })).toMatchObject({ status: 'FAILED' })
    expect(await transferOf(waiting.payment)).toMatchObject({ status: 'CANCELLED' })
    expect((await tell(platform(), { requestId: waiting.transfer.requestId, status: 'PROCESSING' })).status).toBe(401)
    expect(await fn.act(at.payment, 'cancel', waiting.id, { opinion: '不付了' })).toMatchObject({ status: 'CANCELLED' })

    const short = await paying()
    const { requestId } = short.transfer
    expect((await tell(platform(), { requestId, status: 'OVERDUE' })).status).toBe(200)
    expect(await transferOf(short.payment)).toMatchObject({ status: 'OVERDUE' })
    expect((await tell(platform(), { requestId, status: 'SENT' })).status).toBe(401)
    expect((await tell(platform(), { requestId, status: 'PROCESSING' })).status).toBe(200)
    expect(await transferOf(short.payment)).toMatchObject({ status: 'PROCESSING' })

    const late = await paying()
    await tell(platform(), { requestId: late.transfer.requestId, status: 'OVERDUE' })
    await fn.act(at.payment, 'fail', late.id, { failReason: '余额不足' })
    expect(await transferOf(late.payment)).toMatchObject({ status: 'CANCELLED' })
    expect(await account()).toEqual({ ...before, frozen: before.frozen + 1_000 })
  })

  it('B14 is not called failed while it is being asked for, nor paid again before the institution has agreed to cancel', async () => {
    const waiting = await paying()
    const unanswered = { transferCode: waiting.transfer.transferCode }
    const set = (values: Record<string, string | null>) =>
      inTransaction(platform().services, systemUser, (tools) => tools.set('awxTransfer', waiting.transfer.id, values))
    await asked(waiting.payment)
    const awxTransferId = String((await transferOf(waiting.payment)).awxTransferId)
    await set({ awxTransferId: null })
    expectRefusal(await fn.tryTo(at.payment, 'fail', waiting.id, { failReason: '换账户' }), 'payment.transfer-being-asked', unanswered)
    await set({ awxTransferId })
    await fn.act(at.payment, 'fail', waiting.id, { failReason: '换账户' })
    const requestId = `${String(waiting.transfer.requestId)}-X`
    await set({ requestId })
    expectRefusal(await fn.tryTo(at.payment, 'payout', waiting.id, form), 'payment.cancel-unanswered', unanswered)
    const cancel = JSON.stringify(transferCancelCall({ transferCode: '', requestId }))
    const answered = (httpStatus: number) => {
      const institution = { address: '', call: async () => ({ httpStatus, body: '{}', costMs: 1 }) }
      return runCall(platform().services, { AIRWALLEX: institution }, { data: { call: cancel }, last: true })
    }
    for (const refusal of [409, 503]) {
      await answered(refusal)
      expectRefusal(await fn.tryTo(at.payment, 'payout', waiting.id, form), 'payment.cancel-unanswered', unanswered)
    }
    await answered(404)
    await fn.act(at.payment, 'payout', waiting.id, form)
    expect(await rowsOf(platform(), 'awx_transfer', 'doc_id', waiting.id)).toHaveLength(2)
  })

  it('B14 does not ask for a transfer that was cancelled before its request went out', async () => {
    const waiting = await paying()
    await asked(waiting.payment)
    await fn.act(at.payment, 'fail', waiting.id, { failReason: '换账户' })
    const requestNo = String(waiting.transfer.requestId)
    const [sent] = await rowsOf(platform(), 'interface_log', 'request_no', requestNo)
    // `rowsOf` calls every column a text; this one holds JSON, which the driver has parsed.
    const call = sent?.['original_call'] as unknown as OutsideCall
    const reached = vi.fn<() => Promise<OutsideResponse>>(async () => ({ httpStatus: 201, body: '{}', costMs: 1 }))
    const run = (of: OutsideCall) =>
      runCall(platform().services, { AIRWALLEX: { address: '', call: reached } }, { data: { call: JSON.stringify(of) }, last: true })
    await run(call)
    expect(reached).not.toHaveBeenCalled()
    const other = await paying()
    await run({ ...call, requestNo: String(other.transfer.requestId) })
    expect(reached).toHaveBeenCalledTimes(1)
  })

  it('D17 A6 of a loan that is overdue by then a failed transfer gives the line back and cancels the payment', async () => {
    const own = await loanOf('60000.00')
    const first = await paying({ amount: '2000.00' }, own)
    await tell(platform(), { requestId: first.transfer.requestId, status: 'PAID' })
    await fm.act(at.payment, 'confirmPaid', first.id)
    const second = await paying({ amount: '1000.00' }, own)
    await tell(platform(), { requestId: second.transfer.requestId, status: 'SENT' })
    const waiting = await approved({ amount: '500.00' }, own)
    await inTransaction(platform().services, systemUser, (tools) => typed(tools).perform('loan', own.id, 'overdue'))
    expect(await fn.read(at.payment, waiting.id)).toMatchObject({ status: 'CANCELLED' })
    const reserved = async () => Number((await op.read(at.line, lineId))['reservedAmount'])
    const before = await reserved()
    expect((await tell(platform(), { requestId: second.transfer.requestId, status: 'FAILED', failReason: '退回' })).status).toBe(200)
    expect(await fn.read(at.payment, second.id)).toMatchObject({ status: 'CANCELLED' })
    expect(before - (await reserved())).toBe(7_120)
    expect(await platform().violations()).toEqual([])
  })

  it('E-42 pays by nobody but whom the institution knows, out of an account with it, and not more than it holds', async () => {
    const payout = async (more: object) => fn.tryTo(at.payment, 'payout', (await approved(more)).id, form)
    expect(
      (await fn.ask('POST', at.payment, await institutionPaymentValues(platform(), loan, { currency: 'CNY', exchangeRate: '1' }))).status,
    ).toBe(422)
    expect((await fn.ask('POST', at.payment, await institutionPaymentValues(platform(), loan, { payChannel: 'OFFSET' }))).status).toBe(422)
    const { id } = await approved({ payChannel: 'BANK' })
    expect(await fn.tryTo(at.payment, 'payout', id, form)).toMatchObject({ status: 417 })
    expect((await fm.tryTo(at.payment, 'payout', (await approved()).id, form)).status).toBe(403)

    const system = <T>(work: (tools: ReturnType<typeof typed>) => Promise<T>) =>
      inTransaction(platform().services, systemUser, (tools) => work(typed(tools)))
    const bankAccountId = await platform().idOf('bank_account', 'account_no', '6000000000001707')
    const { id: awxAccountId, balance, frozen } = await account()
    const payment = await approved()
    const attempt = () => fn.tryTo(at.payment, 'payout', payment.id, form)
    await system((tools) => tools.set('bankAccount', bankAccountId, { awxAccountId: null }))
    expectRefusal(await attempt(), 'payment.no-institution-account', { account: '6000000000001707' })
    await system((tools) => tools.set('bankAccount', bankAccountId, { awxAccountId }))
    await system((tools) => tools.perform('awxAccount', awxAccountId, 'disable'))
    expectRefusal(await attempt(), 'payment.institution-account-closed', { account: dollars })
    await system((tools) => tools.perform('awxAccount', awxAccountId, 'enable'))
    const payeeAccountId = String(payment.payeeAccountId)
    const [{ awx_beneficiary_id: beneficiary } = {}] = await rowsOf(platform(), 'ent_account', 'id', payeeAccountId)
    await system((tools) => tools.set('entAccount', payeeAccountId, { awxBeneficiaryId: null }))
    expectRefusal(await attempt(), 'payment.no-beneficiary', { account: 'NZ0299990012345600' })
    await system((tools) => tools.set('entAccount', payeeAccountId, { awxBeneficiaryId: String(beneficiary) }))

    await system((tools) => tools.perform('awxAccount', awxAccountId, 'sync', { told: (frozen + 999.99).toFixed(2) }))
    expectRefusal(await attempt(), 'awx-account.not-enough', { available: '999.99' })
    expect(await rowsOf(platform(), 'awx_transfer', 'doc_id', payment.id)).toEqual([])
    await system((tools) => tools.perform('awxAccount', awxAccountId, 'sync', { told: (frozen + 1_000).toFixed(2) }))
    expect((await attempt()).status).toBe(200)
    await system((tools) => tools.perform('awxAccount', awxAccountId, 'sync', { told: balance.toFixed(2) }))
    expect(await payout({ amount: '1.00' })).toMatchObject({ status: 200 })
  })

  it('is asked to pay, which gives its own number, and for what it holds for us', async () => {
    const { payment, transfer } = await paying()
    const asked = () => rowsOf(platform(), 'interface_log', 'request_no', String(transfer.requestId))
    await expect.poll(asked).toMatchObject([{ interface_name: '创建付款', call_direction: 'OUT', success: true }])
    await expect.poll(async () => (await transferOf(payment)).awxTransferId).toMatch(/^tfr-/)
    expect((await tell(platform(), { requestId: transfer.requestId, status: 'PROCESSING', transferId: 'another' })).status).toBe(401)
    const synced = async () => (await fn.read(at.awxAccount, (await account('支付机构澳元户')).id)).syncedAt
    platform().clock.advance(1_000)
    const before = await synced()
    expect((await fn.ask('POST', `${at.awxAccount}/sync`)).status).toBe(200)
    expect((await op.ask('POST', `${at.awxAccount}/sync`)).status).toBe(403)
    await expect.poll(synced).not.toBe(before)
  })

  it('stays scheduled with the reason where it is not taken, until somebody calls it failed', async () => {
    const { id, payment, transfer } = await paying()
    const asked = () => rowsOf(platform(), 'interface_log', 'request_no', String(transfer.requestId))
    await expect.poll(asked).toHaveLength(1)
    const call = {
      ...transferCancelCall({ transferCode: '', requestId: String(transfer.requestId) }),
      requestNo: String(transfer.requestId),
    }
    const settle = (httpStatus: number, body: string) =>
      inTransaction(platform().services, systemUser, (tools) => settleTransfer(typed(tools), call, { httpStatus, body, costMs: 1 }))
    await settle(400, '{"message":"收款行不在服务范围"}')
    expect(await transferOf(payment)).toMatchObject({ status: 'SCHEDULED', failReason: '收款行不在服务范围' })
    await fn.act(at.payment, 'fail', id, { failReason: '支付机构不受理' })
    await settle(400, '{"message":"另一个原因"}')
    // An answer that comes after all gives the number, and takes back nothing of what has become of it.
    await inTransaction(platform().services, systemUser, (tools) => tools.set('awxTransfer', transfer.id, { awxTransferId: null }))
    await settle(201, '{"id":"tfr-late"}')
    expect(await transferOf(payment)).toMatchObject({ awxTransferId: 'tfr-late' })
    expect(await transferOf(payment)).toMatchObject({ status: 'CANCELLED', failReason: '收款行不在服务范围' })
  })

  it('is asked for its accounts by one request at a time, however often that is pressed', async () => {
    const sent = new Set<string>()
    const calls: Calls = { knows: () => true, send: async (_tools, { requestNo }) => void sent.add(requestNo) }
    const sync = syncInstitutionAccounts(platform().plan, calls)
    const press = () =>
      inTransaction(platform().services, systemUser, async (untyped) => {
        const tools = typed(untyped)
        const { services } = platform()
        const visible = <Rows>(_entity: string, _alias: string, rows: Rows): Rows => rows
        const context = { tools, kysely: tools.trx, clock: services.clock, user: undefined, visible }
        return (await sync({ ...context, params: {}, query: {}, body: {} })).requestNo
      })
    const tried = (requestNo: string, retryCount: number, httpStatus?: number) =>
      inTransaction(platform().services, systemUser, async (untyped) => {
        const tools = typed(untyped)
        const { system: systemCode, interfaceName, bizNo } = balancesCall(requestNo)
        const success = httpStatus === 200
        const of = { systemCode, interfaceName, bizNo, requestNo, callDirection: 'OUT', occurredAt: tools.now } as const
        await tools.append('interfaceLog', { ...of, success, retryCount, ...(httpStatus === undefined ? {} : { httpStatus }) })
      })
    const pressed = async (times = 5) => [...new Set(await Promise.all(Array.from({ length: times }, press)))]

    const [first] = await pressed()
    expect([...sent]).toEqual([first])
    // Not reached, too busy: it is tried again.
    await tried(first!, 0)
    await tried(first!, 1, 503)
    expect(await pressed()).toEqual([first])
    await tried(first!, 2, 503)
    const [second, ...more] = await pressed()
    expect([second === first, more]).toEqual([false, []])
    await tried(second!, 0, 200)
    const [third] = await pressed()
    expect([...sent]).toEqual([first, second, third])
    // What is never heard of again does not stand in the way for ever.
    await tried(third!, 0)
    platform().clock.advance(600_000)
    expect(await pressed()).not.toEqual([third])
    platform().clock.advance(-600_000)
  })

  it('has the accounts that the institution says, and nothing of what it says wrongly', async () => {
    const settle = (body: unknown, httpStatus = 200) =>
      inTransaction(platform().services, systemUser, (tools) =>
        settleBalances(typed(tools), balancesCall('BALANCES-1'), { httpStatus, body: JSON.stringify(body), costMs: 1 }),
      )
    const told = (more: object) => ({
      account_id: 'acct-second',
      account_name: '欧元二户',
      currency: 'EUR',
      total_amount: '100.00',
      ...more,
    })
    const wrong = [
      { currency: 'XXX' },
      { total_amount: '-1.00' },
      { total_amount: '1e9' },
      { total_amount: 100 },
      { account_id: '' },
      { account_name: 'x\0' },
    ]
    await settle({ accounts: [...wrong.map(told), null, 'acct'] })
    for (const body of [{}, { accounts: {} }, [], 'accounts']) await settle(body)
    await settle({ accounts: [told({})] }, 500)
    expect(await rowsOf(platform(), 'awx_account', 'awx_account_code', 'acct-second')).toEqual([])
    await settle({ accounts: [told({})] })
    expect(await account('欧元二户')).toMatchObject({ balance: 100, frozen: 0 })
    await settle({ accounts: [told({ total_amount: '40.50' })] })
    expect(await account('欧元二户')).toMatchObject({ balance: 40.5 })

    // What is on its way may have left or not: nothing is said of it before it has ended.
    const { transfer } = await paying()
    await tell(platform(), { requestId: transfer.requestId, status: 'SENT' })
    const before = await account()
    await settle({ accounts: [{ account_id: 'acct-usd-0001', account_name: dollars, currency: 'USD', total_amount: '1.00' }] })
    expect(await account()).toEqual(before)
    expect(await platform().violations()).toEqual([])
  })

  describe('in demo mode', () => {
    it('D28 is played by who may pay out, and does what it would do', async () => {
      const { payment, transfer } = await paying()
      const simulate = (by: Session, body: object) => by.ask('POST', `${at.transfer}/simulate/${transfer.id}`, body)
      expect((await simulate(fm, { toStatus: 'SENT' })).status).toBe(403)
      expect((await simulate(op, { toStatus: 'SENT' })).status).toBe(403)
      expect((await platform().guest.ask('POST', `${at.transfer}/simulate/${transfer.id}`, { toStatus: 'SENT' })).status).toBe(401)
      expect((await simulate(fn, { toStatus: 'SENT' })).body).toEqual({ requestId: transfer.requestId, status: 'SENT' })
      expectRefusal(await simulate(fn, { toStatus: 'PROCESSING' }), 'transfer.backward', { told: '处理中' })
      expect((await simulate(fn, { toStatus: 'CANCELLED' })).status).toBe(422)
      expect((await simulate(fn, { toStatus: 'PAID', feeAmount: '12.00' })).status).toBe(200)
      expect(await transferOf(payment)).toMatchObject({ status: 'PAID', feeAmount: '12.00' })
      expect((await tell(platform(), { requestId: transfer.requestId, status: 'PAID' })).status).toBe(200)
      expect((await callbacks(transfer.requestId)).map((row) => row['simulated'])).toEqual([true, true])
    })
  })

  it('is seen by who sees the payment, and the accounts by nobody from outside', async () => {
    const [party, borrower] = [await platform().as('fp01'), await platform().as('br01')]
    const all = await fn.list(at.transfer)
    const seen = await party.list(at.transfer)
    expect(seen.total).toBeGreaterThan(0)
    expect(new Set(seen.records.map(({ status }) => status)).size).toBeGreaterThan(1)
    expect(all.total).toBeGreaterThanOrEqual(seen.total)
    expect((await party.list(at.awxAccount)).total).toBe(0)
    expect((await borrower.ask('GET', `${at.transfer}/list`)).status).toBe((await borrower.ask('GET', `${at.payment}/list`)).status)
    expect((await fn.list(at.awxAccount)).records.map(({ currency }) => String(currency))).toEqual(
      expect.arrayContaining(['AUD', 'EUR', 'USD']),
    )
  })

  it('keeps what is frozen and what it holds right, whatever is told in whatever order', async () => {
    const own = await loanOf('90000.00')
    const told = fc.constantFrom('PROCESSING', 'SENT', 'PAID', 'OVERDUE', 'FAILED')
    const steps = fc.array(fc.oneof(fc.record({ of: fc.nat(2), told }), fc.record({ of: fc.nat(2), giveUp: fc.constant(true) })), {
      minLength: 4,
      maxLength: 9,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const before = await account()
        const transfers = []
        for (let index = 0; index < 3; index++) transfers.push(await paying({ amount: '10.00' }, own))
        const states = transfers.map(() => 'SCHEDULED')
        for (const step of taken) {
          const from = states[step.of] ?? ''
          const { id, transfer } = transfers[step.of]!
          const to = 'told' in step ? nextState(from, step.told) : ['SCHEDULED', 'OVERDUE'].includes(from) ? 'CANCELLED' : undefined
          const seen = 'told' in step && (await callbacks(transfer.requestId)).some((row) => row['notice_status'] === step.told)
          if (from === 'SCHEDULED' && 'giveUp' in step) await asked(transfers[step.of]!.payment)
          const { status } =
            'told' in step
              ? await tell(platform(), { requestId: transfer.requestId, status: step.told })
              : await fn.tryTo(at.payment, 'fail', id, { failReason: '作罢' })
          expect([step, from, status === 200]).toEqual([step, from, seen || to !== undefined])
          if (!seen && to !== undefined) states[step.of] = to
        }
        const open = states.filter((state) => !['PAID', 'FAILED', 'CANCELLED'].includes(state)).length
        const paid = states.filter((state) => state === 'PAID').length
        expect(await account()).toEqual({ ...before, balance: before.balance - 10 * paid, frozen: before.frozen + 10 * open })
        expect(await platform().violations()).toEqual([])
      }),
      { numRuns: Number(process.env['RUNS'] ?? 6) },
    )
  })
})

/** In the words of domain 40, awxTransferStatus; undefined: it is refused. */
function nextState(from: string, told: string): string | undefined {
  const way = ['SCHEDULED', 'PROCESSING', 'SENT', 'PAID']
  if (told === 'OVERDUE') return from === 'SCHEDULED' ? 'OVERDUE' : undefined
  if (told === 'FAILED') return ['PROCESSING', 'SENT'].includes(from) ? 'FAILED' : undefined
  if (from === 'OVERDUE') return told === 'PROCESSING' ? 'PROCESSING' : undefined
  return from !== 'PAID' && way.includes(from) && way.indexOf(told) > way.indexOf(from) ? told : undefined
}

describePlatform(
  'without demo mode and without a secret',
  (platform) => {
    it('D28 there is nothing to play with, nor anybody who may call', async () => {
      const admin = await platform().guest.signIn('fn01')
      const [transfer] = (await admin.list(at.transfer)).records
      const played = await admin.ask('POST', `${at.transfer}/simulate/${transfer?.id}`, { toStatus: 'PAID' })
      expect(played.status).toBe(404)
      expect((await tell(platform(), { requestId: 'x', status: 'PAID' })).status).toBe(401)
      expect(
        platform()
          .routes()
          .some(({ path }) => path.includes('simulate')),
      ).toBe(false)
    })
  },
  { settings: { demo: false, systems: {}, systemSecrets: {} } },
)
