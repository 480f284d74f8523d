import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChartPlan } from '../../core/plan'
import { ListPage } from '../list/ListPage'
import { fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type Page, type ServedRequest } from '../testing/renderPage'

const LOW = window.innerHeight
beforeEach(() => {
  window.innerHeight = 1000
})
afterEach(() => {
  cleanup()
  window.innerHeight = LOW
})

const charts: ChartPlan[] = [
  {
    name: 'kinds',
    title: '各类金额',
    kind: 'bar',
    x: fields.kind,
    series: [
      { name: 'amount', title: '金额', of: 'sum', field: fields.amount, unit: '元' },
      { name: 'count', title: '笔数', of: 'count' },
    ],
  },
  {
    name: 'months',
    title: '每月金额',
    kind: 'line',
    x: fields.day,
    per: 'month',
    by: fields.kind,
    series: [{ name: 'amount', title: '金额', of: 'sum', field: fields.amount }],
  },
]
const response = {
  charts: {
    kinds: {
      points: [
        { x: 'B', values: { amount: '1234567.80', count: 1234 } },
        { x: null, values: { amount: null, count: 1 } },
      ],
      groups: 2,
      lines: 1,
    },
    months: {
      points: [
        { x: '2026-01', by: 'B', values: { amount: '1.00' } },
        { x: '2026-02', by: 'A', values: { amount: '2.00' } },
        { x: '2026-02', by: 'B', values: { amount: '3.00' } },
      ],
      groups: 401,
      lines: 13,
    },
  },
}

function showList(serve: (request: ServedRequest) => unknown = () => response, drawn = charts, address = '/stock'): Page {
  const page = listPagePlan({
    search: [searchPlan(fields.kind, { as: 'multiple' }), searchPlan(fields.day, { as: 'range' })],
    rowActions: [],
    charts: drawn,
  })
  return renderPage(<ListPage screen={screenPlan({ pages: { list: page } })} page={page} />, {
    address,
    serve: (request) => (request.path.endsWith('/charts/list') ? serve(request) : { records: stockRows(2), total: 2 }),
  })
}

/** There is a table beside each picture; without a canvas there is nothing to draw with, and the tables alone are shown. */
const tableOf = async (title: string): Promise<HTMLElement> => screen.findByRole('table', { name: title })
const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

it('is a table of the same numbers, as their fields read, with units and empty groups', async () => {
  showList()
  expect(rowsOf(await tableOf('各类金额'))).toEqual([
    ['类型', '金额（元）', '笔数'],
    ['成品', '1,234,567.80', '1,234'],
    ['未填写', '-', '1'],
  ])
})

it('has a column for each value of the field that makes the lines, and says what is left out', async () => {
  showList()
  expect(rowsOf(await tableOf('每月金额'))).toEqual([
    ['日期', '成品', '原料'],
    ['2026-01', '1.00', '-'],
    ['2026-02', '3.00', '2.00'],
  ])
  expect(screen.getByText('共 401 期，只画最近 2 期；共 13 项，只画 2 项')).toBeDefined()
})

it('asks once for all of them, with the filters of the list and without its page, and again with the list', async () => {
  const { asked } = showList()
  await tableOf('各类金额')
  expect(asked('/charts/list')).toHaveLength(1)
  expect(asked('/charts/list')[0]?.query.toString()).toBe('')
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await act(async () => {})
  expect(asked('/charts/list')).toHaveLength(2)
})

it('is drawn and asked for while the list is asked for one value of what it is about', async () => {
  const about = charts.map((chart) => ({ ...chart, about: 'kind' }))
  const { asked } = showList(undefined, about)
  await screen.findAllByRole('row')
  expect(asked('/charts/list')).toEqual([])
  cleanup()
  for (const [address, requests] of [
    ['/stock?kind=B,A', 0],
    ['/stock?kind=B', 1],
  ] as const) {
    const page = showList(undefined, about, address)
    await screen.findAllByRole('row')
    if (requests > 0) await tableOf('各类金额')
    expect(page.asked('/charts/list')).toHaveLength(requests)
    cleanup()
  }
})

it('filters the list by a group that is pressed, and no longer when it is pressed again', async () => {
  const { address, asked } = showList()
  const press = async (table: string, group: string): Promise<void> => {
    fireEvent.click(await within(await tableOf(table)).findByRole('button', { name: group }))
    await act(async () => {})
  }
  await press('各类金额', '成品')
  expect(address()).toBe('/stock?kind=B')
  expect(asked('/charts/list').at(-1)?.query.get('kind')).toBe('B')
  await press('每月金额', '2026-02')
  expect(address()).toBe('/stock?kind=B&dayStart=2026-02-01&dayEnd=2026-02-28')
  expect(
    within(await tableOf('每月金额'))
      .getByRole('button', { name: '2026-02' })
      .getAttribute('aria-pressed'),
  ).toBe('true')
  await press('各类金额', '成品')
  expect(address()).toBe('/stock?dayStart=2026-02-01&dayEnd=2026-02-28')
  expect(within(await tableOf('各类金额')).queryByRole('button', { name: '未填写' })).toBeNull()
})

it('takes no list away when it fails, and can be asked for again', async () => {
  let fails = true
  showList(() => (fails ? new Refusal(500, { detail: '服务器错误' }) : response))
  expect(await screen.findByText('KC-0001')).toBeDefined()
  const failed = await screen.findByText('图表加载失败')
  fails = false
  fireEvent.click(within(failed).getByRole('button', { name: '重试' }))
  await tableOf('各类金额')
  expect(screen.queryByText('图表加载失败')).toBeNull()
})

it('says that there is nothing to draw', async () => {
  const nothing = { points: [], groups: 0, lines: 0 }
  showList(() => ({ charts: { kinds: nothing, months: nothing } }))
  expect(await screen.findAllByText('没有可以画成图的数据')).toHaveLength(2)
})

it('leaves a low window to the rows, until it is asked for', async () => {
  window.innerHeight = 999
  const { asked } = showList()
  fireEvent.click(await screen.findByRole('button', { name: '展开图表' }))
  await tableOf('各类金额')
  expect(asked('/charts/list')).toHaveLength(1)
})

it('is folded away for good, and then not asked for', async () => {
  const { asked } = showList()
  await tableOf('各类金额')
  fireEvent.click(screen.getByRole('button', { name: '收起图表' }))
  expect(screen.queryByRole('table', { name: '各类金额' })).toBeNull()
  const before = asked('/charts/list').length
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await act(async () => {})
  expect(asked('/charts/list')).toHaveLength(before)
  expect(screen.getByRole('button', { name: '展开图表' }).getAttribute('aria-expanded')).toBe('false')
})
