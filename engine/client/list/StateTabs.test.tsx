import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { ListPagePlan } from '../../core/plan'
import { createGate } from '../testing/gate'
import { fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { ListPage } from './ListPage'

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

const states = ['DRAFT', 'AUDITING', 'PAID'].map((code) => ({ code }))
const known = screenPlan().states!
const screen = screenPlan({ states: { ...known, PAID: { ...known['DRAFT']!, code: 'PAID', title: '已付', initial: false } } })

/** Five rows, three of them drafts. */
function serve({ path, query }: ServedRequest): unknown {
  if (path.endsWith('/states')) return { counts: { DRAFT: 3, AUDITING: 2 }, total: 5 }
  const status = query.get('status')
  const rows = stockRows(5).filter((row) => status === null || row['status'] === status)
  return { records: rows, total: rows.length, page: 1, pageSize: 20 }
}

function renderList(setup: PageSetup & { plan?: Partial<ListPagePlan> } = {}) {
  return renderPage(<ListPage screen={screen} page={listPagePlan({ states, ...setup.plan })} />, { serve, ...setup })
}

const tabs = () => within(page.getByRole('radiogroup')).getAllByRole('radio')
const names = () => tabs().map((tab) => tab.getAttribute('aria-label'))
const chosen = () => tabs().flatMap((tab) => (tab.getAttribute('aria-checked') === 'true' ? tab.textContent : []))
const press = (name: RegExp) => userEvent.click(page.getByRole('radio', { name }))

it('says how many rows are in each state, of none too, and which of them are shown', async () => {
  renderList()
  await waitFor(() => expect(names()).toEqual(['全部，5 条', '草稿，3 条', '审批中，2 条', '已付，0 条']))
  expect(chosen()).toEqual(['全部5'])
})

it('asks for the numbers once the rows are there, and not again for another page, order or state', async () => {
  const gate = createGate()
  const { asked } = renderList({
    address: '/stock?name=a&kind=A&status=DRAFT&page=2',
    serve: async (request) => {
      if (request.path.endsWith('/list')) await gate.opened
      return request.path.endsWith('/list') ? { records: stockRows(20), total: 45, page: 2, pageSize: 20 } : serve(request)
    },
  })
  await waitFor(() => expect(asked('/list')).toHaveLength(1))
  expect(asked('/states')).toHaveLength(0)
  gate.open()
  await waitFor(() => expect(names()).toEqual(['全部，5 条', '草稿，45 条', '审批中，2 条', '已付，0 条']))
  expect(asked('/states').map(({ query }) => query.toString())).toEqual(['name=a&kind=A'])
  await userEvent.click(page.getByRole('button', { name: '下一页' }))
  await userEvent.click(page.getByRole('button', { name: '名称' }))
  await press(/^审批中/)
  await waitFor(() => expect(asked('/list').at(-1)?.query.get('status')).toBe('AUDITING'))
  expect(asked('/states')).toHaveLength(1)
})

it('narrows the list as its search form does, which says so too, and shows all of it again', async () => {
  const { asked, address } = renderList({ preferences: new Map([['list:inventory/stock:list:unfolded', true]]) })
  await press(/^审批中/)
  await waitFor(() => expect(chosen()).toEqual(['审批中2']))
  expect(address()).toBe('/stock?status=AUDITING')
  expect(asked('/list').at(-1)?.query.get('status')).toBe('AUDITING')
  expect(within(page.getByRole('search')).getByText('审批中')).toBeDefined()
  await press(/^全部/)
  await waitFor(() => expect(address()).toBe('/stock'))
  expect(within(page.getByRole('search')).queryByText('审批中')).toBeNull()
})

it('is what a link says, keeps what else the list asks for, and begins at its first page', async () => {
  const { address } = renderList({ address: '/stock?name=1&status=DRAFT&page=2' })
  await waitFor(() => expect(chosen()).toEqual(['草稿3']))
  await press(/^审批中/)
  expect(address()).toBe('/stock?name=1&status=AUDITING')
})

it('asks by a list where the search form takes several states, of which none is chosen when it has two', async () => {
  const search = [searchPlan(fields.name, { as: 'contains' }), searchPlan(fields.status, { as: 'multiple' })]
  const { address } = renderList({ plan: { search }, address: '/stock?status=DRAFT&status=AUDITING' })
  await waitFor(() => expect(names()).toContain('审批中，2 条'))
  expect(chosen()).toEqual([])
  await press(/^审批中/)
  expect(address()).toBe('/stock?status=AUDITING')
  expect(page.getByRole('radio', { name: /^审批中/, checked: true })).toBeDefined()
})

it('is one stop of the keyboard, whose arrows go from state to state', async () => {
  const { address } = renderList()
  await page.findByRole('radio', { name: '全部，5 条' })
  tabs()[0]!.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect([document.activeElement, address()]).toEqual([tabs()[1], '/stock?status=DRAFT'])
  expect(tabs().map((tab) => tab.tabIndex)).toEqual([-1, 0, -1, -1])
  await userEvent.keyboard('{End}')
  expect([document.activeElement, address()]).toEqual([tabs()[3], '/stock?status=PAID'])
  await userEvent.keyboard('{ArrowRight}')
  expect([document.activeElement, address()]).toEqual([tabs()[0], '/stock'])
})

it('says of very many that there are more, in the place that there is, and nothing of states that none was counted of', async () => {
  renderList({
    serve: (request) =>
      request.path.endsWith('/states') ? { counts: { DRAFT: 99_000, AUDITING: 4 }, total: 100_000, beyond: true } : serve(request),
  })
  await waitFor(() => expect(names()).toEqual(['全部，5 条', '草稿，超过 99000 条', '审批中，超过 4 条', '已付']))
  expect(tabs().map((tab) => tab.textContent)).toEqual(['全部5', '草稿999+', '审批中4+', '已付'])
})

it('stands out by the figure that counts its rows, and is called as it is', async () => {
  const tone = [{ tone: 'warning' as const, when: parseExpression('value > 1'), says: '有待审批' }]
  renderList({
    plan: {
      states: [
        { code: 'DRAFT', figure: { title: '未提交', tone } },
        { code: 'AUDITING', figure: { title: '待审批', tone } },
      ],
    },
  })
  const audited = await page.findByRole('radio', { name: '审批中，2 条（有待审批）' })
  expect([audited.title, audited.querySelector('.engine-tone-warning')?.textContent]).toEqual(['待审批（有待审批）', '2'])
  await press(/^审批中/)
  await waitFor(() => expect(names()).toContain('草稿，3 条（有待审批）'))
})

it('stays when the numbers fail, which are asked for again', async () => {
  let failing = true
  renderList({ serve: (request) => (failing && request.path.endsWith('/states') ? new Refusal(500) : serve(request)) })
  const again = await page.findByRole('button', { name: '数量加载失败，重试' })
  expect(names()).toEqual(['全部，5 条', '草稿', '审批中', '已付'])
  failing = false
  await userEvent.click(again)
  await waitFor(() => expect(names()).toContain('草稿，3 条'))
})

it('is not there where the plan has none', async () => {
  const { asked } = renderList({ plan: { states: undefined } })
  await page.findByText('KC-0002')
  expect(page.queryByRole('radiogroup')).toBeNull()
  expect(asked('/states')).toHaveLength(0)
})
