import { shippedPlans } from '../../../engine/server/plans/planSource'
import { createProductParts } from '../../../engine/server/plans/productParts'
import { createServer } from '../../../engine/server/server'
import type { Authenticate, SessionUser } from '../../../engine/server/session'
import { playgroundOf } from '../../../src/server/playground/playground'
import { authenticator } from '../../../src/server/session/authenticate'
import { assignPermission } from '../../../src/server/session/preview'
import { sessionRoutes } from '../../../src/server/session/routes'
import { ticketRoutes } from '../../../src/server/session/ticketRoutes'
import type { Method, Session } from './client'
import { testConfig, testRoot } from './config'
import type { Platform } from './platform'

/** What a call that has passed is answered with; no route answers so by itself. */
const passed = 204

/** The gate of the product: every route with the hook that decides about a call, and nothing behind it. */
export interface Gate {
  /** Whether the call may go on to its route. @throws Error where it is neither let through nor refused for a right */
  lets(session: Session, method: Method, path: string): Promise<boolean>
  /** The account as the gate knows it. @throws Error for a session that has ended */
  accountOf(session: Session): Promise<SessionUser>
  close(): Promise<void>
}

/**
 * The product's routes, asked in this process, with accounts that are read from the database once. A call over the wire takes 5 ms, most of
 * it to read the account, which is the same each time; this takes a tenth of that, so that each endpoint can be tried with each right.
 */
export async function openGate({ plan, database, services, clock, folder }: Platform): Promise<Gate> {
  const config = testConfig({ dataDirectory: folder })
  const read = authenticator(database, plan.menus, clock, { lifetimeMs: config.tokenLifetimeMs, idleMs: config.tokenIdleMs })
  const known = new Map<string, ReturnType<Authenticate>>()
  const authenticate: Authenticate = (token) => {
    const account = known.get(token) ?? read(token)
    known.set(token, account)
    return account
  }
  const app = await createServer({
    plan,
    // The platform closes it.
    database: { ...database, close: async () => undefined },
    extensions: services.extensions,
    authenticate,
    clock,
    fileStore: services.fileStore,
    contractPermission: assignPermission,
    demo: config.demo,
    logger: { level: 'silent' },
    registerProductRoutes: (routes, ownServices) => {
      sessionRoutes(routes, ownServices, config, createProductParts(plan, shippedPlans(plan)))
      ticketRoutes(routes, ownServices, config, authenticate)
      playgroundOf({ config, root: testRoot, plan, database, log: ownServices.log }).routes(routes, ownServices)
      routes.addHook('preParsing', async (_request, reply) => reply.code(passed).send())
    },
  })
  return {
    async lets({ token }, method, path) {
      const { statusCode } = await app.inject({ method, url: path, headers: { authorization: `Bearer ${token}` } })
      if (statusCode !== passed && statusCode !== 403) throw new Error(`${method} ${path}: ${statusCode}`)
      return statusCode === passed
    },
    async accountOf({ userName, token }) {
      const account = await authenticate(token)
      if (!account) throw new Error(`${userName} is not signed in`)
      return account
    },
    close: () => app.close(),
  }
}
