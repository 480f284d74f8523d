import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { ProductPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import { folderStore } from '../../../engine/server/files/fileStore'
import type { Services } from '../../../engine/server/services'
import type { FixedClock } from '../../../src/server/clock'
import { extensionsOf } from '../../../src/server/extensions'
import { Client, type Session, type StoredVersion } from './client'

/** A product that runs, in this process or another, and what stands beside it in this one. */
export interface Served {
  plan: ProductPlan
  clock: FixedClock
  database: Database
  /** For what has no endpoint. */
  services: Services
  /** Where uploaded files are kept. */
  folder: string
  /** Nobody. */
  guest: Client
  /** A demo account, signed in once. */
  as(userName: string): Promise<Session>
  /** Id of the one row with this value. */
  idOf(table: string, column: string, value: string): Promise<string>
}

interface Place {
  address: string
  database: Database
  dataDirectory: string
  plan: ProductPlan
  clock: FixedClock
}

export function servedAt({ address, database, dataDirectory, plan, clock }: Place): Served {
  const guest = new Client(address, {}, storedVersions(plan, database))
  const folder = join(dataDirectory, 'files')
  const fileStore = folderStore(folder)
  const log = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
  const sessions = new Map<string, Promise<Session>>()
  return {
    plan,
    clock,
    database,
    services: { plan, database, extensions: extensionsOf(plan, fileStore, { send: async () => undefined }), clock, log, fileStore },
    folder,
    guest,
    as(userName) {
      const session = sessions.get(userName) ?? guest.signIn(userName)
      sessions.set(userName, session)
      return session
    },
    async idOf(table, column, value) {
      const rows = await database.kysely.selectFrom(table).select('id').where(column, '=', value).execute()
      if (rows.length !== 1) throw new Error(`${rows.length} rows of ${table} have ${column} ${value}`)
      return String(rows[0]?.['id'])
    },
  }
}

/** The server would read the whole record, with all that is worked out of it, for this one number before each press of a button. */
function storedVersions({ screens, entities }: ProductPlan, { kysely }: Pick<Database, 'kysely'>): StoredVersion {
  const tables = new Map(
    Object.values(screens).flatMap(({ base, entity }) => {
      const { table, view, fields } = entities[entity]!
      return view === undefined && fields['version']?.stored ? [[base, table] as const] : []
    }),
  )
  return async (base, id) => {
    const table = tables.get(base)
    if (table === undefined || !/^\d{1,18}$/.test(id)) return undefined
    const row = await kysely.selectFrom(table).select('version').where('id', '=', id).executeTakeFirst()
    return row && Number(row['version'])
  }
}
