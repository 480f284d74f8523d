import { sql } from 'kysely'
import type { EntityPlan } from '../../../engine/core/plan'
import { violationsOf, type Invariant, type Violation } from './violation'

/** So many kinds of documents are asked about at once: few questions for a small database, and none that grows with all of a large one. */
const batch = 12

/**
 * I-13: every change of a document's state stands in its history, step by step from its creation to now, and each step is one that the schema
 * knows. Accounts are left out: signing in locks and unlocks them without a document's history.
 */
export const statesFollowHistory: Invariant = async (context) => {
  const { plan } = context
  const documents = Object.values(plan.entities).filter(
    ({ states, view, name }) => states && view === undefined && name !== plan.userEntity,
  )
  const found: Violation[] = []
  for (let at = 0; at < documents.length; at += batch) found.push(...(await brokenChains(context, documents.slice(at, at + batch))))
  return found
}

function brokenChains(context: Parameters<Invariant>[0], entities: EntityPlan[]) {
  const legal = entities.flatMap((entity) => stepsOf(entity).map((step) => [entity.name, ...step] as const))
  const column = (index: 0 | 1 | 2 | 3) => sql`${legal.map((step) => step[index])}::text[]`
  const names = sql`${entities.map(({ name }) => name)}::text[]`
  const titles = sql`${entities.map(({ title }) => title)}::text[]`
  const documents = entities.map(({ name, table }) => sql`select ${name}::text as entity, id, status from ${sql.table(table)}`)
  return violationsOf(
    'I-13',
    context,
    sql`
    with kinds as (select * from unnest(${names}, ${titles}) as kind (entity, title)),
    documents as (${sql.join(documents, sql` union all `)}),
    steps as (
      select h.id, h.entity, h.document_id, h.action, h.from_state, h.to_state,
        lag(h.to_state) over document as before, lead(h.id) over document is null as is_last
      from document_history h where h.entity = any(${names}) and h.to_state is not null
      window document as (partition by h.entity, h.document_id order by h.id))
    select concat(title, ' ', document_id, '：', action, ' ', from_state, '→', to_state, ' 不合流程，此前为 ', coalesce(before, '无')) as what
    from steps join kinds using (entity)
    where case when action = 'create' then before is not null
      else before is distinct from from_state or (entity, action, from_state, to_state) not in (
        select * from unnest(${column(0)}, ${column(1)}, ${column(2)}, ${column(3)})) end
    union all
    select concat(kinds.title, ' ', d.id, '：状态 ', d.status, '，记录中为 ', coalesce(s.to_state, '无'))
    from documents d join kinds using (entity)
    left join steps s on s.entity = d.entity and s.document_id = d.id and s.is_last
    where d.status is distinct from s.to_state`,
  )
}

/** Every step that an action can take: its name, from where, to where. */
function stepsOf({ states = {}, actions }: EntityPlan): [action: string, from: string, to: string][] {
  const all = Object.keys(states)
  return Object.values(actions).flatMap(({ name, from, to, onPending }) =>
    (from.length > 0 ? from : all).flatMap((one) => {
      // What gives up a change leads back to where it was asked for.
      const back = onPending === 'drop' ? Object.values(actions).filter(({ pending, to: waits }) => pending && waits.includes(one)) : []
      return [...to, ...back.flatMap((asked) => asked.from)].map((other): [string, string, string] => [name, one, other])
    }),
  )
}
