import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import { subtractDecimals } from '../../engine/core/decimal'
import { covers } from '../../engine/core/testing/covers'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { MAX_LICENCES } from '../../src/rules/licences'
import { insertRows } from '../../src/server/seed/insertRows'
import { at, lineInForce, lineValues, loanValues, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform } from './support/platform'

const licence = { name: '营业执照.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') }
/** One of so many bytes. */
const licenceOf = (bytes: number) => ({
  ...licence,
  content: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(bytes - 5)]).toString('base64'),
})
const application = {
  enterpriseName: '演示新来有限公司',
  shortName: '演示新来',
  uscc: '91310115MA1DEM9990',
  enterpriseRoles: ['BORROWER'],
  legalPerson: '某某',
  address: '测试路 3 号',
  contactName: '某某',
  contactMobile: '10000007777',
  licenses: [licence],
  agreed: true,
}

describePlatform('the extra endpoints', (platform) => {
  let goodsId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
  })
  const post = async (userName: string, path: string, body: object) => (await platform().as(userName)).ask('POST', path, body)

  /** E-02, E-04 and E-05 with the numbers of F1: 335,412.00 from 2026-03-02, at least 30 days; due on a Saturday. */
  it.each([
    ['2026-09-02', { days: 184, interest: '12343.16', penalty: '0.00', dueDate: '2026-08-29', effectiveDueDate: '2026-08-31' }],
    ['2026-09-03', { overdueDays: 0, penalty: '0.00', graceEndDate: '2026-09-03' }],
    ['2026-09-10', { days: 192, interest: '12879.82', overdueDays: 10, penalty: '335.41' }],
    ['2026-03-12', { days: 10, interest: '2012.47', penalty: '0.00' }],
  ])('E-05 try out a product: repaid on %s', async (repayDate, expected) => {
    const productId = await platform().idOf('product', 'product_name', '甲行存货质押')
    const { body } = await post('op01', `${at.product}/trial`, { productId, principal: '335412.00', startDate: '2026-03-02', repayDate })
    expect(body).toMatchObject(expected)
  })

  it('E-05 try out every product that moves a due date: never due on a weekend, no penalty within its days of grace', async () => {
    const { kysely } = platform().database
    const products = await kysely
      .selectFrom('product')
      .selectAll()
      .where('holiday_extend', '=', true)
      .where('status', '=', 'ACTIVE')
      .execute()
    expect(products.length).toBeGreaterThan(3)
    for (const product of products) {
      for (const startDate of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08']) {
        const asked = { productId: String(product['id']), principal: '335412.00', startDate }
        const tried = async (repayDate: string) => (await post('op01', `${at.product}/trial`, { ...asked, repayDate })).body
        const { effectiveDueDate, graceEndDate } = await tried(startDate)
        expect([0, 6]).not.toContain(new Date(String(effectiveDueDate)).getUTCDay())
        expect(await tried(String(graceEndDate))).toMatchObject({ penalty: '0.00', overdueDays: 0 })
        const after = await tried(addDays(String(graceEndDate), 1))
        expect(after).toMatchObject({ overdueDays: Number(product['grace_days']) + 1 })
        expect(after.penalty).not.toBe('0.00')
      }
    }
  })

  it('D29 price in CNY nothing that is in another currency', async () => {
    const { kysely } = platform().database
    const productId = await platform().idOf('product', 'product_name', '甲行存货质押')
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id, { lineAmount: '700000.00' })
    const [op, goods] = [await platform().as('op01'), [{ goodsId, qty: '1', unitPrice: '120' }]]
    const trial = { productId, borrowerId: line['borrowerId'], appliedAmount: '1.00', goods }
    const loan = await loanValues(platform(), line.id, goodsId)
    const refusal = { status: 417, body: { code: 100567, detail: expect.stringContaining('USD') as string } }

    await kysely.updateTable('product').set({ currency: 'USD' }).where('id', '=', productId).execute()
    expect(await post('op01', `${at.loan}/trial`, trial)).toMatchObject(refusal)
    expect(await op.ask('POST', at.loan, loan)).toMatchObject(refusal)
    // Interest is reckoned in whatever is lent and says so; goods are worth yuan.
    const terms = { productId, principal: '335412.00', startDate: '2026-03-02', repayDate: '2026-09-10' }
    expect(await post('op01', `${at.product}/trial`, { ...terms, goodsValue: '1000000.00' })).toMatchObject(refusal)
    const inDollars = { interest: '12879.82', penalty: '335.41', currency: 'USD', currencyName: '美元' }
    expect((await post('op01', `${at.product}/trial`, terms)).body).toMatchObject(inDollars)
    // A line is in the currency of its quota, and so is what its product lends.
    const quota = await quotaInForce(platform(), { quotaName: '测试人民币授信' })
    expect((await op.ask('POST', at.line, await lineValues(platform(), quota.id))).body.errors).toMatchObject([{ path: 'productId' }])
    await kysely.updateTable('product').set({ currency: 'CNY' }).where('id', '=', productId).execute()

    // A line in dollars takes no loan in dollars either: its goods would be worth yuan.
    await kysely.updateTable('customer_line').set({ currency: 'USD' }).where('id', '=', line.id).execute()
    expect((await op.ask('POST', at.loan, { ...loan, currency: 'USD' })).body.errors).toMatchObject([{ path: 'currency' }])
    const mixed = await post('op01', `${at.loan}/trial`, { ...trial, customerLineId: line.id })
    expect(mixed.body.errors).toMatchObject([{ path: 'customerLineId' }])
    const asked = `${at.line}/available?borrowerId=${String(line['borrowerId'])}&productId=${productId}`
    const available = async () => (await op.ask('GET', asked)).body
    const { lines, ...without } = await available()
    expect((lines as { id: string }[]).find(({ id }) => id === line.id)).toMatchObject({ currency: 'USD', available: '700000.00' })
    await kysely.updateTable('customer_line').set({ currency: 'CNY' }).where('id', '=', line.id).execute()
    const added = subtractDecimals(String((await available()).available), String(without.available))
    expect([without.currency, added]).toEqual(['CNY', '700000'])

    const agreed = { goodsId, borrowerId: String(line['borrowerId']), departmentId: String(line['departmentId']) }
    const price = (more: object) =>
      inWrite(platform().services, systemUser, (context) =>
        context.tools.create('customerPrice', {
          ...agreed,
          fundingPartyId: String(line['fundingPartyId']),
          price: '0.01',
          effectiveDate: '2027-01-01',
          expireDate: '2027-12-31',
          ...more,
        }),
      )
    await expect(price({ currency: 'USD' })).rejects.toThrow('客户核价以人民币计')
    expect(await price({})).toMatchObject({ currency: 'CNY' })
    const quote = (more: object) =>
      inWrite(platform().services, systemUser, (context) =>
        context.tools.create('collateralPrice', { goodsId, priceSource: 'CONTRACT', priceDate: '2026-11-20', price: '10', ...more }),
      )
    await expect(quote({ currency: 'USD' })).rejects.toThrow('请填写外币折人民币的汇率')
    await expect(quote({ currency: 'CNY', exchangeRate: '7.1' })).rejects.toThrow('人民币的汇率为 1')
    expect(await quote({ currency: 'USD', exchangeRate: '7.12' })).toMatchObject({ priceCny: '71.2000' })
    // What is stored already from before counts as no price.
    const valued = async () =>
      ((await post('op01', `${at.loan}/trial`, trial)).body.goods as { valuationPrice: string }[])[0]?.valuationPrice
    const before = await valued()
    await kysely
      .updateTable('customer_price')
      .set({ currency: 'USD', status: 'EFFECTIVE', effective_date: '2026-11-01' })
      .where('price', '=', '0.01')
      .execute()
    expect(await valued()).toBe(before)
  })

  it('try out a loan: rates, amounts, deposit, what is available (E-08 to E-11, E-17)', async () => {
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id, { lineAmount: '700000.00' })
    const body = {
      productId: String(line['productId']),
      customerLineId: line.id,
      warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示一号仓'),
      appliedAmount: '635250.00',
      startDate: '2026-03-02',
      goods: [{ goodsId, qty: '10000', unitPrice: '120' }],
    }
    expect((await post('op01', `${at.loan}/trial`, body)).body).toMatchObject({
      goods: [{ valuationPrice: '115.5000', amount: '1155000.00', pledgeRate: '0.5500', financeAmount: '635250.00' }],
      financeable: '635250.00',
      bondAmount: '31762.50',
      dueDate: '2026-08-29',
      effectiveDueDate: '2026-08-31',
      // 182 days to the Monday.
      interest: '23123.10',
      initialRate: '0.5500',
      // 635,250.00 − 31,762.50 over 1,155,000.00.
      ltv: '0.5225',
      waterLevel: 'NORMAL',
      available: '700000.00',
    })
    // Not a hundredth of a cent: there is nothing to lend against.
    const worthless = await post('op01', `${at.loan}/trial`, { ...body, goods: [{ goodsId, qty: '0.0001', unitPrice: '0.0001' }] })
    expect(worthless).toMatchObject({ status: 200, body: { financeable: '0.00', ltv: '9.9999', waterLevel: 'CLOSE' } })
    expect(worthless.body).not.toHaveProperty('initialRate')
    const credit = await (
      await platform().as('op01')
    ).ask('GET', `${at.line}/available?borrowerId=${String(line['borrowerId'])}&productId=${String(line['productId'])}`)
    expect((credit.body.lines as { id: string }[]).map(({ id }) => id)).toContain(line.id)
    expect(credit.body.available).toMatch(/^\d+\.\d{2}$/)
    // What the user does not see is none: op02 of the south tries out loans too.
    expect((await post('op02', `${at.loan}/trial`, body)).body.errors).toMatchObject([{ path: 'customerLineId' }, { path: 'warehouseId' }])
    expect((await post('br01', `${at.loan}/trial`, body)).status).toBe(403)

    // Nor what is agreed with a client of the east.
    await platform().database.kysely.updateTable('customer_price').set({ price: '100' }).where('goods_id', '=', goodsId).execute()
    const { customerLineId: _line, warehouseId: _warehouse, ...rest } = body
    const priceFor = async (userName: string) => {
      const { status, body: response } = await post(userName, `${at.loan}/trial`, { ...rest, borrowerId: line['borrowerId'] })
      expect(status).toBe(200)
      return (response.goods as { valuationPrice: string }[])[0]?.valuationPrice
    }
    expect([await priceFor('op01'), await priceFor('op02')]).toEqual(['100.0000', '115.5000'])
  })

  it('E-08 answer nothing available of a limit that is not in force, and do not refuse', async () => {
    const own = await quotaInForce(platform())
    const line = await lineInForce(platform(), own.id, { lineAmount: '700000.00' })
    const [op, risk, manager] = [await platform().as('op01'), await platform().as('rk01'), await platform().as('bm01')]
    const asked = `${at.line}/available?borrowerId=${String(line['borrowerId'])}&productId=${String(line['productId'])}`
    const available = async () => ((await op.ask('GET', asked)).body.lines as { id: string }[]).find(({ id }) => id === line.id)
    const amounts = (lineAvailable: string, quotaAvailable: string, both: string) => ({ lineAvailable, quotaAvailable, available: both })
    const goods = [{ goodsId, qty: '1', unitPrice: '120' }]
    const trial = { productId: line['productId'], customerLineId: line.id, appliedAmount: '1.00', goods }

    expect(await available()).toMatchObject(amounts('700000.00', '10000000.00', '700000.00'))
    // One that is used beyond what it is now has nothing; what is missing there does not lessen what others have.
    const used = (amount: string) =>
      platform().database.kysely.updateTable('customer_line').set({ used_amount: amount }).where('id', '=', line.id).execute()
    const total = async () => String((await op.ask('GET', asked)).body.available)
    const before = await total()
    await used('800000.00')
    expect(await available()).toMatchObject(amounts('-100000.00', '10000000.00', '0.00'))
    expect(subtractDecimals(before, await total())).toBe('700000')
    await used('0.00')
    await risk.act(at.quota, 'freeze', own.id, { opinion: '冻结' })
    expect(await available()).toMatchObject(amounts('700000.00', '0.00', '0.00'))
    expect(await post('op01', `${at.loan}/trial`, trial)).toMatchObject({ status: 200, body: { available: '0.00' } })
    await manager.act(at.quota, 'unfreeze', own.id, { opinion: '解冻' })
    await risk.act(at.line, 'freeze', line.id, { opinion: '冻结' })
    expect(await available()).toMatchObject(amounts('0.00', '10000000.00', '0.00'))
    await manager.act(at.line, 'close', line.id, { opinion: '关闭' })
    expect(await available()).toBeUndefined()
  })

  it('E-09 take no price that was agreed with another funding party', async () => {
    const batch = await platform()
      .database.kysely.selectFrom('stock_batch as b')
      .innerJoin('stock_in as s', 's.id', 'b.stock_in_id')
      .selectAll('b')
      .where('s.stock_in_no', '=', 'RK20260212-0001')
      .executeTakeFirstOrThrow()
    const of = (column: string) => String(batch[column])
    const [borrowerId, departmentId] = [of('borrower_id'), of('department_id')]
    const [pledged, fundingPartyId] = [of('goods_id'), of('funding_party_id')]
    const asked = { borrowerId, warehouseId: of('warehouse_id'), goodsName: of('goods_name') }
    const stock = async () => (await (await platform().as('op01')).list(at.stock, asked)).records
    const trial = { productId: await platform().idOf('product', 'product_name', '甲行存货质押'), borrowerId, appliedAmount: '1.00' }
    const goods = [{ goodsId: pledged, qty: '1', unitPrice: '120' }]
    const price = async () =>
      ((await post('op01', `${at.loan}/trial`, { ...trial, goods })).body.goods as { valuationPrice: string }[])[0]?.valuationPrice
    const before = { stock: await stock(), price: await price() }
    const agreedWith = (party: string, amount: string) =>
      inWrite(platform().services, systemUser, (context) =>
        insertRows(context, 'customerPrice', [
          {
            values: {
              goodsId: pledged,
              borrowerId,
              departmentId,
              fundingPartyId: party,
              price: amount,
              effectiveDate: '2026-11-20',
              expireDate: '2027-11-19',
              status: 'EFFECTIVE',
            },
          },
        ]),
      )
    await agreedWith(await platform().idOf('enterprise', 'short_name', '丙保理'), '50')
    expect({ stock: await stock(), price: await price() }).toEqual(before)
    await agreedWith(fundingPartyId, '60')
    expect(await price()).toBe('60.0000')
    expect(await stock()).not.toEqual(before.stock)
  })

  it('know the rate of a day, or the nearest before it', async () => {
    const desk = await platform().as('fn01')
    const latest = (date: string, from = 'USD') => desk.ask('GET', `${at.rate}/latest?from=${from}&to=CNY&type=MIDDLE&date=${date}`)
    const friday = await latest('2026-11-20')
    expect(friday.body).toMatchObject({ rateDate: '2026-11-20', rate: expect.stringMatching(/^\d\.\d{6}$/) as string })
    expect((await latest('2026-11-22')).body).toEqual(friday.body)
    expect((await latest('2026-11-20', 'CNY')).body).toMatchObject({ rate: '1.000000' })
    expect((await latest('2020-01-01')).status).toBe(404)
  })

  it('copy a product as a draft', async () => {
    const id = await platform().idOf('product', 'product_name', '甲行代理采购')
    const { body } = await post('rk01', `${at.product}/copy/${id}`, {})
    const copy = await (await platform().as('rk01')).read(at.product, String(body.id))
    expect(copy).toMatchObject({ productName: '甲行代理采购-副本', status: 'DRAFT', bondRate: '0.2000', bondAsPayment: true })
  })

  it('C6 let an enterprise register itself, once in ten minutes, and answer nothing but its number', async ({ task }) => {
    const register = (more: object = {}) => platform().guest.ask('POST', `${at.enterprise}/register`, { ...application, ...more })
    expect((await register({ agreed: false })).body.errors).toMatchObject([{ path: 'agreed' }])
    expect((await register({ uscc: '91310115MA1DEM001X' })).body.errors).toMatchObject([{ path: 'uscc' }])
    expect((await register({ licenses: [{ name: 'x.pdf', content: Buffer.from('MZ').toString('base64') }] })).status).toBe(422)
    expect((await register({ uscc: '91310115MA1DEM001T' })).status).toBe(422)

    const done = await register()
    expect(done).toMatchObject({ status: 200, body: { enterpriseNo: expect.stringMatching(/^QY\d{6}$/) as string } })
    expect(Object.keys(done.body as object)).toEqual(['enterpriseNo'])
    covers(task, 'C6', ['POST register'])
    expect((await register({ uscc: '91310115MA1DEM998W' })).status).toBe(429)
    const [row] = (await (await platform().as('bm01')).list(at.enterprise, { enterpriseName: '演示新来' })).records
    expect(row).toMatchObject({ status: 'PENDING', source: 'REGISTER' })

    // A mobile number that can sign in opens an account with the approval; an administrator gives it its first password.
    const manager = await platform().as('bm01')
    await manager.act(at.enterprise, 'approve', row?.id ?? '', { enterpriseRoles: ['BORROWER'] })
    const accounts = await post('admin', `${at.enterprise}/user/detail`, { enterpriseId: row?.id })
    expect(accounts.body.result).toMatchObject([
      { userName: String(done.body.enterpriseNo).toLowerCase(), mobile: application.contactMobile, status: 'ENABLED' },
    ])
  })

  describe('open to strangers', () => {
    const contents = async (): Promise<number> => {
      let count = 0
      for await (const _id of platform().services.fileStore.writtenBetween(new Date(0), new Date(Date.now() + 60_000))) count++
      return count
    }
    const registerFrom = (sender: string, more: object) =>
      platform()
        .guest.from(sender)
        .ask('POST', `${at.enterprise}/register`, { ...application, uscc: '91310115MA1DEM997R', contactMobile: '10000007778', ...more })

    it('keep nothing of a registration that is refused', async () => {
      const before = await contents()
      const forged = { name: '营业执照.pdf', content: Buffer.from('MZ').toString('base64') }
      expect((await registerFrom('10.1.0.1', { licenses: [licence, licence, forged] })).body.errors).toMatchObject([{ path: 'licenses.2' }])
      for (const [bytes, detail] of [
        [[5, 20_971_521], '“营业执照.pdf”超过 20 MB'],
        [[10_485_760, 10_485_761], '证照合计超过 20 MB，请压缩后再上传'],
      ] as const)
        expect((await registerFrom('10.1.0.1', { licenses: bytes.map(licenceOf) })).body.errors).toMatchObject([
          { path: 'licenses.1', detail },
        ])
      expect((await registerFrom('10.1.0.1', { uscc: '91310115MA1DEM001T' })).status).toBe(422)
      expect(await contents()).toBe(before)
    })

    it('take a licence of 19 MB, as attachments are, and keep all of it', async () => {
      const large = licenceOf(19 * 1_048_576)
      const more = { licenses: [large, licence], uscc: '91310115MA1DEM996N', enterpriseName: '演示大执照', contactMobile: '10000007779' }
      const { status, body } = await registerFrom('10.1.0.4', more)
      expect([status, body.error]).toEqual([200, undefined])
      const id = await platform().idOf('enterprise', 'enterprise_no', String(body.enterpriseNo))
      const { licenseFiles } = await (await platform().as('bm01')).read(at.enterprise, id)
      expect(licenseFiles).toMatchObject([{ name: '营业执照.pdf', size: 19 * 1_048_576 }, { name: licence.name }])
    })

    it('take twenty licences, as the record does, and no more', async () => {
      const licenses = Array.from({ length: 20 }, (_, index) => ({ ...licence, name: `证照${index + 1}.pdf` }))
      const more = { uscc: '91310115MA1DEM995K', enterpriseName: '演示多执照', contactMobile: '10000007780' }
      const tooMany = await registerFrom('10.1.0.5', { ...more, licenses: [...licenses, licence] })
      expect(tooMany).toMatchObject({ status: 422, body: { errors: [{ path: 'licenses' }] } })
      const { status, body } = await registerFrom('10.1.0.5', { ...more, licenses })
      expect([status, body.error]).toEqual([200, undefined])
      const id = await platform().idOf('enterprise', 'enterprise_no', String(body.enterpriseNo))
      const { licenseFiles } = await (await platform().as('bm01')).read(at.enterprise, id)
      expect(licenseFiles).toHaveLength(20)
      expect(platform().plan.entities['enterprise']?.fields['licenseFiles']?.maxCount).toBe(MAX_LICENCES)
    })

    it('take ten tries in ten minutes from one address, refused ones too', async () => {
      const statuses: number[] = []
      for (let tries = 1; tries <= 10; tries++) statuses.push((await registerFrom('10.1.0.2', { agreed: false })).status)
      expect(new Set(statuses)).toEqual(new Set([422]))
      const { status, headers, body } = await registerFrom('10.1.0.2', { agreed: false })
      expect({ status, code: body.code as number, error: body.error as string }).toEqual({
        status: 429,
        code: 429000,
        error: '操作过于频繁，请稍后再试',
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
      expect((await registerFrom('10.1.0.3', { agreed: false })).status).toBe(422)
    })
  })

  it('know the tree of menus and buttons of a role', async () => {
    const roleId = await platform().idOf('role', 'role_code', 'OP')
    const { body } = await (await platform().as('admin')).ask('GET', `${at.role}/permission/${roleId}`)
    const menus = body.tree as { menuName: string; buttons: { code: string }[] }[]
    const granted = body.menuPermissions as { menuName: string; buttons: string[] }[]
    for (const { menuName, buttons } of granted) {
      const known = menus.find((menu) => menu.menuName === menuName)?.buttons.map(({ code }) => code)
      expect([menuName, buttons.filter((code) => !known?.includes(code))]).toEqual([menuName, []])
    }
  })
})
