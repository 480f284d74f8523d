import { expect, it } from 'vitest'
import { accountsWith } from './support/accounts'
import type { RecordValues } from '../../engine/core/wire'
import { at, draftedStockIn, lineInForce, quotaInForce, quotaValues, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform } from './support/platform'

const documents = { quota: at.quota, line: at.line, loan: at.loan, stockIn: at.stockIn }

/** Acceptance P5: rows follow department, funding party, enterprise; what is out of scope does not exist, by list, by id, by action. */
describePlatform('the row scope', (platform) => {
  const all = async (userName: string, base: string): Promise<RecordValues[]> => (await (await platform().as(userName)).list(base)).records

  it.each(Object.entries(documents))('shares the %ss between the two departments, and gives head office all', async (_kind, base) => {
    const [east, south, whole] = [await all('op01', base), await all('op02', base), await all('bm01', base)]
    expect(east.length).toBeGreaterThan(0)
    expect(south.length).toBeGreaterThan(0)
    expect(east.filter(({ id }) => south.some((other) => other.id === id))).toEqual([])
    expect(east.length + south.length).toBe(whole.length)
    expect((await all('au01', base)).length).toBe(whole.length)
  })

  it.each(Object.entries(documents))('hides the %ss of others by id, in every endpoint', async (_kind, base) => {
    const op = await platform().as('op01')
    const [foreign] = await all('op02', base)
    const id = foreign?.id ?? ''
    const asked = [
      op.ask('GET', `${base}/${id}`),
      op.ask('GET', `${base}/history/${id}`),
      op.ask('GET', `${base}/attach/${id}`),
      op.ask('PATCH', `${base}/${id}`, { version: 1 }),
      op.remove(base, id),
      op.tryTo(base, 'submit', id),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404))
  })

  it('narrows sums, exports and choices with the rows', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const [own, whole] = [await op.list(at.stock), await manager.list(at.stock)]
    expect(Number(own.summary?.['stockValue'])).toBeLessThan(Number(whole.summary?.['stockValue']))
    expect(own.total).toBeLessThan(whole.total)
    const southern = await platform().idOf('quota', 'quota_name', '乙信托华南大宗授信')
    const choices = async (session: typeof op): Promise<string[]> =>
      ((await session.ask('GET', `${at.line}/options/quotaId`)).body as { value: string }[]).map(({ value }) => value)
    expect(await choices(op)).not.toContain(southern)
    expect(await choices(await platform().as('multi01'))).toContain(southern)
    // Who only looks at the screen has nothing to choose.
    expect((await manager.ask('GET', `${at.line}/options/quotaId`)).status).toBe(403)
    const departments = (await op.ask('GET', `${at.quota}/options/departmentId`)).body as { label: string }[]
    expect(departments.map(({ label }) => label)).toEqual(['华东业务部'])
  })

  it('lets nobody put a record where he cannot see it', async () => {
    const op = await platform().as('op01')
    const departmentId = await platform().idOf('department', 'department_name', '华南业务部')
    const { status, body } = await op.ask('POST', at.quota, await quotaValues(platform(), { departmentId }))
    expect({ status, ...body }).toMatchObject({ status: 422, errors: [{ path: 'departmentId', rule: 'scope' }] })
    expect((await (await platform().as('op02')).list(at.quota, { quotaName: '测试授信' })).total).toBe(0)
  })

  it('reckons with nothing that is out of sight', async () => {
    const op = await platform().as('op01')
    const departmentId = await platform().idOf('department', 'department_name', '华南业务部')
    const southern = async (table: string): Promise<Record<string, unknown>> =>
      platform().database.kysely.selectFrom(table).selectAll().where('department_id', '=', departmentId).executeTakeFirstOrThrow()
    const [line, warehouse, batch, client] = [
      await southern('customer_line'),
      await southern('warehouse'),
      await southern('stock_batch'),
      await southern('client'),
    ]
    const goods = { goodsId: String(batch['goods_id']), qty: '1', unitPrice: '1' }
    const productId = await platform().idOf('product', 'product_name', '甲行存货质押')
    const trial = (more: object) => op.ask('POST', `${at.loan}/trial`, { productId, appliedAmount: '1.00', goods: [goods], ...more })
    for (const [path, id] of [
      ['customerLineId', line['id']],
      ['warehouseId', warehouse['id']],
    ] as const) {
      expect(await trial({ [path]: String(id) })).toMatchObject({ status: 422, body: { errors: [{ path, rule: 'reference' }] } })
    }
    expect((await trial({ goods: [{ ...goods, stockBatchId: String(batch['id']) }] })).body.errors).toMatchObject([
      { path: 'goods.0.stockBatchId', rule: 'reference' },
    ])
    expect((await trial({})).status).toBe(200)
    const admitted = await op.ask('GET', `${at.enterprise}/product/list?enterpriseId=${String(client['enterprise_id'])}`)
    expect(admitted.body).toEqual({ result: [] })
  })

  it('shows a funding party its own business alone', async () => {
    const partner = await platform().as('fp01')
    for (const base of [at.quota, at.line, at.loan, at.stockIn, at.stock]) {
      const { records } = await partner.list(base)
      expect(records.length).toBeGreaterThan(0)
      expect([...new Set(records.map(({ fundingPartyName }) => fundingPartyName).filter((name) => name !== undefined))].join()).toMatch(
        /^(演示甲商业银行股份有限公司)?$/,
      )
    }
    const others = await platform().idOf('quota', 'quota_name', '乙信托华东大宗授信')
    expect((await partner.ask('GET', `${at.quota}/${others}`)).status).toBe(404)
    expect((await partner.ask('GET', `${at.quota}/flow/${others}`)).status).toBe(404)
  })

  it('shows a funding party of master data what is its own, whatever menus it is given', async () => {
    const menus = { base_enterprise: ['view'], base_warehouse: ['view'], manage_userManage: ['view'], base_goodsinf: ['view'] }
    const [partner] = await accountsWith(platform(), [menus])
    const bank = await platform().idOf('enterprise', 'short_name', '甲行')
    await platform()
      .database.kysely.updateTable('app_user')
      .set({ data_scope: 'FUNDING', enterprise_id: bank, department_id: null, funding_party_ids: [bank] })
      .where('user_name', '=', partner!.userName)
      .execute()
    const seen = async (base: string, name: string) => (await partner!.list(base)).records.map(({ [name]: value }) => value)
    expect(await seen(at.enterprise, 'shortName')).toEqual(['甲行'])
    expect(await seen(at.warehouse, 'warehouseName')).toEqual([])
    expect(new Set(await seen(at.user, 'userName'))).toEqual(new Set(['fp01', partner!.userName]))
    // Goods are everybody's.
    expect((await seen(at.goods, 'goodsName')).length).toBeGreaterThan(10)
    const other = await platform().idOf('enterprise', 'short_name', '乙信托')
    expect((await partner!.ask('GET', `${at.enterprise}/${other}`)).status).toBe(404)
  })

  it('shows a borrower its own loans, goods and stock alone', async () => {
    const partner = await platform().as('br01')
    for (const base of [at.loan, at.stockIn, at.stock]) {
      const { records } = await partner.list(base)
      expect(records.length).toBeGreaterThan(0)
      expect([...new Set(records.map(({ borrowerName }) => borrowerName))]).toEqual(['演示乳品有限公司'])
    }
  })

  it('shows a warehouse company what comes to its own warehouses', async () => {
    const names = async (userName: string) =>
      [...new Set((await all(userName, at.stockIn)).map(({ warehouseName }) => String(warehouseName)))].sort()
    expect(await names('wh01')).toEqual(['演示一号仓', '演示二号仓', '演示保税一仓'])
    expect(await names('wh02')).toEqual(['演示三号仓', '演示冷库'])
    const [foreign] = await all('wh02', at.stockIn)
    const keeper = await platform().as('wh01')
    expect((await keeper.tryTo(at.stockIn, 'receive', foreign?.id ?? '', { goods: [] })).status).toBe(404)
    const entryNo = (await all('wh02', at.stockIn)).map((row) => row['entryNo']).find(Boolean)
    expect((await keeper.ask('GET', `/api/inventory/stockin/wms/${String(entryNo)}`)).body).toMatchObject({ total: 0 })
  })

  it('D10 shows a trade agent the loans it acts for, and what comes in for them', async () => {
    const agent = await platform().as('ta01')
    const { kysely } = platform().database
    const agentId = await platform().idOf('enterprise', 'short_name', '演示贸易代理')
    const loans = await kysely.selectFrom('loan').select(['id', 'trade_agent_id', 'status']).execute()
    const own = loans.filter((loan) => loan['trade_agent_id'] === agentId).map(({ id }) => String(id))
    const entries = await kysely.selectFrom('stock_in').select(['id', 'status']).where('loan_id', 'in', own).execute()
    const handedOut = entries.filter(({ status }) => status !== 'DRAFT').map(({ id }) => String(id))
    const seen = async (base: string) => (await agent.list(base)).records.map(({ id }) => id).sort()
    expect(await seen(at.loan)).toEqual([...own].sort())
    expect(await seen(at.stockIn)).toEqual([...handedOut].sort())
    expect([own.length, handedOut.length].every((count) => count > 1)).toBe(true)
    for (const [base, id] of [
      [at.loan, loans.find((loan) => loan['trade_agent_id'] === null)?.['id']],
      [at.stockIn, entries.find(({ status }) => status === 'DRAFT')?.['id']],
    ] as const)
      if (id !== undefined) expect((await agent.ask('GET', `${base}/${String(id)}`)).status).toBe(404)
  })

  it('D10 keeps on a stock-in who acts for its loan, and lets the next one see it when that changes', async () => {
    const [op, manager, agent] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('ta01')]
    const [first, second] = [
      await platform().idOf('enterprise', 'short_name', '演示贸易代理'),
      await platform().idOf('enterprise', 'short_name', '演示进出口'),
    ]
    const goodsId = await referenceGoods(platform())
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id)
    const goods = [{ goodsId, qty: '300', unitPrice: '120' }]
    const loan = await submittedLoan(platform(), line.id, goodsId, { appliedAmount: '10000.00', goods, tradeAgentId: first })
    await manager.act(at.loan, 'approve', loan.id, { approvedAmount: '10000.00' })
    const [drafted] = (await op.list(at.stockIn, { loanId: loan.id })).records
    const notice = await op.act(at.stockIn, 'submit', drafted?.id ?? '')
    expect(notice).toMatchObject({ tradeAgentId: first })
    // One that somebody types for the loan has its agent too, and nobody types another one.
    const typed = await draftedStockIn(platform(), goodsId, { loanId: loan.id })
    expect(await op.read(at.stockIn, typed.id)).toMatchObject({ tradeAgentId: first })
    const other = { version: typed['version'], tradeAgentId: second }
    expect((await op.ask('PATCH', `${at.stockIn}/${typed.id}`, other)).status).toBe(422)
    const status = async () => (await agent.ask('GET', `${at.stockIn}/${notice.id}`)).status
    expect(await status()).toBe(200)

    await op.act(at.loan, 'reApproval', loan.id, { opinion: '更换代理' })
    const back = await op.act(at.loan, 'withdraw', loan.id)
    const changed = await op.ask('PATCH', `${at.loan}/${loan.id}`, { version: back['version'], tradeAgentId: second })
    expect(changed.status).toBe(200)
    expect(await op.read(at.stockIn, notice.id)).toMatchObject({ tradeAgentId: second })
    expect(await status()).toBe(404)
  })

  it('says to whom every row belongs in all dimensions, or that it is decided otherwise', () => {
    const scopes = Object.values(platform().plan.entities).map(({ name, scope }) => [
      name,
      typeof scope === 'object' && 'by' in scope ? Object.keys(scope.by).sort().join() : 'decided',
    ])
    expect(
      scopes.filter(([, dimensions]) => dimensions !== 'decided' && dimensions !== 'department,enterprise,fundingParty,owner'),
    ).toEqual([])
  })

  it('gives an account without any menu nothing, whatever the page shows', async () => {
    const session = await platform().as('nomenu01')
    for (const base of Object.values(at)) expect([base, (await session.ask('GET', `${base}/list`)).status]).toEqual([base, 403])
    const { body } = await session.ask('POST', '/userLogin/getUserMenu', {})
    expect(body.userMenuElement.subMenu).toEqual([])
  })
})
