import { sql } from 'kysely'
import type { ListPagePlan, ScreenPlan } from '../../core/plan'
import type { SideResponse } from '../../core/wire'
import type { SessionUser } from '../session'
import { sortKey } from '../sortKey'
import { whereOf } from './conditions'
import { queryReader } from './query'
import type { Reading } from './reading'
import { rowAlias, shapeOf } from './shape'

/** More values are no categories. */
const maxValues = 500

export interface SideReader {
  /** Of all rows that the account may see, whatever the list beside is filtered by. @throws HttpProblem 422 for any parameter */
  read(input: Record<string, unknown>, user: SessionUser): Promise<SideResponse>
}

/** `GET {base}/side`; undefined when no list of the screen has one. */
export function sideReader(reading: Reading, { entity, where, pages }: ScreenPlan): SideReader | undefined {
  const side = Object.values(pages).find((page): page is ListPagePlan => page.kind === 'list' && page.side !== undefined)?.side
  if (!side) return undefined
  const { shapes } = reading
  const { source } = shapeOf(shapes, entity, ['id'])
  const reader = queryReader(shapes, source, { filters: {}, sorts: [] })
  const fixed = whereOf(shapes, source, where)
  const value = sql.raw(source.column(rowAlias, side.filter.name))
  const title = side.title === undefined ? value : sql.raw(source.column(rowAlias, side.title))

  return {
    async read(input, user) {
      const context = reading.context(user)
      const asked = reader.read(input, context)
      const conditions = [...fixed(rowAlias, context), ...reading.visible(entity, user, context), ...asked.conditions]
      const { rows } = await sql<{ value: string; title: string; count: string }>`
        select ${value} as value, min(${title}) as title, count(*) as count
        from ${source.from(context)} as ${sql.raw(rowAlias)}
        where ${sql.join([sql`${value} is not null`, ...conditions], sql` and `)}
        group by ${value} order by ${value} limit ${maxValues}`.execute(context.kysely)
      const values = rows.map((row) => ({ value: row.value, title: row.title, count: Number(row.count) }))
      return { values: values.toSorted((a, b) => order(sortKey(a.title), sortKey(b.title)) || order(a.value, b.value)) }
    },
  }
}

/** As the database compares keys, without any language. */
function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
