import { sql } from 'kysely'
import type { EntityPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import type { HistoryEntry } from '../../core/wire'
import { isShown, namesUsers } from '../outside'
import { notFound } from '../problem'
import type { SessionUser } from '../session'
import { sourceOf } from '../source'
import type { Reading } from './reading'
import { recordConditions } from './record'
import { rowAlias } from './shape'

/** The newest entries that are returned: so many that change the state, and so many others. No business process comes near this number. */
const maxEntries = 500

export interface HistoryReader {
  /** Oldest first. @throws HttpProblem 404 when the record is absent or invisible */
  read(id: string, user: SessionUser): Promise<HistoryEntry[]>
}

interface HistoryRow {
  id: string
  action: string
  action_title: string
  from_state: string | null
  to_state: string | null
  opinion: string | null
  changes: NonNullable<HistoryEntry['changes']> | null
  operator_id: string | null
  operator_name: string | null
  /** Of an account from outside: whose it is. */
  operator_of: string | null
  at: string
}

/**
 * `GET {base}/history/{id}` of a screen. Changes of fields that no page of the screen shows are left out; for accounts from outside so are the names
 * and opinions of our own people, and what is internal.
 */
export function historyReader(reading: Reading, screen: Pick<ScreenPlan, 'entity' | 'where' | 'access'>): HistoryReader {
  const shown = new Set([...screen.access.recordFields, ...screen.access.recordLines])
  const find = recordConditions(reading, screen)
  const { plan, extensions } = reading.services
  const source = sourceOf(plan, extensions.views, screen.entity)
  const users = sourceOf(plan, extensions.views, plan.userEntity)
  const userKey = sql.raw(users.column('operator', 'id'))
  const whose = plan.outside ? sql`${sql.raw(users.column('operator', plan.outside.by))}::text` : sql`null`

  return {
    async read(id, user) {
      const context = reading.context(user)
      const record =
        await sql`select from ${source.from(context)} as ${sql.raw(rowAlias)} where ${sql.join(find(id, user), sql` and `)}`.execute(
          context.kysely,
        )
      if (record.rows.length === 0) throw notFound()
      // Entries that change the state are counted separately, so that many prints and files do not push decisions out of the answer.
      const { rows } = await sql<HistoryRow>`
        select entry.id, action, action_title, from_state, to_state, opinion, changes, operator_id, operator_name, ${whose} as operator_of, at
        from (select *, row_number() over (partition by to_state is null order by id desc) as place
          from document_history where entity = ${screen.entity} and document_id = ${id}) as entry
          left join ${users.from(context)} as operator on ${userKey} = entry.operator_id
        where place <= ${maxEntries} order by entry.id`.execute(context.kysely)
      const { outside } = user
      const visibleRows =
        outside === undefined ? rows : rows.map((row, index) => entryOutside(plan, reading.entity(screen.entity), rows, index, outside))
      return visibleRows.map((row) => entryOf(row, shown))
    },
  }
}

/** An entry as an account from outside reads it. */
function entryOutside(plan: ProductPlan, entity: EntityPlan, rows: readonly HistoryRow[], index: number, outside: string): HistoryRow {
  const row = rows[index] as HistoryRow
  const isOurs = row.operator_id !== null && row.operator_of === null
  return {
    ...row,
    operator_name: isOurs ? (plan.outside?.ours ?? null) : row.operator_name,
    opinion: row.operator_of === outside || isAnswer(entity, rows, index, outside) ? row.opinion : null,
    changes: row.changes && row.changes.filter(({ field }) => isChangeShown(plan, entity, field, outside)),
  }
}

/** Whether the entry answers one of these accounts: it brought the record into the state that the entry leaves. */
function isAnswer({ actions }: EntityPlan, rows: readonly HistoryRow[], index: number, outside: string): boolean {
  const row = rows[index]
  if (!row || row.from_state === null || !actions[row.action]?.answers) return false
  return rows.slice(0, index).findLast(({ to_state }) => to_state === row.from_state)?.operator_of === outside
}

/** @param name `dueOn`, `goods.0.qty`, or `goods.0` for a row that was taken out, whose text has all of its columns */
function isChangeShown(plan: ProductPlan, entity: EntityPlan, name: string, outside: string): boolean {
  const [first = '', , column] = name.split('.')
  const table = entity.lines[first]
  const fields = table ? (column === undefined ? Object.values(table.fields) : [table.fields[column]]) : [entity.fields[first]]
  return fields.every((field) => isShown(field, { outside }) && !(field && namesUsers(plan, field)))
}

function entryOf(row: HistoryRow, shown: ReadonlySet<string>): HistoryEntry {
  // A change in a line table is named `goods.0.qty`.
  const changes = (row.changes ?? []).filter(({ field }) => shown.has(field.split('.', 1)[0] ?? field))
  return {
    id: row.id,
    action: row.action,
    actionTitle: row.action_title,
    from: row.from_state ?? undefined,
    to: row.to_state ?? undefined,
    opinion: row.opinion ?? undefined,
    operator: row.operator_name ?? '',
    at: row.at,
    changes: changes.length === 0 ? undefined : changes,
  }
}
