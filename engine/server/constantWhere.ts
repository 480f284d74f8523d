import { isMultiple } from '../core/fields'
import { fieldAsSeen } from '../core/pending'
import type { EntityPlan, FieldPlan } from '../core/plan'
import { testsOf, type Where, type WhereBound, type WhereOperand, type WhereTest } from '../core/where'
import { rowTypeOf } from './fields'
import { toColumn } from './rows'
import { literal, quote } from './source'

const operators: Record<WhereBound, string> = { above: '>', atLeast: '>=', below: '<', atMost: '<=' }

type KeyOwner = Pick<EntityPlan, 'name' | 'fields' | 'pending' | 'statusField'>

/**
 * A `where` of own stored columns and constants as the text of a condition, for what the database judges by itself: partial keys. It has no
 * parameters; its values come from checked schemas and are quoted all the same. The state is the one that stands while a change waits.
 * @param alias of the rows; absent where there are no others
 * @throws TypeError for what only a query can know
 */
export function constantWhere(entity: KeyOwner, where: Where, alias?: string): string {
  return testsOf(where)
    .map((test) => conditionOf(entity, test, alias))
    .join(' and ')
}

function conditionOf(entity: KeyOwner, test: WhereTest, alias: string | undefined): string {
  if (test.kind === 'anyOf') {
    const parts = test.parts.map((part) => `(${part.map((inner) => conditionOf(entity, inner, alias)).join(' and ')})`)
    return `(${parts.join(' or ')})`
  }
  const field = entity.fields[test.field]
  if (!field?.stored) throw new TypeError(`${entity.name}.${test.field} is not in the table`)
  const column = `${alias === undefined ? '' : `${alias}.`}${quote(toColumn(fieldAsSeen(entity, field).name))}`
  if (test.kind === 'bound') return `${column} ${operators[test.bound]} ${constant(entity, field, test.value)}`
  const values = test.values.filter((value) => value !== null).map((value) => constant(entity, field, value))
  const orEmpty = test.values.length > values.length
  const is = [...(orEmpty ? [`${column} is null`] : []), ...(values.length > 0 ? [oneOf(field, column, values)] : [])].join(' or ')
  if (!test.not) return is === '' ? 'false' : values.length > 0 && orEmpty ? `(${is})` : is
  if (is === '') return 'true'
  return orEmpty && values.length === 0 ? `${column} is not null` : `((${is}) is not true)`
}

function oneOf(field: FieldPlan, column: string, values: string[]): string {
  if (isMultiple(field)) return `${column} && array[${values.join(', ')}]::${rowTypeOf(field).column(field)}`
  return values.length === 1 ? `${column} = ${values.join()}` : `${column} in (${values.join(', ')})`
}

function constant({ name }: Pick<EntityPlan, 'name'>, field: FieldPlan, value: WhereOperand): string {
  if (value === null || typeof value === 'object') throw new TypeError(`${name}.${field.name}: a key knows constants only`)
  if (typeof value === 'boolean') return String(value)
  const text = literal(String(value))
  const type = rowTypeOf(field).column(field)
  if (isMultiple(field) || type === 'text') return text
  // Typed, so that the value does not depend on a setting of the session that asks.
  return `${text}::${type}`
}
