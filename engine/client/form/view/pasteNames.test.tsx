import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BrowserScreenPlan, RecordPagePlan } from '../../../core/plan'
import { fieldPlan, linesPlan } from '../../../core/testing/fieldPlans'
import type { Option } from '../../../core/wire'
import { RecordPage } from '../../record/RecordPage'
import { actionPlan, columnPlan, detailPage, screenPlan } from '../../testing/plans'
import { Refusal, renderPage, type ServedRequest } from '../../testing/renderPage'
import { inRouter } from '../testing/inRouter'
import '../../record/RecordEdit'

const goodsRef = fieldPlan('goodsId', 'ref', {
  title: '商品',
  required: true,
  ref: {
    entity: 'goods',
    title: '商品',
    label: 'goodsName',
    multiple: false,
    display: 'goodsName',
    fill: { unit: 'unit' },
    keys: { goodsNo: '商品编号', barcode: '条码' },
  },
})
const unit = fieldPlan('unit', 'text', { title: '单位', readOnly: true })
const qty = fieldPlan('qty', 'digit', { title: '数量' })
const day = fieldPlan('day', 'date', { title: '日期' })
const columns = [goodsRef, unit, qty, day]
const goods = linesPlan('goods', columns, { title: '明细', maxRows: 200 })
const edit: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  route: '/stock/edit',
  mode: 'edit',
  tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: columns.map((field) => columnPlan(field)) }],
}
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  lines: { goods },
  pages: { ...base.pages, edit },
  actions: { ...base.actions, edit: actionPlan('edit', { kind: 'edit', page: 'edit' }) },
}
const choices: Option[] = [
  { value: '1', label: '铜', hint: 'SP-1', fill: { unit: '吨' } },
  { value: '2', label: '铝', hint: 'SP-2', fill: { unit: '千克' } },
  { value: '3', label: '锌', hint: 'SP-3', fill: { unit: '吨' } },
  { value: '4', label: '锌', hint: 'SP-4', fill: { unit: '吨' } },
  { value: '5', label: '铅', hint: 'SP-5', refused: '铅已停用' },
]
const barcodes: Record<string, string> = { '1': '690001', '2': '690002' }
const stored = { id: '7', version: 1, status: 'DRAFT', goods: [{ id: '70', goodsId: null, qty: null }] }

const isAskedFor = ({ method, path }: ServedRequest) => method === 'POST' && path.includes('/options/')
const namesOf = ({ body }: ServedRequest) => body['names'] as string[]

/** Finds as the server does: by the whole label, number or barcode, in any case. */
function serve(request: ServedRequest): unknown {
  if (isAskedFor(request)) {
    const names = namesOf(request).map((name) => name.toLowerCase())
    return choices.flatMap((choice) => {
      const keys = [choice.hint, barcodes[choice.value]].flatMap((key) => key?.toLowerCase() ?? []).filter((key) => names.includes(key))
      return keys.length > 0 || names.includes(choice.label.toLowerCase()) ? [{ ...choice, ...(keys.length > 0 ? { keys } : {}) }] : []
    })
  }
  if (request.method !== 'GET') return { ...stored, version: 2 }
  return request.path.includes('/options/') ? choices : stored
}

async function open(response: (request: ServedRequest) => unknown = serve, form = edit) {
  const opened = renderPage(inRouter(<RecordPage screen={screen} page={form} />).element, { address: '/stock/edit?id=7', serve: response })
  const first = await page.findByLabelText('第 1 行商品')
  return {
    ...opened,
    paste: (text: string) => fireEvent.paste(first, { clipboardData: { getData: () => text } }),
    nameQueries: () => opened.requests.filter(isAskedFor).map(namesOf),
  }
}
async function saved(requests: ServedRequest[]): Promise<unknown> {
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  return requests.find(({ method }) => method === 'PATCH')?.body['goods']
}

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

it('finds pasted codes and names with one request, and fills what each row brings', async () => {
  const { paste, nameQueries, requests } = await open()
  paste('sp-1\t\t3\n铝\t\t4\nSP-3\t\t5')
  expect(await page.findByText('已读入 3 行')).toBeTruthy()
  expect(nameQueries()).toEqual([['sp-1', '铝', 'SP-3']])
  expect(page.getByText('千克')).toBeTruthy()
  expect(await saved(requests)).toEqual([
    { id: '70', goodsId: '1', qty: 3 },
    { goodsId: '2', qty: 4 },
    { goodsId: '3', qty: 5 },
  ])
})

it('finds each row by number, barcode or name, with one request, by a heading in any order', async () => {
  const { paste, nameQueries, requests } = await open()
  paste('数量\t条码\tgoodsName\t商品编号\n1\t690002\t\t\n2\t\t铜\t\n3\t\t锌\tSP-4')
  expect(await page.findByText('已读入 3 行')).toBeTruthy()
  expect(nameQueries()).toHaveLength(1)
  expect(await saved(requests)).toMatchObject([{ goodsId: '2', qty: 1 }, { qty: 2 }, { goodsId: '4', qty: 3 }])
})

it('says of each line what was not found, and makes rows only of those of which something was', async () => {
  const { paste, requests } = await open()
  paste('铜\n不明\t\t3\n锌')
  expect(await page.findByText('已读入 2 行；2 行的“商品”未能识别：不明、锌')).toBeTruthy()
  expect(page.getByText('没有找到“不明”，请重新选择')).toBeTruthy()
  expect(page.getByText('粘贴的第 3 行“商品”：锌（未加入表格）')).toBeTruthy()
  for (const _press of [1, 2]) await userEvent.click(page.getByRole('button', { name: '保 存' }))
  expect(page.getByLabelText('第 2 行商品').getAttribute('aria-invalid')).toBe('true')
  expect(requests.every((request) => request.method === 'GET' || isAskedFor(request))).toBe(true)
})

it('never says that rows were pasted of which nothing came in', async () => {
  const { paste } = await open()
  paste('不明\n未知\n没有')
  expect(await page.findByText('没有读入任何内容；3 行的“商品”未能识别：不明、未知、没有')).toBeTruthy()
  expect(page.queryByText(/已读入/)).toBeNull()
  expect(page.queryByLabelText('第 2 行商品')).toBeNull()
})

it('takes nothing that may not be chosen, and says why', async () => {
  const { paste } = await open()
  paste('SP-5\t\t1\n铜\t\t2')
  expect(await page.findByText('已读入 2 行；1 行的“商品”未能识别：SP-5')).toBeTruthy()
  expect(page.getByText('铅已停用')).toBeTruthy()
})

it('says when it could not ask', async () => {
  const { paste } = await open((request) =>
    isAskedFor(request) ? new Refusal(403, { status: 403, error: '无权查看商品' }) : serve(request),
  )
  paste('铜\t\t1\n铝\t\t2')
  expect(await page.findByText('已读入 2 行；2 行的“商品”未能识别：铜、铝；无权查看商品')).toBeTruthy()
})

it('says which days do not fit', async () => {
  const { paste } = await open()
  paste('铜\t\t1\t2026-02-30\n铝\t\t2\t2026-03-01')
  expect(await page.findByText('已读入 2 行；1 行的“日期”未能识别：2026-02-30')).toBeTruthy()
  expect(page.getByText('粘贴的“2026-02-30”未能识别，请重新填写')).toBeTruthy()
})

it('reads what it finds of many pasted rows, and keeps the others to be read', async () => {
  const { paste, nameQueries } = await open()
  paste(Array.from({ length: 200 }, (_, index) => (index % 10 === 9 ? `X-${index}` : 'SP-1')).join('\n'))
  expect(await page.findByText('已读入 180 行；20 行的“商品”未能识别：X-9、X-19、X-29、X-39、X-49 等')).toBeTruthy()
  expect(nameQueries()).toHaveLength(1)
  expect(page.getByText('粘贴的第 200 行“商品”：X-199（未加入表格）')).toBeTruthy()
})

it('chooses what a barcode reader reads into a reference, and goes on to the next cell; of an unknown code it says so', async () => {
  await open()
  const first = page.getByLabelText<HTMLElement>('第 1 行商品')
  const scan = (code: string) => [...code, 'Enter'].forEach((key) => fireEvent.keyDown(document.activeElement ?? first, { key }))
  first.focus()
  scan('699999')
  expect(await page.findByText('没有找到“699999”，请重新选择', { selector: '.ant-message *' })).toBeTruthy()
  page.getByLabelText<HTMLElement>('第 1 行商品').focus()
  scan('690002')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('第 1 行数量')))
  expect(page.getByText('千克')).toBeTruthy()
})

it.each(['{Enter}', '{Tab}'])('finds a code that is typed and confirmed with %s as if it were pasted', async (key) => {
  const { nameQueries } = await open((request) => (request.method === 'GET' && request.query.get('keyword') ? [] : serve(request)))
  await userEvent.click(page.getByLabelText('第 1 行商品'))
  // Slower than a barcode reader, which is heard before.
  const user = userEvent.setup({ delay: 100 })
  await user.type(await page.findByRole('combobox', { name: '第 1 行商品' }), `690002${key}`)
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('第 1 行数量')))
  expect(page.getByText('千克')).toBeTruthy()
  expect(nameQueries()).toEqual([['690002']])
})

it('goes on to the next row when the code stood in the last cell, and begins one at the end', async () => {
  const ending = [qty, goodsRef].map((field) => columnPlan(field))
  await open(undefined, { ...edit, tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: ending }] })
  await userEvent.click(page.getByLabelText('第 1 行商品'))
  const user = userEvent.setup({ delay: 100 })
  await user.type(await page.findByRole('combobox', { name: '第 1 行商品' }), '690002{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('第 2 行数量')))
  expect(page.getByRole('row', { name: /铝/ })).toBeTruthy()
})
