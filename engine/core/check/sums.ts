import type { Field } from '../../spec/generated/entity'
import type { SumOf } from '../../spec/generated/field'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import { schemaTypeOf } from '../fields/schemas'
import { checkSource } from './expression'
import type { Report } from './report'
import { typeOf, typesOfFields } from './types'
import { checkWhere, isAsked } from './where'

/** Fields of an entity and its line tables that are kept as sums: what they sum up is there, is a number, and points here. */
export function checkSums(name: string, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const tables = [
    { at: '/fields', fields: entity.fields, table: undefined },
    ...Object.entries(entity.lines ?? {}).map(([key, line]) => ({
      at: `/lines/${key}/fields`,
      fields: line.fields,
      table: `${name}.${key}`,
    })),
  ]
  for (const { at, fields, table } of tables)
    for (const [key, field] of Object.entries(fields)) {
      const sum = sumOf(field)
      if (sum) checkSum({ name, entity, fields, table, at: `${at}/${key}`, field, sum }, sources, report)
    }
}

interface Sum {
  name: string
  entity: ResolvedEntity
  /** Of the record, or of the row, that it stands in. */
  fields: Record<string, Field>
  /** The line table that has the field, as `order.items`; undefined for a field of a record. */
  table: string | undefined
  at: string
  field: Field
  sum: SumOf
}

function checkSum({ name, entity, fields, table, at, field, sum }: Sum, sources: ProductSources, report: Report): void {
  const lines = table !== undefined
  const source = `entities/${name}`
  const place = `${at}/sumOf`
  // The engine alone says what it is.
  for (const word of ['value', 'query', 'follows', 'default', 'required', 'system'] as const)
    if (field[word] !== undefined) report.add(source, `${at}/${word}`, 'check.sum-alone', { key: word }, { key: true })
  const types = { ...typesOfFields(entity.fields, sources), ...typesOfFields(fields, sources) }
  if (sum.atMost !== undefined) checkSource(source, `${place}/atMost`, sum.atMost, types, ['number'], report)
  for (const [figure, expression] of Object.entries(sum.params ?? {}))
    checkSource(source, `${place}/params/${figure}`, expression, { ...types, ...figuresOfSum }, ['any'], report)
  if (!report.known(source, `${place}/entity`, 'entity', sum.entity, sources.entities)) return
  const declared = sources.entities[sum.entity]
  if (!declared) return
  const of = resolveGroups(sum.entity, declared, sources)
  // Sums are updated when a record changes. A condition on the date would change without that, so it must be constant.
  checkWhere({ source, sources, report, rows: of, constant: true }, `${place}/where`, sum.where)
  if (sum.lines !== undefined && !report.known(source, `${place}/lines`, 'lines', sum.lines, Object.keys(of.lines ?? {}))) return
  const counted = sum.lines === undefined ? of.fields : (of.lines?.[sum.lines]?.fields ?? {})
  checkSummed(source, place, { sum, field, counted }, sources, report)
  if (!report.known(source, `${place}/by`, 'field', sum.by, Object.keys(counted))) return
  const by = counted[sum.by]
  const points = by?.type === 'ref' && by.to === name && !by.multiple
  // Rows have no references that point to them; they are named by their ids.
  if (by && !(lines ? by.type === 'text' : points)) report.add(source, `${place}/by`, 'check.sum-by', { name: sum.by })
  else if (table !== undefined) checkOneTable(source, place, table, sum, sources, report)
}

/** What a refusal may name when a sum would exceed its limit. */
const figuresOfSum = { amount: 'number', sum: 'number', limit: 'number' } as const

/** A row is named by its id alone, and rows of two tables may have the same id, so a field may name rows of one table only. */
function checkOneTable(source: string, place: string, table: string, sum: SumOf, sources: ProductSources, report: Report): void {
  const others = Object.entries(sources.entities).flatMap(([name, declared]) =>
    Object.entries(resolveGroups(name, declared, sources).lines ?? {}).flatMap(([key, line]) =>
      Object.values(line.fields).some((field) => namesSame(sumOf(field), sum)) ? `${name}.${key}` : [],
    ),
  )
  const other = others.find((each) => each !== table)
  if (other !== undefined) report.add(source, `${place}/by`, 'check.sum-two-tables', { name: sum.by, other })
}

function namesSame(one: SumOf | undefined, { entity, lines, by }: SumOf): boolean {
  return one !== undefined && one.entity === entity && one.lines === lines && one.by === by
}

function checkSummed(
  source: string,
  place: string,
  { sum, field, counted }: { sum: SumOf; field: Field; counted: Record<string, Field> },
  sources: ProductSources,
  report: Report,
): void {
  const summed = counted[sum.field]
  if (!report.known(source, `${place}/field`, 'field', sum.field, Object.keys(counted)) || !summed) return
  if (typeOf(summed) !== 'number' || !isAsked(summed, true)) report.add(source, `${place}/field`, 'check.sum-field', { name: sum.field })
  else if (decimalsOf(summed, sources) > decimalsOf(field, sources))
    report.add(source, `${place}/field`, 'check.sum-decimals', { name: sum.field })
}

function sumOf(field: Field): SumOf | undefined {
  return 'sumOf' in field ? field.sumOf : undefined
}

function decimalsOf(field: Field, sources: ProductSources): number {
  return schemaTypeOf(field).options(field, sources, '', '').decimals ?? 0
}
