/** Numbers, charts and groups over rows in memory, as the server reckons them in SQL. */
import { grouped } from '../../core/grouped'
import { chartBounds } from '../../core/charts'
import {
  compareDecimals,
  divideDecimals,
  maxDecimal,
  minDecimal,
  roundDecimal,
  sumDecimals,
  toDecimal,
  type Decimal,
} from '../../core/decimal'
import { displayOf } from '../../core/fields'
import type { ChartPlan, ChartSeriesPlan, FigurePlan, SidePlan } from '../../core/plan'
import { isTrue, readOf, type Environment } from '../../core/record/scope'
import { totalOf } from '../../core/record/summary'
import type { ChartData, ChartPoint, FiguresResponse, RecordValues, SideResponse } from '../../core/wire'

type Rows = readonly RecordValues[]
type Aggregate = Pick<ChartSeriesPlan, 'of' | 'field'>

/** A count, or a decimal; null is the mean of nothing. */
export function aggregate({ of, field }: Aggregate, rows: Rows): number | Decimal | null {
  if (of === 'count' || !field) return rows.length
  const values = rows.flatMap((row) => toDecimal(row[field.name]) ?? [])
  const decimals = field.decimals ?? 0
  const [first, ...others] = values
  if (of === 'sum') return roundDecimal(sumDecimals(values), decimals)
  if (first === undefined) return null
  if (of === 'avg') return roundDecimal(divideDecimals(sumDecimals(values), String(values.length)), decimals)
  const one = of === 'min' ? minDecimal(first, ...others) : of === 'max' ? maxDecimal(first, ...others) : values.at(-1)
  return roundDecimal(one ?? first, decimals)
}

/** @param narrowed the rows as the filter of the figure itself asks for them */
export function figureOf(
  { of, field, by, when }: FigurePlan,
  narrowed: Rows,
  environment: Environment,
): FiguresResponse['figures'][string] {
  const rows = narrowed.filter((row) => isTrue(when, readOf(row), environment))
  if (!by || !field) return aggregate({ of, field }, rows)
  const sums = Object.entries(totalOf(rows, field.name, by.name)).map(
    ([unit, sum]) => [unit, roundDecimal(String(sum), field.decimals ?? 0)] as const,
  )
  return Object.fromEntries(sums.filter(([, sum]) => compareDecimals(sum, '0') !== 0))
}

export function chartOf(chart: ChartPlan, all: Rows, environment: Environment): ChartData {
  const { x, by, per, series, when } = chart
  const rows = all.filter((row) => isTrue(when, readOf(row), environment) && (!per || periodOf(row[x.name], per) !== undefined))
  const groupOf = (row: RecordValues): unknown => (per ? periodOf(row[x.name], per) : (row[x.name] ?? null))
  const lineOf = (row: RecordValues): unknown => (by ? (row[by.name] ?? null) : null)
  const groups = [...grouped(rows, groupOf)]
  const lines = new Set(rows.map(lineOf))
  const bounds = chartBounds(chart)
  const measured = groups.map(([value, of]) => ({ value, of, weight: String(aggregate(series[0] ?? { of: 'count' }, of) ?? '0') }))
  const ordered = measured.toSorted((a, b) => (per ? (String(a.value) < String(b.value) ? -1 : 1) : compareDecimals(b.weight, a.weight)))
  const kept = per ? ordered.slice(-bounds.groups) : ordered.slice(0, bounds.groups)
  const named = (field: ChartPlan['x'], row: RecordValues | undefined): unknown => row?.[displayOf(field) ?? '']
  const points = kept.flatMap(({ value, of }) =>
    [...grouped(of, lineOf)].slice(0, bounds.lines).map(([line, members]): ChartPoint => {
      const [title, byTitle] = [named(x, members[0]), by && named(by, members[0])]
      return {
        x: value,
        ...(typeof title === 'string' ? { title } : {}),
        ...(by ? { by: line } : {}),
        ...(typeof byTitle === 'string' ? { byTitle } : {}),
        values: Object.fromEntries(series.map((one) => [one.name, aggregate(one, members)])),
      }
    }),
  )
  return { points, groups: groups.length, lines: lines.size, ...(chart.kind === 'pie' ? { rest: null } : {}) }
}

const periodLengths = { year: 4, month: 7, day: 10 } as const

function periodOf(value: unknown, per: keyof typeof periodLengths): string | undefined {
  return typeof value === 'string' ? value.slice(0, periodLengths[per]) : undefined
}

/** The values of a field beside a list. */
export function sideOf({ filter, title }: SidePlan, rows: Rows): SideResponse {
  const groups = [
    ...grouped(
      rows.filter((row) => typeof row[filter.name] === 'string'),
      (row) => row[filter.name] as string,
    ),
  ]
  const values = groups.map(([value, of]) => ({ value, title: String(of[0]?.[title ?? filter.name] ?? value), count: of.length }))
  return { values: values.toSorted((a, b) => (a.title < b.title ? -1 : 1)) }
}
