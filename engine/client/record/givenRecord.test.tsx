import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { ListPage } from '../list/ListPage'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import { inRouter } from '../form/testing/inRouter'
import { actionPlan, columnPlan, detailPage, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { renderPage, type ServedRequest } from '../testing/renderPage'
import { RecordPage } from './RecordPage'
import '../form/view/AskDialog'

const ownerRef = { entity: 'owner', title: '货主', label: 'ownerName', multiple: false, display: 'ownerName' }
const owner = fieldPlan('ownerId', 'ref', { title: '货主', ref: ownerRef })
const batch = fieldPlan('batchId', 'ref', {
  title: '批次',
  ref: {
    entity: 'batch',
    title: '批次',
    label: 'batchNo',
    multiple: false,
    display: 'batchNo',
    where: { ownerId: { from: 'ownerId' } },
    fill: { amount: 'price' },
  },
})
const qty = fieldPlan('qty', 'digit', { title: '数量' })
const goods = linesPlan('goods', [qty], { title: '明细' })

const edit: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  title: '库存编辑',
  route: '/stock/edit',
  mode: 'edit',
  sections: [
    {
      title: '基本',
      items: [
        itemPlan(owner),
        { ...itemPlan(batch), brings: '/api/stock/ofBatch' },
        ...['name', 'amount', 'day', 'used'].map((name) => itemPlan(fields[name as 'name'])),
      ],
    },
  ],
  tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: [columnPlan(qty)] }],
  // In another order than they depend on one another.
  params: { batchId: 'batch', ownerId: 'ownerId', name: 'name', day: 'day', used: 'used' },
}
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  lines: { goods },
  pages: { ...base.pages, edit },
  actions: { ...base.actions, add: actionPlan('add', { kind: 'add', page: 'edit' }, { title: '新增' }) },
}

/** Owner 1 has batch 7; nothing else may be chosen. */
function serve({ path, query, method }: ServedRequest): unknown {
  if (method === 'POST') return { id: '9', version: 1 }
  if (path === '/api/stock/ofBatch') return { goods: [{ qty: 5 }] }
  const values = query.getAll('values')
  if (path === '/api/stock/options/ownerId') return values.includes('1') ? [{ value: '1', label: '甲公司' }] : []
  if (path === '/api/stock/options/batchId')
    return values.includes('7') && query.get('ownerId') === '1' ? [{ value: '7', label: 'PC-7', fill: { amount: '12.50' } }] : []
  return {}
}

function open(search: string) {
  const { router, element } = inRouter(<RecordPage screen={screen} page={edit} />)
  return { router, ...renderPage(element, { address: `/stock/edit${search}`, serve }) }
}
const created = (requests: readonly ServedRequest[]) => requests.find(({ method }) => method === 'POST')?.body

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

describe('a new record that the address gives values', () => {
  it('begins with them, as if they had been chosen and typed: what narrows comes first, what is filled and brought follows', async () => {
    const { requests } = open('?batch=7&ownerId=1&name=现货&day=2026-11-22&used=true')
    expect((await page.findByLabelText<HTMLInputElement>('名称')).value).toBe('现货')
    expect(requests.map(({ path }) => path)).toEqual(['/api/stock/options/ownerId', '/api/stock/options/batchId', '/api/stock/ofBatch'])
    await userEvent.click(page.getByRole('button', { name: '保 存' }))
    await waitFor(() => expect(created(requests)).toBeDefined())
    expect(created(requests)).toEqual({
      ownerId: '1',
      batchId: '7',
      name: '现货',
      amount: '12.50',
      day: '2026-11-22',
      used: true,
      goods: [{ qty: 5 }],
    })
  })

  it('says which of them may not be chosen or do not fit, and leaves them out', async () => {
    const { requests } = open('?batch=8&ownerId=1&day=2026-13-01&name=现货')
    await page.findByText('链接中的“批次、日期”不能带入，请核对后自行填写')
    await userEvent.click(page.getByRole('button', { name: '保 存' }))
    await waitFor(() => expect(created(requests)).toEqual({ ownerId: '1', name: '现货' }))
  })

  it('takes nothing that the page does not list, and says so of its own fields', async () => {
    const { requests } = open('?amount=99&status=DRAFT&ticket=x&name=现货')
    await page.findByText('链接中的“金额”不能带入，请核对后自行填写')
    await userEvent.click(page.getByRole('button', { name: '保 存' }))
    await waitFor(() => expect(created(requests)).toEqual({ name: '现货' }))
  })

  it('is nothing that the user has typed, so that leaving asks nothing and keeps no draft', async () => {
    open('?name=现货')
    await page.findByLabelText('名称')
    await userEvent.click(page.getByRole('button', { name: '返回' }))
    expect(page.queryByRole('dialog')).toBeNull()
    expect(Object.keys(window.sessionStorage).filter((key) => key.includes('draft'))).toEqual([])
  })

  it('has a draft of its own, apart from a new record that begins with nothing', async () => {
    const first = open('?name=现货')
    await userEvent.type(await page.findByLabelText('金额'), '5')
    await waitFor(() => expect(Object.keys(window.sessionStorage).filter((key) => key.includes('draft'))).toHaveLength(1))
    expect(first.requests).toEqual([])
    cleanup()
    open('')
    expect((await page.findByLabelText<HTMLInputElement>('名称')).value).toBe('')
    expect(page.queryByText(/已恢复/)).toBeNull()
    cleanup()
    open('?name=现货')
    await page.findByText(/已恢复/)
    expect(page.getByLabelText<HTMLInputElement>('金额').value).toBe('5.00')
  })

  it('says nothing to a record that exists', async () => {
    renderPage(inRouter(<RecordPage screen={screen} page={edit} />).element, {
      address: '/stock/edit?id=7&name=别的',
      serve: () => ({ id: '7', version: 1, status: 'DRAFT', name: '旧名', goods: [] }),
    })
    expect((await page.findByLabelText<HTMLInputElement>('名称')).value).toBe('旧名')
  })
})

it('a link of a batch carries the ids of the selected rows', async () => {
  const verify = actionPlan('verify', { kind: 'link', to: '/verify?receipts={ids}' }, { title: '核销' })
  const withLink = { ...base, actions: { ...base.actions, verify } }
  const { address } = renderPage(<ListPage screen={withLink} page={listPagePlan({ batchActions: ['verify'] })} />, {
    serve: () => ({ records: stockRows(3), total: 3, page: 1, pageSize: 20 }),
  })
  const table = await page.findByRole('table')
  const boxes = await waitFor(() => {
    const found = within(table).getAllByRole('checkbox')
    expect(found).toHaveLength(4)
    return found
  })
  fireEvent.click(boxes[1]!)
  fireEvent.click(boxes[3]!)
  await userEvent.click(await page.findByRole('button', { name: '核销' }))
  expect(address()).toBe('/verify?receipts=1%2C3')
})
