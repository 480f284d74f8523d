import type { Entity } from '../../spec/generated/entity'
import { builtInNames, typeOf } from './types'
import { checkWhere, isAsked, type WhereCheck } from './where'

/** Periods are days or moments of the row itself, and their key is in the table. */
export function checkIntervals(check: WhereCheck, intervals: Entity['intervals']): void {
  const { source, report, rows } = check
  const known = [...Object.keys(rows.fields), ...builtInNames]
  for (const [index, interval] of (intervals ?? []).entries()) {
    const at = `/intervals/${index}`
    const fieldPlaces = [
      ...interval.key.map((name, place) => [`key/${place}`, name] as const),
      ['from', interval.from] as const,
      ['until', interval.until] as const,
    ]
    const missing = fieldPlaces.filter(([place, name]) => !report.known(source, `${at}/${place}`, 'field', name, known))
    for (const [place, name] of fieldPlaces) {
      const field = rows.fields[name]
      if (field && !isAsked(field, true)) report.add(source, `${at}/${place}`, 'check.not-stored', { name })
    }
    if (missing.length === 0) checkEnds(check, at, interval.from, interval.until)
    checkWhere(check, `${at}/where`, interval.where)
  }
}

function checkEnds({ source, report, rows }: WhereCheck, at: string, from: string, until: string): void {
  const [first, last] = [from, until].map((name) => {
    const field = rows.fields[name]
    return field && typeOf(field)
  })
  if (first !== 'date' && first !== 'dateTime') report.add(source, `${at}/from`, 'check.interval-type', { name: from })
  else if (first !== last) report.add(source, `${at}/until`, 'check.interval-type', { name: until })
}
