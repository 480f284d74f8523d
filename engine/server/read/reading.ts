import type { ExpressionEnvironment } from '../../core/expression'
import type { EntityPlan } from '../../core/plan'
import { KeptCounts } from './keptCounts'
import { contextAs, createRowScope, type RowScope } from './scope'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import type { Condition } from './conditions'
import { rowAlias, type ShapeContext } from './shape'

/** What every reader is settled from and asks with; made once by the server. */
export interface Reading {
  services: Services
  shapes: ShapeContext
  scope: RowScope
  counts: KeptCounts
  entity(name: string): EntityPlan
  /** The moment of a request, and who makes it. */
  context(user: SessionUser): SourceContext
  environment(): ExpressionEnvironment
  /** What the account may see of the rows `t`; none: everything. */
  visible(entity: string, user: SessionUser, context: SourceContext): Condition[]
}

export function createReading(services: Services): Reading {
  const { plan, extensions, clock, database } = services
  const scope = createRowScope(plan, extensions.views)
  return {
    services,
    shapes: { plan, extensions, kysely: database.kysely },
    scope,
    counts: new KeptCounts(database),
    entity(name) {
      const entity = plan.entities[name]
      if (!entity) throw new TypeError(`no entity named ${name}`)
      return entity
    },
    context: (user) => contextAs(scope, user, { kysely: database.kysely, today: clock.today() }),
    environment: () => ({ today: clock.today(), now: clock.now() }),
    visible(entity, user, context) {
      const condition = scope.condition(entity)(rowAlias, user, context)
      return condition ? [condition] : []
    },
  }
}
