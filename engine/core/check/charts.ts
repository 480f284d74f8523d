import type { Chart, ChartSeries, ListPage, RelatedTable } from '../../spec/generated/screen'
import type { Field } from '../../spec/generated/entity'
import { isTime, numberOf } from '../compile/chart'
import { schemaTypeOf } from '../fields/schemas'
import { checkSummed, type FiguresContext } from './figures'
import { isUnasked } from './masks'
import { checkSqlSource } from './sqlSource'
import { displayOf } from './types'

/** Checks the charts of a table: their groups must be fields that the database can group by and that the table shows, their series numbers. */
export function checkCharts(
  context: FiguresContext,
  at: string,
  table: Pick<ListPage, 'search'> & Pick<ListPage | RelatedTable, 'columns' | 'charts'>,
): void {
  const shown = shownIn(context, table)
  const searched = (table.search ?? []).map((item) => (typeof item === 'string' ? item : item.field))
  for (const [name, chart] of Object.entries(table.charts ?? {})) {
    checkChart(context, `${at}/${name}`, chart, shown)
    if (chart.about !== undefined) context.report.known(context.source, `${at}/${name}/about`, 'field', chart.about, searched)
  }
}

function checkChart(context: FiguresContext, at: string, { kind, x, by, series, when }: Chart, shown: ReadonlySet<string>): void {
  const { source, entityName, sources, report } = context
  const { field: grouped, per } = typeof x === 'string' ? { field: x, per: undefined } : x
  const atX = typeof x === 'string' ? `${at}/x` : `${at}/x/field`
  const isOfTime = isTimeField(context, grouped)
  if (checkGroup(context, atX, grouped, shown) && per !== undefined && !isOfTime)
    report.add(source, `${at}/x/per`, 'check.chart-period', { name: grouped })
  if (by !== undefined) checkGroup(context, `${at}/by`, by, shown)

  const all = Object.entries(series)
  for (const [name, one] of all) {
    checkSeries(context, `${at}/series/${name}`, one, shown, [when, grouped, by])
    if (one.last !== undefined && !isOfTime) report.add(source, `${at}/series/${name}/last`, 'check.chart-last', { name: grouped })
  }
  const isPart = all.every(([, one]) => ['sum', 'count'].includes(numberOf(one)))
  if (kind === 'pie' && (all.length > 1 || !isPart || by !== undefined || isOfTime)) report.add(source, `${at}/kind`, 'check.chart-pie', {})
  else if (by !== undefined && all.length > 1) report.add(source, `${at}/by`, 'check.chart-one', {})
  if (when !== undefined) checkSqlSource(source, `${at}/when`, when, entityName, ['boolean'], sources, report)
}

function checkSeries(
  context: FiguresContext,
  at: string,
  series: ChartSeries,
  shown: ReadonlySet<string>,
  narrowedBy: readonly (string | undefined)[],
): void {
  const of = numberOf(series)
  const name = of === 'count' ? undefined : series[of]
  if (name === undefined) return
  const { findings } = context.report
  const before = findings.length
  checkSummed(context, `${at}/${of}`, name, of, narrowedBy)
  if (findings.length === before) checkShown(context, `${at}/${of}`, name, shown)
}

/** Checks a field that makes groups or lines. @returns whether the field exists */
function checkGroup(context: FiguresContext, at: string, name: string, shown: ReadonlySet<string>): boolean {
  const { source, entity, report } = context
  if (!report.known(source, at, 'field', name, [...Object.keys(entity.fields), ...times])) return false
  if (isUnasked(report, source, at, name, entity.fields[name])) return true
  if (!isGroup(entity.fields[name])) report.add(source, at, 'check.chart-group', { name })
  else checkShown(context, at, name, shown)
  return true
}

function checkShown({ source, report }: FiguresContext, at: string, name: string, shown: ReadonlySet<string>): void {
  if (!shown.has(name)) report.add(source, at, 'check.chart-shown', { name })
}

/** Times that the engine keeps of every record. */
const times = ['createdAt', 'updatedAt']

/** Whether rows can be grouped by a field: it is stored, has one value in each row, and several rows have the same value. */
function isGroup(field: Field | undefined): boolean {
  if (!field) return true
  const isThere = field.stored === true || (field.value === undefined && field.query === undefined)
  const isOne = !('multiple' in field && field.multiple) && !(field.type === 'ref' && Array.isArray(field.to))
  const { key, listed } = schemaTypeOf(field)
  return isThere && isOne && (key || listed || isTime(field)) && !field.secret
}

function isTimeField({ entity }: FiguresContext, name: string): boolean {
  const field = entity.fields[name]
  return field ? isTime(field) : times.includes(name)
}

/** Fields that the table shows as columns, or that it can be filtered by. */
function shownIn({ entity, sources }: FiguresContext, { columns, search = [] }: Pick<ListPage, 'columns' | 'search'>): Set<string> {
  const names = new Set([...columns, ...search].map((item) => (typeof item === 'string' ? item : item.field)))
  const displayed = Object.entries(entity.fields).flatMap(([name, field]) => {
    const display = displayOf(name, field, sources)
    return display !== undefined && names.has(display) ? [name] : []
  })
  return new Set([...names, ...displayed])
}
