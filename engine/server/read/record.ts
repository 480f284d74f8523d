import { sql } from 'kysely'
import type { ScreenPlan } from '../../core/plan'
import { notFound } from '../problem'
import type { SessionUser } from '../session'
import { whereOf, type Condition } from './conditions'
import { finished } from './page'
import type { Reading } from './reading'
import { rowAlias, shapeOf } from './shape'

export interface RecordReader {
  /** The record with its line tables as JSON text. @throws HttpProblem 404 when it is absent, invisible or not of this screen */
  read(id: string, user: SessionUser): Promise<string>
}

/** `GET {base}/{id}` of a screen. */
export function recordReader(reading: Reading, screen: Pick<ScreenPlan, 'entity' | 'access' | 'where'>): RecordReader {
  const { shapes } = reading
  const shape = shapeOf(shapes, screen.entity, screen.access.recordFields, screen.access.recordLines)
  const find = recordConditions(reading, screen)
  const rows = sql.raw(rowAlias)

  return {
    async read(id, user) {
      const context = reading.context(user)
      const reader = sql<{ records: string | null }>`
        select json_agg(record)::text as records
        from (select ${shape.columns(context)} from ${shape.source.from(context)} as ${rows} where ${sql.join(find(id, user), sql` and `)}) as record`
      const { rows: responses } = await reader.execute(context.kysely)
      const records = responses[0]?.records
      if (!records) throw notFound()
      // A list of one, without its brackets.
      return finished(records, shape, reading.environment()).slice(1, -1)
    },
  }
}

/** Conditions on `t` that hold for the record of a screen, or each of several, if the account may see it. */
export function recordConditions(
  reading: Reading,
  screen: Pick<ScreenPlan, 'entity' | 'where'>,
): (id: string | readonly string[], user: SessionUser) => Condition[] {
  const source = shapeOf(reading.shapes, screen.entity, []).source
  const fixed = whereOf(reading.shapes, source, screen.where)
  return (id, user) => {
    const context = reading.context(user)
    const key = sql.raw(source.column(rowAlias, 'id'))
    // A read model makes its ids of whatever it likes.
    const compared = source.entity.view === undefined ? key : sql`${key}::text`
    return [
      typeof id === 'string' ? sql`${compared} = ${id}` : sql`${compared} in (${sql.join(id)})`,
      ...fixed(rowAlias, context),
      ...reading.visible(screen.entity, user, context),
    ]
  }
}
