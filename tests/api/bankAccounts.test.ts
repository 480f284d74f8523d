import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../engine/server/database/database'
import { writeForm } from '../../engine/server/xlsx'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { refusals } from '../../src/rules/refusals'
import { evidenceQueries } from '../../src/server/evidenceQueries'
import { departmentOf, refusedBy, subjectId } from './support/books'
import { whenServed, type ApiResponse, type Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

interface QueryPlan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: QueryPlan[]
}

/** Of all tables together, whether they were used or not. */
function rowsRead({ Plans = [], ...node }: QueryPlan): number {
  const own = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return Plans.reduce((sum, plan) => sum + rowsRead(plan), own)
}

describePlatform('accounts', (platform) => {
  let officer: Session
  beforeAll(async () => {
    officer = await platform().as('fn01')
  })

  describe('of the bank (E-42, I-14)', () => {
    let serial = 0
    const flow = async (bankAccountId: string, flowDirection: 'IN' | 'OUT', amount: string, more: object = {}) => {
      serial += 1
      const bankSerialNo = `S${serial}`
      const values = {
        bankSerialNo,
        bankAccountId,
        flowDirection,
        amount,
        counterpartyName: '演示乳品',
        occurredAt: '2026-11-20T03:00:00.000Z',
      }
      return inWrite(platform().services, systemUser, ({ tools }) => tools.create('bankFlow', { ...values, ...more }))
    }
    const addAccount = async (more: object = {}): Promise<string> => {
      serial += 1
      const { id } = await officer.add(at.bankAccount, {
        accountName: '演示平台',
        accountNo: `990000${String(serial).padStart(4, '0')}`,
        bankName: '演示丁银行浦东支行',
        accountPurpose: 'COLLECT',
        departmentId: await departmentOf(platform()),
        subAccountId: await subjectId(platform(), '100204'),
        openingBalance: '1000.00',
        ...more,
      })
      return id
    }
    /** Nothing of what is done stays. */
    const takenBack = async (work: (trx: Transaction) => Promise<void>): Promise<void> => {
      const done = new Error('taken back')
      const end = platform().database.transaction(async (trx) => {
        // Many rows take long on a busy machine.
        await sql`set local statement_timeout = 0`.execute(trx)
        await work(trx)
        throw done
      })
      await expect(end).rejects.toBe(done)
    }
    const balanceOf = async (id: string) => (await officer.read(at.bankAccount, id))['balance']

    it('have what they began with and their flows, each with the balance after it', async () => {
      const account = await addAccount()
      await flow(account, 'IN', '500.50')
      await flow(account, 'OUT', '1500.00')
      await flow(account, 'IN', '0.01')
      expect(await balanceOf(account)).toBe('0.51')
      const { body } = await officer.ask('GET', `${at.bankAccount}/flow/${account}`)
      expect((body.records as Record<string, unknown>[]).map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
        ['0.01', '0.51'],
        ['1500.00', '0.50'],
        ['500.50', '1500.50'],
      ])
    })

    it('have the balance after each of many flows, and a page of it reads few of them', async () => {
      const accounts = [await addAccount(), await addAccount()]
      for (const account of accounts) await flow(account, 'IN', '1.00')
      const balance = evidenceQueries.bankFlowBalance({ alias: 'f' } as never)
      const rows = sql`select * from bank_flow where bank_account_id = ${accounts[0]} order by id limit 200 offset 5000`
      const page = sql`select f.id, ${balance} as balance from (${rows}) as f`
      await takenBack(async (trx) => {
        await sql`insert into bank_flow overriding system value
          select (jsonb_populate_record(b, jsonb_build_object('id', 10000 + each * 2 + (b.bank_account_id = ${accounts[0]})::integer, 'bank_flow_no', 'MANY' || b.id || '-' || each,
            'bank_serial_no', 'MANY' || each, 'amount', 2 + each % 7, 'flow_direction', case when each % 3 = 1 then 'OUT' else 'IN' end))).*
          from bank_flow b, generate_series(1, 10000) as each where b.bank_account_id = any(${accounts}::bigint[])`.execute(trx)
        await sql`analyze bank_flow`.execute(trx)
        const { rows: told } = await sql<{ id: string; balance: string }>`
          select f.id, ${balance} as balance from bank_flow as f where f.bank_account_id = any(${accounts}::bigint[]) order by f.id`.execute(
          trx,
        )
        const { rows: counted } = await sql<{ id: string; balance: string }>`
          select id, 1000 + sum(case when flow_direction = 'IN' then amount else -amount end) over (partition by bank_account_id order by id) as balance
          from bank_flow where bank_account_id = any(${accounts}::bigint[]) order by id`.execute(trx)
        expect(told).toHaveLength(20_002)
        expect(told).toEqual(counted)
        const { rows: plans } = await sql<{
          'QUERY PLAN': [{ Plan: QueryPlan }]
        }>`explain (analyze, timing off, format json) ${page}`.execute(trx)
        // All of them once for their sums, those before the page, and less than a hundred for each row of it: all earlier ones are a million.
        expect(rowsRead(plans[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(22_000 + 5_200 + 200 * 100)
      })
    })

    it('pay to the last cent, and not one more', async () => {
      const account = await addAccount()
      await flow(account, 'OUT', '400.00')
      await expect(flow(account, 'OUT', '600.01')).rejects.toMatchObject({
        code: refusals['bank-account.not-enough'].number,
        extras: { params: { balance: '600.00', amount: '600.01' } },
      })
      await flow(account, 'OUT', '600.00')
      expect(await balanceOf(account)).toBe('0.00')
    })

    it('take a flow once, in their own currency, while they are in use', async () => {
      const account = await addAccount()
      await flow(account, 'IN', '1.00', { bankSerialNo: 'TWICE' })
      await expect(flow(account, 'IN', '1.00', { bankSerialNo: 'TWICE' })).rejects.toThrow()
      await expect(flow(account, 'IN', '1.00', { currency: 'USD' })).rejects.toMatchObject({ status: 422 })
      await officer.act(at.bankAccount, 'disable', account)
      await expect(flow(account, 'IN', '1.00')).rejects.toMatchObject({ code: refusals['bank-flow.closed-account'].number })
      expect(await balanceOf(account)).toBe('1001.00')
    })

    it('book at once without losing one, and never below 0', async () => {
      const account = await addAccount()
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => flow(account, 'OUT', '100.00')))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      expect(await balanceOf(account)).toBe('0.00')
    })

    it('keep their opening balance and currency once they have flows, and are no longer deleted', async () => {
      const account = await addAccount()
      const edit = async (values: object) =>
        officer.ask('PATCH', `${at.bankAccount}/${account}`, { version: await officer.versionOf(at.bankAccount, account), ...values })
      expect((await edit({ openingBalance: '2000.00' })).status).toBe(200)
      expect(await balanceOf(account)).toBe('2000.00')
      await flow(account, 'IN', '1.00')
      expect((await edit({ openingBalance: '2000.01' })).body.errors).toMatchObject([{ path: 'openingBalance' }])
      expect((await edit({ currency: 'USD' })).body.errors).toMatchObject([{ path: 'currency' }])
      expect((await edit({ accountNo: '9999990000' })).body.errors).toMatchObject([{ path: 'accountNo' }])
      const fundingPartyId = await platform().idOf('enterprise', 'short_name', '甲行')
      expect((await edit({ fundingPartyId })).body.errors).toMatchObject([{ path: 'fundingPartyId' }])
      expect((await edit({ bankName: '演示戊银行外滩支行', openingBalance: '2000' })).status).toBe(200)
      expect((await officer.remove(at.bankAccount, account)).status).toBe(417)
    })

    it('stand in an account for money, once for a number and currency', async () => {
      const values = { subAccountId: await subjectId(platform(), '2211') }
      await expect(addAccount(values)).rejects.toThrow('对应科目须是')
      await expect(addAccount({ accountNo: '6000000000001704' })).rejects.toThrow('422')
      await addAccount({ accountNo: '6000000000001704', currency: 'USD' })
    })

    it('are offered while they are in use, and are none of a partner', async () => {
      const all = (await officer.ask('GET', `${at.bankAccount}/list/all`)).body.records as { accountNo: string }[]
      expect(all.map(({ accountNo }) => accountNo)).toContain('6000000000001701')
      expect(all.map(({ accountNo }) => accountNo)).not.toContain('6000000000001708')
      expect((await (await platform().as('br01')).ask('GET', `${at.bankAccount}/list`)).status).toBe(403)
    })
  })

  describe('of the books', () => {
    const subject = (subjectCode: string, more: object = {}) => ({
      subjectCode,
      subjectName: `科目${subjectCode}`,
      balanceDirection: 'DEBIT',
      ...more,
    })
    const listed = async (code: string) =>
      (await officer.list(at.subject, { subjectCode: code })).records.find(({ subjectCode }) => subjectCode === code)
    const tryTo = (values: object): Promise<ApiResponse> => officer.ask('POST', at.subject, values)
    const errorsOf = async (values: object) => (await tryTo(values)).body.errors as { path: string; detail: string }[]

    it('stand below the one that their code begins with (4-2-2)', async () => {
      await officer.add(at.subject, subject('1604'))
      expect(await listed('1604')).toMatchObject({ level: 1, isLeaf: true, parentName: null })
      const below = await officer.add(at.subject, subject('160401'))
      expect(await listed('160401')).toMatchObject({ level: 2, isLeaf: true, parentName: '科目1604' })
      expect(await officer.add(at.subject, subject('16040101'))).toMatchObject({ parentId: below.id })
      expect(await listed('1604')).toMatchObject({ isLeaf: false })
    })

    it.each([
      ['16', 'subjectCode'],
      ['16040', 'subjectCode'],
      ['1604010101', 'subjectCode'],
      ['169901', 'subjectCode'],
      ['1604', 'subjectCode'],
    ])('do not take the code %s', async (code, path) => {
      expect(await errorsOf(subject(code))).toMatchObject([{ path }])
    })

    it('do not stand elsewhere, or below one that has entries', async () => {
      expect(await errorsOf(subject('160402', { parentId: await subjectId(platform(), '1601') }))).toMatchObject([{ path: 'parentId' }])
      expect(await errorsOf(subject('1698', { parentId: await subjectId(platform(), '1601') }))).toMatchObject([{ path: 'parentId' }])
      const [error] = await errorsOf(subject('221101'))
      expect(error).toMatchObject({ path: 'subjectCode', detail: '上级科目 2211 应付职工薪酬 已有分录，不能增加下级科目' })
    })

    it('keep their code, and are deleted only without entries and others below', async () => {
      const id = await subjectId(platform(), '1604')
      const code = await officer.ask('PATCH', `${at.subject}/${id}`, {
        version: await officer.versionOf(at.subject, id),
        subjectCode: '1605',
      })
      expect(code.status).toBe(422)
      expect(refusedBy(await officer.remove(at.subject, id))).toMatchObject({ code: 'subject.in-use', params: { what: '下级科目 160401' } })
      expect(refusedBy(await officer.remove(at.subject, await subjectId(platform(), '2211')))).toMatchObject({
        params: { what: '凭证分录' },
      })
      for (const each of ['16040101', '160401', '1604'])
        expect((await officer.remove(at.subject, await subjectId(platform(), each))).status).toBe(200)
    })

    it('come from a workbook, upper ones first, all of them or none', async () => {
      const head = ['上级科目', '科目编码*', '科目名称*', '余额方向*', '辅助核算*', '核算币种']
      const upload = async (rows: string[][]) => {
        const columns = head.map((title) => ({ title, width: 20 }))
        const cells = rows.map((row) => [null, ...row, null])
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(await writeForm([{ name: '导入', columns, rows: cells }], 1))]), '科目.xlsx')
        const headers = { authorization: `Bearer ${officer.token}` }
        const answer = await whenServed(() => fetch(`${officer.address}${at.subject}/import`, { method: 'POST', headers, body: form }))
        return (await answer.json()) as { code: number; data: object }
      }
      const bad = await upload([
        ['1701', '无形资产', '借', '无'],
        ['170301', '累计摊销', '贷', '无'],
      ])
      expect(bad.code).not.toBe(200)
      expect(JSON.stringify(bad)).toContain('没有编码为 1703 的上级科目')
      expect((await officer.list(at.subject, { subjectCode: '1701' })).records).toEqual([])
      const good = await upload([
        ['1701', '无形资产', '借', '无'],
        ['170101', '软件', '借', '部门'],
      ])
      expect(good).toMatchObject({ code: 200, data: { count: 2 } })
      expect((await officer.list(at.subject, { subjectCode: '170101' })).records).toMatchObject([
        { parentName: '无形资产', level: 2, isLeaf: true },
      ])
    })

    it('are a tree for whoever chooses one', async () => {
      const tree = (await officer.ask('GET', `${at.subject}/tree`)).body.result as { code: string; children: { code: string }[] }[]
      expect(tree.find(({ code }) => code === '1221')?.children.map(({ code }) => code)).toEqual(['122101', '122102'])
    })
  })

  describe('of what vouchers are drawn by (E.5)', () => {
    const entry = async (entrySide: string, code: string, amountField: string) => ({
      entrySide,
      subAccountId: await subjectId(platform(), code),
      amountField,
    })
    const edit = async (typeCode: string, values: object) => {
      const id = await platform().idOf('voucher_type', 'type_code', typeCode)
      return officer.ask('PATCH', `${at.voucherType}/${id}`, { version: await officer.versionOf(at.voucherType, id), ...values })
    }

    it('balance for every document, by the amounts of their event alone', async () => {
      const [debit, credit] = [await entry('DEBIT', '1002', 'amount'), await entry('CREDIT', '2203', 'amount')]
      expect((await edit('DEPOSIT_IN', { entries: [debit] })).body.errors).toMatchObject([{ path: 'entries' }])
      const foreign = await entry('CREDIT', '2203', 'principal')
      expect((await edit('DEPOSIT_IN', { entries: [debit, foreign] })).body.errors).toMatchObject([{ path: 'entries.1.amountField' }])
      expect((await edit('DEPOSIT_IN', { entries: [debit, credit, debit, credit] })).status).toBe(200)
      const [finance, bond, all] = [
        await entry('DEBIT', '122101', 'financePart'),
        await entry('DEBIT', '224101', 'bondPart'),
        await entry('CREDIT', '1002', 'cnyAmount'),
      ]
      expect((await edit('PAYOUT', { entries: [finance, bond, all] })).status).toBe(200)
      expect((await edit('PAYOUT', { entries: [finance, all] })).body.errors).toMatchObject([{ path: 'entries' }])
    })

    it('have an event to come by themselves, and one type for it', async () => {
      const values = { typeCode: 'OWN', typeName: '自定义', voucherWord: 'JI', autoGenerate: true }
      const without = await officer.ask('POST', at.voucherType, values)
      expect(without.body.errors).toMatchObject([{ path: 'bizEvent' }])
      const second = await officer.ask('POST', at.voucherType, { ...values, bizEvent: 'PAYOUT', autoGenerate: false })
      expect(second.status).toBe(422)
      expect((await edit('PAYOUT', { entries: [] })).body.errors).toMatchObject([{ path: 'entries' }])
      const manual = await edit('MANUAL', { entries: [await entry('DEBIT', '1002', 'amount')] })
      expect(manual.body.errors).toMatchObject([{ path: 'entries' }])
      expect((await edit('PAYOUT', { summaryTemplate: '{amount}' })).body.errors).toMatchObject([{ path: 'summaryTemplate' }])
    })
  })

  it('leave the data whole', async () => {
    expect(await platform().violations()).toEqual([])
  })
})
