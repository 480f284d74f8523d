import type { Field } from '../../spec/generated/entity'
import type { ResolvedEntity } from '../compile'
import { compareDecimals, isDecimal } from '../decimal'
import { typeText, type ExpressionType } from '../expression'
import { schemaTypeOf } from '../fields/schemas'
import type { ProductSources } from '../sources/sources'
import type { Report } from './report'
import { typeOf } from './types'
import { isOf } from './where'

interface ValueCheck {
  source: string
  sources: ProductSources
  report: Report
  /** Whose states a status has. */
  holder: Pick<ResolvedEntity, 'states' | 'fields'>
}

/** The bounds of a number leave something between them, and a fixed default is a value that the field takes. */
export function checkValues({ source, sources, report, holder }: ValueCheck, at: string, field: Field): void {
  const { min, max } = boundsOf(field)
  if (min !== undefined && max !== undefined && compareDecimals(min, max) > 0)
    report.add(source, `${at}/max`, 'check.min-above-max', { min, max })
  const value = field.default
  if (value === undefined || (typeof value === 'object' && !Array.isArray(value))) return
  const pointer = `${at}/default`
  const type = typeOf(field)
  if (type === 'any') return
  if (Array.isArray(value) !== isList(type)) return report.add(source, pointer, 'check.default-type', { type: typeText(type) })
  const codes = schemaTypeOf(field).codes(field, holder, sources)
  for (const [index, one] of [value].flat().entries()) {
    const place = Array.isArray(value) ? `${pointer}/${index}` : pointer
    if (codes && typeof one === 'string') {
      if (codes.length > 0) report.known(source, place, 'code', one, codes)
    } else if (codes || !isOf(isList(type) ? type.list : type, one))
      report.add(source, place, 'check.default-type', { type: typeText(type) })
    else if (isDecimal(one) && typeof one === 'string') checkBetween(source, place, one, { min, max }, report)
  }
}

function checkBetween(source: string, at: string, value: string, { min, max }: ReturnType<typeof boundsOf>, report: Report): void {
  if (min !== undefined && compareDecimals(value, min) < 0) report.add(source, at, 'check.default-bounds', { bound: `min ${min}` })
  if (max !== undefined && compareDecimals(value, max) > 0) report.add(source, at, 'check.default-bounds', { bound: `max ${max}` })
}

function boundsOf(field: Field): { min: string | undefined; max: string | undefined } {
  return { min: 'min' in field ? field.min : undefined, max: 'max' in field ? field.max : undefined }
}

function isList(type: ExpressionType): type is { list: ExpressionType } {
  return typeof type === 'object' && 'list' in type
}
