import { sql } from 'kysely'
import type { EntityPlan, PrintPlan, ScreenPlan } from '../../core/plan'
import { isTrue, readOf } from '../../core/record/scope'
import { MAX_PRINTED, type RecordValues } from '../../core/wire'
import { messageText } from '../messages'
import { fieldProblem, invalid, notFound, refused } from '../problem'
import type { SessionUser } from '../session'
import { recordConditions } from './record'
import type { Reading } from './reading'
import { rowAlias, shapeOf } from './shape'

export interface PrintReader {
  /** What the template prints of these records, in their order. @throws HttpProblem 404 for one that is absent or invisible, 417 */
  read(ids: readonly string[], user: SessionUser): Promise<RecordValues[]>
}

/** `GET {base}/print/{name}` of a screen: of each record what the template reads, and no more. */
export function printReader(reading: Reading, screen: ScreenPlan, print: PrintPlan): PrintReader {
  const entity = reading.entity(screen.entity)
  const { fields, lines } = print.reads
  const shape = shapeOf(reading.shapes, screen.entity, fields, Object.keys(lines))
  const find = recordConditions(reading, screen)
  const rows = sql.raw(rowAlias)

  return {
    async read(ids, user) {
      const context = reading.context(user)
      const environment = { ...reading.environment(), user: user.id }
      const found = await sql<{ record: RecordValues }>`
        select row_to_json(record) as record
        from (select ${shape.columns(context)} from ${shape.source.from(context)} as ${rows} where ${sql.join(find(ids, user), sql` and `)}) as record`.execute(
        context.kysely,
      )
      const records = new Map(found.rows.map(({ record }) => [record.id, record]))
      return ids.map((id) => {
        const record = records.get(id)
        if (!record) throw notFound()
        shape.finish?.(record, environment)
        refuseUnprintable(print, entity, record, environment)
        return withColumns(record, lines)
      })
    },
  }
}

/** `1,2,3`, each once, in their order. @throws HttpProblem 422 */
export function printedIds(value: unknown): string[] {
  const ids = typeof value === 'string' ? [...new Set(value.split(','))] : []
  if (ids.length > 0 && ids.length <= MAX_PRINTED && ids.every((id) => /^\d{1,18}$/.test(id))) return ids
  throw invalid([fieldProblem('ids', 'type', messageText('print.ids', { max: MAX_PRINTED }))])
}

/** @throws HttpProblem 417 for a record that the template is not for */
export function refuseUnprintable(
  { title, when }: PrintPlan,
  { label }: Pick<EntityPlan, 'label'>,
  record: RecordValues,
  environment: Parameters<typeof isTrue>[2],
): void {
  if (!isTrue(when, readOf(record), environment))
    throw refused(messageText('print.unfit', { title, name: String(record[label] ?? record.id) }))
}

/** Line tables are read whole. */
function withColumns(record: RecordValues, lines: Record<string, string[]>): RecordValues {
  const kept = { ...record }
  for (const [table, columns] of Object.entries(lines)) {
    const rows = (record[table] ?? []) as Record<string, unknown>[]
    kept[table] = rows.map((row) => Object.fromEntries(['id', ...columns].map((column) => [column, row[column]])))
  }
  return kept
}
