import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { decisionsOf } from '../../core/decisions'
import { queryOfFilters } from '../../core/listAddress'
import { mayDo, mayRead } from '../../core/permission'
import { pendingField } from '../../core/pending'
import type { EntityActionPlan, ListPagePlan, ProductPlan, ScreenPlan, StatePlan } from '../../core/plan'
import { expressionSqlProblem } from '../../core/record/rowExpression'
import { waitingBound, type ListPlace, type WaitingItem } from '../../core/wire'
import { conditionSql } from '../expressionSql'
import { ofOthersSql } from '../outside'
import type { Condition } from '../read/conditions'
import { listOfScreen, listReader, type ListReader } from '../read/list'
import type { Reading } from '../read/reading'
import { rowAlias } from '../read/shape'
import type { SessionUser } from '../session'
import type { Source } from '../source'
import { isPlain } from './shownRecords'

export type WaitingReader = (user: SessionUser) => Promise<WaitingItem[]>

/** Records of a list in a state, and who may decide there. */
interface Waiting {
  screen: ScreenPlan
  list: ListReader
  state: StatePlan
  deciding: Deciding[]
  place: ListPlace
  /** What the list is asked for the state; empty where it cannot be asked. */
  filter: Record<string, string>
}

interface Deciding {
  permission: string
  /** Of the rows `t` those on which the user may act so. */
  allows(user: SessionUser): Condition[]
}

/**
 * How many records of each list wait for the account: those that the list finds for the state, less those that four eyes or the conditions of all
 * actions withhold. They are counted by one statement, each only so far as a number says something.
 */
export function waitingReader(reading: Reading): WaitingReader {
  const all = Object.values(reading.services.plan.screens).flatMap((screen) => waitingOf(reading, screen))

  return async (user) => {
    const asked = all.flatMap((waiting) => {
      const deciding = waiting.deciding.filter(({ permission }) => mayDo(user.subMenus, permission))
      return mayRead(user.subMenus, waiting.screen) && deciding.length > 0 ? [{ waiting, deciding }] : []
    })
    if (asked.length === 0) return []
    const counts = await Promise.all(asked.map((each) => countSql(each, user)))
    const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`.execute(
      reading.services.database.kysely,
    )
    return asked.flatMap(({ waiting: { screen, state, place } }, index) => {
      const count = rows[0]?.counts[index] ?? 0
      if (count === 0) return []
      const { title, color } = state
      return {
        title: screen.title,
        menuName: screen.menuName,
        state: { title, color },
        count: Math.min(count, waitingBound),
        ...(count > waitingBound ? { beyond: true as const } : {}),
        place,
      }
    })
  }
}

async function countSql(
  { waiting, deciding }: { waiting: Waiting; deciding: Deciding[] },
  user: SessionUser,
): Promise<RawBuilder<unknown>> {
  const { list, state, filter } = waiting
  const { source } = list.shape
  const { context, input } = await list.given(filter, user)
  const status = sql.raw(source.column(rowAlias, source.entity.statusField ?? ''))
  const ways = deciding.map((way) => sql`(${sql.join([sql`true`, ...way.allows(user)], sql` and `)})`)
  const conditions = [sql`${status} = ${state.code}`, ...list.ask(input, user, context).conditions, sql`(${sql.join(ways, sql` or `)})`]
  return sql`(select count(*) from (select from ${source.from(context)} as ${sql.raw(rowAlias)} where ${sql.join(conditions, sql` and `)} limit ${waitingBound + 1}) as counted)`
}

function waitingOf(reading: Reading, screen: ScreenPlan): Waiting[] {
  const { plan, extensions } = reading.services
  const entity = reading.entity(screen.entity)
  const { statusField, states = {} } = entity
  if (entity.view !== undefined || statusField === undefined) return []
  const shown = listShown(plan, screen)
  const decisions = shown && decisionsOf(entity)
  if (!shown || !decisions || decisions.size === 0) return []
  const list = listReader(reading, listOfScreen(screen))
  const canFilter = ['equals', 'multiple'].includes(screen.access.filters[statusField] ?? '') && hasSearch(shown.list, statusField)

  return [...decisions].flatMap(([code, actions]) => {
    const state = states[code]
    const possible = actions.filter(({ needs }) => needs === undefined || extensions.systems?.has(needs.code) !== false)
    const deciding = possible.flatMap((action) => decidingBy(reading, screen, list.shape.source, action))
    if (!state || deciding.length === 0) return []
    const filter: Record<string, string> = canFilter ? { [statusField]: code } : {}
    const { route, tab } = shown
    return {
      screen,
      list,
      state,
      deciding,
      filter,
      place: { route, ...(tab === undefined ? {} : { tab }), query: queryOfFilters(shown.list, filter) },
    }
  })
}

function decidingBy(reading: Reading, { actions }: ScreenPlan, source: Source, action: EntityActionPlan): Deciding[] {
  const button = Object.values(actions).find(({ does }) => does.kind === 'action' && does.action.name === action.name)
  if (button?.permission === undefined) return []
  const { when } = action
  const ofOthers = ofOthersSql(reading.services.plan, reading.services.extensions.views, source)
  // What the database cannot tell, the button does.
  const told = when !== undefined && expressionSqlProblem(when, source.entity) === undefined ? when : undefined
  return [
    {
      permission: button.permission,
      allows: (user) => [
        ...pairsOfEyes(source, action, user),
        ...(source.entity.authored?.includes(action.name) ? [sql<SqlBool>`not ${ofOthers(rowAlias, reading.context(user))}`] : []),
        ...(told ? [conditionSql(told, source, rowAlias, reading.environment())] : []),
      ],
    },
  ]
}

/** As `actionRefusal` of core: while a change waits only what settles it is possible, and not by who asks for it. */
function pairsOfEyes(source: Source, { notBy, onPending }: EntityActionPlan, user: SessionUser): Condition[] {
  const pending = source.entity.pending ? sql.raw(source.column(rowAlias, pendingField)) : undefined
  const isFree: Condition[] = pending && onPending === undefined ? [sql`${pending} is null`] : []
  if (!notBy) return isFree
  const submitter = sql.raw(`${source.column(rowAlias, notBy.field)}::text`)
  const first =
    pending && onPending === 'apply'
      ? sql`case when ${pending} is null then ${submitter} else ${pending} ->> 'requestedById' end`
      : submitter
  return [...isFree, sql`${first} <> ${user.id}`]
}

interface ShownList {
  list: ListPagePlan
  route: string
  tab?: string
}

/** Where the list of a screen is shown: at its own address, or in a tab of a page that it shares. */
function listShown({ screens }: ProductPlan, { id, pages }: ScreenPlan): ShownList | undefined {
  const lists = Object.values(pages).filter((page): page is ListPagePlan => page.kind === 'list')
  const own = lists.find(isPlain)
  if (own) return { list: own, route: own.route ?? '' }
  for (const holder of Object.values(screens).flatMap((screen) => Object.values(screen.pages))) {
    if (holder.kind !== 'list' || !isPlain(holder)) continue
    for (const { title, list: inTab } of holder.tabs ?? []) {
      const list = lists.find(({ name }) => inTab?.screen === id && inTab.page === name)
      if (list && Object.keys(inTab?.by ?? {}).length === 0) return { list, route: holder.route ?? '', tab: title }
    }
  }
  return undefined
}

function hasSearch({ search }: ListPagePlan, name: string): boolean {
  return search.some((item) => item.name === name)
}
