import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { readXlsx, writeForm, type Cell } from '../../engine/server/xlsx'
import { FixedClock } from '../../src/server/clock'
import { usualTerms } from '../../src/server/demo/master/products'
import { violatedInvariants } from '../../src/server/invariants'
import { start } from '../../src/server/start'
import { Client, whenServed, type Session } from './support/client'
import { testConfig, testRoot } from './support/config'
import { at, uploaded } from './support/fixtures'
import { testProduct } from './support/product'
import { usccOf } from './support/uscc'

const today = '2026-11-20'
const [firstPassword, ownPassword] = ['Einrichtung-2026!', 'Eigenes-2026-Wort!']

/**
 * Issue 10: a company that begins with nothing but an administrator enters what a loan needs, lends on goods, and holds them. With the numbers of F1
 * (domain 50), 20 of 10,000 cases short.
 */
describe('an installation without demo data', () => {
  let server: Awaited<ReturnType<typeof start>>
  let folder = ''
  let guest: Client
  const plan = testProduct()
  /** Accounts by name, and ids of what was entered by what it is called here. */
  const accounts = new Map<string, Session>()
  const ids = new Map<string, string>()
  const as = (userName: string): Session => {
    const session = accounts.get(userName)
    if (!session) throw new Error(`nobody has opened ${userName}`)
    return session
  }
  const idOf = (name: string): string => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`nobody has entered ${name}`)
    return id
  }
  const keep = (name: string, { id }: RecordValues): string => {
    ids.set(name, id)
    return id
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'empty-'))
    const config = testConfig({ dataDirectory: folder, demo: false, adminPassword: firstPassword })
    const clock = new FixedClock(`${today}T12:00:00+08:00`)
    server = await start(config, testRoot, { clock, product: plan, maxEventLoopDelayMs: 0 })
    guest = new Client(server.address)
  }, 120_000)
  afterAll(async () => {
    await server?.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Whoever signs in for the first time chooses a password of his own. */
  const signInFirst = async (userName: string): Promise<void> => {
    const first = await guest.signIn(userName, firstPassword)
    const { status } = await first.ask('POST', '/userLogin/changePassword', { oldPassword: firstPassword, newPassword: ownPassword })
    expect([userName, status]).toEqual([userName, 200])
    accounts.set(userName, await guest.signIn(userName, ownPassword))
  }
  const roleOf = async (code: string): Promise<RecordValues | undefined> =>
    (await as('admin').list(at.role)).records.find(({ roleCode }) => roleCode === code)
  const open = async (userName: string, roleCode: string, values: object): Promise<void> => {
    const admin = as('admin')
    const role = await roleOf(roleCode)
    const mobile = `1000000${String(accounts.size).padStart(4, '0')}`
    const user = await admin.add(at.user, { userName, realName: userName, mobile, roleIds: [role?.id], ...values })
    expect((await admin.set(at.user, 'password', user.id, { newPassword: firstPassword })).status).toBe(200)
    keep(userName, user)
    await signInFirst(userName)
  }
  const submitAndApprove = async (base: string, id: string, submitter: string, approver: string, form: object = {}) => {
    await as(submitter).act(base, 'submit', id)
    return as(approver).act(base, 'approve', id, form)
  }

  /** A contract of the borrower with the funding party, signed today. */
  const signContract = async (contractType: string): Promise<void> => {
    const op = as('op')
    const [borrowerId, fundingPartyId] = [idOf('借款人'), idOf('资金方')]
    const { id } = await op.add(at.contract, {
      contractName: `起步合同 ${contractType}`,
      contractType,
      borrowerId,
      fundingPartyId,
      departmentId: idOf('业务部'),
      partyAId: fundingPartyId,
      partyBId: borrowerId,
      startDate: '2026-01-01',
      endDate: '2028-12-31',
    })
    await op.act(at.contract, 'submit', id)
    keep(contractType, await op.act(at.contract, 'sign', id, { signDate: today, signedFiles: [await uploaded(op)] }))
  }

  it('is set up by its administrator: departments, rights, code lists, and who works there', async () => {
    await signInFirst('admin')
    const admin = as('admin')
    const head = await admin.add(at.department, { departmentCode: '01', departmentName: '总部' })
    for (const [name, departmentCode] of [
      ['业务部', '0101'],
      ['风控部', '0102'],
    ] as const)
      keep(name, await admin.add(at.department, { departmentCode, departmentName: name, parentId: head.id }))
    // What is reported of goods is said in the words of this company.
    const item = (await admin.list(at.dictionary, { dictCode: 'unusualType' })).records.find(({ itemCode }) => itemCode === 'SEAL')
    const version = await admin.versionOf(at.dictionary, item?.id ?? '')
    expect((await admin.ask('PATCH', `${at.dictionary}/${item?.id ?? ''}`, { version, itemName: '铅封异常' })).status).toBe(200)
    await open('op', 'OP', { dataScope: 'DEPT', departmentId: idOf('业务部') })
    await open('bm', 'BM', { dataScope: 'DEPT_TREE', departmentId: head.id })
    await open('rk', 'RK', { dataScope: 'ALL', departmentId: idOf('风控部') })
    // Operators of this company may close what risk has cleared up, which the standard role does not say.
    const role = await roleOf('OP')
    const closing = 'stockUnusualNotice_close'
    const rights = (await admin.ask('GET', `${at.role}/permission/${role?.id ?? ''}`)).body.menuPermissions as {
      menuName: string
      buttons: string[]
    }[]
    const menuPermissions = rights.map((menu) =>
      menu.menuName === 'bet_stockUnusualNotice' ? { ...menu, buttons: [...menu.buttons, 'close'] } : menu,
    )
    expect((await admin.set(at.role, 'permission', role?.id ?? '', { menuPermissions })).status).toBe(200)
    const { body } = await as('op').ask('POST', '/userLogin/getUserMenu', { systemCode: 'SCS_PSM' })
    expect(JSON.stringify(body.userMenuElement.subMenu)).toContain(closing)
    // Nothing can be borrowed yet.
    for (const base of [at.loan, at.product, at.goods, at.collateralPrice, at.baseRate])
      expect([base, (await as('op').list(base)).total]).toEqual([base, 0])
  })

  it('knows whom it works with once they were entered with their licences and approved', async () => {
    const [op, manager] = [as('op'), as('bm')]
    for (const [index, [shortName, enterpriseRoles]] of (
      [
        ['资金方', ['FUNDING']],
        ['借款人', ['BORROWER']],
        ['仓储', ['WAREHOUSE']],
        ['供应商', ['SUPPLIER']],
      ] as const
    ).entries()) {
      const { id } = await op.add(at.enterprise, {
        enterpriseName: `起步${shortName}有限公司`,
        shortName,
        uscc: usccOf(900_000 + index),
        enterpriseRoles,
        legalPerson: '某某',
        address: '起步路 1 号',
        contactName: '某某',
        // A landline, so that no account is opened by the approval.
        contactMobile: `021-5551000${index}`,
      })
      expect((await manager.tryTo(at.enterprise, 'approve', id, { enterpriseRoles })).status).toBe(417)
      const form = new FormData()
      form.append('field', 'licenseFiles')
      form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), '营业执照.pdf')
      const headers = { authorization: `Bearer ${op.token}` }
      const attached = await fetch(`${op.address}${at.enterprise}/attach/${id}`, { method: 'POST', headers, body: form })
      expect(attached.status).toBe(200)
      expect(await manager.act(at.enterprise, 'approve', id, { enterpriseRoles, opinion: '同意' })).toMatchObject({ status: 'ACTIVE' })
      ids.set(shortName, id)
    }
    await open('wh', 'WH', { dataScope: 'PARTNER', enterpriseId: idOf('仓储') })
    keep(
      '一号仓',
      await op.add(at.warehouse, {
        warehouseCode: 'WH0001',
        warehouseName: '一号仓',
        warehouseType: 'normal',
        operatorId: idOf('仓储'),
        departmentId: idOf('业务部'),
        supervisionMode: 'DYNAMIC',
        warehouseGrade: 'A',
        region: '上海市',
        address: '仓储路 1 号',
        managerName: '某某',
        managerMobile: '10000002001',
      }),
    )
  })

  it('lends on terms that risk has entered and the manager approved, to a client within a quota', async () => {
    const [op, risk] = [as('op'), as('rk')]
    const type = await risk.add('/api/base/producttype', { typeCode: 'INV', typeName: '存货质押', bizMode: 'INVENTORY_PLEDGE' })
    const product = await risk.add(at.product, {
      productName: '起步存货质押',
      productTypeId: type.id,
      fundingPartyId: idOf('资金方'),
      ...usualTerms,
    })
    keep('产品', product)
    await submitAndApprove(at.product, product.id, 'rk', 'bm', { opinion: '同意' })
    const biz = { departmentId: idOf('业务部'), fundingPartyId: idOf('资金方') }
    const dates = { startDate: '2026-01-01', endDate: '2028-12-31' }
    for (const contractType of ['FRAME', 'LOAN', 'PLEDGE']) await signContract(contractType)
    const client = await op.add(at.client, {
      enterpriseId: idOf('借款人'),
      frameContractId: idOf('FRAME'),
      accountManagerId: idOf('op'),
      rating: 'A',
      productIds: [product.id],
      coopStartDate: dates.startDate,
      coopEndDate: dates.endDate,
      ...biz,
    })
    await submitAndApprove(at.client, client.id, 'op', 'bm', { opinion: '同意' })
    const quota = await op.add(at.quota, {
      quotaName: '起步授信',
      quotaType: 'MASTER',
      productIds: [product.id],
      currency: 'CNY',
      guaranteeMode: 'PLEDGE',
      approvedAmount: '10000000.00',
      isRevolving: true,
      oversellRatio: '1',
      ...biz,
      ...dates,
    })
    await submitAndApprove(at.quota, quota.id, 'op', 'bm', { opinion: '同意' })
    const line = await op.add(at.line, {
      quotaId: quota.id,
      borrowerId: idOf('借款人'),
      productId: product.id,
      lineAmount: '5000000.00',
      isRevolving: true,
      ...biz,
      ...dates,
    })
    expect(await submitAndApprove(at.line, line.id, 'op', 'bm', { opinion: '同意' })).toMatchObject({ status: 'ACTIVE' })
    keep('额度', line)
  })

  it('E-09 E-10 values goods by a market price that was imported, a price agreed with the client, a base rate and a rule', async () => {
    const [op, risk] = [as('op'), as('rk')]
    const category = await op.add(at.category, {
      categoryCode: '01',
      categoryName: '奶粉',
      baseUnit: '箱',
      shelfLifeManaged: true,
      defaultVatRate: '0.13',
    })
    const goods = await op.add(at.goods, { goodsName: '奶粉1段', spec: '6 罐', unit: '箱', categoryId: category.id, shelfLifeDays: 365 })
    keep('商品', goods)
    await importPrice(op, { goodsNo: String(goods['goodsNo']), priceDate: '2026-11-19', price: '115.5' })
    const [quoted] = (await op.list(at.collateralPrice, { status: 'DRAFT' })).records
    expect(await submitAndApprove(at.collateralPrice, quoted?.id ?? '', 'op', 'rk')).toMatchObject({ status: 'EFFECTIVE' })
    const agreed = await op.add(at.customerPrice, {
      borrowerId: idOf('借款人'),
      fundingPartyId: idOf('资金方'),
      departmentId: idOf('业务部'),
      goodsId: goods.id,
      price: '118',
      effectiveDate: today,
      expireDate: '2027-11-19',
    })
    await submitAndApprove(at.customerPrice, agreed.id, 'op', 'rk')
    const rate = { fundingPartyId: idOf('资金方'), categoryId: category.id, effectiveDate: '2026-01-01' }
    await risk.add(at.baseRate, { ...rate, baseRate: '0.6', maxRate: '0.7' })
    await risk.add(at.pledgeRule, {
      ruleName: 'A 级仓',
      ruleCondition: 'WAREHOUSE_GRADE',
      compareOp: 'EQ',
      conditionValue: 'A',
      adjustType: 'ADD',
      adjustValue: '-0.05',
      priority: 10,
      effectiveDate: '2026-01-01',
    })
  })

  it('E-11 approves a loan for what its goods allow, and sends for them', async () => {
    const [op, manager] = [as('op'), as('bm')]
    const draft = await op.add(at.loan, {
      projectName: '起步质押一期',
      borrowerId: idOf('借款人'),
      productId: idOf('产品'),
      customerLineId: idOf('额度'),
      contractId: idOf('LOAN'),
      warehouseId: idOf('一号仓'),
      supplierId: idOf('供应商'),
      purpose: '采购奶粉',
      appliedAmount: '635250.00',
      goods: [{ goodsId: idOf('商品'), qty: '10000', unitPrice: '120' }],
    })
    expect(draft).toMatchObject({ bondAmount: '31762.50', goods: [{ pledgeRate: '0.5500', financeAmount: '635250.00' }] })
    await op.act(at.loan, 'submit', keep('融资单', draft))
    expect(await manager.act(at.loan, 'approve', draft.id, { approvedAmount: '635250.00' })).toMatchObject({
      status: 'APPROVED',
      initialRate: '0.5500',
    })
    const [notice] = (await op.list(at.stockIn, { loanId: draft.id })).records
    expect(notice).toMatchObject({ status: 'DRAFT', expectedQty: '10000.0000' })
    ids.set('入库单', notice?.id ?? '')
  })

  it('E-31 receives 20 cases too few, and takes what they were to be financed with from the loan', async () => {
    const [op, keeper, manager] = [as('op'), as('wh'), as('bm')]
    const stockInId = idOf('入库单')
    const { goods } = await op.act(at.stockIn, 'submit', stockInId)
    const [row] = goods as { id: string }[]
    await keeper.act(at.stockIn, 'receive', stockInId, {
      goods: [{ id: row?.id, receivedGoodQty: '9980', batchNo: 'B1', productionDate: '2026-10-01' }],
    })
    await keeper.act(at.stockIn, 'finish', stockInId)
    const stockIn = await op.act(at.stockIn, 'confirm', stockInId)
    expect(stockIn).toMatchObject({ status: 'CONFIRMED', receivedQty: '9980.0000', diffQty: '-20.0000' })
    const [short] = (await op.list(at.shortOrder, { stockInId })).records
    expect(short).toMatchObject({ shortType: 'SHORT', diffQty: '-20.0000', diffAmount: '2400.00', status: 'PENDING' })
    const shortId = short?.id ?? ''
    const submitted = await op.act(at.shortOrder, 'submit', shortId, { responsibleParty: 'SUPPLIER', shortHandle: 'DEDUCT' })
    expect(submitted).toMatchObject({ deductAmount: '1270.50' })
    expect(await manager.act(at.shortOrder, 'approve', shortId)).toMatchObject({ status: 'HANDLED', deductedAmount: '1270.50' })
    expect(await op.read(at.loan, idOf('融资单'))).toMatchObject({ approvedAmount: '633979.50', initialRate: '0.5500' })
    expect(await op.read(at.line, idOf('额度'))).toMatchObject({ reservedAmount: '633979.50', availableAmount: '4366020.50' })
  })

  it('D1 A25 pledges the 9,980 that came, once risk has approved and the warehouse has counted the same', async () => {
    const [op, risk, keeper] = [as('op'), as('rk'), as('wh')]
    const [drafted] = (await op.list(at.pledge)).records
    expect(drafted).toMatchObject({ status: 'DRAFT', totalQty: '9980.0000' })
    const pledgeId = drafted?.id ?? ''
    expect(await op.act(at.pledge, 'submit', pledgeId)).toMatchObject({ financeAmount: '633979.50' })
    const { noticeId } = await risk.act(at.pledge, 'approve', pledgeId, { opinion: '同意质押' })
    const receipt = async (receiptQty: string) => {
      const receiptFiles = [await uploaded(keeper, '回执.pdf')]
      return keeper.tryTo(at.notice, 'receipt', String(noticeId), { receiptPersonName: '仓管', receiptQty, receiptFiles })
    }
    expect((await receipt('9981')).status).toBe(417)
    expect((await receipt('9980')).status).toBe(200)
    expect(await op.read(at.pledge, pledgeId)).toMatchObject({ status: 'EFFECTIVE' })
    const [item] = (await op.list(at.pledgeItem)).records
    // 633,979.50 over 9,980 cases.
    expect(item).toMatchObject({ status: 'EFFECTIVE', remainQty: '9980.0000', unitPrincipal: '63.525000', currentValue: '1152690.00' })
    // Nothing is paid out yet.
    expect(await waterLine()).toMatchObject({
      snapDate: today,
      totalValue: '1152690.00',
      exposure: '0.00',
      ltv: '0.0000',
      waterLevel: 'NORMAL',
    })
    expect(await violations()).toEqual([])
  })

  it('E-13 sees what is pledged fall by 12 % with the market', async () => {
    const op = as('op')
    const { goodsNo } = await op.read(at.goods, idOf('商品'))
    await importPrice(op, { goodsNo: String(goodsNo), priceDate: today, price: '101.64' })
    const [quoted] = (await op.list(at.collateralPrice, { status: 'DRAFT' })).records
    await submitAndApprove(at.collateralPrice, quoted?.id ?? '', 'op', 'rk')
    const [item] = (await op.list(at.pledgeItem)).records
    expect(item).toMatchObject({ pledgePrice: '115.5000', currentPrice: '101.6400', currentValue: '1014367.20' })
    expect(item).toMatchObject({ dropRate: '0.1200', dropLevel: 'L2' })
    expect(await waterLine()).toMatchObject({ totalValue: '1014367.20', ltv: '0.0000', waterLevel: 'NORMAL' })
    expect(await violations()).toEqual([])
  })

  const waterLine = async () => (await as('op').list(at.waterline, { loanId: idOf('融资单') })).records[0]
  const violations = async (): Promise<string[]> =>
    (await violatedInvariants(plan, server.database)).map(({ invariant, what }) => `${invariant} ${what}`)
})

/** By a workbook with the columns of the template. */
async function importPrice(
  session: Session,
  { goodsNo, priceDate, price }: { goodsNo: string; priceDate: string; price: string },
): Promise<void> {
  const headers = { authorization: `Bearer ${session.token}` }
  const base = `${session.address}${at.collateralPrice}/import`
  const template = await whenServed(() => fetch(`${base}/template`, { headers }))
  const titles: string[] = []
  for await (const { cells } of readXlsx(new Uint8Array(await template.arrayBuffer()), 1))
    if (titles.length === 0) titles.push(...cells.map(String))
  const said: Record<string, Cell> = {
    商品: goodsNo,
    价格来源: '市场行情',
    价格日期: priceDate,
    币种: 'CNY',
    '价格(不含税)': price,
    汇率: '1',
  }
  const row = titles.map((title) => said[title.replace('*', '')] ?? null)
  const content = await writeForm([{ name: '导入', columns: titles.map((title) => ({ title, width: 20 })), rows: [row] }], 1)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), '行情.xlsx')
  const response = await whenServed(() => fetch(base, { method: 'POST', headers, body: form }))
  const answer = (await response.json()) as { code: number }
  expect(answer).toMatchObject({ code: 200 })
}
