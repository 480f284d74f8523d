/**
 * Row scope: which rows an account may see, as a condition that stands inside the WHERE of every question, so that a row outside it does
 * not exist for the caller (acceptance P5). An entity says by dimension which of its fields carry the owner; the session says which
 * owners of a dimension are visible. A dimension that the session does not restrict, or the entity does not have, admits every row. What
 * has no dimension says whose it is in a word (`own`, `attached`, see entity.schema.json).
 */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isMultiple } from '../core/fields'
import { mayOpen } from '../core/permission'
import type { EntityPlan, FieldPlan, ProductPlan, RelatedTablePlan } from '../core/plan'
import { whereOf } from './read/conditions'
import type { SessionUser } from './session'
import { sourceOf, type Source, type SourceContext } from './source'
import type { View } from './extensions'

/** Undefined: every row. `alias` is the SQL alias of the entity's rows. */
export type ScopeCondition = (alias: string, user: SessionUser, context: SourceContext) => RawBuilder<SqlBool> | undefined

export interface RowScope {
  condition(entity: string): ScopeCondition
  /** Narrows a select whose rows of the entity have this alias. */
  visible<Query>(entity: string, alias: string, query: Query, user: SessionUser, context: SourceContext): Query
}

/** Settles the scope of every entity once; what is wrong with a declaration is told by `scopeProblems`. */
export function createRowScope(plan: ProductPlan, views: Record<string, View>): RowScope {
  const parents = parentsOf(plan)
  const settled = new Map<string, ScopeCondition | 'settling'>()

  function condition(entityName: string): ScopeCondition {
    const known = settled.get(entityName)
    if (known === 'settling') throw new TypeError(`entity ${entityName} is held by itself: its scope leads back to it`)
    if (known !== undefined) return known
    settled.set(entityName, 'settling')
    const made = settle(entityName)
    settled.set(entityName, made)
    return made
  }

  function settle(entityName: string): ScopeCondition {
    const source = sourceOf(plan, views, entityName)
    const { scope } = source.entity
    if (scope === 'global') return () => undefined
    if (scope === 'parent') return viaParents(source, parents[entityName] ?? [])
    if (scope === 'own') return (alias, user) => (user.system ? undefined : ownRow(source.column(alias, 'createdById'), user))
    if (scope === 'attached') return viaDocuments(source)
    const dimensions = Object.entries(scope).map(([dimension, paths]) => ({
      dimension,
      owners: paths.map((path) => ownerCondition(source, path)),
    }))
    return (alias, user, context) => {
      if (user.system) return undefined
      const restricted = dimensions.flatMap(({ dimension, owners }) => {
        const ids = user.scope[dimension]
        return ids === undefined ? [] : [anyOf(owners.map((owner) => owner(alias, ids, context)))]
      })
      return restricted.length === 0 ? undefined : sql<SqlBool>`${sql.join(restricted, sql` and `)}`
    }
  }

  /** One field, or one step through a reference: `bookId.branchId`. */
  function ownerCondition(source: Source, path: string): (alias: string, ids: string[], context: SourceContext) => RawBuilder<SqlBool> {
    const [field = '', next] = path.split('.')
    const plain = source.entity.fields[field]
    if (next === undefined) {
      return plain && isMultiple(plain)
        ? (alias, ids) => sql<SqlBool>`${sql.raw(source.column(alias, field))} && ${ids}::bigint[]`
        : (alias, ids) => sql<SqlBool>`${sql.raw(source.column(alias, field))} = any(${ids}::bigint[])`
    }
    const target = sourceOf(plan, views, plain?.ref?.entity ?? '')
    const owner = ownerCondition(target, next)
    const key = sql.raw(target.column('scope_owner', 'id'))
    return (alias, ids, context) =>
      sql<SqlBool>`${sql.raw(source.column(alias, field))} in (select ${key} from ${target.from(context)} as scope_owner where ${owner('scope_owner', ids, context)})`
  }

  function viaParents(source: Source, held: Parent[]): ScopeCondition {
    const ways = held.map(({ entity, field }) => ({ field, parent: sourceOf(plan, views, entity), within: condition(entity) }))
    return (alias, user, context) => {
      if (user.system) return undefined
      const conditions = ways.map(({ field, parent, within }, index) => {
        // Each level has a name of its own, so that a parent's parent does not hide what it is compared with.
        const parentAlias = `${alias}_p${index}`
        const inner = within(parentAlias, user, context)
        const column = sql.raw(source.column(alias, field))
        return inner === undefined
          ? sql<SqlBool>`${column} is not null`
          : sql<SqlBool>`exists (select from ${parent.from(context)} as ${sql.raw(parentAlias)} where ${sql.raw(parent.column(parentAlias, 'id'))} = ${column} and ${inner})`
      })
      return anyOf(conditions)
    }
  }

  /** Acceptance P5 for files: one's own, and those of documents that some screen shows to the account. */
  function viaDocuments(source: Source): ScopeCondition {
    const screens = Object.values(plan.screens).filter(({ entity }) => plan.entities[entity]?.view === undefined)
    const settings = { plan, extensions: { views, queries: {} } }
    const ways = screens.map(({ entity, menuName, where }) => {
      const target = sourceOf(plan, views, entity)
      return { entity, menuName, target, fixed: whereOf(settings, target, where) }
    })
    return (alias, user, context) => {
      if (user.system) return undefined
      const column = (field: string): string => source.column(alias, field)
      const documents = ways.filter(({ menuName }) => mayOpen(user.subMenus, menuName))
      const seen = documents.map(({ entity, target, fixed }, index) => {
        const inner = `${alias}_d${index}`
        const within = condition(entity)(inner, user, context)
        const narrowed = [
          sql<SqlBool>`${sql.raw(`${target.column(inner, 'id')} = ${column('docId')}`)}`,
          ...fixed(inner, context),
          ...(within ? [within] : []),
        ]
        return sql<SqlBool>`(${sql.raw(column('docType'))} = ${entity} and exists (select from ${target.from(context)} as ${sql.raw(inner)} where ${sql.join(narrowed, sql` and `)}))`
      })
      return anyOf([ownRow(column('uploadedById'), user), ...seen])
    }
  }

  return {
    condition,
    visible(entity, alias, query, user, context) {
      const narrowed = condition(entity)(alias, user, context)
      if (narrowed === undefined) return query
      // Any select of kysely has `where`; its other type parameters are the caller's.
      return (query as SelectQueryBuilder<never, never, unknown>).where(narrowed) as typeof query
    },
  }
}

/** In words, everything that keeps a declared scope from being applied; the server does not boot with any. */
export function scopeProblems(plan: ProductPlan): string[] {
  const parents = parentsOf(plan)
  const reached = new Map(Object.values(plan.screens).flatMap((screen) => reachedBy(screen.id, plan)))
  return Object.values(plan.entities).flatMap((entity) => {
    if (entity.scope === 'global' || entity.scope === 'own') return []
    if (entity.scope === 'attached') {
      const missing = ['uploadedById', 'docType', 'docId'].filter((field) => !entity.fields[field])
      return missing.map((field) => `entity ${entity.name}: files have a field ${field}`)
    }
    if (entity.scope === 'parent') {
      const by = reached.get(entity.name)
      return by !== undefined && !parents[entity.name]
        ? [`entity ${entity.name}: ${by} reaches it, but no related table says which record holds it; declare its scope`]
        : []
    }
    const dimensions = Object.entries(entity.scope)
    if (dimensions.length === 0) return [`entity ${entity.name}: no row scope is declared`]
    return dimensions.flatMap(([dimension, paths]) => paths.flatMap((path) => pathProblem(plan, entity, dimension, path)))
  })
}

interface Parent {
  entity: string
  /** Our reference to it. */
  field: string
}

/** Who holds an entity of scope `parent`: the records whose pages show its rows as a related table, by a reference to them. */
function parentsOf(plan: ProductPlan): Record<string, Parent[]> {
  const parents: Record<string, Parent[]> = {}
  for (const screen of Object.values(plan.screens)) {
    for (const related of relatedTables(screen)) {
      if (plan.entities[related.entity]?.scope !== 'parent') continue
      for (const [field, ours] of Object.entries(related.by)) {
        if (ours !== 'id' || plan.entities[related.entity]?.fields[field]?.ref?.entity !== screen.entity) continue
        const known = (parents[related.entity] ??= [])
        if (!known.some((parent) => parent.entity === screen.entity && parent.field === field)) known.push({ entity: screen.entity, field })
      }
    }
  }
  return parents
}

/** Related tables and opened rows of all pages. */
export function relatedTables(screen: ProductPlan['screens'][string]): RelatedTablePlan[] {
  return Object.values(screen.pages).flatMap((page) => {
    if (page.kind === 'list') return page.expand ? [page.expand] : []
    return page.kind === 'record' ? page.tabs.filter((tab) => tab.kind === 'related') : []
  })
}

/** Entities whose rows a screen answers by themselves: its own, and those that may be chosen. */
function reachedBy(screenId: string, plan: ProductPlan): [string, string][] {
  const screen = plan.screens[screenId]
  if (!screen) return []
  const chosen = Object.values(screen.access.options).flatMap((field) => field.ref?.entity ?? [])
  return [screen.entity, ...chosen].map((entity) => [entity, `screen ${screenId}`])
}

function pathProblem(plan: ProductPlan, entity: EntityPlan, dimension: string, path: string): string[] {
  const owners = plan.scopes[dimension]
  const where = `entity ${entity.name}: scope ${dimension} by ${path}`
  if (owners === undefined) return [`${where}: the product has no dimension ${dimension}`]
  const [first = '', next] = path.split('.')
  const field = entity.fields[first]
  if (!field) return [`${where}: no field ${first}`]
  if (next === undefined) return ownsBy(field, entity.name, owners) ? [] : [`${where}: ${first} does not point to ${owners}`]
  const target = plan.entities[field.ref?.entity ?? '']
  if (!target || isMultiple(field) || field.ref?.by) return [`${where}: ${first} is no reference to one row by id`]
  const second = target.fields[next]
  return second && ownsBy(second, target.name, owners) ? [] : [`${where}: ${next} of ${target.name} does not point to ${owners}`]
}

function ownsBy(field: FieldPlan, entity: string, owners: string): boolean {
  return field.name === 'id' ? entity === owners : field.stored && field.ref?.entity === owners && field.ref.by === undefined
}

function ownRow(column: string, { id }: SessionUser): RawBuilder<SqlBool> {
  // Who is not signed in has created nothing.
  return id === '' ? sql<SqlBool>`false` : sql<SqlBool>`${sql.raw(column)} = ${id}`
}

function anyOf(conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
