/** One page of rows with its figures, in one statement. */
import { sql, type RawBuilder } from 'kysely'
import type { ExpressionEnvironment } from '../../core/expression'
import { sumDecimals } from '../../core/decimal'
import type { TotalsBy } from '../../core/plan'
import type { Total } from '../../core/wire'
import type { SourceContext } from '../source'
import type { Condition } from './conditions'
import { numberColumn, unitColumn, type NumberColumn } from './number'
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
  /** Sums over all matching rows, as decimals; those that are made for each unit by unit. */
  summary?: Record<string, Total>
}

export type PageReader = (query: PageQuery, context: SourceContext, environment: ExpressionEnvironment) => Promise<Page>

/** Fields to be summed over all matching rows. */
export interface Totals {
  totals: readonly string[]
  totalsBy?: TotalsBy | undefined
}

/** @throws TypeError when a sum cannot be made in SQL */
export function pageReader(shapes: ShapeContext, shape: Shape, { totals, totalsBy }: Totals = { totals: [] }): PageReader {
  const { source } = shape
  const isCostly = source.entity.view !== undefined && !source.entity.linesOf
  const sums = totals.map((name) => sumOf(shapes, shape, name))
  const unit = totalsBy && unitColumn(shapes, source, totalsBy.unit)
  const rows = sql.raw(rowAlias)

  return async ({ conditions, orderBy, limit, offset }, context, environment) => {
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
    const counted = sql`count(*) as total, json_build_object(${sql.join(sums.map((sum) => sum(context, environment)))}) as summary`
    const figuresOf = (from: RawBuilder<unknown>) =>
      unit === undefined
        ? sql`(select ${counted} from ${from}) as figures`
        : sql`(select coalesce(sum(total), 0) as total, coalesce(json_agg(json_build_object('unit', unit, 'sums', summary) order by unit), '[]') as summary
            from (select ${unit(context)} as unit, ${counted} from ${from} group by 1) as counted) as figures`
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
          select ${listOf(materialized)}, figures.* from ${figuresOf(materialized)}`
      : sql`select ${listOf(matching)}, figures.* from ${figuresOf(matching)}`
    const response = await query.execute(context.kysely)
    const { records, total, summary } = response.rows[0] as { records: string; total: string; summary: Sums | CountedIn[] }
    return { records: finished(records, shape, environment), total: Number(total), summary: summaryOf(summary) }
  }

  function summaryOf(summary: Sums | CountedIn[]): Page['summary'] {
    if (totals.length === 0) return undefined
    return Array.isArray(summary) ? byUnit(summary, totals, totalsBy?.totals ?? []) : summary
  }
}

type Sums = Record<string, string>

/** Sums of the rows of one unit. */
interface CountedIn {
  unit: string | null
  sums: Sums
}

/** What is counted in a unit is never added to what is counted in another one; all else is. */
function byUnit(counted: readonly CountedIn[], totals: readonly string[], apart: readonly string[]): Record<string, Total> {
  const totalOf = (name: string): Total =>
    apart.includes(name)
      ? Object.fromEntries(counted.map(({ unit, sums }) => [unit ?? '', sums[name] ?? '0']))
      : sumDecimals(counted.map(({ sums }) => sums[name] ?? '0'))
  return Object.fromEntries(totals.map((name) => [name, totalOf(name)]))
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
