import type { Entity, Field } from '../../spec/generated/entity'
import type { ProductSources } from '../compile'
import { schemaTypeOf } from '../fields/schemas'
import type { Report } from './report'

/** What an entity says of its numbers, with its groups' fields. */
export function checkNumbers(source: string, entity: Entity, sources: ProductSources, report: Report): void {
  const has = Object.values(entity.fields).some((field) => field.type === 'serial')
  if ((entity.serial === undefined) === has) report.add(source, entity.serial ? '/serial' : '/fields', 'check.serial-pair', {})
  else if (entity.serial) checkSerial(source, entity.serial, entity, sources, report)
  for (const [name, sequence] of Object.entries(entity.sequences ?? {})) checkSequence(source, name, sequence, entity, report)
}

/** Letters tell people what a number is of: no two kinds of document have the same. */
export function checkPrefixes(sources: ProductSources, report: Report): void {
  const taken = new Map<string, string>()
  for (const [name, { serial }] of Object.entries(sources.entities)) {
    for (const { letters, at } of prefixesOf(serial)) {
      const other = taken.get(letters)
      if (other === undefined) taken.set(letters, `entities/${name}`)
      else report.add(`entities/${name}`, at, 'check.twice', { name: letters, other })
    }
  }
}

function prefixesOf(serial: Entity['serial']): { letters: string; at: string }[] {
  const { prefix } = serial ?? {}
  if (prefix === undefined) return []
  if (typeof prefix === 'string') return [{ letters: prefix, at: '/serial/prefix' }]
  return Object.entries(prefix.of).map(([code, letters]) => ({ letters, at: `/serial/prefix/of/${code}` }))
}

function checkSerial(source: string, serial: NonNullable<Entity['serial']>, entity: Entity, sources: ProductSources, report: Report): void {
  if ((serial.prefix === undefined) === (serial.of === undefined)) return report.add(source, '/serial', 'check.serial-begin', {})
  if (serial.of !== undefined) {
    for (const key of ['restart', 'by'] as const)
      if (serial[key] !== undefined) report.add(source, `/serial/${key}`, 'check.serial-alone', { key, with: 'of' }, { key: true })
    return checkParent(source, serial.of, entity, sources, report)
  }
  if (serial.by !== undefined && serial.restart !== undefined)
    report.add(source, '/serial/restart', 'check.serial-alone', { key: 'restart', with: 'by' }, { key: true })
  if (typeof serial.prefix !== 'object') return
  if (serial.by !== undefined) return report.add(source, '/serial/prefix', 'check.serial-alone', { key: 'prefix.by', with: 'by' })
  checkLetters(source, serial.prefix, entity, sources, report)
}

/** The number of a parent is there before its child is: it has one, and the child always names it. */
function checkParent(source: string, of: string, entity: Entity, sources: ProductSources, report: Report): void {
  if (!report.known(source, '/serial/of', 'field', of, Object.keys(entity.fields))) return
  const field = entity.fields[of]
  const single = field?.type === 'ref' && !field.multiple && field.by === undefined ? field.to : undefined
  const numbered = typeof single === 'string' && sources.entities[single]?.serial !== undefined
  if (!numbered || (field?.required !== true && field?.system !== true))
    report.add(source, '/serial/of', 'check.serial-parent', { name: of })
}

function checkLetters(
  source: string,
  { by, of }: { by: string; of: Record<string, string> },
  entity: Entity,
  sources: ProductSources,
  report: Report,
): void {
  if (!report.known(source, '/serial/prefix/by', 'field', by, Object.keys(entity.fields))) return
  const field = entity.fields[by]
  if (field?.type !== 'select' || field.multiple || !isAlwaysThere(field)) {
    report.add(source, '/serial/prefix/by', 'check.serial-code', { name: by })
    return
  }
  // An unknown dictionary is told at the field.
  const codes = Object.keys(sources.dictionaries[field.dictionary]?.items ?? of)
  for (const code of Object.keys(of)) report.known(source, `/serial/prefix/of/${code}`, 'code', code, codes, { key: true })
  const missing = codes.filter((code) => !Object.hasOwn(of, code))
  if (missing.length > 0) report.add(source, '/serial/prefix/of', 'check.serial-codes', { codes: missing.join(', ') })
}

function isAlwaysThere(field: Field): boolean {
  return field.required === true || field.system === true || field.default !== undefined
}

function checkSequence(
  source: string,
  name: string,
  { per = [], on = [] }: { per?: string[]; on?: string[] },
  entity: Entity,
  report: Report,
): void {
  const at = `/sequences/${name}`
  if (!report.known(source, at, 'field', name, Object.keys(entity.fields), { key: true })) return
  const field = entity.fields[name]
  const isCount = field?.type === 'digit' && (field.decimals ?? 0) === 0 && field.system === true && field.value === undefined
  if (!isCount || entity.appendOnly || entity.view !== undefined) report.add(source, at, 'check.sequence-field', { name }, { key: true })
  for (const [index, key] of per.entries()) {
    if (!report.known(source, `${at}/per/${index}`, 'field', key, Object.keys(entity.fields))) continue
    if (!isKey(entity.fields[key]) || key === name) report.add(source, `${at}/per/${index}`, 'check.sequence-key', { name: key })
  }
  for (const [index, action] of on.entries()) report.known(source, `${at}/on/${index}`, 'action', action, Object.keys(entity.actions ?? {}))
}

/** One stored value that stays as it is written. */
function isKey(field: Field | undefined): boolean {
  if (!field || (field.value !== undefined && field.stored !== true) || field.query !== undefined) return false
  return schemaTypeOf(field).key && !('multiple' in field && field.multiple)
}
