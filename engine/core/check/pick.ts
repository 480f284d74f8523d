import type { Entity, Field } from '../../spec/generated/entity'
import type { Pick, Screen } from '../../spec/generated/screen'
import { isLines } from '../compile/payload'
import { areAlike } from './alike'
import { isFilled } from './filled'
import { isUnasked } from './masks'
import type { Report } from './report'
import { builtInNames, typeOf } from './types'

interface PickedTables {
  /** Of the line table. */
  fields: Record<string, Field>
  /** Of the entity that is chosen from, groups resolved. */
  target: Entity
  /** Fields and display values of that entity. */
  names: string[]
}

/** The reference that a `pick` chooses; undefined when it is none of which several lines can have one each. */
export function pickedReference(
  source: string,
  at: string,
  pick: Pick,
  fields: Record<string, Field>,
  report: Report,
): Extract<Field, { type: 'ref' }> | undefined {
  if (!report.known(source, `${at}/field`, 'field', pick.field, Object.keys(fields))) return undefined
  const field = fields[pick.field]
  if (field?.type === 'ref' && typeof field.to === 'string' && !field.multiple && !field.system && field.value === undefined) return field
  report.add(source, `${at}/field`, 'check.not-picked', { name: pick.field })
  return undefined
}

/**
 * The columns of the rows that an endpoint answers to be chosen from; undefined where it answers none. What it is asked with are fields of the
 * record.
 */
export function answeredColumns(
  source: string,
  at: string,
  pick: Pick,
  { screen, lines, fields, names }: { screen: Screen; lines: string; fields: Record<string, Field>; names: string[] },
  report: Report,
): Record<string, Field> | undefined {
  const extras = screen.endpoints.extra ?? {}
  const from = pick.from ?? ''
  const endpoint = extras[from]
  if (!report.known(source, `${at}/from`, 'endpoint', from, Object.keys(extras)) || !endpoint) return undefined
  for (const word of ['fill', 'sort'] as const)
    if (pick[word]) report.add(source, `${at}/${word}`, 'check.picked-as-answered', { name: word }, { key: true })
  const rows = Object.values(endpoint.answer ?? {}).flatMap((how) => (isLines(how) && how.of === lines ? [how] : []))
  const [answered] = rows
  if (endpoint.method !== 'GET' || endpoint.url.includes('{') || rows.length !== 1 || answered?.fields[pick.field] === undefined) {
    report.add(source, `${at}/from`, 'check.pick-from', { name: from, lines, field: pick.field })
    return undefined
  }
  for (const name of Object.keys(endpoint.query ?? {})) report.known(source, `${at}/from`, 'field', name, names)
  return Object.fromEntries(
    Object.entries(answered.fields).flatMap(([name, how]) => {
      const field = typeof how === 'boolean' ? fields[name] : how
      return field ? [[name, field]] : []
    }),
  )
}

/** What a `pick` looks in and fills; its columns are checked as those of any table. */
export function checkPick(source: string, at: string, pick: Pick, { fields, target, names }: PickedTables, report: Report): void {
  for (const [index, name] of (pick.search ?? []).entries()) {
    const field = target.fields[name]
    if (!report.known(source, `${at}/search/${index}`, 'field', name, names)) continue
    const computed = field !== undefined && (field.value !== undefined || field.query !== undefined) && !field.stored
    if (isUnasked(report, source, `${at}/search/${index}`, name, field)) continue
    if (computed && target.view === undefined) report.add(source, `${at}/search/${index}`, 'check.not-stored', { name })
  }
  if (pick.sort && report.known(source, `${at}/sort/field`, 'field', pick.sort.field, names))
    isUnasked(report, source, `${at}/sort/field`, pick.sort.field, target.fields[pick.sort.field])
  const own = Object.entries(fields)
    .filter(([name, field]) => name !== pick.field && isFilled(field))
    .map(([name]) => name)
  for (const [ours, theirs] of Object.entries(pick.fill ?? {})) {
    report.known(source, `${at}/fill/${ours}`, 'field', ours, own, { key: true })
    if (!report.known(source, `${at}/fill/${ours}`, 'field', theirs, [...Object.keys(target.fields), ...builtInNames])) continue
    if (isUnasked(report, source, `${at}/fill/${ours}`, theirs, target.fields[theirs])) continue
    const [mine, their] = [fields[ours], target.fields[theirs]]
    if (mine && their && !areAlike(typeOf(mine), typeOf(their)))
      report.add(source, `${at}/fill/${ours}`, 'check.given-type', { field: ours, name: theirs })
  }
}
