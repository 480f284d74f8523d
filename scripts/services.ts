import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../engine/server/database/database'
import { folderStore } from '../engine/server/files/fileStore'
import type { Jobs } from '../engine/server/jobs/jobs'
import type { Services } from '../engine/server/services'
import { systemClock } from '../src/server/clock'
import { readConfig } from '../src/server/config'
import { extensionsOf } from '../src/server/extensions'
import { readProduct } from '../src/server/product'

/** What the engine works with where no server runs. */
export function servicesOf(database: Database, jobs: Pick<Jobs, 'send'> = noJobs): Services {
  const plan = readProduct(process.cwd())
  const fileStore = folderStore(join(readConfig(process.env).dataDirectory, 'files'))
  return { plan, database, extensions: extensionsOf(plan, fileStore, jobs), clock: systemClock, log: errorsOnly, fileStore }
}

const noJobs: Pick<Jobs, 'send'> = {
  send: () => Promise.reject(new Error('this command leaves nothing to jobs')),
}

/** What goes wrong is told; what servers note down besides is not. */
export const errorsOnly = new Proxy({} as FastifyBaseLogger, {
  get: (_log, level) => (['warn', 'error', 'fatal'].includes(String(level)) ? console.error : () => undefined),
})
