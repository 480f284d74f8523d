import { sql } from 'kysely'
import type { ScreenPlan } from '../../core/plan'
import type { StateCountsResponse } from '../../core/wire'
import type { SessionUser } from '../session'
import { manyRows, maxTotalled } from './page'
import type { ListReader } from './list'
import type { Reading } from './reading'
import { rowAlias } from './shape'

export interface StateCountsReader {
  /** Takes the list query without a state, which the contract does not name. @throws HttpProblem 422 */
  read(input: Record<string, unknown>, user: SessionUser): Promise<StateCountsResponse>
}

/**
 * `GET {base}/states`: how many of the rows that the list asks for and the account sees are in each state. As far as a list counts its rows; of
 * more the counts are of those that were read, and it is said that there are more.
 * @param bound in place of `maxTotalled`
 * @throws TypeError when the screen has no states
 */
export function stateCountsReader(reading: Reading, screen: ScreenPlan, list: ListReader, bound = maxTotalled): StateCountsReader {
  const { statusField } = screen
  if (statusField === undefined) throw new TypeError('it has no states to be counted')
  const { source } = list.shape
  const state = sql.raw(source.column(rowAlias, statusField))

  return {
    async read(query, user) {
      const { context, input } = await list.given(query, user)
      const { conditions } = list.ask(input, user, context)
      const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
      const statement = sql<StateCount>`
        select state, count(*)::int as count
        from (select ${state} as state from ${source.from(context)} as ${sql.raw(rowAlias)} ${where} limit ${bound + 1}) as found
        group by state`
      const kept = reading.counts.of(() => statement.compile(context.kysely))
      const counted = kept.read<StateCount[]>() ?? (await statement.execute(context.kysely)).rows
      const total = counted.reduce((sum, { count }) => sum + count, 0)
      if (total >= manyRows) kept.keep(counted)
      const counts = Object.fromEntries(
        counted.flatMap(({ state: code, count }) => (code === null ? [] : [[code, Math.min(count, bound)] as const])),
      )
      return { counts, total: Math.min(total, bound), ...(total > bound ? { beyond: true as const } : {}) }
    },
  }
}

interface StateCount {
  state: string | null
  count: number
}
