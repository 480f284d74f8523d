/**
 * What accounts from outside (`outside` of the product) are not shown, in every answer alike: fields that are internal, records in states that
 * are internal, and the names of our own people.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { targetsOf } from '../core/fields'
import type { EntityPlan, FieldPlan, ProductPlan } from '../core/plan'
import type { Fields } from '../core/record/values'
import type { View } from './extensions'
import type { SessionUser } from './session'
import { sourceOf, type Source, type SourceContext } from './source'
import type { Accepted } from './accepted'

/** Who asks. */
type Asking = Pick<SessionUser, 'outside'>

/** Whether an answer may have the field. */
export function isShown(field: Pick<FieldPlan, 'internal'> | undefined, { outside }: Asking): boolean {
  return outside === undefined || !field?.internal
}

/** Whether an answer may have what bears this name: a field, or the display value of one. */
export function isNameShown({ fields, displays }: Pick<EntityPlan, 'fields' | 'displays'>, name: string, asking: Asking): boolean {
  return isShown(fields[name] ?? fields[displays[name] ?? ''], asking)
}

/** What of a body the account may write: to who does not read a field it is none. */
export function acceptedFrom(accepted: Accepted, asking: Asking): Accepted {
  if (asking.outside === undefined) return accepted
  const lines = Object.entries(accepted.lines).map(
    ([name, { table, cells }]) => [name, { table, cells: shownAmong(cells, asking) }] as const,
  )
  return { ...accepted, fields: shownAmong(accepted.fields, asking), lines: Object.fromEntries(lines) }
}

function shownAmong(fields: Fields, asking: Asking): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isShown(field, asking)))
}

/** Whether the field names users, of whom ours have no names outside. */
export function namesUsers({ userEntity }: Pick<ProductPlan, 'userEntity'>, field: FieldPlan): boolean {
  return targetsOf(field).some(({ entity }) => entity === userEntity)
}

type Schemas = Pick<ProductPlan, 'entities' | 'outside' | 'userEntity'>

/**
 * Records that accounts from outside see of what their row scope admits: those that have left the internal states, and those that they or
 * their colleagues have created. Undefined where nothing is hidden; lines are seen as their documents.
 */
export function seenFromOutside(
  plan: Schemas,
  views: Record<string, View>,
  source: Source,
): ((alias: string, outside: string, context: SourceContext) => RawBuilder<SqlBool>) | undefined {
  const { entity } = source
  const hidden = Object.values(entity.states ?? {}).flatMap(({ code, internal }) => (internal ? [code] : []))
  const { outside: declared } = plan
  if (!declared || hidden.length === 0 || entity.statusField === undefined || entity.view !== undefined) return undefined
  const { statusField } = entity
  const ofOwn = createdByOwn(plan, views, source)
  return (alias, outside, context) => {
    const state = sql.raw(source.column(alias, statusField))
    return sql<SqlBool>`(${state} not in (${sql.join(hidden)}) or ${ofOwn(alias, outside, context)})`
  }
}

/** Whether a record was created by an account of the same partner; null where nobody knows by whom. */
function createdByOwn(
  plan: Schemas,
  views: Record<string, View>,
  source: Source,
): (alias: string, outside: string, context: SourceContext) => RawBuilder<SqlBool> {
  const users = sourceOf(plan, views, plan.userEntity)
  const by = plan.outside?.by ?? ''
  return (alias, outside, context) => {
    const colleagues = sql`select ${sql.raw(users.column('colleague', 'id'))} from ${users.from(context)} as colleague
      where ${sql.raw(users.column('colleague', by))} = ${outside}`
    return sql<SqlBool>`${sql.raw(source.column(alias, 'createdById'))} in (${colleagues})`
  }
}

/** Whether a record is another one's work to who asks (`authored` of its entity): to our own people none is. */
export function ofOthersSql(
  plan: Schemas,
  views: Record<string, View>,
  source: Source,
): (alias: string, context: SourceContext) => RawBuilder<SqlBool> {
  const ofOwn = createdByOwn(plan, views, source)
  return (alias, context) =>
    context.outside === undefined ? sql<SqlBool>`false` : sql<SqlBool>`((${ofOwn(alias, context.outside, context)}) is not true)`
}

/** Whose name a text may keep that accounts from outside read: of ours it is the one word for all of them. */
export function nameForAll(
  { outside: declared }: Pick<ProductPlan, 'outside'>,
  { name, outside }: Asking & Pick<SessionUser, 'name'>,
): string {
  return outside === undefined && declared ? declared.ours : name
}

/** The name of a user as it is read outside: that of ours is the one word for all of them. */
export function nameOutside({ outside }: Schemas, users: Source, alias: string, name: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!outside) return name
  return sql`(case when ${sql.raw(users.column(alias, outside.by))} is null then ${sql.lit(outside.ours)} else ${name} end)`
}
