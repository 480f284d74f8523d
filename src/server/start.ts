import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { routesOf } from '../../engine/core/compile'
import { reachableMenus } from '../../engine/core/menus'
import type { ProductPlan } from '../../engine/core/plan'
import type { Database } from '../../engine/server/database/database'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { applyMigrations, refuseMissingMigration } from '../../engine/server/database/migrations'
import { folderStore } from '../../engine/server/files/fileStore'
import { createJobs } from '../../engine/server/jobs/jobs'
import { plansWithoutDemo } from '../../engine/server/plans/planSource'
import { createProductParts } from '../../engine/server/plans/productParts'
import { createServer, type ServerOptions } from '../../engine/server/server'
import { cannotListen, prepareFolder, refuseTakenAddress } from '../../engine/server/machine'
import type { Clock } from '../../engine/server/session'
import type { WebRoot } from '../../engine/server/webRoot'
import { systemClock } from './clock'
import { refusedPasswords, type Config } from './config'
import { databasePlace } from './databasePlace'
import { extensionsOf } from './extensions'
import { startHousekeeping } from './housekeeping'
import { startJobs } from './jobs'
import { queueExport } from './jobs/exports'
import { LiveDictionaries } from './liveDictionaries'
import { playgroundOf } from './playground/playground'
import { readProduct } from './product'
import { prepareData } from './prepareData'
import { providersOf } from './providers'
import { authenticator } from './session/authenticate'
import { assignPermission } from './session/preview'
import { sessionRoutes } from './session/routes'
import { ticketRoutes } from './session/ticketRoutes'
import { tablesOf } from './tables'

export interface Started {
  app: FastifyInstance
  /** Closed with the server. */
  database: Database
  /** Where it listens. */
  address: string
}

interface StartOptions extends Pick<ServerOptions, 'maxEventLoopDelayMs'> {
  clock?: Clock
  /** The compiled schemas, where they are known already. */
  product?: ProductPlan
  /** Called with a sentence for the terminal when a start begins something that takes a minute. */
  say?: (sentence: string) => void
}

/**
 * Opens the database, brings it up to date, fills it on the first start, and serves. `root` is the repository.
 * @throws EngineError, ConfigError, SchemaMistakes: what whoever starts it can mend; nothing has been begun when it is the address or the folder
 */
export async function start(
  config: Config,
  root: string,
  { clock = systemClock, product: known, maxEventLoopDelayMs, say }: StartOptions = {},
): Promise<Started> {
  await refuseTakenAddress(config)
  const files = join(config.dataDirectory, 'files')
  await prepareFolder(files)
  const migrations = join(root, 'src/server/migrations')
  let product = known
  const sound = { file: join(config.dataDirectory, 'schemas.sound'), program: import.meta.url }
  const read = (): ProductPlan => (product ??= readProduct(root, config.schemasDirectory, sound))
  // The log begins with the server; what is slow before, migrations and demo data, is so by nature.
  let log: FastifyBaseLogger | undefined
  const logger = { warn: (details: object, message: string) => log?.warn(details, message) }
  // A server that cannot serve has no business with the database.
  const meanwhile = (): Promise<void> => refuseMissingMigration(migrations, tablesOf(read()))
  const database = await openDatabase({ ...databasePlace(config, root), logger, meanwhile })
  const plan = installed(read(), config)
  try {
    const fileStore = folderStore(files)
    await applyMigrations(database, migrations)
    const jobs = createJobs(database, { logger, leaseSeconds: config.leaseSeconds })
    const providers = providersOf(config)
    const extensions = extensionsOf(plan, fileStore, jobs, refusedPasswords(config), providers, config.systemSecrets)
    const adopted = await prepareData({ plan, database, extensions, fileStore }, config, say)
    const dictionaries = new LiveDictionaries(database.kysely)
    await dictionaries.refresh()
    const limits = { lifetimeMs: config.tokenLifetimeMs, idleMs: config.tokenIdleMs }
    const playground = playgroundOf({ config, root, plan, database, log: logger })
    const plans = config.demo ? playground.plans : plansWithoutDemo(playground.plans)
    const parts = createProductParts(plan, plans)
    const authenticate = authenticator(database, plan.menus, clock, limits)
    const app = await createServer({
      plan,
      database,
      extensions,
      clock,
      fileStore,
      dictionaries: dictionaries.current,
      plans,
      demo: config.demo,
      // It shows the whole house, which is for administrators.
      contractPermission: assignPermission,
      queueExport: queueExport(plan, jobs),
      authenticate,
      logger: { level: config.logLevel },
      ...(config.servesPages ? { webRoot: webRootOf(root, config) } : {}),
      trustedProxies: config.trustedProxies,
      ...(maxEventLoopDelayMs === undefined ? {} : { maxEventLoopDelayMs }),
      registerProductRoutes: async (routes, services) => {
        sessionRoutes(routes, services, config, parts)
        ticketRoutes(routes, services, config, authenticate)
        playground.routes(routes, services)
        const stopClock = await startJobs(services, jobs, providers, config)
        const stop = startHousekeeping(services, limits)
        dictionaries.start((error) => services.log.warn({ err: error }, 'dictionaries were not read'))
        // Together with the requests that are still being answered: each has its own time to end.
        let stopped: Promise<void> | undefined
        routes.addHook('preClose', async () => {
          stop()
          stopClock()
          dictionaries.stop()
          stopped = jobs.stop().catch((error: unknown) => services.log.warn({ err: error }, 'jobs were not stopped'))
        })
        routes.addHook('onClose', () => stopped)
      },
    })
    log = app.log
    for (const ledger of adopted) log.warn(ledger, 'balances that are older than their ledger were adopted')
    return { app, database, address: await listen(app, config) }
  } catch (error) {
    await closeQuietly(database)
    throw error
  }
}

/** The product as this installation has it: entries of applications that are not configured are in no menu. */
function installed(plan: ProductPlan, { subApps, subAppsTest }: Config): ProductPlan {
  const pages = new Set(routesOf(plan.screens).map(({ route }) => route))
  const applications = { ...subApps, ...subAppsTest }
  const menus = reachableMenus(plan.menus, {
    hasPage: (router) => pages.has(router),
    hasApplication: (name) => Object.hasOwn(applications, name),
  })
  return { ...plan, menus }
}

function webRootOf(root: string, config: Config): WebRoot {
  return {
    folder: join(root, 'dist/web'),
    settings: pageSettings(config),
    frameAncestors: config.parentOrigins,
    readable: config.corsOrigins,
    scripts: config.jsonpOrigins,
  }
}

/** What the browser program is told: `Settings` of src/app/settings.ts. */
function pageSettings({ parentOrigins, subApps, subAppsTest, jsonpOrigins, systems, playground }: Config): object {
  const given = { parentOrigins, subApps, subAppsTest, scriptOrigins: jsonpOrigins, systems: Object.keys(systems) }
  return playground ? { ...given, playground: true } : given
}

/** Another program may have taken the address since the check at the beginning. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw cannotListen(error as Error, { host, port })
  }
}

/** The first error is the one to tell. */
async function closeQuietly(database: Database): Promise<void> {
  await database.close().catch(() => undefined)
}
