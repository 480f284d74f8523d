import type { Entity } from '../../spec/generated/entity'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import { referencesTo } from '../compile/timeline'
import { isUnasked } from './masks'
import type { Report } from './report'
import { typeOf } from './types'

/** What a timeline shows is there, happened on a day, and belongs to the record by one field. */
export function checkTimeline(name: string, timeline: Entity['timeline'], sources: ProductSources, report: Report): void {
  if (!timeline) return
  const source = `entities/${name}`
  for (const [title, of] of Object.entries(timeline.lanes)) {
    if (of === 'history') continue
    for (const [entity, at] of Object.entries(of)) {
      const place = `/timeline/lanes/${title}/${entity}`
      const rows = rowsOf(entity, place, true)
      if (rows) checkDay(rows, place, at)
    }
  }
  const { line } = timeline
  const rows = line && rowsOf(line.of, '/timeline/line/of', false)
  if (!line || !rows) return
  checkDay(rows, '/timeline/line/at', line.at)
  for (const [index, value] of line.values.entries()) {
    const place = `/timeline/line/values/${index}`
    if (!report.known(source, place, 'field', value, Object.keys(rows.fields))) continue
    const field = rows.fields[value]
    if (!isUnasked(report, source, place, value, field) && field && typeOf(field) !== 'number')
      report.add(source, place, 'check.timeline-number', { name: value })
  }

  function rowsOf(entity: string, place: string, isKey: boolean): ResolvedEntity | undefined {
    const of = isKey ? { key: true } : {}
    if (!report.known(source, place, 'entity', entity, sources.entities, of)) return undefined
    const declared = sources.entities[entity]
    const rows = declared && resolveGroups(entity, declared, sources)
    if (rows && referencesTo(name, rows).length !== 1) report.add(source, place, 'check.timeline-reference', { name: entity }, of)
    return rows
  }

  function checkDay({ fields }: ResolvedEntity, place: string, at: string): void {
    if (!report.known(source, place, 'field', at, Object.keys(fields))) return
    const field = fields[at]
    if (isUnasked(report, source, place, at, field)) return
    if (field && !['date', 'dateTime'].includes(String(typeOf(field)))) report.add(source, place, 'check.summary-date', { name: at })
  }
}
