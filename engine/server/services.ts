import type { FastifyBaseLogger } from 'fastify'
import type { DictionaryPlan, ProductPlan } from '../core/plan'
import type { Database } from './database/database'
import type { ProductExtensions } from './extensions'
import type { FileStore } from './files/fileStore'
import type { SecurityEvents } from './securityEvents'
import type { Clock } from './session'

/** What routes and the write pipeline work with; made once by `createServer`. */
export interface Services {
  plan: ProductPlan
  database: Database
  extensions: ProductExtensions
  clock: Clock
  log: FastifyBaseLogger
  fileStore: FileStore
  /** The code lists as they are now, where admins may change them; absent: as the schemas say. */
  dictionaries?: () => Record<string, DictionaryPlan>
  /** The security log; absent where nobody asks: demo data, programs of the command line. */
  securityEvents?: SecurityEvents
  /** Endpoints of demo mode alone are there too. */
  demo?: boolean
}

export function dictionariesOf({ plan, dictionaries }: Pick<Services, 'plan' | 'dictionaries'>): Record<string, DictionaryPlan> {
  return dictionaries?.() ?? plan.dictionaries
}
