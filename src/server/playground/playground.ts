/** The server's part of the playground: what it shows, and screens that are published on the running product. */
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { ProductPlan } from '../../../engine/core/plan'
import { playgroundPath } from '../../../engine/core/wire'
import type { Database, DatabaseLogger } from '../../../engine/server/database/database'
import { registerMadeRoutes } from '../../../engine/server/made/routes'
import { shippedPlans, type PlanSource } from '../../../engine/server/plans/planSource'
import { releasedPlans, type ReleasedPlans } from '../../../engine/server/releases/releasedPlans'
import { registerReleaseRoutes, releasedTexts } from '../../../engine/server/releases/routes'
import { readShipped, type ShippedSchemas } from '../../../engine/server/releases/shippedSchemas'
import { userOf } from '../../../engine/server/authorise'
import { forbidden, notFound } from '../../../engine/server/problem'
import { createRowScope } from '../../../engine/server/read/scope'
import { limitRequests } from '../../../engine/server/requestLimit'
import type { Services } from '../../../engine/server/services'
import type { Config } from '../config'
import { codeNames, performedByCode } from '../generated/codeNames'
import type { Tables } from '../generated/tables'
import { productTables } from '../tables'
import { accountByName } from '../session/account'
import { contentsOf } from './contents'
import { savedColumns } from './savedColumns'

/** The right to use the playground, and the right to show others what was made in it. */
export const usePlayground = 'userManage_playground'
export const publishScreen = 'userManage_publishScreen'

export interface Playground {
  /** The plans that browsers get. */
  plans: PlanSource
  /** Nothing where the playground is switched off. */
  routes(app: FastifyInstance, services: Services): void
}

interface Given {
  config: Pick<Config, 'playground' | 'schemasDirectory'>
  root: string
  plan: ProductPlan
  database: Pick<Database, 'kysely'>
  log: DatabaseLogger
}

/** Switched off, everything is as it was shipped: releases are kept, and not shown. */
export function playgroundOf({ config, root, plan, database, log }: Given): Playground {
  const shipped = shippedPlans(plan)
  if (!config.playground) return { plans: shipped, routes: () => undefined }
  // Texts and checks cost memory and time that a server without releases does not spend.
  let read: ShippedSchemas | undefined
  const options = { codeNames, performedByCode: new Set(performedByCode) }
  const schemas = (): ShippedSchemas => (read ??= readShipped({ root, folder: config.schemasDirectory, plan }, options))
  const plans = releasedPlans({ shipped, schemas, database, log })
  return { plans, routes: (app, services) => playgroundRoutes(app, services, { plans, schemas }) }
}

/** Each judges all schemas anew, which takes the time of many other requests; a panel asks when it is opened and when it is told to. */
const madeEntities = { name: 'entityMade', max: 120, minutes: 10 }

const accountQuery = {
  type: 'object',
  properties: { account: { type: 'string', minLength: 1, maxLength: 100 } },
  required: ['account'],
  additionalProperties: false,
}

function playgroundRoutes(app: FastifyInstance, services: Services, given: { plans: ReleasedPlans; schemas: () => ShippedSchemas }): void {
  const kysely: Kysely<Tables> = services.database.kysely
  // Schemas and plans name what is internal, so a role that a partner's account was given by mistake opens none of it.
  app.addHook('onRequest', async ({ user, routeOptions }) => {
    const { permission } = routeOptions.config
    if (user?.outside !== undefined && (permission === usePlayground || permission === publishScreen)) throw forbidden(permission)
  })
  app.get(`${playgroundPath}/contents`, { config: { permission: usePlayground } }, async () =>
    contentsOf({
      kysely,
      menus: services.plan.menus,
      shipped: given.schemas().texts,
      released: await releasedTexts({ services, ...given }),
    }),
  )
  const { plan, clock } = services
  const rows = createRowScope(plan, services.extensions.views)
  app.get<{ Querystring: { account: string } }>(
    `${playgroundPath}/rights`,
    { config: { permission: usePlayground }, schema: { querystring: accountQuery } },
    async (request) => {
      const user = userOf(request)
      const context = { kysely: services.database.kysely, today: clock.today(), subMenus: user.subMenus }
      // An account that its list does not show is none, as a record elsewhere.
      const account = await accountByName(kysely, request.query.account, plan.menus, (accounts) =>
        rows.visible(plan.userEntity, 'u', accounts, user, context),
      )
      if (!account) throw notFound()
      const { userName, name, subMenus, outside } = account
      return { account: userName, name, subMenus, outside: outside !== undefined }
    },
  )
  registerMadeRoutes(app, {
    path: playgroundPath,
    permission: usePlayground,
    plan,
    own: productTables,
    schemas: given.schemas,
    limit: limitRequests(services.database, { ...madeEntities, keyOf: (request) => userOf(request).id }),
  })
  registerReleaseRoutes(app, {
    ...given,
    services,
    path: playgroundPath,
    permissions: { read: usePlayground, publish: publishScreen },
    savedColumns: (screen) => savedColumns(kysely, screen),
  })
}
