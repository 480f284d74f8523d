import { beforeAll, describe, expect, it } from 'vitest'
import { runOneStep } from '../../engine/server/schedule/endOfDay'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { refusals } from '../../src/rules/refusals'
import { bookedEvent, departmentOf, entryOf, refusedBy, subjectId, voucherValues } from './support/books'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describeOnEach } from './support/platform'

/** E-28, I-12, D23: vouchers from their entries to the closed month. */
describeOnEach('vouchers', (platform) => {
  let officer: Session
  let manager: Session
  beforeAll(async () => {
    officer = await platform().as('fn01')
    manager = await platform().as('fm01')
  })
  const add = async (more: object = {}) => officer.add(at.voucher, await voucherValues(platform(), more))
  const tryToAdd = async (more: object) => officer.ask('POST', at.voucher, await voucherValues(platform(), more))
  const entries = async (...rows: [code: string, amount: string, more?: object][]) =>
    Promise.all(rows.map(([code, amount, more]) => entryOf(platform(), code, amount, more)))
  /** What is posted to an account, on both sides and as its balance. */
  const posted = async (code: string) => {
    const accounts = (await officer.list(at.subject, { subjectCode: code })).records
    const account = accounts.find(({ subjectCode }) => subjectCode === code)
    return ['debitTotal', 'creditTotal', 'balance'].map((name) => account?.[name])
  }

  describe('typed by hand', () => {
    it('are drafts of their month, with both sides added up', async () => {
      expect(await add()).toMatchObject({
        voucherNo: expect.stringMatching(/^PZ20261120-\d{4}$/),
        status: 'DRAFT',
        period: '2026-11',
        voucherSeq: null,
        totalDebit: '100.00',
        totalCredit: '100.00',
        createdByName: '赵敏',
        bizEvent: null,
      })
    })

    it.each([
      [
        'sides that differ by a cent',
        [
          ['6602', '100.00'],
          ['2211', '-100.01'],
        ],
        'totalDebit',
      ],
      ['one entry', [['2211', '-0.00']], 'entries'],
      [
        'an entry on no side',
        [
          ['6602', '100.00'],
          ['2211', '-100.00'],
          ['2211', '0.00'],
        ],
        'entries.2.debitAmount',
      ],
      [
        'an account with others below it',
        [
          ['6603', '100.00'],
          ['2211', '-100.00'],
        ],
        'entries.0.subAccountId',
      ],
    ] as [string, [string, string][], string][])('are refused with %s', async (_what, rows, path) => {
      const { status, body } = await tryToAdd({ entries: await entries(...rows) })
      expect({ status, paths: (body.errors as { path: string }[]).map((each) => each.path) }).toEqual({ status: 422, paths: [path] })
    })

    it('are refused below 0, which is for reversals', async () => {
      const [debit, credit] = await entries(['6602', '100.00'], ['2211', '-100.00'])
      const red = [
        { ...debit, debitAmount: '-100.00' },
        { ...credit, creditAmount: '-100.00' },
      ]
      expect((await tryToAdd({ entries: red })).body.errors).toMatchObject([{ path: 'entries.0.debitAmount' }])
    })

    it('are refused on a day to come, and long ago', async () => {
      for (const voucherDate of ['2026-11-21', '2024-11-19'])
        expect((await tryToAdd({ voucherDate })).body.errors).toMatchObject([{ path: 'voucherDate' }])
    })

    it('are refused in a month that is closed, in which nothing changes any more', async () => {
      expect(refusedBy(await tryToAdd({ voucherDate: '2026-10-31' }))).toEqual({ code: 'period.closed', params: { period: '2026-10' } })
      // Nor in one before, which never had a voucher.
      expect(refusedBy(await tryToAdd({ voucherDate: '2025-12-31' })).code).toBe('period.closed')
      const { id, version } = await add()
      const moved = await officer.ask('PATCH', `${at.voucher}/${id}`, { version, voucherDate: '2026-10-30' })
      expect(refusedBy(moved).code).toBe('period.closed')
    })

    it('are audited by somebody else, who has the right to', async () => {
      const { id } = await add()
      expect((await officer.tryTo(at.voucher, 'audit', id)).status).toBe(403)
      const both = await platform().as('multi01')
      const own = await both.add(at.voucher, await voucherValues(platform()))
      expect(refusedBy(await both.tryTo(at.voucher, 'audit', own.id)).code).toBe('voucher.own')
      // Nor does whoever has changed what somebody else has typed.
      const others = await add()
      const changed = await both.ask('PATCH', `${at.voucher}/${others.id}`, { version: others.version, summary: '计提奖金' })
      expect(changed.status).toBe(200)
      expect(refusedBy(await both.tryTo(at.voucher, 'audit', others.id)).code).toBe('voucher.own')
      expect(await manager.act(at.voucher, 'audit', own.id)).toMatchObject({ status: 'AUDITED', auditedByName: '吴刚' })
    })

    it('keep the number that the audit draws, without a gap (I-12)', async () => {
      const [first, second] = [await add(), await add()]
      const { voucherSeq } = await manager.act(at.voucher, 'audit', first.id)
      await manager.act(at.voucher, 'unAudit', first.id)
      expect(await manager.act(at.voucher, 'audit', second.id)).toMatchObject({ voucherSeq: Number(voucherSeq) + 1 })
      const kept = await officer.read(at.voucher, first.id)
      expect(kept).toMatchObject({ status: 'DRAFT', voucherSeq, auditedByName: null, auditedAt: null })

      const { version } = kept
      expect((await officer.remove(at.voucher, first.id)).status).toBe(417)
      const word = await officer.ask('PATCH', `${at.voucher}/${first.id}`, { version, voucherWord: 'FU' })
      expect(word.body.errors).toMatchObject([{ path: 'voucherWord' }])
      expect((await officer.ask('PATCH', `${at.voucher}/${first.id}`, { version, summary: '更正摘要' })).status).toBe(200)
      expect(await manager.act(at.voucher, 'audit', first.id)).toMatchObject({ voucherSeq, summary: '更正摘要' })
    })

    it('are deleted while they have no number', async () => {
      const { id } = await add()
      expect((await officer.remove(at.voucher, id)).status).toBe(200)
    })

    it('are not audited without what an account is kept by, or in one that is no longer used', async () => {
      const without = await add({ entries: await entries(['6602', '100.00'], ['2211', '-100.00']) })
      expect(refusedBy(await manager.tryTo(at.voucher, 'audit', without.id))).toMatchObject({
        code: 'voucher.no-auxiliary',
        params: { line: 1, code: '6602', aux: '部门' },
      })
      const salaries = await add()
      const subject = await subjectId(platform(), '2211')
      await officer.act(at.subject, 'disable', subject)
      expect(refusedBy(await manager.tryTo(at.voucher, 'audit', salaries.id))).toMatchObject({
        code: 'voucher.subject-disabled',
        params: { line: 2, code: '2211' },
      })
      await officer.act(at.subject, 'enable', subject)
    })

    it('count in their accounts and those above once they are posted, and not at all once they are reversed (A14)', async () => {
      const before = [await posted('660301'), await posted('6603'), await posted('2211')]
      const { id, voucherNo } = await add({
        entries: await entries(['660301', '12.34', { auxDepartmentId: await departmentOf(platform()) }], ['2211', '-12.34']),
      })
      await manager.act(at.voucher, 'audit', id)
      expect(await posted('660301')).toEqual(before[0])
      await manager.act(at.voucher, 'post', id)
      expect(await posted('660301')).toEqual(['12.34', '0.00', '12.34'])
      expect(await posted('6603')).toEqual(['12.34', '0.00', '12.34'])

      const reversed = await manager.act(at.voucher, 'reverse', id, { opinion: '重复入账' })
      expect(reversed).toMatchObject({ status: 'REVERSED', reversedByNo: expect.stringMatching(/^PZ/) })
      const red = await officer.read(at.voucher, String(reversed['reversedById']))
      expect(red).toMatchObject({ status: 'DRAFT', docType: 'voucher', docNo: voucherNo, totalDebit: '-12.34', totalCredit: '-12.34' })
      expect(red['entries']).toMatchObject([
        { subjectCode: '660301', debitAmount: '-12.34', creditAmount: '0.00', auxDepartmentName: '财务部' },
        { subjectCode: '2211', debitAmount: '0.00', creditAmount: '-12.34' },
      ])
      await manager.act(at.voucher, 'audit', red.id)
      await manager.act(at.voucher, 'post', red.id)
      expect([await posted('660301'), await posted('6603'), await posted('2211')]).toEqual(before)
      expect((await manager.tryTo(at.voucher, 'reverse', red.id, { opinion: '再冲' })).body.detail).toBe('红字凭证不能再冲销')
    })
  })

  describe('of a business event', () => {
    const repaid = { receiptNet: '300000.00', depositOffset: '12136.54', principal: '299838.00', interest: '2698.54', fee: '9600.00' }

    it('E-28: follow the template, in the account of the bank account that was used, kept by whom they are about', async () => {
      const voucher = await officer.read(at.voucher, await bookedEvent(platform(), 'REPAY', 'HK-1', repaid))
      expect(voucher).toMatchObject({
        status: 'DRAFT',
        voucherTypeName: '还款',
        voucherWord: 'SHOU',
        createdByName: null,
        totalDebit: '312136.54',
        totalCredit: '312136.54',
      })
      expect(voucher['summary']).toMatch(/演示乳品.* 还款 HK-1$/)
      const rows = voucher['entries'] as Record<string, unknown>[]
      expect(rows.map((row) => [row['subjectCode'], row['debitAmount'], row['creditAmount'], row['amountKey']])).toEqual([
        ['100204', '300000.00', '0.00', 'receiptNet'],
        ['2203', '12136.54', '0.00', 'depositOffset'],
        ['122101', '0.00', '299838.00', 'principal'],
        ['1132', '0.00', '2698.54', 'interest'],
        ['1122', '0.00', '9600.00', 'fee'],
      ])
      expect(rows[0]).toMatchObject({ auxBankAccountNo: '6000000000001704', auxEnterpriseName: null })
      expect(rows[2]).toMatchObject({ auxBankAccountNo: null, auxEnterpriseName: voucher['borrowerName'] })
    })

    it('are there once for a step of a document', async () => {
      await bookedEvent(platform(), 'REPAY', 'HK-2', repaid)
      await expect(bookedEvent(platform(), 'REPAY', 'HK-2', repaid)).rejects.toThrow()
      await bookedEvent(platform(), 'REPAY', 'HK-2', repaid, { docStep: '5' })
    })

    it('keep their amounts and stay, while their words may be completed; anybody with the right audits them (A16)', async () => {
      const id = await bookedEvent(platform(), 'REPAY', 'HK-3', repaid)
      const { version, entries: rows, voucherNo } = await officer.read(at.voucher, id)
      const changed = (rows as Record<string, unknown>[]).map((row, index) => ({
        id: row['id'],
        summary: row['summary'],
        subAccountId: row['subAccountId'],
        debitAmount: index === 0 ? '300000.01' : row['debitAmount'],
        creditAmount: index === 2 ? '299838.01' : row['creditAmount'],
        currency: 'CNY',
      }))
      const edit = (values: object) => officer.ask('PATCH', `${at.voucher}/${id}`, { version, ...values })
      expect(refusedBy(await edit({ entries: changed }))).toEqual({ code: 'voucher.fixed', params: { voucherNo, docNo: 'HK-3' } })
      expect(refusedBy(await edit({ borrowerId: await platform().idOf('enterprise', 'short_name', '演示酒业') })).code).toBe(
        'voucher.fixed',
      )
      expect((await officer.remove(at.voucher, id)).body.detail).toBe('自动生成的凭证不能删除')
      expect((await edit({ summary: '演示乳品还款' })).status).toBe(200)
      expect(await manager.act(at.voucher, 'audit', id)).toMatchObject({ status: 'AUDITED', summary: '演示乳品还款' })
    })

    it('of a closed month stand on the first day of the earliest open one, and say when it was', async () => {
      const id = await bookedEvent(platform(), 'REPAY', 'HK-4', repaid, { voucherDate: '2026-10-20' })
      const voucher = await officer.read(at.voucher, id)
      expect(voucher).toMatchObject({ voucherDate: '2026-11-01', period: '2026-11' })
      expect(voucher['summary']).toMatch(/（原日期 2026-10-20）$/)
    })

    it('are left out where all amounts are 0, or the type is switched off', async () => {
      await expect(bookedEvent(platform(), 'REPAY', 'HK-5', { principal: '0.00' })).rejects.toThrow('passes over')
      await expect(bookedEvent(platform(), 'BOND_USE', 'HK-5', {})).rejects.toThrow('passes over')
      const type = await platform().idOf('voucher_type', 'type_code', 'TAX_PAY')
      await officer.act(at.voucherType, 'disable', type)
      await expect(bookedEvent(platform(), 'TAX_PAY', 'HK-5', { amount: '1.00' })).rejects.toThrow('passes over')
      await officer.act(at.voucherType, 'enable', type)
    })

    it('are refused out of balance, without a type, and with an amount that the event does not have', async () => {
      const odd = bookedEvent(platform(), 'REPAY', 'HK-6', { ...repaid, fee: '9600.01' })
      await expect(odd).rejects.toMatchObject({
        code: refusals['voucher.not-balanced'].number,
        extras: { params: { debit: '312136.54', credit: '312136.55' } },
      })
      await expect(bookedEvent(platform(), 'REPAY', 'HK-6', { amount: '1.00' })).rejects.toThrow('is not booked by amount')
      expect((await officer.remove(at.voucherType, await platform().idOf('voucher_type', 'type_code', 'TAX_IN'))).status).toBe(200)
      await expect(bookedEvent(platform(), 'TAX_IN', 'HK-6', { amount: '1.00' })).rejects.toMatchObject({
        code: refusals['voucher.no-type'].number,
      })
    })

    it('without a bank account stand in an account that is no leaf, and are not audited', async () => {
      const id = await bookedEvent(platform(), 'BANK_CHARGE', 'YF-1', {}, { amounts: [{ amountKey: 'cnyAmount', amount: '10.00' }] })
      expect(refusedBy(await manager.tryTo(at.voucher, 'audit', id))).toMatchObject({
        code: 'voucher.not-leaf',
        params: { line: 2, code: '1002' },
      })
    })

    it('A14: a source that is reversed takes back a draft without a trace in the books, and others in red', async () => {
      const sourceReversed = (id: string) =>
        inWrite(platform().services, systemUser, ({ tools }) => tools.perform('voucher', id, 'sourceReversed'))
      const draft = await bookedEvent(platform(), 'BOND_IN', 'HX-1', { amount: '31762.50' })
      await sourceReversed(draft)
      expect(await officer.read(at.voucher, draft)).toMatchObject({
        status: 'REVERSED',
        voucherSeq: null,
        postedAt: null,
        reversedById: null,
      })

      const before = await posted('224101')
      const audited = await bookedEvent(platform(), 'BOND_IN', 'HX-2', { amount: '31762.50' })
      await manager.act(at.voucher, 'audit', audited)
      await sourceReversed(audited)
      const reversed = await officer.read(at.voucher, audited)
      expect(reversed).toMatchObject({ status: 'REVERSED', postedAt: expect.any(String) })
      const red = await officer.read(at.voucher, String(reversed['reversedById']))
      expect(red).toMatchObject({ status: 'DRAFT', totalDebit: '-31762.50', bizEvent: 'BOND_IN' })
      await manager.act(at.voucher, 'audit', red.id)
      await manager.act(at.voucher, 'post', red.id)
      const [debit, credit, balance] = await posted('224101')
      expect([debit, balance]).toEqual([before[0], before[2]])
      expect(credit).toBe(before[1])
    })

    it('are shown by the template of today, before it is used', async () => {
      const preview = (query: Record<string, string>) =>
        officer.ask('GET', `${at.voucherType}/preview?${new URLSearchParams(query).toString()}`)
      await bookedEvent(platform(), 'WITHDRAW', 'TX-1', { amount: '20000.00', feeAmount: '10.00', total: '20010.00' })
      const { body } = await preview({ bizEvent: 'WITHDRAW', docNo: 'TX-1' })
      expect(body).toMatchObject({ totalDebit: '20010', totalCredit: '20010', entries: '借 预收账款 20010.00\n　贷 银行存款 20010.00' })
      expect((await preview({ docType: 'loanPayment', docNo: 'TX-1' })).body).toEqual(body)
      expect(refusedBy(await preview({ docType: 'loanPayment', docNo: 'TX-2' }))).toEqual({
        code: 'voucher.none',
        params: { docNo: 'TX-2' },
      })
      expect(refusedBy(await preview({ bizEvent: 'WITHDRAW', docNo: 'TX-2' }))).toEqual({
        code: 'voucher.no-event',
        params: { docNo: 'TX-2', event: '客户提现' },
      })
    })
  })

  describe('of a month that is over', () => {
    const close = (period: string) => manager.ask('POST', `${at.period}/close/${period}`, {})
    const reopen = (period: string) => manager.ask('POST', `${at.period}/reopen/${period}`, {})

    it('D23: close it, one month after the other, and only when nothing is left to be posted', async () => {
      expect((await officer.ask('POST', `${at.period}/close/2026-11`, {})).status).toBe(403)
      expect(refusedBy(await close('2026-11'))).toMatchObject({
        code: 'period.not-over',
        params: { period: '2026-11', endDate: '2026-11-30' },
      })
      expect(refusedBy(await close('2031-01'))).toMatchObject({ code: 'period.none', params: { period: '2031-01' } })
      platform().clock.moveTo('2026-11-30', '23:00:00')
      for (const name of ['interest', 'monthEnd']) await runOneStep(platform().services, name)
      platform().clock.moveTo('2026-12-02', '10:00:00')
      manager = await platform().guest.signIn('fm01')
      officer = await platform().guest.signIn('fn01')
      const later = await add()
      expect(later).toMatchObject({ period: '2026-12' })
      expect(refusedBy(await close('2026-12'))).toEqual({ code: 'period.earlier-open', params: { period: '2026-11' } })

      await manager.act(at.voucher, 'audit', later.id)
      const early = await manager.tryTo(at.voucher, 'post', later.id, { closePeriod: true })
      expect(refusedBy(early).code).toBe('period.earlier-open')
      expect(await officer.read(at.voucher, later.id)).toMatchObject({ status: 'AUDITED' })

      // What is out of a leaf cannot be audited, so it is taken back.
      const [stuck] = (await officer.list(at.voucher, { docNo: 'YF-1' })).records
      await inWrite(platform().services, systemUser, ({ tools }) => tools.perform('voucher', stuck?.id ?? '', 'sourceReversed'))
      const drafts = (await officer.list(at.voucher, { period: '2026-11', status: 'DRAFT' })).records
      expect(refusedBy(await close('2026-11'))).toMatchObject({ code: 'period.open-vouchers', params: { drafts: drafts.length } })
    })

    it('A17: posts several at once and closes after the last, or posts none', async () => {
      const ofMonth = async (status: string) =>
        (await officer.list(at.voucher, { period: '2026-11', status })).records.map(({ id, version }) => ({ id, version }))
      const batch = (action: string, ids: object[], form: object = {}) =>
        manager.ask('POST', `${at.voucher}/batch/${action}`, { ids, ...form })
      // What was typed without its department is completed first.
      for (const { id } of (await officer.list(at.voucher, { period: '2026-11', status: 'DRAFT' })).records) {
        const { version, entries: rows } = await officer.read(at.voucher, id)
        const incomplete = (rows as Record<string, unknown>[]).some(
          (row) => row['subjectCode'] === '6602' && row['auxDepartmentId'] === null,
        )
        if (incomplete)
          await officer.ask('PATCH', `${at.voucher}/${id}`, { version, entries: (await voucherValues(platform()))['entries'] })
      }
      const [open] = await ofMonth('DRAFT')
      expect((await batch('audit', (await ofMonth('DRAFT')).slice(1))).status).toBe(200)
      const early = await batch('post', await ofMonth('AUDITED'), { closePeriod: true })
      expect(refusedBy(early)).toMatchObject({ code: 'period.open-vouchers', params: { drafts: 1, audited: 0 } })
      expect((await ofMonth('AUDITED')).length).toBeGreaterThan(1)

      await manager.act(at.voucher, 'audit', String((open as { id: string }).id))
      expect((await batch('post', await ofMonth('AUDITED'), { closePeriod: true })).status).toBe(200)
      const [november] = (await manager.list(at.period, { period: '2026-11' })).records
      expect(november).toMatchObject({ closed: true, closedByName: '吴刚', openVouchers: 0 })
      const [one] = await ofMonth('POSTED')
      // What was posted can still be reversed: in a month that is open.
      const { reversedById } = await manager.act(at.voucher, 'reverse', String((one as { id: string }).id), { opinion: '更正' })
      expect(await officer.read(at.voucher, String(reversedById))).toMatchObject({ period: '2026-12', voucherDate: '2026-12-01' })
    })

    it('D23: opens only the last month again, and offers nothing else', async () => {
      const offered = async () => {
        const { records } = await manager.list(at.period)
        const turnOf = (turn: string) => records.filter((row) => row[turn] === true).map(({ period }) => period)
        return { close: turnOf('isFirstOpen'), reopen: turnOf('isLastClosed') }
      }
      expect(await offered()).toEqual({ close: ['2026-12'], reopen: ['2026-11'] })
      expect(refusedBy(await reopen('2026-10'))).toEqual({ code: 'period.not-last', params: { period: '2026-11' } })
      expect((await reopen('2026-11')).status).toBe(200)
      expect(await offered()).toEqual({ close: ['2026-11'], reopen: ['2026-10'] })
      expect(await manager.list(at.period, { period: '2026-11' })).toMatchObject({ records: [{ closed: false, closedByName: null }] })
      expect((await reopen('2026-11')).body.detail).toBe('未结账')
      expect((await close('2026-11')).status).toBe(200)
      expect((await close('2026-11')).body.detail).toBe('已结账')
    })

    it('D23: takes a voucher that is typed while it is being closed before that, or not at all', async () => {
      expect((await reopen('2026-11')).status).toBe(200)
      const typed = () => tryToAdd({ voucherDate: '2026-11-30' })
      const [closing, ...adding] = await Promise.all([close('2026-11'), typed(), typed(), typed(), typed(), typed()])
      const added = adding.filter(({ status }) => status === 200)
      if (closing.status === 200) {
        expect(added).toEqual([])
        expect(adding.map((each) => refusedBy(each).code)).toEqual(adding.map(() => 'period.closed'))
      } else {
        expect(refusedBy(closing).code).toBe('period.open-vouchers')
        expect(added).toHaveLength(adding.length)
      }
    })
  })

  it('leave the data whole', async () => {
    expect(await platform().violations()).toEqual([])
  })
})
