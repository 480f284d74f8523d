import type { Entity, Field } from '../../spec/generated/entity'
import type { ProductSources, ResolvedEntity } from '../compile'
import { isAttached } from '../fields'
import { schemaTypeOf } from '../fields/schemas'
import { isUnasked } from './masks'
import type { Report } from './report'
import { typeOf, typesOfFields } from './types'

/** Every document says what it is about; rows of a read model are decided on elsewhere. */
export function checkHasSummary(source: string, own: Entity, entity: ResolvedEntity, report: Report): void {
  if (entity.states && entity.view === undefined && !entity.summary)
    report.add(source, own.states ? '/states' : '/include', 'check.no-summary', {}, { key: true })
}

/** The fields of a summary are there, may be read, and are of a kind that says something in few words. */
export function checkSummary(
  source: string,
  summary: Entity['summary'],
  { fields, lines = {}, states = {} }: ResolvedEntity,
  sources: ProductSources,
  report: Report,
): void {
  if (!summary) return
  const check = (at: string, name: string | undefined, fits: (field: Field) => boolean, code: SummaryMistake, isInside = false): void => {
    if (name === undefined || !report.known(source, at, 'field', name, Object.keys(fields))) return
    const field = fields[name]
    // Who decides reads it in the row that he was answered, which has it for our own people alone.
    const asked = field && isInside ? { ...field, internal: undefined } : field
    if (isUnasked(report, source, at, name, asked)) return
    if (field && !fits(field)) report.add(source, at, code, { name })
  }
  check('/summary/about', summary.about, names, 'check.summary-about')
  for (const [index, name] of (summary.figures ?? []).entries())
    check(`/summary/figures/${index}`, name, (field) => typeOf(field) === 'number', 'check.summary-figure')
  const [first] = summary.figures ?? []
  const added = first !== undefined && Object.hasOwn(fields, first) ? fields[first] : undefined
  if (summary.sum && !(added && schemaTypeOf(added).summable))
    report.add(source, '/summary/sum', 'check.total-of-text', { name: first ?? 'figures' })
  check('/summary/unit', summary.unit, (field) => names(field) && !isSeveral(field), 'check.summary-unit')
  check('/summary/date', summary.date, isDay, 'check.summary-date')
  if (summary.due && summary.date === undefined) report.add(source, '/summary/due', 'check.summary-due', {})
  for (const [index, name] of (summary.first ?? []).entries()) check(`/summary/first/${index}`, name, isWords, 'check.summary-first', true)
  checkLines(source, summary.lines, lines, sources, report)
  for (const [index, code] of (summary.course ?? []).entries()) {
    if (!report.known(source, `/summary/course/${index}`, 'state', code, states)) continue
    if (index === 0 && !states[code]?.initial) report.add(source, '/summary/course/0', 'check.summary-course', { name: code })
  }
}

function checkLines(
  source: string,
  decided: NonNullable<Entity['summary']>['lines'],
  lines: NonNullable<ResolvedEntity['lines']>,
  sources: ProductSources,
  report: Report,
): void {
  for (const [table, columns] of Object.entries(decided ?? {})) {
    const line = lines[table]
    if (!report.known(source, `/summary/lines/${table}`, 'lines', table, Object.keys(lines)) || !line) continue
    const names = Object.keys(typesOfFields(line.fields, sources))
    for (const [index, column] of columns.entries()) {
      const at = `/summary/lines/${table}/${index}`
      const { name, pointer } = typeof column === 'string' ? { name: column, pointer: at } : { name: column.field, pointer: `${at}/field` }
      if (!report.known(source, pointer, 'field', name, names)) continue
      const field = Object.hasOwn(line.fields, name) ? line.fields[name] : undefined
      if (field?.secret) report.add(source, pointer, 'check.secret', { name })
      else if (typeof column === 'object' && !(field && schemaTypeOf(field).summable))
        report.add(source, `${at}/total`, 'check.total-of-text', { name })
    }
  }
}

type SummaryMistake = `check.summary-${'about' | 'figure' | 'unit' | 'date' | 'first'}`

/** A reference, or something short that reads as a name. */
function names(field: Field): boolean {
  return field.type === 'ref' || (schemaTypeOf(field).key && typeOf(field) === 'text')
}

function isSeveral(field: Field): boolean {
  return 'multiple' in field && field.multiple === true
}

/** Something that reads as words in a line of its own; what is drawn in its own way has no place there. */
function isWords(field: Field): boolean {
  return typeOf(field) !== 'any' && !isAttached(field)
}

function isDay(field: Field): boolean {
  return ['date', 'dateTime'].includes(String(typeOf(field)))
}
