import { expect, it } from 'vitest'
import { readXlsx, writeForm, type Cell } from '../../engine/server/exchange/xlsx'
import { describeOnEach } from './support/platform'
import type { Session } from './support/client'

const base = '/api/base/enterprise'

interface ImportAnswer {
  code: number
  msg: string
  data: { count?: number; rows?: { row: number; column: string; detail: string }[] }
}

describeOnEach('import of enterprises (I1-I3)', (platform) => {
  const ask = (session: Session, path: string, form?: FormData): Promise<Response> =>
    fetch(`${session.address}${base}${path}`, {
      headers: { authorization: `Bearer ${session.token}` },
      ...(form ? { method: 'POST', body: form } : {}),
    })
  async function titles(session: Session): Promise<string[]> {
    const response = await ask(session, '/template')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('企业导入模板.xlsx')
    const rows: Cell[][] = []
    for await (const { cells } of readXlsx(new Uint8Array(await response.arrayBuffer()), 1)) rows.push(cells)
    return (rows[0] ?? []).map(String)
  }
  async function send(session: Session, head: string[], rows: Record<string, Cell>[]): Promise<ImportAnswer> {
    const columns = head.map((title) => ({ title, width: 20 }))
    const content = await writeForm([{ name: '企业', columns, rows: rows.map((row) => head.map((title) => row[title] ?? null)) }], 1)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '企业.xlsx')
    return (await (await ask(session, '/import', form)).json()) as ImportAnswer
  }
  const enterprise = (enterpriseName: string, uscc: string): Record<string, Cell> => ({
    '企业名称*': enterpriseName,
    '简称*': enterpriseName.slice(0, 4),
    英文名称: 'Imported Ltd.',
    '统一社会信用代码*': uscc,
    '企业角色*': '融资客户、供应商',
    '法定代表人*': '王海',
    '国家/地区': '新加坡',
    '注册地址*': '某路 1 号',
    '联系人*': '李明',
    '联系手机*': 13800138000,
  })

  it('stores the rows of a filled template as forms do, and none of a file with a mistake', async () => {
    const op = await platform().as('op01')
    const head = await titles(op)
    const wrong = await send(op, head, [
      enterprise('导入甲公司', 'SG2026001'),
      { ...enterprise('导入乙公司', 'SG2026002'), 风险评级: '极好' },
    ])
    expect(wrong).toMatchObject({ code: 1002, data: { rows: [{ row: 3, column: '风险评级' }] } })
    expect((await op.list(base, { enterpriseName: '导入' })).records).toEqual([])

    const right = await send(op, head, [enterprise('导入甲公司', 'SG2026001'), enterprise('导入乙公司', 'SG2026002')])
    expect(right).toEqual({ code: 200, msg: '导入成功', data: { count: 2 } })
    const { records } = await op.list(base, { enterpriseName: '导入甲' })
    expect(records).toMatchObject([
      {
        enterpriseName: '导入甲公司',
        contactMobile: '13800138000',
        enterpriseRoles: ['BORROWER', 'SUPPLIER'],
        source: 'INTERNAL',
        status: 'PENDING',
      },
    ])
  })

  it('is refused to who may only look', async () => {
    expect((await ask(await platform().as('rk01'), '/template')).status).toBe(403)
  })
})
