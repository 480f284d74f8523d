import { sql } from 'kysely'
import { isMultiple } from '../../../engine/core/fields'
import type { EntityPlan, FieldPlan, LinesPlan } from '../../../engine/core/plan'
import { toColumn } from '../../../engine/server/rows'
import { violationsOf, type Invariant, type InvariantContext, type Violation } from './violation'

type Holder = Pick<EntityPlan | LinesPlan, 'title' | 'table' | 'fields'>

/**
 * I-15: document numbers are unique, states and codes are of their dictionaries, references exist, and nobody whose enterprise is cancelled
 * has an open loan. Single references are kept by the database; those that name several rows are looked up here.
 */
export const recordsAreWellFormed: Invariant = async (context) => {
  const found: Violation[] = []
  for (const entity of Object.values(context.plan.entities).filter(({ view }) => view === undefined)) {
    found.push(...(await repeatedNumbers(context, entity)), ...(await unknownStates(context, entity)))
    for (const holder of [entity, ...Object.values(entity.lines)]) {
      for (const field of Object.values(holder.fields).filter(({ stored }) => stored))
        found.push(...(await unknownValues(context, holder, field)))
    }
  }
  return [...found, ...(await loansOfCancelled(context))]
}

async function repeatedNumbers(context: InvariantContext, { serial, table, title }: EntityPlan): Promise<Violation[]> {
  if (!serial) return []
  const number = sql.ref(toColumn(serial.field))
  return violationsOf(
    'I-15',
    context,
    sql`select concat(${title}::text, '：单号 ', ${number}, ' 重复') as what from ${sql.table(table)} group by ${number} having count(*) > 1`,
  )
}

async function unknownStates(context: InvariantContext, { states, statusField, table, title }: EntityPlan): Promise<Violation[]> {
  if (!states || statusField === undefined) return []
  const status = sql.ref(toColumn(statusField))
  return violationsOf(
    'I-15',
    context,
    sql`select concat(${title}::text, ' ', id, '：未知状态 ', ${status}) as what from ${sql.table(table)} where not (${status} = any(${Object.keys(states)}::text[])) order by id`,
  )
}

async function unknownValues(context: InvariantContext, { title, table }: Holder, field: FieldPlan): Promise<Violation[]> {
  const column = sql.ref(toColumn(field.name))
  const what = sql`concat(${title}::text, ' ', id, '：', ${field.title}::text, ' ', ${column}::text)`
  if (field.dictionary !== undefined) {
    const ofSchema = (context.plan.dictionaries[field.dictionary ?? '']?.items ?? []).map(({ code }) => code)
    // Administrators may have added some.
    const codes = sql`(${ofSchema}::text[] || array(select item_code from dict_item where dict_code = ${field.dictionary ?? ''}))`
    const known = isMultiple(field) ? sql`${column} <@ ${codes}` : sql`${column} = any(${codes})`
    return violationsOf(
      'I-15',
      context,
      sql`select concat(${what}, ' 不在字典中') as what from ${sql.table(table)} where not (${known}) order by id`,
    )
  }
  const target = field.ref && isMultiple(field) && field.ref.by === undefined ? context.plan.entities[field.ref.entity] : undefined
  if (!target || target.view !== undefined) return []
  return violationsOf(
    'I-15',
    context,
    sql`
    select concat(${what}, ' 引用的记录不存在') as what from ${sql.table(table)} as holder
    where exists (select from unnest(${column}) as one where not exists (select from ${sql.table(target.table)} as target where target.id = one)) order by id`,
  )
}

function loansOfCancelled(context: InvariantContext): Promise<Violation[]> {
  return violationsOf(
    'I-15',
    context,
    sql`
    select concat('融资单 ', l.loan_no, '：融资客户 ', e.enterprise_name, ' 已注销') as what
    from loan l join enterprise e on e.id = l.borrower_id
    where e.status = 'CANCELLED' and l.status in ('AUDITING', 'APPROVED', 'DISBURSING', 'OUTSTANDING', 'OVERDUE') order by l.id`,
  )
}
