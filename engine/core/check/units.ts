import type { Entity, Field } from '../../spec/generated/entity'
import { ExpressionError, expressionDependencies, parseExpression } from '../expression'
import { isUnitApart } from '../fields'
import type { ProductSources } from '../sources/sources'
import { isUnasked } from './masks'
import type { Report } from './report'

/** Whose rows are added up. */
interface Counted {
  fields: Record<string, Field>
  summary?: Entity['summary']
}

/** Reports a total of amounts whose rows may be in different units, such as currencies, where the entity does not say in which. */
export function checkUnitOfTotal(
  { source, sources, report }: { source: string; sources: ProductSources; report: Report },
  at: string,
  name: string,
  { fields, summary }: Counted,
): void {
  if (!isCountedIn(fields[name], fields, summary, sources)) return
  if (unitFromOf(fields[name]) !== undefined) return
  const unit = summary?.unit === undefined ? undefined : fields[summary.unit]
  if (unit === undefined) report.add(source, at, 'check.total-mixes', { name })
  // The key of another row says nothing to people.
  else if (unit.type === 'ref' && unit.by === undefined) report.add(source, at, 'check.total-unit', { name: summary?.unit ?? '' })
}

/** Whether numbers of different units are made one, of rows that these fields and conditions do not tell apart. */
export function mixesUnits(
  name: string,
  { fields, summary }: Counted,
  narrowedBy: readonly (string | undefined)[],
  sources: ProductSources,
): boolean {
  if (!isCountedIn(fields[name], fields, summary, sources)) return false
  const own = unitFromOf(fields[name])
  const units = own === undefined ? unitsAmong(fields, summary, sources) : [own]
  const read = narrowedBy.flatMap((source) => (source === undefined ? [] : namesIn(source)))
  return !read.some((each) => units.includes(each))
}

/** Names that an expression reads; none of one that is wrong, which is said elsewhere. */
function namesIn(source: string): string[] {
  try {
    return expressionDependencies(parseExpression(source)).map((path) => path.split('.')[0] ?? path)
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

function isCountedIn(field: Field | undefined, fields: Counted['fields'], summary: Counted['summary'], sources: ProductSources): boolean {
  if (unitFromOf(field) !== undefined) return true
  if (!field || !isUnitApart(field) || ('unit' in field && field.unit !== undefined)) return false
  return unitsAmong(fields, summary, sources).length > 0
}

/** The fields that say in what amounts of a row are counted: the one that is named for it, or those that may. */
function unitsAmong(fields: Counted['fields'], summary: Counted['summary'], { product }: ProductSources): string[] {
  if (summary?.unit !== undefined) return [summary.unit]
  return Object.entries(fields).flatMap(([name, field]) => (field.type === 'ref' && field.to === product.units ? [name] : []))
}

/** The field that says it of each row: a sum is made for each of its values. */
function unitFromOf(field: Field | undefined): string | undefined {
  return field && 'unitFrom' in field ? field.unitFrom : undefined
}

/** Reports the total that is counted by another field than those before it: a list adds up by one. */
export function checkOneUnit(
  { source, sources, report }: { source: string; sources: ProductSources; report: Report },
  totals: readonly (readonly [at: string, name: string])[],
  { fields, summary }: Counted,
): void {
  const units = totals.flatMap(([at, name]) => {
    const field = fields[name]
    const unit = unitFromOf(field) ?? (isCountedIn(field, fields, summary, sources) ? summary?.unit : undefined)
    return unit === undefined ? [] : [{ at, name, unit }]
  })
  const other = units.find(({ unit }) => unit !== units[0]?.unit)
  if (other) report.add(source, other.at, 'check.total-units', { name: other.name, other: units[0]?.unit ?? '' })
}

/** The unit of a number is a text field beside it, or a code that has units, which whoever reads the number may read too. */
export function checkUnitFrom(source: string, at: string, field: Field, all: Record<string, Field>, report: Report): void {
  const from = unitFromOf(field)
  if (from === undefined || !report.known(source, `${at}/unitFrom`, 'field', from, Object.keys(all))) return
  const unit = all[from]
  if (isUnasked(report, source, `${at}/unitFrom`, from, unit)) return
  const saysUnits = unit?.type === 'text' || (unit?.type === 'select' && unit.units !== undefined)
  if (!saysUnits) report.add(source, `${at}/unitFrom`, 'check.unit-from', { name: from })
  if ('unit' in field && field.unit !== undefined) report.add(source, `${at}/unitFrom`, 'check.unit-twice', {}, { key: true })
}

/** `codes.from` must be a select with one value beside the text, and `codes.in` may name codes of its dictionary only. */
export function checkCodesFrom(
  source: string,
  at: string,
  field: Field,
  all: Record<string, Field>,
  sources: ProductSources,
  report: Report,
): void {
  const codes = 'codes' in field ? field.codes : undefined
  if (!codes || !report.known(source, `${at}/codes/from`, 'field', codes.from, Object.keys(all))) return
  const from = all[codes.from]
  if (from?.type !== 'select' || from.multiple) return report.add(source, `${at}/codes/from`, 'check.codes-from', { name: codes.from })
  const items = Object.keys(sources.dictionaries[from.dictionary]?.items ?? {})
  for (const code of Object.keys(codes.in)) report.known(source, `${at}/codes/in/${code}`, 'code', code, items, { key: true })
}
