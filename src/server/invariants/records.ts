import { sql, type RawBuilder } from 'kysely'
import { isMultiple } from '../../../engine/core/fields'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../../engine/core/plan'
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
    const faults = [repeatedNumbers(entity), unknownValues(context.plan, entity, unknownState(entity))]
    for (const lines of Object.values(entity.lines)) faults.push(unknownValues(context.plan, lines))
    const asked = faults.filter((fault) => fault !== undefined)
    if (asked.length > 0) found.push(...(await violationsOf('I-15', context, sql.join(asked, sql` union all `))))
  }
  return [...found, ...(await loansOfCancelled(context))]
}

function repeatedNumbers({ serial, table, title }: EntityPlan): RawBuilder<unknown> | undefined {
  if (!serial) return undefined
  const number = sql.ref(toColumn(serial.field))
  return sql`(
    select concat(${title}::text, '：单号 ', ${number}, ' 重复') as what from ${sql.table(table)} group by ${number} having count(*) > 1)`
}

/** Reads a table once for all of its columns. @param more further faults of a row, as SQL like that of `unknownValue` */
function unknownValues(plan: ProductPlan, { title, table, fields }: Holder, ...more: (RawBuilder<unknown> | undefined)[]) {
  const ofFields = Object.values(fields).map((field) => (field.stored ? unknownValue(plan, field) : undefined))
  const faults = [...more, ...ofFields].filter((fault) => fault !== undefined)
  if (faults.length === 0) return undefined
  return sql`(
    select concat(${title}::text, ' ', holder.id, '：', fault) as what
    from ${sql.table(table)} as holder cross join lateral unnest(array[${sql.join(faults)}]) as fault where fault is not null order by holder.id)`
}

/** An SQL expression: the complaint about the state of a row, or null when the schema knows the state. */
function unknownState({ states, statusField }: EntityPlan): RawBuilder<unknown> | undefined {
  if (!states || statusField === undefined) return undefined
  const status = columnOf(statusField)
  return sql`case when not (${status} = any(${Object.keys(states)}::text[])) then concat('未知状态 ', ${status}) end`
}

/** An SQL expression: the complaint about the value of a field, or null when the value is sound; undefined for fields without such a check. */
function unknownValue(plan: ProductPlan, field: FieldPlan): RawBuilder<unknown> | undefined {
  const column = columnOf(field.name)
  const fault = (wrong: string) => sql`concat(${field.title}::text, ' ', ${column}::text, ${wrong}::text)`
  if (field.dictionary !== undefined) {
    const ofSchema = (plan.dictionaries[field.dictionary]?.items ?? []).map(({ code }) => code)
    // Administrators may have added some.
    const codes = sql`(${ofSchema}::text[] || array(select item_code from dict_item where dict_code = ${field.dictionary}))`
    const known = isMultiple(field) ? sql`${column} <@ ${codes}` : sql`${column} = any(${codes})`
    return sql`case when not (${known}) then ${fault(' 不在字典中')} end`
  }
  const target = field.ref && isMultiple(field) && field.ref.by === undefined ? plan.entities[field.ref.entity] : undefined
  if (!target || target.view !== undefined) return undefined
  return sql`case when exists (
    select from unnest(${column}) as one where not exists (select from ${sql.table(target.table)} as target where target.id = one))
    then ${fault(' 引用的记录不存在')} end`
}

function columnOf(field: string): RawBuilder<unknown> {
  return sql.ref(`holder.${toColumn(field)}`)
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
