import { sql, type RawBuilder } from 'kysely'
import { ExpressionError, type ExpressionEnvironment } from '../../core/expression'
import { expressionSql } from '../expressionSql'
import type { Source, SourceContext } from '../source'
import { rowAlias, type ShapeContext } from './shape'

/** SQL of a number over the rows `t`. */
export type NumberColumn = (context: SourceContext, environment: ExpressionEnvironment) => RawBuilder<unknown>

/**
 * SQL of what says in which unit a row is counted, over the rows `t`: a stored field, or a named value.
 * @throws TypeError when it is neither
 */
export function unitColumn(
  shapes: Pick<ShapeContext, 'extensions'>,
  source: Source,
  name: string,
): (context: SourceContext) => RawBuilder<unknown> {
  const { entity } = source
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field || (field.query === undefined && !field.stored)) throw new TypeError(`${entity.name}.${name} is not in the table`)
  if (field.query === undefined) return () => sql.raw(`${source.column(rowAlias, name)}::text`)
  const query = namedQuery(shapes, field.query)
  return (context) => sql`(${query({ ...context, alias: rowAlias })})::text`
}

/**
 * A number field as `numeric`: stored, a named value, or a formula that the database can reckon.
 * @throws TypeError when it is none of them
 */
export function numberColumn(shapes: Pick<ShapeContext, 'extensions'>, source: Source, name: string): NumberColumn {
  const { entity } = source
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (field?.decimals === undefined || field.secret) throw new TypeError(`${entity.name}.${name} cannot be summed: it is no number`)
  const { value } = field
  if (field.query !== undefined) {
    const query = namedQuery(shapes, field.query)
    return (context) => sql`(${query({ ...context, alias: rowAlias })})::numeric`
  }
  if (field.stored) return () => sql.raw(`${source.column(rowAlias, name)}::numeric`)
  if (value === undefined) throw new TypeError(`${entity.name}.${name} cannot be summed: it is not in the table`)
  const written: NumberColumn = (_context, environment) =>
    sql`round((${expressionSql(value, source, rowAlias, environment)})::numeric, ${sql.lit(field.decimals ?? 0)})`
  try {
    // What cannot be expressed in SQL is reported at start-up.
    expressionSql(value, source, rowAlias, { today: '2000-01-01', now: '2000-01-01T00:00:00Z' })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new TypeError(`${entity.name}.${name} cannot be summed: ${error.message}`, { cause: error })
  }
  return written
}

function namedQuery({ extensions }: Pick<ShapeContext, 'extensions'>, name: string): ShapeContext['extensions']['queries'][string] {
  const query = extensions.queries[name]
  if (!query) throw new TypeError(`no query named ${name}`)
  return query
}
