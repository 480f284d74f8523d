import { sql, type RawBuilder } from 'kysely'
import { evaluateExpression, type ExpressionEnvironment } from '../../core/expression'
import { compareDecimals, toDecimal } from '../../core/decimal'
import type { FigurePlan, ListPagePlan, ScreenPlan } from '../../core/plan'
import type { FiguresResponse } from '../../core/wire'
import { conditionSql } from '../expressionSql'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import type { Condition } from './conditions'
import type { ListReader } from './list'
import { numberColumn, unitColumn } from './number'
import type { Reading } from './reading'
import { rowAlias } from './shape'

export interface FiguresReader {
  /** Takes the list query; its response, a `FiguresResponse`, as JSON text. @throws HttpProblem 422 */
  read(input: Record<string, unknown>, user: SessionUser): Promise<string>
}

/**
 * `GET {base}/figures/{page}`: the numbers above a list, of the rows that the list asks for and the account sees, in one statement. A filter
 * of a figure stands in place of what the list asks by the same parameter, so that the number is what pressing it finds. All figures of a list
 * that are counted apart are so by the same field, the unit of its entity.
 * @throws TypeError that names what cannot be reckoned in SQL
 */
export function figuresReader(reading: Reading, screen: ScreenPlan, { figures = [] }: ListPagePlan, list: ListReader): FiguresReader {
  const { source } = list.shape
  const rows = sql.raw(rowAlias)
  const makers = figures.map((figure) => ({ figure, number: aggregateOf(reading, list, figure) }))
  const apart = figures.filter(({ by }) => by)
  const [unit] = apart.map(({ by }) => by && unitColumn(reading.shapes, source, by.name))
  // Parameters that some figure replaces or disregards are applied to each figure, all others once to the rows of all.
  const own = new Set(figures.flatMap(({ filter, regardless = [] }) => [...Object.keys(filter ?? {}), ...regardless]))

  return {
    async read(query, user) {
      const { context, input } = await list.given(query, user)
      const environment = reading.environment()
      const shared = Object.fromEntries(Object.entries(input).filter(([name]) => !own.has(name)))
      const { conditions } = list.ask(shared, user, context)
      const numbers = makers.map(({ figure, number }) => {
        const asked = { ...pick(input, own, figure.regardless), ...filterValues(figure, environment) }
        const narrowed = list.reader.read(asked, context).conditions
        if (figure.when) narrowed.push(conditionSql(figure.when, source, rowAlias, environment))
        return sql`${sql.lit(figure.name)}, ${number(context, environment, narrowed)}`
      })
      const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
      const all = sql`json_build_object(${sql.join(numbers)})`
      const matching = sql`${source.from(context)} as ${rows}`
      if (!unit) {
        const response = await sql<{ figures: string }>`select ${all}::text as figures from ${matching} ${where}`.execute(context.kysely)
        return `{"figures":${response.rows[0]?.figures ?? '{}'}}`
      }
      // All rows, and those of each unit, in one passage over them.
      const response = await sql<Counted>`
        select grouping(counted.unit) = 1 as "isWhole", counted.unit, ${all} as figures
        from ${matching} cross join lateral (select ${unit(context)} as unit) as counted ${where}
        group by grouping sets ((), (counted.unit)) order by counted.unit`.execute(context.kysely)
      return JSON.stringify({ figures: together(response.rows, apart) })
    },
  }
}

interface Counted {
  isWhole: boolean
  unit: string | null
  figures: FiguresResponse['figures']
}

/** The numbers of all rows; of those that are counted apart one for each unit, as far as it is not zero. */
function together(counted: readonly Counted[], apart: readonly FigurePlan[]): FiguresResponse['figures'] {
  const units = counted.filter(({ isWhole }) => !isWhole)
  const sums = (name: string): [string, string][] =>
    units.flatMap(({ unit, figures }) => {
      const sum = toDecimal(figures[name])
      return sum === undefined || compareDecimals(sum, '0') === 0 ? [] : [[unit ?? '', sum] as [string, string]]
    })
  return {
    ...counted.find(({ isWhole }) => isWhole)?.figures,
    ...Object.fromEntries(apart.map(({ name }) => [name, Object.fromEntries(sums(name))])),
  }
}

type Aggregate = (context: SourceContext, environment: ExpressionEnvironment, conditions: Condition[]) => RawBuilder<unknown>

function aggregateOf({ shapes }: Reading, { shape }: ListReader, { of, field }: FigurePlan): Aggregate {
  if (of === 'count' || !field) return (_context, _environment, conditions) => sql`count(*)${only(conditions)}`
  const value = numberColumn(shapes, shape.source, field.name)
  const decimals = sql.lit(field.decimals ?? 0)
  return (context, environment, conditions) => {
    const number = value(context, environment)
    return of === 'sum'
      ? sql`round(coalesce(sum(${number})${only(conditions)}, 0), ${decimals})::text`
      : sql`round(avg(${number})${only(conditions)}, ${decimals})::text`
  }
}

function only(conditions: Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql` filter (where ${sql.join(conditions, sql` and `)})`
}

function filterValues({ filter = {} }: FigurePlan, environment: ExpressionEnvironment): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'object' && 'expression' in value ? evaluateExpression(value.expression, {}, environment) : value,
    ]),
  )
}

function pick(input: Record<string, unknown>, names: ReadonlySet<string>, but: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name) && !but.includes(name)))
}
