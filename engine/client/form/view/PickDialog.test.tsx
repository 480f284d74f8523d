import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BrowserScreenPlan, PickPlan, RecordPagePlan } from '../../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'
import { RecordPage } from '../../record/RecordPage'
import { actionPlan, columnPlan, detailPage, screenPlan } from '../../testing/plans'
import { renderPage, type ServedRequest } from '../../testing/renderPage'
import { inRouter } from '../testing/inRouter'
import '../../record/RecordEdit'
import './PickDialog'

const owner = fieldPlan('owner', 'text', { title: '货主', maxLength: 40 })
const batch = fieldPlan('batchId', 'ref', {
  title: '批次',
  ref: { entity: 'batch', title: '库存批次', label: 'batchNo', multiple: false, display: 'batchNo' },
})
const goodsRef = fieldPlan('goodsId', 'ref', {
  title: '商品',
  ref: { entity: 'goods', title: '商品', label: 'goodsName', multiple: false, display: 'goodsName', fill: { unit: 'unit', qty: 'least' } },
})
const unit = fieldPlan('unit', 'text', { title: '单位', readOnly: true })
const qty = fieldPlan('qty', 'digit', { title: '数量' })
const goods = linesPlan('goods', [goodsRef, batch, unit, qty], { title: '明细', maxRows: 3 })
const pick: PickPlan = {
  key: 'goods.batchId',
  field: 'batchId',
  title: '库存批次',
  columns: [columnPlan(fieldPlan('batchNo', 'text', { title: '批次号' }))],
  search: [{ name: 'batchNo', title: '批次号' }],
  fill: { goodsId: 'goodsId', qty: 'available' },
  label: 'batchNo',
  given: ['owner'],
}
const edit: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  route: '/stock/edit',
  mode: 'edit',
  sections: [{ title: '基本', items: [itemPlan(owner)] }],
  tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: [goodsRef, batch, unit, qty].map((field) => columnPlan(field)), pick }],
}
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  lines: { goods },
  pages: { ...base.pages, edit },
  actions: {
    ...base.actions,
    add: actionPlan('add', { kind: 'add', page: 'edit' }),
    edit: actionPlan('edit', { kind: 'edit', page: 'edit' }),
  },
}

const rowOf = (id: number) => ({ id: String(id), batchNo: `PC-${id}`, goodsId: '9', available: id * 10 })
const stored = {
  id: '7',
  version: 1,
  status: 'DRAFT',
  owner: '甲',
  goods: [{ id: '70', batchId: '1', batchNo: 'PC-1', goodsId: '9', goodsName: '铜', unit: '吨', qty: 3 }],
}

function serve({ method, path, query }: ServedRequest): unknown {
  if (method !== 'GET') return { ...stored, version: 2 }
  if (path.endsWith('/options/goods.goodsId')) return [{ value: '9', label: '铜', fill: { unit: '吨', least: 1 } }]
  if (!path.includes('/pick/')) return stored
  const first = query.get('page') === '2' ? 21 : 1
  const found = query.get('keyword') === 'PC-30' ? [rowOf(30)] : [0, 1, 2].map((index) => rowOf(first + index))
  return { records: found, total: 40, page: 1, pageSize: 20 }
}
function open(search = '?id=7') {
  return renderPage(inRouter(<RecordPage screen={screen} page={edit} />).element, { address: `/stock/edit${search}`, serve })
}
const press = async (name: string | RegExp) => userEvent.click(await page.findByRole('button', { name }))
const box = async (no: string) =>
  within(await page.findByRole('dialog')).findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${no}$`) })

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

it('chooses several rows over its pages, marks those that are lines already and keeps what was typed into them', async () => {
  const { asked, requests } = open()
  await press('选择库存批次')
  const there = await box('PC-1')
  expect(there.checked).toBe(true)
  expect(page.getByText('已在明细中')).toBeTruthy()
  fireEvent.click(there)
  fireEvent.click(await box('PC-3'))
  await press('下一页')
  fireEvent.click(await box('PC-22'))
  expect((await box('PC-22')).checked).toBe(true)
  await press(/加入明细 \(2\)/)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(asked('/pick/goods.batchId').map(({ query }) => [query.get('form.owner'), query.get('page')])).toEqual([
    ['甲', '1'],
    ['甲', '2'],
  ])
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(requests.find(({ method }) => method === 'PATCH')?.body['goods']).toEqual([
    { id: '70', goodsId: '9', batchId: '1', qty: 3 },
    { goodsId: '9', batchId: '3', qty: 30 },
    { goodsId: '9', batchId: '22', qty: 220 },
  ])
})

it('shows at once what the chosen rows bring, of references among it too', async () => {
  open()
  await press('选择库存批次')
  fireEvent.click(await box('PC-2'))
  await press(/加入明细/)
  await waitFor(() => expect(page.getAllByText('吨')).toHaveLength(2))
  expect(page.getByLabelText('第 2 行批次').textContent).toContain('PC-2')
  expect(page.getByLabelText<HTMLInputElement>('第 2 行数量').value).toBe('20')
})

it('asks before Esc gives up the rows that are chosen, and none when there are none', async () => {
  open()
  await press('选择库存批次')
  fireEvent.click(await box('PC-2'))
  await userEvent.keyboard('{Escape}')
  await press('继续编辑')
  await waitFor(() => expect(page.queryByText('放弃后，本次填写的内容不会保留。')).toBeNull())
  expect((await box('PC-2')).checked).toBe(true)
  cleanup()
  open()
  await press('选择库存批次')
  await box('PC-2')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('looks for a keyword', async () => {
  open()
  await press('选择库存批次')
  await userEvent.type(await page.findByRole('searchbox', { name: '按批次号查找' }), 'PC-30{Enter}')
  expect(await box('PC-30')).toBeTruthy()
})

it('says what has to be filled before, and leads to it as a refused save does', async () => {
  open('?mode=add')
  await press('选择库存批次')
  expect(await page.findByText('请先填写“货主”')).toBeTruthy()
  expect(page.queryByRole('dialog')).toBeNull()
  const input = page.getByLabelText('货主')
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(input, '甲')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  await press('选择库存批次')
  expect(await page.findByRole('dialog')).toBeTruthy()
})

it('says when there is no room', async () => {
  open()
  await press('选择库存批次')
  for (const no of ['PC-2', 'PC-3']) fireEvent.click(await box(no))
  await press('下一页')
  fireEvent.click(await box('PC-21'))
  await press(/加入明细 \(3\)/)
  expect(await page.findByText('明细最多 3 行，还能加入 2 行')).toBeTruthy()
  expect(page.getByRole('dialog')).toBeTruthy()
})

it('takes rows that an endpoint answers over as they are, with what is computed among them', async () => {
  const offered: PickPlan = { ...pick, fill: {}, needed: [], from: { url: '/api/stock/offered', rows: 'goods' } }
  const tabs = edit.tabs.map((tab) => (tab.kind === 'lines' ? { ...tab, pick: offered } : tab))
  const page2: RecordPagePlan = { ...edit, tabs }
  const goodsOf = (no: string) => ({ batchId: no.slice(3), batchNo: no, goodsId: '9', goodsName: '铜', unit: '吨', qty: 5, shelf: 'A' })
  const { asked, requests } = renderPage(
    inRouter(<RecordPage screen={{ ...screen, pages: { ...screen.pages, edit: page2 } }} page={page2} />).element,
    {
      address: '/stock/edit?id=7',
      serve: ({ method, path }) => {
        if (path === '/api/stock/offered') return { goods: ['PC-1', 'PC-2', 'PC-30'].map(goodsOf) }
        return method === 'GET' ? stored : { ...stored, version: 2 }
      },
    },
  )
  await press('选择库存批次')
  expect((await box('PC-1')).checked).toBe(true)
  await userEvent.type(await page.findByRole('searchbox', { name: '按批次号查找' }), '30{Enter}')
  await waitFor(() => expect(page.queryByText('PC-2')).toBeNull())
  fireEvent.click(await box('PC-30'))
  await press(/加入明细/)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  // The keyword is looked for in what has come.
  expect(asked('/api/stock/offered').map(({ query }) => query.get('owner'))).toEqual(['甲'])
  expect(page.getAllByText('吨')).toHaveLength(2)
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(requests.find(({ method }) => method === 'PATCH')?.body['goods']).toEqual([
    { id: '70', goodsId: '9', batchId: '1', qty: 3 },
    { goodsId: '9', batchId: '30', qty: 5 },
  ])
})
