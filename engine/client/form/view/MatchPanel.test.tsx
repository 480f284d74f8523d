import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BrowserScreenPlan, FieldPlan, MatchPlan, MatchSidePlan, RecordPagePlan } from '../../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../../core/testing/fieldPlans'
import { RecordPage } from '../../record/RecordPage'
import { actionPlan, columnPlan, detailPage, screenPlan } from '../../testing/plans'
import { Refusal, renderPage, type ServedRequest } from '../../testing/renderPage'
import { inRouter } from '../testing/inRouter'
import '../../record/RecordEdit'

beforeAll(() => import('./MatchPanel'))

const reference = (name: string, title: string, entity: string, display: string, multiple = false): FieldPlan =>
  fieldPlan(name, 'ref', { title, multiple, ref: { entity, title, label: 'no', multiple, display } })
const payer = fieldPlan('payer', 'text', { title: '付款方', maxLength: 40 })
const receipts = reference('receiptIds', '收款单', 'receipt', 'receiptNos', true)
const receipt = reference('receiptId', '收款', 'receipt', 'receiptNo')
const due = reference('dueId', '应收', 'due', 'dueNo')
const amount = fieldPlan('amount', 'money', { title: '本次金额' })
const kind = fieldPlan('kind', 'text', { title: '类型', readOnly: true })
const table = linesPlan('lines', [receipt, due, kind, amount], { title: '明细', maxRows: 5 })
const [no, left] = [fieldPlan('no', 'text', { title: '编号' }), fieldPlan('left', 'money', { title: '未核销' })]
const side = (field: string, title: string, more: Partial<MatchSidePlan> = {}): MatchSidePlan => ({
  key: `lines.${field}`,
  field,
  title,
  columns: [columnPlan(no), columnPlan(left)],
  search: [],
  fill: {},
  label: 'no',
  given: ['payer'],
  left: 'left',
  ...more,
})
const match: MatchPlan = {
  amount: 'amount',
  chosen: 'receiptIds',
  from: side('receiptId', '收款单'),
  to: side('dueId', '应收项', { fill: { kind: 'kind' }, search: [{ name: 'no', title: '编号' }] }),
  suggest: { url: '/api/stock/suggest', rows: 'lines', given: ['receiptIds'], needed: ['receiptIds'] },
  rest: '余额留存',
  stored: { chosenSum: 'left' },
}
const edit: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  route: '/stock/edit',
  mode: 'edit',
  sections: [{ title: '基本', items: [itemPlan(payer), itemPlan(receipts)] }],
  tabs: [
    { kind: 'lines', title: '明细', lines: 'lines', columns: [receipt, due, kind, amount].map((field) => columnPlan(field)), match },
    // Something beside it.
    { kind: 'history', title: '历史' },
  ],
}
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  lines: { lines: table },
  pages: { ...base.pages, edit },
  actions: {
    ...base.actions,
    add: actionPlan('add', { kind: 'add', page: 'edit' }),
    edit: actionPlan('edit', { kind: 'edit', page: 'edit' }),
  },
}

const stored = { id: '7', version: 1, status: 'DRAFT', payer: '甲', receiptIds: ['1'], receiptNos: ['SK-1'], lines: [] }
const givers = [
  { id: '1', no: 'SK-1', left: '100.00' },
  { id: '2', no: 'SK-2', left: '50.00' },
]
const takers = [
  { id: '8', no: 'YS-8', left: '120.00', kind: '费用' },
  { id: '9', no: 'YS-9', left: '60.00', kind: '保证金' },
]
const suggested = [
  { receiptId: '1', receiptNo: 'SK-1', dueId: '8', dueNo: 'YS-8', amount: '100.00' },
  { receiptId: '2', receiptNo: 'SK-2', dueId: '8', dueNo: 'YS-8', amount: '20.00' },
]
let isBroken = false

function serve({ method, path, query }: ServedRequest): unknown {
  if (method !== 'GET') return { ...stored, version: 2 }
  if (path.endsWith('/suggest')) return { lines: query.getAll('receiptIds').length > 1 ? suggested : [] }
  if (path.includes('/pick/lines.receiptId')) return { records: givers, total: 2, page: 1, pageSize: 200 }
  if (path.includes('/pick/lines.dueId') && isBroken) return new Refusal(417, { message: '读不到' })
  if (path.includes('/pick/lines.dueId')) {
    const found = takers.filter((row) => row.no.includes(query.get('keyword') ?? ''))
    return { records: found, total: query.get('keyword') ? 1 : 300, page: 1, pageSize: 200 }
  }
  if (path.includes('/options/')) return []
  return stored
}
const open = (record: object = {}) =>
  renderPage(inRouter(<RecordPage screen={screen} page={edit} />).element, {
    address: '/stock/edit?id=7',
    serve: (request) => {
      const body = serve(request)
      return body === stored ? { ...stored, ...record } : body
    },
  })
const tick = async (name: string) => fireEvent.click(await page.findByRole('checkbox', { name: new RegExp(`${name}$`) }))
const press = async (name: string | RegExp) => userEvent.click(await page.findByRole('button', { name }))
const amounts = () => page.queryAllByLabelText<HTMLInputElement>(/^第 \d+ 行本次金额$/).map(({ value }) => value)
const said = (text: string) => page.findByText(text)

beforeEach(() => {
  isBroken = false
  window.sessionStorage.clear()
})
afterEach(cleanup)

it('makes lines of what the ticked rows give, in their order, and says what is left of each and of all', async () => {
  const { asked, services, requests } = open()
  await said('已选 1 笔，合计 100.00，已分配 0.00，剩余 100.00')
  expect(asked('/pick/lines.dueId')[0]?.query.get('form.payer')).toBe('甲')
  await tick('SK-2')
  await said('已选 2 笔，合计 150.00，已分配 0.00，剩余 150.00')
  await waitFor(() => expect(Number(services.storage.get('chosenSum'))).toBe(150))
  await tick('YS-8')
  await said('已选 2 笔，合计 150.00，已分配 120.00，剩余 30.00')
  expect(amounts()).toEqual(['100.00', '20.00'])
  expect(page.getAllByText('费用').length).toBeGreaterThan(0)
  const taking = within(page.getByRole('region', { name: '应收项' }))
  expect(taking.getByText('共 300 行，列出前 2 行，其余请查找')).toBeDefined()
  expect(within(taking.getAllByRole('row')[1]!).getAllByText('120.00')).toHaveLength(2)

  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    receiptIds: ['1', '2'],
    lines: [
      { receiptId: '1', dueId: '8', amount: '100' },
      { receiptId: '2', dueId: '8', amount: '20' },
    ],
  })
})

it('takes the lines of a row away that is ticked no more, and has the last step back', async () => {
  open({ receiptIds: ['1', '2'], receiptNos: ['SK-1', 'SK-2'] })
  await said('已选 2 笔，合计 150.00，已分配 0.00，剩余 150.00')
  await tick('YS-8')
  await tick('YS-9')
  expect(amounts()).toEqual(['100.00', '20.00', '30.00'])
  await tick('SK-2')
  await said('已选 1 笔，合计 100.00，已分配 100.00，剩余 0.00')
  expect(amounts()).toEqual(['100.00'])
  await press('撤销上一步')
  await said('已选 2 笔，合计 150.00，已分配 150.00，剩余 0.00')
  expect(amounts()).toEqual(['100.00', '20.00', '30.00'])
  await tick('YS-8')
  expect(amounts()).toEqual(['30.00'])
  await press('清空明细')
  expect(amounts()).toEqual([])
})

it('keeps the rest of each ticked row in a line without a taker, and adds to one that is there', async () => {
  open({ lines: [{ id: '70', receiptId: '1', receiptNo: 'SK-1', dueId: null, amount: '10.00' }] })
  await said('已选 1 笔，合计 100.00，已分配 10.00，剩余 90.00')
  await press('余额留存')
  await said('已选 1 笔，合计 100.00，已分配 100.00，剩余 0.00')
  expect(amounts()).toEqual(['100.00'])
  await press('余额留存')
  expect(await page.findByText('所选收款单已全部分配')).toBeDefined()
})

it('puts a suggestion in the place of all lines, and says when there is none', async () => {
  open({ lines: [{ id: '70', receiptId: '1', receiptNo: 'SK-1', dueId: '9', dueNo: 'YS-9', amount: '60.00' }] })
  await said('已选 1 笔，合计 100.00，已分配 60.00，剩余 40.00')
  await press('建议分配')
  expect(await page.findByText('没有可分配的金额')).toBeDefined()
  expect(amounts()).toEqual(['60.00'])
  await tick('SK-2')
  await press('建议分配')
  await said('已选 2 笔，合计 150.00，已分配 120.00，剩余 30.00')
  expect(amounts()).toEqual(['100.00', '20.00'])
})

it('says beside each line what it takes too much of, with the figures, until it does not', async () => {
  open({ lines: [{ id: '70', receiptId: '1', receiptNo: 'SK-1', dueId: '9', dueNo: 'YS-9', amount: '60.00' }] })
  const input = await page.findByLabelText<HTMLInputElement>('第 1 行本次金额')
  fireEvent.change(input, { target: { value: '60.01' } })
  expect(await said('应收项 YS-9 可用 60.00，明细共用 60.01，超出 0.01')).toBeDefined()
  expect(input.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(input, { target: { value: '60.00' } })
  await waitFor(() => expect(page.queryByText(/超出 0\.01$/)).toBeNull())
})

describe('with nothing to match', () => {
  it('asks first for what says whose rows they are', async () => {
    const { asked } = open({ payer: null, receiptIds: [], receiptNos: [] })
    const [hint] = await page.findAllByRole('button', { name: '请先填写“付款方”' })
    expect(asked('/pick/lines.receiptId')).toEqual([])
    await userEvent.click(hint!)
    expect(await page.findByRole('textbox', { name: /付款方/ })).toBe(document.activeElement)
  })

  it('asks for a row that gives before one that takes', async () => {
    open({ receiptIds: [], receiptNos: [] })
    await said('已选 0 笔，合计 0.00，已分配 0.00，剩余 0.00')
    await tick('YS-8')
    expect(await page.findByText('请先勾选收款单')).toBeDefined()
    await press('建议分配')
    expect(await page.findByText('请先填写“收款单”')).toBeDefined()
    expect(amounts()).toEqual([])
  })

  it('says when a side cannot be read, and tries again', async () => {
    isBroken = true
    open()
    const taking = within(await page.findByRole('region', { name: '应收项' }))
    await taking.findByText(/读不到/)
    isBroken = false
    await userEvent.click(taking.getByRole('button', { name: /重\s?试/ }))
    await taking.findByText('YS-8')
    await userEvent.type(taking.getByRole('searchbox'), 'YS-9{Enter}')
    await waitFor(() => expect(taking.queryByText('YS-8')).toBeNull())
  })
})
