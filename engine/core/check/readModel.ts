import type { Entity, Field } from '../../spec/generated/entity'
import { isAttached } from '../fields'
import { compileLinesView, isInTable, isLinesView } from '../sources/linesView'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import type { Report } from './report'

/**
 * Whether the lines that a read model shows are there, and what it wants of their document; without them it cannot be read as a whole.
 * @returns false after a mistake was told
 */
export function checkLinesView(name: string, sources: ProductSources, report: Report): boolean {
  const view = sources.entities[name]?.view
  if (!isLinesView(view)) return true
  const source = `entities/${name}`
  const { entity, lines, header } = compileLinesView(view)
  const shown = view.lines
  const tables = Object.entries(sources.entities).flatMap(([key, each]) => (each.view === undefined ? [key] : []))
  if (!report.known(source, '/view/lines', 'entity', entity, tables)) return false
  const document = resolveGroups(entity, sources.entities[entity] as Entity, sources)
  const line = document.lines?.[lines]
  if (!report.known(source, '/view/lines', 'lines', lines, Object.keys(document.lines ?? {})) || !line) return false
  return header.map((field, index) => checkHeader(`/view/header/${index}`, field, document, line.fields)).every(Boolean)

  function checkHeader(at: string, field: string, { fields }: ResolvedEntity, ofLine: Record<string, Field>): boolean {
    if (!report.known(source, at, 'field', field, Object.keys(fields))) return false
    if (Object.hasOwn(ofLine, field)) report.add(source, at, 'check.twice', { name: field, other: shown })
    else if (!isInTable(fields[field] as Field) || isAttached(fields[field] as Field))
      report.add(source, at, 'check.not-in-table', { name: field })
    else return true
    return false
  }
}

/** What an argument can be: one plain value. A row of another entity is a filter, whose row scope the list asks. */
const paramTypes: readonly Field['type'][] = ['text', 'digit', 'money', 'percent', 'date', 'dateTime', 'select', 'switch']

/** Arguments are those of a function, are no fields, and are there before anybody says them. */
export function checkParams(source: string, entity: ResolvedEntity, report: Report): void {
  const { params, view } = entity
  if (params && typeof view !== 'string') report.add(source, '/params', 'check.param-without-view', {}, { key: true })
  for (const [name, field] of Object.entries(params ?? {})) {
    const at = `/params/${name}`
    if (Object.hasOwn(entity.fields, name)) report.add(source, at, 'check.twice', { name, other: 'fields' }, { key: true })
    const isPlain = paramTypes.includes(field.type) && !('multiple' in field && field.multiple)
    if (!isPlain) report.add(source, `${at}/type`, 'check.param-type', { name, type: field.type }, { allowed: paramTypes.join(', ') })
    if (field.required !== undefined && field.default === undefined) report.add(source, `${at}/required`, 'check.param-required', { name })
  }
}
