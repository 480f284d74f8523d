import { beforeAll, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { bankTold, moneyDesk, payableLoan, type MoneyDesk } from './support/payouts'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'
import { bySystem, received, verified } from './support/repaying'

/** E-33: 22,872.77 in the advance deposit of a customer, of which 20,000.00 are taken out for a fee of 10.00. */
describePlatform('money that a customer takes back', (platform) => {
  let desk: MoneyDesk
  let [risk, bm]: Session[] = []
  let owner: { borrowerId: string; departmentId: string; fundingPartyId: string; currency: string }
  let [accountId, bankAccountId, payeeAccountId]: string[] = []

  const account = async (): Promise<{ balance: string; frozen: string; available: string }> => {
    const { balance, frozenAmount, availableAmount } = await bySystem(platform(), (tools) => tools.load('fundAccount', accountId!))
    return { balance: balance ?? '', frozen: frozenAmount ?? '0.00', available: availableAmount }
  }
  const values = (more: object = {}): object => ({
    ...owner,
    fundAccountId: accountId,
    amount: '20000.00',
    feeAmount: '10.00',
    payeeAccountId,
    payChannel: 'BANK',
    withdrawReason: '结余提现',
    ...more,
  })
  const draft = (more: object = {}): Promise<RecordValues> => desk.op.add(at.withdrawal, values(more))
  const submitted = async (more: object = {}): Promise<string> => {
    const { id } = await draft(more)
    await desk.op.act(at.withdrawal, 'submit', id)
    return id
  }
  const approved = async (more: object = {}): Promise<string> => {
    const id = await submitted(more)
    await desk.fm.act(at.withdrawal, 'approve', id, { opinion: '同意' })
    return id
  }
  const paying = async (bankSerialNo: string, more: object = {}): Promise<string> => {
    const id = await approved(more)
    await desk.fn.act(at.withdrawal, 'pay', id, { bankAccountId, bankSerialNo, paidAt: platform().clock.now() })
    return id
  }
  const vouchersOf = async (docNo: unknown): Promise<RecordValues[]> =>
    (await desk.fm.list(at.voucher, { docNo: String(docNo), bizEvent: 'WITHDRAW' })).records

  beforeAll(async () => {
    desk = await moneyDesk(platform())
    ;[risk, bm] = [await platform().as('rk01'), await platform().as('bm01')]
    // Nothing of it is overdue, and it has no deposit yet: everything is known.
    const loan = await payableLoan(platform(), desk, '100000.00', '2000')
    const { borrowerId, departmentId, fundingPartyId, currency } = loan as Record<string, string>
    owner = { borrowerId: borrowerId!, departmentId: departmentId!, fundingPartyId: fundingPartyId!, currency: currency! }
    await platform()
      .database.kysely.updateTable('debt_note')
      .set({ status: 'NORMAL' })
      .where('borrower_id', '=', borrowerId!)
      .where('status', '=', 'OVERDUE')
      .execute()
    await platform()
      .database.kysely.updateTable('waterline')
      .set({ water_level: 'NORMAL' })
      .where('borrower_id', '=', borrowerId!)
      .execute()
    const before = await bySystem(platform(), (tools) => tools.find('fundAccount', { ...owner, fundAccountKind: 'ADVANCE' }))
    const held = Number(before[0]?.availableAmount ?? 0)
    const missing = (Math.ceil(held / 100) * 100 + 22_872.77 - held).toFixed(2)
    await verified(platform(), loan, await received(platform(), loan, missing), undefined, missing)
    const [own] = await bySystem(platform(), (tools) => tools.find('fundAccount', { ...owner, fundAccountKind: 'ADVANCE' }))
    accountId = own!.id
    bankAccountId = await platform().idOf('bank_account', 'account_no', '6000000000001701')
    payeeAccountId = (
      await platform()
        .database.kysely.selectFrom('ent_account')
        .select('id')
        .where('enterprise_id', '=', borrowerId!)
        .where('currency', '=', 'CNY')
        .where('is_default', '=', true)
        .executeTakeFirstOrThrow()
    ).id as string
  })

  it('E-33 is frozen when it is submitted, and spent when its payment is confirmed: 2,862.77 are left of 22,872.77', async () => {
    const at0 = await account()
    const less = (amount: string, by: number): string => (Number(amount) - by).toFixed(2)
    const rest = less(at0.available, 20_010)
    const id = await submitted()
    expect(await account()).toEqual({ balance: at0.balance, frozen: less(at0.frozen, -20_010), available: rest })
    expect(await desk.op.read(at.withdrawal, id)).toMatchObject({ status: 'AUDITING', totalAmount: '20010.00', availableAmount: rest })
    expect((await desk.op.tryTo(at.withdrawal, 'approve', id, {})).status).toBe(403)
    await desk.fm.act(at.withdrawal, 'approve', id, { opinion: '同意' })
    const bank = await platform()
      .database.kysely.selectFrom('bank_account')
      .select('balance')
      .where('id', '=', bankAccountId!)
      .executeTakeFirstOrThrow()
    await desk.fn.act(at.withdrawal, 'pay', id, { bankAccountId, bankSerialNo: 'TX-1', paidAt: platform().clock.now() })
    // Who has registered it does not confirm it; nothing is booked before.
    expect((await desk.fn.tryTo(at.withdrawal, 'confirmPaid', id, {})).status).toBe(403)
    expect(await account()).toMatchObject({ balance: at0.balance, frozen: less(at0.frozen, -20_010) })
    expect(await desk.fm.act(at.withdrawal, 'confirmPaid', id)).toMatchObject({ status: 'PAID' })
    expect(await account()).toEqual({ balance: less(at0.balance, 20_010), frozen: at0.frozen, available: rest })
    expect(Number(rest) % 100).toBeCloseTo(62.77, 2)
    const done = await desk.fm.read(at.withdrawal, id)
    const after = await platform()
      .database.kysely.selectFrom('bank_account')
      .select('balance')
      .where('id', '=', bankAccountId!)
      .executeTakeFirstOrThrow()
    expect((Number(bank.balance) - Number(after.balance)).toFixed(2)).toBe('20010.00')
    expect(await vouchersOf(done['withdrawalNo'])).toMatchObject([{ totalDebit: '20010.00', totalCredit: '20010.00' }])
    expect(await platform().violations()).toEqual([])
  })

  it('goes back to the account when it is withdrawn, sent back or cancelled, and stays frozen while a payment has failed', async () => {
    const free = await account()
    const id = await submitted({ amount: '100.00', feeAmount: null })
    expect(Number((await account()).frozen) - Number(free.frozen)).toBe(100)
    await desk.op.act(at.withdrawal, 'withdraw', id)
    expect(await account()).toEqual(free)
    await desk.op.act(at.withdrawal, 'submit', id)
    await desk.fm.act(at.withdrawal, 'reject', id, { opinion: '请补充说明' })
    expect(await account()).toEqual(free)
    await desk.op.act(at.withdrawal, 'cancel', id, { opinion: '不提了' })
    expect(await account()).toEqual(free)

    const failing = await paying('TX-2', { amount: '200.00', feeAmount: '0.00' })
    expect(await desk.fn.act(at.withdrawal, 'fail', failing, { failReason: '户名不符' })).toMatchObject({
      status: 'FAILED',
      bankSerialNo: null,
    })
    expect(Number((await account()).frozen) - Number(free.frozen)).toBe(200)
    await desk.fn.act(at.withdrawal, 'pay', failing, { bankAccountId, bankSerialNo: 'TX-3', paidAt: platform().clock.now() })
    await desk.fn.act(at.withdrawal, 'fail', failing, { failReason: '再次退回' })
    await desk.op.act(at.withdrawal, 'cancel', failing, { opinion: '客户撤回' })
    expect(await account()).toEqual(free)
    expect(await platform().violations()).toEqual([])
  })

  it('E-42 is the flow that the bank has told of, and counts against what else is paid from the account meanwhile', async () => {
    const id = await paying('TX-4', { amount: '300.00', feeAmount: '0.00' })
    const flow = await bankTold(platform(), { bankAccountId: bankAccountId!, amount: '300.00', bankSerialNo: 'TX-4' })
    expect(await desk.fm.act(at.withdrawal, 'confirmPaid', id)).toMatchObject({ status: 'PAID', bankFlowId: flow.id })
    const other = await paying('TX-5', { amount: '400.00', feeAmount: '0.00' })
    await bankTold(platform(), { bankAccountId: bankAccountId!, amount: '401.00', bankSerialNo: 'TX-5' })
    expectRefusal(await desk.fm.tryTo(at.withdrawal, 'confirmPaid', other, {}), 'payment.other-flow', { serialNo: 'TX-5' })
    await desk.fn.act(at.withdrawal, 'fail', other, { failReason: '金额不符' })

    const { kysely } = platform().database
    const bank = await kysely.selectFrom('bank_account').select(['balance']).where('id', '=', bankAccountId!).executeTakeFirstOrThrow()
    const small = await approved({ amount: '50.00', feeAmount: '0.00' })
    await kysely
      .updateTable('withdrawal')
      .set({ amount: bank.balance, total_amount: bank.balance, status: 'PAYING' })
      .where('id', '=', other)
      .execute()
    expectRefusal(
      await desk.fn.tryTo(at.withdrawal, 'pay', small, { bankAccountId, bankSerialNo: 'TX-6', paidAt: platform().clock.now() }),
      'payment.account-short',
      { amount: '50.00' },
    )
    await kysely
      .updateTable('withdrawal')
      .set({ amount: '400.00', total_amount: '400.00', status: 'FAILED' })
      .where('id', '=', other)
      .execute()
    expectRefusal(
      await desk.fn.tryTo(at.withdrawal, 'pay', small, { bankAccountId, bankSerialNo: 'TX-7', paidAt: '2026-10-01T10:00:00+08:00' }),
      'withdrawal.paid-at',
      {},
    )
    await desk.op.act(at.withdrawal, 'cancel', small, { opinion: '不提了' })
    await desk.op.act(at.withdrawal, 'cancel', other, { opinion: '不提了' })
  })

  it('is refused beyond what is there, to others, and of a customer that is overdue or in danger', async () => {
    const { available } = await account()
    const beyond = await draft({ amount: available, feeAmount: '0.01' })
    expectRefusal(await desk.op.tryTo(at.withdrawal, 'submit', beyond.id, {}), 'withdrawal.beyond-available', { available })
    const errors = async (more: object): Promise<unknown> => (await desk.op.ask('POST', at.withdrawal, values(more))).body.errors
    const stranger = await platform().idOf('enterprise', 'short_name', '演示酒业')
    expect(await errors({ borrowerId: stranger })).toBeDefined()
    expect(await errors({ amount: '0' })).toMatchObject([{ path: 'amount' }])
    expect(await errors({ payChannel: 'OFFSET' })).toMatchObject([{ path: 'payChannel' }])
    const [bond] = await bySystem(platform(), (tools) => tools.find('fundAccount', { fundAccountKind: 'BOND' }, { limit: 1 }))
    expect(await errors({ fundAccountId: bond!.id })).toBeDefined()

    const { kysely } = platform().database
    const fine = await draft({ amount: '10.00', feeAmount: '0.00' })
    const [note] = await kysely
      .selectFrom('debt_note')
      .select('id')
      .where('borrower_id', '=', owner.borrowerId)
      .where('funding_party_id', '=', owner.fundingPartyId)
      .where('status', '=', 'NORMAL')
      .limit(1)
      .execute()
    await kysely.updateTable('debt_note').set({ status: 'OVERDUE' }).where('id', '=', String(note!.id)).execute()
    expectRefusal(await desk.op.tryTo(at.withdrawal, 'submit', fine.id, {}), 'withdrawal.overdue')
    await kysely.updateTable('debt_note').set({ status: 'NORMAL' }).where('id', '=', String(note!.id)).execute()
    const [line] = await kysely
      .selectFrom('waterline')
      .select('id')
      .where('borrower_id', '=', owner.borrowerId)
      .where('funding_party_id', '=', owner.fundingPartyId)
      .where('is_latest', '=', true)
      .limit(1)
      .execute()
    for (const [level, said] of [
      ['CALL', '补仓线'],
      ['CLOSE', '平仓线'],
    ]) {
      await kysely.updateTable('waterline').set({ water_level: level! }).where('id', '=', String(line!.id)).execute()
      expectRefusal(await desk.op.tryTo(at.withdrawal, 'submit', fine.id, {}), 'withdrawal.water-level', { level: said })
    }
    await kysely.updateTable('waterline').set({ water_level: 'WARN' }).where('id', '=', String(line!.id)).execute()
    expect(await desk.op.act(at.withdrawal, 'submit', fine.id)).toMatchObject({ status: 'AUDITING' })
    for (const session of [risk!, bm!]) expect((await session.tryTo(at.withdrawal, 'approve', fine.id, {})).status).toBe(403)
  })

  it('is seen by whose it is, and by nobody outside else; what a partner may do is look', async () => {
    const { records } = await desk.op.list(at.withdrawal, { borrowerId: owner.borrowerId })
    const own = records[0]!
    const customer = await platform().as('br01')
    const seen = (await customer.list(at.withdrawal)).records
    expect(seen.map(({ id }) => id)).toContain(own.id)
    expect(new Set(seen.map((row) => row['borrowerName']))).toEqual(new Set([own['borrowerName']]))
    const record = await customer.read(at.withdrawal, own.id)
    for (const internal of ['auditedById', 'auditOpinion', 'registeredById']) expect(record).not.toHaveProperty(internal)
    expect((await customer.ask('POST', at.withdrawal, values())).status).toBe(403)
    const others = { wh01: 403, lg01: 403, ta01: 403 }
    for (const [userName, status] of Object.entries(others))
      expect([userName, (await (await platform().as(userName)).ask('GET', `${at.withdrawal}/${own.id}`)).status]).toEqual([
        userName,
        status,
      ])
    // Another department's clerk finds none of it, and the funding party its own.
    expect((await (await platform().as('op02')).ask('GET', `${at.withdrawal}/${own.id}`)).status).toBe(404)
    expect(await (await platform().as('fp01')).read(at.withdrawal, own.id)).toMatchObject({ withdrawalNo: own['withdrawalNo'] })
  })

  it('says what may be taken out, and how its customer stands, while it is written', async () => {
    const { available } = await account()
    const { id } = await draft({ amount: '1.00', feeAmount: null })
    const record = await desk.op.read(at.withdrawal, id)
    expect(record).toMatchObject({
      availableAmount: available,
      totalAmount: '1.00',
      waterLevel: expect.stringMatching(/NORMAL|WARN/) as string,
    })
    const changed = await desk.op.ask('PATCH', `${at.withdrawal}/${id}`, { version: record['version'], amount: '2.50', feeAmount: '0.25' })
    expect(changed).toMatchObject({ status: 200, body: { totalAmount: '2.75' } })
    // What is under approval is not changed, and only a draft is deleted.
    await desk.op.act(at.withdrawal, 'submit', id)
    const version = await desk.op.versionOf(at.withdrawal, id)
    expect((await desk.op.ask('PATCH', `${at.withdrawal}/${id}`, { version, amount: '9.00' })).status).toBe(417)
    expect((await desk.op.remove(at.withdrawal, id)).status).toBe(417)
    await desk.op.act(at.withdrawal, 'withdraw', id)
    expect((await desk.op.remove(at.withdrawal, id)).status).toBe(200)
    expect((await account()).available).toBe(available)
  })

  it('goes to an account of the customer that is in use when it is submitted', async () => {
    const { id } = await draft({ amount: '10.00', feeAmount: '0.00' })
    const own = await bySystem(platform(), (tools) => tools.load('entAccount', payeeAccountId!))
    const be = (status: string) =>
      platform().database.kysely.updateTable('ent_account').set({ status }).where('id', '=', payeeAccountId!).execute()
    await be('DISABLED')
    expectRefusal(await desk.op.tryTo(at.withdrawal, 'submit', id), 'withdrawal.payee-of-other', { account: own.accountNo })
    await be('ENABLED')
    const before = await account()
    await desk.op.act(at.withdrawal, 'submit', id)
    expect(Number((await account()).frozen) - Number(before.frozen)).toBeCloseTo(10, 2)
    expect(await platform().violations()).toEqual([])
  })
})
