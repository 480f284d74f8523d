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
  ref: { entity: 'goods', title: '商品', label: 'goodsName', multiple: false, display: 'goodsName', fill: { unit: 'unit' } },
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
const stored = { id: '7', version: 1, status: 'DRAFT', goods: [{ id: '70', goodsId: null, qty: null }] }

/** Finds as the server does: by the whole label or hint, in any case. */
function serve({ method, path, query }: ServedRequest): unknown {
  if (method !== 'GET') return { ...stored, version: 2 }
  if (!path.includes('/options/')) return stored
  const names = query.getAll('names').map((name) => name.toLowerCase())
  return choices.filter(({ label, hint = '' }) => names.includes(label.toLowerCase()) || names.includes(hint.toLowerCase()))
}

async function open(response: (request: ServedRequest) => unknown = serve) {
  const opened = renderPage(inRouter(<RecordPage screen={screen} page={edit} />).element, { address: '/stock/edit?id=7', serve: response })
  const first = await page.findByLabelText('第 1 行商品')
  return {
    ...opened,
    paste: (text: string) => fireEvent.paste(first, { clipboardData: { getData: () => text } }),
    nameQueries: () => opened.asked('/options/goods.goodsId').filter(({ query }) => query.has('names')),
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
  expect(await page.findByText('已粘贴 3 行')).toBeTruthy()
  expect(nameQueries().map(({ query }) => query.getAll('names'))).toEqual([['sp-1', '铝', 'SP-3']])
  expect(page.getByText('千克')).toBeTruthy()
  expect(await saved(requests)).toEqual([
    { id: '70', goodsId: '1', qty: 3 },
    { goodsId: '2', qty: 4 },
    { goodsId: '3', qty: 5 },
  ])
})

it('says of each row what was not found, and keeps the row to be corrected', async () => {
  const { paste, requests } = await open()
  paste('铜\n不明\n锌')
  expect(await page.findByText('已粘贴 1 行，第 2 行“商品”、第 3 行“商品”未能识别')).toBeTruthy()
  expect(page.getByText('没有找到“不明”，请重新选择')).toBeTruthy()
  expect(page.getByText('有多条“锌”，请重新选择')).toBeTruthy()
  for (const _press of [1, 2]) await userEvent.click(page.getByRole('button', { name: '保 存' }))
  expect(page.getByLabelText('第 3 行商品').getAttribute('aria-invalid')).toBe('true')
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

it('never says that rows were pasted of which nothing came in', async () => {
  const { paste } = await open()
  paste('不明\n未知\n没有')
  expect(await page.findByText(/^未粘贴任何内容，第 1 行“商品”/)).toBeTruthy()
  expect(page.queryByText(/已粘贴/)).toBeNull()
})

it('takes nothing that may not be chosen, and says why', async () => {
  const { paste } = await open()
  paste('SP-5\t\t1\n铜\t\t2')
  expect(await page.findByText('已粘贴 2 行，第 1 行“商品”未能识别')).toBeTruthy()
  expect(page.getByText('铅已停用')).toBeTruthy()
})

it('says when it could not ask', async () => {
  const { paste } = await open((request) =>
    request.query.has('names') ? new Refusal(403, { status: 403, error: '无权查看商品' }) : serve(request),
  )
  paste('铜\t\t1\n铝\t\t2')
  expect((await page.findByText(/^已粘贴 2 行/)).textContent).toBe('已粘贴 2 行，第 1 行“商品”、第 2 行“商品”未能识别，无权查看商品')
})

it('says which days do not fit', async () => {
  const { paste } = await open()
  paste('铜\t\t1\t2026-02-30\n铝\t\t2\t2026-03-01')
  expect(await page.findByText('已粘贴 2 行，第 1 行“日期”未能识别')).toBeTruthy()
  expect(page.getByText('粘贴的“2026-02-30”未能识别，请重新填写')).toBeTruthy()
})

it('asks for more than fifty names in parts', async () => {
  const { paste, nameQueries } = await open()
  paste(Array.from({ length: 60 }, (_, index) => `X-${index}`).join('\n'))
  await page.findByText(/等 60 处未能识别/)
  expect(nameQueries().map(({ query }) => query.getAll('names').length)).toEqual([50, 10])
})
