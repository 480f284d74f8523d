import { sql } from 'kysely'
import { isMultiple } from '../../core/fields'
import { messageText } from '../../core/messages'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import type { Where } from '../../core/where'
import { refuseNumbered } from '../numbers/sequences'
import { refused } from '../problem'
import { toColumn } from '../rows'
import { quote } from '../source'
import type { WriteContext } from './context'
import { refuseStale, refuseState } from './guards'
import { addHistory } from './history'
import { loadRecord } from './load'

/**
 * `DELETE {base}/{id}`. Its history stays. @throws HttpProblem 404, 409 when `version` is given and old, 417 by state, by rule, or because
 * another record points to it
 */
export async function remove(context: WriteContext, entityName: string, id: string, version?: number, where?: Where): Promise<void> {
  const entity = context.writing.entity(entityName)
  const { extensions, plan } = context.writing.services
  const record = await loadRecord(context, entityName, id, { lock: 'delete', visible: true, where })
  refuseStale(entity, record, version)
  refuseState(entity, record, 'delete')
  refuseNumbered(entity, record)
  if (entity.rules.remove !== undefined) await extensions.remove[entity.rules.remove]?.(context.tools, { record })
  await refuseListed(context, plan, entityName, id)
  await context.trx.deleteFrom('attachment').where('entity', '=', entityName).where('document_id', '=', id).execute()
  for (const lines of Object.values(entity.lines)) await context.trx.deleteFrom(lines.table).where('parent_id', '=', id).execute()
  // A reference of another record makes the database refuse.
  await context.trx.deleteFrom(entity.table).where('id', '=', id).execute()
  await addHistory(context, entity, record, { action: 'delete', title: messageText('history.delete') })
}

/** References that name several rows have no foreign key. */
async function refuseListed({ trx }: WriteContext, plan: ProductPlan, entityName: string, id: string): Promise<void> {
  for (const { table, column } of listColumns(plan, entityName)) {
    const used = await sql`select from ${sql.raw(quote(table))} where ${sql.raw(quote(column))} @> array[${id}::bigint] limit 1`.execute(
      trx,
    )
    if (used.rows.length > 0) throw refused(messageText('problem.in-use'))
  }
}

function listColumns(plan: ProductPlan, entityName: string): { table: string; column: string }[] {
  const tables = Object.values(plan.entities)
    .filter((entity: EntityPlan) => entity.view === undefined)
    .flatMap((entity) => [entity, ...Object.values(entity.lines)])
  return tables.flatMap(({ table, fields }) =>
    Object.values(fields)
      .filter((field) => field.stored && field.ref?.entity === entityName && field.ref.by === undefined && isMultiple(field))
      .map((field) => ({ table, column: toColumn(field.name) })),
  )
}
