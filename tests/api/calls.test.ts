/** The paths of the specification, answered as it says; what a screen's own buttons add is asked in permissions.test.ts. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { covers } from '../../engine/core/testing/covers'
import { errorCodes } from '../../engine/core/wire'
import type { Method, Session } from './support/client'
import { demoPassword } from './support/config'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'
import { testProduct } from './support/product'

const text = expect.any(String) as string
const count = expect.any(Number) as number

describePlatform('the account', (platform) => {
  it('C4 signs in and out, and reads itself at the paths of the specification', async () => {
    const { guest } = platform()
    const signedIn = await guest.ask('POST', '/login/login', { userName: 'op01', password: demoPassword })
    expect(signedIn).toMatchObject({
      status: 200,
      body: { accessToken: text, userName: 'op01', realName: '林晓', mustChangePassword: false },
    })

    const session = await guest.signIn('op01')
    const ask = async (method: Method, path: string, body?: object) => {
      const response = await session.ask(method, path, body)
      expect([path, response.status]).toEqual([path, 200])
      return response.body
    }
    const { userMenuElement } = await ask('POST', '/userLogin/getUserMenu', { systemCode: 'SCS_PSM' })
    expect(userMenuElement).toMatchObject({
      createTime: count,
      userId: text,
      departmentElement: [{ name: '华东业务部' }],
      fundingElement: [],
    })
    for (const entry of userMenuElement.parentMenu)
      expect(entry).toEqual({ code: text, pageUrl: expect.any(String), label: text, seq: count })
    for (const entry of userMenuElement.subMenu)
      expect(entry).toMatchObject({
        menuName: expect.stringMatching(/^\w+_\w+$/),
        menuId: expect.stringMatching(/^\d+(-\d+)+$/),
        permissionType: 1,
      })

    const { menuId } = userMenuElement.subMenu.find(({ menuName }: { menuName: string }) => menuName === 'loans_loansmgr')
    const buttons = `/ucmanage/permission/button?systemCode=supplyChainFin&menuId=${menuId}&t=${Date.now()}`
    expect((await ask('GET', buttons)).result).toEqual(expect.arrayContaining([{ code: 'add' }, { code: 'submit' }]))
    expect((await session.ask('GET', buttons.replace('supplyChainFin', 'other'))).status).toBe(422)

    expect(await ask('POST', '/userLogin/getUserDetail')).toMatchObject({
      userName: 'op01',
      realName: '林晓',
      departmentName: '华东业务部',
    })
    expect(await ask('POST', '/userLogin/getUserRoles')).toEqual({ roles: [{ roleCode: 'OP', roleName: '业务操作员' }] })
    const funding = await (await platform().as('fp01')).ask('POST', '/userLogin/getFundingDepartment')
    expect(funding.body).toMatchObject({
      departmentElement: [],
      fundingPartySet: [{ id: text, name: '演示甲商业银行股份有限公司' }],
      name: '资金方专员',
    })

    // What a page asks before it is drawn, in one call.
    expect(await ask('POST', '/userLogin/begin', { systemCode: 'SCS_PSM' })).toEqual({
      menu: {
        ...(await ask('POST', '/userLogin/getUserMenu', { systemCode: 'SCS_PSM' })),
        userMenuElement: { ...userMenuElement, createTime: count },
      },
      detail: await ask('POST', '/userLogin/getUserDetail'),
      roles: await ask('POST', '/userLogin/getUserRoles'),
      belonging: await ask('POST', '/userLogin/getFundingDepartment'),
      dictionaries: await ask('GET', '/api/base/basicdata/dict/all'),
      preferences: await ask('GET', '/userLogin/preferences'),
    })

    await ask('POST', '/uccas/account/logout')
    expect((await session.ask('POST', '/userLogin/getUserDetail')).status).toBe(401)
  })
})

interface Asked {
  method: Method
  path: string
  body?: object
  /** What the answer holds. */
  holds: unknown
}
const rows = (...names: string[]) => ({
  records: expect.arrayContaining([
    expect.objectContaining(Object.fromEntries(names.map((name) => [name, expect.anything() as unknown]))),
  ]) as unknown,
  total: count,
  page: 1,
  pageSize: count,
})
const results = (values: object, ...names: string[]) => ({
  result: expect.arrayContaining([
    expect.objectContaining({ ...Object.fromEntries(names.map((name) => [name, expect.anything() as unknown])), ...values }),
  ]) as unknown,
})
/** @returns what was asked, as `GET <path>` */
async function expectResponses(session: Session, asked: Asked[]): Promise<string[]> {
  for (const { method, path, body, holds } of asked) {
    const response = await session.ask(method, path, body)
    expect([path, response.status, response.body]).toMatchObject([path, 200, holds])
  }
  return asked.map(({ method, path }) => `${method} ${path}`)
}

/** `GET list/source` of `GET /api/base/enterprise/list/source?page=1`. */
function endpointOf(asked: string): string {
  return asked
    .replace(/\/api\/base\/\w+\/?/, '')
    .replace(/\?.*/, '')
    .replace(/\b\d+$/, '{id}')
    .trim()
}

describePlatform('user management', (platform) => {
  it('C5 reads, adds, changes and deletes at the paths of the specification', async () => {
    const admin = await platform().as('admin')
    const department = await platform().idOf('department', 'department_name', '华东业务部')
    const role = await platform().idOf('role', 'role_code', 'OP')
    const added = await admin.add(at.user, {
      userName: 'contract1',
      realName: '合同测试',
      mobile: '13812340001',
      dataScope: 'DEPT',
      departmentId: department,
      roleIds: [role],
    })
    const one = `${at.user}/${added.id}`
    expect(await admin.read(at.user, added.id)).toMatchObject({ userName: 'contract1', realName: '合同测试', status: 'ENABLED' })
    await expectResponses(admin, [
      { method: 'PATCH', path: one, body: { realName: '合同改名', version: added['version'] }, holds: { realName: '合同改名' } },
      { method: 'PATCH', path: `${at.user}/password/${added.id}`, body: { newPassword: 'Linshi2026ab', version: 2 }, holds: {} },
      { method: 'PATCH', path: `${at.user}/status/${added.id}`, body: { status: 'DISABLED', version: 3 }, holds: {} },
      { method: 'GET', path: one, holds: { status: 'DISABLED' } },
      { method: 'PATCH', path: `${at.user}/status/${added.id}`, body: { status: 'ENABLED', version: 4 }, holds: {} },
      { method: 'POST', path: `${at.user}/list`, body: { userName: 'contract1' }, holds: { total: 1 } },
      { method: 'POST', path: `${at.user}/list/all`, body: {}, holds: rows('userName', 'realName') },
      {
        method: 'POST',
        path: `${at.user}/summarized`,
        body: {},
        holds: { total: count, byStatus: { ENABLED: count }, byDepartment: { 华东业务部: count } },
      },
      { method: 'POST', path: `${at.user}/notify/list`, body: {}, holds: rows('realName', 'mobile') },
      { method: 'POST', path: `${at.user}/account/infos`, body: {}, holds: rows('userName', 'roleNames', 'status') },
    ])
    const signedIn = await platform().guest.ask('POST', '/login/login', { userName: 'contract1', password: 'Linshi2026ab' })
    expect(signedIn.body).toMatchObject({ mustChangePassword: true })
    expect((await admin.remove(at.user, added.id)).status).toBe(200)
    expect((await admin.ask('GET', one)).status).toBe(404)
  })
})

describePlatform('the type of an enterprise', (platform) => {
  it('C6 is the place of a role in its dictionary, as number or digits, and filters its lists', async () => {
    const op = await platform().as('op01')
    const roles = platform().plan.dictionaries['enterpriseRole']?.items.map(({ code }) => code) ?? []
    expect([roles[0], roles[8], roles.length]).toEqual(['BORROWER', 'GUARANTOR', 9])
    const asked = (type: unknown): [Method, string, object?][] => [
      ['GET', `${at.enterprise}/list?pageSize=200&type=${String(type)}`],
      ['POST', `${at.enterprise}/list`, { pageSize: 200, type }],
      ['POST', `${at.enterprise}/list/all`, { type }],
      ['POST', `${at.enterprise}/list/detail`, { pageSize: 200, type }],
    ]
    for (const [index, role] of roles.entries()) {
      const expected = (await op.list(at.enterprise, { enterpriseRoles: role })).total
      for (const type of [index + 1, String(index + 1)])
        for (const [method, path, body] of asked(type)) {
          const { status, body: response } = await op.ask(method, path, body)
          expect([path, type, status, response.total]).toEqual([path, type, 200, expected])
        }
    }
    for (const type of [0, 10, -1, 1.5, 'BORROWER', '1e0'])
      for (const [method, path, body] of asked(type)) {
        const { status, body: response } = await op.ask(method, path, body)
        expect([path, type, status, (response.errors as { path: string }[])[0]?.path]).toEqual([path, type, 422, 'type'])
      }
    const id = await platform().idOf('enterprise', 'short_name', '演示乳品')
    for (const enterpriseId of [id, Number(id)])
      expect((await op.ask('POST', `${at.enterprise}/user/detail`, { enterpriseId })).status).not.toBe(422)
    expect(typeof (await op.read(at.enterprise, id)).id).toBe('string')
  })
})

const productFields = ['id', 'productCode', 'bizMode', 'annualRate', 'termDays']

describePlatform('enterprises', (platform) => {
  it('C6 are read and written at the paths of the specification', async ({ task }) => {
    const asked: string[] = []
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const id = await platform().idOf('enterprise', 'short_name', '演示乳品')
    const here = at.enterprise
    const list = rows('id', 'enterpriseNo', 'enterpriseName')
    asked.push(
      ...(await expectResponses(op, [
        { method: 'GET', path: `${here}/${id}`, holds: { id, enterpriseName: '演示乳品有限公司' } },
        { method: 'GET', path: `${here}/list`, holds: list },
        { method: 'POST', path: `${here}/list`, body: {}, holds: list },
        { method: 'GET', path: `${here}/list/source`, holds: rows('enterpriseName', 'source') },
        { method: 'GET', path: `${here}/alias`, holds: rows('enterpriseName', 'shortName') },
        {
          method: 'GET',
          path: `${here}/lookup/enterprise-code?enterpriseName=${encodeURIComponent('演示乳品有限公司')}`,
          holds: { ...list, total: 1 },
        },
        { method: 'GET', path: `${at.goods}/lookup/product-code?goodsName=${encodeURIComponent('大豆')}`, holds: { total: count } },
        {
          method: 'GET',
          path: `${at.warehouse}/lookup/warehouse-code?warehouseName=${encodeURIComponent('演示一号仓')}`,
          holds: { total: 1 },
        },
        { method: 'GET', path: `${here}/classification`, holds: rows('enterpriseRoles') },
        {
          method: 'GET',
          path: `${here}/education/list`,
          holds: { result: expect.arrayContaining([{ code: '20', title: '大学本科' }]) as unknown },
        },
        { method: 'GET', path: `${here}/borrower/list`, holds: list },
        { method: 'GET', path: `${here}/product/list`, holds: results({ productName: '甲行存货质押' }, ...productFields) },
        { method: 'GET', path: `${here}/superior/list`, holds: list },
        { method: 'POST', path: `${here}/list/detail`, body: {}, holds: rows('uscc', 'legalPerson') },
        { method: 'POST', path: `${here}/list/all`, body: {}, holds: list },
        { method: 'POST', path: `${here}/contact/list`, body: {}, holds: rows('contactName', 'contactMobile') },
        { method: 'POST', path: `${here}/logistics/list`, body: {}, holds: list },
        { method: 'POST', path: `${here}/supplier/list`, body: {}, holds: list },
        { method: 'POST', path: `${here}/tradeagent/list`, body: {}, holds: list },
      ])),
    )
    // Those that it is admitted to, of more.
    const productsOf = async (query: string): Promise<string[]> => {
      const { body } = await op.ask('GET', `${here}/product/list${query}`)
      return (body.result as { productName: string }[]).map(({ productName }) => productName)
    }
    const admitted = ['甲行存货质押', '甲行代理采购', '甲行跨境代采']
    expect(await productsOf(`?enterpriseId=${id}`)).toEqual(admitted)
    expect((await productsOf('')).length).toBeGreaterThan(admitted.length)

    const { kysely } = platform().database
    const without = await kysely
      .selectFrom('enterprise as e')
      .select(['e.id', 'e.enterprise_no'])
      .where('e.status', '=', 'ACTIVE')
      .where(sql<boolean>`'BORROWER' = any(e.enterprise_roles)`)
      .where(sql<boolean>`not exists (select from app_user as u where u.enterprise_id = e.id)`)
      .executeTakeFirstOrThrow()
    const registered = { contact_mobile: '13812340002', source: 'REGISTER' }
    await kysely.updateTable('enterprise').set(registered).where('id', '=', without['id']).execute()
    // Numbers, as the old platform sends them.
    const asNumber = { enterpriseId: Number(without['id']) }
    const opened = await manager.ask('POST', `${here}/openaccount`, asNumber)
    expect([opened.status, opened.body.message]).toEqual([200, undefined])
    const enterpriseNo = without['enterprise_no'] as string
    const account = { userName: enterpriseNo.toLowerCase(), mobile: registered.contact_mobile, status: 'ENABLED' }
    // Accounts are shown to whoever manages them.
    asked.push(
      ...(await expectResponses(await platform().as('admin'), [
        { method: 'POST', path: `${here}/user/detail`, body: asNumber, holds: results(account, 'id', 'realName') },
      ])),
    )
    asked.push(
      ...(await expectResponses(manager, [
        { method: 'GET', path: `${here}/register/account`, holds: results({ enterpriseNo, ...account }, 'enterpriseName', 'realName') },
        { method: 'GET', path: `${here}/register/source`, holds: rows('enterpriseNo', 'source', 'createdAt') },
        { method: 'POST', path: `${here}/register/list`, body: {}, holds: rows('enterpriseNo', 'uscc', 'contactMobile') },
      ])),
    )

    const contact = { legalPerson: '钱一', address: '浦东新区', contactName: '钱一', contactMobile: '13812340003' }
    const values = { enterpriseName: '契约贸易有限公司', shortName: '契约贸易', enterpriseRoles: ['SUPPLIER'], ...contact }
    const added = await op.ask('POST', here, { ...values, uscc: '91310000MA1FL0002W' })
    expect([added.status, added.body.errors]).toEqual([200, undefined])
    const own = `${here}/${added.body.id}`
    expect((await op.ask('PATCH', own, { shortName: '契约', version: added.body.version })).body.shortName).toBe('契约')
    expect((await op.remove(here, String(added.body.id))).status).toBe(200)
    asked.push(`POST ${here}`, `PATCH ${own}`, `DELETE ${own}`)
    covers(task, 'C6', asked.map(endpointOf))
  })
})

/** What domain 60 says of the screens that are there, beside what all have. */
const extrasOf: Record<string, string[]> = {
  '/api/credit': ['GET flow/{id}', 'POST adjust/{id}'],
  '/api/customer/credit': ['GET flow/{id}', 'POST adjust/{id}', 'GET available'],
  '/api/base/enterprise': ['GET entaccount/list'],
  '/api/base/entaccount': ['GET list/all', 'GET enterprise/{enterpriseId}', 'POST setDefault/{id}'],
  '/api/base/clientrelation': ['GET graph'],
  '/api/base/categorykeyword': ['GET test', 'GET import/template', 'POST import'],
  '/api/base/interfacelog': ['POST retry/{id}'],
  '/api/airwallex/beneficiary': ['POST open/{accountId}'],
  '/api/collateral/pledge': ['GET batches', 'POST register/{id}'],
  '/api/collateral/notification': ['POST issue/{id}', 'POST receipt/{id}'],
  '/api/collateral/controlgoods': ['GET calc'],
  '/api/collateral/goodslimit': ['GET trend/{loanId}', 'POST recalc/{loanId}'],
  '/api/earlywarn/pledge': ['GET trend/{loanId}', 'POST recalc/{loanId}', 'POST createFill/{loanId}'],
  '/api/earlywarn/pledgedetail': ['POST handle/{id}', 'POST createFill/{id}', 'POST finish/{id}', 'POST close/{id}'],
  '/api/earlywarn/commongoods': ['GET trend/{id}'],
  '/api/capital/riskexposure': ['GET summary'],
  '/api/capital/fill': ['GET receipts', 'GET stockins'],
  '/api/capital/withdrawal': ['POST pay/{id}', 'POST confirmPaid/{id}', 'POST fail/{id}'],
  '/api/base/goods': ['GET list/all', 'GET match', 'GET lookup/product-code', 'GET import/template', 'POST import'],
  '/api/base/category': ['GET tree'],
  '/api/base/warehouse': ['GET list/all', 'GET lookup/warehouse-code'],
  '/api/base/product': ['GET list/all', 'POST trial'],
  '/api/base/producttype': ['GET list/all'],
  '/api/base/client': ['GET list/all'],
  '/api/base/exchangerate': ['GET latest', 'GET import/template', 'POST import'],
  '/api/base/department': ['GET tree'],
  '/api/base/basicdata': ['GET dict/{dictCode}', 'GET dict/all'],
  '/api/base/currency': ['GET list/all'],
  '/api/base/calendar': ['POST generate/{year}', 'PATCH day/{dayId}', 'GET workday', 'GET import/template', 'POST import'],
  '/api/base/user': ['PATCH status/{id}', 'PATCH password/{id}'],
  '/api/base/role': ['GET permission/{id}', 'PATCH permission/{id}'],
  '/api/finance/loan': ['POST trial', 'POST taxCalculation', 'POST taxEstimate/{id}', 'POST reApproval/{id}'],
  '/api/inventory/stockin': ['GET wms/{entryNo}', 'GET wms/{entryNo}/{wmsNo}', 'POST receive/{id}', 'POST confirm/{id}'],
  '/api/inventory/purchasestock': ['GET batches'],
  '/api/inventory/purchasebatch': ['GET movements/{id}'],
  '/api/invoice/order': ['GET preview/{id}', 'POST issue/{id}', 'POST red/{id}'],
  '/api/report/exporttask': ['POST retry/{id}'],
}

/** Groups of specification section 7. As long as their screens are not there, they are paths like any other that nobody knows. */
const groups = [
  '/api/redemption/outbound',
  '/api/redemption/apply',
  '/api/capital/redemption',
  '/api/base/entaccount',
  '/api/base/calendar',
  '/api/base/enterprise/entaccount',
  '/api/capital/financingloan',
  '/api/capital/guarantee',
  '/api/capital/riskexposure',
  '/api/finance/purchase',
  '/api/collateral/stockoutbound',
  '/api/collateral/price',
  '/api/collateral/controlgoods',
  '/api/collateral/billcheck',
  '/api/collateral/goodslimit',
  '/api/collateral/pledgerules',
  '/api/transfer/order',
  '/api/purchase/order',
  '/api/purchase/plan',
  '/api/receive/money',
  '/api/fee/tax',
  '/api/servicefee/collection',
  '/api/logistics/info',
  '/api/earlywarn/pledge',
  '/api/airwallex/settlement',
  '/api/overdue/monitoring',
]

const screens = Object.values(testProduct().screens).filter(({ base }) => base.startsWith('/api/'))
const extras = Object.entries(extrasOf).flatMap(([base, each]) => each.map((extra) => extra.replace(' ', ` ${base}/`)))
const isServed = (group: string): boolean =>
  screens.some(({ base }) => base === group || base.startsWith(`${group}/`)) || extras.includes(`GET ${group}/list`)
const later = groups.filter((group) => !isServed(group))

describePlatform('C7 the endpoints', (platform) => {
  it('of a group are at its paths', async () => {
    const { body } = await (await platform().as('admin')).ask('GET', '/api/contract')
    const served = new Set(
      Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    )
    const wanted = screens.flatMap(({ base, actions }) => [
      `GET ${base}/list`,
      `POST ${base}/list`,
      `GET ${base}/{id}`,
      `POST ${base}/export`,
      `GET ${base}/attach/{id}`,
      ...(actions['attach'] ? [`POST ${base}/attach/{id}`, `DELETE ${base}/attach/{id}`] : []),
    ])
    expect([...wanted, ...extras].filter((address) => !served.has(address))).toEqual([])
    // What is attached is read alone where there is no button (D9).
    const readAlone = screens.flatMap(({ base, actions }) => (actions['attach'] ? [] : [`POST ${base}/attach/{id}`]))
    expect(readAlone.filter((address) => served.has(address))).toEqual([])
  })

  it('of a later group are not found, like any path that nobody knows', async () => {
    const admin = await platform().as('admin')
    const unknown = await admin.ask('GET', '/api/no/such/thing')
    for (const path of later.flatMap((base) => [`${base}/list`, `${base}/1`, `${base}/attach/1`])) {
      const { status, body } = await admin.ask('GET', path)
      expect([path, status, { ...body, instance: '', traceId: '' }]).toEqual([path, 404, { ...unknown.body, instance: '', traceId: '' }])
    }
    expect((await admin.ask('GET', '/api/finance/loan/logistics/1')).status).toBe(404)
  })

  it('E-19 reckon and estimate the import taxes of a loan', async () => {
    const op = await platform().as('op01')
    const asked = {
      customsMode: 'GENERAL',
      currency: 'USD',
      exchangeRate: '7.10',
      insurance: '0',
      goods: [{ amount: '100000', dutyRate: '0.10', vatRate: '0.13' }],
    }
    const { status, body } = await op.ask('POST', `${at.loan}/taxCalculation`, asked)
    expect([status, body]).toMatchObject([
      200,
      { duty: '71000.00', vat: '101530.00', totalTax: '172530.00', lines: [{ dutiableValue: '710000' }] },
    ])
    const byCustoms = await op.ask('POST', `${at.loan}/taxCalculation`, { ...asked, exchangeRate: null })
    expect([byCustoms.status, byCustoms.body.exchangeRate]).toEqual([200, expect.stringMatching(/^\d\.\d{6}$/)])

    const loan = (await op.list(at.loan, { status: 'DRAFT' })).records[0]
    const estimate = await op.tryTo(at.loan, 'taxEstimate', loan?.id ?? '')
    expect([estimate.status, estimate.body]).toMatchObject([200, { totalTax: expect.stringMatching(/^\d+\.\d\d$/) as string }])
    const stored = await platform().database.kysely.selectFrom('loan').select('tax_estimate').where('id', '=', loan?.id).executeTakeFirst()
    expect(stored?.['tax_estimate']).toBe(estimate.body.totalTax)
    const approved = (await op.list(at.loan, { status: 'APPROVED' })).records[0]
    const late = await op.tryTo(at.loan, 'taxEstimate', approved?.id ?? '')
    expect([late.status, late.body.code]).toEqual([417, errorCodes.wrongState])
    expect((await op.read(at.loan, approved?.id ?? ''))['taxEstimate']).toBeNull()
    const foreign = (await (await platform().as('op02')).list(at.loan)).records[0]?.id
    expect((await op.tryTo(at.loan, 'taxEstimate', foreign ?? '')).status).toBe(404)
  })
})
