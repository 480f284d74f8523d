import { expect, it } from 'vitest'
import { readXlsx, writeForm, type Cell } from '../../engine/server/xlsx'
import type { ImportedLine } from '../../engine/core/wire'
import { describePlatform } from './support/platform'
import { whenServed, type Session } from './support/client'

interface ImportAnswer {
  code: number
  msg: string
  data: {
    count?: number
    rows?: { row: number; column: string; detail: string }[]
    file?: { name: string; content: string }
    lines?: ImportedLine[]
  }
}

/** Asks for something below a base, or posts a form there. */
const ask = (session: Session, url: string, form?: FormData): Promise<Response> =>
  whenServed(() =>
    fetch(`${session.address}${url}`, {
      headers: { authorization: `Bearer ${session.token}` },
      ...(form ? { method: 'POST', body: form } : {}),
    }),
  )

async function titlesOf(workbook: Uint8Array): Promise<string[]> {
  const rows: Cell[][] = []
  for await (const { cells } of readXlsx(workbook, 1)) rows.push(cells)
  return (rows[0] ?? []).map(String)
}

async function workbookOf(head: string[], rows: Record<string, Cell>[]): Promise<Blob> {
  const columns = head.map((title) => ({ title, width: 20 }))
  const content = await writeForm([{ name: '导入', columns, rows: rows.map((row) => head.map((title) => row[title] ?? null)) }], 1)
  return new Blob([new Uint8Array(content)])
}

describePlatform('import of enterprises and goods (I1-I3)', (platform) => {
  const base = '/api/base/enterprise'
  async function titles(session: Session): Promise<string[]> {
    const response = await ask(session, `${base}/import/template`)
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('企业导入模板.xlsx')
    return titlesOf(new Uint8Array(await response.arrayBuffer()))
  }
  async function send(session: Session, head: string[], rows: Record<string, Cell>[]): Promise<ImportAnswer> {
    const form = new FormData()
    form.append('file', await workbookOf(head, rows), '企业.xlsx')
    return (await (await ask(session, `${base}/import`, form)).json()) as ImportAnswer
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
    expect(wrong).toMatchObject({ code: 1002, data: { rows: [{ row: 3, column: '风险评级' }], file: { name: '企业导入错误行.xlsx' } } })
    expect((await op.list(base, { enterpriseName: '导入' })).records).toEqual([])

    const right = await send(op, head, [enterprise('导入甲公司', 'SG2026001'), enterprise('导入乙公司', 'SG2026002')])
    expect(right).toEqual({ code: 200, msg: '导入成功', data: { count: 2 } })
    const { records } = await op.list(base, { enterpriseName: '导入甲' })
    expect(records).toMatchObject([
      {
        enterpriseName: '导入甲公司',
        contactMobile: '13800138000',
        enterpriseRoles: ['BORROWER', 'SUPPLIER'],
        source: 'IMPORT',
        status: 'PENDING',
      },
    ])
  })

  it('is refused to who may only look', async () => {
    expect((await ask(await platform().as('rk01'), `${base}/import/template`)).status).toBe(403)
  })

  it('gives goods whose category is not said that of their name, counts the hit of the keyword, and refuses what no keyword knows', async () => {
    const op = await platform().as('op01')
    const goods = '/api/base/goods'
    const head = await titlesOf(new Uint8Array(await (await ask(op, `${goods}/import/template`)).arrayBuffer()))
    expect(head).toEqual(expect.arrayContaining(['商品名称*', '品类']))
    const sendGoods = async (...rows: Record<string, Cell>[]): Promise<ImportAnswer> => {
      const form = new FormData()
      form.append('file', await workbookOf(head, rows), '商品.xlsx')
      return (await (await ask(op, `${goods}/import`, form)).json()) as ImportAnswer
    }
    const rowOf = (name: string): Record<string, Cell> => ({ '商品名称*': name, '规格*': '1×6', '增值税率*': '13%' })
    const hits = async (): Promise<unknown> => (await op.list('/api/base/categorykeyword', { keyword: '针叶浆' })).records[0]?.['hitCount']
    const before = Number(await hits())
    const unknown = await sendGoods(rowOf('导入针叶浆'), rowOf('无人知晓之物'))
    expect(unknown).toMatchObject({
      code: 1002,
      data: {
        rows: [
          { row: 3, column: '品类' },
          { row: 3, column: '计量单位' },
        ],
      },
    })
    expect(await hits()).toBe(before)
    expect(await sendGoods(rowOf('导入针叶浆'))).toMatchObject({ code: 200, data: { count: 1 } })
    expect(await hits()).toBe(before + 1)
    const [stored] = (await op.list(goods, { goodsName: '导入针叶浆' })).records
    const { categoryName } = await op.read(goods, stored?.id ?? '')
    expect(categoryName).toBe((await op.list('/api/base/categorykeyword', { keyword: '针叶浆' })).records[0]?.['categoryName'])
  })
})

describePlatform('import of miscellaneous fees', (platform) => {
  const base = '/api/fee/misc'
  it('drafts one for each row, of quantity times price where no amount is said, or none of a file with a mistake', async () => {
    const officer = await platform().as('fn01')
    const template = await ask(officer, `${base}/import/template`)
    expect(decodeURIComponent(template.headers.get('content-disposition') ?? '')).toContain('杂费导入模板.xlsx')
    const head = await titlesOf(new Uint8Array(await template.arrayBuffer()))
    const fullName = async (shortName: string) =>
      String((await officer.read('/api/base/enterprise', await platform().idOf('enterprise', 'short_name', shortName)))['enterpriseName'])
    const row: Record<string, Cell> = {
      费用项目: '装卸费',
      '融资客户*': await fullName('演示乳品'),
      '所属部门*': '华东业务部',
      '资金方*': await fullName('甲行'),
      发生日期: '2026-11-19',
      应收日期: '2026-11-30',
      数量: 20,
      单价: 1.5,
    }
    expect(head).toEqual(expect.arrayContaining(Object.keys(row)))
    const send = async (...rows: Record<string, Cell>[]): Promise<ImportAnswer> => {
      const form = new FormData()
      form.append('file', await workbookOf(head, rows), '杂费.xlsx')
      return (await (await ask(officer, `${base}/import`, form)).json()) as ImportAnswer
    }
    const imported = async () =>
      (await officer.list(base, { miscType: 'HANDLING', status: 'DRAFT' })).records.filter(({ occurDate }) => occurDate === '2026-11-19')
    const wrong = await send(row, { ...row, 发生日期: '2026-11-21' })
    expect(wrong).toMatchObject({ code: 1002, data: { rows: [{ row: 3, column: '发生日期' }] } })
    expect(await imported()).toEqual([])
    const amount = head.find((title) => title.startsWith('含税金额')) ?? ''
    expect(await send(row, { ...row, [amount]: 28 })).toMatchObject({ code: 200, data: { count: 2 } })
    expect((await imported()).map(({ totalAmount }) => String(totalAmount)).toSorted()).toEqual(['28.00', '30.00'])
  })
})

describePlatform('入库商品核对 (I1, I3: code 1001)', (platform) => {
  const base = '/api/inventory/stockin'
  const head = ['商品*', '单价', '生产批号', '生产日期', '到期日期', '应收数量']
  interface Goods {
    id: string
    goodsName: string
    spec: string
  }
  async function check(session: Session, rows: Record<string, Cell>[], held?: unknown): Promise<ImportAnswer> {
    const form = new FormData()
    if (held !== undefined) form.append('goodsStockInCheckList', JSON.stringify(held))
    form.append('file', await workbookOf([...head, '库位'], rows), '到货清单.xlsx')
    return (await (await ask(session, `${base}/importCheck`, form)).json()) as ImportAnswer
  }
  /** Two goods in force. */
  async function goods(session: Session): Promise<[Goods, Goods]> {
    const { records } = await session.list('/api/base/goods', { status: 'ENABLED' })
    const named = (records as unknown as Goods[]).filter(({ goodsName }, index, all) =>
      all.every((other, at) => at === index || other.goodsName !== goodsName),
    )
    const [first, second] = named
    if (!first || !second) throw new Error('The demo has no two goods of different names')
    return [first, second]
  }

  it('I3 gives the goods of a workbook back to the form, with what their files say, and stores nothing', async () => {
    const op = await platform().as('op01')
    const [first, second] = await goods(op)
    const before = (await op.list(base)).total
    const response = await check(op, [
      { '商品*': first.goodsName, 生产批号: 'B-1', 生产日期: '2026-11-01', 应收数量: 12.5, 单价: '88.1234' },
      { '商品*': second.goodsName, 生产批号: 'B-2', 应收数量: '1,200', 单价: 3, 库位: 'A-01' },
    ])
    expect({ code: response.code, msg: response.msg }).toEqual({ code: 1001, msg: '核对完成：新增 2 行，更新 0 行，相同 0 行' })
    expect(
      response.data.lines?.map(({ index, values }) => [
        index,
        values['goodsId'],
        values['goodsName'],
        values['spec'],
        values['expectedQty'],
      ]),
    ).toEqual([
      [undefined, first.id, first.goodsName, first.spec, '12.5000'],
      [undefined, second.id, second.goodsName, second.spec, '1200.0000'],
    ])
    expect((await op.list(base)).total).toBe(before)
  })

  it('I1 checks them against those that the form holds, by goods and batch', async () => {
    const op = await platform().as('op01')
    const [first, second] = await goods(op)
    const held = [
      { goodsId: first.id, batchNo: 'B-1', expectedQty: '10', unitPrice: '5', goodsName: first.goodsName },
      { goodsId: second.id, batchNo: null, expectedQty: '7', unitPrice: '2' },
    ]
    const response = await check(
      op,
      [
        { '商品*': second.goodsName, 应收数量: 7, 单价: 2 },
        { '商品*': first.goodsName, 生产批号: 'B-1', 应收数量: 11, 单价: 5 },
        { '商品*': first.goodsName, 生产批号: 'B-9', 应收数量: 1, 单价: 5 },
      ],
      held,
    )
    expect(response.msg).toBe('核对完成：新增 1 行，更新 1 行，相同 1 行')
    expect(response.data.lines?.map(({ index, values }) => [index, values['expectedQty']])).toEqual([
      [1, '7.0000'],
      [0, '11.0000'],
      [undefined, '1.0000'],
    ])
  })

  it('I3 refuses them by row, column and reason, with the rows as a workbook', async () => {
    const op = await platform().as('op01')
    const [first] = await goods(op)
    const response = await check(op, [
      { '商品*': first.goodsName, 生产日期: '2026-11-01', 到期日期: '2026-10-01', 应收数量: 1, 单价: 1 },
      { '商品*': '没有的商品', 应收数量: 0, 单价: 1 },
      { '商品*': first.goodsName, 生产批号: 'X', 应收数量: 1, 单价: 1 },
      { '商品*': first.goodsName, 生产批号: 'X', 应收数量: 2, 单价: 1 },
    ])
    expect(response.code).toBe(1002)
    expect(response.data.rows).toEqual([
      { row: 2, column: '到期日期', detail: '到期日期不能早于生产日期' },
      { row: 3, column: '商品', detail: '“商品”没有找到“没有的商品”，或您无权选用' },
      { row: 3, column: '应收数量', detail: expect.stringContaining('0.0001') as string },
      { row: 5, column: '', detail: '与第 4 行重复' },
    ])
    const failed = await titlesOf(Buffer.from(response.data.file?.content ?? '', 'base64'))
    expect(failed).toEqual([...head, '库位', '错误原因'])
  })

  it('P5 is for whoever may import', async () => {
    const reader = await platform().as('rk01')
    expect((await ask(reader, `${base}/importCheck/template`)).status).toBe(403)
    expect((await ask(reader, `${base}/importCheck`, new FormData())).status).toBe(403)
    const template = await ask(await platform().as('op01'), `${base}/importCheck/template`)
    expect(await titlesOf(new Uint8Array(await template.arrayBuffer()))).toEqual([...head, '库位'])
  })
})

describePlatform('导入销售明细 (I2, I3: code 1001)', (platform) => {
  const base = '/api/sell/order'
  async function send(session: Session, rows: Record<string, Cell>[]): Promise<ImportAnswer> {
    const form = new FormData()
    form.append('file', await workbookOf(['商品*', '数量', '含税单价', '税率'], rows), '销售记录.xlsx')
    return (await (await ask(session, `${base}/importLines`, form)).json()) as ImportAnswer
  }

  it('I3 gives the lines back to the form, refuses another tax rate, and is for whoever may import', async () => {
    const op = await platform().as('op01')
    const row = { '商品*': '高纯铝锭', 数量: 12, 含税单价: '9.9999' }
    const response = await send(op, [{ ...row, 税率: '9%' }])
    expect(response).toMatchObject({
      code: 1001,
      data: { lines: [{ values: { goodsName: '高纯铝锭', qty: '12.0000', taxRate: '0.0900' } }] },
    })
    const refused = await send(op, [{ ...row, 税率: '5%' }])
    expect(refused.data.rows).toEqual([{ row: 2, column: '税率', detail: expect.stringContaining('13%') as string }])
    expect((await ask(await platform().as('fn01'), `${base}/importLines`, new FormData())).status).toBe(403)
  })

  it('I2 takes at most 500 rows', async () => {
    const op = await platform().as('op01')
    const rows = Array.from({ length: 501 }, () => ({ '商品*': '高纯铝锭', 数量: 1, 含税单价: 1, 税率: '13%' }))
    const { code, msg } = await send(op, rows)
    expect(code).not.toBe(1001)
    expect(msg).toContain('500')
  })
})

describePlatform('节假日导入 (I1-I3)', (platform) => {
  const base = '/api/base/calendar'
  const head = ['日期*', '日类型*', '节日名称']
  async function send(session: Session, rows: Record<string, Cell>[]): Promise<ImportAnswer> {
    const form = new FormData()
    form.append('file', await workbookOf(head, rows), '节假日.xlsx')
    return (await (await ask(session, `${base}/import`, form)).json()) as ImportAnswer
  }
  const calendars = async (session: Session) => (await session.list(base)).records

  it('I1 changes the days of every year that the notice names, and no other day', async () => {
    const admin = await platform().as('admin')
    const before = await calendars(admin)
    const stored = await send(admin, [
      { '日期*': '2027-01-01', '日类型*': '法定假日', 节日名称: '元旦' },
      { '日期*': new Date('2027-01-02T00:00:00Z'), '日类型*': 'HOLIDAY', 节日名称: '元旦' },
      { '日期*': '2027/1/10', '日类型*': '调休上班' },
      { '日期*': '2026-12-31', '日类型*': '法定假日', 节日名称: '元旦' },
    ])
    expect(stored).toEqual({ code: 200, msg: '导入成功', data: { count: 4 } })
    const after = await calendars(admin)
    const change = (name: string) => after.map((calendar, index) => Number(calendar[name]) - Number(before[index]?.[name]))
    // By year, the latest first: a Friday off and a Sunday worked; a Thursday off.
    expect([change('workdayCount'), change('holidayCount')]).toEqual([
      [0, -1, 0],
      [2, 1, 0],
    ])
  })

  it('I3 refuses a 30th of February, a year without a calendar and a workday on a Sunday by their rows, and stores nothing of the file', async () => {
    const admin = await platform().as('admin')
    const before = await calendars(admin)
    const good = { '日期*': '2027-10-01', '日类型*': '法定假日', 节日名称: '国庆节' }
    const refused = await send(admin, [
      good,
      { '日期*': '2027-02-30', '日类型*': '法定假日' },
      { '日期*': '2035-01-01', '日类型*': '法定假日' },
      { '日期*': '2027-10-01', '日类型*': '法定假日' },
      { '日类型*': '法定假日' },
    ])
    expect(refused.code).toBe(1002)
    expect(refused.data.rows).toEqual([
      { row: 3, column: '日期', detail: expect.stringContaining('“日期”') as string },
      { row: 4, column: '', detail: '没有日历“2035”，请先建立' },
      { row: 5, column: '', detail: '与第 2 行重复' },
      { row: 6, column: '日期', detail: '“日期”不能为空' },
    ])
    const ofRules = await send(admin, [good, { '日期*': '2027-10-03', '日类型*': '工作日' }])
    expect(ofRules.data.rows).toEqual([{ row: 3, column: '日类型', detail: '2027-10-03 是周日，只能设为周末、法定假日或调休上班' }])
    expect(await calendars(admin)).toEqual(before)
  })

  it('is refused to who may only look', async () => {
    const op = await platform().as('op01')
    expect((await ask(op, `${base}/import/template`)).status).toBe(403)
    expect((await ask(op, `${base}/import`, new FormData())).status).toBe(403)
    const template = await ask(await platform().as('admin'), `${base}/import/template`)
    expect(await titlesOf(new Uint8Array(await template.arrayBuffer()))).toEqual(head)
  })
})
