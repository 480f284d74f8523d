import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import type { ListPagePlan, RecordPagePlan } from '../../core/plan'
import { withDecision } from '../data/firstDecision'
import { inRouter } from '../form/testing/inRouter'
import { ListPage } from '../list/ListPage'
import { actionPlan, detailPage, entityAction, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type ServedRequest } from '../testing/renderPage'

const opinion = fieldPlan('opinion', 'textarea', { title: '审批意见' })
const reason = { ...opinion, required: true }
const list: ListPagePlan = listPagePlan({ rowActions: ['approve', 'reject', 'detail'], toolbar: [], batchActions: [] })
const base = screenPlan()
const screen = {
  ...base,
  pages: { ...base.pages, list },
  actions: {
    ...base.actions,
    approve: actionPlan('approve', entityAction('approve', { ask: [opinion] }), { title: '审批通过', states: ['AUDITING'] }),
    reject: actionPlan('reject', entityAction('reject', { ask: [reason] }), { title: '驳回', states: ['AUDITING'] }),
  },
}

/** Its server tells the history; approving shows what it books, where it has a preview. */
function toldScreen(preview: boolean): typeof screen {
  const approve = actionPlan('approve', entityAction('approve', { ask: [opinion], ...(preview ? { preview } : {}) }), {
    title: '审批通过',
    states: ['AUDITING'],
  })
  const tabs: RecordPagePlan['tabs'] = [{ kind: 'history', title: '审批记录' }]
  const pages = { ...screen.pages, detail: { ...detailPage, tabs } }
  return { ...screen, pages, actions: { ...screen.actions, approve } }
}

/** Even ones of six rows wait: 2, 4 and 6. */
function renderList(preferences = new Map<string, unknown>(), address = '/stock') {
  const approved = new Set<string>()
  const serve = ({ method, path }: ServedRequest): unknown => {
    if (method === 'POST') approved.add(path.split('/').at(-1) ?? '')
    if (!path.endsWith('/list')) return path.includes('/attach/') ? [] : {}
    const records = stockRows(6).map((row) => (approved.has(row.id) ? { ...row, status: 'DRAFT', version: 2 } : row))
    return { records, total: 6, page: 1, pageSize: 20 }
  }
  const { element } = inRouter(<ListPage screen={screen} page={list} />)
  return renderPage(element, { serve, preferences, address })
}
const row = async (no: string) => (await page.findByText(no)).closest<HTMLElement>('[data-row]') as HTMLElement
const press = async (no: string) => userEvent.click(within(await row(no)).getByRole('button', { name: '审批通过' }))
const panel = (no: string) => page.findByRole('dialog', { name: `审批通过：${no}` })
const posts = (requests: ServedRequest[]) => requests.filter(({ method }) => method === 'POST').map(({ path }) => path)

beforeEach(() => window.sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a decision about a row of a list on a wide window', () => {
  it('opens beside the rows, of which the one in question is marked, and gives the row back the focus', async () => {
    renderList()
    await press('KC-0002')
    expect((await panel('KC-0002')).closest('.ant-drawer')).toBeTruthy()
    expect(document.querySelector('.ant-drawer-mask, .ant-modal-mask')).toBeNull()
    await waitFor(async () => expect((await row('KC-0002')).getAttribute('aria-current')).toBe('true'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect((await row('KC-0002')).getAttribute('aria-current')).toBeNull()
  })

  it('goes by arrow keys to the rows that it is possible on, by buttons too, and not while a text is typed', async () => {
    renderList()
    await press('KC-0002')
    await panel('KC-0002')
    await userEvent.keyboard('{ArrowDown}')
    await panel('KC-0004')
    await userEvent.keyboard('{ArrowUp}')
    await panel('KC-0002')
    expect(page.getByRole<HTMLButtonElement>('button', { name: '上一条' }).disabled).toBe(true)
    await userEvent.click(page.getByRole('button', { name: '下一条' }))
    await userEvent.click(within(await panel('KC-0004')).getByLabelText('审批意见'))
    await userEvent.keyboard('{ArrowDown}')
    await panel('KC-0004')
  })

  it('goes on after a decision, from the last row to what still waits above, and closes with a word where nothing does', async () => {
    const { requests } = renderList()
    await press('KC-0004')
    await panel('KC-0004')
    await userEvent.tab()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await panel('KC-0006')
    await userEvent.click(within(await panel('KC-0006')).getByRole('button', { name: /审批通过/ }))
    await userEvent.click(within(await panel('KC-0002')).getByRole('button', { name: /审批通过/ }))
    expect(await page.findByText('本页已没有待处理的记录')).toBeDefined()
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(posts(requests)).toEqual(['/api/stock/approve/4', '/api/stock/approve/6', '/api/stock/approve/2'])
  })

  it('stays with the one row for who does not want the next', async () => {
    const preferences = new Map<string, unknown>()
    renderList(preferences)
    await press('KC-0002')
    const first = await panel('KC-0002')
    await userEvent.click(within(first).getByRole('checkbox', { name: '处理后自动转到下一条' }))
    expect(preferences.get('decision:next')).toBe(false)
    await userEvent.click(within(first).getByRole('button', { name: '审批通过' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['when it is sent', false],
    ['as soon as the preview says so', true],
  ])('tells who was first %s, keeps the opinion, and goes on to what waits', async (_when, preview) => {
    let isDecided = false
    const refused = new Refusal(409, { error: '数据已被 陈立 修改，请刷新后重试', code: 100409 })
    const serve = ({ method, path }: ServedRequest): unknown => {
      const rows = stockRows(6).map((row) => (row.id === '4' && isDecided ? { ...row, status: 'DRAFT', version: 2 } : row))
      const at = '2026-11-20T02:00:00.000Z'
      if (path.includes('/history/'))
        return [{ action: 'approve', actionTitle: '审批通过', operator: '陈立', at, from: 'AUDITING', to: 'DRAFT', changes: [] }]
      if (path.endsWith('/list'))
        return { records: isDecided ? rows.filter(({ id }) => id !== '4') : rows, total: 6, page: 1, pageSize: 20 }
      if (path.includes('/attach/')) return []
      if (method === 'GET') return rows[3]
      if (isDecided) return refused
      return { asOf: at, problems: [], effects: { hash: 'h', figures: [], balances: [], holds: [], created: [], changed: [] } }
    }
    const { element } = inRouter(<ListPage screen={toldScreen(preview)} page={list} />)
    renderPage(element, { serve, preferences: new Map() })
    await press('KC-0004')
    const shown = within(await panel('KC-0004'))
    if (preview) await shown.findByRole('region', { name: '确认后将产生的变动' })
    isDecided = true
    await userEvent.type(shown.getByLabelText('审批意见'), '同意')
    if (!preview) await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect((await shown.findByText(/^陈立 已于 .* 审批通过/)).textContent).toMatch(/2026-11-20/)
    expect(shown.queryByText(/请刷新后重试/)).toBeNull()
    expect(shown.getByLabelText<HTMLTextAreaElement>('审批意见').value).toBe('同意')
    await waitFor(() => expect(page.queryByText('KC-0004')).toBeNull())
    expect(shown.queryByRole('button', { name: '审批通过' })).toBeNull()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await panel('KC-0006')
  })

  it('lets who has looked at it decide otherwise, with the opinion that was typed', async () => {
    const { requests } = renderList()
    await press('KC-0002')
    const first = within(await panel('KC-0002'))
    await userEvent.click(first.getByRole('button', { name: /驳\s?回/ }))
    const other = within(await page.findByRole('dialog', { name: '驳回：KC-0002' }))
    await userEvent.click(other.getByRole('button', { name: /驳\s?回/ }))
    expect(await other.findAllByText('“审批意见”不能为空')).not.toEqual([])
    await userEvent.type(other.getByRole('textbox', { name: /审批意见/ }), '单价有误')
    await userEvent.click(other.getByRole('button', { name: '审批通过' }))
    const again = within(await panel('KC-0002'))
    expect(again.queryAllByText('“审批意见”不能为空')).toEqual([])
    await userEvent.click(again.getByRole('button', { name: /驳\s?回/ }))
    await page.findByRole('dialog', { name: '驳回：KC-0002' })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(posts(requests)).toEqual(['/api/stock/reject/2']))
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ opinion: '单价有误' })
  })

  it('asks before an opinion is lost to another row, by keys and by a press in the list', async () => {
    renderList()
    await press('KC-0002')
    await userEvent.type(within(await panel('KC-0002')).getByLabelText('审批意见'), '同意')
    await press('KC-0004')
    expect(await page.findByText('放弃后，本次填写的内容不会保留。')).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('继续编辑'))
    await userEvent.click(page.getByRole('button', { name: '继续编辑' }))
    const kept = await panel('KC-0002')
    expect(within(kept).getByLabelText<HTMLTextAreaElement>('审批意见').value).toBe('同意')
    await userEvent.click(page.getByRole('button', { name: '下一条' }))
    await userEvent.click(await page.findByRole('button', { name: /放\s?弃/ }))
    expect(within(await panel('KC-0004')).getByLabelText<HTMLTextAreaElement>('审批意见').value).toBe('')
  })
})

describe('who comes to a list to decide', () => {
  const toDecide = `/stock${withDecision('?status=AUDITING')}`

  it('finds the first row that waits opened beside the others, once', async () => {
    const { address } = renderList(undefined, toDecide)
    await panel('KC-0002')
    await waitFor(() => expect(address()).toBe('/stock?status=AUDITING'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  it('sees the list alone where a decision would cover it', async () => {
    vi.stubGlobal('innerWidth', 1023)
    const { address } = renderList(undefined, toDecide)
    await row('KC-0002')
    await waitFor(() => expect(address()).toBe('/stock?status=AUDITING'))
    expect(page.queryByRole('dialog')).toBeNull()
  })
})

it('is a dialog on a narrow window', async () => {
  vi.stubGlobal('innerWidth', 1023)
  renderList()
  await press('KC-0002')
  expect((await page.findByRole('dialog')).closest('.ant-modal-root')).toBeTruthy()
})
