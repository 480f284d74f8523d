import type { Field } from '../../spec/generated/entity'
import type { ProductSources } from '../compile'
import type { FieldOf } from '../fields/schemaType'
import type { Report } from './report'

type Fields = Readonly<Record<string, Field>>

/**
 * A reference to rows of several entities: each of them has what the reference names, and a kind says of which a row is.
 * @param checkTarget checks what the reference says of one of its targets
 */
export function checkMixed(
  source: string,
  at: string,
  field: FieldOf<'ref'>,
  all: Fields | undefined,
  sources: ProductSources,
  report: Report,
  checkTarget: (entity: string) => void,
): void {
  for (const key of ['by', 'multiple'] as const)
    if (field[key] !== undefined) report.add(source, `${at}/${key}`, 'check.mixed-alone', { key }, { key: true })
  const name = at.slice(at.lastIndexOf('/') + 1)
  if (kindsOf(name, all ?? {}).length !== 1) report.add(source, `${at}/to`, 'check.mixed-kind', { name })
  const before = report.findings.length
  for (const [index, entity] of [field.to].flat().entries()) {
    if (!report.known(source, `${at}/to/${index}`, 'entity', entity, sources.entities)) continue
    if (sources.entities[entity]?.view !== undefined) report.add(source, `${at}/to/${index}`, 'check.mixed-view', { entity })
    // What the first target does not have is told once.
    if (report.findings.length === before) checkTarget(entity)
  }
}

export function checkKind(source: string, at: string, field: FieldOf<'kind'>, all: Fields | undefined, report: Report): void {
  if (!all || !report.known(source, `${at}/of`, 'field', field.of, Object.keys(all))) return
  if (!isMixed(all[field.of])) report.add(source, `${at}/of`, 'check.kind-of', { name: field.of })
}

/** Where a row of one of several entities is chosen, its kind is chosen, too. */
export function checkKindsBeside(source: string, at: string, names: readonly string[], fields: Fields, report: Report): void {
  for (const reference of names) {
    const field = fields[reference]
    if (!isMixed(field) || field?.system) continue
    const [kind] = kindsOf(reference, fields)
    if (kind !== undefined && !names.includes(kind)) report.add(source, at, 'check.kind-beside', { reference, kind }, { key: true })
  }
}

export function isMixed(field: Field | undefined): boolean {
  return field?.type === 'ref' && typeof field.to !== 'string'
}

function kindsOf(reference: string, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.type === 'kind' && field.of === reference ? [name] : []))
}
