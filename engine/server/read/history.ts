import { sql } from 'kysely'
import type { ScreenPlan } from '../../core/plan'
import type { HistoryEntry } from '../../core/wire'
import { notFound } from '../problem'
import type { SessionUser } from '../session'
import { sourceOf } from '../source'
import type { Reading } from './reading'
import { recordConditions } from './record'
import { rowAlias } from './shape'

/** The newest entries that are answered: so many that change the state, and so many others. No business process comes near this number. */
const mostEntries = 500

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
  operator_name: string | null
  at: string
}

/** `GET {base}/history/{id}` of a screen. Changes of fields that no page of the screen shows stay here. */
export function historyReader(reading: Reading, screen: Pick<ScreenPlan, 'entity' | 'where' | 'access'>): HistoryReader {
  const shown = new Set([...screen.access.recordFields, ...screen.access.recordLines])
  const find = recordConditions(reading, screen)
  const source = sourceOf(reading.services.plan, reading.services.extensions.views, screen.entity)

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
        select id, action, action_title, from_state, to_state, opinion, changes, operator_name, at
        from (select *, row_number() over (partition by to_state is null order by id desc) as place
          from document_history where entity = ${screen.entity} and document_id = ${id}) as entry
        where place <= ${mostEntries} order by id`.execute(context.kysely)
      return rows.map((row) => entryOf(row, shown))
    },
  }
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
