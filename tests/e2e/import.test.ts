import type { Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { fileOf, rowsOf, workbook, type SheetRows } from './support/files'
import { test } from './support/test'
import type { Visitor } from './support/visitor'

const mark = Date.now().toString(36).slice(-5).toUpperCase()
const head = [
  '企业名称*',
  '简称*',
  '英文名称',
  '统一社会信用代码*',
  '企业角色*',
  '风险评级',
  '国家/地区',
  '法定代表人*',
  '成立日期',
  '注册资本',
  '注册地址*',
  '所在省市',
  '经营范围',
  '联系人*',
  '联系手机*',
]
const codes = { next: 0 }

/** An enterprise that can be imported. */
const enterprise = (name: string, more: SheetRows[number] = {}): SheetRows[number] => ({
  '企业名称*': name,
  '简称*': name.slice(0, 8),
  英文名称: 'Imported Ltd.',
  '统一社会信用代码*': `SG${mark}${String((codes.next += 1)).padStart(3, '0')}`,
  '企业角色*': '融资客户',
  '国家/地区': '新加坡',
  '法定代表人*': '王海',
  '注册地址*': '某路 1 号',
  '联系人*': '李明',
  '联系手机*': 13800138000,
  ...more,
})

/** The titles of the template as it is. */
async function titles(visitor: Visitor): Promise<string[]> {
  const { content } = await visitor.importDialog.template()
  return (await rowsOf(content)).head
}

let known: Promise<string[]> | undefined
/** Those of enterprises, which stay as they are. */
function titlesOfEnterprises(visitor: Visitor): Promise<string[]> {
  return (known ??= titles(visitor))
}

async function open(visit: (path: string, options?: object) => Promise<Visitor>, options: object = {}): Promise<Visitor> {
  const operator = await visit('/enterprise', { as: 'op01', ...options })
  await operator.list.press('导入')
  await operator.importDialog.expectText('企业导入')
  return operator
}

/** Requests that carry a file from here on. */
function watchImports(visitor: Visitor): string[] {
  const sent: string[] = []
  visitor.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/import')) sent.push(request.headers()['idempotency-key'] ?? '')
  })
  return sent
}

describe('the import dialog', () => {
  test('I1 says what it is for, offers a template, and is closed by 取消 and Esc but not by the mask', async ({ visit }) => {
    const operator = await open(visit)
    const dialog = operator.importDialog
    await dialog.expectText('导入的企业与逐个新增的一样')
    await dialog.expectText('每次最多导入500条企业记录')
    await dialog.expectButtons('取消', '导入')
    await expect.poll(() => dialog.start.isDisabled()).toBe(true)
    const template = await dialog.template()
    expect(template.name).toBe('企业导入模板.xlsx')
    expect((await rowsOf(template.content)).head).toEqual(expect.arrayContaining(head.slice(0, 2)))

    await dialog.choose(await workbook('第一次.xlsx', head, [enterprise('甲')]))
    await dialog.files.item('第一次.xlsx').waitFor()
    await dialog.clickMask()
    await dialog.files.item('第一次.xlsx').waitFor()
    await dialog.cancel()

    await operator.list.press('导入')
    await dialog.expectText('企业导入')
    expect(await dialog.files.item('第一次.xlsx').count()).toBe(0)
    await operator.page.keyboard.press('Escape')
    await dialog.gone()
  })

  test('I1 I3 stores the rows of a chosen file, says so and asks the list from its first page; I5 also of one that is dropped, and is lit while it is held over', async ({
    visit,
  }) => {
    const operator = await visit('/enterprise', { as: 'op01' })
    await operator.list.search({ 企业名称: '演示' })
    await operator.list.press('导入')
    const dialog = operator.importDialog
    await dialog.choose(
      await workbook('企业.xlsx', await titlesOfEnterprises(operator), [
        enterprise(`导入选择甲 ${mark}`),
        enterprise(`导入选择乙 ${mark}`),
      ]),
    )
    await dialog.start.click()
    await operator.expectText('导入成功')
    await dialog.gone()
    await operator.list.row(`导入选择甲 ${mark}`).expectThere()
    await operator.list.row(`导入选择乙 ${mark}`).expectThere()

    await operator.list.press('导入')
    const { files, start } = dialog
    const sheet = await workbook('拖入.xlsx', await titlesOfEnterprises(operator), [enterprise(`导入拖拽 ${mark}`)])
    const border = () => files.area.evaluate((element) => getComputedStyle(element).backgroundColor)
    const quiet = await border()
    await files.drag(sheet)
    await expect.poll(border).not.toBe(quiet)
    await files.drop(sheet)
    await start.click()
    await dialog.gone()
    await operator.list.row(`导入拖拽 ${mark}`).expectThere()
  })

  test('I2 refuses more than 500 rows with their number, and what is no workbook inside; I3 lists each mistake, offers the rows as a workbook, and takes them mended in the same dialog', async ({
    visit,
  }) => {
    const operator = await open(visit)
    const dialog = operator.importDialog
    const { files, start } = dialog
    const many = Array.from({ length: 501 }, (_, index) => enterprise(`过多 ${index}`))
    await dialog.choose(await workbook('过多.xlsx', await titlesOfEnterprises(operator), many))
    await start.click()
    await files.expectProblem('过多.xlsx', '文件有 501 行数据，每次最多导入 500 行')

    await dialog.choose(fileOf('假的.xlsx', 'name,code\r\n1,2'))
    await start.click()
    await files.expectProblem('假的.xlsx', /文件不是可以读取的 \.xlsx 工作簿/)
    await expect.poll(() => start.isEnabled()).toBe(true)

    const right = enterprise(`导入正确 ${mark}`)
    const wrong = [enterprise(`导入错误甲 ${mark}`, { 风险评级: '极好' }), enterprise(`导入错误乙 ${mark}`, { '联系人*': null })]
    await dialog.choose(await workbook('有误.xlsx', await titlesOfEnterprises(operator), [right, ...wrong]))
    await dialog.start.click()
    await operator.expectText('共 2 处错误，没有导入任何数据')
    const problems = await dialog.problems()
    expect(problems.map(([row, column]) => [row, column])).toEqual([
      ['3', '风险评级'],
      ['4', '联系人'],
    ])
    expect(problems.every(([, , reason]) => reason !== '')).toBe(true)

    const failed = await dialog.failedRows()
    expect(failed.name).toBe('企业导入错误行.xlsx')
    const { head: failedHead, rows } = await rowsOf(failed.content)
    expect(rows.map((row) => [row['企业名称*'], row['错误原因']])).toEqual([
      [`导入错误甲 ${mark}`, expect.stringContaining('第 3 行：风险评级：')],
      [`导入错误乙 ${mark}`, expect.stringContaining('第 4 行：联系人：')],
    ])
    const mended = rows.map((row) => ({ ...row, 风险评级: 'A', '联系人*': '李明' }))
    await dialog.choose(await workbook('改正.xlsx', failedHead, mended))
    await dialog.start.click()
    await operator.expectText('导入成功')
    await dialog.gone()
    await operator.list.row(`导入错误甲 ${mark}`).expectThere()
    await operator.list.row(`导入错误乙 ${mark}`).expectThere()
    // Of the file that failed nothing was stored, not even what was right.
    await operator.list.search({ 企业名称: `导入正确 ${mark}` })
    expect(await operator.list.total()).toBe(0)
  })

  test('I3 after a connection that broke, the same file can be sent again and is stored once', async ({ visit }) => {
    const operator = await open(visit)
    const { files, start } = operator.importDialog
    operator.complaints.allowFailedConnections()
    const sent = watchImports(operator)
    let tries = 0
    await operator.page.route('**/enterprise/import', async (route: Route) => {
      tries += 1
      // The first arrives and its answer is lost.
      if (tries === 1) {
        await route.fetch()
        await route.abort('connectionreset')
      } else await route.continue()
    })
    await files.choose(await workbook('断线.xlsx', await titlesOfEnterprises(operator), [enterprise(`导入断线 ${mark}`)]))
    await start.click()
    await files.expectProblem('断线.xlsx', '上传错误：网络错误')
    await start.click()
    await operator.expectText('导入成功')
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    await operator.list.search({ 企业名称: `导入断线 ${mark}` })
    expect(await operator.list.total()).toBe(1)
  })
})

describe('入库商品核对', () => {
  test('I1 I3 fills the form with the goods of a workbook (code 1001), beside what is typed already', async ({ visit }) => {
    const operator = await visit('/stockin/0?mode=add', { as: 'op01' })
    await operator.form.press('入库商品核对')
    const dialog = operator.importDialog
    await dialog.expectText('按商品和生产批号与当前入库单核对')
    await dialog.expectText('每次最多导入500条入库商品')
    const columns = await titles(operator)
    expect(columns).toEqual(['商品*', '单价', '生产批号', '生产日期', '到期日期', '应收数量', '库位'])

    const goods = { '商品*': 'SP000001', 生产批号: `P${mark}`, 应收数量: 100, 单价: '45.5' }
    await dialog.choose(await workbook('到货.xlsx', columns, [goods]))
    await dialog.start.click()
    await operator.expectText('核对完成：新增 1 行，更新 0 行，相同 0 行')
    await dialog.gone()
    await operator.form.expectLine(0, { 生产批号: `P${mark}`, 应收数量: '100', 单价: '45.5000' })

    await operator.form.press('入库商品核对')
    await dialog.drop(
      await workbook('到货二.xlsx', columns, [
        { ...goods, 应收数量: 120 },
        { ...goods, 生产批号: `Q${mark}` },
      ]),
    )
    await dialog.start.click()
    await dialog.gone()
    await operator.form.expectLine(0, { 生产批号: `P${mark}`, 应收数量: '120' })
    await operator.form.expectLine(1, { 生产批号: `Q${mark}`, 应收数量: '100' })
  })

  test('I3 leaves the form as it is when a row is refused', async ({ visit }) => {
    const operator = await visit('/stockin/0?mode=add', { as: 'op01' })
    await operator.form.press('入库商品核对')
    const dialog = operator.importDialog
    await dialog.choose(await workbook('到货.xlsx', await titles(operator), [{ '商品*': '没有的商品', 应收数量: 1, 单价: 1 }]))
    await dialog.start.click()
    expect(await dialog.problems()).toEqual([['2', '商品', '“商品”没有找到“没有的商品”，或您无权选用']])
    await dialog.cancel()
    await operator.expectText('暂无明细')
  })
})
