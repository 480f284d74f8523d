import { expect, it } from 'vitest'
import { writeForm, type Cell } from '../../engine/server/xlsx'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { describePlatform } from './support/platform'

describePlatform('an import of bank flows', (platform) => {
  const head = ['银行账户*', '方向*', '金额*', '对方户名', '对方账号', '银行流水号*', '摘要', '交易时间*']
  const flow = (serial: string, amount: number): Cell[] => [
    '6000000000001704',
    '支出',
    amount,
    '演示物流',
    null,
    serial,
    '手续费',
    '2026-11-19 10:00:00',
  ]

  async function send(session: Session, rows: Cell[][]): Promise<unknown> {
    const columns = head.map((title) => ({ title, width: 20 }))
    const content = await writeForm([{ name: '导入', columns, rows }], 1)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '银行流水.xlsx')
    const headers = { authorization: `Bearer ${session.token}` }
    return (await fetch(`${session.address}${at.bankFlow}/import`, { method: 'POST', headers, body: form })).json()
  }

  it('E-42 I-14 passes over what is there already by account and number, also within the file, and counts it', async () => {
    const fn = await platform().as('fn01')
    const accountId = await platform().idOf('bank_account', 'account_no', '6000000000001704')
    const before = await fn.read(at.bankAccount, accountId)
    expect(await send(fn, [flow('SX-1', 10), flow('SX-2', 20), flow('SX-1', 10)])).toMatchObject({
      code: 200,
      msg: '导入成功 2 行，略过已有的 1 行',
      data: { count: 2, known: 1 },
    })
    expect(await send(fn, [flow('SX-2', 20), flow('SX-3', 5)])).toMatchObject({ code: 200, data: { count: 1, known: 1 } })
    const after = await fn.read(at.bankAccount, accountId)
    expect(Number(before['balance']) - Number(after['balance'])).toBe(35)
    expect((await fn.list(at.bankFlow, { bankSerialNo: 'SX-' })).records).toHaveLength(3)
  })

  it('refuses a row that says something else than what is there, also within the file, by its cell', async () => {
    const fn = await platform().as('fn01')
    await send(fn, [flow('SY-1', 10)])
    const [serial, other] = [flow('SY-1', 10), flow('SY-1', 11)]
    other[6] = '货款'
    const detail = (title: string) => `“${title}”与已有的同一条记录不同；请核对表格，或先更正已有的记录再导入`
    expect(await send(fn, [serial, other, flow('SY-2', 5), flow('SY-2', 6)])).toMatchObject({
      code: 1002,
      data: {
        rows: [
          { row: 3, column: '金额', detail: detail('金额') },
          { row: 3, column: '摘要', detail: detail('摘要') },
          { row: 5, column: '金额', detail: detail('金额') },
        ],
      },
    })
    expect((await fn.list(at.bankFlow, { bankSerialNo: 'SY-' })).records).toMatchObject([{ amount: '10.00', summary: '手续费' }])
  })
})
