import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addDecimals, compareDecimals, subtractDecimals, type Decimal } from '../../engine/core/decimal'
import { invariants } from '../../src/server/invariants'
import { at, copiesOfLoan, draftedStockIn, lineInForce, quotaInForce, quotaValues, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform, type Platform } from './support/platform'

/** Two products that the borrower is admitted to. */
async function productIds(platform: Platform): Promise<string[]> {
  return Promise.all(['甲行存货质押', '甲行代理采购'].map((name) => platform.idOf('product', 'product_name', name)))
}

async function broken({ plan, database }: Platform, ...numbers: string[]): Promise<string[]> {
  const context = { plan, kysely: database.kysely }
  const found = []
  for (const number of numbers) found.push(...((await invariants[number]?.(context)) ?? []))
  return found.map(({ invariant, what }) => `${invariant} ${what}`)
}

/** What somebody does to a quota of 1,000,000 with two lines. */
type Step =
  | { do: 'apply'; line: 0 | 1; amount: number }
  | { do: 'approve'; loan: number; amount: number }
  | { do: 'reApprove' | 'close'; loan: number }
  | { do: 'adjustLine'; line: 0 | 1; amount: number }
  | { do: 'adjustQuota'; amount: number }
  | { do: 'freeze' | 'unfreeze'; line: 0 | 1 }

const line = fc.constantFrom(0 as const, 1 as const)
/** In steps that meet the limits exactly now and then. */
const amount = fc.integer({ min: 1, max: 6 }).map((times) => times * 100_000)
const loan = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('apply' as const), line, amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('approve' as const), loan, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reApprove' as const, 'close' as const), loan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('adjustLine' as const), line, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('adjustQuota' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('freeze' as const, 'unfreeze' as const), line }) },
)

/** What must come of the steps, in plain numbers. */
interface Model {
  quota: { id: string; limit: number }
  lines: { id: string; limit: number; frozen: boolean }[]
  loans: { id: string; line: number; applied: number; state: 'AUDITING' | 'APPROVED' | 'CLOSED'; reserved: number }[]
}

const reservedOf = ({ loans }: Model, ofLine?: number): number =>
  loans.filter((one) => ofLine === undefined || one.line === ofLine).reduce((sum, { reserved }) => sum + reserved, 0)

describePlatform('the ledgers', (platform) => {
  let goodsId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
  })

  async function fresh(): Promise<Model> {
    const quota = await quotaInForce(platform(), {
      approvedAmount: '1000000.00',
      oversellRatio: '2.0000',
      productIds: await productIds(platform()),
    })
    const lines = []
    for (const [index, limit] of [700_000, 600_000].entries())
      lines.push({
        id: (await lineInForce(platform(), quota.id, { lineAmount: `${limit}.00`, productId: (await productIds(platform()))[index] })).id,
        limit,
        frozen: false,
      })
    return { quota: { id: quota.id, limit: 1_000_000 }, lines, loans: [] }
  }

  /** Does a step and says whether it had to be let through. */
  async function take(model: Model, action: Step): Promise<void> {
    const [op, manager, risk] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('rk01')]
    const one = 'loan' in action ? model.loans[action.loan] : undefined
    const ofLine = 'line' in action ? model.lines[action.line] : undefined
    const available = (index: number): number =>
      model.lines[index]?.frozen === true
        ? 0
        : Math.min(model.quota.limit - reservedOf(model), (model.lines[index]?.limit ?? 0) - reservedOf(model, index))
    if (action.do === 'apply') {
      if (model.loans.length >= 4 || !ofLine || available(action.line) < action.amount) return
      const product = (await productIds(platform()))[action.line]
      const { id } = await submittedLoan(platform(), ofLine.id, goodsId, { appliedAmount: `${action.amount}.00`, productId: product })
      model.loans.push({ id, line: action.line, applied: action.amount, state: 'AUDITING', reserved: 0 })
    } else if (action.do === 'approve') {
      if (!one) return
      const { status } = await manager.tryTo(at.loan, 'approve', one.id, { approvedAmount: `${action.amount}.00` })
      const fits = one.state === 'AUDITING' && action.amount <= one.applied && action.amount <= available(one.line)
      expect({ action, status }).toEqual({ action, status: fits ? 200 : 417 })
      if (fits) Object.assign(one, { state: 'APPROVED', reserved: action.amount })
    } else if (action.do === 'reApprove') {
      if (!one) return
      const { status } = await op.tryTo(at.loan, 'reApproval', one.id, { opinion: '重审' })
      const fits = one.state === 'APPROVED' && one.applied <= available(one.line) + one.reserved && model.lines[one.line]?.frozen === false
      expect({ action, status }).toEqual({ action, status: fits ? 200 : 417 })
      if (fits) Object.assign(one, { state: 'AUDITING', reserved: 0 })
    } else if (action.do === 'close') {
      if (!one) return
      const { status } = await manager.tryTo(at.loan, 'close', one.id, { opinion: '关闭' })
      expect({ action, status }).toEqual({ action, status: one.state === 'APPROVED' ? 200 : 417 })
      if (one.state === 'APPROVED') Object.assign(one, { state: 'CLOSED', reserved: 0 })
    } else if (action.do === 'adjustLine') {
      const { status } = await manager.tryTo(at.line, 'adjust', ofLine?.id ?? '', { lineAmount: `${action.amount}.00`, opinion: '调额' })
      const others = model.lines[1 - action.line]?.limit ?? 0
      const fits =
        ofLine?.frozen === false && action.amount >= reservedOf(model, action.line) && others + action.amount <= model.quota.limit * 2
      expect({ action, status }).toEqual({ action, status: fits ? 200 : 417 })
      if (fits) ofLine.limit = action.amount
    } else if (action.do === 'adjustQuota') {
      // At least what the lines take, by the oversell ratio of 2.
      const { status } = await manager.tryTo(at.quota, 'adjust', model.quota.id, { approvedAmount: `${action.amount}.00`, opinion: '调额' })
      const given = model.lines.reduce((sum, { limit }) => sum + limit, 0)
      const fits = action.amount >= reservedOf(model) && action.amount * 2 >= given
      expect({ action, status }).toEqual({ action, status: fits ? 200 : 417 })
      if (fits) model.quota.limit = action.amount
    } else {
      const desk = action.do === 'freeze' ? risk : manager
      const { status } = await desk.tryTo(at.line, action.do, ofLine?.id ?? '', { opinion: '风险' })
      const fits = ofLine?.frozen === (action.do === 'unfreeze')
      expect({ action, status }).toEqual({ action, status: fits ? 200 : 417 })
      if (fits && ofLine) ofLine.frozen = action.do === 'freeze'
    }
  }

  it('of limits hold after each of any steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const model = await fresh()
        for (const action of steps) {
          await take(model, action)
          expect(await broken(platform(), 'I-08')).toEqual([])
        }
        const manager = await platform().as('bm01')
        expect(await manager.read(at.quota, model.quota.id)).toMatchObject({
          reservedAmount: `${reservedOf(model)}.00`,
          usedAmount: '0.00',
        })
        for (const [index, { id }] of model.lines.entries())
          expect(await manager.read(at.line, id)).toMatchObject({ reservedAmount: `${reservedOf(model, index)}.00` })
      }),
      { numRuns: 8, endOnFailure: true },
    )
    expect(await broken(platform(), 'I-13')).toEqual([])
  })

  it('of stock hold after any receipts', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const quantity = fc
      .integer({ min: 0, max: 55_0000 })
      .map((units) => `${Math.trunc(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(quantity, quantity), { minLength: 1, maxLength: 4 }), async (visits) => {
        const { id, goods } = await op.act(
          at.stockIn,
          'submit',
          (await draftedStockIn(platform(), goodsId, { goods: [{ goodsId, expectedQty: '100', unitPrice: '120' }] })).id,
        )
        const row = (goods as { id: string }[])[0]?.id
        let [good, damaged]: Decimal[] = ['0', '0']
        for (const [more, broke] of visits) {
          const { status } = await keeper.tryTo(at.stockIn, 'receive', id, {
            goods: [{ id: row, receivedGoodQty: more, receivedDamagedQty: broke }],
          })
          const total = addDecimals(good ?? '0', damaged ?? '0', more, broke)
          const fits = compareDecimals(total, '110') <= 0 && compareDecimals(addDecimals(more, broke), '0') > 0
          expect({ more, broke, status }).toEqual({ more, broke, status: fits ? 200 : 417 })
          if (fits) [good, damaged] = [addDecimals(good ?? '0', more), addDecimals(damaged ?? '0', broke)]
        }
        if ((await op.read(at.stockIn, id))['status'] !== 'RECEIVING') return
        await keeper.act(at.stockIn, 'finish', id)
        await op.act(at.stockIn, 'confirm', id)
        const batches = await platform()
          .database.kysely.selectFrom('stock_batch')
          .selectAll()
          .where('stock_in_id', '=', id)
          .orderBy('id')
          .execute()
        const stored = (quality: string): Decimal =>
          String(batches.find((batch) => batch['quality_status'] === quality)?.['available_qty'] ?? '0')
        expect([subtractDecimals(stored('GOOD'), good ?? '0'), subtractDecimals(stored('DAMAGED'), damaged ?? '0')]).toEqual(['0', '0'])
        expect(await broken(platform(), 'I-01', 'I-02')).toEqual([])
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('count every receipt of a line, however many come at once', async () => {
    const [op, keeper] = [await platform().as('op01'), await platform().as('wh01')]
    const { id, goods } = await op.act(at.stockIn, 'submit', (await draftedStockIn(platform(), goodsId)).id)
    const [first] = goods as { id: string }[]
    const receipt = { goods: [{ id: first?.id, receivedGoodQty: '10' }] }
    let late = 0
    const receive = async (): Promise<void> => {
      const { status } = await keeper.tryTo(at.stockIn, 'receive', id, receipt)
      // Somebody else has received meanwhile: who looks again may go on.
      if (status === 409 && ++late < 100) await receive()
      else expect(status).toBe(200)
    }
    await Promise.all(Array.from({ length: 5 }, receive))
    expect(((await op.read(at.stockIn, id))['goods'] as { goodQty: string }[])[0]?.goodQty).toBe('50.0000')
  })
})

/** Races need a database with more than one connection. */
describePlatform(
  'parallel work',
  (platform) => {
    let goodsId = ''
    beforeAll(async () => {
      goodsId = await referenceGoods(platform())
    })

    it('reserves exactly 100 of 400 approvals on a line that fits 100', async () => {
      const quota = await quotaInForce(platform(), { approvedAmount: '1000000.00' })
      const { id: lineId } = await lineInForce(platform(), quota.id, { lineAmount: '1000000.00' })
      const goods = [{ goodsId, qty: '200', unitPrice: '120' }]
      const first = await submittedLoan(platform(), lineId, goodsId, { appliedAmount: '10000.00', goods })
      const ids = [first.id, ...(await copiesOfLoan(platform(), first, 399))]
      const [manager, reader] = [await platform().as('bm01'), await platform().as('op01')]

      // Who only reads waits for none of those who wait for the line.
      let decided = 0
      const approving = Promise.all(
        ids.map((id) =>
          manager
            .ask('POST', `${at.loan}/approve/${id}`, { version: 2, approvedAmount: '10000.00' }, { 'idempotency-key': randomUUID() })
            .finally(() => decided++),
        ),
      )
      for (let reads = 0; reads < 20; reads++) await reader.list(at.loan)
      expect(decided).toBeLessThan(ids.length / 2)
      const responses = await approving
      const codes = responses.map(({ status, body }) => (status === 200 ? 'reserved' : `${status} ${body.code}`))
      expect([codes.filter((code) => code === 'reserved').length, [...new Set(codes)].sort()]).toEqual([100, ['417 100531', 'reserved']])
      expect(await manager.read(at.line, lineId)).toMatchObject({ reservedAmount: '1000000.00', availableAmount: '0.00' })
      expect(await manager.read(at.quota, quota.id)).toMatchObject({ reservedAmount: '1000000.00' })
      expect(await platform().violations()).toEqual([])
    })

    it('lets one of many with the same key happen, and one of many keys on one document', async () => {
      const quota = await quotaInForce(platform())
      const { id: lineId } = await lineInForce(platform(), quota.id)
      const loan = await submittedLoan(platform(), lineId, goodsId)
      const manager = await platform().as('bm01')
      const same = await Promise.all(
        Array.from({ length: 10 }, () =>
          manager.ask(
            'POST',
            `${at.loan}/approve/${loan.id}`,
            { version: loan['version'], approvedAmount: '600000.00' },
            { 'idempotency-key': 'same' },
          ),
        ),
      )
      expect(same.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      expect([...new Set(same.map(({ status }) => status))].filter((status) => status !== 200 && status !== 409)).toEqual([])
      const other = await submittedLoan(platform(), lineId, goodsId)
      const each = await Promise.all(
        Array.from({ length: 10 }, () =>
          manager.tryTo(at.loan, 'approve', other.id, { version: other['version'], approvedAmount: '500000.00' }),
        ),
      )
      expect(each.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
      expect(await manager.read(at.line, lineId)).toMatchObject({ reservedAmount: '1100000.00' })
      expect(await platform().violations()).toEqual([])
    })

    it('gives every document of a rush a number of its own', async () => {
      const op = await platform().as('op01')
      const values = await quotaValues(platform())
      const quotas = await Promise.all(Array.from({ length: 60 }, () => op.add(at.quota, values)))
      expect(new Set(quotas.map(({ quotaNo }) => quotaNo)).size).toBe(60)
      expect(await broken(platform(), 'I-15')).toEqual([])
    })
  },
  { kinds: ['postgres'] },
)
