import { describe, expect, it } from 'vitest'
import type { ChartPlan, ChartSeriesPlan } from '../../core/plan'
import type { ChartData } from '../../core/wire'
import { dictionaries, fields, searchPlan } from '../testing/plans'
import { chartOption, type ChartLook } from './chartOption'
import { chartTable, groupText, isDrawable } from './chartTable'
import { groupFilter } from './groupFilter'

const look: ChartLook = {
  colors: ['red'],
  text: 'black',
  quiet: 'grey',
  border: 'grey',
  background: 'white',
  font: 'sans-serif',
  moves: false,
  pressable: true,
}
const amount: ChartSeriesPlan = { name: 'amount', title: '金额', of: 'sum', field: fields.amount, unit: '元' }
const plan = (values: Partial<ChartPlan>): ChartPlan => ({
  name: 'c',
  title: 'C',
  kind: 'bar',
  x: fields.kind,
  series: [amount],
  ...values,
})
const response = (points: ChartData['points'], more: Partial<ChartData> = {}): ChartData => ({ points, groups: 9, lines: 1, ...more })
const drawn = (chart: ChartPlan, values: ChartData) =>
  chartOption(chart, chartTable(chart, values, { dictionaries }), look) as Record<string, unknown>

describe('a picture', () => {
  it('of days has them as far apart as they are, and lines that go on over days without a value', () => {
    const chart = plan({ kind: 'line', x: fields.day, per: 'day', by: fields.kind, series: [{ ...amount, of: 'last' }] })
    const points = [
      { x: '2026-01-01', by: 'A', values: { amount: '1.50' } },
      { x: '2026-03-01', by: 'B', values: { amount: '2.50' } },
    ]
    const option = drawn(chart, response(points))
    expect(option['xAxis']).toMatchObject({ type: 'time' })
    expect(option['series']).toMatchObject([
      {
        name: '成品',
        connectNulls: true,
        symbol: 'circle',
        data: [
          ['2026-01-01', null],
          ['2026-03-01', 2.5],
        ],
      },
      {
        name: '原料',
        connectNulls: true,
        symbol: 'rect',
        data: [
          ['2026-01-01', 1.5],
          ['2026-03-01', null],
        ],
      },
    ])
  })
  it('of sums shows no line where there is nothing', () => {
    const option = drawn(plan({ kind: 'line', x: fields.day, per: 'month' }), response([{ x: '2026-01', values: { amount: '1.00' } }]))
    expect(option['series']).toMatchObject([{ connectNulls: false }])
    expect(option['xAxis']).toMatchObject({ type: 'category', data: ['2026-01'] })
  })
  it('of few groups names each of them, of many those for which there is room', () => {
    const named = (count: number) => {
      const points = Array.from({ length: count }, (_, at) => ({ x: `K${at}`, values: { amount: '1.00' } }))
      const { axisLabel } = drawn(plan({}), response(points))['xAxis'] as { axisLabel: { interval: unknown; hideOverlap: boolean } }
      return [axisLabel.interval, axisLabel.hideOverlap]
    }
    expect(named(8)).toEqual([0, true])
    expect(named(30)).toEqual(['auto', true])
  })
  it('measures what is counted in another unit on a second axis', () => {
    const count: ChartSeriesPlan = { name: 'count', title: '笔数', of: 'count', unit: '笔' }
    const option = drawn(plan({ series: [amount, count] }), response([{ x: 'A', values: { amount: '10000.00', count: 3 } }]))
    expect(option['yAxis']).toMatchObject([{ name: '元' }, { name: '笔' }])
    expect(option['series']).toMatchObject([{ yAxisIndex: 0 }, { yAxisIndex: 1 }])
    const [axis] = option['yAxis'] as { axisLabel: { formatter: (value: number) => string } }[]
    expect(axis?.axisLabel.formatter(12_000)).toBe('1.2万')
  })
  it('puts the parts of a sum on each other, and no means', () => {
    const points = [{ x: '2026-01', by: 'A', values: { amount: '1.00' } }]
    const parts = plan({ x: fields.day, per: 'month', by: fields.kind })
    expect(drawn(parts, response(points))['series']).toMatchObject([{ stack: 'all' }])
    const [mean] = drawn({ ...parts, series: [{ ...amount, of: 'avg' }] }, response(points))['series'] as object[]
    expect(mean).not.toHaveProperty('stack')
  })
  it('of a whole has what is left out as its last part', () => {
    const option = drawn(plan({ kind: 'pie' }), response([{ x: 'A', values: { amount: '3.00' } }], { rest: '1.50' }))
    expect(option['series']).toMatchObject([
      {
        data: [
          { name: '原料', value: 3 },
          { name: '其余', value: 1.5 },
        ],
      },
    ])
  })
  it('of a whole has no parts where the whole is nothing, and no name beside a part that is nothing', () => {
    const nothing = { x: 'A', values: { amount: '0.00' } }
    const isDrawn = (kind: ChartPlan['kind'], points: ChartData['points']) =>
      isDrawable(plan({ kind }), chartTable(plan({ kind }), response(points), { dictionaries }))
    expect(isDrawn('pie', [nothing, { x: 'B', values: { amount: null } }])).toBe(false)
    expect(isDrawn('pie', [nothing, { x: 'B', values: { amount: '0.01' } }])).toBe(true)
    expect([isDrawn('bar', [nothing]), isDrawn('bar', [])]).toEqual([true, false])
    const option = drawn(plan({ kind: 'pie' }), response([nothing, { x: 'B', values: { amount: '1.00' } }]))
    const [{ data: [first, second] = [] } = {}] = option['series'] as { data?: object[] }[]
    expect(first).toMatchObject({ label: { show: false } })
    expect(second).not.toHaveProperty('label')
  })
})

it('a group says its numbers exactly, with their units', () => {
  const table = chartTable(plan({}), response([{ x: 'A', values: { amount: '12345678901234567.89' } }]), { dictionaries })
  expect(groupText(table, 0)).toBe('原料\n金额：12,345,678,901,234,567.89元')
})

describe('the filter of a group', () => {
  const day = { x: fields.day, per: 'day' } as const
  it.each([
    ['days of a range', day, '2026-02-03', searchPlan(fields.day, { as: 'range' }), { dayStart: '2026-02-03', dayEnd: '2026-02-03' }],
    [
      'months',
      { ...day, per: 'month' },
      '2024-02',
      searchPlan(fields.day, { as: 'range' }),
      { dayStart: '2024-02-01', dayEnd: '2024-02-29' },
    ],
    ['years', { ...day, per: 'year' }, '2024', searchPlan(fields.day, { as: 'range' }), { dayStart: '2024-01-01', dayEnd: '2024-12-31' }],
    ['a day', day, '2026-02-03', searchPlan(fields.day, { as: 'equals' }), { day: '2026-02-03' }],
    ['a month that is asked for as a day', { ...day, per: 'month' }, '2026-02', searchPlan(fields.day, { as: 'equals' }), undefined],
    ['one of several', { x: fields.kind }, 'A', searchPlan(fields.kind, { as: 'multiple' }), { kind: ['A'] }],
    ['yes and no', { x: fields.used }, false, searchPlan(fields.used), { used: false }],
    ['a part of a text', { x: fields.name }, 'A', searchPlan(fields.name, { as: 'contains' }), undefined],
    ['rows without a value', { x: fields.kind }, null, searchPlan(fields.kind, { as: 'multiple' }), undefined],
    ['what is not asked for', { x: fields.kind }, 'A', searchPlan(fields.name), undefined],
  ] as const)('of %s', (_name, chart, value, item, filter) => {
    expect(groupFilter(chart, value, [item])).toEqual(filter)
  })
})
