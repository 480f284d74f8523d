import { sql, type RawBuilder } from 'kysely'
import { chartBounds } from '../../core/charts'
import type { ExpressionEnvironment } from '../../core/expression'
import type { ChartPeriod, ChartPlan, ChartSeriesPlan, FieldPlan, ListPagePlan } from '../../core/plan'
import { conditionSql } from '../expressionSql'
import { rowTypeOf } from '../fields'
import type { SessionUser } from '../session'
import type { Source, SourceContext } from '../source'
import type { Condition } from './conditions'
import type { ListReader } from './list'
import { numberColumn } from './number'
import type { Reading } from './reading'
import { displayColumn, rowAlias } from './shape'

export interface ChartsReader {
  /** Takes the list query; its response, a `ChartsResponse`, as JSON text. @throws HttpProblem 422 */
  read(input: Record<string, unknown>, user: SessionUser): Promise<string>
}

/** @returns a `ChartsResponse` as JSON text, of the rows `t` that meet the conditions */
export type ChartsQuery = (context: SourceContext, conditions: Condition[]) => Promise<string>

/**
 * `GET {base}/charts/{page}`: the charts above a list, of the rows that the list asks for and the account sees, in one statement.
 * @throws TypeError that names what cannot be reckoned in SQL
 */
export function chartsReader(reading: Reading, { charts = [] }: ListPagePlan, list: ListReader): ChartsReader {
  const draw = chartsQuery(reading, list.shape.source, charts)
  return {
    async read(query, user) {
      const { context, input } = await list.given(query, user)
      return draw(context, list.ask(input, user, context).conditions)
    },
  }
}

/** @throws TypeError that names what cannot be reckoned in SQL */
export function chartsQuery(reading: Reading, source: Source, charts: readonly ChartPlan[]): ChartsQuery {
  const drawn = charts.map((chart) => ({ name: chart.name, draw: chartSql(reading, source, chart) }))
  return async (context, conditions) => {
    const environment = reading.environment()
    const responses = drawn.map(({ name, draw }) => sql`${sql.lit(name)}, ${draw(context, environment, conditions)}`)
    const { rows } = await sql<{ charts: string }>`select json_build_object(${sql.join(responses)})::text as charts`.execute(context.kysely)
    return `{"charts":${rows[0]?.charts ?? '{}'}}`
  }
}

type ChartSql = (context: SourceContext, environment: ExpressionEnvironment, conditions: Condition[]) => RawBuilder<unknown>

/**
 * SQL of a `ChartData`. Groups (`x`) and lines (`b`) are numbered by their importance, so that those beyond the bounds are counted but not
 * sent. Kept are the latest periods, other groups with the largest value of the first series, and lines with the most rows.
 */
function chartSql(reading: Reading, source: Source, chart: ChartPlan): ChartSql {
  const { shapes } = reading
  const { x, per, by, series, kind, when } = chart
  const bounds = chartBounds(chart)
  const rows = sql.raw(rowAlias)
  const group = groupColumn(source, x, per)
  const line = by ? groupColumn(source, by) : sql`null::text`
  const numbers = series.map((one) => numberSql(reading, source, one, sql.raw(source.column(rowAlias, x.name))))
  const values = series.map(({ name, of }, index) => {
    const value = sql.raw(`r.v${index}`)
    return sql`${sql.lit(name)}, ${of === 'count' ? value : sql`${value}::text`}`
  })
  const groupTitle = titleOf(source, x, 'x', shapes)
  const lineTitle = by && titleOf(source, by, 'b', shapes)
  const weight = ['sum', 'count'].includes(series[0]?.of ?? '') ? sql`sum(v0)` : sql`max(v0)`
  const rank = per ? sql`x desc` : sql`weight desc nulls last, x`
  const inBounds = sql`r.place <= ${sql.lit(bounds.groups)} and r.line <= ${sql.lit(bounds.lines)}`
  const order = per ? sql`r.x` : sql`r.place`
  const hasOnlyTimes = per ? [sql<boolean>`${group} is not null`] : []

  return (context, environment, asked) => {
    const conditions = [...asked, ...hasOnlyTimes, ...(when ? [conditionSql(when, source, rowAlias, environment)] : [])]
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
    const reckoned = numbers.map((number, index) => sql`${number(context, environment)} as ${sql.raw(`v${index}`)}`)
    const point = [
      sql`'x', ${per ? sql`r.x` : onWire(source, x, sql`r.x`)}`,
      ...(groupTitle ? [sql`'title', ${groupTitle(context)}`] : []),
      ...(by ? [sql`'by', ${onWire(source, by, sql`r.b`)}`] : []),
      ...(lineTitle ? [sql`'byTitle', ${lineTitle(context)}`] : []),
      sql`'values', json_build_object(${sql.join(values)})`,
    ]
    const rest = kind === 'pie' ? sql`, 'rest', (select sum(r.v0)::text from r where r.place > ${sql.lit(bounds.groups)})` : sql``
    return sql`(
      with g as (
        select ${group} as x, ${line} as b, count(*) as n, ${sql.join(reckoned)}
        from ${source.from(context)} as ${rows} ${where} group by ${by ? sql`1, 2` : sql`1`}
      ), s as (
        select g.*, ${weight} over (partition by x) as weight, sum(n) over (partition by b) as size from g
      ), r as (
        select s.*, dense_rank() over (order by ${rank}) as place, dense_rank() over (order by size desc, b) as line from s
      )
      select json_build_object(
        'points', (select coalesce(json_agg(json_build_object(${sql.join(point)}) order by ${order}, r.line), '[]') from r where ${inBounds}),
        'groups', (select coalesce(max(place), 0) from r), 'lines', (select coalesce(max(line), 0) from r)${rest}))`
  }
}

/** SQL of the group of a row. A period is a text such as `2026-01`, which sorts by time; days begin at midnight in Shanghai. */
function groupColumn(source: Source, field: FieldPlan, per?: ChartPeriod): RawBuilder<unknown> {
  if (!field.stored || field.secret || field.multiple || field.mixed) {
    throw new TypeError(`${source.entity.name}.${field.name} makes no groups: it is not one value in the table`)
  }
  const column = sql.raw(source.column(rowAlias, field.name))
  if (!per) return column
  const time = field.type === 'dateTime' ? sql`${column} at time zone 'Asia/Shanghai'` : column
  return sql`to_char(${time}, ${sql.lit(patterns[per])})`
}

const patterns: Record<ChartPeriod, string> = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' }

type NumberSql = (context: SourceContext, environment: ExpressionEnvironment) => RawBuilder<unknown>

/** SQL of the number of a series. @param time the time of a row, by which `last` finds the last one */
function numberSql({ shapes }: Reading, source: Source, { of, field }: ChartSeriesPlan, time: RawBuilder<unknown>): NumberSql {
  if (of === 'count' || !field) return () => sql`count(*)`
  const value = numberColumn(shapes, source, field.name)
  const id = sql.raw(source.column(rowAlias, 'id'))
  const decimals = sql.lit(field.decimals ?? 0)
  return (context, environment) => {
    const number = value(context, environment)
    const one =
      of === 'last'
        ? sql`(array_agg(${number} order by ${time} desc, ${id} desc) filter (where ${number} is not null))[1]`
        : sql`${sql.raw(of)}(${number})`
    return sql`round(${one}, ${decimals})`
  }
}

function onWire({ entity }: Source, field: FieldPlan, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return rowTypeOf(field).wire(field, value, entity.view === undefined)
}

/** SQL of the label of the record that a reference points to; undefined for other fields. */
function titleOf(
  source: Source,
  field: FieldPlan,
  column: 'x' | 'b',
  shapes: Reading['shapes'],
): ((context: SourceContext) => RawBuilder<unknown>) | undefined {
  if (!field.ref) return undefined
  const display = displayColumn(shapes, { ...source, column: (alias) => `${alias}.${column}` }, field)
  return (context) => display('r', context)
}
