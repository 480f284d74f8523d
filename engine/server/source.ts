import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { EntityPlan, ProductPlan } from '../core/plan'
import type { AnySchema } from './database/database'
import type { View } from './extensions'
import { toColumn } from './rows'

/** Where rows of an entity come from: its table, or for a read model the product's select. */
export interface Source {
  entity: EntityPlan
  /** SQL text of a field under a table alias: `t."author_id"`. */
  column(alias: string, field: string): string
  /** What stands after FROM, without an alias. A read model is a select that may hold the business day, so it is made per question. */
  from(context: SourceContext): RawBuilder<unknown>
}

export interface SourceContext {
  kysely: Kysely<AnySchema>
  today: string
}

export function sourceOf(plan: Pick<ProductPlan, 'entities'>, views: Record<string, View>, entityName: string): Source {
  const entity = plan.entities[entityName]
  if (!entity) throw new TypeError(`no entity named ${entityName}`)
  const viewName = entity.view
  if (viewName === undefined) {
    const table = sql.raw(quote(entity.table))
    const columns = new Map(Object.keys(entity.fields).map((name) => [name, quote(toColumn(name))]))
    return { entity, column: (alias, field) => `${alias}.${columns.get(field) ?? quote(toColumn(field))}`, from: () => table }
  }
  return {
    entity,
    // A view answers fields under their own names.
    column: (alias, field) => `${alias}.${quote(field)}`,
    from({ kysely, today }) {
      const view = views[viewName]
      if (!view) throw new TypeError(`no view named ${viewName}`)
      return sql`(${view({ kysely, today })})`
    },
  }
}

/** An SQL identifier. Names come from schemas, which hold letters and digits only; quoted all the same. */
export function quote(name: string): string {
  return `"${name.replace(/"/g, '""')}"`
}

/** An SQL text literal. Only for words of the engine and of checked schemas; what users say is always a parameter. */
export function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`
}
