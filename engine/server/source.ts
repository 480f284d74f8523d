import { sql, type Kysely, type RawBuilder } from 'kysely'
import { evaluateExpression } from '../core/expression'
import type { SubMenus } from '../core/permission'
import type { EntityPlan, LinesViewPlan, ProductPlan } from '../core/plan'
import type { AnySchema } from './database/database'
import type { View, ViewParams, Visible } from './extensions'
import { toColumn } from './rows'

/** Where rows of an entity come from: its table, or for a read model the product's select. */
export interface Source {
  entity: EntityPlan
  /** SQL text of a field under a table alias: `t."author_id"`. */
  column(alias: string, field: string): string
  /** What stands after FROM, without an alias. A read model is a select that may hold the business day, so it is made per query. */
  from(context: SourceContext): RawBuilder<unknown>
}

export interface SourceContext {
  kysely: Kysely<AnySchema>
  today: string
  /** Rights of who asks; without them masked values are answered in part. */
  subMenus?: SubMenus
  /** As of who asks: what is internal is left out. */
  outside?: string
  /** Arguments of read models, by entity; where none are given their defaults hold. */
  params?: Readonly<Record<string, ViewParams>>
  /** What who asks may see, for read models that add up rows of others; without it nobody asks. */
  visible?: Visible
}

export function sourceOf(plan: Pick<ProductPlan, 'entities'>, views: Record<string, View>, entityName: string): Source {
  const entity = plan.entities[entityName]
  if (!entity) throw new TypeError(`no entity named ${entityName}`)
  if (entity.linesOf) return linesSource(plan, entity, entity.linesOf)
  const viewName = entity.view
  if (viewName === undefined) {
    const table = sql.raw(quote(entity.table))
    return { entity, column: (alias, field) => `${alias}.${quote(toColumn(field))}`, from: () => table }
  }
  return {
    entity,
    // A view answers fields under their own names.
    column: (alias, field) => `${alias}.${quote(field)}`,
    from({ kysely, today, params, visible = unasked }) {
      const view = views[viewName]
      if (!view) throw new TypeError(`no view named ${viewName}`)
      return sql`(${view({ kysely, today, params: params?.[entityName] ?? defaultParams(entity, today), visible })})`
    },
  }
}

/** A sum over rows is somebody's: nothing is added up for nobody. */
const unasked: Visible = (entity) => {
  throw new TypeError(`rows of ${entity} are added up, and nobody asks`)
}

/** Lines with their document beside them; the database looks through it, so that its indexes serve. */
function linesSource(plan: Pick<ProductPlan, 'entities'>, entity: EntityPlan, { entity: of, lines, as, header }: LinesViewPlan): Source {
  const document = plan.entities[of]
  const table = document?.lines[lines]?.table
  if (!document || table === undefined) throw new TypeError(`no line table named ${of}.${lines}`)
  const besides = new Set(header)
  const columns = Object.values(entity.fields).flatMap(({ name, stored }) => {
    if (!stored) return []
    const column = name === 'id' ? 'l.id' : name === as ? 'l.parent_id' : `${besides.has(name) ? 'h' : 'l'}.${quote(toColumn(name))}`
    return `${column} as ${quote(name)}`
  })
  const select = sql.raw(
    `(select ${columns.join(', ')} from ${quote(table)} as l join ${quote(document.table)} as h on h.id = l.parent_id)`,
  )
  return { entity, column: (alias, field) => `${alias}.${quote(field)}`, from: () => select }
}

/** What the arguments of a read model are when nobody says them. */
export function defaultParams({ params = {} }: Pick<EntityPlan, 'params'>, today: string): ViewParams {
  const environment = { today, now: `${today}T00:00:00.000Z` }
  return Object.fromEntries(
    Object.values(params).map(({ name, default: preset }) => [
      name,
      typeof preset === 'object' && !Array.isArray(preset) ? evaluateExpression(preset.expression, {}, environment) : (preset ?? null),
    ]),
  )
}

/** An SQL identifier. Names come from schemas, which hold letters and digits only; quoted all the same. */
export function quote(name: string): string {
  return `"${name.replace(/"/g, '""')}"`
}

/** An SQL text literal. Only for words of the engine and of checked schemas; what users say is always a parameter. */
export function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`
}
