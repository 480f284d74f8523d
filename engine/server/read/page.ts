/** One page of rows with its figures, in one statement. */
import { sql, type RawBuilder } from 'kysely'
import type { ExpressionEnvironment } from '../../core/expression'
import type { SourceContext } from '../source'
import type { Condition } from './conditions'
import { numberColumn, type NumberColumn } from './number'
import { rowAlias, type Shape, type ShapeContext } from './shape'

export interface PageQuery {
  conditions: Condition[]
  orderBy: RawBuilder<unknown>
  limit: number
  offset: number
}

export interface Page {
  /** The rows as JSON text of a list. */
  records: string
  /** Of all matching rows. */
  total: number
  /** Sums over all matching rows, as decimals. */
  summary?: Record<string, string>
}

export type PageReader = (query: PageQuery, context: SourceContext, environment: ExpressionEnvironment) => Promise<Page>

/**
 * @param totals fields to be summed over all matching rows
 * @throws TypeError when a sum cannot be made in SQL
 */
export function pageReader(shapes: ShapeContext, shape: Shape, totals: readonly string[] = []): PageReader {
  const { source } = shape
  const isCostly = source.entity.view !== undefined && !source.entity.linesOf
  const sums = totals.map((name) => sumOf(shapes, shape, name))
  const rows = sql.raw(rowAlias)

  return async ({ conditions, orderBy, limit, offset }, context, environment) => {
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
    const figures = sql`count(*) as total, json_build_object(${sql.join(sums.map((sum) => sum(context, environment)))}) as summary`
    // The rows of the page first, then their columns: what is skipped costs no subselects. A scan keeps the order of what it reads.
    const pageOf = (from: RawBuilder<unknown>) =>
      sql`select ${shape.columns(context)} from (select ${rows}.* from ${from} order by ${orderBy} limit ${limit} offset ${offset}) as ${rows}`
    const listOf = (from: RawBuilder<unknown>) =>
      sql`(select coalesce(json_agg(page), '[]')::text from (${pageOf(from)}) as page) as records`
    const matching = sql`${source.from(context)} as ${rows} ${where}`
    const materialized = sql`matching as ${rows}`
    // A read model may be a costly select: it is run once, for the page and for its figures.
    const query = isCostly
      ? sql`with matching as materialized (select * from ${matching})
          select ${listOf(materialized)}, figures.* from (select ${figures} from ${materialized}) as figures`
      : sql`select ${listOf(matching)}, figures.* from (select ${figures} from ${matching}) as figures`
    const response = await query.execute(context.kysely)
    const { records, total, summary } = response.rows[0] as { records: string; total: string; summary: Record<string, string> }
    return { records: finished(records, shape, environment), total: Number(total), summary: sums.length > 0 ? summary : undefined }
  }
}

/** Computed values are added to the rows; without any the text stays what the database made. */
export function finished(records: string, shape: Shape, environment: ExpressionEnvironment): string {
  const { finish } = shape
  if (!finish) return records
  const rows = JSON.parse(records) as Record<string, unknown>[]
  for (const row of rows) finish(row, environment)
  return JSON.stringify(rows)
}

function sumOf(shapes: ShapeContext, { source }: Shape, name: string): NumberColumn {
  const value = numberColumn(shapes, source, name)
  const decimals = sql.lit(source.entity.fields[name]?.decimals ?? 0)
  return (context, environment) => sql`${sql.lit(name)}, round(coalesce(sum(${value(context, environment)}), 0), ${decimals})::text`
}
