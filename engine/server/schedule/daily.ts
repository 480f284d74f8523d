import { sql } from 'kysely'
import { evaluateExpression } from '../../core/expression'
import { effectiveField } from '../../core/pending'
import type { EntityPlan, StepPlan } from '../../core/plan'
import { conditionSql } from '../expressionSql'
import type { Services } from '../services'
import { sourceOf } from '../source'
import { perform } from '../write/action'
import type { WriteContext } from '../record/context'
import { findRecord } from '../record/load'
import { eachItem } from './eachItem'
import type { Due } from './items'

/** Records that are looked for at once. */
const BATCH = 200
const rows = 't'

/**
 * Performs a daily action on every record that it is due for, begun in the order of their ids.
 * @param services whose clock stands on the day
 */
export async function performDaily(
  services: Services,
  { entity: entityName, action }: StepPlan['actions'][number],
  { step, day, signal }: { step: string; day: string; signal: AbortSignal },
): Promise<void> {
  const entity = entityOf(services, entityName)
  const dueOf = (id: string): Due => ({
    item: { day, step, entity: entityName, id, action },
    isDue: (context) => isDue(context, entity, action, id),
    run: (context) => perform(context, { entity: entityName, id, action, body: {} }),
  })
  await eachItem(services, dueRecords(services, entity, action, day), dueOf, signal)
}

/**
 * Which of some daily actions is the first that a record is due for; -1 where none is, as on most days. Asked of all at once, since a step of ten
 * actions would look ten times to find nothing.
 */
export async function firstDue(services: Services, actions: StepPlan['actions'], day: string): Promise<number> {
  const { database } = services
  const cases = actions.map(({ entity, action }, index) => {
    const { from, condition } = dueRows(services, entityOf(services, entity), action, day)
    return sql`when exists (select from ${from} where ${condition}) then ${sql.lit(index)}`
  })
  const { rows } = await sql<{ next: number }>`select case ${sql.join(cases, sql` `)} else -1 end as next`.execute(database.patient)
  return rows[0]?.next ?? -1
}

/** Ids of the records that the database finds due, without those that were done on the day. */
async function* dueRecords(services: Services, entity: EntityPlan, action: string, day: string): AsyncIterable<string> {
  const { from, condition, id } = dueRows(services, entity, action, day)
  let last = '0'
  for (;;) {
    const found = await sql<{ id: string }>`
      select ${id}::text as id from ${from}
      where ${id} > ${last} and ${condition} order by ${id} limit ${BATCH}`.execute(services.database.patient)
    for (const { id } of found.rows) yield (last = id)
    if (found.rows.length < BATCH) return
  }
}

function dueRows({ plan, database, clock }: Services, entity: EntityPlan, action: string, day: string) {
  const source = sourceOf(plan, {}, entity.name)
  const column = (name: string) => sql.raw(source.column(rows, name))
  const when = whichOf(entity, action)
  const from = statesOf(entity, action)
  const conditions = [
    ...(from === undefined
      ? []
      : [
          sql`(${sql.join(
            from.fields.map((field) => sql`${column(field)} = any(${from.states})`),
            sql` or `,
          )})`,
        ]),
    ...(when === true ? [] : [conditionSql(when, source, rows, { today: clock.today(), now: clock.now() })]),
    // No `not exists`: the database knows nothing of the items of today yet, takes them for one, and would go through all of them for each record.
    sql`coalesce((select false from schedule_item i where i.day = ${day} and i.entity = ${entity.name} and i.document_id = ${column('id')}
      and i.action = ${action} and i.failure is null limit 1), true)`,
  ]
  return {
    from: sql`${source.from({ kysely: database.patient, today: clock.today() })} as ${sql.raw(rows)}`,
    condition: sql.join(conditions, sql` and `),
    id: column('id'),
  }
}

function entityOf({ plan }: Services, name: string): EntityPlan {
  const entity = plan.entities[name]
  if (!entity) throw new TypeError(`no entity named ${name}`)
  return entity
}

/** The same condition for one record as it is now. */
async function isDue(context: WriteContext, entity: EntityPlan, action: string, id: string): Promise<boolean> {
  const record = await findRecord(context, entity.name, id)
  if (!record) return false
  const from = statesOf(entity, action)
  if (from && !from.fields.some((field) => from.states.includes(String(record[field])))) return false
  const when = whichOf(entity, action)
  return when === true || evaluateExpression(when, record, context.environment) === true
}

function whichOf(entity: EntityPlan, action: string): NonNullable<EntityPlan['daily']>[string] {
  const which = entity.daily?.[action]
  if (which === undefined) throw new TypeError(`${entity.name}/${action} is no daily action`)
  return which
}

/**
 * The states in which a record is due. While a change of it waits, the state that stands meanwhile counts as well: the action cannot be carried
 * out then, and the record is listed as failed instead of being silently left out.
 */
function statesOf({ actions, pending, statusField }: EntityPlan, action: string): { fields: string[]; states: string[] } | undefined {
  const states = actions[action]?.from ?? []
  return statusField === undefined || states.length === 0
    ? undefined
    : { fields: [statusField, ...(pending ? [effectiveField] : [])], states }
}
