/**
 * The server program of the engine. Everything that a request needs is settled here, at boot:
 *
 *   plan ──► names checked against the extensions ──► readers and writers of each screen ──► routes, each with its permission
 *
 *   request ──► id, headers ──► token, permission (authorise.ts) ──► body ──► route ──► JSON, or a problem (errorHandler.ts)
 *
 * What is wrong with the plan is told all together, and nothing is served.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { DictionaryPlan, ProductPlan } from '../core/plan'
import { addResponseHeaders } from './responseHeaders'
import { authorise } from './authorise'
import { respondToBrokenRequest, refuseTunnels, takeExpectations } from './connections'
import { registerContract } from './contract/contract'
import type { Database } from './database/database'
import { sendError, registerErrorHandler } from './errorHandler'
import type { SheetThreadsOptions } from './exchange/sheetThreads'
import { extensionProblems } from './extensionNames'
import type { ProductExtensions } from './extensions'
import type { FileStore } from './files/fileStore'
import { registerHealth } from './health'
import { parseJsonBodies } from './json'
import { loggerOptions, logRequests, type LogOptions } from './logging'
import { unavailable } from './problem'
import type { QueueExport } from './exchange/export'
import { shippedPlans, type PlanSource } from './plans/planSource'
import { registerPlanRoutes } from './plans/routes'
import { tellChanges } from './plans/tellChanges'
import { createReading } from './read/reading'
import { refuseDuplicateRoutes } from './routes/duplicates'
import { registerFileRoutes } from './routes/files'
import { registerImportRoutes } from './routes/import'
import { registerReadRoutes } from './routes/read'
import { registerSchedule } from './routes/schedule'
import { registerTryRoutes } from './routes/try'
import { registerWorkRoutes } from './routes/work'
import { registerViewRoutes } from './views/routes'
import { registerWriteRoutes } from './routes/write'
import { watchRefusedCalls } from './refusedCalls'
import { scopeProblems } from './read/scope'
import { createSecurityEvents } from './securityEvents'
import type { Services } from './services'
import type { Authenticate, Clock } from './session'
import { endConnections } from './stopping'
import { readUnreadBodies } from './unreadBody'
import { registerWebRoot, type WebRoot } from './webRoot'

export interface ServerOptions {
  plan: ProductPlan
  /** Closed with the server. */
  database: Database
  extensions: ProductExtensions
  authenticate: Authenticate
  clock: Clock
  fileStore: FileStore
  /** The plans that browsers get; absent: as the schemas compile. */
  plans?: PlanSource
  /** The code lists as they are now, where admins may change them; absent: as the schemas say. */
  dictionaries?: () => Record<string, DictionaryPlan>
  /** Endpoints of demo mode alone are there too. */
  demo?: boolean
  /** Takes large exports over; absent: every export is answered at once. */
  queueExport?: QueueExport
  /** Right to read `/api/contract`. */
  contractPermission: string
  logger?: LogOptions
  /** Largest JSON body in bytes, by default 1 MB. Uploads have a limit of their own. */
  bodyLimit?: number
  /**
   * Longest mean delay of the event loop in ms, by default 2,000: beyond it a refusal at once helps more than one more in the queue. 0: however
   * long, as where those who ask run in the same process.
   */
  maxEventLoopDelayMs?: number
  /** Bounds of the threads in which workbooks are read and written, where the usual ones do not fit. */
  workbooks?: Partial<SheetThreadsOptions>
  /** The browser program; without one only the API is served. */
  webRoot?: WebRoot
  /** Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  trustedProxies?: readonly string[]
  /** The product's own routes, such as signing in; each says its permission. */
  registerProductRoutes?: (app: FastifyInstance, services: Services) => Promise<void> | void
}

const usualBodyLimit = 1_048_576
/** A request that takes longer to arrive is given up. */
const requestTimeoutMs = 120_000
const usualMaxEventLoopDelayMs = 2_000
/** How often the lateness is measured; it is the mean since the last time. */
const delaySampleMs = 1_000
/** Levels that cost less time than they save on the way. */
const compressionLevels = { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, zlibOptions: { level: 4 } }

/** @throws Error that lists everything that keeps the plan from being served */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { plan, database, extensions, authenticate, clock, fileStore, trustedProxies = [], plans = shippedPlans(plan) } = options
  refuse([...extensionProblems(plan, extensions), ...scopeProblems(plan)])

  const app = fastify({
    logger: loggerOptions(options.logger ?? {}),
    // A line of our own for each request, see logRequests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: options.bodyLimit ?? usualBodyLimit,
    requestTimeout: requestTimeoutMs,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: respondToBrokenRequest,
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false } },
  })
  const securityEvents = createSecurityEvents(database, clock, app.log)
  const services: Services = {
    plan,
    database,
    extensions,
    clock,
    log: app.log,
    fileStore,
    dictionaries: options.dictionaries,
    securityEvents,
    demo: options.demo === true,
  }

  // Bodies are JSON or files; Fastify would take plain text too.
  app.removeContentTypeParser('text/plain')
  parseJsonBodies(app)
  addResponseHeaders(app)
  takeExpectations(app)
  refuseTunnels(app)
  readUnreadBodies(app)
  logRequests(app)
  registerErrorHandler(app)
  authorise(app, plan, authenticate)
  tellChanges(app, plans)
  watchRefusedCalls(app, securityEvents, clock)
  refuseDuplicateRoutes(app)
  endConnections(app)
  // After the last request has been answered.
  app.addHook('onClose', () => database.close())
  app.addHook('onClose', () => securityEvents.stop())
  // It costs every request, so only routes that ask for it have it.
  await app.register(compress, { global: false, globalDecompression: false, encodings: ['br', 'gzip'], ...compressionLevels })
  let listensSince = Number.POSITIVE_INFINITY
  app.server.once('listening', () => (listensSince = performance.now()))
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxEventLoopDelayMs ?? usualMaxEventLoopDelayMs,
    sampleInterval: delaySampleMs,
    pressureHandler: ({ routeOptions }) => {
      // A page that is refused one of its files stays blank; that it is busy, its own requests tell it.
      if (routeOptions.config.page) return
      // The start itself keeps the loop busy, and nobody waits in a queue: samples that it is part of say nothing.
      if (performance.now() - listensSince > 2 * delaySampleMs) throw unavailable(5)
    },
  })

  registerContract(app, plan, options.contractPermission)
  registerHealth(app, database)
  registerSchedule(app, services, options.contractPermission)
  registerPlanRoutes(app, plans)
  const reading = createReading(services)
  refuse(registerReadRoutes(app, reading, options.queueExport))
  registerWorkRoutes(app, reading)
  registerViewRoutes(app, services)
  refuse(registerWriteRoutes(app, services))
  registerTryRoutes(app, services)
  refuse(await registerImportRoutes(app, services, options.workbooks))
  await registerFileRoutes(app, services)
  await options.registerProductRoutes?.(app, services)
  if (options.webRoot !== undefined) await registerWebRoot(app, options.webRoot)
  await app.ready()
  return app
}

function refuse(problems: string[]): void {
  if (problems.length > 0) throw new Error(`the plan cannot be served:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}
