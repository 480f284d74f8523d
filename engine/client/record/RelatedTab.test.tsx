import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BrowserScreenPlan, OwnScreenPlan, RecordPagePlan } from '../../core/plan'
import type { UserRights } from '../../core/rights'
import { fieldPlan, itemPlan } from '../../core/testing/fieldPlans'
import { inRouter } from '../form/testing/inRouter'
import { ListPage } from '../list/ListPage'
import { actionPlan, columnPlan, detailPage, entityAction, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { confirm } from '../testing/dialogs'
import { everything, Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { RecordPage } from './RecordPage'
import './RecordEdit'

/** Movements of a stock: at home on a screen of their own, with a form that takes the stock and its name. */
const stockId = fieldPlan('stockId', 'ref', {
  title: '库存',
  ref: { entity: 'stock', title: '库存', label: 'no', multiple: false, display: 'stockNo' },
})
const reason = fieldPlan('reason', 'text', { title: '原因', maxLength: 40 })
const form: RecordPagePlan = {
  ...detailPage,
  name: 'edit',
  title: '流水编辑',
  route: '/moves/edit',
  mode: 'edit',
  sections: [{ title: '基本', items: [itemPlan(stockId), itemPlan(reason)] }],
  params: { stockId: 'stockId', reason: 'reason' },
}
const base = screenPlan()
const moves: BrowserScreenPlan = {
  ...base,
  id: 'inventory/moves',
  menu: 'moves',
  menuName: 'inventory_moves',
  title: '流水',
  entity: 'move',
  base: '/api/moves',
  pages: { list: listPagePlan({ route: '/moves' }), detail: { ...detailPage, route: '/moves/:id', variant: { kind: 'A' } }, edit: form },
  actions: {
    add: actionPlan('add', { kind: 'add', page: 'edit' }, { title: '新增', permission: 'moves_add' }),
    view: actionPlan('view', { kind: 'view', page: 'detail' }, { title: '查看', permission: undefined }),
    approve: actionPlan('approve', entityAction('approve'), { title: '审批', permission: 'moves_approve', states: ['AUDITING'] }),
    delete: actionPlan('delete', { kind: 'delete' }, { title: '删除', permission: 'moves_delete', states: ['DRAFT'], danger: true }),
  },
}
const home: OwnScreenPlan = { screen: moves.id, rowActions: ['approve', 'delete'], add: { stockId: 'id', reason: 'name' } }

function stockScreen(own: OwnScreenPlan | undefined, mode: 'view' | 'edit' = 'view'): [BrowserScreenPlan, RecordPagePlan] {
  const columns = [columnPlan(fields.no, { link: 'detail' }), columnPlan(fields.status)]
  const detail: RecordPagePlan = {
    ...detailPage,
    route: '/stock/detail',
    mode,
    sections: [{ title: '基本', items: [itemPlan(fields.name)] }],
    tabs: [{ kind: 'related', title: '流水', key: 'move', entity: 'move', by: { stockId: 'id' }, columns, states: base.states, own }],
  }
  return [{ ...base, pages: { ...base.pages, detail } }, detail]
}

const stock = { id: '7', version: 3, no: 'KC-7', name: '铜', status: 'DRAFT' }
/** Movement 1 is a draft, 2 waits for approval. */
const rows = stockRows(2).map((row) => ({ ...row, no: `LS-${row.id}`, kind: row.id === '2' ? 'A' : 'B' }))

function serve({ method, path }: ServedRequest): unknown {
  if (method === 'GET' && path === '/api/stock/7') return stock
  if (path.includes('/related/')) return { records: rows, total: 2, page: 1, pageSize: 20 }
  if (path === '/api/moves/approve/9') return new Refusal(404)
  return { id: '9', version: 1 }
}

function open(own: OwnScreenPlan | undefined, setup: PageSetup = {}, mode: 'view' | 'edit' = 'view') {
  const [screen, plan] = stockScreen(own, mode)
  const { element } = inRouter(<RecordPage screen={screen} page={plan} />)
  return renderPage(element, { address: '/stock/detail?id=7', serve, screens: { [moves.id]: moves }, ...setup })
}
const allowed = (...codes: string[]): UserRights => ({ userId: '1', opens: () => true, can: (code) => codes.includes(code) })
const row = async (text: string) => within((await page.findByText(text)).closest('tr')!)
/** Buttons of a row, without those that copy. */
const buttonsIn = (own: { queryAllByRole: (role: 'button') => HTMLElement[] }) =>
  own.queryAllByRole('button').flatMap(({ textContent }) => textContent || [])

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

describe('a related table whose rows are at home on a screen', () => {
  it("offers what that screen lets the user do in each row's state, and does it there", async () => {
    const { requests, asked } = open(home)
    const waiting = await row('LS-2')
    expect(waiting.getByRole('button', { name: '删除' }).getAttribute('aria-disabled')).toBe('true')
    const before = [asked('/stock/7').length, asked('/related/move/7').length]
    await userEvent.click(waiting.getByRole('button', { name: '审批' }))
    await confirm()
    await waitFor(() =>
      expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/moves/approve/2']),
    )
    // The record and the rows are asked for again.
    await waitFor(() => expect([asked('/stock/7').length, asked('/related/move/7').length]).toEqual(before.map((count) => count + 1)))
  })

  it('opens a row on its own page, in the variant that it is of', async () => {
    const { address } = open(home)
    expect((await row('LS-1')).getByRole('link', { name: 'LS-1' }).getAttribute('href')).toBe('/moves/1')
    const link = (await row('LS-2')).getByRole('link', { name: 'LS-2' })
    expect(link.getAttribute('href')).toBe('/moves/2?kind=A')
    await userEvent.click(link)
    expect(address()).toBe('/moves/2?kind=A')
  })

  it('opens its form for a new row, filled from the record, and comes back when it is saved', async () => {
    const first = open(home)
    await userEvent.click(await page.findByRole('button', { name: '新增' }))
    expect(first.address()).toBe('/moves/edit?mode=add&stockId=7&reason=%E9%93%9C')
    cleanup()

    const { element } = inRouter(<RecordPage screen={moves} page={form} />)
    const { address, requests } = renderPage(element, {
      address: first.address(),
      serve: (request) => (request.path.includes('/options/') ? [{ value: '7', label: 'KC-7' }] : serve(request)),
    })
    await page.findByDisplayValue('铜')
    await userEvent.click(page.getByRole('button', { name: '保 存' }))
    await waitFor(() => expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ stockId: '7', reason: '铜' }))
    await waitFor(() => expect(address()).toBe('/stock/detail?id=7'))
  })

  it('has the buttons that the user has there, and none without the right to that screen', async () => {
    open(home, { rights: allowed('moves_delete') })
    const own = await row('LS-1')
    expect(buttonsIn(own)).toEqual(['删除'])
    expect(page.queryByRole('button', { name: '新增' })).toBeNull()
    cleanup()

    open(home, { rights: { ...everything, opens: (menuName) => menuName !== 'inventory_moves' }, screens: {} })
    const foreign = await row('LS-1')
    expect(buttonsIn(foreign)).toEqual([])
    expect(foreign.queryByRole('link')).toBeNull()
    expect(page.queryByRole('button', { name: '新增' })).toBeNull()
  })

  it('is a table to read when the plan of its screen does not come, and beside a form', async () => {
    open(home, { screens: {} })
    expect(buttonsIn(await row('LS-1'))).toEqual([])
    cleanup()
    open(home, {}, 'edit')
    expect(buttonsIn(await row('LS-1'))).toEqual([])
  })

  it('asks for no plan where nothing can be done', async () => {
    const { services } = open(undefined)
    await row('LS-1')
    expect(services.queries.getQueryCache().find({ queryKey: ['screen', moves.id] })).toBeUndefined()
  })

  it('does the same below an opened row of a list', async () => {
    const expand = { key: 'move', entity: 'move', by: { stockId: 'id' }, columns: [columnPlan(fields.no)], own: home }
    renderPage(<ListPage screen={base} page={listPagePlan({ expand })} />, {
      serve: (request) => (request.path.endsWith('/list') ? { records: [stock], total: 1, page: 1, pageSize: 20 } : serve(request)),
      screens: { [moves.id]: moves },
    })
    await userEvent.click(await page.findByRole('button', { name: '展开 KC-7' }))
    await waitFor(() => expect(page.getAllByRole('button', { name: '新增' })).toHaveLength(2))
    expect((await (await row('LS-2')).findByRole('button', { name: '审批' })).getAttribute('aria-disabled')).toBeNull()
  })
})

it('has charts of its rows above them, asked for with the record', async () => {
  const [screen, plan] = stockScreen(undefined)
  const [tab] = plan.tabs
  if (tab?.kind !== 'related') throw new TypeError('no related tab')
  const chart = { name: 'kinds', title: '各类', kind: 'pie', x: fields.kind, series: [{ name: 'n', title: '笔数', of: 'count' }] } as const
  const charted: RecordPagePlan = { ...plan, tabs: [{ ...tab, charts: [{ ...chart, series: [...chart.series] }] }] }
  const points = [{ x: 'A', values: { n: 2 } }]
  const { element } = inRouter(<RecordPage screen={screen} page={charted} />)
  const { asked } = renderPage(element, {
    address: '/stock/detail?id=7',
    serve: (request) =>
      request.path.includes('/charts/') ? { charts: { kinds: { points, groups: 1, lines: 1, rest: null } } } : serve(request),
  })
  const table = await page.findByRole('table', { name: '各类' })
  expect(within(table).getByRole('row', { name: '原料 2' })).toBeDefined()
  expect(within(table).queryByRole('button')).toBeNull()
  expect(asked('/charts/move/7')).toHaveLength(1)
  expect(asked('/charts/move/7')[0]?.query.toString()).toBe('')
})
