import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { TimelinePlan } from '../../core/plan'
import type { HistoryEntry, TimelineResponse } from '../../core/wire'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { detailPage, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type Page } from '../testing/renderPage'
import { Timeline } from './Timeline'
import { timelineOption } from './timelineOption'
import { timelineRows } from './timelineRows'

afterEach(cleanup)

const plan: TimelinePlan = {
  lanes: [
    { title: '决定', of: [] },
    { title: '资金', of: [{ entity: 'payment', at: fieldPlan('paidAt', 'dateTime'), by: 'stockId' }] },
  ],
  line: {
    entity: 'level',
    at: fieldPlan('day', 'date'),
    by: 'stockId',
    values: [fieldPlan('ltv', 'percent', { title: '质押率', decimals: 4 }), fieldPlan('warn', 'percent', { title: '警戒线', decimals: 4 })],
  },
}
const payment = { entity: 'payment', id: '9', title: '放款管理', label: 'FK-1', about: '金额 4,000.00', address: '/payment/9' }
const response: TimelineResponse = {
  lanes: [[], [{ at: '2026-03-02T02:00:00.000Z', record: payment }]],
  line: [
    { at: '2026-03-02', values: ['0.5500', '0.7500'] },
    { at: '2026-03-03', values: ['0.8140', '0.7500'] },
  ],
}
const history: HistoryEntry[] = [
  { id: '1', action: 'add', actionTitle: '新增', operator: '林晓', at: '2026-03-01T02:00:00.000Z' },
  {
    id: '2',
    action: 'approve',
    actionTitle: '审批通过',
    from: 'DRAFT',
    to: 'AUDITING',
    operator: '陈立',
    at: '2026-03-03T02:00:00.000Z',
    opinion: '同意',
  },
]
const shown = screenPlan({
  pages: { detail: { ...detailPage, tabs: [{ kind: 'history', title: '记录' }] } },
})

function show(answer: TimelineResponse | Refusal = response): Page {
  return renderPage(<Timeline screen={shown} plan={plan} recordId="7" onCount={() => undefined} />, {
    serve: ({ path }) => (path === '/api/timeline' ? answer : path.includes('/history/') ? history : undefined),
  })
}
const rowsOf = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

it('tells what happened, the latest first, each record as a link and each step of its own with who took it', async () => {
  show()
  const table = await screen.findByRole('table', { name: '时间线上的事项' })
  expect(rowsOf(table)).toEqual([
    expect.stringMatching(/^2026-03-03.*决定陈立 审批通过审批中同意$/),
    expect.stringMatching(/^2026-03-02.*资金放款管理 FK-1金额 4,000.00$/),
  ])
  expect(within(table).getByRole('link', { name: 'FK-1' }).getAttribute('href')).toBe('/payment/9')
})

it('has the numbers of its line as a table too', async () => {
  show()
  const [, numbers] = await screen.findAllByRole('table', { hidden: true })
  expect(rowsOf(numbers!)).toEqual(['2026-03-0381.40%75.00%', '2026-03-0255.00%75.00%'])
})

it('says that there is nothing, and that it failed', async () => {
  show({ lanes: [[], []] })
  await screen.findByRole('table', { name: '时间线上的事项' })
  cleanup()
  renderPage(<Timeline screen={shown} plan={{ lanes: plan.lanes.slice(1) }} recordId="7" onCount={() => undefined} />, {
    serve: ({ path }) => (path === '/api/timeline' ? { lanes: [[]] } : []),
  })
  expect(await screen.findByText('还没有可以显示的事项')).toBeTruthy()
  cleanup()
  show(new Refusal(404, { message: '记录不存在' }))
  expect(await screen.findByRole('button', { name: /重试|重新/ })).toBeTruthy()
})

it('draws lanes and line over the same days', () => {
  const rows = timelineRows(plan, response, history, shown)
  const look = {
    colors: ['#111', '#222'],
    text: '#000',
    quiet: '#888',
    border: '#ccc',
    background: '#fff',
    font: 'x',
    moves: false,
    pressable: true,
  }
  // The type of echarts' option is too wide to read parts of it.
  const option = timelineOption({ plan, rows, line: response.line!, titles: { dictionaries: {} }, look }) as unknown as {
    xAxis: { min: number; max: number }[]
    yAxis: { data?: string[] }[]
    series: { type: string; data: unknown[] }[]
    tooltip: { formatter: (of: object) => string }
  }
  expect(option.xAxis[0]).toMatchObject({ min: option.xAxis[1]!.min, max: option.xAxis[1]!.max })
  expect(option.yAxis[0]!.data).toEqual(['决定', '资金'])
  expect(option.series.map(({ type, data }) => [type, data.length])).toEqual([
    ['scatter', 2],
    ['line', 2],
    ['line', 2],
  ])
  expect(option.tooltip.formatter({ seriesIndex: 0, dataIndex: 1 })).toBe('2026-03-02\n放款管理 FK-1\n金额 4,000.00')
  expect(option.tooltip.formatter({ seriesIndex: 1, dataIndex: 1 })).toBe('2026-03-03\n质押率 81.40%\n警戒线 75.00%')
})
