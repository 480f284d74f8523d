/**
 * One page of rows with its figures, in one statement. Rows are counted and summed only so far: what millions come to takes longer than
 * anybody waits for the first twenty of them. What took reading many rows is kept for a moment, because who turns pages asks for the same again.
 */
import { sql, type RawBuilder } from 'kysely'
import type { ExpressionEnvironment } from '../../core/expression'
import { sumDecimals } from '../../core/decimal'
import type { TotalsBy } from '../../core/plan'
import type { ListResponse, Total } from '../../core/wire'
import type { SourceContext } from '../source'
import type { Condition } from './conditions'
import { numberColumn, unitColumn, type NumberColumn } from './number'
import type { Reading } from './reading'
import { rowAlias, type Shape, type ShapeContext } from './shape'

/** Rows are counted and summed so far; of more it is said that there are more. */
export const maxTotalled = 100_000

/** Counting fewer is done before anybody could notice. */
export const manyRows = 5_000

export interface PageQuery {
  conditions: Condition[]
  orderBy: RawBuilder<unknown>
  page: number
  pageSize: number
}

export interface Page {
  /** The rows as JSON text of a list. */
  records: string
  /** The number of matching rows, at most `maxTotalled`. */
  total: number
  /** There are more than `total`. */
  beyond: boolean
  /** Sums over all matching rows, as decimals; those that are made for each unit by unit. Absent where there are more than are counted. */
  summary?: Record<string, Total>
}

export type PageReader = (query: PageQuery, context: SourceContext, environment: ExpressionEnvironment) => Promise<Page>

/** Fields to be summed over all matching rows. */
export interface Totals {
  totals: readonly string[]
  totalsBy?: TotalsBy | undefined
}

/** @param bound in place of `maxTotalled` @throws TypeError when a sum cannot be made in SQL */
export function pageReader(
  { shapes, counts }: Pick<Reading, 'shapes' | 'counts'>,
  shape: Shape,
  { totals, totalsBy }: Totals = { totals: [] },
  bound = maxTotalled,
): PageReader {
  const { source } = shape
  const isCostly = source.entity.view !== undefined && !source.entity.linesOf
  const sums = totals.map((name) => sumOf(shapes, shape, name))
  const unit = totalsBy && unitColumn(shapes, source, totalsBy.unit)
  const rows = sql.raw(rowAlias)

  return async ({ conditions, orderBy, page, pageSize }, context, environment) => {
    const counted = sql`count(*) as total, json_build_object(${sql.join(sums.map((sum) => sum(context, environment)))}) as summary`
    const figuresOf = (from: RawBuilder<unknown>) =>
      unit === undefined
        ? sql`(select ${counted} from ${from}) as figures`
        : sql`(select coalesce(sum(total), 0) as total, coalesce(json_agg(json_build_object('unit', unit, 'sums', summary) order by unit), '[]') as summary
            from (select ${unit(context)} as unit, ${counted} from ${from} group by 1) as counted) as figures`
    const pageOf = (from: RawBuilder<unknown>) =>
      sql`select ${rows}.* from ${from} order by ${orderBy} limit ${pageSize} offset ${(page - 1) * pageSize}`
    // The rows of the page first, then their columns: what is skipped costs no subselects. A scan keeps the order of what it reads.
    const records = sql`(select coalesce(json_agg(page), '[]')::text from (select ${shape.columns(context)} from found as ${rows}) as page) as records`
    const matching = (...more: Condition[]) => sql`${source.from(context)} as ${rows} ${whereAll([...conditions, ...more])}`
    const within = (...more: Condition[]) => sql`select ${rows}.* from ${matching(...more)} limit ${bound + 1}`

    const kept = isCostly
      ? undefined
      : counts.of(() => sql`select figures.* from ${figuresOf(sql`(${within()}) as ${rows}`)}`.compile(context.kysely))
    const known = kept?.read<Figures>()
    const found = sql`found as materialized (${pageOf(isCostly ? sql`matching as ${rows}` : matching())})`
    // A first page that is not full holds all matching rows: the figures are computed from it instead of from a second scan.
    const isAll = sql<boolean>`(select count(*) from found) < ${page === 1 ? pageSize : 0}`
    const all = sql`(select ${rows}.* from found as ${rows} where ${isAll} union all (${within(sql`not ${isAll}`)})) as ${rows}`
    // A read model may be a costly select: it is run once, for the page and for its figures.
    const query = isCostly
      ? sql`with matching as materialized (select * from ${matching()}), ${found} select ${records}, figures.* from ${figuresOf(sql`matching as ${rows}`)}`
      : known
        ? sql`with ${found} select ${records}`
        : sql`with ${found} select ${records}, figures.* from ${figuresOf(all)}`
    const response = await query.execute(context.kysely)
    const row = response.rows[0] as { records: string } & Figures
    const { total, summary } = known ?? row
    if (!known && Number(total) >= manyRows) kept?.keep({ total, summary })
    const beyond = !isCostly && Number(total) > bound
    return {
      records: finished(row.records, shape, environment),
      total: beyond ? bound : Number(total),
      beyond,
      summary: beyond ? undefined : summaryOf(summary),
    }
  }

  function summaryOf(summary: Figures['summary']): Page['summary'] {
    if (totals.length === 0) return undefined
    return Array.isArray(summary) ? byUnit(summary, totals, totalsBy?.totals ?? []) : summary
  }
}

function whereAll(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/** The response, a `ListResponse`, as JSON text. */
export function pageResponse({ records, total, beyond, summary }: Page, { page, pageSize }: Pick<PageQuery, 'page' | 'pageSize'>): string {
  const figures: Omit<ListResponse, 'records'> = { total, ...(beyond ? { beyond } : {}), page, pageSize, ...(summary ? { summary } : {}) }
  return `{"records":${records},${JSON.stringify(figures).slice(1)}`
}

/** As they come from the database. */
interface Figures {
  total: string
  summary: Sums | CountedIn[]
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
