import { describe, expect } from 'vitest'
import { unpack } from '../../engine/server/exchange/archive'
import { readXlsx, type Cell } from '../../engine/server/xlsx'
import { test } from './support/test'

async function rowsOf(content: Buffer): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const { cells } of readXlsx(content, 60_000)) rows.push(cells)
  return rows
}
const partsOf = (content: Buffer) => unpack(content, { entries: 100, bytes: 50_000_000, ratio: 1_000, ratioFrom: 1_000_000 }, () => true)

describe('导出', () => {
  test('I6 exports what the list shows, filtered and sorted, under a Chinese name', async ({ visit }) => {
    const operator = await visit('/quotamgr', { as: 'op01' })
    await operator.list.search({ 额度名称: '授信' })
    await operator.list.sort('额度编号')
    const shown = await operator.list.column('额度编号')
    const said = operator.expectText(/已导出为“授信额度-\d{8}\.xlsx”/)
    const [file] = await Promise.all([operator.saves(() => operator.list.press('导出')), said])
    expect(file.name).toMatch(/^授信额度-\d{8}\.xlsx$/)
    const [head = [], ...rows] = await rowsOf(file.content)
    expect(shown.length).toBeGreaterThan(0)
    expect(rows.map((row) => row[head.indexOf('额度编号')])).toEqual(shown.map((text) => text.trim()))
  })

  test('I6 says that there is nothing to export', async ({ visit }) => {
    const operator = await visit('/quotamgr', { as: 'op01' })
    await operator.list.search({ 额度名称: '没有这样的额度' })
    await operator.list.press('导出')
    await operator.expectText('暂无数据')
  })

  test('I6 E1 shows why an export was refused, although a file was expected', async ({ visit }) => {
    const operator = await visit('/quotamgr', { as: 'op01', refused: [429] })
    const response = { status: 429, error: '您已有导出正在进行，请等待完成后再试', errorMessage: '您已有导出正在进行，请等待完成后再试' }
    await operator.page.route('**/api/credit/export', (route) =>
      route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(response) }),
    )
    await operator.list.press('导出')
    await operator.expectText('您已有导出正在进行，请等待完成后再试')
  })

  test('I6 tells where the file of a large export will be, and leads there', async ({ visit }) => {
    const operator = await visit('/quotamgr', { as: 'op01' })
    const queued = { id: '1', page: '/dataExportDownload', title: '数据导出下载' }
    await operator.page.route('**/api/credit/export', (route) => route.fulfill({ json: { queued } }))
    await operator.list.press('导出')
    await operator.expectText('导出数据较多，已提交后台生成，完成后到“数据导出下载”下载')
    await operator.page.getByRole('button', { name: '前往查看' }).click()
    await operator.expectPath('/dataExportDownload')
  })

  test('I6 makes an expired file again, shows by itself when it is there, and saves it', async ({ visit }) => {
    const operator = await visit('/dataExportDownload', { as: 'multi01' })
    const expired = operator.list.row('已过期')
    await expired.expectThere()
    // Files of the demo data expire one after the other in the days after its last one.
    const taskNo = /DC[\d-]+/.exec(await expired.root.innerText())?.[0] ?? ''
    expect(await expired.actions()).toEqual(['重新生成', '删除', '下载'])
    await expired.press('重新生成')
    await operator.dialog.confirm()
    // Nobody presses anything: the list looks after running tasks itself.
    await operator.list.row(taskNo).expectCell('可下载')
    await operator.list.row(taskNo).expectCell('100%')
    const file = await operator.saves(() => operator.list.row(taskNo).press('下载'))
    expect(file.name).toMatch(/^(授信额度|融资申请)-\d{8}\.xlsx$/)
    expect((await rowsOf(file.content)).length).toBeGreaterThan(1)
  })
})

describe('文件', () => {
  test('C8 takes files on /uploadfile, lists, saves several as one archive, and deletes', async ({ visit }) => {
    const operator = await visit('/uploadfile', { as: 'op01' })
    await operator.list.expectAnswered()
    for (const name of ['季度对账单.txt', '装箱清单.txt'])
      await operator.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`内容：${name}`) })
    await operator.list.row('装箱清单.txt').expectThere()
    await operator.list.row('季度对账单.txt').expectThere()
    for (const name of ['季度对账单.txt', '装箱清单.txt']) await operator.list.row(name).select()
    const file = await operator.saves(() => operator.list.press('下载'))
    expect(file.name).toMatch(/^附件-\d{8}\.zip$/)
    const parts = (await partsOf(file.content)).map(({ name, content }) => [name, content.toString()])
    expect(Object.fromEntries(parts)).toEqual({ '季度对账单.txt': '内容：季度对账单.txt', '装箱清单.txt': '内容：装箱清单.txt' })
    for (const name of ['季度对账单.txt', '装箱清单.txt']) {
      await operator.list.row(name).press('删除')
      await operator.dialog.confirm()
      await operator.list.row(name).expectGone()
    }
  })

  test('C8 tells on /uploadfile why a file was refused, and keeps nothing of it', async ({ visit }) => {
    const operator = await visit('/uploadfile', { as: 'op01', refused: [415] })
    await operator.list.expectAnswered()
    const total = await operator.list.total()
    await operator.page
      .locator('input[type=file]')
      .setInputFiles({ name: '程序.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
    await operator.expectText('不支持此类文件')
    await operator.list.query()
    expect(await operator.list.total()).toBe(total)
  })

  test('C8 shows an auditor no place to upload on /uploadfile', async ({ visit }) => {
    const auditor = await visit('/uploadfile', { as: 'au01' })
    await auditor.list.expectAnswered()
    expect(await auditor.page.locator('.app-page:not([aria-busy]):visible input[type=file]').count()).toBe(0)
    expect(await auditor.list.firstRow().actions()).toEqual(['下载'])
  })

  test('C8 saves the chosen attachments of a record as one archive', async ({ visit }) => {
    const operator = await visit('/enterprise', { as: 'op01' })
    await operator.list.firstRow().press('附件')
    const dialog = operator.page.getByRole('dialog')
    for (const name of ['一.txt', '二.txt']) {
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
      await dialog.getByRole('rowheader', { name }).waitFor()
    }
    await dialog.getByRole('checkbox', { name: '选择 一.txt' }).check()
    await dialog.getByRole('checkbox', { name: '选择 二.txt' }).check()
    const file = await operator.saves(() => dialog.getByRole('button', { name: '批量下载' }).click())
    expect((await partsOf(file.content)).map(({ name }) => name).sort()).toEqual(['一.txt', '二.txt'].sort())
  })
})
