import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import { callsOf } from '../../src/server/calls/calls'
import { retryCall } from '../../src/server/handlers/interfaceLogs'
import { typed } from '../../src/server/ruleTypes'
import type { ApiResponse, Session } from './support/client'
import { eventually } from './support/eventually'
import { accountAbroad, at, batchInStock, draftedStockIn, goodsOf, pickCodeOf } from './support/fixtures'
import { describePlatform } from './support/platform'

const opinion = { opinion: '信息有误' }

/** Who takes payments, and what systems outside are asked. */
describePlatform('what lies outside', (platform) => {
  let [op, clerk, admin]: Session[] = []
  beforeAll(async () => {
    ;[op, clerk, admin] = [await platform().as('op01'), await platform().as('fn01'), await platform().as('admin')]
  })
  const expectRefusal = async (code: RefusalCode, asked: Promise<ApiResponse>, params: object = {}): Promise<void> => {
    const { status, body } = await asked
    expect({ status, code: body.code, params: body.params as object }).toMatchObject({ status: 417, code: refusals[code].number, params })
  }
  const idOfEnterprise = (shortName: string): Promise<string> => platform().idOf('enterprise', 'short_name', shortName)
  const abroad = (accountNo: string, more: object = {}) => accountAbroad(platform(), accountNo, more)
  /** The lines of the log about a document, when there are so many: they are written behind what they are about. */
  const logsOf = (bizNo: string, count: number): Promise<RecordValues[]> =>
    eventually(async () => {
      const { records } = await admin!.list(at.interfaceLog, { bizNo })
      expect(records).toHaveLength(count)
      return records
    })

  describe('an account of an enterprise', () => {
    it('bears its name, in one language or the other, and has a SWIFT code that is one when it is not in yuan', async () => {
      const errorsOf = async (more: object): Promise<unknown> =>
        ((await op!.ask('POST', at.account, await abroad('NAME-0001', more))).body.errors as { path: string }[]).map(({ path }) => path)
      expect(await errorsOf({ accountName: '另一家公司' })).toEqual(['accountName'])
      expect(await errorsOf({ swiftCode: null })).toEqual(['swiftCode'])
      expect(await errorsOf({ swiftCode: 'DEMO1EFF' })).toEqual(['swiftCode'])
      const { enterpriseName } = await op!.read(at.enterprise, await idOfEnterprise('演示海外仓储'))
      expect(await op!.add(at.account, await abroad('NAME-0001', { accountName: enterpriseName }))).toMatchObject({ isDefault: false })
    })

    it('is the usual one of its currency alone, whether it is entered or chosen so, and none once it is out of use', async () => {
      const usual = async (currency: string): Promise<unknown[]> => {
        const enterpriseId = await idOfEnterprise('演示酒业')
        const { records } = await op!.list(at.account, { enterpriseId, currency })
        return records.flatMap(({ accountNo, isDefault }) => (isDefault ? [accountNo] : []))
      }
      const { enterpriseName } = await op!.read(at.enterprise, await idOfEnterprise('演示酒业'))
      const values = {
        enterpriseId: await idOfEnterprise('演示酒业'),
        accountName: enterpriseName,
        bankName: '演示丁银行',
        currency: 'CNY',
        accountType: 'GENERAL',
      }
      const [first] = await usual('CNY')
      const second = await op!.add(at.account, { ...values, accountNo: '7000000001', isDefault: true })
      expect(await usual('CNY')).toEqual(['7000000001'])
      const before = await platform().idOf('ent_account', 'account_no', String(first))
      await op!.act(at.account, 'setDefault', before)
      expect(await usual('CNY')).toEqual([first])
      expect((await op!.tryTo(at.account, 'setDefault', before)).body.detail).toContain('已是默认账户')

      await op!.act(at.account, 'disable', before)
      expect(await usual('CNY')).toEqual([])
      await op!.act(at.account, 'disable', second.id)
      expect((await op!.tryTo(at.account, 'setDefault', second.id)).status).toBe(417)
      const ofHouse = (await op!.ask('GET', `${at.account}/enterprise/${values.enterpriseId}`)).body as unknown as { records: unknown[] }
      expect(ofHouse.records).toEqual([])
    })
  })

  describe('a beneficiary', () => {
    const form = { beneficiaryAddress: '12 Demo Street, 20095 Hamburg', transferMethod: 'SWIFT' }
    const open = (id: string, more: object = {}) => clerk!.tryTo(at.account, 'openBeneficiary', id, { ...form, ...more })
    const ofAccount = async (accountNo: string): Promise<RecordValues | undefined> => {
      const [found] = (await clerk!.list(at.beneficiary, { accountNo })).records
      return found && clerk!.read(at.beneficiary, found.id)
    }
    const judged = (accountNo: string, status: string): Promise<RecordValues> =>
      eventually(async () => {
        const beneficiary = await ofAccount(accountNo)
        expect(beneficiary).toMatchObject({ status })
        return beneficiary!
      })

    it('beneficiaryStatus.validate is valid when the payment provider takes it, and its account then stays what it is', async () => {
      const { id } = await op!.add(at.account, await abroad('DE02100500000054540402'))
      expect((await op!.tryTo(at.account, 'openBeneficiary', id, form)).status).toBe(403)
      const { version } = await op!.read(at.account, id)
      const address = `${at.beneficiary}/open/${id}`
      expect((await clerk!.ask('POST', address, { ...form, version: Number(version) + 1 })).status).toBe(409)
      expect((await op!.ask('POST', address, { ...form, version })).status).toBe(403)
      expect((await clerk!.ask('POST', address, { ...form, version })).body).toMatchObject({ status: 'PENDING' })
      const beneficiary = await judged('DE02100500000054540402', 'VALID')
      expect(beneficiary).toMatchObject({ beneficiaryName: 'Demo Overseas Storage GmbH', country: 'DE', invalidReason: null })
      expect(await op!.read(at.account, id)).toMatchObject({ awxBeneficiaryId: beneficiary.id, accountNo: 'DE02100500000054540402' })

      const account = await op!.read(at.account, id)
      await expectRefusal(
        'account.has-beneficiary',
        op!.ask('PATCH', `${at.account}/${id}`, { version: account.version, bankName: 'Other Bank' }),
      )
      await expectRefusal('account.has-beneficiary', op!.remove(at.account, id), { accountNo: 'DE02100500000054540402' })
      expect((await op!.ask('PATCH', `${at.account}/${id}`, { version: account.version, remark: '常用' })).status).toBe(200)
      expect((await open(id)).body.detail).toContain('尚无有效收款人的外币账户')
    })

    it('beneficiaryStatus.openBeneficiary is invalid with the reason, and opened again when that is mended', async () => {
      const { id } = await op!.add(at.account, await abroad('DE03100500000054540402'))
      await clerk!.act(at.account, 'openBeneficiary', id, form)
      const invalid = await judged('DE03100500000054540402', 'INVALID')
      expect(invalid.invalidReason).toContain('校验位不符')
      expect(await op!.read(at.account, id)).toMatchObject({ awxBeneficiaryId: null })

      // The number is another one, so that it is another beneficiary; the address is judged anew with what is told anew.
      await clerk!.act(at.account, 'openBeneficiary', id, { ...form, beneficiaryAddress: 'Hamburg' })
      await logsOf(String(invalid.beneficiaryCode), 2)
      const again = await judged('DE03100500000054540402', 'INVALID')
      expect(again).toMatchObject({ id: invalid.id, beneficiaryAddress: 'Hamburg' })
      expect(again.invalidReason).toContain('收款地址过短')
    })

    it('is not opened twice while somebody looks at it, nor for an enterprise without an English name, nor in yuan', async () => {
      const looked = await op!.add(at.account, await abroad('DE26512108001245120000'))
      await clerk!.act(at.account, 'openBeneficiary', looked.id, form)
      const { beneficiaryCode } = await judged('DE26512108001245120000', 'PENDING')
      await logsOf(String(beneficiaryCode), 1)
      await expectRefusal('beneficiary.open', open(looked.id), { code: beneficiaryCode })

      const enterpriseId = await idOfEnterprise('演示城配')
      const { enterpriseName } = await op!.read(at.enterprise, enterpriseId)
      const nameless = await op!.add(at.account, await abroad('NAMELESS-01', { enterpriseId, accountName: enterpriseName }))
      await inWrite(platform().services, systemUser, ({ tools }) => tools.set('enterprise', enterpriseId, { enterpriseNameEn: null }))
      await expectRefusal('beneficiary.no-english-name', open(nameless.id), { enterprise: enterpriseName })
      const [yuan] = (await op!.list(at.account, { currency: 'CNY', status: 'ENABLED' })).records
      expect((await open(yuan?.id ?? '')).status).toBe(417)
    })

    it('is not opened where the installation has no payment provider', async () => {
      const { id } = await op!.add(at.account, await abroad('ALONE-0001'))
      const opening = inWrite(platform().services, systemUser, ({ tools }) =>
        tools.perform('entAccount', id, 'openBeneficiary', { beneficiaryAddress: form.beneficiaryAddress, transferMethod: 'SWIFT' }),
      )
      await expect(opening).rejects.toThrow('未对接')
      expect(await ofAccount('ALONE-0001')).toBeUndefined()
    })
  })

  describe('a system of a warehouse', () => {
    const submitted = async (warehouse: string): Promise<RecordValues> => {
      const warehouseId = await platform().idOf('warehouse', 'warehouse_name', warehouse)
      const { id } = await draftedStockIn(platform(), await goodsOf(platform()), { warehouseId })
      return op!.act(at.stockIn, 'submit', id)
    }

    it('stockInStatus.submit stockInStatus.withdraw is told of goods to come, and that they do not', async () => {
      const stockIn = await submitted('演示一号仓')
      const entryNo = String(stockIn.entryNo)
      const told = await eventually(async () => {
        const [last] = (await admin!.list(at.interfaceLog, { bizNo: entryNo, success: 'true' })).records
        expect(last).toMatchObject({ interfaceName: '入库通知', systemCode: 'WMS', callDirection: 'OUT', method: 'POST' })
        return admin!.read(at.interfaceLog, last?.id ?? '')
      })
      expect(JSON.parse(String(told.requestBody))).toMatchObject({ entryNo, warehouseCode: 'W001', lines: [{ qty: '100.0000' }, {}] })
      expect(told).not.toHaveProperty('originalCall')

      await op!.act(at.stockIn, 'withdraw', stockIn.id, opinion)
      await eventually(async () => {
        const { records } = await admin!.list(at.interfaceLog, { bizNo: entryNo, success: 'true' })
        expect(records.map(({ interfaceName }) => interfaceName)).toContain('撤销入库通知')
      })
    })

    it('outStatus.submit is told of goods to go, by no code, and outStatus.cancel that they stay', async () => {
      const batch = await batchInStock(platform(), await goodsOf(platform()), '10')
      const order = await op!.add(at.outOrder, {
        borrowerId: await platform().idOf('enterprise', 'short_name', '演示乳品'),
        warehouseId: await platform().idOf('warehouse', 'warehouse_name', '演示一号仓'),
        deliveryMode: 'SELF_PICK',
        planOutDate: platform().clock.today(),
        plateNo: '沪A10001',
        driverName: '王师傅',
        goods: [{ stockBatchId: batch, qty: '10' }],
      })
      const bizNo = String((await op!.act(at.outOrder, 'submit', order.id))['entryNo'])
      const logged = async (interfaceName: string): Promise<RecordValues> =>
        eventually(async () => {
          const { records } = await admin!.list(at.interfaceLog, { bizNo, success: 'true' })
          const line = records.find((each) => each['interfaceName'] === interfaceName)
          expect(line).toMatchObject({ systemCode: 'WMS', callDirection: 'OUT' })
          return admin!.read(at.interfaceLog, line!.id)
        })
      const told = String((await logged('出库通知'))['requestBody'])
      expect(JSON.parse(told)).toMatchObject({ entryNo: bizNo, warehouseCode: 'W001', plateNo: '沪A10001', lines: [{ qty: '10.0000' }] })
      expect(told).not.toContain(await pickCodeOf(platform(), order.id))
      await (await platform().as('bm01')).act(at.outOrder, 'cancel', order.id, opinion)
      expect(String((await logged('撤销出库通知'))['requestBody'])).toContain(bizNo)
    })

    it('is told nothing where the warehouse has none', async () => {
      const stockIn = await submitted('演示二号仓')
      // What comes later is told later.
      const { entryNo } = await submitted('演示一号仓')
      await eventually(async () => expect((await admin!.list(at.interfaceLog, { bizNo: String(entryNo) })).records).not.toEqual([]))
      expect((await admin!.list(at.interfaceLog, { bizNo: String(stockIn.entryNo) })).records).toEqual([])
    })
  })

  describe('the log of calls', () => {
    it('shows numbers of accounts in part only, and the original to nobody', async () => {
      const [log] = (await admin!.list(at.interfaceLog, { systemCode: 'AIRWALLEX' })).records
      const read = await admin!.read(at.interfaceLog, log?.id ?? '')
      const { beneficiary } = JSON.parse(String(read.requestBody)) as { beneficiary: { bank_details: Record<string, string> } }
      expect(beneficiary.bank_details['account_number']).toMatch(/^.{4}\*+.{4}$/)
      expect(JSON.stringify(read)).not.toContain('originalCall')
      expect((await op!.ask('GET', `${at.interfaceLog}/list`)).status).toBe(403)
    })

    it('I-03 sends a failed request again as it was, once, and writes another line', async () => {
      const retry = (who: Session, id: string) => who.ask('POST', `${at.interfaceLog}/retry/${id}`, {})
      // What was lost last in the demo data: nobody has sent it again.
      const [lost] = (await admin!.list(at.interfaceLog, { success: 'false', interfaceName: '库存快照' })).records
      const failed = await admin!.read(at.interfaceLog, lost?.id ?? '')
      const [newest] = (await admin!.list(at.interfaceLog, { bizNo: String(failed.bizNo) })).records
      expect((await retry(await platform().as('au01'), failed.id)).status).toBe(403)
      expect((await retry(admin!, failed.id)).body).toMatchObject({ requestNo: failed.requestNo })
      const again = await eventually(async () => {
        const { records } = await admin!.list(at.interfaceLog, { bizNo: String(failed.bizNo) })
        const [later] = records.filter(({ id, success }) => Number(id) > Number(newest?.id) && success === true)
        return admin!.read(at.interfaceLog, later?.id ?? '')
      })
      expect(Number(again.retryCount)).toBe(Number(failed.retryCount) + 1)
      expect((await admin!.read(at.interfaceLog, again.id)).requestBody).toBe((await admin!.read(at.interfaceLog, failed.id)).requestBody)
      await expectRefusal('call.sent-again', retry(admin!, failed.id), { latest: again.logNo })
      await expectRefusal('call.not-failed', retry(admin!, again.id), { logNo: again.logNo })
    })

    it('sends nothing again to a system that the installation has not', async () => {
      const trying = inWrite(platform().services, systemUser, async ({ tools }) => {
        const known = typed(tools)
        const log = await known.append('interfaceLog', {
          systemCode: 'WMS',
          callDirection: 'OUT',
          interfaceName: '库存快照',
          requestNo: 'WH0001-2099-01-01',
          originalCall: {
            system: 'WMS',
            interfaceName: '库存快照',
            method: 'POST',
            path: '/stock/snapshots',
            bizNo: 'WH0001',
            requestNo: 'WH0001-2099-01-01',
          },
          success: false,
          occurredAt: tools.now,
        })
        const calls = callsOf({ send: () => Promise.reject(new Error('sent')) }, {})
        const handler = retryCall(platform().plan, calls)
        return handler({ tools: known, params: { id: log.id } } as Parameters<typeof handler>[0])
      })
      await expect(trying).rejects.toThrow('本平台未对接')
    })
  })

  describe('a relation of a client', () => {
    const values = async (relatedEnterprise: string, more: object = {}): Promise<Record<string, unknown>> => ({
      clientId: (await clientOf('演示乳品')).id,
      relationType: 'GUARANTOR',
      relatedEnterpriseId: await idOfEnterprise(relatedEnterprise),
      startDate: '2026-01-01',
      ...more,
    })
    const clientOf = async (shortName: string): Promise<RecordValues> => {
      const [enterpriseId, fundingPartyId] = [await idOfEnterprise(shortName), await idOfEnterprise('甲行')]
      const [client] = (await op!.list(at.client, { enterpriseId, fundingPartyId })).records
      return client!
    }

    it('is with one that is what it says, and not with itself; in a group any may be', async () => {
      const errorsOf = async (...asked: Parameters<typeof values>): Promise<unknown> =>
        (await op!.ask('POST', at.relation, await values(...asked))).body.errors
      expect(await errorsOf('演示商超')).toMatchObject([{ path: 'relatedEnterpriseId', detail: expect.stringContaining('企业角色') }])
      expect(await errorsOf('演示乳品', { relationType: 'GROUP' })).toMatchObject([{ path: 'relatedEnterpriseId' }])
      expect(await errorsOf('演示融资担保', { endDate: '2025-12-31' })).toMatchObject([{ path: 'endDate' }])
      const relation = await op!.add(at.relation, await values('演示融资担保'))
      expect(relation).toMatchObject({ borrowerId: await idOfEnterprise('演示乳品'), status: 'ENABLED' })
      expect((await op!.ask('POST', at.relation, await values('演示融资担保'))).status).not.toBe(200)
      await op!.add(at.relation, await values('演示商超', { relationType: 'GROUP' }))
    })

    it('is drawn with who else has to do with the same, as far as the user sees', async () => {
      const graphFor = async (who: Session, clientId: string) => who.ask('GET', `${at.relation}/graph?clientId=${clientId}`)
      const { id, enterpriseId } = await clientOf('演示铝业')
      const { body } = await graphFor(op!, id)
      const nodes = body.nodes as { id: string; distance: number }[]
      const edges = body.edges as { from: string; to: string; relationType: string }[]
      const [smelter, other] = [await idOfEnterprise('演示冶炼'), await idOfEnterprise('演示有色')]
      expect(nodes.find((node) => node.id === enterpriseId)).toMatchObject({ distance: 0 })
      expect(nodes.find((node) => node.id === smelter)).toMatchObject({ distance: 1 })
      expect(nodes.find(({ id: node }) => node === other)).toMatchObject({ distance: 2 })
      expect(edges).toContainEqual(expect.objectContaining({ from: enterpriseId, to: smelter, relationType: 'SUPPLIER' }))
      expect((await graphFor(await platform().as('op02'), id)).body.errors).toMatchObject([{ path: 'clientId' }])
    })
  })

  describe('keywords of categories', () => {
    it('say which category a name stands for, and which of them says it', async () => {
      const testOf = async (text: string) =>
        (await op!.ask('GET', `${at.keyword}/test?text=${encodeURIComponent(text)}`)).body as Record<string, unknown>
      expect(await testOf('金装婴配奶粉1段')).toMatchObject({ keyword: '婴配', matchMode: 'CONTAINS', priority: 20 })
      expect(await testOf('1#铜')).toMatchObject({ keyword: '1#铜', matchMode: 'EXACT' })
      expect(await testOf('lldpe 7042 聚乙烯')).toMatchObject({ keyword: 'LLDPE', matchMode: 'PREFIX' })
      expect(await testOf('铁矿石')).toEqual({ result: '未命中' })
      const match = await op!.ask('GET', `${at.goods}/match?name=${encodeURIComponent('金装婴配奶粉1段')}`)
      expect(match.body).toMatchObject({ keyword: '婴配', categoryName: (await testOf('金装婴配奶粉1段'))['result'] })
    })
  })

  it('enterpriseStatus.cancel takes its accounts and what it is to clients out of use', async () => {
    const enterpriseId = await idOfEnterprise('演示城配')
    const { enterpriseName } = await op!.read(at.enterprise, enterpriseId)
    const countOf = async (base: string, by: string, status: string): Promise<number> =>
      (await admin!.list(base, { [by]: enterpriseId, status })).records.length
    expect(await countOf(at.account, 'enterpriseId', 'ENABLED')).toBe(1)
    expect(await countOf(at.relation, 'relatedEnterpriseId', 'ENABLED')).toBe(1)
    await admin!.act(at.enterprise, 'cancel', enterpriseId, { confirmName: enterpriseName })
    expect(await countOf(at.account, 'enterpriseId', 'ENABLED')).toBe(0)
    expect(await countOf(at.account, 'enterpriseId', 'DISABLED')).toBe(1)
    expect(await countOf(at.relation, 'relatedEnterpriseId', 'ENABLED')).toBe(0)
    expect(await platform().violations()).toEqual([])
  })
})
