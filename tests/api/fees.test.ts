import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { RecordValues } from '../../engine/core/wire'
import { draftOneOffFees } from '../../src/server/rules/monthFees'
import type { Session } from './support/client'
import { refusedBy } from './support/books'
import { entriesOf, inSystem, paid, receivableOf, takenBack } from './support/fees'
import { at, lineInForce, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'
import { expectRefusal } from './support/refusal'
import { received } from './support/repaying'
import { approvedLoan, paidOut } from './support/pledging'

/** E-21 and feeStatus of domain 40: fees from the draft to the money, or to what is let off. */
describePlatform('fees', (platform) => {
  let [officer, manager] = [] as unknown as [Session, Session]
  let loan: RecordValues
  beforeAll(async () => {
    officer = await platform().as('fn01')
    manager = await platform().as('fm01')
    const goodsId = await referenceGoods(platform())
    const lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
    loan = await approvedLoan(platform(), lineId, goodsId)
    await paidOut(platform(), loan.id, '635250.00')
  })

  let day = 0
  /** A fee of 6 % a year, half a percent a month, for a period of its own. */
  const feeValues = (baseAmount: string, more: object = {}) => {
    const { id: loanId, borrowerId, departmentId, fundingPartyId } = loan
    const periodStart = addDays('2026-07-31', -day++)
    const period = { periodStart, periodEnd: periodStart }
    return {
      loanId,
      borrowerId,
      departmentId,
      fundingPartyId,
      feeMode: 'MONTHLY',
      ...period,
      baseAmount,
      feeRate: '0.06',
      ...more,
    }
  }
  const confirmedFee = async (baseAmount: string, more: object = {}): Promise<RecordValues> => {
    const { id } = await officer.add(at.serviceFee, feeValues(baseAmount, more))
    await officer.confirm(at.serviceFee, 'submit', id)
    return manager.act(at.serviceFee, 'approve', id, { opinion: '同意' })
  }
  const feeNow = async ({ id }: RecordValues, base = at.serviceFee) => {
    const { status, receivedAmount, waivedAmount, openAmount } = await officer.read(base, id)
    return [status, receivedAmount, waivedAmount, openAmount]
  }
  const owedNow = async ({ feeNo }: RecordValues) => {
    const { status, amount, verifiedAmount, unverifiedAmount } = await receivableOf(platform(), feeNo)
    return [status, amount, verifiedAmount, unverifiedAmount]
  }

  it('E-21 come to 14,240.00 of 2,848,000.00, owed and booked with their tax when they are approved', async () => {
    const drafted = await officer.add(at.serviceFee, feeValues('2848000.00'))
    expect(drafted).toMatchObject({
      feeNo: expect.stringMatching(/^FW20261120-\d{4}$/),
      feeType: 'SERVICE',
      status: 'DRAFT',
      days: 1,
      totalAmount: '14240.00',
      netAmount: '13433.96',
      taxAmount: '806.04',
      openAmount: '14240.00',
      dueDate: addDays(String(drafted['periodEnd']), 10),
      invoiceStatus: 'NONE',
    })
    // What is charged was agreed otherwise than by what is owed.
    expect(await officer.confirm(at.serviceFee, 'submit', drafted.id)).toEqual([
      `计费基数 2,848,000.00 与 ${String(drafted['periodEnd'])} 的日终余额 0.00 不符`,
    ])
    expect(await manager.act(at.serviceFee, 'approve', drafted.id, { opinion: '同意' })).toMatchObject({ status: 'CONFIRMED' })
    expect(await receivableOf(platform(), drafted['feeNo'])).toMatchObject({
      receivableType: 'SERVICE_FEE',
      payerId: loan['borrowerId'],
      loanId: loan.id,
      amount: '14240.00',
      unverifiedAmount: '14240.00',
      dueDate: drafted['dueDate'],
      intoDeposit: false,
      status: 'OPEN',
    })
    expect(await entriesOf(platform(), drafted['feeNo'], 'FEE_CONFIRM')).toEqual([{ 1122: 14240, 6051: -13433.96, 222102: -806.04 }])
    expect(await platform().violations()).toEqual([])
  })

  it('are of the technology under their own menu, due ten days after their month, and explain their amounts', async () => {
    const month = { feeMode: 'MONTHLY', periodStart: '2026-08-01', periodEnd: '2026-08-31', feeRate: '0.01' }
    const fee = await officer.add(at.techFee, feeValues('2848000.00', month))
    expect(fee).toMatchObject({ feeType: 'TECH', totalAmount: '2373.33', days: 31, dueDate: '2026-09-10' })
    expect((await officer.ask('GET', `${at.serviceFee}/${fee.id}`)).status).toBe(404)
    const { body } = await officer.ask('GET', `${at.techFee}/${fee.id}/explain`)
    expect(body).toMatchObject({
      totalAmount: { title: '按月服务费', value: '2373.33', figures: '2,848,000.00 × 1.0000% ÷ 12', rounding: '四舍五入到 2 位小数' },
      netAmount: { value: '2238.99' },
      taxAmount: { value: '134.34', figures: '2,373.33 − 2,238.99' },
      openAmount: { value: '2373.33' },
    })
    // The same days once more, or some of them.
    const again = await officer.ask('POST', at.techFee, feeValues('1.00', { ...month, periodStart: '2026-08-31' }))
    expect(again).toMatchObject({ status: 422, body: { errors: [{ path: 'periodStart' }] } })
    expect((await officer.ask('POST', at.serviceFee, feeValues('100.00', month))).status).toBe(200)
  })

  it('are refused without a rate, over a period that ends before it begins, and of another customer than the loan', async () => {
    const paths = async (more: object) => {
      const { status, body } = await officer.ask('POST', at.serviceFee, feeValues('100.00', more))
      return [status, ...((body.errors ?? []) as { path: string }[]).map(({ path }) => path)]
    }
    expect(await paths({ feeRate: '0' })).toEqual([422, 'feeRate'])
    expect(await paths({ periodStart: '2026-09-02', periodEnd: '2026-09-01' })).toEqual([422, 'periodEnd'])
    expect((await paths({ borrowerId: await platform().idOf('enterprise', 'short_name', '演示酒业') }))[0]).toBe(422)
    const little = await officer.add(at.serviceFee, feeValues('0.50', { feeRate: '0.005' }))
    expect(refusedBy(await officer.tryTo(at.serviceFee, 'submit', little.id))).toMatchObject({
      code: 'fee.nothing',
      params: { feeNo: little['feeNo'] },
    })
  })

  it('are of a payout, where they are for it once', async () => {
    const { id } = await officer.add(at.serviceFee, feeValues('1000.00', { feeMode: 'ONE_OFF' }))
    expect(await officer.tryTo(at.serviceFee, 'submit', id)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'loanPaymentId', rule: 'required' }] },
    })
  })

  it('are let off in part and as a whole, in red with their tax to the cent, and never beyond what is open', async () => {
    const fee = await confirmedFee('2848000.00')
    const waive = (amount: string) => manager.tryTo(at.serviceFee, 'waive', fee.id, { amount, opinion: '减免' })
    expect((await waive('1000.00')).status).toBe(200)
    expect(await feeNow(fee)).toEqual(['CONFIRMED', '0.00', '1000.00', '13240.00'])
    expect(await owedNow(fee)).toEqual(['OPEN', '13240.00', '0.00', '13240.00'])
    const beyond = await waive('13240.01')
    expect(refusedBy(beyond).code).toBe('fee.beyond-open')
    expect(beyond.body.message).toBe(`费用 ${String(fee['feeNo'])} 未收 13,240.00，不能收取或减免 13,240.01`)
    for (const amount of ['0.01', '0.01', '13239.98']) expect((await waive(amount)).status).toBe(200)
    expect(await feeNow(fee)).toEqual(['WAIVED', '0.00', '14240.00', '0.00'])
    expect(await owedNow(fee)).toEqual(['CLOSED', '0.00', '0.00', '0.00'])
    const vouchers = await entriesOf(platform(), fee['feeNo'], 'FEE_CONFIRM')
    expect(vouchers[1]).toEqual({ 1122: -1000, 6051: 943.4, 222102: 56.6 })
    const left = ['1122', '6051', '222102'].map((code) =>
      vouchers.reduce((sum, entries) => sum + Math.round((entries[code] ?? 0) * 100), 0),
    )
    expect(left).toEqual([0, 0, 0])
    expect((await waive('0.01')).status).toBe(417)
    expect(await platform().violations()).toEqual([])
  })

  it('are received in parts by verifications, the rest let off, and opened again when the money is taken back', async () => {
    const fee = await confirmedFee('200000.00')
    const owed = await receivableOf(platform(), fee['feeNo'])
    const first = await paid(platform(), owed, '400.00')
    expect(await feeNow(fee)).toEqual(['PARTIAL', '400.00', '0.00', '600.00'])
    expect(await owedNow(fee)).toEqual(['PARTIAL', '1000.00', '400.00', '600.00'])
    expect(await entriesOf(platform(), first.verificationNo, 'FEE_IN')).toEqual([{ 1002: 400, 1122: -400 }])
    await takenBack(platform(), first.id)
    expect(await feeNow(fee)).toEqual(['CONFIRMED', '0.00', '0.00', '1000.00'])
    expect(await owedNow(fee)).toEqual(['OPEN', '1000.00', '0.00', '1000.00'])
    const second = await paid(platform(), owed, '400.00')
    await manager.act(at.serviceFee, 'waive', fee.id, { amount: '100.00', opinion: '减免' })
    expect(await feeNow(fee)).toEqual(['PARTIAL', '400.00', '100.00', '500.00'])
    // Somebody has decided on the fee as it is since.
    await expect(takenBack(platform(), second.id)).rejects.toMatchObject({
      status: 417,
      message: expect.stringContaining(String(fee['feeNo'])),
    })
    await paid(platform(), owed, '500.00')
    expect(await feeNow(fee)).toEqual(['COLLECTED', '900.00', '100.00', '0.00'])
    expect(await owedNow(fee)).toEqual(['CLOSED', '900.00', '900.00', '0.00'])
    await expect(paid(platform(), owed, '0.01')).rejects.toMatchObject({ status: 417 })
    expect(await platform().violations()).toEqual([])
  })

  it('owe what their receivable owes, whatever is received, let off or taken back, in any order', async () => {
    const step = fc.oneof(
      fc.record({ what: fc.constantFrom('pay' as const, 'waive' as const), cents: fc.integer({ min: 1, max: 60_000 }) }),
      fc.record({ what: fc.constant('back' as const), cents: fc.nat() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        const fee = await confirmedFee('200000.00')
        const owed = await receivableOf(platform(), fee['feeNo'])
        const made: string[] = []
        for (const { what, cents } of steps) {
          const amount = (cents / 100).toFixed(2)
          // What there is too little for is refused as a whole.
          if (what === 'pay') await paid(platform(), owed, amount).then(({ id }) => made.push(id), ignoreRefusal)
          else if (what === 'waive') await manager.tryTo(at.serviceFee, 'waive', fee.id, { amount, opinion: '减免' })
          else if (made.length > 0) await takenBack(platform(), made.splice(cents % made.length, 1)[0] ?? '').catch(ignoreRefusal)
          const [status, received, waived, open] = await feeNow(fee)
          const [owedStatus, amountNow, verified, unverified] = await owedNow(fee)
          expect([received, open]).toEqual([verified, unverified])
          expect(Number(amountNow) + Number(waived)).toBeCloseTo(1000, 6)
          expect(Number(open) === 0).toBe(status === 'COLLECTED' || status === 'WAIVED')
          expect(owedStatus === 'CLOSED').toBe(Number(open) === 0)
        }
      }),
      { numRuns: 20 },
    )
    expect(await platform().violations()).toEqual([])
  })

  it('re-derive every amount of the demo data from its explanation', async () => {
    const amounts = ['totalAmount', 'netAmount', 'taxAmount', 'openAmount'] as const
    let explained = 0
    for (const base of [at.serviceFee, at.techFee, at.miscFee])
      for (const { id } of (await officer.list(base)).records) {
        const [fee, { body }] = await Promise.all([officer.read(base, id), officer.ask('GET', `${base}/${id}/explain`)])
        for (const amount of amounts)
          if (body[amount] !== undefined) expect([fee['feeNo'], body[amount].value]).toEqual([fee['feeNo'], fee[amount]])
        explained++
      }
    expect(explained).toBeGreaterThan(15)
  })

  it('E-21 are drafted once for a payout, by what was agreed with the customer, and by the product where nothing was', async () => {
    const { borrowerId, fundingPartyId } = loan
    const agree = (serviceFeeRate: string | null) =>
      inSystem(platform(), async (tools) => {
        const [client] = await tools.find('client', {
          enterpriseId: String(borrowerId),
          fundingPartyId: String(fundingPartyId),
          status: 'ACTIVE',
        })
        await tools.set('client', client?.id ?? '', { serviceFeeRate })
      })
    const { rows: payouts } = await sql<{ id: string }>`select id::text as id from loan_payment p
      where not exists (select from service_fee f where f.loan_payment_id = p.id) order by id`.execute(platform().database.kysely)
    const drafted = async (paidOn: string) => {
      const loanPaymentId = payouts.pop()?.id
      expect(loanPaymentId).toBeDefined()
      await inSystem(platform(), (tools) =>
        draftOneOffFees(tools, { loanId: loan.id, financePart: '100000.00', paidOn }, { loanPaymentId }),
      )
      const found = await Promise.all(
        [at.serviceFee, at.techFee].map((base) => officer.list(base, { loanId: loan.id, feeMode: 'ONE_OFF' })),
      )
      return found
        .flatMap(({ records }) => records)
        .filter(({ periodStart }) => periodStart === paidOn)
        .map(({ feeRate, baseAmount, totalAmount, periodEnd, dueDate, status }) => [
          feeRate,
          baseAmount,
          totalAmount,
          periodEnd,
          dueDate,
          status,
        ])
    }
    const tech = (day: string) => ['0.001000', '100000.00', '100.00', day, day, 'DRAFT']
    expect(await drafted('2026-10-12')).toEqual([
      ['0.005000', '100000.00', '500.00', '2026-10-12', '2026-10-12', 'DRAFT'],
      tech('2026-10-12'),
    ])
    await agree('0.003')
    expect(await drafted('2026-10-13')).toEqual([
      ['0.003000', '100000.00', '300.00', '2026-10-13', '2026-10-13', 'DRAFT'],
      tech('2026-10-13'),
    ])
    await agree('0')
    expect(await drafted('2026-10-14')).toEqual([tech('2026-10-14')])
    await agree(null)
  })

  it('of other kinds come to quantity times price unless somebody says otherwise, and are received like any other', async () => {
    const { borrowerId, departmentId, fundingPartyId } = loan
    const values = {
      miscType: 'HANDLING',
      borrowerId,
      departmentId,
      fundingPartyId,
      qty: '12.5',
      unitPrice: '10.01',
      dueDate: '2026-11-30',
    }
    expect(await officer.add(at.miscFee, values)).toMatchObject({
      totalAmount: '125.13',
      netAmount: '118.05',
      taxAmount: '7.08',
      occurDate: '2026-11-20',
    })
    const fee = await officer.add(at.miscFee, { ...values, totalAmount: '120.00' })
    expect(fee).toMatchObject({ feeNo: expect.stringMatching(/^ZF20261120-\d{4}$/), totalAmount: '120.00' })
    const payerId = await platform().idOf('enterprise', 'short_name', '演示物流')
    const other = await officer.ask('POST', at.miscFee, { ...values, payerId })
    expect(other).toMatchObject({ status: 422, body: { errors: [{ path: 'payerId' }] } })
    await officer.act(at.miscFee, 'submit', fee.id)
    await manager.act(at.miscFee, 'approve', fee.id)
    const owed = await receivableOf(platform(), fee['feeNo'])
    expect(owed).toMatchObject({ receivableType: 'MISC_FEE', payerId: borrowerId, amount: '120.00' })
    await paid(platform(), owed, '120.00')
    expect(await feeNow(fee, at.miscFee)).toEqual(['COLLECTED', '120.00', '0.00', '0.00'])
    expect(await platform().violations()).toEqual([])
  })

  it('A19: what is claimed of one warehouse for two customers is matched customer by customer, and stands with each in the books', async () => {
    const payerId = await platform().idOf('enterprise', 'short_name', '演示物流')
    const customers = [String(loan['borrowerId']), await platform().idOf('enterprise', 'short_name', '演示铝业')]
    const { departmentId, fundingPartyId, currency } = loan as Record<string, string>
    const claims: string[] = []
    for (const borrowerId of customers) {
      const values = { miscType: 'CLAIM', payerId, borrowerId, departmentId, fundingPartyId, totalAmount: '100.00', dueDate: '2026-11-30' }
      const { id, feeNo } = await officer.add(at.miscFee, values)
      await officer.act(at.miscFee, 'submit', id)
      await manager.act(at.miscFee, 'approve', id, { opinion: '同意' })
      claims.push((await receivableOf(platform(), feeNo)).id)
    }
    const receiptId = await received(platform(), { ...loan, borrowerId: payerId }, '200.00')
    const draft = (of: readonly string[], more: object = {}) =>
      inSystem(platform(), (tools) =>
        tools.create('verification', {
          payerId,
          departmentId: departmentId!,
          fundingPartyId: fundingPartyId!,
          currency: currency!,
          receiptIds: [receiptId],
          lines: of.map((receivableId) => ({ receiptId, receivableId, verifiedAmount: '100.00' })),
          ...more,
        }),
      )
    const both = await draft(claims)
    expectRefusal(await officer.tryTo(at.verification, 'submit', both.id), 'verification.claims-of-several', {})
    const other = await draft(claims.slice(1), { borrowerId: customers[0] })
    expectRefusal(await officer.tryTo(at.verification, 'submit', other.id), 'verification.claims-of-several', {})
    for (const [index, claim] of claims.entries()) {
      const { id } = await draft([claim])
      expect(await officer.act(at.verification, 'submit', id)).toMatchObject({ borrowerId: customers[index] })
      const { verificationNo } = await officer.read(at.verification, id)
      const { rows } = await sql`select v.biz_event as event, v.borrower_id::text as borrower, e.aux_enterprise_id::text as aux
        from voucher v join voucher_entries e on e.parent_id = v.id
        where v.doc_no = ${verificationNo} and e.credit_amount > 0`.execute(platform().database.kysely)
      expect(rows).toEqual([{ event: 'DEPOSIT_IN', borrower: customers[index], aux: customers[index] }])
    }
    expect(await platform().violations()).toEqual([])
  })
})

function ignoreRefusal(error: { status?: number }): void {
  expect(error.status).toBe(417)
}
