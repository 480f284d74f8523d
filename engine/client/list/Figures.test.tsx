import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { FigurePlan } from '../../core/plan'
import { prefetchList } from '../data/useList'
import { fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type Page, type ServedRequest } from '../testing/renderPage'
import { ListPage } from './ListPage'

afterEach(cleanup)

const figures: FigurePlan[] = [
  { name: 'amount', title: '总额', of: 'sum', field: fields.amount, unit: '元' },
  {
    name: 'waiting',
    title: '审批中',
    of: 'count',
    unit: '笔',
    filter: { status: 'AUDITING' },
    tone: [{ tone: 'danger', when: parseExpression('value > 0'), says: '有待办' }],
  },
  { name: 'late', title: '逾期', of: 'count', filter: { dayEnd: { expression: parseExpression("addDays('2026-11-22', -1)") } } },
  { name: 'mean', title: '均价', of: 'avg', field: fields.amount },
]
const response = { figures: { amount: '12345.60', waiting: 1234, late: 0, mean: null } }

function showList(serve: (request: ServedRequest) => unknown = () => response): Page {
  const page = listPagePlan({
    search: [searchPlan(fields.name, { as: 'contains' }), searchPlan(fields.status), searchPlan(fields.day, { as: 'range' })],
    rowActions: [],
    figures,
  })
  return renderPage(<ListPage screen={screenPlan({ pages: { list: page } })} page={page} />, {
    serve: (request) => (request.path.endsWith('/figures/list') ? serve(request) : { records: stockRows(2), total: 2 }),
  })
}

const figure = (title: string): HTMLElement => within(screen.getByRole('region', { name: '数字概览' })).getByText(title).parentElement!

it('shows numbers as their fields read, with units, and what stands out in words too', async () => {
  showList()
  await screen.findByText('12,345.60')
  expect(figure('总额').textContent).toBe('总额12,345.60元')
  expect(figure('审批中').textContent).toBe('有待办：审批中1,234笔')
  expect(figure('审批中').className).toContain('engine-tone-danger')
  expect(figure('逾期').textContent).toBe('逾期0')
  expect(figure('均价').textContent).toBe('均价-')
})

it('shows one amount for each unit in which the rows are counted, and stands out by any of them', async () => {
  const debt: FigurePlan = {
    name: 'debt',
    title: '欠款',
    of: 'sum',
    field: fields.amount,
    by: fields.status,
    tone: [{ tone: 'warning', when: parseExpression('value > 100'), says: '较多' }],
  }
  const page = listPagePlan({ figures: [debt, { ...debt, name: 'none', title: '无' }] })
  renderPage(<ListPage screen={screenPlan({ pages: { list: page } })} page={page} />, {
    serve: ({ path }) =>
      path.endsWith('/figures/list')
        ? { figures: { debt: { DRAFT: '5.00', AUDITING: '1234.50' }, none: {} } }
        : { records: stockRows(2), total: 2 },
  })
  await screen.findByText('1,234.50')
  expect(figure('欠款').textContent).toBe('较多：欠款5.00草稿1,234.50审批中')
  expect(figure('无').textContent).toBe('无0.00')
  expect(figure('无').className).not.toContain('engine-tone')
})

it.each([
  { width: 1024, actions: ['add', 'view'], between: true },
  { width: 1024, actions: ['add'], between: false },
  { width: 1440, actions: ['add', 'view'], between: false },
  { width: 375, actions: ['add', 'view'], between: false },
])('stands between the buttons where they have a line of their own: $width px, $actions', async ({ width, actions, between }) => {
  const given = window.innerWidth
  window.innerWidth = width
  const page = listPagePlan({ figures: figures.slice(0, 1), toolbar: actions })
  renderPage(<ListPage screen={screenPlan({ pages: { list: page } })} page={page} />, {
    serve: ({ path }) => (path.endsWith('/figures/list') ? response : { records: stockRows(2), total: 2 }),
  })
  await screen.findByText('12,345.60')
  const toolbar = screen.getByRole('toolbar', { name: '列表工具' })
  expect(toolbar.contains(screen.getByRole('region', { name: '数字概览' }))).toBe(between)
  window.innerWidth = given
})

it('asks once for all of them, with the filters of the list and without its page', async () => {
  const { asked } = showList()
  await screen.findByText('12,345.60')
  expect(asked('/figures/list')).toHaveLength(1)
  expect(asked('/figures/list')[0]?.query.toString()).toBe('')
})

it('is asked for together with the rows before the list is drawn, and not again when it is', async () => {
  const list = listPagePlan({ figures })
  const stock = screenPlan({ pages: { list } })
  const program: { open?: () => void } = {}
  function Menu() {
    const [open, setOpen] = useState(false)
    program.open = () => setOpen(true)
    return open && <ListPage screen={stock} page={list} />
  }
  const { services, asked } = renderPage(<Menu />, {
    serve: ({ path }) => (path.endsWith('/figures/list') ? response : { records: stockRows(2), total: 2 }),
  })
  await act(() => prefetchList(services, stock, list, { search: '', params: {} }))
  expect([asked('/stock/list').length, asked('/figures/list').length]).toEqual([1, 1])
  act(() => program.open?.())
  await screen.findByText('12,345.60')
  expect([asked('/stock/list').length, asked('/figures/list').length]).toEqual([1, 1])
})

it('filters the list when it is pressed, and no longer when it is pressed again', async () => {
  const { address, asked } = showList()
  await screen.findByText('12,345.60')
  fireEvent.click(figure('审批中'))
  expect(address()).toBe('/stock?status=AUDITING')
  expect(figure('审批中').getAttribute('aria-pressed')).toBe('true')
  await act(async () => {})
  expect(asked('/figures/list').at(-1)?.query.get('status')).toBe('AUDITING')
  fireEvent.click(figure('逾期'))
  expect(address()).toBe('/stock?status=AUDITING&dayEnd=2026-11-21')
  fireEvent.click(figure('审批中'))
  expect(address()).toBe('/stock?dayEnd=2026-11-21')
  expect(figure('审批中').getAttribute('aria-pressed')).toBe('false')
})

it('leaves a number that is no filter alone', async () => {
  showList()
  await screen.findByText('12,345.60')
  expect(figure('总额').tagName).toBe('DIV')
})

it('takes no list away when it fails, and can be asked for again', async () => {
  let fails = true
  showList(() => (fails ? new Refusal(500, { detail: '服务器错误' }) : response))
  expect(await screen.findByText('KC-0001')).toBeDefined()
  const failed = await screen.findByText('数字加载失败')
  expect(figure('总额').textContent).toBe('总额-')
  fails = false
  fireEvent.click(within(failed).getByRole('button', { name: '重试' }))
  expect(await screen.findByText('12,345.60')).toBeDefined()
  expect(screen.queryByText('数字加载失败')).toBeNull()
})

it('is asked anew with the list', async () => {
  const { asked } = showList()
  await screen.findByText('12,345.60')
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await act(async () => {})
  expect(asked('/figures/list')).toHaveLength(2)
})
