import type { FastifyBaseLogger } from 'fastify'
import type { ProductPlan } from '../core/plan'
import type { Database } from './database/database'
import type { ProductExtensions } from './extensions'
import type { FileStore } from './files/fileStore'
import type { Clock } from './session'

/** What routes and the write pipeline work with; made once by `createServer`. */
export interface Services {
  plan: ProductPlan
  database: Database
  extensions: ProductExtensions
  clock: Clock
  log: FastifyBaseLogger
  fileStore: FileStore
}
