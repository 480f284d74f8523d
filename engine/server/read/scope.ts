/**
 * Row scope: which rows an account may see, as a condition that stands inside the WHERE of every query, so that a row outside it does
 * not exist for the caller (acceptance P5). An entity says of every dimension which of its fields carry the owner, or that rows are
 * everybody's (`any`) or nobody's (`none`); the session says which owners of a dimension are visible. A dimension that the session does not
 * restrict admits every row. Others are seen as the records they point to (`as`), or say whose they are in a word (`own`, `attached`, see
 * entity.schema.json). Accounts from outside do not see records in internal states, except their own; and where nothing that they are bound to
 * says whose rows they are, they see those of the partner whose accounts they are.
 */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { displayOf, isMultiple, targetsOf } from '../../core/fields'
import { mayRead } from '../../core/permission'
import type { EntityPlan, FieldPlan, ProductPlan, RelatedTablePlan, ScopePlan } from '../../core/plan'
import { whereOf } from './conditions'
import type { SessionUser } from '../session'
import { seenFromOutside } from '../outside'
import { literal, sourceOf, type Source, type SourceContext } from '../source'
import type { View } from '../extensions'

/** Undefined: every row. `alias` is the SQL alias of the entity's rows. */
export type ScopeCondition = (alias: string, user: SessionUser, context: SourceContext) => RawBuilder<SqlBool> | undefined

export interface RowScope {
  condition(entity: string): ScopeCondition
  /** Narrows a select whose rows of the entity have this alias. */
  visible<Query>(entity: string, alias: string, query: Query, user: SessionUser, context: SourceContext): Query
}

/** What is asked at a moment as an account. */
export function contextAs(scope: RowScope, user: SessionUser, moment: Pick<SourceContext, 'kysely' | 'today'>): SourceContext {
  const context: SourceContext = {
    ...moment,
    subMenus: user.subMenus,
    outside: user.outside,
    visible: (entity, alias, query) => scope.visible(entity, alias, query, user, context),
  }
  return context
}

type DimensionScopes = Extract<ScopePlan, { by: object }>['by']

/** A row is the user's when the owner at one of these paths is among the ids. */
export interface OwnerTest {
  paths: string[]
  ids: string[]
}

/** What must hold of the owners of a row for the user to see it; nothing: every row is seen, as far as owners say. */
export function ownerTests(
  plan: ProductPlan,
  { scope }: Pick<EntityPlan, 'scope'>,
  { scope: own, outside, system }: Pick<SessionUser, 'scope' | 'outside' | 'system'>,
): OwnerTest[] {
  if (system || typeof scope === 'string' || !('by' in scope)) return []
  const dimensions = Object.entries(scope.by).flatMap(([dimension, owners]) =>
    owners === 'any' ? [] : { dimension, paths: owners === 'none' ? [] : owners },
  )
  const restricted = dimensions.flatMap(({ dimension, paths }) => {
    const ids = own[dimension]
    return ids === undefined ? [] : { paths, ids }
  })
  if (restricted.length > 0 || outside === undefined) return restricted
  const partners = plan.entities[plan.userEntity]?.fields[plan.outside?.by ?? '']?.ref?.entity
  const ofPartners = dimensions.flatMap(({ dimension, paths }) => (plan.scopes[dimension] === partners ? paths : []))
  return ofPartners.length > 0 ? [{ paths: ofPartners, ids: [outside] }] : []
}

/** Compiles the scope of every entity once; mistakes in a declaration are reported by `scopeProblems`. */
export function createRowScope(plan: ProductPlan, views: Record<string, View>): RowScope {
  const compiled = new Map<string, ScopeCondition | 'settling'>()

  function condition(entityName: string): ScopeCondition {
    const known = compiled.get(entityName)
    if (known === 'settling') throw new TypeError(`entity ${entityName} is seen as itself: its scope leads back to it`)
    if (known !== undefined) return known
    compiled.set(entityName, 'settling')
    const made = withoutInternal(sourceOf(plan, views, entityName), compileScope(entityName))
    compiled.set(entityName, made)
    return made
  }

  function withoutInternal(source: Source, within: ScopeCondition): ScopeCondition {
    const seen = seenFromOutside(plan, views, source)
    if (!seen) return within
    return (alias, user, context) => {
      const inner = within(alias, user, context)
      if (user.outside === undefined) return inner
      const shown = seen(alias, user.outside, context)
      return inner ? sql<SqlBool>`(${inner} and ${shown})` : shown
    }
  }

  function compileScope(entityName: string): ScopeCondition {
    const source = sourceOf(plan, views, entityName)
    const { scope } = source.entity
    if (scope === 'global') return () => undefined
    if (scope === 'own') return (alias, user) => (user.system ? undefined : ownRow(source.column(alias, 'createdById'), user))
    if (scope === 'attached') return viaDocuments(source)
    return 'as' in scope ? viaRecords(source, scope.as) : byDimension(source, scope.by)
  }

  function byDimension(source: Source, by: DimensionScopes): ScopeCondition {
    const paths = Object.values(by).flatMap((owners) => (typeof owners === 'string' ? [] : owners))
    const owners = new Map(paths.map((path) => [path, ownerCondition(source, path)]))
    return (alias, user, context) => {
      const tests = ownerTests(plan, source.entity, user).map(({ paths, ids }) =>
        anyOf(paths.flatMap((path) => owners.get(path)?.(alias, ids, context) ?? [])),
      )
      return tests.length === 0 ? undefined : sql<SqlBool>`${sql.join(tests, sql` and `)}`
    }
  }

  /** One field, or steps through references: `bookId.shelfId.branchId`. */
  function ownerCondition(source: Source, path: string): (alias: string, ids: string[], context: SourceContext) => RawBuilder<SqlBool> {
    const [field = '', ...further] = path.split('.')
    const plain = source.entity.fields[field]
    if (further.length === 0) {
      return plain && isMultiple(plain)
        ? (alias, ids) => sql<SqlBool>`${sql.raw(source.column(alias, field))} && ${ids}::bigint[]`
        : (alias, ids) => sql<SqlBool>`${sql.raw(source.column(alias, field))} = any(${ids}::bigint[])`
    }
    const target = sourceOf(plan, views, plain?.ref?.entity ?? '')
    const owner = ownerCondition(target, further.join('.'))
    // Each step is a select of its own, whose columns are all named with its alias; so one alias serves every depth.
    const key = sql.raw(target.column('scope_owner', 'id'))
    return (alias, ids, context) =>
      sql<SqlBool>`${sql.raw(source.column(alias, field))} in (select ${key} from ${target.from(context)} as scope_owner where ${owner('scope_owner', ids, context)})`
  }

  /** Seen by who sees one of the records that these references point to; a row that points to none belongs to nobody. */
  function viaRecords(source: Source, references: string[]): ScopeCondition {
    const ways = references.flatMap((name) => {
      const field = source.entity.fields[name]
      return (field ? targetsOf(field) : []).map(({ entity }) => {
        // A row of another kind may have the same id.
        const kind = field?.mixed && { column: field.mixed.kind, name: sql.raw(literal(entity)) }
        return { field: name, kind, record: sourceOf(plan, views, entity), within: condition(entity) }
      })
    })
    return (alias, user, context) => {
      if (user.system) return undefined
      const conditions = ways.map(({ field, kind, record, within }, index) => {
        // Each level has a name of its own, so that a record's record does not hide what it is compared with.
        const recordAlias = `${alias}_p${index}`
        const inner = within(recordAlias, user, context)
        const column = sql.raw(source.column(alias, field))
        const sees =
          inner === undefined
            ? sql<SqlBool>`${column} is not null`
            : sql<SqlBool>`exists (select from ${record.from(context)} as ${sql.raw(recordAlias)} where ${sql.raw(record.column(recordAlias, 'id'))} = ${column} and ${inner})`
        return kind ? sql<SqlBool>`(${sql.raw(source.column(alias, kind.column))} = ${kind.name} and ${sees})` : sees
      })
      return anyOf(conditions)
    }
  }

  /** Acceptance P5 for files: one's own, and those of documents that some screen shows to the account. */
  function viaDocuments(source: Source): ScopeCondition {
    const screens = Object.values(plan.screens).filter(({ entity }) => plan.entities[entity]?.view === undefined)
    const settings = { plan, extensions: { views, queries: {} } }
    const ways = screens.map(({ entity, menuName, readPermission, where }) => {
      const target = sourceOf(plan, views, entity)
      return { entity, menuName, readPermission, target, fixed: whereOf(settings, target, where) }
    })
    return (alias, user, context) => {
      if (user.system) return undefined
      const column = (field: string): string => source.column(alias, field)
      const documents = ways.filter((way) => mayRead(user.subMenus, way))
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
  return Object.values(plan.entities).flatMap((entity) => {
    const { scope } = entity
    if (scope === 'global' || scope === 'own') return []
    if (scope === 'attached') {
      const missing = ['uploadedById', 'docType', 'docId'].filter((field) => !entity.fields[field])
      return missing.map((field) => `entity ${entity.name}: files have a field ${field}`)
    }
    if ('as' in scope) {
      const wrong = scope.as.filter((name) => !pointsToOne(entity.fields[name], plan))
      return wrong.map((name) => `entity ${entity.name}: scope as ${name}: ${name} is no reference to one row by id`)
    }
    const silent = Object.keys(plan.scopes).filter((dimension) => !Object.hasOwn(scope.by, dimension))
    return [
      ...silent.map((dimension) => `entity ${entity.name}: its row scope does not say ${dimension}`),
      ...Object.entries(scope.by).flatMap(([dimension, owners]) =>
        typeof owners === 'string' ? [] : owners.flatMap((path) => pathProblem(plan, entity, dimension, path)),
      ),
    ]
  })
}

/** Related tables and opened rows of all pages. */
export function relatedTables(screen: ProductPlan['screens'][string]): RelatedTablePlan[] {
  return Object.values(screen.pages).flatMap((page) => {
    if (page.kind === 'list') return page.expand ? [page.expand] : []
    return page.kind === 'record' ? page.tabs.filter((tab) => tab.kind === 'related') : []
  })
}

function pathProblem(plan: ProductPlan, entity: EntityPlan, dimension: string, path: string): string[] {
  const owners = plan.scopes[dimension]
  const where = `entity ${entity.name}: scope ${dimension} by ${path}`
  if (owners === undefined) return [`${where}: the product has no dimension ${dimension}`]
  let here = entity
  const steps = path.split('.')
  for (const [index, step] of steps.entries()) {
    const field = here.fields[step]
    if (!field) return [`${where}: ${here.name} has no field ${step}`]
    if (index === steps.length - 1)
      return ownsBy(field, here.name, owners) ? [] : [`${where}: ${step} of ${here.name} does not point to ${owners}`]
    const target = plan.entities[field.ref?.entity ?? '']
    if (!target || !pointsToOne(field, plan)) return [`${where}: ${step} of ${here.name} is no reference to one row by id`]
    here = target
  }
  return []
}

function pointsToOne(field: FieldPlan | undefined, plan: ProductPlan): boolean {
  if (!field?.stored || isMultiple(field) || displayOf(field) === undefined) return false
  return targetsOf(field).every(({ entity }) => Object.hasOwn(plan.entities, entity))
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
