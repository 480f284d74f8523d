/** Conditions on the rows of an entity: what a filter, a fixed `where` or a reference asks, as SQL with parameters. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { addDays } from '../../core/dateTime'
import { isMultiple } from '../../core/fields'
import { fieldAsSeen } from '../../core/pending'
import type { FieldPlan, FilterAs } from '../../core/plan'
import { testsOf, type Where, type WhereBound, type WhereOperand, type WhereTest } from '../../core/where'
import { rowTypeOf } from '../fields'
import { textParameter } from '../fields/columns'
import type { Source, SourceContext } from '../source'
import { containsText, escapedPattern } from './containsText'
import { displayColumn, type ShapeContext } from './shape'

export type Condition = RawBuilder<SqlBool>
type Conditions = Pick<ShapeContext, 'plan' | 'extensions'>

/** Most values of a filter that takes several. */
const maxValues = 200

/** What a filter looks at: a column, or a named value. */
type Operand = (alias: string, context: SourceContext) => RawBuilder<unknown>

export interface Filter {
  /** The query parameters it reads. */
  parameters: string[]
  /** Finds the values that a text means, where there are few of them; what it does not answer `FoundValues` for stays as it is. */
  lookUp?(value: unknown, context: SourceContext): Promise<unknown>
  /** `undefined`: a value that the field cannot have, or several where one is expected. */
  condition(value: unknown, alias: string, context: SourceContext): Condition | undefined
}

/**
 * The filters of one search item; a range has two, its start and its end.
 * @param name a field of the source, or a display value (then `contains` looks in the label)
 * @throws TypeError when the field cannot be filtered in SQL
 */
export function filtersOf(conditions: Conditions, source: Source, name: string, as: FilterAs): Filter[] {
  const reference = source.entity.displays[name]
  const field = source.entity.fields[reference ?? name]
  if (!field) throw new TypeError(`${source.entity.name} has no field ${name}`)
  if (field.internal) throw new TypeError(`${source.entity.name}.${field.name} cannot be asked for: it is internal`)
  const operand = operandOf(conditions, source, field)
  switch (as) {
    case 'contains': {
      // An id is a number in the table, and a part of one has no meaning.
      if (field.name === 'id') return filtersOf(conditions, source, name, 'equals')
      const text = (field.ref ?? field.mixed) ? displayColumn(conditions, source, field) : operand
      return [{ parameters: [name], condition: (value, alias, context) => contains(text(alias, context), value) }]
    }
    case 'begins':
      return [{ parameters: [name], condition: (value, alias, context) => begins(operand(alias, context), value) }]
    case 'few': {
      const condition: Filter['condition'] = (value, alias, context) =>
        value instanceof FoundValues
          ? value.condition(operand(alias, context), sql.raw(source.column(alias, 'id')))
          : contains(operand(alias, context), value)
      return [{ parameters: [name], condition, lookUp: (value, context) => foundValues(source, field, value, context) }]
    }
    case 'range':
      return [
        { parameters: [`${name}Start`], condition: (value, alias, context) => fromBound(field, operand(alias, context), value) },
        { parameters: [`${name}End`], condition: (value, alias, context) => toBound(field, operand(alias, context), value) },
      ]
    case 'equals':
      return [{ parameters: [name], condition: (value, alias, context) => equalsDayOrValue(field, operand(alias, context), value) }]
    case 'multiple':
      return [{ parameters: [name], condition: (value, alias, context) => oneOf(field, operand(alias, context), listOf(value)) }]
  }
}

/**
 * A fixed `where`. `given` has the values of `{from}`; one that is not given admits no row, because "any" would show what was not asked for
 * (and keeps none out under `not`, where it says nothing). core/where judges records in memory by the same tests.
 * The state is the one that stands while a change waits. @throws TypeError when a field is unknown
 */
export function whereOf(
  conditions: Conditions,
  source: Source,
  where: Where | undefined,
): (alias: string, context: SourceContext, given?: Record<string, unknown>) => Condition[] {
  const parts = testsOf(where).map((test) => testCondition(conditions, source, test))
  return (alias, context, given = {}) => parts.map((part) => part(alias, context, given))
}

type GivenCondition = (alias: string, context: SourceContext, given: Record<string, unknown>) => Condition

function testCondition(conditions: Conditions, source: Source, test: WhereTest): GivenCondition {
  if (test.kind === 'anyOf') {
    const parts = test.parts.map((part) => part.map((inner) => testCondition(conditions, source, inner)))
    return (alias, context, given) => {
      const written = parts.map((part) => sql`(${sql.join([sql`true`, ...part.map((inner) => inner(alias, context, given))], sql` and `)})`)
      return sql<SqlBool>`(${sql.join(written, sql` or `)})`
    }
  }
  const field = source.entity.fields[test.field]
  if (!field) throw new TypeError(`${source.entity.name} has no field ${test.field}`)
  const operand = operandOf(conditions, source, fieldAsSeen(source.entity, field))
  if (test.kind === 'bound') {
    return (alias, context, given) =>
      boundCondition(field, operand(alias, context), test.bound, valuesOf(test.value, given, context)[0]) ?? sql<SqlBool>`false`
  }
  const orEmpty = test.values.includes(null)
  const sought = test.values.filter((value) => value !== null)
  return (alias, context, given) => {
    const column = operand(alias, context)
    const values = sought.flatMap((value) => valuesOf(value, given, context))
    const is = values.length === 0 ? undefined : oneOf(field, column, values)
    return test.not ? noneOf(field, column, is, orEmpty) : anyOneOf(field, column, is, orEmpty)
  }
}

function anyOneOf(field: FieldPlan, column: RawBuilder<unknown>, is: Condition | undefined, orEmpty: boolean): Condition {
  if (!orEmpty) return is ?? sql<SqlBool>`false`
  return is ? sql<SqlBool>`(${empty(field, column)} or ${is})` : empty(field, column)
}

/** An empty field has none of the values; whether empty is one of them is said by `orEmpty`. */
function noneOf(field: FieldPlan, column: RawBuilder<unknown>, is: Condition | undefined, orEmpty: boolean): Condition {
  const filled = sql<SqlBool>`not ${empty(field, column)}`
  if (!is) return orEmpty ? filled : sql<SqlBool>`true`
  return orEmpty ? sql<SqlBool>`(${filled} and not ${is})` : sql<SqlBool>`((${is}) is not true)`
}

function empty(field: FieldPlan, column: RawBuilder<unknown>): Condition {
  return isMultiple(field) ? sql<SqlBool>`(coalesce(cardinality(${column}), 0) = 0)` : sql<SqlBool>`(${column} is null)`
}

/** A day as a bound of moments is all of its moments. */
function boundCondition(field: FieldPlan, operand: RawBuilder<unknown>, bound: WhereBound, value: unknown): Condition | undefined {
  const { parameter, span } = filterValue(field, value)
  if (parameter === undefined) return undefined
  switch (bound) {
    case 'atLeast':
      return fromBound(field, operand, value)
    case 'atMost':
      return toBound(field, operand, value)
    case 'above':
      return span ? sql<SqlBool>`${operand} >= ${span.before}` : sql<SqlBool>`${operand} > ${parameter}`
    case 'below':
      return sql<SqlBool>`${operand} < ${span?.from ?? parameter}`
  }
}

/** What a condition compares a field by. @throws TypeError when it cannot be computed in SQL */
export function operandOf({ extensions }: Conditions, source: Source, field: FieldPlan): Operand {
  if (field.query !== undefined) {
    const value = extensions.queries[field.query]
    if (!value) throw new TypeError(`no query named ${field.query}`)
    return (alias, { kysely, today }) => sql`(${value({ kysely, alias, today })})`
  }
  if (field.mask) throw new TypeError(`${source.entity.name}.${field.name} cannot be asked for: it is shown in part`)
  if (!field.stored || field.secret || !rowTypeOf(field).filter) {
    throw new TypeError(
      `${source.entity.name}.${field.name} cannot be asked for: it is not in the table (a formula can be, with "stored": true)`,
    )
  }
  return (alias) => sql.raw(source.column(alias, field.name))
}

/** Texts that begin so, which an index finds. Codes and numbers of documents are in capitals, so that small letters stand for these too. */
function begins(text: RawBuilder<unknown>, value: unknown): Condition | undefined {
  const sought = textParameter(value)
  if (sought === undefined) return undefined
  const patterns = [...new Set([sought, sought.toUpperCase()])].map((part) => sql`${text} like ${`${escapedPattern(part)}%`}`)
  return sql<SqlBool>`(${sql.join(patterns, sql` or `)})`
}

/** More values are not few; then each row is looked into. */
const maxFound = 1_000
/** So many rows are found at once by their ids. The database guesses how many rows have a value, and is far wrong about rare ones. */
const maxRows = 5_000

/** What the text of such a filter means: the values of the field that contain it, or the very rows where they are rare. */
class FoundValues {
  readonly #by: 'value' | 'id'
  readonly #found: readonly string[]

  constructor(by: 'value' | 'id', found: readonly string[]) {
    this.#by = by
    this.#found = found
  }

  condition(value: RawBuilder<unknown>, id: RawBuilder<unknown>): Condition {
    return this.#by === 'value' ? sql<SqlBool>`${value} = any(${this.#found})` : sql<SqlBool>`${id} = any(${this.#found}::bigint[])`
  }
}

/** Goes from value to value by the index, so that it takes as long as there are values, however many rows have them. */
async function foundValues(source: Source, { name }: FieldPlan, value: unknown, context: SourceContext): Promise<unknown> {
  const condition = contains(sql`found.value`, value)
  if (!condition) return value
  const [key, id] = [sql.raw(source.column('v', name)), sql.raw(source.column('v', 'id'))]
  const rows = sql`${source.from(context)} as v`
  const { rows: found } = await sql<{ value: string }>`
    with recursive found(value) as (
      (select ${key} from ${rows} where ${key} is not null order by 1 limit 1)
      union all
      select (select ${key} from ${rows} where ${key} > found.value order by 1 limit 1) from found where found.value is not null
    )
    select found.value from found where ${condition} limit ${maxFound + 1}`.execute(context.kysely)
  if (found.length > maxFound) return value
  const values = found.map((row) => row.value)
  const { rows: having } = await sql<{ id: string }>`
    select r.id::text as id from unnest(${values}::text[]) as found(value)
      cross join lateral (select ${id} as id from ${rows} where ${key} = found.value limit ${maxRows + 1}) as r
    limit ${maxRows + 1}`.execute(context.kysely)
  return having.length > maxRows
    ? new FoundValues('value', values)
    : new FoundValues(
        'id',
        having.map((row) => row.id),
      )
}

function contains(text: RawBuilder<unknown>, value: unknown): Condition | undefined {
  const sought = textParameter(value)
  return sought === undefined ? undefined : containsText(text, sought)
}

function equalsDayOrValue(field: FieldPlan, operand: RawBuilder<unknown>, value: unknown): Condition | undefined {
  const { span } = filterValue(field, value)
  return span ? sql<SqlBool>`${operand} >= ${span.from} and ${operand} < ${span.before}` : oneOf(field, operand, [value])
}

function oneOf(field: FieldPlan, operand: RawBuilder<unknown>, values: unknown[]): Condition | undefined {
  const parsed = values.map((value) => filterValue(field, value).parameter)
  if (parsed.length > maxValues || parsed.includes(undefined)) return undefined
  if (isMultiple(field)) return sql<SqlBool>`${operand} && ${parsed}`
  return parsed.length === 1 ? sql<SqlBool>`${operand} = ${parsed[0]}` : sql<SqlBool>`${operand} = any(${parsed})`
}

function fromBound(field: FieldPlan, operand: RawBuilder<unknown>, value: unknown): Condition | undefined {
  const { parameter, span } = filterValue(field, value)
  return parameter === undefined ? undefined : sql<SqlBool>`${operand} >= ${span?.from ?? parameter}`
}

/** Inclusive: of a day of moments to its end. */
function toBound(field: FieldPlan, operand: RawBuilder<unknown>, value: unknown): Condition | undefined {
  const { parameter, span } = filterValue(field, value)
  if (parameter === undefined) return undefined
  return span ? sql<SqlBool>`${operand} < ${span.before}` : sql<SqlBool>`${operand} <= ${parameter}`
}

/** What a value of a query means to its field; without a parameter the field cannot have it. */
function filterValue(field: FieldPlan, value: unknown): { parameter?: string | boolean; span?: { from: string; before: string } } {
  const filter = rowTypeOf(field).filter
  const parameter = filter?.parameter(field, value)
  return parameter === undefined ? {} : { parameter, span: filter?.span(parameter) }
}

/** A list is a JSON array, a repeated parameter, or a text with commas. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(',') : [value]
}

/** A missing value is undefined, which matches no row. */
function valuesOf(value: WhereOperand, given: Record<string, unknown>, { today }: SourceContext): unknown[] {
  if (typeof value !== 'object' || value === null) return [value]
  if ('today' in value) return [addDays(today, value.today)]
  const from = Object.hasOwn(given, value.from) ? given[value.from] : undefined
  return Array.isArray(from) ? from : [from]
}
