import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../engine/server/database/database'
import type { Jobs } from '../engine/server/jobs/jobs'
import type { Services } from '../engine/server/services'
import { systemClock } from '../src/server/clock'
import { extensionsOf } from '../src/server/extensions'
import { fileStore, servedProduct } from './database'

/** What the engine works with where no server runs. */
export function servicesOf(database: Database, jobs: Pick<Jobs, 'send'> = noJobs): Services {
  const plan = servedProduct()
  const store = fileStore()
  return { plan, database, extensions: extensionsOf(plan, store, jobs), clock: systemClock, log: errorsOnly, fileStore: store }
}

const noJobs: Pick<Jobs, 'send'> = {
  send: () => Promise.reject(new Error('this command leaves nothing to jobs')),
}

/** What goes wrong is told; what servers note down besides is not. */
export const errorsOnly = new Proxy({} as FastifyBaseLogger, {
  get: (_log, level) => (['warn', 'error', 'fatal'].includes(String(level)) ? console.error : () => undefined),
})
