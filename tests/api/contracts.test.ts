import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import { refusals, type RefusalCode } from '../../src/rules/refusals'
import type { ApiResponse, Session } from './support/client'
import { at, contractValues, lineInForce, loanValues, quotaInForce, referenceGoods, signedContract, uploaded } from './support/fixtures'
import { describePlatform } from './support/platform'

const opinion = { opinion: '协商一致' }

/** Contracts from the draft to their end, and who relies on them (domain 40, contractStatus; decision A35). */
describePlatform('contracts', (platform) => {
  let [op, manager]: Session[] = []
  let goodsId = ''
  let line: RecordValues
  beforeAll(async () => {
    ;[op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    goodsId = await referenceGoods(platform())
    const quota = await quotaInForce(platform(), { approvedAmount: '40000000.00' })
    line = await lineInForce(platform(), quota.id, { lineAmount: '30000000.00' })
  })
  const draftLoan = async (contractId: string): Promise<RecordValues> =>
    op!.add(at.loan, await loanValues(platform(), line.id, goodsId, { contractId }))
  const expectRefusal = async (code: RefusalCode, asked: Promise<ApiResponse>, params: object = {}): Promise<void> => {
    const { status, body } = await asked
    expect({ status, code: body.code, params: body.params as object }).toMatchObject({ status: 417, code: refusals[code].number, params })
  }

  it('contractStatus.submit contractStatus.sign are told to the parties, and signed with a day and the signed papers', async () => {
    const { id } = await op!.add(at.contract, await contractValues(platform()))
    await op!.act(at.contract, 'submit', id)
    const { body: history } = await op!.ask('GET', `${at.contract}/history/${id}`)
    expect(JSON.stringify(history)).toContain('通知签署方')
    const sign = (form: object) => op!.tryTo(at.contract, 'sign', id, form)
    expect((await sign({ signDate: '2026-11-20' })).body.errors).toMatchObject([{ path: 'signedFiles', rule: 'required' }])
    const signedFiles = [await uploaded(op!)]
    expect((await sign({ signDate: '2026-11-21', signedFiles })).body.errors).toMatchObject([{ path: 'signDate' }])
    expect((await sign({ signDate: '2026-11-20', signedFiles })).body).toMatchObject({ status: 'SIGNED', signDate: '2026-11-20' })
    expect((await op!.tryTo(at.contract, 'submit', id)).status).toBe(417)
  })

  it('contractStatus.submit is of no use when it is over before it begins', async () => {
    const over = await op!.add(at.contract, await contractValues(platform(), { endDate: '2026-11-19' }))
    expect((await op!.tryTo(at.contract, 'submit', over.id)).body.message).toBe('合同已过到期日，请先更正期限')
    const today = await op!.add(at.contract, await contractValues(platform(), { endDate: '2026-11-20' }))
    expect((await op!.tryTo(at.contract, 'submit', today.id)).body).toMatchObject({ status: 'SIGNING' })
  })

  it('are refused with parties that are one, a term that ends before it begins, and a loan that is not theirs', async () => {
    const values = await contractValues(platform())
    const refusedAt = async (more: object): Promise<unknown> =>
      ((await op!.ask('POST', at.contract, { ...values, ...more })).body.errors as { path: string }[]).map(({ path }) => path)
    expect(await refusedAt({ partyBId: values['partyAId'] })).toEqual(['partyBId'])
    expect(await refusedAt({ partyCId: values['partyBId'] })).toEqual(['partyCId'])
    expect(await refusedAt({ startDate: '2027-01-01' })).toEqual(['endDate'])
    const other = (await manager!.list(at.loan, {})).records.find(({ borrowerId }) => borrowerId !== values['borrowerId'])
    const [ofOther, ofNobody] = [String(other?.['loanNo']), 'RZ20261120-9999']
    for (const docNo of [ofOther, ofNobody]) {
      const { body } = await op!.ask('POST', at.contract, { ...values, docNo })
      expect(body.errors).toMatchObject([{ path: 'docNo', detail: `该客户与该资金方没有融资单 ${docNo}` }])
    }
    const loan = await draftLoan((await signedContract(platform())).id)
    expect(await op!.add(at.contract, { ...values, docNo: loan['loanNo'] })).toMatchObject({ docType: '融资申请' })
  })

  describe('for loans', () => {
    it('loanStatus.submit A35 stand under each loan: none is chosen that is not signed, of others, or out of its term', async () => {
      const refusedFor = async (more: object, sign = true): Promise<unknown> => {
        const { id } = sign ? await signedContract(platform(), more) : await op!.add(at.contract, await contractValues(platform(), more))
        const { body } = await op!.ask('POST', at.loan, await loanValues(platform(), line.id, goodsId, { contractId: id }))
        return (body.errors as object[] | undefined)?.[0]
      }
      const chosen = { path: 'contractId', rule: 'reference' }
      expect(await refusedFor({}, false)).toMatchObject(chosen)
      expect(await refusedFor({ contractType: 'PURCHASE' })).toMatchObject(chosen)
      expect(await refusedFor({ startDate: '2026-11-21' })).toMatchObject(chosen)
      const borrowerId = await platform().idOf('enterprise', 'short_name', '演示酒业')
      expect(await refusedFor({ borrowerId, partyBId: borrowerId })).toMatchObject(chosen)
      const ended = await platform().idOf('contract', 'contract_name', '演示乳品 2026 年上半年融资合同')
      const { body } = await op!.ask('POST', at.loan, await loanValues(platform(), line.id, goodsId, { contractId: ended }))
      expect(body.errors).toMatchObject([chosen])
    })

    it('loanStatus.submit needs one, that has not been terminated since and is made for no other loan', async () => {
      const without = await op!.add(at.loan, await loanValues(platform(), line.id, goodsId, { contractId: null }))
      expect((await op!.tryTo(at.loan, 'submit', without.id)).body.errors).toMatchObject([{ path: 'contractId', rule: 'required' }])
      const contract = await signedContract(platform())
      const loan = await draftLoan(contract.id)
      await manager!.act(at.contract, 'terminate', contract.id, opinion)
      await expectRefusal('contract.not-signed', op!.tryTo(at.loan, 'submit', loan.id), { contractNo: contract['contractNo'] })
      const other = await signedContract(platform(), { docNo: without['loanNo'] })
      const second = await draftLoan(other.id)
      await expectRefusal('contract.of-other', op!.tryTo(at.loan, 'submit', second.id), { contractNo: other['contractNo'] })
      expect(await op!.read(at.loan, second.id)).toMatchObject({ status: 'DRAFT' })
    })

    it('loanStatus.approve asks again: a loan from before contracts were kept names one first', async () => {
      const loan = await draftLoan((await signedContract(platform())).id)
      await op!.act(at.loan, 'submit', loan.id)
      await platform().database.kysely.updateTable('loan').set({ contract_id: null }).where('id', '=', loan.id).execute()
      await expectRefusal('contract.missing', manager!.tryTo(at.loan, 'approve', loan.id, { approvedAmount: '635250.00' }))
    })

    it('contractStatus.terminate is refused with the loans that stand on it, by its number and by theirs', async () => {
      const contract = await signedContract(platform())
      const loan = await draftLoan(contract.id)
      await op!.act(at.loan, 'submit', loan.id)
      const pledge = await signedContract(platform(), { contractType: 'PLEDGE', docNo: loan['loanNo'] })
      for (const { id, contractNo } of [contract, pledge])
        await expectRefusal('contract.in-use', manager!.tryTo(at.contract, 'terminate', id, opinion), {
          contractNo,
          count: 1,
          loans: loan['loanNo'],
        })
      const { body: tab } = await op!.ask('GET', `${at.loan}/related/contract/${loan.id}`)
      expect((tab.records as RecordValues[]).map(({ id }) => id).toSorted()).toEqual([contract.id, pledge.id].toSorted())
      const frame = await platform().idOf('client', 'client_no', await clientNoOf())
      const { frameContractId } = await op!.read(at.client, frame)
      await expectRefusal('contract.in-use', manager!.tryTo(at.contract, 'terminate', String(frameContractId), opinion))
      expect((await op!.tryTo(at.contract, 'terminate', contract.id, opinion)).status).toBe(403)

      await manager!.act(at.loan, 'refuse', loan.id, { opinion: '不同意' })
      expect(await manager!.act(at.contract, 'terminate', contract.id, opinion)).toMatchObject({ status: 'TERMINATED' })
    })

    it('contractStatus.terminate is refused while goods are pledged on it, until another one takes its place', async () => {
      const [borrowerId, fundingPartyId] = await ofDairy()
      const { records } = await op!.list(at.contract, { contractType: 'PLEDGE', borrowerId, status: 'SIGNED' })
      const signed = await Promise.all(records.map(({ id }) => op!.read(at.contract, id)))
      const general = signed.filter((contract) => contract['fundingPartyId'] === fundingPartyId && contract['docNo'] === null)
      expect(general).toHaveLength(1)
      const { id, contractNo } = general[0]!
      await expectRefusal('contract.in-use', manager!.tryTo(at.contract, 'terminate', id, opinion), { contractNo })
      const later = await signedContract(platform(), { contractType: 'PLEDGE', startDate: '2026-11-21' })
      await expectRefusal('contract.in-use', manager!.tryTo(at.contract, 'terminate', id, opinion))
      expect(await manager!.act(at.contract, 'terminate', later.id, opinion)).toMatchObject({ status: 'TERMINATED' })
      await signedContract(platform(), { contractType: 'PLEDGE' })
      expect(await manager!.act(at.contract, 'terminate', id, opinion)).toMatchObject({ status: 'TERMINATED' })
    })

    it('contractStatus.terminate and a loan that is submitted at the same moment do not both come through', async () => {
      const contract = await signedContract(platform())
      const loan = await draftLoan(contract.id)
      const both = await Promise.all([
        op!.tryTo(at.loan, 'submit', loan.id),
        manager!.tryTo(at.contract, 'terminate', contract.id, opinion),
      ])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 417])
    })
  })

  /** Ids of 演示乳品 and 甲行. */
  const ofDairy = (): Promise<[string, string]> => Promise.all([idOfEnterprise('演示乳品'), idOfEnterprise('甲行')])
  const idOfEnterprise = (name: string): Promise<string> => platform().idOf('enterprise', 'short_name', name)

  /** The client file of 演示乳品 with 甲行. */
  async function clientNoOf(): Promise<string> {
    const [borrowerId, fundingPartyId] = await ofDairy()
    const [client] = (await op!.list(at.client, { enterpriseId: borrowerId, fundingPartyId, status: 'ACTIVE' })).records
    return String(client?.['clientNo'])
  }

  describe('of clients', () => {
    it('clientStatus.submit stand under each file: a signed frame contract of the client with the funding party', async () => {
      const [draft] = (await op!.list(at.client, { status: 'DRAFT' })).records
      const { id, version, enterpriseId, fundingPartyId, departmentId } = await op!.read(at.client, draft?.id ?? '')
      const write = (frameContractId: string | null, at0: unknown = version) =>
        op!.ask('PATCH', `${at.client}/${id}`, {
          version: at0,
          frameContractId,
          ...(frameContractId === null ? { clear: ['frameContractId'] } : {}),
        })
      expect((await write((await signedContract(platform())).id)).body.errors).toMatchObject([
        { path: 'frameContractId', rule: 'reference' },
      ])
      const ofClient = { contractType: 'FRAME', borrowerId: enterpriseId, fundingPartyId, departmentId, partyAId: fundingPartyId }
      const frame = await signedContract(platform(), { ...ofClient, partyBId: enterpriseId })
      expect((await write(frame.id)).status).toBe(200)
      await manager!.act(at.contract, 'terminate', frame.id, opinion)
      await expectRefusal('contract.not-signed', op!.tryTo(at.client, 'submit', id), { contractNo: frame['contractNo'] })

      const stored = await op!.read(at.client, id)
      expect((await write(null, stored.version)).status).toBe(200)
      expect((await op!.tryTo(at.client, 'submit', id)).body.errors).toMatchObject([{ path: 'frameContractId', rule: 'required' }])
    })

    it('D3 clientStatus.change of the frame contract waits for its approval, and is judged again there', async () => {
      const id = await platform().idOf('client', 'client_no', await clientNoOf())
      const { frameContractId: before, enterpriseId, fundingPartyId } = await op!.read(at.client, id)
      const frame = await signedContract(platform(), { contractType: 'FRAME', partyAId: fundingPartyId, partyBId: enterpriseId })
      await op!.act(at.client, 'change', id, { frameContractId: frame.id, opinion: '续签框架合同' })
      expect(await op!.read(at.client, id)).toMatchObject({ frameContractId: before, effectiveStatus: 'ACTIVE' })
      await manager!.act(at.contract, 'terminate', frame.id, opinion)
      expect((await manager!.tryTo(at.client, 'approve', id)).body.errors).toMatchObject([{ path: 'frameContractId', rule: 'reference' }])
      await manager!.act(at.client, 'reject', id, { opinion: '合同已终止' })
    })
  })

  it('A35 has ended on the day after its last: a loan on it is refused with its term', async () => {
    const contract = await signedContract(platform(), { endDate: '2026-11-20' })
    const loan = await draftLoan(contract.id)
    platform().clock.moveTo('2026-11-21', '09:00:00')
    try {
      const tomorrow = await platform().guest.signIn('op01')
      await expectRefusal('contract.out-of-term', tomorrow.tryTo(at.loan, 'submit', loan.id), {
        contractNo: contract['contractNo'],
        startDate: '2026-01-01',
        endDate: '2026-11-20',
        today: '2026-11-21',
      })
    } finally {
      platform().clock.moveTo('2026-11-20', '12:00:00')
    }
    expect(await op!.act(at.loan, 'submit', loan.id)).toMatchObject({ status: 'AUDITING' })
  })
})
