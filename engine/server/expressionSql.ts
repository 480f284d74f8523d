/**
 * Expressions as SQL over the rows of one entity: what the evaluator answers for a record, the database answers for its row (a property
 * test compares them). Literals, today and now are parameters; names come from the plan.
 *
 *   conditionSql   for WHERE: true for the rows for which the expression is true (for others false or null)
 *   expressionSql  for a select list: the value, null where it is nothing
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { type Expression, type ExpressionEnvironment, type RowType } from '../core/expression'
import { rowExpression, textKey, type RowExpression, type RowExpressionOf } from '../core/record/rowExpression'
import type { FieldPlan } from '../core/plan'
import type { Source } from './source'

type Sql = RawBuilder<unknown>

/** @throws ExpressionError for what `expressionSqlProblem` tells at check time */
export function expressionSql(expression: Expression, source: Source, alias: string, environment: ExpressionEnvironment): Sql {
  return new Writer(source, alias, environment).value(rowExpression(expression, source.entity))
}

/** @throws ExpressionError for what `expressionSqlProblem` tells at check time */
export function conditionSql(
  expression: Expression,
  source: Source,
  alias: string,
  environment: ExpressionEnvironment,
): RawBuilder<SqlBool> {
  const written = new Writer(source, alias, environment).condition(rowExpression(expression, source.entity))
  // Of type boolean, as the expression is.
  return written as RawBuilder<SqlBool>
}

const SQL_TYPES: Record<RowType, string> = {
  number: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
}

/** Days are counted from here, so that none is ever out of the database's range before it is known to be in ours. */
const FIRST_DAY = sql.raw(`date '0001-01-01 BC'`)
/** Of the last day and month of the year 9999, when those of the year 0 begin with 0. */
const LAST_DAY_NUMBER = 3_652_424
const LAST_MONTH_NUMBER = 119_999
const dayNumber = sql`step.date - ${FIRST_DAY} + step.by`
const monthNumber = sql`${year(sql`step.date`)} * 12 + extract(month from step.date)::numeric - 1 + step.by`
/** As core/decimal: a quotient is cut after 40 places, rounded half away from zero. */
const QUOTIENT = { doubled: sql.raw(`2e40::numeric`), unit: sql.raw(`1e-40::numeric`) }

class Writer {
  readonly #source: Source
  readonly #alias: string
  readonly #environment: ExpressionEnvironment

  constructor(source: Source, alias: string, environment: ExpressionEnvironment) {
    this.#source = source
    this.#alias = alias
    this.#environment = environment
  }

  /** Null counts as false, so that plain comparisons stay plain and an index can answer them. */
  condition(node: RowExpression): Sql {
    switch (node.kind) {
      case 'and':
        return sql`(${this.condition(node.left)} and ${this.condition(node.right)})`
      case 'or':
        return sql`(${this.condition(node.left)} or ${this.condition(node.right)})`
      case 'not':
        return sql`(${this.condition(node.operand)} is not true)`
      case 'order':
        return sql`(${this.value(node.left)} ${sql.raw(node.operator)} ${this.value(node.right)})`
      case 'equal':
        return this.#equal(node)
      case 'empty':
        return sql`(${this.value(node.operand)} is ${sql.raw(node.negated ? 'not null' : 'null')})`
      case 'oneOf':
        return this.#oneOf(node)
      case 'has':
        return this.#has(node)
      case 'contains':
        return sql`(position(${this.value(node.part)} in ${this.value(node.text)}) > 0)`
      default:
        return this.value(node)
    }
  }

  value(node: RowExpression): Sql {
    switch (node.kind) {
      case 'null':
        return sql`null`
      case 'literal':
        return parameter(node.type, node.value)
      case 'field':
        return this.#field(node)
      case 'negative':
        return sql`(- ${this.value(node.operand)})`
      case 'arithmetic':
        return this.#arithmetic(node)
      case 'round':
        return this.#round(node)
      case 'abs':
        return sql`abs(${this.value(node.operand)})`
      case 'size':
        return this.#size(node)
      case 'conditional':
        return sql`(case when ${this.condition(node.condition)} then ${this.value(node.whenTrue)} else ${this.value(node.whenFalse)} end)`
      case 'coalesce':
        return sql`coalesce(${this.#values(node.operands)})`
      case 'aggregate':
        return this.#aggregate(node)
      case 'moved':
        return this.#moved(node)
      case 'daysBetween':
        return sql`(${this.value(node.to)} - ${this.value(node.from)})::numeric`
      case 'year':
        return year(this.value(node.date))
      case 'month':
        return sql`extract(month from ${this.value(node.date)})::numeric`
      case 'today':
        return parameter('date', this.#environment.today)
      case 'now':
        return parameter('dateTime', this.#environment.now)
      case 'and':
      case 'or':
      case 'not':
      case 'order':
      case 'equal':
      case 'empty':
      case 'oneOf':
      case 'has':
      case 'contains':
        return sql`(${this.condition(node)} is true)`
    }
  }

  #values(nodes: readonly RowExpression[]): Sql {
    return sql.join(nodes.map((node) => this.value(node)))
  }

  #column(field: FieldPlan): Sql {
    return sql.raw(this.#source.column(this.#alias, field.name))
  }

  #field({ type, field }: RowExpressionOf<'field'>): Sql {
    const column = this.#column(field)
    switch (type) {
      case 'number':
        if (this.#source.entity.view === undefined) return sql`${column}::numeric`
        return sql`round(${column}::numeric, ${sql.lit(field.decimals ?? 0)})`
      case 'text':
        return isId(field) ? sql`${column}::text` : sql`nullif(${column}, '')`
      case 'dateTime':
        // Records hold milliseconds.
        return sql`date_trunc('milliseconds', ${column})`
      case 'boolean':
      case 'date':
        return column
    }
  }

  #equal({ left, right, negated }: RowExpressionOf<'equal'>): Sql {
    if (left.kind === 'literal' && right.kind !== 'literal')
      return this.#equal({ kind: 'equal', type: 'boolean', negated, left: right, right: left })
    if (right.kind === 'literal') {
      const [value, wanted] = this.#besideLiterals(left, [right.value])
      const literal = parameter(left.type === 'null' ? 'text' : left.type, wanted[0] ?? null)
      return negated ? sql`(${value} is distinct from ${literal})` : sql`(${value} = ${literal})`
    }
    return sql`(${this.#comparable(left)} is ${sql.raw(negated ? 'distinct from' : 'not distinct from')} ${this.#comparable(right)})`
  }

  #oneOf({ operand, among }: RowExpressionOf<'oneOf'>): Sql {
    const [value, wanted] = this.#besideLiterals(operand, among)
    const type = operand.type === 'null' ? 'text' : operand.type
    return sql`(${value} in (${sql.join(wanted.map((one) => parameter(type, one)))}))`
  }

  /**
   * What a literal is compared with, and the literal as it is compared. Texts are equal when they are the same, or the same number: only
   * for a literal that reads like a number this needs another look than the column itself, which an index knows.
   */
  #besideLiterals(node: RowExpression, literals: (string | boolean)[]): [Sql, (string | boolean)[]] {
    if (node.type !== 'text') return [this.value(node), literals]
    const keys = literals.map((literal) => textKey(String(literal)))
    const plain = literals.every((literal) => !isNumber(String(literal)))
    if (node.kind === 'field' && plain && !isId(node.field)) return [this.#column(node.field), literals]
    return [plain ? this.value(node) : this.#comparable(node), keys]
  }

  /** A value that is identical for all that equal it. */
  #comparable(node: RowExpression): Sql {
    if (node.type !== 'text' || (node.kind === 'field' && isId(node.field))) return this.value(node)
    if (node.kind === 'literal') return parameter('text', textKey(String(node.value)))
    return key(this.value(node))
  }

  #has({ field, value }: RowExpressionOf<'has'>): Sql {
    const column = this.#column(field)
    if (value?.kind === 'literal' && !isNumber(String(value.value)))
      return sql`(${parameter('text', value.value)} = any(${column}::text[]))`
    const item = sql`nullif(item.value, '')`
    const matches = value === undefined ? sql`${item} is null` : sql`${key(item)} is not distinct from ${this.#comparable(value)}`
    return sql`exists (select from unnest(${column}::text[]) as item(value) where ${matches})`
  }

  #size({ field, present }: RowExpressionOf<'size'>): Sql {
    const column = this.#column(field)
    if (!present) return sql`coalesce(cardinality(${column}), 0)::numeric`
    return sql`(select count(nullif(item.value, '')) from unnest(${column}::text[]) as item(value))::numeric`
  }

  #arithmetic({ operator, left, right }: RowExpressionOf<'arithmetic'>): Sql {
    const [a, b] = [this.value(left), this.value(right)]
    return operator === '/' ? quotient(a, b) : sql`(${a} ${sql.raw(operator)} ${b})`
  }

  #round({ mode, operand, places }: RowExpressionOf<'round'>): Sql {
    const value = this.value(operand)
    if (mode === 'round') return sql`round(${value}, ${sql.lit(places)})`
    // A power of ten is exact, and so is what is multiplied by it.
    return sql`(${sql.raw(mode)}(${value} * ${sql.raw(`1e${places}::numeric`)}) * ${sql.raw(`1e-${places}::numeric`)})`
  }

  #aggregate({ name, type, items }: RowExpressionOf<'aggregate'>): Sql {
    const of = sql`from unnest(array[${this.#values(items)}]::${sql.raw(SQL_TYPES[items[0]?.type === 'null' ? type : (items[0]?.type ?? type)])}[]) as item(value)`
    switch (name) {
      case 'sum':
        return sql`(select coalesce(sum(item.value), 0) ${of})`
      case 'count':
        return sql`(select count(item.value)::numeric ${of})`
      case 'avg':
        return sql`(select ${quotient(sql`sum(item.value)`, sql`count(item.value)::numeric`)} ${of})`
      case 'min':
      case 'max':
        return sql`(select ${sql.raw(name)}(item.value) ${of})`
    }
  }

  /**
   * The moved day, if the steps are whole and lead to no day before the year 0 or after 9999. Whether they do is asked first, and yet the
   * move is kept within these days too: PostgreSQL computes constants before it asks anything.
   */
  #moved({ unit, date, by }: RowExpressionOf<'moved'>): Sql {
    const [place, last] = unit === 'days' ? [dayNumber, LAST_DAY_NUMBER] : [monthNumber, LAST_MONTH_NUMBER]
    const kept = sql`least(greatest(${place}, 0), ${sql.lit(last)})`
    const moved =
      unit === 'days'
        ? sql`${FIRST_DAY} + (${kept})::integer`
        : sql`(step.date + make_interval(months => (${kept} - (${monthNumber} - step.by))::integer))::date`
    return sql`(select case when step.by = trunc(step.by) and ${place} between 0 and ${sql.lit(last)} then ${moved} end
      from (select ${this.value(date)} as date, ${this.value(by)} as by) as step)`
  }
}

/** PostgreSQL chooses the places of a quotient by itself; whole ones it divides exactly. */
function quotient(dividend: Sql, divisor: Sql): Sql {
  return sql`(round(div(${dividend} * ${QUOTIENT.doubled}, nullif(${divisor}, 0)) * 0.5) * ${QUOTIENT.unit})`
}

/** The year 1 BC is the year 0. */
function year(date: Sql): Sql {
  return sql`(extract(year from ${date} + interval '400 years')::numeric - 400)`
}

function key(text: Sql): Sql {
  return sql`(select case when length(word.value) <= 300 and word.value ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?$'
    then trim_scale(word.value::numeric)::text else word.value end from (select ${text} as value) as word)`
}

function parameter(type: RowType, value: string | boolean | null): Sql {
  if (typeof value === 'boolean') return sql.lit(value)
  return sql`${value === null ? null : wordOf(type, value)}::${sql.raw(SQL_TYPES[type])}`
}

/** As PostgreSQL reads it: it has no year 0, and JavaScript counts moments in whole milliseconds. */
function wordOf(type: RowType, value: string): string {
  if (type === 'dateTime') return new Date(value).toISOString()
  return type === 'date' && value.startsWith('0000') ? `0001${value.slice(4)} BC` : value
}

function isNumber(text: string): boolean {
  return /^-?\d/.test(text)
}

/** Ids are numbers in the table and texts in records, always written the same way. */
function isId(field: FieldPlan): boolean {
  return field.name === 'id' || (field.ref !== undefined && field.ref.by === undefined)
}
