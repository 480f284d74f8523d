import type { Entity } from '../../spec/generated/entity'
import type { ListPage } from '../../spec/generated/screen'
import type { ProductSources } from '../compile'
import type { ChartSeriesPlan } from '../plan'
import type { ExpressionScopeTypes } from '../expression'
import { schemaTypeOf } from '../fields/schemas'
import { checkSource } from './expression'
import { isUnasked } from './masks'
import type { Report } from './report'
import { checkSqlSource } from './sqlSource'
import { checkTone } from './tone'
import { checkUnitOfTotal, mixesUnits } from './units'
import { checkFixedValue } from './where'

export interface FiguresContext {
  source: string
  entityName: string
  /** Its groups are resolved. */
  entity: Entity
  types: ExpressionScopeTypes
  sources: ProductSources
  report: Report
}

type Figure = NonNullable<ListPage['figures']>[string]

/** Numbers that the database can make, and filters that the list has. */
export function checkFigures(context: FiguresContext, at: string, page: ListPage): void {
  const parameters = filterParameters(page)
  for (const [name, figure] of Object.entries(page.figures ?? {})) checkFigure(context, `${at}/${name}`, figure, parameters)
}

function checkFigure(context: FiguresContext, at: string, figure: Figure, parameters: ReadonlyMap<string, string>): void {
  const { source, entityName, entity, types, sources, report } = context
  for (const key of ['sum', 'avg'] as const) {
    const name = figure[key]
    const narrowedBy = [figure.when, ...Object.keys(figure.filter ?? {})]
    if (name !== undefined) checkSummed(context, `${at}/${key}`, name, key, narrowedBy, key === 'sum' && figure.unit === undefined)
  }
  if (figure.when !== undefined) checkSqlSource(source, `${at}/when`, figure.when, entityName, ['boolean'], sources, report)
  for (const [index, parameter] of (figure.regardless ?? []).entries())
    report.known(source, `${at}/regardless/${index}`, 'filter', parameter, parameters.keys())
  checkTone(source, `${at}/tone`, figure.tone, { value: 'number' }, report)
  for (const [parameter, value] of Object.entries(figure.filter ?? {})) {
    const pointer = `${at}/filter/${parameter}`
    if (!report.known(source, pointer, 'filter', parameter, parameters.keys(), { key: true })) continue
    const field = parameters.get(parameter) ?? parameter
    const type = types[field] ?? 'any'
    if (typeof value === 'object' && !Array.isArray(value)) {
      const one = typeof type === 'object' && 'list' in type ? type.list : type
      checkSource(source, `${pointer}/expression`, value.expression, {}, [one], report)
    } else checkFixedValue({ source, sources, report, rows: entity, around: null }, pointer, field, value)
  }
}

/**
 * Checks a field that a figure computes with: it must be a number, and neither percentages nor amounts of different units must be added up.
 * @param narrowedBy fields and conditions that say which rows it is computed of
 * @param mayApart there may be one number for each unit, where the entity says in which its rows are counted
 */
export function checkSummed(
  { source, entityName, entity, sources, report }: FiguresContext,
  at: string,
  name: string,
  of: ChartSeriesPlan['of'],
  narrowedBy: readonly (string | undefined)[],
  mayApart = false,
): void {
  if (!report.known(source, at, 'field', name, Object.keys(entity.fields))) return
  const field = entity.fields[name]
  if (!field) return
  isUnasked(report, source, at, name, field)
  if (of === 'sum' && !schemaTypeOf(field).summable) report.add(source, at, 'check.total-of-text', { name })
  else {
    const mixes = mixesUnits(name, entity, narrowedBy, sources)
    if (mixes && mayApart) checkUnitOfTotal({ source, sources, report }, at, name, entity)
    else if (mixes) report.add(source, at, 'check.figure-mixes', { name })
    if (field.query === undefined) checkSqlSource(source, at, name, entityName, ['number'], sources, report)
  }
}

/** Query parameter → field, of what the list can be asked by. */
function filterParameters({ search = [], side }: ListPage): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const item of search) {
    const { field, as } = typeof item === 'string' ? { field: item, as: undefined } : item
    for (const name of as === 'range' ? [`${field}Start`, `${field}End`] : [field]) parameters.set(name, field)
  }
  if (side) parameters.set(side.field, side.field)
  return parameters
}
