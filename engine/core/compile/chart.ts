import type { Chart, ChartSeries, ListPage } from '../../spec/generated/screen'
import type { ChartPlan, ChartSeriesPlan, EntityPlan, FieldPlan } from '../plan'
import { compileOptional } from './expression'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'

export function compileCharts(charts: ListPage['charts'], entity: EntityPlan, where: string): ChartPlan[] | undefined {
  return charts && Object.entries(charts).map(([name, chart]) => compileChart(name, chart, entity, where))
}

function compileChart(name: string, { title, kind, x, series, by, when, about }: Chart, { fields }: EntityPlan, where: string): ChartPlan {
  const axis = typeof x === 'string' ? { field: x, per: undefined } : x
  const field = lookUp(fields, axis.field, 'field', where)
  return {
    name,
    title,
    kind,
    x: field,
    series: Object.entries(series).map(([key, one]) => compileSeries(key, one, fields, where)),
    ...optional({
      per: axis.per ?? (isTime(field) ? 'day' : undefined),
      by: by === undefined ? undefined : lookUp(fields, by, 'field', where),
      when: compileOptional(when),
      about,
    }),
  }
}

function compileSeries(name: string, series: ChartSeries, fields: Record<string, FieldPlan>, where: string): ChartSeriesPlan {
  const of = numberOf(series)
  const fieldName = of === 'count' ? undefined : series[of]
  const field = fieldName === undefined ? undefined : lookUp(fields, fieldName, 'field', where)
  return { name, title: series.title ?? field?.title ?? name, of, ...optional({ field, unit: series.unit ?? field?.unit }) }
}

/** How a series computes its number from the rows of a group; `count` when it names no field. */
export function numberOf(series: ChartSeries): ChartSeriesPlan['of'] {
  return (['sum', 'avg', 'min', 'max', 'last'] as const).find((key) => series[key] !== undefined) ?? 'count'
}

/** Whether rows are grouped by the day, month or year of this field. */
export function isTime({ type }: Pick<FieldPlan, 'type'>): boolean {
  return type === 'date' || type === 'dateTime'
}
