import { sql } from 'kysely'
import { displayOf, isMultiple, targetsOf } from '../../core/fields'
import { refKey } from '../../core/ledger/book'
import { messageText } from '../messages'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import type { Where } from '../../core/where'
import type { RecordValues } from '../../core/wire'
import { refuseNumbered } from '../record/sequences'
import { refused } from '../problem'
import type { Condition } from '../read/conditions'
import { toColumn } from '../rows'
import { quote } from '../source'
import type { WriteContext } from '../record/context'
import { refuseStaleTo, refuseState } from '../record/guards'
import { addHistory } from '../record/history'
import { loadRecord } from '../record/load'
import { recordChanged } from '../record/sums'

/**
 * `DELETE {base}/{id}`. Its history stays. @throws HttpProblem 404, 409 when `version` is given and old, 417 by state, by rule, or because
 * another record points to it
 */
export async function remove(context: WriteContext, entityName: string, id: string, version?: number, where?: Where): Promise<void> {
  const entity = context.writing.entity(entityName)
  const record = await loadRecord(context, entityName, id, { lock: 'delete', visible: true, where })
  await refuseStaleTo(context, entity, record, version)
  refuseState(context, entity, record, 'delete')
  await removeRecord(context, entity, record)
}

/** What a rule takes back that it has created itself, whoever may see it. @throws HttpProblem as `remove`, but for state and version */
export async function removeByRule(context: WriteContext, entityName: string, id: string): Promise<void> {
  await removeRecord(context, context.writing.entity(entityName), await loadRecord(context, entityName, id, { lock: 'delete' }))
}

async function removeRecord(context: WriteContext, entity: EntityPlan, record: RecordValues): Promise<void> {
  const { id } = record
  const { extensions, plan } = context.writing.services
  refuseNumbered(entity, record)
  if (entity.rules.remove !== undefined) await extensions.remove[entity.rules.remove]?.(context.tools, { record })
  await refuseUsed(context, plan, entity.name, id)
  await context.trx.deleteFrom('attachment').where('entity', '=', entity.name).where('document_id', '=', id).execute()
  for (const lines of Object.values(entity.lines)) await context.trx.deleteFrom(lines.table).where('parent_id', '=', id).execute()
  // A reference of another record makes the database refuse.
  await context.trx.deleteFrom(entity.table).where('id', '=', id).execute()
  await recordChanged(context, entity, id, record, undefined)
  // A deleted record could not give its holds back.
  context.flow.ended.set(refKey({ entity: entity.name, id }), { entity: entity.name, id })
  await addHistory(context, entity, record, { action: 'delete', title: messageText('history.delete') })
}

/** References that name several rows, or rows of several entities, have no foreign key. */
async function refuseUsed({ trx }: WriteContext, plan: ProductPlan, entityName: string, id: string): Promise<void> {
  for (const { table, names } of usesOf(plan, entityName)) {
    const used = await sql`select from ${sql.raw(quote(table))} where ${names(id)} limit 1`.execute(trx)
    if (used.rows.length > 0) throw refused(messageText('problem.in-use'))
  }
}

/** Columns that may name a record of the entity, and the condition that they name this one. */
function usesOf(plan: ProductPlan, entityName: string): { table: string; names: (id: string) => Condition }[] {
  const tables = Object.values(plan.entities)
    .filter((entity: EntityPlan) => entity.view === undefined)
    .flatMap((entity) => [entity, ...Object.values(entity.lines)])
  return tables.flatMap(({ table, fields }) =>
    Object.values(fields).flatMap((field): { table: string; names: (id: string) => Condition }[] => {
      const points = field.stored && displayOf(field) !== undefined && targetsOf(field).some(({ entity }) => entity === entityName)
      const column = sql.raw(quote(toColumn(field.name)))
      if (points && field.mixed) {
        const kind = sql.raw(quote(toColumn(field.mixed.kind)))
        return [{ table, names: (id) => sql`${kind} = ${entityName} and ${column} = ${id}::bigint` }]
      }
      return points && isMultiple(field) ? [{ table, names: (id) => sql`${column} @> array[${id}::bigint]` }] : []
    }),
  )
}
