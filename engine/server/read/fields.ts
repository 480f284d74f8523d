import { isEmptyValue, isMultiple, readValue, isUnset, InvalidValue } from '../../core/fields'
import type { FieldPlan, LinesPlan, PayloadLinesPlan } from '../../core/plan'
import { checkRowCount, isAsked } from '../../core/record/check'
import type { LinePlace } from '../../core/record/problems'
import { readOf, readOfRow, type Read } from '../../core/record/scope'
import { byName, type Fields, type Values } from '../../core/record/values'
import { serverTypeOf } from '../fields'
import type { Services } from '../services'
import { valueChecksOf } from '../valueChecks'
import { Problems } from '../problems'
import { listOf } from './conditions'

/**
 * Checks the query or body of an extra endpoint against its declared fields and rows, as strictly as those of a record.
 * @param from values of a query are texts
 * @returns a reader that throws HttpProblem 422 with all that is wrong; what was left empty is absent, a table without rows an empty list
 */
export function fieldsReader(
  services: Services,
  fields: readonly FieldPlan[],
  from: 'query' | 'body',
  lines: readonly PayloadLinesPlan[] = [],
): (input: Record<string, unknown>) => Record<string, unknown> {
  const ofBody = byName(fields)
  const tables = byName(lines.map(({ table }) => table))

  return (input) => {
    const problems = new Problems()
    const environment = { today: services.clock.today(), now: services.clock.now() }
    const submitted = readSubmitted(ofBody, Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(tables, name))))
    for (const table of Object.values(tables)) submitted[table.name] = readRows(table, input[table.name], readOf(submitted))
    problems.throwIfAny()
    return submitted

    function readSubmitted(fields: Fields, raw: Values, around?: Read, place?: LinePlace): Values {
      const values: Values = {}
      for (const [name, one] of Object.entries(raw)) {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        if (!field) {
          if (!isEmptyValue(one) && one !== '') problems.unknown(name, place)
          continue
        }
        const value = readValue(field, from === 'query' ? typedQuery(field, one) : one, valueChecksOf(services))
        if (value instanceof InvalidValue) problems.invalid(field, value, place)
        else if (!isUnset(field, value)) values[name] = value
      }
      const read = around ? readOfRow(fields, values, around) : readOf(values)
      for (const field of Object.values(fields))
        if (isAsked(field.required, read, environment) && isUnset(field, raw[field.name]))
          problems.field(field, 'required', 'invalid.required', {}, place)
      return values
    }

    function readRows(table: LinesPlan, raw: unknown, around: Read): Values[] {
      if (!isEmptyValue(raw) && raw !== '' && !Array.isArray(raw)) {
        problems.table(table, 'type', 'invalid.list')
        return []
      }
      const rows: unknown[] = Array.isArray(raw) ? raw : []
      checkRowCount(table, rows.length, problems)
      // Rows beyond the limit are not looked at.
      return rows.slice(0, table.maxRows).map((row, index) => {
        const place = { lines: table, index }
        if (typeof row === 'object' && row !== null && !Array.isArray(row)) return readSubmitted(table.fields, row as Values, around, place)
        problems.row(place, 'type', 'invalid.row-type')
        return {}
      })
    }
  }
}

/** A query parameter says by its field what it is. */
function typedQuery(field: FieldPlan, raw: unknown): unknown {
  if (isMultiple(field)) return isEmptyValue(raw) || raw === '' ? raw : listOf(raw)
  return serverTypeOf(field).fromQuery(raw)
}
