import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { ChartPlan, FigurePlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { aggregate, chartOf, figureOf, sideOf } from './sampleNumbers'

const amount = fieldPlan('amount', 'money')
const day = fieldPlan('day', 'date')
const kind = fieldPlan('kind', 'select')
const owner = fieldPlan('ownerId', 'ref', { ref: { entity: 'staff', title: '馆员', label: 'name', multiple: false, display: 'ownerName' } })
const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z' }
const rows = [
  { id: '1', amount: '10.00', day: '2026-01-05', kind: 'A', ownerId: '7', ownerName: '甲' },
  { id: '2', amount: '2.50', day: '2026-01-09', kind: 'B', ownerId: '7', ownerName: '甲' },
  { id: '3', amount: '30.25', day: '2026-03-01', kind: 'A', ownerId: '8', ownerName: '乙' },
  { id: '4', amount: null, day: null, kind: 'A', ownerId: null },
]

describe('a number over rows', () => {
  it.each([
    ['count', 4],
    ['sum', '42.75'],
    ['avg', '14.25'],
    ['min', '2.50'],
    ['max', '30.25'],
    ['last', '30.25'],
  ] as const)('%s', (of, value) => {
    expect(aggregate({ of, field: amount }, rows)).toBe(value)
  })

  it('of none is nothing where there is no mean, and nothing at all where there is no row', () => {
    expect([
      aggregate({ of: 'sum', field: amount }, []),
      aggregate({ of: 'avg', field: amount }, []),
      aggregate({ of: 'count' }, []),
    ]).toEqual(['0.00', null, 0])
  })

  it('above a list counts the rows that its condition means', () => {
    const figure: FigurePlan = { name: 'large', title: '大额', of: 'count', when: parseExpression('amount > 9') }
    expect(figureOf(figure, rows, environment)).toBe(2)
    expect(figureOf({ ...figure, of: 'sum', field: amount }, rows, environment)).toBe('40.25')
  })
})

describe('a chart', () => {
  const chart = (plan: Partial<ChartPlan>): ChartPlan => ({
    name: 'chart',
    title: '图',
    kind: 'bar',
    x: kind,
    series: [{ name: 'total', title: '合计', of: 'sum', field: amount }],
    ...plan,
  })

  it('of codes has the largest first', () => {
    expect(chartOf(chart({}), rows, environment)).toEqual({
      points: [
        { x: 'A', values: { total: '40.25' } },
        { x: 'B', values: { total: '2.50' } },
      ],
      groups: 2,
      lines: 1,
    })
  })

  it('of periods goes by time, and leaves out what has none', () => {
    const { points } = chartOf(chart({ x: day, per: 'month', kind: 'line' }), rows, environment)
    expect(points.map(({ x, values }) => [x, values['total']])).toEqual([
      ['2026-01', '12.50'],
      ['2026-03', '30.25'],
    ])
    expect(chartOf(chart({ x: day, per: 'year' }), rows, environment).points.map(({ x }) => x)).toEqual(['2026'])
  })

  it('of references has their names, and a line for each value of another field', () => {
    const { points, lines } = chartOf(chart({ x: owner, by: kind }), rows, environment)
    expect(lines).toBe(2)
    expect(points).toContainEqual({ x: '7', title: '甲', by: 'B', values: { total: '2.50' } })
    expect(points).toContainEqual({ x: null, by: 'A', values: { total: '0.00' } })
  })

  it('counts only what its condition means, and a pie says that nothing is left', () => {
    const pie = chart({ kind: 'pie', when: parseExpression("kind == 'B'"), series: [{ name: 'count', title: '数', of: 'count' }] })
    expect(chartOf(pie, rows, environment)).toEqual({ points: [{ x: 'B', values: { count: 1 } }], groups: 1, lines: 1, rest: null })
  })

  it('is cut where there are more groups than can be read', () => {
    const many = Array.from({ length: 70 }, (_each, at) => ({ id: String(at), kind: `K${at}`, amount: String(at) }))
    const { points, groups } = chartOf(chart({}), many, environment)
    expect([points.length, groups, points[0]?.x]).toEqual([50, 70, 'K69'])
  })
})

it('the values beside a list are each there once, with the number of their rows', () => {
  const side = { filter: { name: 'ownerId', field: owner, as: 'equals' as const, title: '馆员' }, title: 'ownerName', heading: '馆员' }
  expect(sideOf(side, rows)).toEqual({
    values: [
      { value: '8', title: '乙', count: 1 },
      { value: '7', title: '甲', count: 2 },
    ],
  })
})
