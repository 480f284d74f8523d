import { beforeAll, expect, it } from 'vitest'
import type { FieldProblem } from '../../engine/core/wire'
import type { ApiResponse, Session } from './support/client'
import {
  at,
  contractValues,
  invoiceValues,
  lineInForce,
  lineValues,
  loanValues,
  orderInForce,
  orderValues,
  quotaInForce,
  quotaValues,
  referenceGoods,
  submittedLoan,
} from './support/fixtures'
import { describePlatform } from './support/platform'

/** Drafts are kept as far as they have come; what an approval needs is asked for when it is asked for. */
describePlatform('a draft', (platform) => {
  let op: Session
  let goodsId: string
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    op = await platform().as('op01')
  })
  const missing = ({ status, body }: ApiResponse): unknown => [
    status,
    ((body.errors ?? []) as FieldProblem[]).map(({ path, rule }) => `${path}: ${rule}`).sort(),
  ]

  /** Values of a miscellaneous fee of 演示乳品. */
  async function feeValues(): Promise<Record<string, unknown>> {
    const { borrowerId, departmentId, fundingPartyId } = await contractValues(platform())
    const fee = { miscType: 'HANDLING', qty: '1', unitPrice: '300.00', totalAmount: '300.00', dueDate: '2026-11-30' }
    return { borrowerId, departmentId, fundingPartyId, ...fee }
  }
  const onQuota = async () => lineValues(platform(), (await quotaInForce(platform())).id)
  async function onLine(): Promise<Record<string, unknown>> {
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id)
    return loanValues(platform(), line.id, goodsId)
  }
  const onOrder = async () => invoiceValues(platform(), (await orderInForce(platform())).id)
  const dates = ['startDate', 'endDate']

  it.each([
    ['quotas', at.quota, 'op01', () => quotaValues(platform()), ['approvedAmount', 'guaranteeMode', 'quotaType', ...dates]],
    ['customer lines', at.line, 'op01', onQuota, ['lineAmount', ...dates]],
    ['contracts', at.contract, 'op01', () => contractValues(platform()), ['contractType', 'partyAId', 'partyBId', ...dates]],
    ['loans', at.loan, 'op01', onLine, ['appliedAmount', 'projectName', 'purpose', 'goods']],
    ['miscellaneous fees', at.miscFee, 'fn01', feeValues, ['miscType', 'dueDate']],
    ['sale orders', at.order, 'op01', () => orderValues(platform()), ['deliveryDate', 'warehouseId']],
    ['invoices', at.invoice, 'fn01', onOrder, ['sellerId']],
  ])('of %s is saved without what only its submit needs, and names that then', async (_what, base, user, values, later) => {
    const desk = await platform().as(user)
    const whole = await values()
    const { id } = await desk.add(base, Object.fromEntries(Object.entries(whole).filter(([name]) => !later.includes(name))))
    const rules = later.map((name) => `${name}: ${Array.isArray(whole[name]) ? 'minRows' : 'required'}`)
    expect(missing(await desk.tryTo(base, 'submit', id))).toEqual([422, rules.sort()])
    const { version } = await desk.read(base, id)
    const filled = Object.fromEntries(later.map((name) => [name, whole[name]]))
    expect(missing(await desk.ask('PATCH', `${base}/${id}`, { version, ...filled }))).toEqual([200, []])
    await desk.act(base, 'submit', id)
  })

  it.each([
    ['quotas', at.quota, 'op01', () => quotaValues(platform(), { tempAmount: '1000.00' }), 'tempExpireDate', { tempAmount: '0.00' }],
    [
      'miscellaneous fees',
      at.miscFee,
      'fn01',
      async () => ({ ...(await feeValues()), miscType: 'CLAIM' }),
      'payerId',
      { miscType: 'HANDLING' },
    ],
  ])('of %s lacks what its submit needs under a condition, until that holds no more', async (_what, base, user, values, later, freed) => {
    const desk = await platform().as(user)
    const { id } = await desk.add(base, { ...(await values()), [later]: null })
    expect(missing(await desk.tryTo(base, 'submit', id))).toEqual([422, [`${later}: required`]])
    const { version } = await desk.read(base, id)
    expect(missing(await desk.ask('PATCH', `${base}/${id}`, { version, ...freed }))).toEqual([200, []])
    await desk.act(base, 'submit', id)
  })

  it.each([
    ['loans', at.loan, onLine, 'goods', ['qty', 'unitPrice']],
    ['sale orders', at.order, () => orderValues(platform()), 'lines', ['qty', 'unitPrice']],
  ])(
    'of %s has rows that say only what they are about, and names the cells that its submit needs',
    async (_what, base, values, table, cells) => {
      const whole = await values()
      const [row = {}] = whole[table] as Record<string, unknown>[]
      const { id } = await op.add(base, { ...whole, [table]: [{ goodsId: row['goodsId'] }] })
      expect(missing(await op.tryTo(base, 'submit', id))).toEqual([422, cells.map((name) => `${table}.0.${name}: required`)])
      const { version } = await op.read(base, id)
      expect(missing(await op.ask('PATCH', `${base}/${id}`, { version, [table]: [row] }))).toEqual([200, []])
      await op.act(base, 'submit', id)
    },
  )

  it('of a product is saved with its name, its type and who lends the money', async () => {
    const { fundingPartyId } = await contractValues(platform())
    const productTypeId = await platform().idOf('product_type', 'biz_mode', 'INVENTORY_PLEDGE')
    const risk = await platform().as('rk01')
    const { id } = await risk.add(at.product, { productName: '待定条款的产品', productTypeId, fundingPartyId })
    const [status, fields] = missing(await risk.tryTo(at.product, 'submit', id)) as [number, string[]]
    expect([status, fields]).toEqual([422, expect.arrayContaining(['annualRate: required', 'callLtv: required', 'startDate: required'])])
    // Nobody reckons with what a product does not say yet.
    const trial = { productId: id, principal: '100000.00', startDate: '2026-11-01', repayDate: '2026-11-20' }
    expect(await risk.ask('POST', `${at.product}/trial`, trial)).toMatchObject({
      status: 417,
      body: { detail: expect.stringContaining('尚未填写') },
    })
  })

  it('of a loan that came back goes to approval again only with what its submit needs, by either way', async () => {
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id)
    const { id } = await submittedLoan(platform(), line.id, goodsId)
    await (await platform().as('bm01')).act(at.loan, 'reject', id, { opinion: '请补充用途' })
    const { version } = await op.read(at.loan, id)
    expect((await op.ask('PATCH', `${at.loan}/${id}`, { version, clear: ['purpose'] })).status).toBe(200)
    for (const action of ['submit', 'reApproval'])
      expect(missing(await op.tryTo(at.loan, action, id))).toEqual([422, expect.arrayContaining(['purpose: required'])])
  })
})
