import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { FastifyBaseLogger } from 'fastify'
import type { ProductPlan } from '../../../engine/core/plan'
import type { Database, DatabaseKind } from '../../../engine/server/database/database'
import { mainTestDatabaseKind, testDatabaseKinds } from '../../../engine/server/database/testDatabase'
import { folderStore } from '../../../engine/server/files/fileStore'
import type { Services } from '../../../engine/server/services'
import { FixedClock } from '../../../src/server/clock'
import type { Config } from '../../../src/server/config'
import { extensionsOf } from '../../../src/server/extensions'
import { violatedInvariants } from '../../../src/server/invariants'
import { start } from '../../../src/server/start'
import { Client, type Session } from './client'
import { testConfig, testRoot } from './config'
import { copyDemoData } from './demoData'
import { testProduct } from './product'
import { routesOf } from './routes'

/** The running product with its demo data, on a clock that the test moves; it begins at noon of the last day of the demo data. */
export interface Platform {
  kind: DatabaseKind
  plan: ProductPlan
  clock: FixedClock
  database: Database
  /** For what has no endpoint. */
  services: Services
  /** Where uploaded files are kept. */
  folder: string
  /** Nobody. */
  guest: Client
  /** Every registered route; ids and other parts of a path that vary are holes, as in the contract. */
  routes(): { method: string; path: string }[]
  /** A demo account, signed in once. */
  as(userName: string): Promise<Session>
  /** Id of the one row with this value. */
  idOf(table: string, column: string, value: string): Promise<string>
  /** In words, the invariants that do not hold. */
  violations(): Promise<string[]>
  stop(): Promise<void>
}

/** `settings` are of its own, where the usual ones of tests do not fit. */
export async function openPlatform(kind: DatabaseKind, settings: Partial<Config> = {}): Promise<Platform> {
  const plan = testProduct()
  const data = await copyDemoData(kind)
  const clock = new FixedClock('2026-11-20T12:00:00+08:00')
  const place = { dataDirectory: data.dataDirectory, ...(data.databaseUrl === undefined ? {} : { databaseUrl: data.databaseUrl }) }
  const { app, database, address } = await start(testConfig({ ...place, ...settings }), testRoot, {
    clock,
    product: plan,
    maxEventLoopDelayMs: 0,
  })
  const guest = new Client(address)
  const folder = join(data.dataDirectory, 'files')
  const fileStore = folderStore(folder)
  const log = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
  const sessions = new Map<string, Promise<Session>>()
  return {
    kind,
    plan,
    clock,
    database,
    services: { plan, database, extensions: extensionsOf(plan, fileStore, { send: async () => undefined }), clock, log, fileStore },
    folder,
    guest,
    routes: () => routesOf(app),
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
    async violations() {
      return (await violatedInvariants(plan, database)).map(({ invariant, what }) => `${invariant} ${what}`)
    },
    async stop() {
      await app.close()
      await data.drop()
    },
  }
}

/** Tests of the running product, one for all of them; on a PostgreSQL server where there is one, or on the `kinds` named. */
export function describePlatform(
  name: string,
  tests: (platform: () => Platform) => void,
  { kinds = [mainTestDatabaseKind], settings = {} }: { kinds?: readonly DatabaseKind[]; settings?: Partial<Config> } = {},
): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    let platform: Platform | undefined
    beforeAll(async () => {
      platform = await openPlatform(kind, settings)
    })
    afterAll(() => platform?.stop())
    tests(() => {
      if (!platform) throw new Error('the product runs in tests only')
      return platform
    })
  })
}

/** The same on each kind of database: for what the two could do differently, and for whole stories. */
export function describeOnEach(name: string, tests: (platform: () => Platform) => void): void {
  describePlatform(name, tests, { kinds: testDatabaseKinds })
}
