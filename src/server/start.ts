import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { openDatabase, type Database } from '../../engine/server/database/database'
import { applyMigrations } from '../../engine/server/database/migrations'
import { folderStore } from '../../engine/server/files/fileStore'
import { createServer } from '../../engine/server/server'
import type { Clock } from '../../engine/server/session'
import { systemClock } from './clock'
import type { Config } from './config'
import { extensionsOf } from './extensions'
import { startHousekeeping } from './housekeeping'
import { LiveDictionaries } from './liveDictionaries'
import { readProduct } from './product'
import { prepareData } from './prepareData'
import { authenticator } from './session/authenticate'
import { sessionRoutes } from './session/routes'

/** Menu whose right opens `/api/contract`. */
const contractPermission = 'manage_userManage'

export interface Started {
  app: FastifyInstance
  /** Closed with the server. */
  database: Database
  /** Where it listens. */
  address: string
}

/** Opens the database, brings it up to date, fills it on the first start, and serves. `root` is the repository. */
export async function start(config: Config, root: string, clock: Clock = systemClock): Promise<Started> {
  const plan = readProduct(root)
  // The log begins with the server; what is slow before, migrations and demo data, is so by nature.
  let log: FastifyBaseLogger | undefined
  const logger = { warn: (details: object, message: string) => log?.warn(details, message) }
  const database = await openDatabase(
    config.databaseUrl === undefined ? { directory: join(config.dataDirectory, 'database'), logger } : { url: config.databaseUrl, logger },
  )
  try {
    const fileStore = folderStore(join(config.dataDirectory, 'files'))
    await applyMigrations(database, join(root, 'src/server/migrations'))
    const extensions = extensionsOf(plan, fileStore)
    await prepareData({ plan, database, extensions, fileStore }, config)
    const dictionaries = new LiveDictionaries(database.kysely)
    await dictionaries.refresh()
    const limits = { lifetimeMs: config.tokenLifetimeMs, idleMs: config.tokenIdleMs }
    const app = await createServer({
      plan,
      database,
      extensions,
      clock,
      fileStore,
      dictionaries: dictionaries.current,
      contractPermission,
      authenticate: authenticator(database, plan.menus, clock, limits),
      logger: { level: config.logLevel },
      webRoot: join(root, 'dist/web'),
      trustedOrigins: config.parentOrigins,
      trustedProxies: config.trustedProxies,
      registerProductRoutes: (routes, services) => {
        sessionRoutes(routes, services, config)
        const stop = startHousekeeping(services, limits)
        dictionaries.start((error) => services.log.warn({ err: error }, 'dictionaries were not read'))
        routes.addHook('onClose', () => {
          stop()
          dictionaries.stop()
        })
      },
    })
    log = app.log
    return { app, database, address: await app.listen({ host: config.host, port: config.port }) }
  } catch (error) {
    await closeQuietly(database)
    throw error
  }
}

/** The first error is the one to tell. */
async function closeQuietly(database: Database): Promise<void> {
  await database.close().catch(() => undefined)
}
